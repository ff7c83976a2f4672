//! Player avatars (section 15).

use super::*;
use crate::model::Role;
use crate::read::read_avatar;

fn avatar(text: &str) -> Vec<String> {
    let mut folder = Folder::default();
    folder.insert("character.json", Entry::Bytes(text.as_bytes().to_vec()));
    let reading = read_avatar("mira", &folder).expect("an avatar");
    assert!(
        reading
            .character
            .is_none_or(|character| character.role == Role::Playable)
    );
    let word = |p: &crate::Problem| {
        assert_eq!(p.file, "avatars/characters/mira/character.json");
        format!("{} {}", p.pointer, p.code)
    };
    reading.problems.iter().map(word).collect()
}

#[test]
fn w430_w432_the_shape_is_checked_and_nothing_is_looked_up() {
    let away = r#"{"name": "M", "role": 5, "start": {"location": "x", "feature": "y"}, "relationships": [{"to": "mira", "label": "x"}],
        "variables": {"valence": 3, "x": []}, "knowledge": {"exits": [{"from": "a", "to": "b"}], "items": ["x"]}}"#;
    let rows: &[(&str, &str, &[&str])] = &[
        ("W-432", away, &[]),
        (
            "W-431",
            r#"{"kind": "group", "tier": "background"}"#,
            &["/kind conflict", "/tier conflict", "/name required"],
        ),
        (
            "W-432",
            r#"{"name": "M", "start": {"position": "p"}, "variables": 5, "knowledge": {"items": [5]}}"#,
            &[
                "/start/position needs",
                "/knowledge/items/0 wrong_type",
                "/variables wrong_type",
            ],
        ),
        ("W-034", "[", &[" invalid_json"]),
    ];
    for (rule, text, want) in rows {
        assert_eq!(avatar(text), *want, "{rule}: {text}");
    }
    assert!(read_avatar("mira", &Folder::default()).is_none(), "W-003");
}
