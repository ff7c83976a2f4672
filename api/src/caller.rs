//! Who asks: a browser by its cookie or a program by its bearer token, looked up once per request and counted (S8).
//! Never tells a wrong token from a missing one.

use std::net::IpAddr;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::AUTHORIZATION;
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest, ResponseError};
use futures::future::{Ready, ready};
use talekeep_store::{User, Via, Workspace};

use crate::app::App;
use crate::limits::Who;
use crate::problem::ApiProblem;

/// Somebody who is signed in. `workspace` is the only way to rows and objects (S3).
#[derive(Clone)]
pub struct Caller {
    pub user: User,
    pub workspace: Workspace,
    pub via: Via,
}

impl FromRequest for Caller {
    type Error = ApiProblem;
    type Future = Ready<Result<Caller, ApiProblem>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(
            req.extensions()
                .get::<Caller>()
                .cloned()
                .ok_or_else(ApiProblem::sign_in),
        )
    }
}

/// Middleware: finds the caller and keeps everybody to the rate that is theirs.
pub(crate) async fn identify<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    match recognise(&req).await {
        Ok(()) => Ok(next.call(req).await?.map_into_left_body()),
        Err(problem) => Ok(req
            .into_response(problem.error_response())
            .map_into_right_body()),
    }
}

async fn recognise(req: &ServiceRequest) -> Result<(), ApiProblem> {
    let free = [
        "/assets/",
        "/health/",
        "/api/docs/",
        "/metrics",
        "/favicon.ico",
    ];
    if free.iter().any(|path| req.path().starts_with(path)) {
        return Ok(());
    }
    let Some(app) = req.app_data::<Data<App>>() else {
        return Err(ApiProblem::internal(&"the app is not there"));
    };
    let who = match find(req, app).await? {
        Some(caller) => {
            tracing::Span::current().record("user", tracing::field::display(caller.user.id));
            let who = Who::User(caller.user.id);
            req.extensions_mut().insert(caller);
            who
        }
        None => Who::stranger(visitor(req.request(), app)),
    };
    app.limiter.request(who)
}

async fn find(req: &ServiceRequest, app: &App) -> Result<Option<Caller>, ApiProblem> {
    let accounts = app.store.accounts();
    let found = if let Some(token) = bearer(req) {
        accounts.by_bearer(token).await?
    } else if let Some(cookie) = req.cookie(app.place.cookie_name()) {
        accounts.by_cookie(cookie.value()).await?
    } else {
        None
    };
    Ok(found.map(|caller| Caller {
        user: caller.user,
        workspace: caller.workspace,
        via: caller.via,
    }))
}

fn bearer(req: &ServiceRequest) -> Option<&str> {
    req.headers()
        .get(AUTHORIZATION)?
        .to_str()
        .ok()?
        .strip_prefix("Bearer ")
}

/// The visitor's address, seen through the proxies we were told to believe.
pub fn visitor(req: &HttpRequest, app: &App) -> IpAddr {
    let peer = req
        .peer_addr()
        .map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.ip());
    // Several headers are one list.
    let all: Vec<&str> = req
        .headers()
        .get_all("x-forwarded-for")
        .filter_map(|value| value.to_str().ok())
        .collect();
    app.place.visitor(
        peer,
        Some(all.join(","))
            .as_deref()
            .filter(|list| !list.is_empty()),
    )
}
