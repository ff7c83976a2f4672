//! How fast a card is accepted, what a 500 kB PNG costs, and how many imports a second one and two workers do on each backend.

use std::time::{Duration, Instant};

use talekeep_tests::backends::Backends;
use talekeep_tests::steps::{self, items, text};
use talekeep_tests::{App, Client, Options, cards};

use crate::{Figure, Plan, figure, short, spread};

/// More than one, since two imports of one workspace run at once at most.
const PEOPLE: usize = 8;

pub(crate) async fn figures(plan: &Plan) -> Vec<Figure> {
    let mut all = alone(plan).await;
    for workers in [1, 2] {
        all.push(throughput(plan, workers, true).await);
    }
    if Backends::from_environment().scaled() {
        for workers in [1, 2] {
            all.push(throughput(plan, workers, false).await);
        }
    } else {
        let how = "not asked for: set TALEKEEP_TEST_DATABASE, _QUEUE and _OBJECTS";
        all.push(figure(format!("imports/s on {}", scaled_out()), how, ""));
    }
    all
}

async fn alone(plan: &Plan) -> Vec<Figure> {
    let card = cards::large_png_file(&cards::v3());
    let mut app = plan
        .app(Options {
            embedded: true,
            ..Options::default()
        })
        .await;
    app.kill();
    app.launch_without_worker().await;
    let rounds = plan.rounds(40);
    let mut accepted = Vec::new();
    for number in 0..rounds {
        let from = Instant::now();
        steps::import(&app.owner, &format!("{number}.png"), card.clone()).await;
        accepted.push(from.elapsed());
    }
    // A worker of its own does the rest, so that all its processor time is imports.
    app.spawn(&["worker"], &[]);
    all_done(&app.owner, rounds).await;
    let used = app.processes()[1].cpu().unwrap_or_default();
    let answer = vec![
        figure(
            format!("202 for a {} kB PNG", card.len() / 1000),
            spread(accepted),
            "< 20 ms",
        ),
        figure(
            "processor time of one import, worker's start included",
            short(used / rounds as u32),
            "< 150 ms",
        ),
    ];
    app.close().await;
    answer
}

async fn throughput(plan: &Plan, workers: usize, embedded: bool) -> Figure {
    let card = cards::large_png_file(&cards::v3());
    let mut app = plan
        .app(Options {
            embedded,
            ..Options::default()
        })
        .await;
    let mut people = vec![app.owner.clone()];
    for number in 1..PEOPLE {
        people.push(app.user(&format!("reader{number}")).await);
    }
    app.kill();
    app.launch_without_worker().await;
    let each = plan.rounds(12);
    for person in &people {
        for number in 0..each {
            steps::import(person, &format!("{number}.png"), card.clone()).await;
        }
    }
    let from = Instant::now();
    for _ in 0..workers {
        app.spawn(&["worker"], &[]);
    }
    for person in &people {
        all_done(person, each).await;
    }
    let rate = (each * PEOPLE) as f64 / from.elapsed().as_secs_f64();
    app.close().await;
    let place = if embedded {
        "SQLite and a folder"
    } else {
        scaled_out()
    };
    figure(
        format!("imports/s on {place}, {workers} worker process(es)"),
        format!("{rate:.1}"),
        "",
    )
}

/// The test S3 is slower than the product; without `TALEKEEP_TEST_OBJECTS` the processes share a folder.
fn scaled_out() -> &'static str {
    match std::env::var("TALEKEEP_TEST_OBJECTS") {
        Ok(url) if !url.is_empty() => "Postgres, Redis and the test S3",
        _ => "Postgres, Redis and a folder",
    }
}

async fn all_done(person: &Client, wanted: usize) {
    let until = Instant::now() + Duration::from_secs(300);
    loop {
        let page = person
            .get("/api/imports?limit=100")
            .await
            .expect(200)
            .json();
        let done = items(&page)
            .iter()
            .filter(|import| text(import, "phase") == "done")
            .count();
        if done >= wanted {
            return;
        }
        assert!(
            Instant::now() < until,
            "{done} of {wanted} imports are done"
        );
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

/// Another bench needs a world to look at or play.
pub(crate) async fn one(app: &App) -> String {
    text(
        &steps::world(&app.owner, "mira.png", cards::png_file(&cards::v3())).await,
        "id",
    )
}
