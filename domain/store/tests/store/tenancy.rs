//! S3: what is not yours answers exactly like what does not exist, through every door of a workspace.

use talekeep_store::{
    Error, KeptTurn, NewSession, Progress, Result, SessionPatch, Sort, Staged, Topic, WorldQuery,
    WorldSummary,
};
use uuid::Uuid;

use crate::lab::{Lab, documents, new_import, new_world};

fn check<T: std::fmt::Debug>(door: &str, answers: [Result<T>; 2]) {
    let [theirs, nobodys] = answers.map(|answer| format!("{:?}", answer.expect_err(door)));
    assert_eq!(
        (theirs.as_str(), nobodys.as_str()),
        ("NotFound", "NotFound"),
        "{door}"
    );
}

macro_rules! same {
    ($ids:expr, $door:ident => $call:expr) => {{
        let [theirs, nobodys] = $ids;
        let first = {
            let $door = theirs;
            $call.await
        };
        let second = {
            let $door = nobodys;
            $call.await
        };
        check(stringify!($call), [first, second]);
    }};
}

#[tokio::test]
async fn s3_another_workspace_has_nothing_to_see() {
    let lab = Lab::new().await;
    let (mine, stranger) = (lab.workspace("mira").await, lab.workspace("stranger").await);
    let import = mine.imports().begin(new_import(b"secret")).await.unwrap();
    let world = mine.worlds().create(new_world("Hill")).await.unwrap();
    let new = NewSession {
        world: &world,
        character: "mira".into(),
        character_name: "Mira".into(),
        title: "A walk".into(),
        language: "en".into(),
        connection: "offline".into(),
        seed: 1,
        state: "{}".into(),
        opening: "[]".into(),
    };
    assert!(
        matches!(
            stranger.sessions().create(new.clone()).await,
            Err(Error::NotFound)
        ),
        "nor play with a world in hand"
    );
    let session = mine.sessions().create(new).await.unwrap();
    let playing = mine
        .sessions()
        .begin_turn(session.id, None, "act", "x")
        .await
        .unwrap();
    mine.events()
        .publish(
            Topic::Turn(playing.turn),
            "fragment",
            serde_json::json!("mine"),
        )
        .await
        .unwrap();

    let (worlds, imports, sessions) = (stranger.worlds(), stranger.imports(), stranger.sessions());
    let ids = [world.id, Uuid::now_v7()];
    let docs = || documents(&[("world.json", "{}")]);
    same!(ids, id => worlds.get(id));
    same!(ids, id => worlds.documents(id));
    same!(ids, id => worlds.documents_at(id, &world.digest));
    same!(ids, id => worlds.commit(id, 1, WorldSummary::default(), docs(), "x"));
    same!(ids, id => worlds.put_media(id, "media/x.png", vec![]));
    same!(ids, id => worlds.media(id, "media/cover-0f.png"));
    same!(ids, id => worlds.media_list(id));
    same!(ids, id => worlds.revisions(id));
    same!(ids, id => worlds.project(id));
    same!(ids, id => worlds.trash(id));
    let ids = [import.id, Uuid::now_v7()];
    same!(ids, id => imports.get(id));
    same!(ids, id => imports.source(id));
    same!(ids, id => imports.staged(id, Staged::State));
    same!(ids, id => imports.put_staged(id, Staged::State, vec![]));
    same!(ids, id => imports.enter(id, "survey", "build", &Progress::default()));
    same!(ids, id => imports.proceed(id, "survey", "build"));
    same!(ids, id => imports.finish(id, new_world("x")));
    same!(ids, id => imports.fail(id, "x", vec![]));
    same!(ids, id => imports.cancel(id));
    same!(ids, id => imports.retry(id));
    let ids = [session.id, Uuid::now_v7()];
    same!(ids, id => sessions.get(id));
    same!(ids, id => sessions.documents(id));
    same!(ids, id => sessions.state(id));
    same!(ids, id => sessions.turns(id));
    same!(ids, id => sessions.why(id, session.head));
    same!(ids, id => sessions.begin_turn(id, None, "act", "x"));
    same!(ids, id => sessions.change(id, SessionPatch::default()));
    same!(ids, id => sessions.trash(id));
    let ids = [import.job, Uuid::now_v7()];
    same!(ids, id => stranger.jobs().get(id));
    same!(ids, id => stranger.jobs().retry(id));
    same!(ids, id => stranger.jobs().cancel(id));
    let digests = [import.source.as_str(), &"0".repeat(64)];
    same!(digests, digest => stranger.sources().get(digest));
    same!(digests, digest => stranger.sources().bytes(digest));
    mine.worlds().trash(world.id).await.unwrap();
    same!([world.id, Uuid::now_v7()], id => stranger.trash().restore(id));

    assert!(!sessions.extend(&playing).await.unwrap());
    sessions.drop_turn(&playing).await.unwrap();
    assert!(
        sessions
            .keep_turn(&playing, KeptTurn::default())
            .await
            .unwrap_err()
            .is_conflict()
    );
    assert!(
        mine.sessions().extend(&playing).await.unwrap(),
        "the owner's turn goes on"
    );
    for sort in [Sort::Recent, Sort::Name, Sort::Created] {
        assert!(
            worlds
                .list(&WorldQuery {
                    sort,
                    ..Default::default()
                })
                .await
                .unwrap()
                .items
                .is_empty()
        );
    }
    assert!(worlds.tags().await.unwrap().is_empty());
    assert!(
        imports
            .list(&Default::default())
            .await
            .unwrap()
            .items
            .is_empty()
    );
    assert!(
        sessions
            .list(&Default::default())
            .await
            .unwrap()
            .items
            .is_empty()
    );
    assert!(
        stranger
            .jobs()
            .list(&Default::default())
            .await
            .unwrap()
            .items
            .is_empty()
    );
    assert!(stranger.trash().list().await.unwrap().is_empty());
    for topic in [
        Topic::Import(import.id),
        Topic::Turn(playing.turn),
        Topic::Jobs,
    ] {
        assert!(stranger.events().after(topic, 0).await.unwrap().is_empty());
    }
    assert_eq!(
        mine.imports().get(import.id).await.unwrap().phase,
        "survey",
        "and nothing of it changed"
    );
}
