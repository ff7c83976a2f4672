//! The first account of a fresh installation. Never possible twice, and from elsewhere only with the printed token.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, post};
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::caller::visitor;
use crate::input::Input;
use crate::problem::ApiProblem;
use crate::routes::session::let_in;
use crate::views::people::{MeView, SetupBody, SetupState};

/// Whether this installation still needs its first account.
#[utoipa::path(tag = "setup", responses((status = 200, body = SetupState)), extensions(("x-access" = json!("public"))))]
#[get("/api/setup")]
pub(crate) async fn state(req: HttpRequest, app: Data<App>) -> Result<HttpResponse, ApiProblem> {
    let needed = !app.store.accounts().any_user().await?;
    Ok(HttpResponse::Ok().json(SetupState {
        needed,
        needs_token: needs_token(&req, &app),
    }))
}

/// Makes the first owner and signs them in.
#[utoipa::path(
    tag = "setup", request_body = SetupBody,
    responses(
        (status = 201, body = MeView), (status = 403, description = "The setup token is missing or wrong"),
        (status = 409, description = "There is an account already"), (status = 422, description = "Name or password is refused"),
    ),
    extensions(("x-access" = json!("setup")))
)]
#[post("/api/setup")]
pub(crate) async fn create(
    req: HttpRequest,
    app: Data<App>,
    body: Input<SetupBody>,
) -> Result<HttpResponse, ApiProblem> {
    let accounts = app.store.accounts();
    if accounts.any_user().await? {
        return Err(ApiProblem::conflict(
            "set_up",
            "This installation has its first account already.",
        ));
    }
    if needs_token(&req, &app) && !token_fits(&app, body.token.as_deref()) {
        let detail = "Send the setup token that the server printed when it started.";
        return Err(ApiProblem::forbidden("setup_token", detail));
    }
    accounts
        .create_first_owner(&body.name, &body.password)
        .await?;
    let mut response = let_in(&req, &app, &body.name, &body.password).await?;
    *response.status_mut() = actix_web::http::StatusCode::CREATED;
    Ok(response)
}

/// A request from this very machine, without a proxy between, needs no token.
pub(crate) fn needs_token(req: &HttpRequest, app: &App) -> bool {
    let relayed = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];
    let direct = !relayed.iter().any(|name| req.headers().contains_key(*name));
    let local = visitor(req, app).is_loopback();
    !(direct && local)
}

/// Digests are compared, so that the time it takes says nothing about the token.
fn token_fits(app: &App, given: Option<&str>) -> bool {
    match (&app.setup_token, given) {
        (Some(ours), Some(given)) => Sha256::digest(ours) == Sha256::digest(given.trim()),
        _ => false,
    }
}
