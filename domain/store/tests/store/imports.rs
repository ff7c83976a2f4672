//! Imports: bytes, rows, bell; phases that move once; one world at the end.

use talekeep_store::{
    Conflict, Error, JobState, NewImport, PageQuery, Problem, Progress, Staged, Topic, WorldQuery,
};

use crate::lab::{Lab, new_import, new_world};

#[tokio::test]
async fn a_payload_becomes_a_world_once() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let imports = workspace.imports();
    let payload = b"\x89PNG \0 payload";
    let import = imports.begin(new_import(payload)).await.unwrap();
    assert_eq!(
        (import.phase.as_str(), import.folder.as_str(), import.review),
        ("survey", "mira", false)
    );
    assert_eq!(imports.source(import.id).await.unwrap().as_ref(), payload);
    let source = workspace.sources().get(&import.source).await.unwrap();
    assert_eq!(
        (source.size, source.file_name.as_deref()),
        (14, Some("mira.png"))
    );
    let job = workspace.jobs().get(import.job).await.unwrap();
    assert_eq!(
        (job.kind.as_str(), job.subject, job.state),
        ("import", Some(import.id), JobState::Queued)
    );

    let claimed = lab.store.queue().claim("w").await.unwrap().unwrap();
    let imports = claimed.workspace.imports();
    assert_eq!(
        imports.staged(import.id, Staged::State).await.unwrap(),
        None
    );
    imports
        .put_staged(import.id, Staged::State, b"{\"phase\":1}".to_vec())
        .await
        .unwrap();
    imports
        .put_staged(import.id, Staged::State, b"{\"phase\":2}".to_vec())
        .await
        .unwrap();
    assert_eq!(
        imports
            .staged(import.id, Staged::State)
            .await
            .unwrap()
            .unwrap(),
        "{\"phase\":2}"
    );
    let step = |done| Progress {
        done,
        total: 3,
        note: "working".into(),
    };
    imports
        .enter(import.id, "survey", "build", &step(1))
        .await
        .unwrap();
    let stale = imports
        .enter(import.id, "survey", "build", &step(1))
        .await
        .unwrap_err();
    let Error::Conflict(Conflict::State { expected, found }) = stale else {
        panic!()
    };
    assert_eq!((expected.as_str(), found.as_str()), ("survey", "build"));
    assert!(
        imports
            .finish(import.id, new_world("Mira"))
            .await
            .unwrap_err()
            .is_conflict(),
        "not in finish yet"
    );
    imports
        .enter(import.id, "build", "finish", &step(2))
        .await
        .unwrap();
    assert!(
        workspace
            .worlds()
            .list(&WorldQuery::default())
            .await
            .unwrap()
            .items
            .is_empty()
    );
    let world = imports
        .finish(import.id, new_world("Other name"))
        .await
        .unwrap();
    assert_eq!((world.folder.as_str(), world.id), ("mira", import.id));
    let again = imports
        .finish(import.id, new_world("Other name"))
        .await
        .unwrap();
    assert_eq!(again.id, world.id);
    assert!(lab.store.queue().finish(&claimed).await.unwrap());
    assert_eq!(
        workspace
            .worlds()
            .list(&WorldQuery::default())
            .await
            .unwrap()
            .items,
        std::slice::from_ref(&world)
    );
    let done = imports.get(import.id).await.unwrap();
    assert_eq!((done.phase.as_str(), done.world), ("done", Some(world.id)));
    assert!(done.finished_at.is_some());
    assert!(imports.cancel(import.id).await.unwrap_err().is_conflict());
    assert!(imports.retry(import.id).await.unwrap_err().is_conflict());
    let events = workspace
        .events()
        .after(Topic::Import(import.id), 0)
        .await
        .unwrap();
    let phases: Vec<_> = events
        .iter()
        .map(|event| event.data["phase"].as_str().unwrap())
        .collect();
    assert_eq!(phases, ["survey", "build", "finish", "done"]);
    // The same payload again is another import of the same source, in a folder of its own.
    let second = imports.begin(new_import(payload)).await.unwrap();
    assert_eq!(
        (second.source, second.folder.as_str()),
        (import.source, "mira-2")
    );
    assert_eq!(lab.count("SELECT COUNT(*) FROM sources").await, 1);
}

/// However many finish at the same moment (a lost worker that was not lost), there is one world.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn finishing_is_idempotent_under_a_race() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let import = workspace.imports().begin(new_import(b"x")).await.unwrap();
    workspace
        .imports()
        .enter(import.id, "survey", "finish", &Progress::default())
        .await
        .unwrap();
    let mut world = new_world("Mira");
    world.summary.world_id = "fixed".into();
    let racers: Vec<_> = (0..4)
        .map(|_| {
            let (imports, world) = (workspace.imports(), world.clone());
            tokio::spawn(async move { imports.finish(import.id, world).await.unwrap() })
        })
        .collect();
    for racer in racers {
        assert_eq!(racer.await.unwrap().id, import.id);
    }
    assert_eq!(lab.count("SELECT COUNT(*) FROM worlds").await, 1);
    assert_eq!(lab.count("SELECT COUNT(*) FROM revisions").await, 1);
    assert_eq!(lab.folder_of(&workspace, "mira").await.len(), 3);
}

#[tokio::test]
async fn failing_and_trying_again() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let imports = workspace.imports();
    let import = imports.begin(new_import(b"x")).await.unwrap();
    imports
        .enter(import.id, "survey", "build", &Progress::default())
        .await
        .unwrap();
    let problem = Problem {
        file: "worlds/mira/world.json".into(),
        pointer: "/name".into(),
        code: "missing".into(),
        message: "has no name".into(),
    };
    let failed = imports
        .fail(import.id, "the world has problems", vec![problem.clone()])
        .await
        .unwrap();
    assert_eq!(
        (failed.phase.as_str(), failed.failed_in.as_deref()),
        ("failed", Some("build"))
    );
    assert_eq!(
        (failed.error.as_deref(), failed.problems),
        (Some("the world has problems"), vec![problem])
    );
    let unchanged = imports.fail(import.id, "later", vec![]).await.unwrap();
    assert_eq!(unchanged.error.as_deref(), Some("the world has problems"));
    let again = imports.retry(import.id).await.unwrap();
    assert_eq!(
        (again.phase.as_str(), again.error, again.problems.len()),
        ("build", None, 0)
    );
    assert_ne!(again.job, import.job);
    assert!(imports.retry(import.id).await.unwrap_err().is_conflict());
}

/// However many servers are asked to try again at the same moment, there is one new job.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn trying_again_happens_once() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let import = workspace.imports().begin(new_import(b"x")).await.unwrap();
    workspace
        .imports()
        .fail(import.id, "out of cheese", vec![])
        .await
        .unwrap();
    let racers: Vec<_> = (0..4)
        .map(|_| {
            let imports = workspace.imports();
            tokio::spawn(async move { imports.retry(import.id).await })
        })
        .collect();
    let mut again = 0;
    for racer in racers {
        match racer.await.unwrap() {
            Ok(import) => {
                assert_eq!(import.phase, "survey");
                again += 1;
            }
            Err(error) => assert!(error.is_conflict(), "{error:?}"),
        }
    }
    assert_eq!(again, 1);
    assert_eq!(lab.count("SELECT COUNT(*) FROM jobs").await, 2);
}

/// A job that is given up takes its import with it, and a job that is cancelled, too.
#[tokio::test]
async fn job_and_import_end_together() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let imports = workspace.imports();
    let import = imports.begin(new_import(b"x")).await.unwrap();
    let claimed = lab.store.queue().claim("w").await.unwrap().unwrap();
    lab.store
        .queue()
        .fail(&claimed, "out of cheese", talekeep_store::Retry::Never)
        .await
        .unwrap();
    let failed = imports.get(import.id).await.unwrap();
    assert_eq!(
        (failed.phase.as_str(), failed.error.as_deref()),
        ("failed", Some("out of cheese"))
    );
    let second = imports.begin(new_import(b"y")).await.unwrap();
    workspace.jobs().cancel(second.job).await.unwrap();
    assert_eq!(imports.get(second.id).await.unwrap().phase, "cancelled");
    assert!(lab.store.queue().claim("w").await.unwrap().is_none());
}

#[tokio::test]
async fn cancelling_frees_the_folder_when_nobody_works_there() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let imports = workspace.imports();
    let import = imports.begin(new_import(b"x")).await.unwrap();
    imports
        .put_staged(import.id, Staged::State, b"{}".to_vec())
        .await
        .unwrap();
    // Media that were written before it ended, as `finish` does it.
    lab.put(&workspace, "mira", "media/cover-0f.png").await;
    assert_eq!(lab.folder_of(&workspace, "mira").await.len(), 2);
    let cancelled = imports.cancel(import.id).await.unwrap();
    assert_eq!(cancelled.phase, "cancelled");
    assert_eq!(
        workspace.jobs().get(import.job).await.unwrap().state,
        JobState::Cancelled
    );
    assert!(lab.folder_of(&workspace, "mira").await.is_empty());
    assert!(
        imports
            .put_staged(import.id, Staged::State, b"{}".to_vec())
            .await
            .unwrap_err()
            .is_conflict()
    );
    assert!(imports.cancel(import.id).await.unwrap_err().is_conflict());
    let second = imports.begin(new_import(b"y")).await.unwrap();
    assert_eq!(second.folder, "mira");
    // With a worker in it, the folder waits for the sweep.
    let claimed = lab.store.queue().claim("w").await.unwrap().unwrap();
    imports.cancel(second.id).await.unwrap();
    assert!(!lab.store.queue().beat(&claimed).await.unwrap());
    assert_eq!(
        imports.begin(new_import(b"z")).await.unwrap().folder,
        "mira-2"
    );
    lab.execute("UPDATE folders SET created_at = '2020-01-01T00:00:00+00:00'")
        .await;
    lab.store.queue().sweep().await.unwrap();
    assert_eq!(
        imports.begin(new_import(b"z")).await.unwrap().folder,
        "mira"
    );
}

#[tokio::test]
async fn a_review_that_ended_asks_for_a_new_job() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let imports = workspace.imports();
    let import = imports
        .begin(NewImport {
            review_skip: false,
            ..new_import(b"x")
        })
        .await
        .unwrap();
    assert!(import.review);
    imports
        .enter(import.id, "survey", "review", &Progress::default())
        .await
        .unwrap();
    let claimed = lab.store.queue().claim("w").await.unwrap().unwrap();
    lab.store.queue().finish(&claimed).await.unwrap();
    let on = imports
        .proceed(import.id, "review", "finish")
        .await
        .unwrap();
    assert_eq!(on.phase, "finish");
    assert_ne!(on.job, import.job);
    assert!(
        imports
            .proceed(import.id, "review", "finish")
            .await
            .unwrap_err()
            .is_conflict()
    );
    assert_eq!(
        lab.count("SELECT COUNT(*) FROM jobs").await,
        2,
        "the refused one left no job"
    );
    for number in 0..3u8 {
        imports.begin(new_import(&[number])).await.unwrap();
    }
    let first = imports
        .list(&PageQuery {
            limit: 3,
            after: None,
        })
        .await
        .unwrap();
    let rest = imports
        .list(&PageQuery {
            limit: 3,
            after: first.next,
        })
        .await
        .unwrap();
    assert_eq!(
        (rest.items.len(), rest.items[0].id, rest.next),
        (1, import.id, None)
    );
}
