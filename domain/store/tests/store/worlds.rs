//! Worlds: revisions that conflict or not, folder keys, media, pages, the trash.

use talekeep_store::{Conflict, Error, NewWorld, Sort, TrashKind, WorldQuery, WorldSummary};

use crate::lab::{Lab, documents, new_world, summary};

#[tokio::test]
async fn a_world_is_rows_pack_and_folder() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let world = workspace.worlds().create(new_world("Hill")).await.unwrap();
    assert_eq!(
        (world.revision, world.folder.as_str(), world.listed),
        (1, "hill", true)
    );
    let (again, kept) = workspace.worlds().documents(world.id).await.unwrap();
    assert_eq!(
        (again, &*kept),
        (world.clone(), &new_world("Hill").documents)
    );
    let expected = [
        "characters/mira/character.json",
        "media/cover-0f.png",
        "world.json",
    ];
    assert_eq!(lab.folder_of(&workspace, "hill").await, expected);
    assert_eq!(
        workspace
            .worlds()
            .media(world.id, "media/cover-0f.png")
            .await
            .unwrap(),
        "a picture"
    );
    assert_eq!(
        workspace.worlds().media_list(world.id).await.unwrap(),
        ["media/cover-0f.png"]
    );
    assert!(matches!(
        workspace.worlds().media(world.id, "world.json").await,
        Err(Error::Refused(_))
    ));
    assert!(matches!(
        workspace
            .worlds()
            .media(world.id, "media/../world.json")
            .await,
        Err(Error::Refused(_))
    ));
    assert!(matches!(
        workspace.worlds().media(world.id, "media/none.png").await,
        Err(Error::NotFound)
    ));
    assert_eq!(
        lab.count("SELECT COUNT(*) FROM jobs").await,
        0,
        "its projection left no job behind"
    );
    // Read by another process: without our cache.
    let there = lab.another().await;
    let user = there.accounts().users().await.unwrap().remove(0);
    let there = there.accounts().workspace_of(user.id).await.unwrap();
    assert_eq!(there.worlds().documents(world.id).await.unwrap().1, kept);
}

#[tokio::test]
async fn what_is_no_world_is_refused_before_anything_is_kept() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let bad = [
        NewWorld {
            documents: documents(&[("lore.json", "{}")]),
            ..new_world("a")
        },
        NewWorld {
            documents: documents(&[("world.json", "{}"), ("../x", "{}")]),
            ..new_world("a")
        },
        NewWorld {
            documents: documents(&[("world.json", "{}"), (".import/x", "{}")]),
            ..new_world("a")
        },
        NewWorld {
            documents: documents(&[("world.json", "{}"), ("media/x.png", "{}")]),
            ..new_world("a")
        },
        NewWorld {
            folder: "../a".into(),
            ..new_world("a")
        },
        NewWorld {
            folder: ".a".into(),
            ..new_world("a")
        },
        NewWorld {
            summary: summary("a\0b"),
            ..new_world("a")
        },
        NewWorld {
            media: vec![("characters/x.png".into(), vec![])],
            ..new_world("a")
        },
    ];
    for bad in bad {
        let description = format!("{bad:?}");
        assert!(
            matches!(workspace.worlds().create(bad).await, Err(Error::Refused(_))),
            "{description}"
        );
    }
    assert!(
        workspace
            .worlds()
            .list(&WorldQuery::default())
            .await
            .unwrap()
            .items
            .is_empty()
    );
}

/// A stale writer learns of both sides and changes nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_writers_one_wins() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let world = workspace.worlds().create(new_world("Hill")).await.unwrap();
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let (worlds, id) = (workspace.worlds(), world.id);
            let text = format!("{{\"name\": \"{writer}\"}}");
            let documents = documents(&[("world.json", &text)]);
            tokio::spawn(async move {
                worlds
                    .commit(id, 1, summary(&writer.to_string()), documents, "edit")
                    .await
            })
        })
        .collect();
    let (mut won, mut lost) = (Vec::new(), 0);
    for writer in writers {
        match writer.await.unwrap() {
            Ok(world) => won.push(world),
            Err(Error::Conflict(Conflict::Revision {
                expected: 1,
                found: 2,
            })) => lost += 1,
            Err(error) => panic!("{error:?}"),
        }
    }
    assert_eq!((won.len(), lost, won[0].revision), (1, 3, 2));
    let (now, kept) = workspace.worlds().documents(world.id).await.unwrap();
    assert_eq!((now.name.clone(), now.revision), (won[0].name.clone(), 2));
    assert_eq!(
        kept["world.json"],
        format!("{{\"name\": \"{}\"}}", now.name).into_bytes()
    );
    // The folder shows the winner; what it dropped is gone from there but not from history.
    assert_eq!(
        lab.folder_of(&workspace, "hill").await,
        ["media/cover-0f.png", "world.json"]
    );
    let revisions = workspace.worlds().revisions(world.id).await.unwrap();
    assert_eq!(
        revisions
            .iter()
            .map(|revision| revision.revision)
            .collect::<Vec<_>>(),
        [2, 1]
    );
    let first = workspace
        .worlds()
        .documents_at(world.id, &revisions[1].digest)
        .await
        .unwrap();
    assert_eq!(*first, new_world("Hill").documents);
}

/// S5: folders compare in NFC lower case; a taken name gets a number.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn s5_folders_are_unique() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let racers: Vec<_> = (0..4)
        .map(|_| {
            let worlds = workspace.worlds();
            tokio::spawn(async move { worlds.create(new_world("Hill")).await.unwrap().folder })
        })
        .collect();
    let mut folders = Vec::new();
    for racer in racers {
        folders.push(racer.await.unwrap());
    }
    folders.sort();
    assert_eq!(folders, ["hill", "hill-2", "hill-3", "hill-4"]);
    let folder = |folder: &str| NewWorld {
        folder: folder.into(),
        ..new_world("x")
    };
    assert_eq!(
        workspace
            .worlds()
            .create(folder("HILL"))
            .await
            .unwrap()
            .folder,
        "HILL-5"
    );
    assert_eq!(
        workspace
            .worlds()
            .create(folder("赤い月 é"))
            .await
            .unwrap()
            .folder,
        "赤い月 é"
    );
    assert_eq!(
        workspace
            .worlds()
            .create(folder("赤い月 e\u{301}"))
            .await
            .unwrap()
            .folder,
        "赤い月 e\u{301}-2"
    );
    assert_eq!(
        lab.folder_of(&workspace, "赤い月 é").await.len(),
        3,
        "a host reads the name as it is"
    );
    let other = lab.workspace("other").await;
    assert_eq!(
        other.worlds().create(folder("hill")).await.unwrap().folder,
        "hill"
    );
}

#[tokio::test]
async fn media_never_change() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let world = workspace.worlds().create(new_world("Hill")).await.unwrap();
    let put = |path: &'static str, bytes: &'static [u8]| {
        let worlds = workspace.worlds();
        async move { worlds.put_media(world.id, path, bytes.to_vec()).await }
    };
    put("media/b.png", b"1").await.unwrap();
    put("media/b.png", b"1").await.unwrap();
    assert!(put("media/b.png", b"2").await.unwrap_err().is_conflict());
    assert!(
        matches!(
            put("media/manifest.jsonl", b"1").await,
            Err(Error::Refused(_))
        ),
        "their list is a document"
    );
    assert!(matches!(
        put("world.json", b"1").await,
        Err(Error::Refused(_))
    ));
}

#[tokio::test]
async fn the_trash_gives_back_what_it_got() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let world = workspace.worlds().create(new_world("Hill")).await.unwrap();
    let before = lab.folder_of(&workspace, "hill").await;
    workspace.worlds().trash(world.id).await.unwrap();
    assert!(matches!(
        workspace.worlds().get(world.id).await,
        Err(Error::NotFound)
    ));
    assert!(matches!(
        workspace.worlds().trash(world.id).await,
        Err(Error::NotFound)
    ));
    assert!(
        workspace
            .worlds()
            .list(&WorldQuery::default())
            .await
            .unwrap()
            .items
            .is_empty()
    );
    assert_eq!(
        lab.folder_of(&workspace, "hill").await,
        ["media/cover-0f.png"]
    );
    let second = workspace.worlds().create(new_world("Hill")).await.unwrap();
    assert_eq!(second.folder, "hill-2", "its folder stays its own");
    let trash = workspace.trash().list().await.unwrap();
    assert_eq!(
        (
            trash.len(),
            trash[0].id,
            trash[0].kind,
            trash[0].name.as_str()
        ),
        (1, world.id, TrashKind::World, "Hill")
    );
    workspace.trash().restore(world.id).await.unwrap();
    assert!(matches!(
        workspace.trash().restore(world.id).await,
        Err(Error::NotFound)
    ));
    assert_eq!(lab.folder_of(&workspace, "hill").await, before);
    assert_eq!(
        workspace.worlds().get(world.id).await.unwrap().digest,
        world.digest
    );
}

#[tokio::test]
async fn pages_search_and_tags() {
    let lab = Lab::new().await;
    let workspace = lab.workspace("mira").await;
    let names = [
        "Ärger",
        "zebra",
        "Apfel 100%",
        "apfel_baum",
        "Berg",
        "ärger",
    ];
    for (number, name) in names.into_iter().enumerate() {
        let tags = if number % 2 == 0 {
            vec!["Even".into(), "all".into()]
        } else {
            vec!["ODD".into(), "all".into(), "All".into()]
        };
        let description = Some(format!("the {number}th Öl"));
        let summary = WorldSummary {
            tags,
            description,
            ..summary(name)
        };
        workspace
            .worlds()
            .create(NewWorld {
                folder: "w".into(),
                summary,
                ..new_world("w")
            })
            .await
            .unwrap();
    }
    let unlisted = WorldSummary {
        listed: false,
        ..summary("hidden")
    };
    workspace
        .worlds()
        .create(NewWorld {
            summary: unlisted,
            ..new_world("w")
        })
        .await
        .unwrap();
    let list = |query: WorldQuery| {
        let worlds = workspace.worlds();
        async move {
            let (mut names, mut query) = (Vec::new(), WorldQuery { limit: 2, ..query });
            loop {
                let page = worlds.list(&query).await.unwrap();
                names.extend(page.items.into_iter().map(|world| world.name));
                query.after = page.next;
                if query.after.is_none() {
                    return names;
                }
            }
        }
    };
    let by_name = [
        "Apfel 100%",
        "apfel_baum",
        "Berg",
        "zebra",
        "Ärger",
        "ärger",
    ];
    assert_eq!(
        list(WorldQuery {
            sort: Sort::Name,
            ..Default::default()
        })
        .await,
        by_name
    );
    let newest: Vec<_> = names.into_iter().rev().collect();
    assert_eq!(
        list(WorldQuery {
            sort: Sort::Created,
            ..Default::default()
        })
        .await,
        newest
    );
    assert_eq!(list(WorldQuery::default()).await, newest);
    let search = |text: &str| {
        list(WorldQuery {
            sort: Sort::Name,
            query: Some(text.into()),
            ..Default::default()
        })
    };
    assert_eq!(search("APFEL").await, ["Apfel 100%", "apfel_baum"]);
    assert_eq!(search("100%").await, ["Apfel 100%"]);
    assert_eq!(search("l_b").await, ["apfel_baum"]);
    assert_eq!(search("a\u{308}RG").await, ["Ärger", "ärger"]);
    assert_eq!(search("2th öl").await, ["Apfel 100%"]);
    assert_eq!(
        search("baum 3th").await,
        ["apfel_baum"],
        "every word, anywhere"
    );
    assert_eq!(
        search("odd").await,
        ["apfel_baum", "zebra", "ärger"],
        "tags, too"
    );
    assert_eq!(search("nothing!").await, Vec::<String>::new());
    let tagged = |tag: &str| {
        list(WorldQuery {
            sort: Sort::Name,
            tag: Some(tag.into()),
            ..Default::default()
        })
    };
    assert_eq!(tagged("even").await, ["Apfel 100%", "Berg", "Ärger"]);
    assert_eq!(tagged("eve").await, Vec::<String>::new());
    let tags = workspace.worlds().tags().await.unwrap();
    assert_eq!(
        tags.iter()
            .map(|(tag, count)| (tag.to_lowercase(), *count))
            .collect::<Vec<_>>(),
        [
            ("all".to_owned(), 6),
            ("even".to_owned(), 3),
            ("odd".to_owned(), 3)
        ]
    );
    let nul = workspace
        .worlds()
        .list(&WorldQuery {
            query: Some("a\0b".into()),
            ..Default::default()
        })
        .await;
    assert!(matches!(nul, Err(Error::Refused(_))));
}
