//! Background work as its owner sees it: listed, parked with a reason after three crashes, tried again.

use std::time::Duration;

use serde_json::json;
use talekeep_tests::steps::{import, items, text, wait_for_phase};
use talekeep_tests::{cards, settings};

use crate::app;

#[tokio::test]
async fn jobs_are_listed_with_what_became_of_them() {
    let app = app().await;
    let accepted = import(&app.owner, "mira.json", cards::json_file(&cards::v2())).await;
    wait_for_phase(&app.owner, &text(&accepted, "id"), "done").await;
    app.idle().await;
    let jobs = items(&app.owner.get("/api/jobs").await.expect(200).json());
    let job = jobs
        .iter()
        .find(|job| job["id"] == accepted["job"])
        .expect("the import's job");
    assert_eq!(
        (job["kind"].as_str(), job["state"].as_str()),
        (Some("import"), Some("done")),
        "{job:#}"
    );
    assert_eq!(job["subject"], accepted["id"]);
    let one = app
        .owner
        .get(&format!("/api/jobs/{}", text(job, "id")))
        .await
        .expect(200)
        .json();
    assert_eq!(&one, job);
    for member in one.as_object().expect("an object").keys() {
        assert!(
            member != "args" && !member.contains('_'),
            "{member} is nobody's business"
        );
    }
    for action in ["retry", "cancel"] {
        app.owner
            .post(
                &format!("/api/jobs/{}/{action}", text(job, "id")),
                &json!({}),
            )
            .await
            .problem(409);
    }
    app.close().await;
}

#[tokio::test]
async fn s10_three_crashes_park_a_job_and_its_owner_can_try_again() {
    let mut app = app().await;
    let poison = [settings::fail_at("import.build.after-build", 1)];
    app.kill();
    app.launch(&poison).await;
    let accepted = import(&app.owner, "mira.json", cards::json_file(&cards::v2())).await;
    for crash in 1..=3 {
        assert!(
            app.died(Duration::from_secs(20)).await,
            "crash {crash} did not come\n{}",
            app.logs()
        );
        app.kill();
        app.launch(&poison).await;
    }
    let path = format!("/api/jobs/{}", text(&accepted, "job"));
    let mut job = app.owner.get(&path).await.expect(200).json();
    for _ in 0..200 {
        if job["state"] == "parked" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        job = app.owner.get(&path).await.expect(200).json();
    }
    assert_eq!(
        (job["state"].as_str(), job["crashes"].as_i64()),
        (Some("parked"), Some(3)),
        "{job:#}"
    );
    assert!(!text(&job, "reason").is_empty(), "a parked job says why");
    app.kill();
    app.launch(&[]).await;
    let answer = app.owner.post(&format!("{path}/retry"), &json!({})).await;
    assert!(matches!(answer.status, 200 | 202), "{answer:?}");
    wait_for_phase(&app.owner, &text(&accepted, "id"), "done").await;
    app.close().await;
}

#[tokio::test]
async fn s8_one_busy_user_does_not_hold_up_another() {
    let mut app = app().await;
    let other = app.user("bea").await;
    let mut many = Vec::new();
    for number in 0..20 {
        many.push(text(
            &import(
                &app.owner,
                &format!("{number}.png"),
                cards::png_file(&cards::v2()),
            )
            .await,
            "id",
        ));
    }
    let late = text(
        &import(&other, "late.png", cards::png_file(&cards::v2())).await,
        "id",
    );
    wait_for_phase(&other, &late, "done").await;
    let unfinished = items(
        &app.owner
            .get("/api/imports?limit=50")
            .await
            .expect(200)
            .json(),
    );
    let unfinished = unfinished
        .iter()
        .filter(|import| import["phase"] != "done")
        .count();
    for id in &many {
        wait_for_phase(&app.owner, id, "done").await;
    }
    assert!(
        unfinished > 0,
        "the one late import went past some of the twenty that were there first"
    );
    app.close().await;
}
