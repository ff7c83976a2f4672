//! What the suite, the browser test and the benches share: a real Talekeep started from its executable, clients that speak
//! to it as a browser or a program would, and small cards of our own. It never links a room of the product: what cannot be
//! reached over HTTP or the command line is not tested from here.

// A harness tells what went wrong on standard error; it has no log of its own.
#![allow(clippy::print_stderr)]

pub mod app;
pub mod backends;
pub mod browser;
pub mod cards;
pub mod client;
pub mod export;
pub mod png;
pub mod process;
pub mod s3;
pub mod settings;
pub mod sse;
pub mod steps;

pub use app::{App, Options};
pub use client::{Answer, Client};
pub use sse::{Event, Stream};

/// reqwest is built without a crypto provider of its own; whoever makes the first client chooses ours.
pub fn install_crypto() {
    // An error only says that another test was first.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
