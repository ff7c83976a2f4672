//! Signing in and out of a browser. Never says whether it was the name or the password that is wrong (S1).

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header::USER_AGENT;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, post};
use talekeep_store::Visitor;

use crate::app::App;
use crate::caller::{Caller, visitor};
use crate::input::Input;
use crate::problem::ApiProblem;
use crate::views::people::{LoginBody, MeView};

/// Sign in; the answer sets the cookie.
#[utoipa::path(
    tag = "session", request_body = LoginBody,
    responses(
        (status = 200, body = MeView), (status = 401, description = "Name or password is wrong"),
        (status = 429, description = "Too many failures; Retry-After says how long to wait"),
    ),
    extensions(("x-access" = json!("public")))
)]
#[post("/api/login")]
pub(crate) async fn login(
    req: HttpRequest,
    app: Data<App>,
    body: Input<LoginBody>,
) -> Result<HttpResponse, ApiProblem> {
    let_in(&req, &app, &body.name, &body.password).await
}

/// Sign out; the cookie is worth nothing afterwards.
#[utoipa::path(tag = "session", responses((status = 204)), extensions(("x-access" = json!("caller"))))]
#[post("/api/logout")]
pub(crate) async fn logout(
    _caller: Caller,
    req: HttpRequest,
    app: Data<App>,
) -> Result<HttpResponse, ApiProblem> {
    if let Some(old) = req.cookie(app.place.cookie_name()) {
        app.store.accounts().logout(old.value()).await?;
    }
    let mut cookie = session_cookie(&app, String::new());
    cookie.make_removal();
    Ok(HttpResponse::NoContent().cookie(cookie).finish())
}

/// Proves a password and answers with a fresh cookie; an old one ends.
pub(crate) async fn let_in(
    req: &HttpRequest,
    app: &App,
    name: &str,
    password: &str,
) -> Result<HttpResponse, ApiProblem> {
    let agent = req
        .headers()
        .get(USER_AGENT)
        .and_then(|value| value.to_str().ok())
        .map(|agent| agent.chars().take(200).collect());
    let visitor = Visitor {
        address: visitor(req, app),
        agent,
    };
    let accounts = app.store.accounts();
    let (secret, user) = accounts.login(name, password, visitor).await?;
    if let Some(old) = req.cookie(app.place.cookie_name()) {
        accounts.logout(old.value()).await?;
    }
    let cookie = session_cookie(app, secret.reveal().to_owned());
    Ok(HttpResponse::Ok().cookie(cookie).json(MeView::from(user)))
}

fn session_cookie(app: &App, value: String) -> Cookie<'static> {
    Cookie::build(app.place.cookie_name(), value)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(!app.place.plain_cookie())
        .max_age(Duration::days(90))
        .finish()
}
