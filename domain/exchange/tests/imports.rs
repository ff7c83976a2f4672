//! From a card to a world (section 7): what is built, held and left out, and that every built world is sound.

mod common;

use std::collections::BTreeMap;

use common::{FIXTURES, encoded, fixture, plain_png, png_with, text_chunk};
use proptest::prelude::*;
use serde_json::{Value, json};
use talekeep_exchange::card;
use talekeep_exchange::import::{self, Choice, Class, Decisions, Fate, Plan, Survey, Target};

fn target(language: &str) -> Target {
    Target {
        world_id: "a-world".to_owned(),
        folder: "folder".to_owned(),
        player_name: String::new(),
        language: language.to_owned(),
    }
}

fn plan_of(bytes: &[u8], decide: impl Fn(&Survey) -> Decisions) -> Plan {
    let card = card::read(bytes).expect("a card");
    let survey = import::survey(&card);
    let kept: Survey =
        serde_json::from_str(&serde_json::to_string(&survey).expect("json")).expect("json");
    assert_eq!(kept, survey);
    import::build(&card, &survey, &decide(&survey), &target("en"))
}

fn plan(name: &str) -> Plan {
    plan_of(fixture(name), |_| Decisions::default())
}

fn accept_all(survey: &Survey) -> Decisions {
    Decisions {
        pieces: survey
            .pieces
            .iter()
            .map(|piece| (piece.id.clone(), Choice::Accepted))
            .collect(),
    }
}

fn document(plan: &Plan, path: &str) -> Value {
    let text = plan
        .documents
        .get(path)
        .unwrap_or_else(|| panic!("{path} among {:?}", plan.documents.keys()));
    serde_json::from_str(text).expect("json")
}

/// Zero problems, no macro, every piece told, no path from a name.
fn check_sound(plan: &Plan, about: &str) {
    let mut files: BTreeMap<String, Vec<u8>> = plan
        .documents
        .iter()
        .map(|(path, text)| (path.clone(), text.clone().into_bytes()))
        .collect();
    files.extend(
        plan.media
            .iter()
            .map(|media| (media.path.clone(), media.bytes.clone())),
    );
    let mut folder = talekeep_world::Folder::default();
    for (path, bytes) in files {
        assert!(
            path.split('/')
                .all(|part| !part.is_empty() && !part.starts_with('.'))
                && !path.contains(['\\', '\0', ':']),
            "{path}"
        );
        folder.insert(&path, talekeep_world::Entry::Bytes(bytes));
    }
    let problems = talekeep_world::read_world("folder", &folder).problems;
    let listed: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(listed.is_empty(), "{about}: {listed:?}");
    for (path, text) in &plan.documents {
        for sign in ["{{", "<USER>", "<BOT>"] {
            assert!(!text.contains(sign), "{about}: {path} holds {sign}");
        }
    }
    assert!(
        plan.survey
            .pieces
            .iter()
            .all(|piece| piece.fate != Fate::Waiting && !piece.reason.is_empty()),
        "{about}"
    );
    for record in &plan.records.documents {
        assert!(
            plan.documents.contains_key(&record.path)
                || plan.media.iter().any(|media| media.path == record.path),
            "{about}: {}",
            record.path
        );
    }
    let recorded: Vec<&str> = plan
        .records
        .documents
        .iter()
        .map(|record| record.path.as_str())
        .collect();
    assert!(
        plan.documents
            .keys()
            .all(|path| recorded.contains(&path.as_str())),
        "{about}: {recorded:?}"
    );
}

#[test]
fn f079_every_fixture_builds_a_sound_world_twice_the_same() {
    for (name, bytes) in FIXTURES {
        let png = png_with(&[text_chunk("chara", &encoded(bytes))]);
        for bytes in [bytes, &png.as_slice()] {
            for decide in [|_: &Survey| Decisions::default(), accept_all] {
                let (once, again) = (plan_of(bytes, decide), plan_of(bytes, decide));
                check_sound(&once, name);
                assert_eq!(
                    (&once.documents, &once.media, &once.survey),
                    (&again.documents, &again.media, &again.survey),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn f078_every_piece_appears_once_with_its_place() {
    for (name, bytes) in FIXTURES {
        let card = card::read(bytes).expect("a card");
        let survey = import::survey(&card);
        let mut ids: Vec<&str> = survey
            .pieces
            .iter()
            .map(|piece| piece.id.as_str())
            .collect();
        ids.sort_unstable();
        let all = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), all, "{name}");
        let entries = card.book.as_ref().map_or(0, |book| book.entries.len());
        assert_eq!(
            ids.iter().filter(|id| id.starts_with("entry:")).count(),
            entries,
            "{name}"
        );
        assert_eq!(
            ids.iter().filter(|id| id.starts_with("greeting:")).count(),
            card.greetings.len(),
            "{name}"
        );
        assert_eq!(
            ids.iter().filter(|id| id.starts_with("script:")).count(),
            card.fields.scripts.len(),
            "{name}"
        );
        let document: Value = serde_json::from_str(&card.document).expect("json");
        for piece in survey
            .pieces
            .iter()
            .filter(|piece| !piece.id.starts_with("picture"))
        {
            assert!(
                document.pointer(&piece.pointer).is_some(),
                "{name}: {} at {}",
                piece.id,
                piece.pointer
            );
        }
    }
}

#[test]
fn section_7_3_a_plain_card() {
    let plan = plan("v1-keeper");
    let character = document(&plan, "characters/ottokar-flint/character.json");
    assert_eq!(character["name"], "Ottokar Flint");
    assert_eq!(
        character["summary"],
        "Keeper of the weigh house on Salter's Row."
    );
    assert_eq!(
        character["personality"],
        "Exact, grumpy, secretly generous."
    );
    assert_eq!(
        character["speech"]["examples"],
        json!(["The scale is never broken.", "Put it down again."])
    );
    assert_eq!(character["knowledge"]["lore"], json!(["scenario"]));
    let world = document(&plan, "world.json");
    assert_eq!(
        world["opening_message"],
        "*Ottokar lowers the sack onto the pan.* \"Nothing,\" he says. \"Traveller, what have you brought me?\""
    );
    assert!(plan.documents["world.json"].starts_with("{\n  \"id\": \"a-world\""));
    assert_eq!(
        document(&plan, "lore/scenario/lore.json")["body"],
        "Traveller brings a sack that weighs nothing."
    );
}

#[test]
fn f034_openings_hold_no_markup_and_no_status_block() {
    let world = document(&plan("hostile-names"), "world.json");
    assert_eq!(world["opening_message"], "Hello Traveller.");
}

#[test]
fn f073_somebody_to_play() {
    assert_eq!(
        document(&plan("v1-keeper"), "characters/traveller/character.json"),
        json!({ "name": "Traveller", "role": "playable" })
    );
    let card = card::read(fixture("zh")).expect("a card");
    let survey = import::survey(&card);
    let plan = import::build(&card, &survey, &Decisions::default(), &target("zh"));
    assert_eq!(
        document(&plan, "characters/旅人/character.json")["name"],
        "旅人"
    );
    assert_eq!(
        document(&plan, "world.json")["opening_message"],
        "旅人,船还没到。"
    );
    let named = Target {
        player_name: "Robin {{char}}".to_owned(),
        ..target("en")
    };
    let plan = import::build(&card, &survey, &Decisions::default(), &named);
    assert!(
        document(&plan, "world.json")["opening_message"]
            .as_str()
            .is_some_and(|text| text.starts_with("Robin char,"))
    );
}

#[test]
fn section_7_3_labelled_text_notes_and_prompts() {
    let plan = plan("v2-labelled");
    let nell = document(&plan, "characters/nell-harrow/character.json");
    assert_eq!(
        (&nell["age"], &nell["gender"], &nell["aliases"]),
        (&json!("34"), &json!("woman"), &json!(["The Slater"]))
    );
    assert_eq!(
        nell["appearance"],
        "Hair: short, iron grey\ntall, one glove"
    );
    assert_eq!(nell["personality"], "patient, blunt\nLikes: rain on slate");
    assert_eq!(nell["speech"]["style"], "half sentences");
    assert_eq!(
        nell["background"],
        "Family: a brother, Jory\nOccupation: roofer"
    );
    let world = document(&plan, "world.json");
    assert_eq!(
        world["description"],
        "A roofer and the town she sees from above."
    );
    assert_eq!(
        (&world["author"]["name"], &world["metadata"]["tags"]),
        (&json!("fixture"), &json!(["town", "craft"]))
    );
    let fate = |id: &str| plan.survey.piece(id).map(|piece| (piece.class, piece.fate));
    assert_eq!(
        fate("field:system_prompt"),
        Some((Class::Style, Fate::Held))
    );
    assert_eq!(
        fate("field:post_history_instructions"),
        Some((Class::Exclude, Fate::Excluded))
    );
    assert_eq!(
        fate("extension:depth_prompt"),
        Some((Class::Character, Fate::Held))
    );
    assert_eq!(fate("script:0"), Some((Class::Exclude, Fate::Excluded)));
    assert_eq!(fate("greeting:1"), Some((Class::Opening, Fate::Held)));
}

#[test]
fn f077_prompts_are_written_only_when_accepted() {
    assert!(
        plan("v2-labelled")
            .documents
            .keys()
            .all(|path| !path.starts_with("prompts/"))
    );
    let accepted = plan_of(fixture("v2-labelled"), |survey| Decisions {
        pieces: survey
            .pieces
            .iter()
            .filter(|piece| piece.class == Class::Style)
            .map(|piece| (piece.id.clone(), Choice::Accepted))
            .collect(),
    });
    assert_eq!(
        accepted.documents["prompts/en/narration/style.md"],
        "Write in plain, short sentences.\n"
    );
}

#[test]
fn section_7_3_entries_by_class() {
    let plan = plan("v2-book");
    assert_eq!(
        document(&plan, "locations/salt-house/location.json")["name"],
        "Salt House"
    );
    let maud = document(&plan, "characters/maud-tarrant/character.json");
    assert_eq!(
        (&maud["tier"], &maud["age"], &maud["aliases"]),
        (&json!("supporting"), &json!("61"), &json!(["Maud"]))
    );
    assert_eq!(
        document(&plan, "items/bone-whistle/item.json")["held_by"],
        "maud-tarrant"
    );
    assert!(
        plan.documents
            .contains_key("factions/wardens-of-the-mark/faction.json")
    );
    let lamps = document(&plan, "lore/night-of-lamps/lore.json");
    assert_eq!(
        (&lamps["kind"], &lamps["sources"]),
        (&json!("custom"), &json!(["Piers Lowmoor"]))
    );
    assert_eq!(
        lamps["subjects"],
        json!([{ "kind": "character", "id": "maud-tarrant" }])
    );
    assert_eq!(
        document(&plan, "lore/fog/lore.json")["body"],
        "Fog comes over the flats without a sound, white and cold."
    );
    let fate = |at: usize| {
        plan.survey
            .piece(&format!("entry:{at}"))
            .map(|piece| piece.fate)
    };
    let fates = [5, 6, 7, 8, 10].map(|at| fate(at).expect("a piece"));
    assert_eq!(
        fates,
        [
            Fate::Excluded,
            Fate::Held,
            Fate::Excluded,
            Fate::Excluded,
            Fate::Held
        ]
    );
}

#[test]
fn r071_decisions_change_what_is_built() {
    let plan = plan_of(fixture("v2-book"), |_| Decisions {
        pieces: [
            ("entry:0".to_owned(), Choice::Rejected),
            ("entry:5".to_owned(), Choice::Accepted),
        ]
        .into(),
    });
    assert!(
        !plan
            .documents
            .contains_key("locations/salt-house/location.json")
    );
    assert_eq!(
        plan.survey.piece("entry:0").map(|piece| piece.fate),
        Some(Fate::Rejected)
    );
    assert_eq!(
        plan.survey.piece("entry:5").map(|piece| piece.fate),
        Some(Fate::Excluded),
        "instructions cannot be accepted"
    );
    let plan = plan_of(fixture("v2-labelled"), |_| Decisions {
        pieces: [("greeting:2".to_owned(), Choice::Accepted)].into(),
    });
    assert_eq!(
        document(&plan, "world.json")["opening_message"],
        "The Slater is asleep on the ridge.".replace("The Slater", "Nell Harrow")
    );
}

#[test]
fn f074_f075_scenarios_and_several_persons() {
    let scenario = plan("scenario");
    let people: Vec<&str> = scenario
        .documents
        .keys()
        .filter(|path| path.starts_with("characters/"))
        .map(String::as_str)
        .collect();
    assert_eq!(people, ["characters/traveller/character.json"]);
    let held: Vec<&str> = scenario
        .survey
        .pieces
        .iter()
        .filter(|piece| piece.id.starts_with("person:") && piece.fate == Fate::Held)
        .map(|piece| piece.title.as_str())
        .collect();
    assert_eq!(held, ["Orsolya Kern", "Tiberius Moll", "Petra Voss"]);
    let accepted = plan_of(fixture("scenario"), accept_all);
    assert!(
        accepted
            .documents
            .contains_key("characters/petra-voss/character.json")
    );
    let several = plan("several");
    assert!(
        !several
            .documents
            .contains_key("characters/ada-and-bo/character.json")
    );
    let nameless = plan("nameless");
    assert_eq!(document(&nameless, "world.json")["name"], "Untitled");
    assert_eq!(
        nameless
            .documents
            .keys()
            .filter(|path| path.starts_with("characters/"))
            .count(),
        1
    );
}

#[test]
fn w070_portrait_and_cover_are_filed_under_their_digest() {
    let png = png_with(&[
        text_chunk("chara", &encoded(fixture("v1-keeper"))),
        text_chunk("Comment", b"secret"),
    ]);
    let plan = plan_of(&png, |_| Decisions::default());
    assert_eq!(plan.media.len(), 1);
    assert_eq!(
        plan.media[0].bytes,
        plain_png(),
        "the portrait does not carry the card along"
    );
    let row: Value =
        serde_json::from_str(plan.documents["media/manifest.jsonl"].trim()).expect("json");
    assert_eq!(row["file"], plan.media[0].path.as_str());
    assert_eq!(row["subject"]["id"], "ottokar-flint");
    assert_eq!(document(&plan, "world.json")["cover_media_id"], row["id"]);
    assert_eq!(
        document(&plan, "characters/ottokar-flint/character.json")["visual_identity"]["global_id"],
        row["id"]
    );
    let icon = plan_of(fixture("v3-assets"), |_| Decisions::default());
    assert_eq!(
        icon.media.len(),
        1,
        "the icon inside the card; addresses are not fetched"
    );
}

#[test]
fn f070_folders_come_from_names_only_as_slugs() {
    for (name, folder) in [
        ("../../etc/passwd", "etc-passwd"),
        ("", "world"),
        ("NUL", "nul-world"),
        ("听雨茶馆", "听雨茶馆"),
    ] {
        assert_eq!(import::folder_name(name), folder);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a card's texts are, a world built from them is sound.
    #[test]
    fn any_texts_build_a_sound_world(texts in proptest::collection::vec("([ -~\n]|[{}<>:/.]|\\{\\{char\\}\\}|<USER>|\\PC){0,60}", 9)) {
        let card = json!({ "spec": "chara_card_v2", "spec_version": "2.0", "data": {
            "name": texts[0], "description": texts[1], "personality": texts[2], "scenario": texts[3], "first_mes": texts[4], "mes_example": texts[5],
            "creator_notes": texts[6], "tags": [texts[0]], "creator": texts[7],
            "character_book": { "entries": [{ "keys": [texts[0], texts[7]], "comment": texts[8], "content": texts[1] }, { "keys": [texts[8]], "comment": texts[0], "content": texts[2] }] },
        }});
        let bytes = card.to_string();
        if card::read(bytes.as_bytes()).is_ok() {
            check_sound(&plan_of(bytes.as_bytes(), |_| Decisions::default()), &bytes);
            check_sound(&plan_of(bytes.as_bytes(), accept_all), &bytes);
        }
    }
}
