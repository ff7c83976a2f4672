//! Every page at 1280 and 360 pixels, light and dark, English and Chinese: nothing runs over the edge, nothing complains, the
//! keyboard gets in, and the pictures are kept for people to look at.

use serde_json::json;
use talekeep_tests::browser::Browser;
use talekeep_tests::steps::{sample, session, text, turn, world};
use talekeep_tests::{App, Options, cards};

use crate::{EXE, browser, evaluate, no_complaints, pictures, until};

#[tokio::test]
async fn every_page_fits_and_keeps_quiet() {
    let Some(browser) = browser().await else {
        return;
    };
    let app = App::start(EXE, Options::default()).await;
    let pages = furnish(&app).await;
    browser
        .page
        .goto(&app.base())
        .await
        .expect("a page to have cookies on");
    log_in(&browser, &app).await;
    for (name, path) in &pages {
        for (width, height) in [(1280, 900), (360, 740)] {
            for dark in [false, true] {
                look_at(&browser, &app, name, path, (width, height), dark, "en").await;
            }
        }
        look_at(&browser, &app, name, path, (1280, 900), false, "zh").await;
    }
    browser.close().await;
    app.close().await;
}

/// A house with something in every room.
async fn furnish(app: &App) -> Vec<(&'static str, String)> {
    let made = world(&app.owner, "mira.png", cards::png_file(&cards::v3())).await;
    for name in ["The Salt Road", "Nine Lanterns", "雨夜列车"] {
        world(
            &app.owner,
            "card.json",
            cards::json_file(&cards::named(name)),
        )
        .await;
    }
    let story = text(&session(&app.owner, &text(&made, "id")).await, "id");
    turn(&app.owner, &story, "act", "look").await;
    turn(
        &app.owner,
        &story,
        "say",
        "Is the coast still where it was yesterday?",
    )
    .await;
    let import = app.owner.get("/api/imports").await.expect(200).json();
    let edit = format!("/worlds/{}/edit", sample(&app.owner, "en").await);
    vec![
        ("home", "/".into()),
        ("library", "/library".into()),
        ("world", format!("/worlds/{}", text(&made, "id"))),
        (
            "import",
            format!("/imports/{}", text(&import["items"][0], "id")),
        ),
        ("play", format!("/play/{story}")),
        ("edit", edit.clone()),
        ("edit-map", format!("{edit}#map")),
        ("edit-ties", format!("{edit}#ties")),
        (
            "edit-character",
            format!("{edit}#characters/mara/character.json"),
        ),
        ("edit-trigger", format!("{edit}#triggers.json:/3")),
        ("jobs", "/jobs".into()),
        ("trash", "/trash".into()),
        ("account", "/account".into()),
        ("lost", "/no/such/page".into()),
    ]
}

pub(crate) async fn log_in(browser: &Browser, app: &App) {
    let (name, value) = app
        .owner
        .cookie()
        .and_then(|pair| pair.split_once('='))
        .expect("a cookie");
    browser
        .command(
            "Network.setCookie",
            json!({ "name": name, "value": value, "url": app.base(), "httpOnly": true }),
        )
        .await;
}

async fn look_at(
    browser: &Browser,
    app: &App,
    name: &str,
    path: &str,
    (width, height): (u32, u32),
    dark: bool,
    language: &str,
) {
    let what = format!(
        "{name}-{width}-{}-{language}",
        if dark { "dark" } else { "light" }
    );
    browser.look(width, height, dark).await;
    browser
        .page
        .goto(&address(&app.base(), path, language))
        .await
        .expect("a page");
    until(
        browser,
        "document.readyState === 'complete' && !document.querySelector('[aria-busy=true]')",
    )
    .await;
    until(
        browser,
        "[...document.images].every((image) => image.complete)",
    )
    .await;
    // Entrances are over before the picture is taken.
    tokio::time::sleep(std::time::Duration::from_millis(350)).await;
    browser
        .picture(&pictures().join(format!("{what}.png")))
        .await;
    let over = evaluate(
        browser,
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    )
    .await;
    assert!(
        over.as_i64().is_some_and(|pixels| pixels <= 0),
        "{what} runs {over} pixels over the edge"
    );
    let scheme = evaluate(
        browser,
        "[document.body, document.documentElement]
            .map((one) => getComputedStyle(one).backgroundColor)
            .find((colour) => colour !== 'rgba(0, 0, 0, 0)')",
    )
    .await;
    let light = scheme.as_str().map(brightness).unwrap_or_default() > 128;
    assert_eq!(light, !dark, "{what} has the background {scheme}");
    let nameless = "[...document.querySelectorAll('button, a.button, input, select, textarea')]
        .filter((one) => one.checkVisibility() && !one.closest('.visually-hidden') && !one.labels?.length && !one.textContent.trim() && !one.getAttribute('aria-label'))
        .map((one) => one.outerHTML)";
    assert_eq!(
        evaluate(browser, nameless).await,
        json!([]),
        "{what} has controls without a name"
    );
    // A page that is not there is a complaint of the browser's own about its status.
    let complaints = browser.complaints().await;
    assert!(
        name == "lost" || complaints.is_empty(),
        "{what}: {complaints:#?}"
    );
    if name != "lost" {
        no_complaints(browser, &what).await;
    }
}

/// The page in a language; what stands behind `#` stays at the end.
fn address(base: &str, path: &str, language: &str) -> String {
    let (page, place) = path.split_once('#').unwrap_or((path, ""));
    format!("{base}{page}?lang={language}#{place}")
}

/// The mean of the numbers of a colour as browsers write it.
fn brightness(colour: &str) -> i64 {
    let inside = colour.split_once('(').map_or(colour, |(_, rest)| rest);
    let numbers: Vec<f64> = inside
        .split([',', ' ', '/', ')'])
        .filter_map(|part| part.trim().parse().ok())
        .take(3)
        .collect();
    // oklch and the like write a share of one.
    let scale = if colour.starts_with("rgb") {
        1.0
    } else {
        255.0
    };
    let count = if colour.starts_with("rgb") { 3 } else { 1 };
    (numbers.iter().take(count).sum::<f64>() / count as f64 * scale) as i64
}
