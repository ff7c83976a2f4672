//! A library of 20,000 worlds, page by page, and 200 users who look at their things all the time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use talekeep_tests::{App, Client, Options};

use crate::{Figure, Plan, figure, imports, spread};

const WORLDS: usize = 20_000;
const USERS: usize = 200;

pub(crate) async fn figures(plan: &Plan) -> Vec<Figure> {
    let mut all = library(plan, true).await;
    if talekeep_tests::backends::Backends::from_environment().scaled() {
        all.extend(library(plan, false).await);
    }
    all.push(polling(plan).await);
    all
}

async fn library(plan: &Plan, embedded: bool) -> Vec<Figure> {
    let mut app = plan
        .app(Options {
            embedded,
            ..Options::default()
        })
        .await;
    imports::one(&app).await;
    app.idle().await;
    app.kill();
    app.sql(&seed(embedded)).await;
    app.launch_without_worker().await;
    let place = if embedded { "SQLite" } else { "Postgres" };
    let mut figures = Vec::new();
    for (what, first) in [
        ("first page", "/api/worlds?limit=50"),
        ("by name", "/api/worlds?limit=50&sort=name"),
        ("one tag", "/api/worlds?limit=50&tag=often"),
        (
            "a search that finds many",
            "/api/worlds?limit=50&query=lighthouse",
        ),
        (
            "a search that finds one",
            "/api/worlds?limit=50&query=world%2019999",
        ),
        (
            "a search that finds none",
            "/api/worlds?limit=50&query=zzzz",
        ),
    ] {
        let mut times = Vec::new();
        for _ in 0..plan.rounds(40) {
            times.push(timed(&app.owner, first).await.0);
        }
        figures.push(figure(
            format!("20,000 worlds on {place}: {what}"),
            spread(times),
            "< 50 ms",
        ));
    }
    figures.push(figure(
        format!("20,000 worlds on {place}: a page deep inside"),
        deep(&app, plan).await,
        "< 50 ms",
    ));
    app.close().await;
    figures
}

/// Walks some hundred pages by `after`; every one costs the same.
async fn deep(app: &App, plan: &Plan) -> String {
    let mut path = "/api/worlds?limit=50&sort=name".to_owned();
    let mut times = Vec::new();
    for _ in 0..plan.rounds(200) {
        let (time, page) = timed(&app.owner, &path).await;
        times.push(time);
        let Some(next) = page["next"].as_str() else {
            break;
        };
        path = format!("/api/worlds?limit=50&sort=name&after={next}");
    }
    spread(times)
}

async fn timed(client: &Client, path: &str) -> (Duration, Value) {
    let from = Instant::now();
    let answer = client.get(path).await.expect(200);
    (from.elapsed(), answer.json())
}

/// Copies of the one world that is there, each under a name of its own; the database then looks at its tables, as it does by
/// itself where rows come in over days.
fn seed(sqlite: bool) -> String {
    let (numbers, id, time, from) = if sqlite {
        (
            format!(
                "WITH RECURSIVE seq(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM seq WHERE n < {WORLDS})"
            ),
            "randomblob(16)",
            "strftime('%Y-%m-%dT%H:%M:%S', '2020-01-01', '+' || n || ' minutes') || '+00:00'",
            "worlds w, seq",
        )
    } else {
        (
            format!("WITH seq(n) AS (SELECT generate_series(1, {WORLDS}))"),
            "gen_random_uuid()",
            "timestamptz '2020-01-01' + n * interval '1 minute'",
            "worlds w, seq",
        )
    };
    let columns = "id, workspace, world_id, folder, name, name_fold, description, tags, cover, search, revision, digest, \
                   listed, problems, projected, created_at, updated_at";
    format!(
        "{numbers} INSERT INTO worlds ({columns}) SELECT {id}, w.workspace, 'seed-' || n, 'seed-' || n, 'World ' || n, \
         'world ' || n, w.description, w.tags, NULL, 'world ' || n || ' by the lighthouse', w.revision, w.digest, w.listed, \
         w.problems, w.digest, {time}, {time} FROM {from};
         INSERT INTO world_tags (world, workspace, tag_fold, tag) SELECT id, workspace, 'often', 'often' FROM worlds;
         ANALYZE;"
    )
}

/// Each user asks for jobs, imports and worlds in turn, once a second, as open pages do without events.
async fn polling(plan: &Plan) -> Figure {
    let app = plan
        .app(Options {
            embedded: true,
            ..Options::default()
        })
        .await;
    imports::one(&app).await;
    let seconds = if plan.quick { 5 } else { 20 };
    let (failed, limited) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let mut tasks = Vec::new();
    for user in 0..USERS {
        let (client, failed, limited) = (app.owner.clone(), failed.clone(), limited.clone());
        tasks.push(tokio::spawn(async move {
            let mut times = Vec::new();
            tokio::time::sleep(Duration::from_millis(user as u64 * 5)).await;
            for round in 0..seconds {
                let path = ["/api/jobs", "/api/imports", "/api/worlds"][(user + round) % 3];
                let from = Instant::now();
                let answer = client.get(path).await;
                times.push(from.elapsed());
                match answer.status {
                    200 => {}
                    429 => drop(limited.fetch_add(1, Ordering::Relaxed)),
                    _ => drop(failed.fetch_add(1, Ordering::Relaxed)),
                }
                tokio::time::sleep(Duration::from_secs(1).saturating_sub(from.elapsed())).await;
            }
            times
        }));
    }
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.expect("a task that ends"));
    }
    app.close().await;
    let (failed, limited) = (
        failed.load(Ordering::Relaxed),
        limited.load(Ordering::Relaxed),
    );
    let measured = format!("{}; {failed} failures, {limited} refused", spread(times));
    figure("200 users polling once a second", measured, "no 5xx")
}
