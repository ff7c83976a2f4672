//! Sessions: a copy of the definitions, one turn at a time, a turn whole or not at all.

use std::time::Duration;

use talekeep_store::{
    Conflict, Error, KeptTurn, NewSession, PageQuery, Session, SessionPatch, TrashKind, Workspace,
    World,
};

use crate::lab::{Lab, documents, new_world, summary};

fn new_session(world: &World) -> NewSession<'_> {
    NewSession {
        world,
        character: "mira".into(),
        character_name: "Mira".into(),
        title: "A walk".into(),
        language: "en".into(),
        connection: "offline".into(),
        seed: u64::MAX,
        state: "{\"clock\":0}".into(),
        opening: "[{\"text\":\"Rain.\"}]".into(),
    }
}

async fn session(workspace: &Workspace) -> Session {
    let world = workspace.worlds().create(new_world("Hill")).await.unwrap();
    workspace
        .sessions()
        .create(new_session(&world))
        .await
        .unwrap()
}

fn kept(clock: i64) -> KeptTurn {
    KeptTurn {
        parts: format!("[\"{clock}\"]"),
        state: format!("{{\"clock\":{clock}}}"),
        why: "{\"edit\":1}".into(),
    }
}

#[tokio::test]
async fn a_story_is_a_path_of_turns() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let sessions = workspace.sessions();
    let session = session(&workspace).await;
    assert_eq!(
        (session.revision, session.turns, session.seed),
        (1, 0, u64::MAX)
    );
    for clock in 1..=3 {
        let playing = sessions
            .begin_turn(session.id, Some(clock), "act", "walk on")
            .await
            .unwrap();
        assert_eq!(
            (playing.number, playing.state),
            (clock, format!("{{\"clock\":{}}}", clock - 1))
        );
        let playing = sessions
            .get(session.id)
            .await
            .map(|now| (now.playing, playing.turn))
            .unwrap();
        assert_eq!(playing.0, Some(playing.1));
        let playing = sessions.begin_turn(session.id, None, "act", "x").await;
        assert!(
            matches!(playing, Err(Error::Busy { .. })),
            "one turn at a time"
        );
        let id = sessions.get(session.id).await.unwrap().playing.unwrap();
        lab.execute("UPDATE sessions SET playing = NULL").await;
        let playing = sessions
            .begin_turn(session.id, None, "act", "walk on")
            .await
            .unwrap();
        assert_ne!(playing.turn, id);
        let turn = sessions.keep_turn(&playing, kept(clock)).await.unwrap();
        assert_eq!((turn.number, turn.siblings), (clock, vec![turn.id]));
        assert!(
            sessions
                .keep_turn(&playing, kept(clock))
                .await
                .unwrap_err()
                .is_conflict(),
            "kept once"
        );
    }
    let now = sessions.get(session.id).await.unwrap();
    assert_eq!((now.revision, now.turns, now.playing), (4, 3, None));
    assert_eq!(sessions.state(session.id).await.unwrap(), "{\"clock\":3}");
    let turns = sessions.turns(session.id).await.unwrap();
    let shape: Vec<_> = turns
        .iter()
        .map(|turn| (turn.kind.as_str(), turn.parts.as_str()))
        .collect();
    assert_eq!(
        shape,
        [
            ("opening", "[{\"text\":\"Rain.\"}]"),
            ("act", "[\"1\"]"),
            ("act", "[\"2\"]"),
            ("act", "[\"3\"]")
        ]
    );
    assert_eq!(turns[2].parent, Some(turns[1].id));
    assert_eq!(
        sessions.why(session.id, turns[3].id).await.unwrap(),
        "{\"edit\":1}"
    );
    assert!(matches!(
        sessions.why(session.id, session.id).await,
        Err(Error::NotFound)
    ));
    let stale = sessions.begin_turn(session.id, Some(1), "act", "x").await;
    assert!(matches!(
        stale,
        Err(Error::Conflict(Conflict::Revision {
            expected: 1,
            found: 4
        }))
    ));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_begin_one_plays() {
    let lab = Lab::with(|settings| settings.turn_lease = Duration::from_millis(300)).await;
    let workspace = lab.workspace("mira").await;
    let sessions = workspace.sessions();
    let session = session(&workspace).await;
    let racers: Vec<_> = (0..6)
        .map(|_| {
            let sessions = workspace.sessions();
            tokio::spawn(async move {
                sessions
                    .begin_turn(session.id, Some(1), "say", "hello")
                    .await
            })
        })
        .collect();
    let mut playing = Vec::new();
    for racer in racers {
        match racer.await.unwrap() {
            Ok(turn) => playing.push(turn),
            Err(error) => assert!(matches!(error, Error::Busy { .. }), "{error:?}"),
        }
    }
    assert_eq!(playing.len(), 1);
    // Given back: nothing remains. Then its lease runs out under somebody else.
    sessions.drop_turn(&playing[0]).await.unwrap();
    sessions.drop_turn(&playing[0]).await.unwrap();
    let lost = sessions
        .begin_turn(session.id, Some(1), "say", "hello")
        .await
        .unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(sessions.extend(&lost).await.unwrap());
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(matches!(
        sessions.begin_turn(session.id, None, "say", "x").await,
        Err(Error::Busy { .. })
    ));
    tokio::time::sleep(Duration::from_millis(200)).await;
    let next = sessions
        .begin_turn(session.id, Some(1), "say", "hello")
        .await
        .unwrap();
    assert!(!sessions.extend(&lost).await.unwrap());
    assert!(
        sessions
            .keep_turn(&lost, kept(1))
            .await
            .unwrap_err()
            .is_conflict()
    );
    sessions.keep_turn(&next, kept(1)).await.unwrap();
    assert_eq!(sessions.turns(session.id).await.unwrap().len(), 2);
}

/// a session plays the revision it began with, whatever becomes of the world.
#[tokio::test]
async fn r203_definitions_are_a_copy() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let session = session(&workspace).await;
    let new = documents(&[("world.json", "{\"name\": \"Changed\"}")]);
    workspace
        .worlds()
        .commit(session.world, 1, summary("Changed"), new, "edit")
        .await
        .unwrap();
    workspace.worlds().trash(session.world).await.unwrap();
    let played = workspace.sessions().documents(session.id).await.unwrap();
    assert_eq!(*played, new_world("Hill").documents);
    let listed = workspace
        .sessions()
        .list(&PageQuery::default())
        .await
        .unwrap()
        .items;
    assert_eq!((listed.len(), listed[0].world_name.as_str()), (1, "Hill"));
}

#[tokio::test]
async fn settings_pages_and_trash() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let sessions = workspace.sessions();
    let world = workspace.worlds().create(new_world("Hill")).await.unwrap();
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(sessions.create(new_session(&world)).await.unwrap().id);
    }
    let patch = SessionPatch {
        title: Some("Another walk".into()),
        ..Default::default()
    };
    let changed = sessions.change(ids[0], patch).await.unwrap();
    assert_eq!(
        (
            changed.title.as_str(),
            changed.language.as_str(),
            changed.revision
        ),
        ("Another walk", "en", 1)
    );
    let playing = sessions.begin_turn(ids[0], None, "wait", "").await.unwrap();
    sessions.keep_turn(&playing, kept(1)).await.unwrap();
    let first = sessions
        .list(&PageQuery {
            limit: 3,
            after: None,
        })
        .await
        .unwrap();
    assert_eq!(first.items[0].id, ids[0], "last played first");
    let rest = sessions
        .list(&PageQuery {
            limit: 3,
            after: first.next,
        })
        .await
        .unwrap();
    assert_eq!((rest.items.len(), rest.next), (2, None));
    let playing = sessions.begin_turn(ids[0], None, "wait", "").await.unwrap();
    sessions.trash(ids[0]).await.unwrap();
    assert!(
        sessions
            .keep_turn(&playing, kept(2))
            .await
            .unwrap_err()
            .is_conflict()
    );
    assert!(matches!(sessions.get(ids[0]).await, Err(Error::NotFound)));
    assert!(matches!(sessions.turns(ids[0]).await, Err(Error::NotFound)));
    assert_eq!(
        sessions
            .list(&PageQuery::default())
            .await
            .unwrap()
            .items
            .len(),
        4
    );
    let trash = workspace.trash().list().await.unwrap();
    assert_eq!(
        (trash[0].id, trash[0].kind, trash[0].name.as_str()),
        (ids[0], TrashKind::Session, "Another walk")
    );
    workspace.trash().restore(ids[0]).await.unwrap();
    assert_eq!(sessions.get(ids[0]).await.unwrap().turns, 1);
    let nul = NewSession {
        title: "a\0b".into(),
        ..new_session(&world)
    };
    assert!(matches!(sessions.create(nul).await, Err(Error::Refused(_))));
}
