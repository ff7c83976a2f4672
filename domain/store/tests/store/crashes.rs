//! S10: the process is gone between any two steps of a write. Each test starts this same program again as a child that dies
//! at a fail point, then looks at what is left and lets the rest happen.

use std::process::Command;

use talekeep_store::{PasswordCost, Progress, Settings, Staged, Store, WorldQuery};

use crate::lab::{Lab, documents, new_import, new_world, summary};

const TASK: &str = "TALEKEEP_TEST_CHILD";

/// What the child does; without a task this is no test.
#[tokio::test]
async fn child() {
    let Ok(task) = std::env::var(TASK) else {
        return;
    };
    let variable = |name: &str| std::env::var(name).unwrap();
    let settings = Settings {
        database: variable("CHILD_DATABASE"),
        objects: variable("CHILD_OBJECTS"),
        password_cost: PasswordCost::for_tests(),
        lease: std::time::Duration::from_millis(600),
        ..Settings::default()
    };
    let store = Store::open(&settings).await.unwrap();
    let user = store.accounts().users().await.unwrap().remove(0);
    let workspace = store.accounts().workspace_of(user.id).await.unwrap();
    let worlds = workspace.worlds();
    match task.as_str() {
        "create" => drop(worlds.create(new_world("Hill")).await.unwrap()),
        "commit" => {
            let world = worlds
                .list(&WorldQuery::default())
                .await
                .unwrap()
                .items
                .remove(0);
            drop(
                worlds
                    .commit(world.id, 1, summary("Changed"), changed(), "edit")
                    .await
                    .unwrap(),
            );
        }
        "trash" => {
            let world = worlds
                .list(&WorldQuery::default())
                .await
                .unwrap()
                .items
                .remove(0);
            worlds.trash(world.id).await.unwrap();
        }
        "begin" => drop(
            workspace
                .imports()
                .begin(new_import(b"payload"))
                .await
                .unwrap(),
        ),
        "import" => {
            let import = workspace
                .imports()
                .begin(new_import(b"payload"))
                .await
                .unwrap();
            workspace
                .imports()
                .put_staged(import.id, Staged::State, b"{}".to_vec())
                .await
                .unwrap();
            workspace
                .imports()
                .enter(import.id, "survey", "finish", &Progress::default())
                .await
                .unwrap();
            drop(
                workspace
                    .imports()
                    .finish(import.id, fixed())
                    .await
                    .unwrap(),
            );
        }
        other => panic!("no such task {other}"),
    }
}

fn changed() -> talekeep_store::Documents {
    documents(&[
        ("world.json", "{\"name\": \"Changed\"}\n"),
        ("lore/hill/lore.json", "{}\n"),
    ])
}

fn fixed() -> talekeep_store::NewWorld {
    let mut world = new_world("Mira");
    world.summary.world_id = "fixed".into();
    world
}

/// Runs a task that dies at this place; panics when it survives.
async fn die(lab: &Lab, task: &str, place: &str) {
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crashes::child", "--nocapture"])
        .env(TASK, task)
        .env("TALEKEEP_FAIL_AT", place)
        .env("CHILD_DATABASE", &lab.settings.database)
        .env("CHILD_OBJECTS", &lab.settings.objects)
        .output();
    let output = child.unwrap();
    assert!(!output.status.success(), "{task} passed {place} alive");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{task} at {place}: {said}");
}

/// Does the jobs of kind `project` that are due by then.
async fn project_all(lab: &Lab) -> usize {
    lab.execute("UPDATE jobs SET run_at = '2020-01-01T00:00:00+00:00'")
        .await;
    // The dead projector's lease.
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    let mut done = 0;
    while let Some(claimed) = lab.store.queue().claim("w").await.unwrap() {
        assert_eq!(claimed.job.kind, "project");
        claimed
            .workspace
            .worlds()
            .project(claimed.job.subject.unwrap())
            .await
            .unwrap();
        assert!(lab.store.queue().finish(&claimed).await.unwrap());
        done += 1;
    }
    done
}

const WHOLE: [&str; 3] = [
    "characters/mira/character.json",
    "media/cover-0f.png",
    "world.json",
];

#[tokio::test]
async fn s10_a_world_is_created_whole_or_not_at_all() {
    let places = [
        ("world.create.after-folder", false),
        ("world.create.after-media", false),
        ("world.create.after-pack", false),
        ("world.create.after-row", true),
        ("world.commit.during-projection", true),
        ("world.commit.before-world-json", true),
        ("world.commit.during-projection:2", true),
    ];
    for (place, there) in places {
        let lab = Lab::new().await;
        let workspace = lab.workspace("mira").await;
        die(&lab, "create", place).await;
        let worlds = workspace
            .worlds()
            .list(&WorldQuery::default())
            .await
            .unwrap()
            .items;
        assert_eq!(worlds.len(), usize::from(there), "{place}");
        if there {
            let (_, kept) = workspace.worlds().documents(worlds[0].id).await.unwrap();
            assert_eq!(*kept, new_world("Hill").documents, "{place}");
            assert_eq!(project_all(&lab).await, 1, "{place}");
            assert_eq!(lab.folder_of(&workspace, "hill").await, WHOLE, "{place}");
        } else {
            assert!(
                !lab.folder_of(&workspace, "hill")
                    .await
                    .contains(&"world.json".to_owned()),
                "{place}"
            );
            // Its name is free again after an hour, and what lies there is gone.
            lab.execute("UPDATE folders SET created_at = '2020-01-01T00:00:00+00:00'")
                .await;
            lab.store.queue().sweep().await.unwrap();
            assert!(
                lab.folder_of(&workspace, "hill").await.is_empty(),
                "{place}"
            );
            assert_eq!(
                workspace
                    .worlds()
                    .create(new_world("Hill"))
                    .await
                    .unwrap()
                    .folder,
                "hill",
                "{place}"
            );
        }
    }
}

#[tokio::test]
async fn s10_a_commit_happens_or_not_and_its_folder_follows() {
    let places = [
        ("world.commit.after-pack", 1),
        ("world.commit.after-row", 2),
        ("world.commit.during-projection", 2),
        ("world.commit.before-world-json", 2),
        ("world.commit.during-projection:2", 2),
    ];
    for (place, revision) in places {
        let lab = Lab::new().await;
        let workspace = lab.workspace("mira").await;
        let world = workspace.worlds().create(new_world("Hill")).await.unwrap();
        die(&lab, "commit", place).await;
        let (now, kept) = workspace.worlds().documents(world.id).await.unwrap();
        assert_eq!(now.revision, revision, "{place}");
        let expected = if revision == 1 {
            new_world("Hill").documents
        } else {
            changed()
        };
        assert_eq!(*kept, expected, "{place}");
        // A commit back to what was before must not trust what a dead projector left.
        if place == "world.commit.during-projection" {
            let back = new_world("Hill").documents;
            workspace
                .worlds()
                .commit(world.id, 2, summary("Hill"), back, "undo")
                .await
                .unwrap();
            project_all(&lab).await;
            assert_eq!(lab.folder_of(&workspace, "hill").await, WHOLE, "{place}");
            continue;
        }
        assert_eq!(
            project_all(&lab).await,
            usize::try_from(revision - 1).unwrap(),
            "{place}"
        );
        let mut files: Vec<String> = expected.keys().cloned().collect();
        files.push("media/cover-0f.png".into());
        files.sort();
        assert_eq!(lab.folder_of(&workspace, "hill").await, files, "{place}");
    }
}

#[tokio::test]
async fn s10_a_lost_projection_job_is_asked_for_again() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    die(&lab, "create", "world.create.after-row").await;
    lab.execute("DELETE FROM jobs").await;
    lab.execute("UPDATE worlds SET updated_at = '2020-01-01T00:00:00+00:00'")
        .await;
    lab.store.queue().sweep().await.unwrap();
    assert_eq!(project_all(&lab).await, 1);
    assert_eq!(lab.folder_of(&workspace, "hill").await, WHOLE);
}

#[tokio::test]
async fn s10_the_trash_empties_the_folder_later_at_worst() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    workspace.worlds().create(new_world("Hill")).await.unwrap();
    die(&lab, "trash", "world.trash.after-row").await;
    assert!(
        workspace
            .worlds()
            .list(&WorldQuery::default())
            .await
            .unwrap()
            .items
            .is_empty()
    );
    assert_eq!(project_all(&lab).await, 1);
    assert_eq!(
        lab.folder_of(&workspace, "hill").await,
        ["media/cover-0f.png"]
    );
}

/// Bytes, row, bell: before the row there is no import, after it there is one with its job.
#[tokio::test]
async fn s10_an_import_begins_whole_or_not_at_all() {
    for (place, there) in [
        ("import.begin.after-bytes", 0),
        ("import.begin.after-row", 1),
    ] {
        let lab = Lab::new().await;
        let workspace = lab.workspace("mira").await;
        die(&lab, "begin", place).await;
        assert_eq!(
            workspace
                .imports()
                .list(&Default::default())
                .await
                .unwrap()
                .items
                .len(),
            there,
            "{place}"
        );
        assert_eq!(
            lab.store.queue().claim("w").await.unwrap().is_some(),
            there == 1,
            "{place}"
        );
    }
}

/// Wherever an import dies, going on from its saved phase gives the same bytes as an undisturbed run.
#[tokio::test]
async fn s10_an_import_ends_the_same_after_any_crash() {
    let undisturbed = [".import/state.json", WHOLE[0], WHOLE[1], WHOLE[2]];
    let places = [
        "import.staged.after-bytes",
        "import.enter.after-row",
        "world.create.after-media",
        "world.create.after-pack",
        "import.finish.after-bytes",
        "import.finish.after-row",
        "world.commit.during-projection",
        "world.commit.before-world-json",
    ];
    for place in places {
        let lab = Lab::new().await;
        let workspace = lab.workspace("mira").await;
        die(&lab, "import", place).await;
        let imports = workspace.imports();
        let import = imports
            .list(&Default::default())
            .await
            .unwrap()
            .items
            .remove(0);
        let listed = workspace
            .worlds()
            .list(&WorldQuery::default())
            .await
            .unwrap()
            .items
            .len();
        assert_eq!(listed, usize::from(import.phase == "done"), "{place}");
        tokio::time::sleep(std::time::Duration::from_millis(700)).await;
        if import.phase == "survey" {
            imports
                .put_staged(import.id, Staged::State, b"{}".to_vec())
                .await
                .unwrap();
            imports
                .enter(import.id, "survey", "finish", &Progress::default())
                .await
                .unwrap();
        }
        let world = imports.finish(import.id, fixed()).await.unwrap();
        assert_eq!(
            (world.folder.as_str(), world.world_id.as_str()),
            ("mira", "fixed"),
            "{place}"
        );
        assert_eq!(
            lab.folder_of(&workspace, "mira").await,
            undisturbed,
            "{place}"
        );
        let packs = lab
            .objects(&workspace)
            .await
            .into_iter()
            .filter(|path| path.starts_with("revisions/"))
            .count();
        assert_eq!(packs, 1, "{place}");
        assert_eq!(lab.count("SELECT COUNT(*) FROM worlds").await, 1, "{place}");
    }
}
