//! The command line against a running house: accounts, cards, and the exit status that scripts read.

use serde_json::{Value, json};
use talekeep_tests::app::PASSWORD;
use talekeep_tests::cards;

use crate::app;

#[tokio::test]
async fn accounts_are_made_and_changed_from_the_command_line() {
    let mut app = app().await;
    let bea = app.user("bea").await;
    let me = bea.get("/api/me").await.expect(200).json();
    assert_eq!(me["role"], "member");
    assert_eq!(
        app.run_with_input(&["user", "add", "bea"], &format!("{PASSWORD}\n"))
            .status
            .code(),
        Some(2),
        "the name is taken"
    );
    assert_eq!(
        app.run_with_input(&["user", "add", "cleo"], "short\n")
            .status
            .code(),
        Some(2),
        "S1: too short"
    );
    assert!(app.run(&["user", "role", "bea", "admin"]).status.success());
    assert_eq!(bea.get("/api/me").await.expect(200).json()["role"], "admin");

    let fresh = "another long enough sentence";
    assert!(
        app.run_with_input(&["user", "passwd", "bea"], &format!("{fresh}\n"))
            .status
            .success()
    );
    bea.get("/api/me").await.problem(401);
    let body = |password: &str| json!({ "name": "bea", "password": password });
    app.stranger()
        .post("/api/login", &body(PASSWORD))
        .await
        .problem(401);
    app.stranger()
        .post("/api/login", &body(fresh))
        .await
        .expect(200);
    app.owner.get("/api/me").await.expect(200);
    app.forget("bea");
    app.close().await;
}

#[tokio::test]
async fn a_card_is_told_without_being_imported() {
    let app = app().await;
    let file = |name: &str, bytes: Vec<u8>| {
        let path = app.folder().join(name);
        std::fs::write(&path, bytes).expect("a file");
        path.display().to_string()
    };
    let card = file("mira.png", cards::png_file(&cards::v3()));
    let done = app.run(&["card", &card, "--format", "json"]);
    let told: Value = serde_json::from_slice(&done.stdout).expect("one JSON object");
    assert_eq!(done.status.code(), Some(0), "{told:#}");
    assert!(told.to_string().contains(cards::NAME), "{told:#}");
    let text = app.run(&["card", &card]);
    assert!(String::from_utf8_lossy(&text.stdout).contains(cards::NAME));

    let nothing = file("nothing.json", b"[1, 2]".to_vec());
    let refused = app.run(&["card", &nothing, "--format", "json"]);
    assert_eq!(refused.status.code(), Some(1));
    serde_json::from_slice::<Value>(&refused.stdout).expect("a refusal is JSON too");
    assert_eq!(app.run(&["card", "no-such-file"]).status.code(), Some(2));
    app.close().await;
}

#[tokio::test]
async fn mistakes_on_the_command_line_end_with_two_and_a_sentence() {
    let app = app().await;
    for mistake in [
        &["fly"][..],
        &["serve", "--no-such"],
        &["--config", "no-such.toml", "config"],
        &["user", "role", "owner", "king"],
    ] {
        let done = app.run(mistake);
        assert_eq!(done.status.code(), Some(2), "{mistake:?}");
        assert!(
            !done.stderr.is_empty() && done.stdout.is_empty(),
            "{mistake:?} says it on standard error"
        );
    }
    app.close().await;
}
