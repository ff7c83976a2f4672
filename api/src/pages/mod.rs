//! The pages people open in a browser: server-rendered shells in the reader's language and the scripts, styles and
//! messages they use. Pages hold no story data and change nothing; everything travels through the JSON API.

mod assets;
mod gate;
mod help;
mod language;
mod messages;
mod screens;
mod shell;

use actix_web::web::{self, ServiceConfig};

/// Puts every page and asset in its place.
pub fn configure(cfg: &mut ServiceConfig) {
    cfg.route("/", web::get().to(screens::home))
        .route("/setup", web::get().to(screens::setup))
        .route("/login", web::get().to(screens::login))
        .route("/library", web::get().to(screens::library))
        .route("/worlds/{id}", web::get().to(screens::world))
        .route("/worlds/{id}/edit", web::get().to(screens::edit))
        .route("/imports/{id}", web::get().to(screens::import))
        .route("/play/{id}", web::get().to(screens::play))
        .route("/jobs", web::get().to(screens::jobs))
        .route("/trash", web::get().to(screens::trash))
        .route("/account", web::get().to(screens::account))
        .route("/help/world-format", web::get().to(help::overview))
        .route(
            "/help/world-format/{document}",
            web::get().to(help::document),
        )
        .route("/favicon.ico", web::get().to(assets::favicon))
        .route("/assets/{path:.*}", web::get().to(assets::serve));
}

pub(crate) use language::Language;
pub use screens::lost;
