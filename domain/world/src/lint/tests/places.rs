//! Places, ways, containers and garments.

use super::check;

const HALL: &str = "locations/hall/location.json";
const YARD: &str = "locations/yard/location.json";
const CAVE: &str = "locations/cave/location.json";
const PIT: &str = "locations/pit/location.json";
const BOX: &str = "items/box/item.json";
const KEY: &str = "items/key/item.json";
const HAT: &str = "items/hat/item.json";
const TRIGGERS: &str = "triggers.json";

/// A trigger that makes this edit when Ann is in the hall.
fn doing(edit: &str) -> String {
    format!(
        r#"[{{"key": "t", "when": {{"type": "place", "character": "ann", "location": "hall"}},
            "effects": [{{"type": "edit", "edit": {edit}}}]}}]"#
    )
}

#[test]
fn w216_an_unreachable_place() {
    let name = "unreachable-place";
    let lost = ["locations/cave/location.json# No way leads from where players begin to \"Cave\"."];
    check(name, &[(CAVE, r#"{"name": "Cave"}"#)], &lost);
    // A way out of it alone does not lead to it.
    let out = r#"{"name": "Cave", "exits": [{"to": "yard", "one_way": true}]}"#;
    check(name, &[(CAVE, out)], &lost);
    check(
        name,
        &[(CAVE, r#"{"name": "Cave", "parent": "yard"}"#)],
        &lost,
    );
    // The way back is a way (W-211).
    check(
        name,
        &[(CAVE, r#"{"name": "Cave", "exits": [{"to": "yard"}]}"#)],
        &[],
    );
    // The story may clear what blocks a way.
    let blocked =
        r#"{"name": "Cave", "exits": [{"to": "yard", "state": "blocked", "note": "Water"}]}"#;
    check(name, &[(CAVE, blocked)], &[]);
    // A place that holds others is no place to walk to.
    check(
        name,
        &[
            (CAVE, r#"{"name": "Cave"}"#),
            (YARD, r#"{"name": "Yard", "parent": "cave"}"#),
        ],
        &[],
    );
    let moved = doing(r#"{"moves": [{"character": "bob", "location": "cave"}]}"#);
    check(
        name,
        &[(CAVE, r#"{"name": "Cave"}"#), (TRIGGERS, &moved)],
        &[],
    );
    // Somebody waits there for a trigger.
    let bob = r#"{"name": "Bob", "start": {"location": "cave"}, "relationships": [{"to": "ann", "label": "friend"}]}"#;
    let comes = doing(r#"{"moves": [{"character": "bob", "location": "yard"}]}"#);
    let documents = [
        (CAVE, r#"{"name": "Cave"}"#),
        ("characters/bob/character.json", bob),
    ];
    check(name, &[documents[0], documents[1], (TRIGGERS, &comes)], &[]);
    check(name, &documents, &lost);
}

#[test]
fn w211_a_one_way_trap() {
    let name = "one-way-trap";
    let down = r#"{"name": "Yard", "exits": [null, {"to": "pit", "one_way": true}]}"#;
    check(
        name,
        &[(YARD, down), (PIT, r#"{"name": "Pit"}"#)],
        &[
            "locations/yard/location.json#/exits/1/one_way From \"Yard\" one can go to \"Pit\", but no way leads back out.",
        ],
    );
    let rooms =
        |number: usize| format!(r#"{{"name": "Room {number}", "exits": [{{"to": "hall"}}]}}"#);
    let (one, two) = (rooms(1), rooms(2));
    let map = [
        (YARD, down),
        ("locations/one/location.json", one.as_str()),
        ("locations/two/location.json", &two),
    ];
    check(
        name,
        &[
            map[0],
            map[1],
            map[2],
            (PIT, r#"{"name": "Pit", "exits": [{"to": "cave"}]}"#),
            (CAVE, r#"{"name": "Cave"}"#),
        ],
        &[
            "locations/yard/location.json#/exits/1/one_way From \"Yard\" one can go to \"Pit\" and the place behind it, but no way leads back out.",
        ],
    );
    check(
        name,
        &[
            (YARD, down),
            (
                PIT,
                r#"{"name": "Pit", "exits": [{"to": "hall", "one_way": true}]}"#,
            ),
        ],
        &[],
    );
    check(
        name,
        &[
            (YARD, r#"{"name": "Yard", "exits": [{"to": "pit"}]}"#),
            (PIT, r#"{"name": "Pit"}"#),
        ],
        &[],
    );
    // A trigger looks there and fetches whoever fell in.
    let rescue = r#"[{"key": "t", "when": {"type": "place", "character": "ann", "location": "pit"},
        "effects": [{"type": "edit", "edit": {"moves": [{"character": "ann", "location": "hall"}]}}]}]"#;
    check(
        name,
        &[
            (YARD, down),
            (PIT, r#"{"name": "Pit"}"#),
            (TRIGGERS, rescue),
        ],
        &[],
    );
    // A prologue left for good.
    let leave = r#"{"name": "Hall", "exits": [{"to": "yard", "one_way": true}]}"#;
    let town = r#"{"name": "Yard", "exits": [{"to": "pit"}]}"#;
    check(
        name,
        &[(HALL, leave), (YARD, town), (PIT, r#"{"name": "Pit"}"#)],
        &[],
    );
}

#[test]
fn w214_a_locked_exit_nobody_can_open() {
    let name = "exit-nobody-opens";
    let door = r#"{"name": "Hall", "exits": [{"to": "yard"}, {"to": "cave", "state": "locked"}]}"#;
    let cave = (CAVE, r#"{"name": "Cave"}"#);
    let nothing = [
        "locations/hall/location.json#/exits/1/state The way from \"Hall\" to \"Cave\" is locked, and nothing opens it.",
    ];
    check(name, &[(HALL, door), cave], &nothing);
    let keyed = r#"{"name": "Hall", "exits": [{"to": "yard"}, {"to": "cave", "state": "locked", "opened_by": ["key"]}]}"#;
    check(name, &[(HALL, keyed), cave], &[]);
    let behind = [
        "locations/hall/location.json#/exits/1/opened_by The way from \"Hall\" to \"Cave\" is locked, and its key \"Key\" is out of everybody’s reach.",
    ];
    check(
        name,
        &[
            (HALL, keyed),
            cave,
            (KEY, r#"{"name": "Key", "location": "cave"}"#),
        ],
        &behind,
    );
    // Hidden is not out of reach, and neither is what a closed box holds.
    check(
        name,
        &[
            (HALL, keyed),
            cave,
            (
                KEY,
                r#"{"name": "Key", "location": "yard", "hidden": true}"#,
            ),
        ],
        &[],
    );
    check(
        name,
        &[
            (HALL, keyed),
            cave,
            (KEY, r#"{"name": "Key", "inside": "box"}"#),
        ],
        &[],
    );
    // Somebody in the cave can open it from the inside.
    let bob = r#"{"name": "Bob", "start": {"location": "cave"}, "relationships": [{"to": "ann", "label": "friend"}]}"#;
    let inside = (KEY, r#"{"name": "Key", "location": "cave"}"#);
    check(
        name,
        &[
            (HALL, keyed),
            cave,
            inside,
            ("characters/bob/character.json", bob),
        ],
        &[],
    );
    for edit in [
        r#"{"exit_changes": [{"from": "hall", "to": "cave", "state": "open"}]}"#,
        r#"{"exit_changes": [{"from": "cave", "to": "hall", "state": "open"}]}"#,
        r#"{"exit_changes": [{"from": "hall", "to": "cave", "opened_by": ["key"]}]}"#,
    ] {
        check(name, &[(HALL, door), cave, (TRIGGERS, &doing(edit))], &[]);
    }
    let edit = r#"{"exit_changes": [{"from": "hall", "to": "cave", "note": "Oak"}]}"#;
    check(
        name,
        &[(HALL, door), cave, (TRIGGERS, &doing(edit))],
        &nothing,
    );
    let handed = doing(r#"{"item_changes": [{"item": "key", "held_by": "ann"}]}"#);
    check(
        name,
        &[(HALL, keyed), cave, inside, (TRIGGERS, &handed)],
        &[],
    );
    // It opens from its other side.
    let latch = r#"{"name": "Cave", "exits": [{"to": "hall"}, {"to": "yard"}]}"#;
    check(name, &[(HALL, door), (CAVE, latch)], &[]);
    // A chain of keys.
    let boxed = r#"{"name": "Box", "location": "yard", "container": {"state": "locked", "opened_by": ["pin"]}}"#;
    let chain = [
        (HALL, keyed),
        cave,
        (BOX, boxed),
        (KEY, r#"{"name": "Key", "inside": "box"}"#),
    ];
    let pin = (
        "items/pin/item.json",
        r#"{"name": "Pin", "worn_by": "bob", "wearable": "head"}"#,
    );
    check(name, &[chain[0], chain[1], chain[2], chain[3], pin], &[]);
}

#[test]
fn w213_a_blocked_exit_without_a_reason() {
    let name = "blocked-without-reason";
    let hall = r#"{"name": "Hall", "exits": [{"to": "yard", "state": "blocked"}]}"#;
    check(
        name,
        &[(HALL, hall)],
        &[
            "locations/hall/location.json#/exits/0/note The way from \"Hall\" to \"Yard\" is blocked, and no note says by what.",
        ],
    );
    check(
        name,
        &[(
            HALL,
            r#"{"name": "Hall", "exits": [{"to": "yard", "state": "blocked", "note": "Snow"}]}"#,
        )],
        &[],
    );
    let opens = doing(r#"{"exit_changes": [{"from": "yard", "to": "hall", "state": "open"}]}"#);
    check(name, &[(HALL, hall), (TRIGGERS, &opens)], &[]);
}

#[test]
fn w237_a_container_nobody_can_open() {
    let name = "container-nobody-opens";
    let locked = |rest: &str| {
        format!(
            r#"{{"name": "Box", "location": "hall", "container": {{"state": "locked"{rest}}}}}"#
        )
    };
    let keyless = locked("");
    let nothing = ["items/box/item.json#/container/state \"Box\" is locked, and nothing opens it."];
    check(name, &[(BOX, &keyless)], &nothing);
    let keyed = locked(r#", "opened_by": ["key"]"#);
    check(name, &[(BOX, &keyed)], &[]);
    check(
        name,
        &[(BOX, &keyed), (KEY, r#"{"name": "Key", "inside": "box"}"#)],
        &[
            "items/box/item.json#/container/opened_by \"Box\" is locked, and its key \"Key\" is out of everybody’s reach.",
        ],
    );
    let two = locked(r#", "opened_by": ["key", "pin"]"#);
    let inside = [
        (KEY, r#"{"name": "Key", "inside": "box"}"#),
        ("items/pin/item.json", r#"{"name": "Pin", "inside": "box"}"#),
    ];
    check(
        name,
        &[(BOX, &two), inside[0], inside[1]],
        &[
            "items/box/item.json#/container/opened_by \"Box\" is locked, and all of its keys, \"Key\" among them, are out of everybody’s reach.",
        ],
    );
    check(
        name,
        &[
            (BOX, &two),
            inside[0],
            (
                "items/pin/item.json",
                r#"{"name": "Pin", "location": "yard"}"#,
            ),
        ],
        &[],
    );
    for (change, want) in [
        (r#""container_state": "open""#, &[][..]),
        (r#""removed": true"#, &[]),
        (r#""notable": true"#, &nothing),
    ] {
        let edit = doing(&format!(
            r#"{{"item_changes": [{{"item": "box", {change}}}]}}"#
        ));
        check(name, &[(BOX, &keyless), (TRIGGERS, &edit)], want);
    }
}

#[test]
fn w239_an_unplaced_wearable() {
    let name = "unplaced-wearable";
    let hat = |place: &str| format!(r#"{{"name": "Hat", "wearable": "head", {place}}}"#);
    let table: &[(&str, &[&str])] = &[
        (r#""worn_by": "ann""#, &[]),
        (r#""location": "yard""#, &[]),
        (r#""held_by": "ann""#, &[]),
        (r#""held_by": "ann", "owner": "bob""#, &[]),
        (
            r#""held_by": "ann", "owner": "ann""#,
            &["items/hat/item.json#/held_by \"Ann\" holds \"Hat\" and does not wear it."],
        ),
        (r#""inside": "box""#, &[]),
    ];
    for (place, want) in table {
        check(name, &[(HAT, &hat(place))], want);
    }
    let everything = super::advice(&[
        (CAVE, r#"{"name": "Cave"}"#),
        (HAT, &hat(r#""location": "cave""#)),
    ]);
    let found: Vec<&str> = everything.iter().map(|one| one.check).collect();
    assert_eq!(found, [name, "unreachable-place"]);
    let shut = r#"{"name": "Box", "location": "hall", "container": {"state": "locked"}}"#;
    let everything = super::advice(&[(BOX, shut), (HAT, &hat(r#""inside": "box""#))]);
    let found: Vec<(&str, &str)> = everything
        .iter()
        .map(|one| (one.check, one.pointer.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            ("container-nobody-opens", "/container/state"),
            (name, "/inside")
        ]
    );
}
