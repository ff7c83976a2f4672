//! The description of the world format: as data for editors, and as pages for people.

use std::collections::BTreeSet;

use serde_json::Value;
use talekeep_tests::Client;

use crate::app;

async fn page(client: &Client, path: &str) -> String {
    client.get(path).await.expect(200).text()
}

/// Every type in a type, itself included.
fn types(of: &Value) -> Vec<&Value> {
    let inner = of["types"]
        .as_array()
        .into_iter()
        .flatten()
        .chain(of.get("of"));
    let mut all: Vec<&Value> = inner.flat_map(types).collect();
    all.push(of);
    all
}

#[tokio::test]
async fn the_format_is_told_to_anybody_in_both_languages() {
    let app = app().await;
    let english = app
        .stranger()
        .get("/api/format?language=en")
        .await
        .expect(200);
    let again = app
        .stranger()
        .request(reqwest::Method::GET, "/api/format?language=en")
        .header("if-none-match", english.header("etag").expect("a tag"));
    talekeep_tests::client::send(again).await.expect(304);
    let english = english.json();
    let exit = &english["shapes"]["exit"]["members"];
    let state = exit
        .as_array()
        .and_then(|all| all.iter().find(|one| one["name"] == "state"));
    let state = state.expect("exit.state");
    assert_eq!(
        state["type"]["words"],
        serde_json::json!(["open", "locked", "blocked"])
    );
    assert_eq!(state["default"], "open");
    assert_eq!(state["label"], "State");

    let chinese = app
        .stranger()
        .get("/api/format?language=zh")
        .await
        .expect(200)
        .json();
    assert_eq!(chinese["shapes"]["exit"]["members"][5]["label"], "状态");
    let accepted = app
        .stranger()
        .request(reqwest::Method::GET, "/api/format")
        .header("accept-language", "zh-CN");
    let accepted = talekeep_tests::client::send(accepted)
        .await
        .expect(200)
        .json();
    assert_eq!(accepted, chinese);

    // Whatever a type leads to is there.
    let shapes = english["shapes"].as_object().expect("shapes");
    for (name, shape) in shapes {
        for member in shape["members"].as_array().expect("members") {
            for one in types(&member["type"]) {
                let tagged = one["shapes"]
                    .as_object()
                    .into_iter()
                    .flat_map(|all| all.values());
                for to in tagged.chain(one.get("shape")) {
                    let to = to.as_str().expect("a name");
                    assert!(shapes.contains_key(to), "{name} leads to {to}");
                }
                assert!(one["kind"].is_string(), "{name}: {one}");
            }
        }
    }
    app.close().await;
}

#[tokio::test]
async fn the_reference_explains_every_document_to_anybody() {
    let app = app().await;
    let stranger = app.stranger();
    let format = stranger
        .get("/api/format?language=en")
        .await
        .expect(200)
        .json();
    for language in ["en", "zh"] {
        let overview = page(&stranger, &format!("/help/world-format?lang={language}")).await;
        assert!(overview.contains("id=\"unknown_reference\""), "{language}");
        let mut explained = BTreeSet::new();
        for document in format["documents"].as_array().expect("documents") {
            let name = document["name"].as_str().expect("a name");
            let path = format!("/help/world-format/{name}");
            assert!(overview.contains(&format!("href=\"{path}\"")), "{path}");
            let html = page(&stranger, &format!("{path}?lang={language}")).await;
            crate::pages::check_markup(&path, &html.replace("https://example.org/", ""));
            explained.extend(
                html.split("id=\"")
                    .skip(1)
                    .filter_map(|rest| Some(rest.split('"').next()?.to_owned())),
            );
        }
        for (shape, told) in format["shapes"].as_object().expect("shapes") {
            for member in told["members"].as_array().expect("members") {
                let anchor = format!("{shape}.{}", member["name"].as_str().expect("a name"));
                assert!(explained.contains(&anchor), "{anchor} in {language}");
            }
        }
    }
    stranger.get("/help/world-format/nothing").await.expect(404);
    app.close().await;
}

/// The editor links to a member of the very page of its document.
#[tokio::test]
async fn a_page_has_an_anchor_for_every_member_of_its_document() {
    let app = app().await;
    let stranger = app.stranger();
    for (document, anchor) in [
        ("location", "exit.state"),
        ("character", "intent.deadline"),
        ("character", "routine_window.from"),
        ("triggers", "condition_not.condition"),
        ("triggers", "item_change.container_state"),
        ("avatar", "speech.examples"),
        ("manifest", "media.file"),
    ] {
        let html = page(&stranger, &format!("/help/world-format/{document}")).await;
        assert!(
            html.contains(&format!("id=\"{anchor}\"")),
            "{document}#{anchor}"
        );
    }
    app.close().await;
}
