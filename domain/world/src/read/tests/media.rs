//! The cover of a world (W-070, W-073).

use super::*;
use crate::read::cover_file;
use std::collections::BTreeMap;

const WORLD: &str = r#"{"id": "w", "name": "W", "cover_media_id": "c"}"#;

fn cover(manifest: &str) -> (Vec<String>, Option<String>) {
    let mut folder = folder(&[("world.json", WORLD), ("media/manifest.jsonl", manifest)]);
    folder.insert("media/a.PNG", Entry::Other);
    folder.insert("media/b.svg", Entry::Other);
    folder.insert("media/c.png", Entry::Folder);
    let reading = read_world("w", &folder);
    (
        told(&reading),
        reading
            .world
            .and_then(|world| world.cover)
            .map(|cover| cover.path),
    )
}

#[test]
fn w070_w073_the_manifest_and_its_file() {
    let good = [
        "{\"id\": \"c\", \"file\": \"media/a.PNG\"}",
        "\u{feff}nonsense {\r{\"id\": \"c\", \"file\": \"x\"}\r\n[]\n{\"id\": \"c\", \"file\": \"./media//a.PNG\"}\r{\"id\": \"c\"}\n{\"file\": 5}",
    ];
    for manifest in good {
        assert_eq!(
            cover(manifest),
            (vec![], Some("media/a.PNG".to_owned())),
            "{manifest}"
        );
    }
    let bad = [
        "",
        "{\"id\": \"d\", \"file\": \"media/a.PNG\"}",
        "{\"id\": \"c\", \"file\": \"media/b.svg\"}",
        "{\"id\": \"c\", \"file\": \"media/c.png\"}",
        "{\"id\": \"c\", \"file\": \"media/none.png\"}",
        "{\"id\": \"c\", \"file\": \"../w/media/a.PNG\"}",
        "{\"id\": \"c\", \"file\": \"/media/a.PNG\"}",
        "{\"id\": \"c\", \"file\": \"media/a.PNG\"}\n{\"id\": \"c\", \"file\": \"media/x.png\"}",
        "{\"id\": \"c\", \"file\": 5}",
    ];
    for manifest in bad {
        assert_eq!(
            cover(manifest),
            (
                vec!["world.json#/cover_media_id bad_cover".to_owned()],
                None
            ),
            "{manifest}"
        );
    }
}

#[test]
fn w041_a_manifest_that_cannot_be_read_is_one_problem_with_or_without_a_cover() {
    for world in [WORLD, r#"{"id": "w", "name": "W"}"#, "{"] {
        let mut folder = folder(&[("world.json", world)]);
        folder.insert("media/manifest.jsonl", Entry::TooLarge(5 << 20));
        assert!(
            told(&read_world("w", &folder)).contains(&"media/manifest.jsonl# too_large".to_owned()),
            "{world}"
        );
    }
}

#[test]
fn packs_hold_documents_only_and_their_pictures_are_taken_to_be_there() {
    let manifest = "{\"id\": \"c\", \"file\": \"media/x.png\"}";
    let documents: BTreeMap<String, Vec<u8>> =
        [("world.json", WORLD), ("media/manifest.jsonl", manifest)]
            .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
            .into();
    let folder = Folder::from_documents(&documents);
    assert_eq!(told(&read_world("w", &folder)), [""; 0]);
    assert_eq!(cover_file(&folder).as_deref(), Some("media/x.png"));
}
