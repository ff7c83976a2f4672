//! The pages: every one answers in English and Chinese, under the strict policy and without a line of inline script or style.

use talekeep_tests::steps::{session, text, world};
use talekeep_tests::{App, Client, cards};

use crate::app;

async fn all(app: &App) -> Vec<String> {
    let made = world(&app.owner, "mira.png", cards::png_file(&cards::v2())).await;
    let import = app.owner.get("/api/imports").await.expect(200).json();
    let started = session(&app.owner, &text(&made, "id")).await;
    let mut pages: Vec<String> = ["/", "/library", "/jobs", "/trash", "/account"]
        .map(str::to_owned)
        .to_vec();
    pages.push(format!("/worlds/{}", text(&made, "id")));
    pages.push(format!("/imports/{}", text(&import["items"][0], "id")));
    pages.push(format!("/play/{}", text(&started, "id")));
    pages
}

async fn html(client: &Client, page: &str, language: &str) -> String {
    let request = client
        .request(reqwest::Method::GET, page)
        .header("accept-language", language);
    let answer = talekeep_tests::client::send(request).await.expect(200);
    assert!(
        answer
            .header("content-type")
            .is_some_and(|kind| kind.starts_with("text/html")),
        "{page}"
    );
    answer.text()
}

/// No inline script, style or handler, and nothing from elsewhere: the policy would block it in a browser.
pub(crate) fn check_markup(page: &str, html: &str) {
    let lower = html.to_lowercase();
    assert!(
        lower.starts_with("<!doctype html>"),
        "{page}: {}",
        &html[..html.len().min(80)]
    );
    for inline in [
        " style=\"",
        "<style",
        " onclick=",
        " onload=",
        " onsubmit=",
        "javascript:",
        "http://",
        "https://",
    ] {
        let place = lower
            .find(inline)
            .map(|at| &html[at..(at + 100).min(html.len())]);
        assert!(
            place.is_none() || page_may(inline, place),
            "{page} holds {inline}: {place:?}"
        );
    }
    for script in lower.split("<script").skip(1) {
        let (tag, rest) = script.split_once('>').unwrap_or((script, ""));
        let data = tag.contains("type=\"application/json\"");
        assert!(
            data || tag.contains("src=\"/assets/"),
            "{page}: <script{tag}>"
        );
        assert!(
            data || rest.starts_with("</script"),
            "{page}: an inline script: {}",
            &rest[..rest.len().min(80)]
        );
    }
    assert!(
        lower.contains("<meta name=\"viewport\""),
        "{page} has a viewport"
    );
    assert!(lower.contains("<title>"), "{page} has a title");
}

/// Names of XML spaces are addresses that nobody fetches.
fn page_may(inline: &str, place: Option<&str>) -> bool {
    inline.starts_with("http") && place.is_some_and(|text| text.starts_with("http://www.w3.org/"))
}

#[tokio::test]
async fn every_page_answers_in_both_languages() {
    let app = app().await;
    for page in all(&app).await {
        let english = html(&app.owner, &page, "en").await;
        let chinese = html(&app.owner, &page, "zh-CN,zh;q=0.9,en;q=0.5").await;
        check_markup(&page, &english);
        check_markup(&page, &chinese);
        assert!(english.contains("lang=\"en\""), "{page}");
        assert!(chinese.contains("lang=\"zh"), "{page}");
        assert!(
            chinese
                .chars()
                .any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter)),
            "{page} has no Chinese"
        );
        assert_ne!(english, chinese, "{page}");
    }
    check_markup("/login", &html(&app.stranger(), "/login", "en").await);
    app.close().await;
}

#[tokio::test]
async fn strangers_are_sent_to_the_login_and_come_back() {
    let app = app().await;
    for page in [
        "/",
        "/library",
        "/jobs",
        "/trash",
        "/account",
        "/worlds/x",
        "/play/x",
    ] {
        let answer = app.stranger().get(page).await.expect(303);
        let place = answer.header("location").expect("a place").to_owned();
        assert!(place.starts_with("/login"), "{page} leads to {place}");
    }
    let evil = app
        .owner
        .get("/login?next=https://evil.example/")
        .await
        .expect(303);
    assert_eq!(evil.header("location"), Some("/"));
    app.close().await;
}

#[tokio::test]
async fn an_empty_house_leads_to_the_setup() {
    let mut app = crate::app_with(talekeep_tests::Options {
        empty: true,
        ..Default::default()
    })
    .await;
    assert_eq!(
        app.stranger().get("/").await.expect(303).header("location"),
        Some("/setup")
    );
    check_markup("/setup", &html(&app.stranger(), "/setup", "en").await);
    app.set_up("Ada").await;
    assert_eq!(
        app.stranger()
            .get("/setup")
            .await
            .expect(303)
            .header("location"),
        Some("/")
    );
    app.close().await;
}

#[tokio::test]
async fn pages_load_only_what_is_there() {
    let app = app().await;
    for page in all(&app).await {
        let html = html(&app.owner, &page, "en").await;
        for asset in html
            .split('"')
            .filter(|text| text.starts_with("/assets/") && text.contains('.'))
        {
            let answer = app.stranger().get(asset).await.expect(200);
            let kind = answer.header("content-type").unwrap_or_default().to_owned();
            let wanted = match asset
                .split('?')
                .next()
                .and_then(|path| path.rsplit('.').next())
            {
                Some("js") => "text/javascript",
                Some("css") => "text/css",
                Some("svg") => "image/svg+xml",
                _ => "",
            };
            assert!(kind.starts_with(wanted), "{asset} is {kind}");
            for import in imports_of(asset, &answer.text()) {
                app.stranger().get(&import).await.expect(200);
            }
        }
    }
    for odd in [
        "/assets/../Cargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets//etc/passwd",
        "/assets/nothing.js",
    ] {
        assert_eq!(app.stranger().get(odd).await.status, 404, "{odd}");
    }
    app.close().await;
}

/// The modules that a script imports, as addresses on this server.
fn imports_of(asset: &str, source: &str) -> Vec<String> {
    let path = asset.split('?').next().unwrap_or(asset);
    if !path.ends_with(".js") {
        return Vec::new();
    }
    let folder: Vec<&str> = path.split('/').collect();
    let statements = source
        .lines()
        .filter(|line| line.contains(" from ") || line.trim_start().starts_with("import "));
    let quoted = statements.filter_map(|line| {
        line.rsplit_once(" from ")
            .map_or(line.split_once("import "), Some)
    });
    let names = quoted.filter_map(|(_, rest)| {
        rest.trim()
            .trim_end_matches(';')
            .trim_matches(['"', '\''])
            .split('"')
            .next()
    });
    names
        .filter(|name| name.starts_with('.') || name.starts_with('/'))
        .map(|name| {
            if name.starts_with('/') {
                name.to_owned()
            } else {
                join(&folder[..folder.len() - 1], name)
            }
        })
        .collect()
}

fn join(folder: &[&str], relative: &str) -> String {
    let mut parts: Vec<&str> = folder.to_vec();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    parts.join("/")
}

#[tokio::test]
async fn the_sample_is_offered_in_the_language_of_the_page_with_the_other_beside_it() {
    let app = app().await;
    for (language, offered, other) in [
        (
            "en",
            "Play a small sample world",
            "The sample world in Chinese",
        ),
        ("zh", "试玩一个小世界", "玩英文版"),
    ] {
        let page = html(&app.owner, "/library", language).await;
        let door = page.find("id=\"door-sample\"").expect("the door");
        let beside = page.find("id=\"sample-other\"").expect("the other edition");
        assert!(page[door..].contains(offered), "{language}");
        assert!(page[beside..].contains(other), "{language}");
    }
    app.close().await;
}
