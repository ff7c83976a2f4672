//! Figures, not verdicts: a library of 20,000 worlds and a backlog of 9,001 jobs. Only when `TALEKEEP_FIGURES` asks for it,
//! `cargo test -p talekeep-store --release --test store figures -- --nocapture`.

use std::fmt::Write;
use std::time::{Duration, Instant};

use talekeep_store::{NewJob, Queue, Sort, WorldQuery};
use uuid::Uuid;

use crate::lab::{Lab, new_world};

fn wanted() -> bool {
    let wanted = std::env::var_os("TALEKEEP_FIGURES").is_some();
    if !wanted {
        eprintln!("skipped: TALEKEEP_FIGURES is not set");
    }
    wanted
}

#[tokio::test]
async fn a_library_of_20_000_worlds() {
    if !wanted() {
        return;
    }
    let lab = Lab::new().await;
    let (mine, other) = (lab.workspace("mira").await, lab.workspace("other").await);
    mine.worlds().create(new_world("Hill")).await.unwrap();
    let blob = |id: Uuid| match lab.settings.database.starts_with("postgres") {
        true => format!("'{id}'"),
        false => format!("X'{}'", id.simple()),
    };
    for chunk in 0..100 {
        let (mut worlds, mut tags) = (String::new(), String::new());
        for row in 0..200 {
            let number = chunk * 200 + row;
            let (id, workspace) = (
                blob(Uuid::now_v7()),
                if number % 20 == 0 { &other } else { &mine },
            );
            let workspace = blob(workspace.id());
            let name = format!("World {:05}", number * 7919 % 20_000);
            let at = format!(
                "2026-01-{:02}T{:02}:{:02}:{:02}.123456+00:00",
                number % 28 + 1,
                number % 24,
                number % 60,
                number % 59
            );
            let text = format!(
                "{}\n{} a hill where {number} people live and nobody knows why",
                name.to_lowercase(),
                "words ".repeat(40)
            );
            let comma = if row == 0 { "" } else { "," };
            write!(
                worlds,
                "{comma}({id},{workspace},'w{number}','f','{name}','{}','{text}','[]','{text}',1,'d',TRUE,0,'d','{at}','{at}')",
                name.to_lowercase()
            )
            .unwrap();
            write!(
                tags,
                "{comma}({id},{workspace},'common','common'),({id},{workspace},'t{0}','t{0}')",
                number % 500
            )
            .unwrap();
        }
        lab.execute(&format!(
            "INSERT INTO worlds (id, workspace, world_id, folder, name, name_fold, description, tags, search, revision, digest, \
             listed, problems, projected, created_at, updated_at) VALUES {worlds}"
        ))
        .await;
        lab.execute(&format!(
            "INSERT INTO world_tags (world, workspace, tag_fold, tag) VALUES {tags}"
        ))
        .await;
    }
    lab.execute("ANALYZE").await;
    for sort in [Sort::Recent, Sort::Name, Sort::Created] {
        let query = |query: Option<&str>, tag: Option<&str>| WorldQuery {
            query: query.map(str::to_owned),
            tag: tag.map(str::to_owned),
            sort,
            limit: 50,
            after: None,
        };
        let cases = [
            ("plain", query(None, None)),
            ("common tag", query(None, Some("common"))),
            ("rare tag", query(None, Some("t77"))),
            ("common text", query(Some("hill"), None)),
            ("rare text", query(Some("19999"), None)),
            ("no such text", query(Some("xyzzy"), None)),
            ("rare tag and text", query(Some("hill"), Some("t77"))),
        ];
        for (name, mut query) in cases {
            let (mut first, mut deep, mut pages) = (Duration::MAX, Duration::ZERO, 0);
            for _ in 0..3 {
                let started = Instant::now();
                mine.worlds().list(&query).await.unwrap();
                first = first.min(started.elapsed());
            }
            // Every page to the end, the slowest of them.
            loop {
                let started = Instant::now();
                let page = mine.worlds().list(&query).await.unwrap();
                deep = deep.max(started.elapsed());
                pages += 1;
                query.after = page.next;
                if query.after.is_none() {
                    break;
                }
            }
            eprintln!(
                "{sort:?}, {name}: first page {first:.1?}, slowest of {pages} pages {deep:.1?}"
            );
        }
    }
    let started = Instant::now();
    mine.worlds().tags().await.unwrap();
    eprintln!("tags: {:.1?}", started.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backlog_of_9_001_jobs() {
    if !wanted() {
        return;
    }
    let lab = Lab::with(|settings| settings.lease = Duration::from_secs(30)).await;
    let mine = lab.workspace("mira").await;
    let others = [lab.workspace("a").await, lab.workspace("b").await];
    let started = Instant::now();
    for number in 0..9_000 {
        let to = if number % 10 == 0 {
            &others[number / 10 % 2]
        } else {
            &mine
        };
        to.jobs().add(NewJob::new("x", None)).await.unwrap();
    }
    mine.jobs()
        .add(NewJob {
            priority: 5,
            ..NewJob::new("urgent", None)
        })
        .await
        .unwrap();
    eprintln!("added in {:.1?}", started.elapsed());
    let started = Instant::now();
    let workers = (0..2).map(|_| {
        let queue = lab.store.queue().clone();
        tokio::spawn(async move {
            let (worker, mut done) = (Queue::worker_name(), 0);
            while let Some(claimed) = queue.claim(&worker).await.unwrap() {
                assert!(queue.finish(&claimed).await.unwrap());
                done += 1;
            }
            done
        })
    });
    let mut done = 0;
    for worker in workers.collect::<Vec<_>>() {
        done += worker.await.unwrap();
    }
    eprintln!(
        "{done} jobs in {:.1?}, {:.0}/s",
        started.elapsed(),
        f64::from(done) / started.elapsed().as_secs_f64()
    );
}
