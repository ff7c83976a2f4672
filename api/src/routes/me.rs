//! Who I am, and what I may change about it.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, patch, post};

use crate::app::App;
use crate::caller::Caller;
use crate::input::Input;
use crate::problem::ApiProblem;
use crate::routes::session::let_in;
use crate::views::people::{MePatch, MeView, PasswordBody};

/// Who is signed in.
#[utoipa::path(tag = "session", responses((status = 200, body = MeView)), extensions(("x-access" = json!("caller"))))]
#[get("/api/me")]
pub(crate) async fn get(caller: Caller) -> Result<HttpResponse, ApiProblem> {
    Ok(HttpResponse::Ok().json(MeView::from(caller.user)))
}

/// Chooses the language of the pages.
#[utoipa::path(
    tag = "session", request_body = MePatch, responses((status = 200, body = MeView)),
    extensions(("x-access" = json!("caller")))
)]
#[patch("/api/me")]
pub(crate) async fn change(
    caller: Caller,
    app: Data<App>,
    body: Input<MePatch>,
) -> Result<HttpResponse, ApiProblem> {
    if let Some(locale) = body
        .locale
        .as_deref()
        .filter(|locale| !talekeep_prompts::is_language(locale))
    {
        return Err(ApiProblem::member(
            "locale",
            "bad_language",
            format!("{locale:?} is no language tag"),
        ));
    }
    app.store
        .accounts()
        .set_locale(caller.user.id, body.locale.as_deref())
        .await?;
    let mut user = caller.user;
    user.locale = body.into_inner().locale;
    Ok(HttpResponse::Ok().json(MeView::from(user)))
}

/// A new password. Ends every sign-in, and signs this browser in again.
#[utoipa::path(
    tag = "session", request_body = PasswordBody,
    responses((status = 200, body = MeView), (status = 401, description = "The present password is wrong")),
    extensions(("x-access" = json!("caller")))
)]
#[post("/api/me/password")]
pub(crate) async fn password(
    caller: Caller,
    req: HttpRequest,
    app: Data<App>,
    body: Input<PasswordBody>,
) -> Result<HttpResponse, ApiProblem> {
    let name = &caller.user.name;
    // Proving it this way counts failures like any other attempt.
    let_in(&req, &app, name, &body.current).await?;
    app.store
        .accounts()
        .set_password(name, &body.password)
        .await?;
    let_in(&req, &app, name, &body.password).await
}
