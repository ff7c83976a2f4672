//! What a client reads when something is wrong: RFC 9457 problem details, with every authored problem listed.
//! Never carries an SQL statement, a path of this machine or a key; those go to the log, once, here.

use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use utoipa::ToSchema;

/// One authored fault: which file, where in it, and what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Fault {
    #[schema(example = "worlds/night-train/locations/bar/location.json")]
    pub file: String,
    /// A JSON pointer; empty means the document itself.
    #[schema(example = "/exits/0/to")]
    pub pointer: String,
    #[schema(example = "unknown_reference")]
    pub code: String,
    #[schema(example = "\"cellar\" is not a place of this world")]
    pub detail: String,
}

/// The body of every answer that is not a success.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProblemBody {
    /// Always `about:blank`: `code` tells kinds apart.
    #[serde(rename = "type")]
    #[schema(example = "about:blank")]
    pub kind: &'static str,
    #[schema(example = "Unprocessable Entity")]
    pub title: String,
    #[schema(example = 422)]
    pub status: u16,
    /// A stable word for programs.
    #[schema(example = "invalid_world")]
    pub code: &'static str,
    /// A sentence for people.
    pub detail: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Fault>,
}

/// A refusal on its way out.
#[derive(Debug)]
pub struct ApiProblem {
    status: StatusCode,
    code: &'static str,
    detail: String,
    errors: Vec<Fault>,
    retry_after: Option<u64>,
}

impl ApiProblem {
    /// A refusal with a word for programs and a sentence for people.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> ApiProblem {
        ApiProblem {
            status,
            code,
            detail: detail.into(),
            errors: Vec::new(),
            retry_after: None,
        }
    }

    /// What is not there and what is not yours: the very same answer (S3).
    pub fn not_found() -> ApiProblem {
        ApiProblem::new(StatusCode::NOT_FOUND, "not_found", "There is nothing here.")
    }

    /// 401
    pub fn sign_in() -> ApiProblem {
        ApiProblem::new(
            StatusCode::UNAUTHORIZED,
            "sign_in",
            "Sign in first, or send a bearer token.",
        )
    }

    /// 403
    pub fn forbidden(code: &'static str, detail: impl Into<String>) -> ApiProblem {
        ApiProblem::new(StatusCode::FORBIDDEN, code, detail)
    }

    /// 400
    pub fn bad(code: &'static str, detail: impl Into<String>) -> ApiProblem {
        ApiProblem::new(StatusCode::BAD_REQUEST, code, detail)
    }

    /// 422
    pub fn unprocessable(code: &'static str, detail: impl Into<String>) -> ApiProblem {
        ApiProblem::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    }

    /// One member of a JSON body is not what it must be.
    pub fn member(name: &str, code: &str, detail: impl Into<String>) -> ApiProblem {
        let detail = detail.into();
        let fault = Fault {
            file: "body".into(),
            pointer: format!("/{name}"),
            code: code.into(),
            detail: detail.clone(),
        };
        ApiProblem::unprocessable("invalid_body", detail).with(vec![fault])
    }

    /// 413
    pub fn too_large(most: usize) -> ApiProblem {
        ApiProblem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
            format!("At most {most} bytes are taken here."),
        )
    }

    /// 409
    pub fn conflict(code: &'static str, detail: impl Into<String>) -> ApiProblem {
        ApiProblem::new(StatusCode::CONFLICT, code, detail)
    }

    /// 429 with the seconds to wait.
    pub fn too_many(seconds: u64) -> ApiProblem {
        ApiProblem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too_many",
            "Too many requests; wait a little.",
        )
        .after(seconds)
    }

    /// 429: as many stories of one workspace are being told as may be (S8).
    pub fn too_many_turns() -> ApiProblem {
        ApiProblem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too_many_turns",
            "Other stories of yours are being told right now; wait for one of them.",
        )
        .after(5)
    }

    /// Something of ours failed. The cause is written to the log here and nowhere else.
    pub fn internal(cause: &dyn fmt::Display) -> ApiProblem {
        tracing::error!(cause = %cause, "a request failed");
        ApiProblem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "Something went wrong on our side.",
        )
    }

    /// What we keep things in does not answer.
    pub fn unavailable(cause: &dyn fmt::Display) -> ApiProblem {
        tracing::error!(cause = %cause, "a part of the house does not answer");
        ApiProblem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            "Try again in a moment.",
        )
        .after(2)
    }

    /// With every fault, each in its place.
    pub fn with(mut self, errors: Vec<Fault>) -> ApiProblem {
        self.errors = errors;
        self
    }

    /// With the seconds after which trying again makes sense.
    pub fn after(mut self, seconds: u64) -> ApiProblem {
        self.retry_after = Some(seconds.max(1));
        self
    }

    /// The same words inside an event stream, whose status was sent long ago.
    pub(crate) fn to_event(&self) -> serde_json::Value {
        serde_json::json!({ "code": self.code, "detail": self.detail })
    }

    /// The status it is answered with.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    fn body(&self) -> ProblemBody {
        ProblemBody {
            kind: "about:blank",
            title: self
                .status
                .canonical_reason()
                .unwrap_or("Problem")
                .to_owned(),
            status: self.status.as_u16(),
            code: self.code,
            detail: self.detail.clone(),
            errors: self.errors.clone(),
        }
    }
}

impl fmt::Display for ApiProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.status.as_u16(), self.code, self.detail)
    }
}

impl ResponseError for ApiProblem {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        response.insert_header((CONTENT_TYPE, "application/problem+json"));
        if let Some(seconds) = self.retry_after {
            response.insert_header((RETRY_AFTER, seconds));
        }
        match serde_json::to_vec(&self.body()) {
            Ok(body) => response.body(body),
            Err(_) => response.finish(),
        }
    }
}

/// Authored problems as the client reads them.
pub fn faults(problems: &[talekeep_world::Problem]) -> Vec<Fault> {
    let fault = |problem: &talekeep_world::Problem| Fault {
        file: problem.file.clone(),
        pointer: problem.pointer.clone(),
        code: problem.code.as_str().to_owned(),
        detail: problem.message.clone(),
    };
    problems.iter().map(fault).collect()
}

/// The problems of a failed import, which rows keep in their own shape.
pub fn kept_faults(problems: &[talekeep_store::Problem]) -> Vec<Fault> {
    let fault = |problem: &talekeep_store::Problem| Fault {
        file: problem.file.clone(),
        pointer: problem.pointer.clone(),
        code: problem.code.clone(),
        detail: problem.message.clone(),
    };
    problems.iter().map(fault).collect()
}

impl From<talekeep_store::Error> for ApiProblem {
    fn from(error: talekeep_store::Error) -> ApiProblem {
        use talekeep_store::{Conflict, Error};
        match error {
            Error::NotFound => ApiProblem::not_found(),
            Error::Conflict(Conflict::Revision { .. }) => ApiProblem::new(
                StatusCode::PRECONDITION_FAILED,
                "revision",
                format!("Somebody else was first: {error}."),
            ),
            Error::Conflict(Conflict::Taken(_)) => ApiProblem::conflict("taken", error.to_string()),
            Error::Conflict(Conflict::State { .. }) => {
                ApiProblem::conflict("state", error.to_string())
            }
            Error::Busy { until } => {
                let seconds = (until - chrono::Utc::now()).num_seconds().clamp(1, 5);
                ApiProblem::conflict("busy", error.to_string()).after(seconds.unsigned_abs())
            }
            Error::Conflict(Conflict::Identity(_)) => same_world("world.json", &error),
            Error::Refused(_) => ApiProblem::unprocessable("refused", error.to_string()),
            Error::Unfit(unfit) => unfit_account(unfit),
            Error::Limit { .. } => ApiProblem::unprocessable("limit", error.to_string()),
            Error::Damaged(_) | Error::Settings(_) | Error::Task(_) => {
                ApiProblem::internal(&chain(&error))
            }
            Error::Database(_) | Error::Objects(_) | Error::Queue(_) => {
                ApiProblem::unavailable(&chain(&error))
            }
        }
    }
}

/// W-056: two worlds with one identity; the place is the `id` of the one that came later.
fn same_world(file: &str, error: &talekeep_store::Error) -> ApiProblem {
    let fault = Fault {
        file: file.to_owned(),
        pointer: "/id".into(),
        code: talekeep_world::Code::Duplicate.as_str().to_owned(),
        detail: format!("{error}."),
    };
    let detail = "Another world of this library has the same id.";
    ApiProblem::unprocessable("same_world", detail).with(vec![fault])
}

/// An error of the store about a world whose folder the caller knows.
pub(crate) fn in_folder(folder: &str, error: talekeep_store::Error) -> ApiProblem {
    use talekeep_store::{Conflict, Error};
    match error {
        Error::Conflict(Conflict::Identity(_)) => {
            same_world(&format!("worlds/{folder}/world.json"), &error)
        }
        other => other.into(),
    }
}

/// Names and passwords that no account can have: the field, and a word for each reason, so that pages can say it in the
/// reader's language.
fn unfit_account(unfit: talekeep_store::Unfit) -> ApiProblem {
    use talekeep_store::Unfit;
    let (field, code) = match unfit {
        Unfit::NameEmpty => ("name", "name_empty"),
        Unfit::NameLong => ("name", "name_long"),
        Unfit::NameControl => ("name", "name_control"),
        Unfit::PasswordShort => ("password", "password_short"),
        Unfit::PasswordLong => ("password", "password_long"),
        Unfit::PasswordCommon => ("password", "password_common"),
    };
    let detail = format!("The {unfit}.");
    let fault = Fault {
        file: "body".into(),
        pointer: format!("/{field}"),
        code: code.to_owned(),
        detail: detail.clone(),
    };
    ApiProblem::unprocessable(code, detail).with(vec![fault])
}

impl From<talekeep_store::LoginError> for ApiProblem {
    fn from(error: talekeep_store::LoginError) -> ApiProblem {
        use talekeep_store::LoginError;
        match error {
            LoginError::Wrong => ApiProblem::new(
                StatusCode::UNAUTHORIZED,
                "wrong_login",
                "The name or the password is wrong.",
            ),
            LoginError::Wait(wait) => ApiProblem::too_many(wait.as_secs() + 1),
            LoginError::Store(error) => error.into(),
        }
    }
}

/// An error with everything that caused it, for the log. Many errors say their cause themselves; nothing is said twice.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text.push_str(": ");
            text.push_str(&inner_text);
        }
        cause = inner.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use talekeep_store::{Conflict, Error, Unfit};

    #[test]
    fn every_store_error_has_its_answer() {
        for (error, status, code) in [
            (Error::NotFound, 404, "not_found"),
            (
                Error::Conflict(Conflict::Revision {
                    expected: 1,
                    found: 2,
                }),
                412,
                "revision",
            ),
            (
                Error::Conflict(Conflict::Taken("Mira".into())),
                409,
                "taken",
            ),
            (
                Error::Conflict(Conflict::State {
                    expected: "a".into(),
                    found: "b".into(),
                }),
                409,
                "state",
            ),
            (
                Error::Busy {
                    until: chrono::Utc::now(),
                },
                409,
                "busy",
            ),
            (
                Error::Conflict(Conflict::Identity("a".into())),
                422,
                "same_world",
            ),
            (Error::Refused("name: empty".into()), 422, "refused"),
            (Error::Unfit(Unfit::NameEmpty), 422, "name_empty"),
            (Error::Unfit(Unfit::NameLong), 422, "name_long"),
            (Error::Unfit(Unfit::NameControl), 422, "name_control"),
            (Error::Unfit(Unfit::PasswordShort), 422, "password_short"),
            (Error::Unfit(Unfit::PasswordLong), 422, "password_long"),
            (Error::Unfit(Unfit::PasswordCommon), 422, "password_common"),
            (
                Error::Limit {
                    what: "worlds",
                    limit: 3,
                },
                422,
                "limit",
            ),
            (
                Error::Damaged("workspaces/secret/key".into()),
                500,
                "internal",
            ),
            (Error::Settings("x".into()), 500, "internal"),
        ] {
            let problem = ApiProblem::from(error);
            assert_eq!((problem.status.as_u16(), problem.code), (status, code));
        }
    }

    #[test]
    fn s6_a_failure_tells_a_stranger_nothing() {
        let problem = ApiProblem::from(Error::Damaged("workspaces/secret/key".into()));
        assert!(
            !serde_json::to_string(&problem.body())
                .expect("json")
                .contains("secret")
        );
    }

    #[test]
    fn a_cause_is_said_once() {
        #[derive(Debug, thiserror::Error)]
        #[error("{0}")]
        struct Said(&'static str, #[source] Option<Box<Said>>);
        for (outer, inner, innermost, expected) in [
            ("open", "no file", "errno 2", "open: no file: errno 2"),
            (
                "open: no file",
                "no file",
                "errno 2",
                "open: no file: errno 2",
            ),
            (
                "open: no file: errno 2",
                "no file",
                "errno 2",
                "open: no file: errno 2",
            ),
            (
                "open: errno 2",
                "no file",
                "errno 2",
                "open: errno 2: no file",
            ),
        ] {
            let innermost = Said(innermost, None);
            let inner = Said(inner, Some(Box::new(innermost)));
            let outer = Said(outer, Some(Box::new(inner)));
            assert_eq!(chain(&outer), expected);
        }
    }

    #[test]
    fn s3_unknown_and_foreign_are_one_answer() {
        let ours = serde_json::to_string(&ApiProblem::from(Error::NotFound).body()).expect("json");
        let other = serde_json::to_string(&ApiProblem::not_found().body()).expect("json");
        assert_eq!(ours, other);
    }
}
