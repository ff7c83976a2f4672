//! Bodies that come in: read under a cap and a least speed, JSON checked for depth and U+0000 before it becomes a value.
//! Never believes a length or a type that a client only claims (S8).

use std::collections::HashSet;
use std::ops::Deref;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::{Bytes, BytesMut, Data, Payload};
use actix_web::{FromRequest, HttpRequest, dev};
use futures::future::LocalBoxFuture;
use futures::{Stream, StreamExt};
use serde::de::DeserializeOwned;
use serde_json::Value;
use talekeep_world::json::{Kind, LoneSurrogates, Rules, parse};
use tokio::time::{Instant, timeout_at};

use crate::app::App;
use crate::problem::ApiProblem;

/// Nobody needs longer to begin; after this a body must keep to the speed below.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes a second that a body must keep up.
const SLOWEST: u32 = 1000;

/// A JSON body of type `T`.
#[derive(Debug)]
pub(crate) struct Input<T>(T);

impl<T> Input<T> {
    pub(crate) fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Input<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Input<T> {
    type Error = ApiProblem;
    type Future = LocalBoxFuture<'static, Result<Input<T>, ApiProblem>>;

    fn from_request(req: &HttpRequest, payload: &mut dev::Payload) -> Self::Future {
        let limits = req
            .app_data::<Data<App>>()
            .map(|app| app.config.limits.clone());
        let json = is_json(req);
        let payload = Payload::from_request(req, payload);
        Box::pin(async move {
            let Some(limits) = limits else {
                return Err(ApiProblem::internal(&"the app has no settings"));
            };
            if !json {
                return Err(unsupported("This route takes application/json."));
            }
            let body = payload
                .await
                .map_err(|error| ApiProblem::bad("body", error.to_string()))?;
            let bytes = read_capped(body, limits.json_bytes).await?;
            Ok(Input(read_json(&bytes, limits.json_levels)?))
        })
    }
}

pub(crate) fn unsupported(detail: &str) -> ApiProblem {
    ApiProblem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media_type", detail)
}

fn is_json(req: &HttpRequest) -> bool {
    let value = req
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    value
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .eq_ignore_ascii_case("application/json")
}

/// Reads a stream to its end, to the cap, or until it is slower than allowed.
pub(crate) async fn read_capped<S, E>(mut stream: S, most: usize) -> Result<Bytes, ApiProblem>
where
    S: Stream<Item = Result<Bytes, E>> + Unpin,
    E: std::fmt::Display,
{
    let mut body = BytesMut::new();
    let mut pace = Pace::start();
    while let Some(chunk) = pace.wait(stream.next()).await? {
        let chunk = chunk.map_err(|error| ApiProblem::bad("body", error.to_string()))?;
        if body.len() + chunk.len() > most {
            return Err(ApiProblem::too_large(most));
        }
        pace.took(chunk.len());
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

/// Holds a sender to the least speed.
pub(crate) struct Pace {
    deadline: Instant,
}

impl Pace {
    pub(crate) fn start() -> Pace {
        Pace {
            deadline: Instant::now() + PATIENCE,
        }
    }

    pub(crate) async fn wait<T>(&self, next: impl Future<Output = T>) -> Result<T, ApiProblem> {
        timeout_at(self.deadline, next).await.map_err(|_| {
            ApiProblem::new(
                StatusCode::REQUEST_TIMEOUT,
                "too_slow",
                "The body came too slowly.",
            )
        })
    }

    /// Every byte buys a little more time.
    pub(crate) fn took(&mut self, bytes: usize) {
        self.deadline +=
            Duration::from_secs(1) * u32::try_from(bytes).unwrap_or(u32::MAX) / SLOWEST;
    }
}

/// Parses JSON under the limits of a request body.
pub(crate) fn read_json<T: DeserializeOwned>(bytes: &[u8], levels: usize) -> Result<T, ApiProblem> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| ApiProblem::bad("not_utf8", "The body is not UTF-8."))?;
    let value: Value = serde_json::from_str(text)
        .map_err(|error| ApiProblem::bad("invalid_json", error.to_string()))?;
    check(&value, levels)?;
    check_members(bytes, levels)?;
    serde_json::from_value(value)
        .map_err(|error| ApiProblem::unprocessable("invalid_body", error.to_string()))
}

/// Postgres cannot keep U+0000, so it stops here; depth is a matter of our own stacks.
fn check(value: &Value, levels: usize) -> Result<(), ApiProblem> {
    let nul = |text: &str| text.contains('\0');
    match value {
        Value::Array(_) | Value::Object(_) if levels == 0 => Err(ApiProblem::unprocessable(
            "too_deep",
            "The body nests too deeply.",
        )),
        Value::String(text) if nul(text) => Err(ApiProblem::unprocessable(
            "nul",
            "U+0000 is not allowed in texts.",
        )),
        Value::Array(items) => items.iter().try_for_each(|item| check(item, levels - 1)),
        Value::Object(members) => members.iter().try_for_each(|(key, member)| {
            if nul(key) {
                return Err(ApiProblem::unprocessable(
                    "nul",
                    "U+0000 is not allowed in names.",
                ));
            }
            check(member, levels - 1)
        }),
        _ => Ok(()),
    }
}

/// A value holds the last of two members of one name, while a program before us may have looked at the first.
fn check_members(bytes: &[u8], levels: usize) -> Result<(), ApiProblem> {
    let rules = Rules {
        max_bytes: bytes.len(),
        max_depth: levels,
        lone_surrogates: LoneSurrogates::Refuse,
    };
    let value =
        parse(bytes, &rules).map_err(|fault| ApiProblem::bad("invalid_json", fault.message))?;
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        match value.kind {
            Kind::List(items) => rest.extend(items),
            Kind::Object(members) => {
                let mut seen = HashSet::new();
                for member in members {
                    if seen.contains(&member.key) {
                        let detail = format!("The member {:?} is there twice.", member.key);
                        return Err(ApiProblem::bad("duplicate_member", detail));
                    }
                    seen.insert(member.key);
                    rest.push(member.value);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::stream;

    #[test]
    fn s8_bodies_keep_to_64_levels_and_hold_no_nul() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        for (body, refused) in [
            (nested(64), None),
            (nested(65), Some("too_deep")),
            ("\"a\\u0000\"".to_owned(), Some("nul")),
            ("{\"a\\u0000\":1}".to_owned(), Some("nul")),
            ("{".to_owned(), Some("invalid_json")),
            ("{} x".to_owned(), Some("invalid_json")),
            ("{\"a\":1,\"b\":{\"a\":1}}".to_owned(), None),
            (
                "{\"a\":1,\"\\u0061\":1}".to_owned(),
                Some("duplicate_member"),
            ),
            (
                "[{\"b\":{\"a\":1,\"a\":1}}]".to_owned(),
                Some("duplicate_member"),
            ),
        ] {
            let result = read_json::<Value>(body.as_bytes(), 64);
            let text = result
                .err()
                .map(|problem| problem.to_string())
                .unwrap_or_default();
            match refused {
                Some(code) => assert!(text.contains(code), "{body}: {text}"),
                None => assert_eq!(text, "", "{body}"),
            }
        }
    }

    #[tokio::test]
    async fn s8_a_body_of_exactly_the_cap_is_taken() {
        let body = |n: usize| stream::iter(vec![Ok::<_, String>(Bytes::from(vec![b'x'; n]))]);
        assert_eq!(read_capped(body(10), 10).await.expect("exactly").len(), 10);
        assert_eq!(
            read_capped(body(11), 10)
                .await
                .expect_err("one more")
                .status()
                .as_u16(),
            413
        );
    }

    #[tokio::test]
    async fn s8_a_body_that_drips_is_given_up() {
        let mut pace = Pace {
            deadline: Instant::now() + Duration::from_millis(5),
        };
        pace.wait(async {}).await.expect("in time");
        pace.took(20);
        let slow = tokio::time::sleep(Duration::from_secs(5));
        assert_eq!(
            pace.wait(slow)
                .await
                .expect_err("too slow")
                .status()
                .as_u16(),
            408
        );
    }
}
