//! What a crash leaves of an import: kill -9 between every two writes of an import, of a worker in the middle, a flushed Redis, two workers at
//! once. In each case the end is byte for byte that of an undisturbed run, once, and nothing is in the library before it (S10, R-062).

use std::collections::BTreeMap;
use std::time::Duration;

use talekeep_tests::steps::{self, import, items, text, wait_for_phase};
use talekeep_tests::{App, Client, Options, cards, export, settings};
use tokio::sync::OnceCell;

use crate::fail_points::{BEGIN, BUILD, FINISH, PROJECT};
use crate::{app, app_with};

type Files = BTreeMap<String, Vec<u8>>;

fn card() -> Vec<u8> {
    cards::png_file(&cards::v3())
}

/// The files of a world that nothing disturbed; made once for the whole run.
pub(crate) async fn undisturbed() -> &'static Files {
    static FILES: OnceCell<Files> = OnceCell::const_new();
    FILES
        .get_or_init(|| async {
            let app = app().await;
            let made = steps::world(&app.owner, "mira.png", card()).await;
            let files = exported(&app.owner, &text(&made, "id")).await;
            app.close().await;
            files
        })
        .await
}

async fn exported(client: &Client, world: &str) -> Files {
    let zip = client
        .get(&format!("/api/worlds/{world}/export"))
        .await
        .expect(200);
    export::comparable(&zip.body)
}

/// Where the folder keys are files, they say the same as the export.
pub(crate) async fn folder_is_true(app: &App, world: &str) {
    let view = app
        .owner
        .get(&format!("/api/worlds/{world}"))
        .await
        .expect(200)
        .json();
    let Some(folder) = app.world_folder(&text(&view, "folder")) else {
        return;
    };
    let zip = app
        .owner
        .get(&format!("/api/worlds/{world}/export"))
        .await
        .expect(200);
    let exported: Files = export::files(&zip.body)
        .into_iter()
        .map(|(name, bytes)| {
            (
                name.split_once('/')
                    .map_or(name.clone(), |(_, rest)| rest.to_owned()),
                bytes,
            )
        })
        .collect();
    let difference = export::difference(&exported, &export::folder(&folder));
    assert!(difference.is_empty(), "{}", difference.join("\n"));
}

async fn worlds(app: &App) -> usize {
    items(
        &app.owner
            .get("/api/worlds?limit=50")
            .await
            .expect(200)
            .json(),
    )
    .len()
}

async fn imports(app: &App) -> Vec<serde_json::Value> {
    items(
        &app.owner
            .get("/api/imports?limit=50")
            .await
            .expect(200)
            .json(),
    )
}

/// Kills the process at a fail point during an import, looks at what is there, starts again and waits for the end.
async fn killed_at(point: &str, nth: u32) {
    let at = format!("{point}:{nth}");
    let mut app = app().await;
    app.kill();
    app.launch(&[settings::fail_at(point, nth)]).await;
    let request = app.owner.request(reqwest::Method::POST, "/api/imports");
    let form = reqwest::multipart::Form::new().text("review", "skip").part(
        "file",
        reqwest::multipart::Part::bytes(card()).file_name("mira.png"),
    );
    let accepted = talekeep_tests::client::try_send(request.multipart(form))
        .await
        .is_ok_and(|answer| answer.status == 202);
    assert!(
        app.died(Duration::from_secs(20)).await,
        "{at} was not passed\n{}",
        app.logs()
    );
    app.kill();

    // The API alone shows what the crash left; nobody goes on with it meanwhile.
    app.launch_without_worker().await;
    let left = imports(&app).await;
    assert!(left.len() <= 1, "{at}: {left:#?}");
    assert!(
        !accepted || left.len() == 1,
        "{at}: 202 was said and the import is gone"
    );
    let done = left
        .iter()
        .filter(|import| import["phase"] == "done")
        .count();
    assert_eq!(
        worlds(&app).await,
        done,
        "{at}: nothing is in the library before finish: {left:#?}"
    );
    app.kill();

    app.launch(&[]).await;
    let id = match left.first() {
        Some(import) => text(import, "id"),
        None => text(&import(&app.owner, "mira.png", card()).await, "id"),
    };
    let done = wait_for_phase(&app.owner, &id, "done").await;
    app.idle().await;
    assert_eq!(worlds(&app).await, 1, "{at}: once and only once");
    let world = text(&done, "worldId");
    let files = exported(&app.owner, &world).await;
    let difference = export::difference(undisturbed().await, &files);
    assert!(difference.is_empty(), "{at}: {}", difference.join("\n"));
    folder_is_true(&app, &world).await;
    let source = app
        .owner
        .get(&format!("/api/imports/{id}/source"))
        .await
        .expect(200);
    assert_eq!(source.body, card(), "{at}");
    app.close().await;
}

#[tokio::test]
async fn r062_killed_from_the_request_to_the_survey() {
    for (point, nth) in BEGIN {
        killed_at(point, *nth).await;
    }
}

#[tokio::test]
async fn r062_killed_while_building() {
    for (point, nth) in BUILD {
        killed_at(point, *nth).await;
    }
}

#[tokio::test]
async fn r062_killed_while_finishing() {
    for (point, nth) in FINISH {
        killed_at(point, *nth).await;
    }
}

#[tokio::test]
async fn r062_killed_before_the_folder_is_written() {
    for (point, nth) in PROJECT {
        killed_at(point, *nth).await;
    }
}

#[tokio::test]
async fn r062_killed_at_any_moment() {
    let mut app = app().await;
    let mut ids = Vec::new();
    for number in 0..3 {
        ids.push(text(
            &import(&app.owner, &format!("{number}.png"), card()).await,
            "id",
        ));
    }
    for pause in [5, 40, 120, 300] {
        tokio::time::sleep(Duration::from_millis(pause)).await;
        app.kill();
        app.launch(&[]).await;
    }
    for id in &ids {
        let done = wait_for_phase(&app.owner, id, "done").await;
        let difference = export::difference(
            undisturbed().await,
            &exported(&app.owner, &text(&done, "worldId")).await,
        );
        assert!(difference.is_empty(), "{}", difference.join("\n"));
    }
    assert_eq!(worlds(&app).await, ids.len());
    app.close().await;
}

#[tokio::test]
async fn an_emptied_redis_is_only_a_delay() {
    let mut app = app().await;
    if !app.backends().has_redis() {
        // Embedded the bell is a variable of the process; there is nothing to empty.
        app.close().await;
        return;
    }
    app.kill_role("worker");
    let mut ids = Vec::new();
    for number in 0..4 {
        ids.push(text(
            &import(&app.owner, &format!("{number}.png"), card()).await,
            "id",
        ));
    }
    let emptied = app.backends().flush_queue().await;
    assert!(emptied > 0, "there was a bell to lose");
    app.spawn(&["worker"], &[]);
    for _ in 0..8 {
        app.backends().flush_queue().await;
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    for id in &ids {
        wait_for_phase(&app.owner, id, "done").await;
    }
    assert_eq!(worlds(&app).await, ids.len());
    app.close().await;
}

#[tokio::test]
async fn two_workers_do_each_job_once() {
    let app = app_with(Options {
        workers: Some(2),
        ..Options::default()
    })
    .await;
    let mut ids = Vec::new();
    for number in 0..6 {
        ids.push(text(
            &import(&app.owner, &format!("{number}.png"), card()).await,
            "id",
        ));
    }
    for id in &ids {
        wait_for_phase(&app.owner, id, "done").await;
    }
    app.idle().await;
    assert_eq!(worlds(&app).await, ids.len());
    for job in items(&app.owner.get("/api/jobs?limit=50").await.expect(200).json()) {
        assert_eq!(
            (
                job["state"].as_str(),
                job["attempt"].as_i64(),
                job["crashes"].as_i64()
            ),
            (Some("done"), Some(1), Some(0)),
            "{job:#}"
        );
    }
    app.close().await;
}
