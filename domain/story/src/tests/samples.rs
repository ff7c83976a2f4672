//! The sample worlds that ship with the product: they have no problems, and both editions are the same world.

use std::path::Path;

use super::*;

#[expect(
    clippy::disallowed_methods,
    reason = "the test reads the shipped samples beside the code"
)]
fn documents(folder: &Path, below: &str, into: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder.join(below)).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a name");
        let path = if below.is_empty() {
            name
        } else {
            format!("{below}/{name}")
        };
        if entry.path().is_dir() {
            documents(folder, &path, into);
        } else {
            into.insert(path, std::fs::read(entry.path()).expect("bytes"));
        }
    }
}

fn sample(language: &str) -> World {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../api/samples")
        .join(language)
        .join("saltmarrow");
    let mut found = BTreeMap::new();
    documents(&folder, "", &mut found);
    found.retain(|path, _| !path.ends_with(".png"));
    let world = read(found);
    assert_eq!(world.id, None, "the product gives a sample its id");
    world
}

#[test]
fn r_030_both_editions_of_the_sample_are_the_same_world() {
    let shape = |world: &World| {
        let characters = world.characters.iter().map(|one| one.id.clone());
        let places = world.locations.iter().map(|one| one.id.clone());
        let items = world.items.iter().map(|one| one.id.clone());
        let triggers = world.triggers.iter().map(|one| one.key.clone());
        characters
            .chain(places)
            .chain(items)
            .chain(triggers)
            .collect::<Vec<_>>()
    };
    let (english, chinese) = (sample("en"), sample("zh"));
    assert_eq!(shape(&english), shape(&chinese));
    assert_ne!(english.name, chinese.name);
}

#[test]
fn the_sample_can_be_started_by_either_of_its_playable_characters() {
    let world = sample("en");
    for character in ["nell", "tobias"] {
        let opened = start(&Start {
            world: &world,
            character,
            language: "en",
            seed: 1,
            now: now(),
        })
        .expect("started");
        assert_eq!(opened.opening.len(), 3);
        assert_eq!(opened.opening[1].speaker.as_deref(), Some("Finn"));
    }
}
