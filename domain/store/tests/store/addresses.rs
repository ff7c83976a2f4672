//! Opening with settings that cannot work: a sentence for whoever wrote them, and no secret in it.

use std::time::{Duration, Instant};

use talekeep_store::{Error, Settings, Store};

async fn refusal(change: impl FnOnce(&mut Settings)) -> String {
    let mut settings = Settings {
        database: "sqlite::memory:".into(),
        objects: "memory:".into(),
        queue: "inprocess:".into(),
        ..Settings::default()
    };
    change(&mut settings);
    match Store::open(&settings).await {
        Err(error @ Error::Settings(_)) => format!("{error} {error:?}"),
        Err(error) => panic!("{error:?}"),
        Ok(_) => panic!("opened"),
    }
}

/// S9: an address with a password in it is never repeated.
#[tokio::test]
async fn s9_no_address_in_an_error() {
    for database in [
        "postgres://u:hun/ter2@127.0.0.1/rows",
        "postgresql://u:12#ter2@127.0.0.1/rows",
        "mysql://u:hunter2@127.0.0.1/rows",
        "u:hunter2@127.0.0.1",
    ] {
        let said = refusal(|settings| settings.database = database.into()).await;
        assert!(
            said.contains("database: ") && !said.contains("ter2"),
            "{said}"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let rows = format!("sqlite://{}/rows.sqlite", folder.path().display());
    for queue in [
        "redis://:hun/ter2@127.0.0.1/0",
        "redis://:hunter2@127.0.0.1/ter2",
        "http://u:hunter2@127.0.0.1",
    ] {
        let said = refusal(|settings| {
            settings.database.clone_from(&rows);
            settings.queue = queue.into();
        })
        .await;
        assert!(said.contains("queue: ") && !said.contains("ter2"), "{said}");
    }
    for objects in [
        "s3://",
        "s3:///prefix",
        "s3://key:hunter2@bucket/prefix",
        "file://",
        "gs://hunter2",
    ] {
        let said = refusal(|settings| {
            settings.database.clone_from(&rows);
            settings.objects = objects.into();
        })
        .await;
        assert!(
            said.contains("objects: ") && !said.contains("ter2"),
            "{said}"
        );
    }
}

/// A database that is not there is said to be so, and soon.
#[tokio::test]
async fn a_database_that_is_not_there() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let began = Instant::now();
    let database = format!("postgres://u:hunter2@127.0.0.1:{port}/rows");
    let said = refusal(|settings| settings.database = database).await;
    assert!(said.contains("no answer within 5 seconds"), "{said}");
    assert!(!said.contains("hunter2"), "{said}");
    assert!(began.elapsed() < Duration::from_secs(8));
}
