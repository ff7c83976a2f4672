//! The scene and the state panel: who is told what.

use serde_json::json;

use super::*;

fn scene(world: &World, state: State) -> talekeep_prompts::Scene {
    idle(world, state, 1).asked.remove(0).scene
}

#[test]
fn w_135_w_234_what_is_hidden_or_shut_away_is_out_of_sight() {
    let world = world_with([]);
    let scene = scene(&world, opened(&world).state);
    let ids = |things: &[talekeep_prompts::Thing]| {
        things
            .iter()
            .map(|thing| thing.id.clone())
            .collect::<Vec<_>>()
    };
    // W-234: notable ones first.
    assert_eq!(ids(&scene.things), ["lamp", "cap", "chest", "hat", "key"]);
    assert_eq!(ids(&scene.unseen), ["coins", "ring"]);
    assert_eq!(
        scene
            .people
            .iter()
            .map(|one| one.name.as_str())
            .collect::<Vec<_>>(),
        ["Ben"]
    );
    assert_eq!(scene.clock, "2024-05-01T20:00");
}

#[test]
fn w_216_known_places_are_reached_through_others() {
    let world = world_with([]);
    let ways = scene(&world, opened(&world).state).ways;
    let ways: Vec<_> = ways
        .iter()
        .map(|way| (way.place.id.as_str(), way.through.len(), way.seconds))
        .collect();
    assert_eq!(ways, [("square", 0, 20), ("road", 1, 620)]);
}

#[test]
fn w_172_w_174_r_143_values_are_told_by_visibility() {
    let world = world_with([]);
    let readings = scene(&world, opened(&world).state).readings;
    let readings: Vec<_> = readings
        .iter()
        .map(|one| format!("{} {:?} {}", one.name, one.of, one.value))
        .collect();
    assert_eq!(
        readings,
        [
            "Stage None uneasy",
            "Hits None few (0)",
            "Shame Some(\"Ada\") 1"
        ]
    );
}

#[test]
fn r_137_r_138_only_known_lore_and_no_inner_states() {
    let world = world_with([]);
    let played = idle(&world, opened(&world).state, 1);
    let text: String = played
        .asked
        .iter()
        .flat_map(|ask| &ask.messages)
        .map(|message| message.text.as_str())
        .collect();
    assert!(
        text.contains("It rings at nine.")
            && !text.contains("Nobody knows.")
            && !text.contains("Afraid.")
    );
}

#[test]
fn w_208_r_142_at_most_twelve_features_are_told() {
    let features: Vec<Value> = (0..20)
        .map(|number| json!({ "id": format!("f{number}"), "name": format!("F{number}") }))
        .collect();
    let mut bar = inn().remove("locations/bar/location.json").expect("bar");
    bar["features"]
        .as_array_mut()
        .expect("list")
        .extend(features);
    let world = world_with([("locations/bar/location.json", bar)]);
    assert_eq!(
        scene(&world, opened(&world).state)
            .place
            .map(|place| place.features.len()),
        Some(12)
    );
}

#[test]
fn w_200_without_places_everyone_is_together() {
    let documents = [
        ("world.json", json!({ "id": "w", "name": "W" })),
        (
            "characters/ada/character.json",
            json!({ "name": "Ada", "role": "playable" }),
        ),
        ("characters/ben/character.json", json!({ "name": "Ben" })),
    ];
    let world = read(
        documents
            .into_iter()
            .map(|(path, document)| (path.to_owned(), document.to_string().into_bytes()))
            .collect(),
    );
    let scene = scene(&world, opened(&world).state);
    assert_eq!((scene.place, scene.people.len()), (None, 1));
}

#[test]
fn w_104_those_who_are_nowhere_share_the_opening_and_can_go_anywhere() {
    let ada = json!({ "name": "Ada", "role": "playable" });
    let ben = json!({ "name": "Ben" });
    let world = world_with([
        ("characters/ada/character.json", ada),
        ("characters/ben/character.json", ben),
    ]);
    let scene = scene(&world, opened(&world).state);
    let people: Vec<&str> = scene.people.iter().map(|one| one.id.as_str()).collect();
    assert!(
        scene.place.is_none() && people.contains(&"ben"),
        "{people:?}"
    );
    assert_eq!(scene.ways.len(), world.locations.len());
    let played = play(
        &world,
        opened(&world).state,
        Kind::Act,
        "go to the road",
        1,
        "Ada walks.",
        json!({ "moves": [{ "character": "ada", "location": "road" }] }),
    );
    assert_eq!(played.settled.problems, Vec::<String>::new());
    let here = played
        .settled
        .state
        .view(&world)
        .place
        .map(|place| place.id);
    assert_eq!(here.as_deref(), Some("road"));
}

#[test]
fn the_state_panel_shows_what_the_player_may_see() {
    let world = world_with([]);
    let view = serde_json::to_value(opened(&world).state.view(&world)).expect("json");
    assert_eq!(view["clock"], json!("2024-05-01T20:00:00+02:00"));
    assert_eq!(view["localTime"], json!("2024-05-01 20:00"));
    assert_eq!(
        view["place"]["exits"][0],
        json!({ "to": "cellar", "name": "Cellar", "description": null, "state": "locked", "note": "A padlock." })
    );
    let names = |list: &str| {
        view[list]
            .as_array()
            .expect("list")
            .iter()
            .map(|one| one["name"].as_str().expect("name").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names("carried"), ["Cap", "Hat", "Key"]);
    assert_eq!(names("here"), ["Lamp", "Chest"]);
    assert_eq!(names("variables"), ["Stage", "Hits", "Shame"]);
    assert_eq!(names("goals"), ["Find the ledger"]);
    let text = view.to_string();
    assert!(!text.contains("Ring") && !text.contains("Doom") && !text.contains("Afraid"));
}
