//! A small world that sets every member of the format at least once. The reference shows its documents and the tests try
//! every member on them. It is never served as a world to play.

/// Every document with its path in the world folder; of each kind the fullest comes first. The picture of the manifest is not
/// among them.
pub static EXAMPLE: &[(&str, &str)] = &[
    ("world.json", include_str!("example/world.json")),
    ("variables.json", include_str!("example/variables.json")),
    (
        "characters/mara/character.json",
        include_str!("example/characters/mara/character.json"),
    ),
    (
        "characters/finn/character.json",
        include_str!("example/characters/finn/character.json"),
    ),
    (
        "factions/wardens/faction.json",
        include_str!("example/factions/wardens/faction.json"),
    ),
    (
        "factions/crew/faction.json",
        include_str!("example/factions/crew/faction.json"),
    ),
    (
        "locations/lamp-room/location.json",
        include_str!("example/locations/lamp-room/location.json"),
    ),
    (
        "locations/quay/location.json",
        include_str!("example/locations/quay/location.json"),
    ),
    (
        "items/chest/item.json",
        include_str!("example/items/chest/item.json"),
    ),
    (
        "items/brass-key/item.json",
        include_str!("example/items/brass-key/item.json"),
    ),
    (
        "items/oilskin/item.json",
        include_str!("example/items/oilskin/item.json"),
    ),
    (
        "items/rope/item.json",
        include_str!("example/items/rope/item.json"),
    ),
    ("items/slots.json", include_str!("example/items/slots.json")),
    (
        "lore/great-storm/lore.json",
        include_str!("example/lore/great-storm/lore.json"),
    ),
    (
        "lore/the-bell/lore.json",
        include_str!("example/lore/the-bell/lore.json"),
    ),
    ("plots.json", include_str!("example/plots.json")),
    ("triggers.json", include_str!("example/triggers.json")),
    (
        "media/manifest.jsonl",
        include_str!("example/media/manifest.jsonl"),
    ),
    (
        "prompts/en/narration/style.md",
        include_str!("example/prompts/en/narration/style.md"),
    ),
];
