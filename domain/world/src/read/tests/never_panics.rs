//! Hostile input: whatever the bytes, reading ends with values and problems.

use proptest::prelude::*;

use super::*;
use crate::excerpt::Excerpts;
use crate::json::{LoneSurrogates, Rules, parse};
use crate::lint::lint;
use crate::read::{cover_file, read_avatar};

const PATHS: [&str; 13] = [
    "world.json",
    "variables.json",
    "plots.json",
    "triggers.json",
    "items/slots.json",
    "media/manifest.jsonl",
    "characters/ann/character.json",
    "factions/crew/faction.json",
    "locations/hall/location.json",
    "items/box/item.json",
    "lore/flood/lore.json",
    "prompts/en/narration/style.md",
    "prompts/EN/narration/style.md",
];

/// Words of the format in no sensible order: this gets past the parser far more often than bytes do.
fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "\"name\"",
        "\"id\"",
        "\"when\"",
        "\"type\"",
        "\"all\"",
        "\"conditions\"",
        "\"effects\"",
        "\"edit\"",
        "\"moves\"",
        "\"ann\"",
        "\"hall\"",
        "\"parent\"",
        "\"inside\"",
        "\"variables\"",
        "\"kind\"",
        "\"choice\"",
        "\"options\"",
        "\"\"",
        "1e999",
        "-0",
        "1.5",
        "null",
        "true",
    ]);
    let leaf = word.prop_map(str::to_owned).boxed();
    leaf.prop_recursive(6, 60, 6, |inner| {
        let key = prop::sample::select(vec![
            "name",
            "id",
            "when",
            "type",
            "conditions",
            "condition",
            "effects",
            "edit",
            "moves",
            "start",
            "location",
            "feature",
            "exits",
            "to",
            "features",
            "inside",
            "container",
            "variables",
            "relationships",
            "key",
            "only",
            "options",
            "developments",
            "prerequisites",
            "~/",
        ]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6)
                .prop_map(|entries| format!("[{}]", entries.join(","))),
            prop::collection::vec((key, inner), 0..6).prop_map(|members| {
                let members: Vec<String> = members
                    .iter()
                    .map(|(key, value)| format!("\"{key}\":{value}"))
                    .collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

fn read(path: &str, bytes: Vec<u8>) {
    let mut folder = folder(&[]);
    folder.insert(path, Entry::Bytes(bytes.clone()));
    let reading = read_world("w", &folder);
    let excerpts = Excerpts::of(&bytes);
    for problem in &reading.problems {
        excerpts.at(&problem.pointer);
    }
    if let (Some(world), []) = (&reading.world, &reading.problems[..]) {
        lint("w", &folder, world);
    }
    cover_file(&folder);
    let mut avatar = Folder::default();
    avatar.insert("character.json", Entry::Bytes(bytes));
    read_avatar("ann", &avatar);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes(path in prop::sample::select(PATHS.to_vec()), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read(path, bytes);
    }

    #[test]
    fn arbitrary_documents(path in prop::sample::select(PATHS.to_vec()), text in words()) {
        read(path, text.into_bytes());
    }

    #[test]
    fn the_parser_agrees_with_a_known_one(text in "[\\[\\]{}:,\"a\\\\u0-9eE.+ tn-]{0,24}") {
        let ours = parse(text.as_bytes(), &Rules { lone_surrogates: LoneSurrogates::Refuse, ..Rules::DOCUMENT });
        // The known one refuses numbers no float can hold; both are right by their own rules.
        if let Err(theirs) = serde_json::from_str::<serde_json::Value>(&text) {
            prop_assert!(ours.is_err() || theirs.to_string().contains("out of range"), "{}", text);
        } else {
            prop_assert!(ours.is_ok(), "{}", text);
        }
    }
}
