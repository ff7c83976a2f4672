//! Setup, drop, import, world, story, turn: as a person does it, with nothing but the page.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use talekeep_tests::app::PASSWORD;
use talekeep_tests::browser::Browser;
use talekeep_tests::steps::sample;
use talekeep_tests::{App, Options, cards};

use crate::looks::log_in;
use crate::{EXE, browser, evaluate, no_complaints, pictures, until};

#[tokio::test]
async fn a_dropped_card_becomes_a_story() {
    let Some(browser) = browser().await else {
        return;
    };
    let mut app = App::start(
        EXE,
        Options {
            empty: true,
            ..Options::default()
        },
    )
    .await;
    set_up(&browser, &app).await;
    drop_card(&browser).await;
    play(&browser).await;
    // The suite's own eyes on the same house: nothing is left running.
    app.owner = app.known("owner").await;
    browser.close().await;
    app.close().await;
}

async fn set_up(browser: &Browser, app: &App) {
    browser.look(1280, 900, false).await;
    browser
        .page
        .goto(&app.base())
        .await
        .expect("the first page");
    until(
        browser,
        "location.pathname === '/setup' && document.querySelector('[name=password]')",
    )
    .await;
    browser.picture(&pictures().join("setup.png")).await;
    fill(browser, "[name=name]", "owner").await;
    fill(browser, "[name=password]", PASSWORD).await;
    press(browser, "#form [type=submit]").await;
    until(browser, "location.pathname === '/'").await;
    no_complaints(browser, "setup").await;
}

async fn drop_card(browser: &Browser) {
    press(browser, "a[href='/library']").await;
    until(
        browser,
        "location.pathname === '/library' && document.querySelector('#empty:not([hidden])')",
    )
    .await;
    browser.picture(&pictures().join("library-empty.png")).await;
    let card = STANDARD.encode(cards::large_png_file(&cards::v3()));
    let script = "const bytes = Uint8Array.from(atob(arguments[0]), (c) => c.charCodeAt(0));
        const carried = new DataTransfer();
        carried.items.add(new File([bytes], 'mira.png', { type: 'image/png' }));
        for (const kind of ['dragenter', 'dragover', 'drop'])
          document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: carried }));";
    browser
        .page
        .execute(script, vec![card.into()])
        .await
        .expect("a drop");
    until(
        browser,
        "document.querySelector('#tray:not([hidden]) .tray-item')",
    )
    .await;
    until(browser, "document.querySelector('.tray-item.done a')").await;
    until(
        browser,
        "document.querySelectorAll('#worlds > li').length === 1",
    )
    .await;
    until(browser, "[...document.querySelectorAll('#worlds img')].every((image) => image.complete && image.naturalWidth > 0)").await;
    browser.picture(&pictures().join("library-tray.png")).await;
    no_complaints(browser, "the library").await;
    press(browser, ".tray-item.done a").await;
    until(browser, "location.pathname.startsWith('/worlds/') && document.querySelector('form.begin [type=submit]')").await;
    let name = evaluate(browser, "document.querySelector('h1').textContent").await;
    assert_eq!(name, cards::NAME);
    browser.picture(&pictures().join("world.png")).await;
}

async fn play(browser: &Browser) {
    press(browser, "form.begin [type=submit]").await;
    until(browser, "location.pathname.startsWith('/play/') && document.querySelector('#story[aria-busy=false]')").await;
    until(browser, "document.querySelector('#story').textContent.includes('The lamp at Saltmarsh is already lit')").await;
    let before = evaluate(browser, "document.querySelectorAll('#story > *').length").await;
    fill(browser, "#text", "look").await;
    press(browser, "#send").await;
    until(
        browser,
        &format!("document.querySelectorAll('#story > *').length > {before}"),
    )
    .await;
    until(browser, "document.querySelector('#stop').hidden && document.querySelector('#said').textContent.trim() !== ''").await;
    browser.picture(&pictures().join("play.png")).await;
    no_complaints(browser, "the story").await;

    let told = evaluate(browser, "document.querySelector('#story').innerText").await;
    browser.page.refresh().await.expect("the page again");
    until(browser, "document.querySelector('#story[aria-busy=false]')").await;
    let again = evaluate(browser, "document.querySelector('#story').innerText").await;
    let words = |text: &serde_json::Value| {
        text.as_str()
            .unwrap_or_default()
            .split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(words(&again), words(&told), "what was told is there again");
}

#[tokio::test]
async fn a_world_in_chinese_is_told_in_chinese_on_an_english_page() {
    let Some(browser) = browser().await else {
        return;
    };
    let app = App::start(EXE, Options::default()).await;
    for (edition, told) in [("zh", "zh"), ("en", "en")] {
        let world = sample(&app.owner, edition).await;
        browser
            .page
            .goto(&format!("{}/login", app.base()))
            .await
            .expect("a page to have cookies on");
        log_in(&browser, &app).await;
        browser
            .page
            .goto(&format!("{}/worlds/{world}?lang=en", app.base()))
            .await
            .expect("the world");
        until(&browser, "document.querySelector('form.begin')").await;
        press(&browser, "form.begin button[type=submit]").await;
        until(&browser, "location.pathname.startsWith('/play/')").await;
        let stories = app.owner.get("/api/sessions").await.expect(200).json();
        assert_eq!(stories["items"][0]["language"], told, "{stories:#}");
    }
    browser.close().await;
    app.close().await;
}

async fn fill(browser: &Browser, selector: &str, text: &str) {
    let field = browser
        .page
        .find(fantoccini::Locator::Css(selector))
        .await
        .unwrap_or_else(|error| panic!("{selector}: {error}"));
    field
        .send_keys(text)
        .await
        .unwrap_or_else(|error| panic!("{selector}: {error}"));
}

pub(crate) async fn press(browser: &Browser, selector: &str) {
    let button = browser
        .page
        .find(fantoccini::Locator::Css(selector))
        .await
        .unwrap_or_else(|error| panic!("{selector}: {error}"));
    button
        .click()
        .await
        .unwrap_or_else(|error| panic!("{selector}: {error}"));
}
