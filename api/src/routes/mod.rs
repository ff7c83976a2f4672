//! Every address of the interface, one file per noun. A handler is five steps: who, what, judge, keep, answer.
//! Never reaches rows or objects except through the caller's workspace.

mod documents;
mod format;
pub(crate) mod health;
mod imports;
mod jobs;
mod lint;
mod me;
pub(crate) mod metrics;
mod openapi;
mod prompts;
mod sample;
mod session;
mod sessions;
pub(crate) mod setup;
mod tokens;
mod trash;
mod turns;
mod upload;
mod worlds;

use actix_web::web::{Data, PathConfig, QueryConfig, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use utoipa::OpenApi;

use crate::app::App;
use crate::problem::ApiProblem;

/// Puts every route in its place. The description below must name the same ones; a test compares them with the source.
pub(crate) fn configure(cfg: &mut ServiceConfig) {
    // An id that is none is simply not there.
    cfg.app_data(PathConfig::default().error_handler(|_, _| ApiProblem::not_found().into()));
    cfg.app_data(
        QueryConfig::default()
            .error_handler(|error, _| ApiProblem::bad("query", error.to_string()).into()),
    );
    cfg.service(setup::state).service(setup::create);
    cfg.service(session::login).service(session::logout);
    cfg.service(me::get)
        .service(me::change)
        .service(me::password);
    cfg.service(tokens::create)
        .service(tokens::list)
        .service(tokens::delete);
    cfg.service(sample::create).service(upload::create);
    cfg.service(worlds::list)
        .service(worlds::tags)
        .service(worlds::create)
        .service(worlds::get)
        .service(worlds::trash);
    cfg.service(worlds::problems)
        .service(lint::list)
        .service(worlds::characters)
        .service(worlds::cover)
        .service(worlds::picture)
        .service(worlds::export);
    cfg.service(documents::list)
        .service(documents::get)
        .service(documents::put)
        .service(documents::delete);
    cfg.service(trash::list).service(trash::restore);
    cfg.service(imports::create)
        .service(imports::list)
        .service(imports::get)
        .service(imports::watch);
    cfg.service(imports::report).service(imports::source);
    cfg.service(imports::finish)
        .service(imports::retry)
        .service(imports::cancel);
    cfg.service(sessions::create)
        .service(sessions::list)
        .service(sessions::get)
        .service(sessions::change);
    cfg.service(sessions::trash)
        .service(sessions::state)
        .service(sessions::cover);
    cfg.service(turns::list)
        .service(turns::create)
        .service(turns::watch)
        .service(turns::stop)
        .service(turns::why);
    cfg.service(jobs::list)
        .service(jobs::get)
        .service(jobs::retry)
        .service(jobs::cancel);
    cfg.service(format::get);
    cfg.service(prompts::list).service(prompts::get);
    cfg.service(openapi::document)
        .service(health::live)
        .service(health::ready)
        .service(metrics::get);
    cfg.service(actix_web::web::redirect("/api/docs", "/api/docs/"))
        .service(openapi::docs());
}

/// The same routes for the description.
#[derive(OpenApi)]
#[openapi(
    paths(
        setup::state,
        setup::create,
        session::login,
        session::logout,
        me::get,
        me::change,
        me::password,
        tokens::create,
        tokens::list,
        tokens::delete,
        sample::create,
        upload::create,
        worlds::list,
        worlds::tags,
        worlds::create,
        worlds::get,
        worlds::trash,
        worlds::problems,
        lint::list,
        worlds::characters,
        worlds::cover,
        worlds::picture,
        worlds::export,
        documents::list,
        documents::get,
        documents::put,
        documents::delete,
        trash::list,
        trash::restore,
        imports::create,
        imports::list,
        imports::get,
        imports::watch,
        imports::report,
        imports::source,
        imports::finish,
        imports::retry,
        imports::cancel,
        sessions::create,
        sessions::list,
        sessions::get,
        sessions::change,
        sessions::trash,
        sessions::state,
        sessions::cover,
        turns::list,
        turns::create,
        turns::watch,
        turns::stop,
        turns::why,
        jobs::list,
        jobs::get,
        jobs::retry,
        jobs::cancel,
        format::get,
        prompts::list,
        prompts::get,
        openapi::document,
        health::live,
        health::ready,
        metrics::get,
    ),
    components(schemas(crate::problem::ProblemBody))
)]
pub(crate) struct Described;

/// An address that leads nowhere: a problem for programs, a page for people.
pub(crate) async fn lost(req: HttpRequest, _app: Data<App>) -> HttpResponse {
    if req.path().starts_with("/api/") || req.path() == "/api" {
        return ApiProblem::not_found().error_response();
    }
    crate::pages::lost(req).await
}
