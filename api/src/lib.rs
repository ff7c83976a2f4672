//! Talekeep's HTTP interface, pages and command line. Start at `commands` for what the program can do, at `server` for how a
//! process is put together, at `routes` for what it answers. Nothing here decides what a world means; rooms below do.

mod answer;
pub mod app;
mod archive;
pub mod caller;
pub mod commands;
pub mod config;
mod guard;
mod head;
mod headers;
mod input;
mod judge;
mod limits;
pub mod logging;
mod metrics;
mod multipart;
mod openapi;
pub mod pages;
mod picture;
pub mod place;
mod play;
mod portraits;
pub mod problem;
mod reference;
mod routes;
mod seedling;
pub mod server;
mod spelling;
mod sse;
mod views;

pub use app::App;
pub use caller::Caller;
pub use problem::ApiProblem;
