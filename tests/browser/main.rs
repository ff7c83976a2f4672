//! The main way in a real browser: set up, drop a card, see it become a world, start a story, play a turn; and every page in
//! light and dark, wide and narrow, kept as pictures. Without a Chromium it says so and passes, unless one is required.

// Whoever reads the run is told where the pictures are.
#![allow(clippy::print_stderr)]

mod editor;
mod looks;
mod main_way;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::Value;
use talekeep_tests::browser::{Browser, REQUIRED};

const EXE: &str = env!("CARGO_BIN_EXE_talekeep");

/// A browser, or nothing where none is installed.
async fn browser() -> Option<Browser> {
    match Browser::start().await {
        Ok(browser) => Some(browser),
        Err(why) if std::env::var_os(REQUIRED).is_none() => {
            eprintln!("skipped: {why}");
            None
        }
        Err(why) => panic!("{why}"),
    }
}

/// Where pictures are kept: beside the test's own executable, in the target folder.
fn pictures() -> PathBuf {
    let exe = std::env::current_exe().expect("this executable");
    let debug = exe
        .parent()
        .and_then(|deps| deps.parent())
        .expect("the target folder");
    debug.join("screenshots")
}

/// Runs an expression in the page.
async fn evaluate(browser: &Browser, expression: &str) -> Value {
    let answer = browser
        .page
        .execute(&format!("return ({expression});"), Vec::new())
        .await;
    answer.unwrap_or_else(|error| panic!("{expression}: {error}"))
}

/// Waits until an expression is true in the page; the last word is the page's text when it never is.
async fn until(browser: &Browser, expression: &str) {
    let patience = Instant::now() + Duration::from_secs(30);
    loop {
        let answer = browser
            .page
            .execute(&format!("return Boolean({expression});"), Vec::new())
            .await;
        if answer.is_ok_and(|answer| answer == Value::Bool(true)) {
            return;
        }
        if Instant::now() > patience {
            let text = evaluate(browser, "document.body.innerText").await;
            let place = evaluate(browser, "location.href").await;
            browser.picture(&pictures().join("failed.png")).await;
            panic!(
                "{expression} never held on {place}: {text}\n{:#?}",
                browser.complaints().await
            );
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Fails when a page complained in the console: a script that threw, or something the policy blocked.
async fn no_complaints(browser: &Browser, page: &str) {
    let complaints = browser.complaints().await;
    assert!(complaints.is_empty(), "{page}: {complaints:#?}");
}
