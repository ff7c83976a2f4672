//! The smallest world that can be played: a name, one place, one character to play. Never more than its author asked for.

use serde_json::{Map, Value, json};
use talekeep_exchange::import::folder_name;
use talekeep_store::Documents;
use talekeep_world::write::document;
use uuid::Uuid;

use crate::views::worlds::WorldBody;

/// The words we put in where the author has said nothing yet.
struct Words {
    place: &'static str,
    about: &'static str,
    character: &'static str,
}

const ENGLISH: Words = Words {
    place: "The beginning",
    about: "A quiet place where the story starts. Describe it as you like.",
    character: "Traveller",
};

const CHINESE: Words = Words {
    place: "起点",
    about: "故事从这个安静的地方开始。你可以随意改写它。",
    character: "旅人",
};

/// The documents of a new world.
pub(crate) fn plant(body: &WorldBody) -> Documents {
    let words = if body
        .language
        .as_deref()
        .is_some_and(|language| language.starts_with("zh"))
    {
        CHINESE
    } else {
        ENGLISH
    };
    let filled = |text: &Option<String>| {
        text.as_deref()
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    let mut world = Map::new();
    world.insert("id".into(), json!(Uuid::new_v4().to_string()));
    world.insert("name".into(), json!(body.name.trim()));
    if let Some(text) = filled(&body.description) {
        world.insert("description".into(), json!(text));
    }
    if let Some(text) = filled(&body.opening) {
        world.insert("opening_message".into(), json!(text));
    }
    let name = filled(&body.character).unwrap_or_else(|| words.character.to_owned());
    // A name in another script has no slug; an id is only a link.
    let id = match folder_name(&name) {
        slug if slug == "world" => "traveller".to_owned(),
        slug => slug,
    };
    let character =
        json!({ "name": name, "role": "playable", "start": { "location": "beginning" } });
    let place = json!({ "name": words.place, "description": words.about });
    let mut documents = Documents::new();
    let mut put =
        |path: String, value: &Value| documents.insert(path, document(value).into_bytes());
    put("world.json".into(), &Value::Object(world));
    put("locations/beginning/location.json".into(), &place);
    put(format!("characters/{id}/character.json"), &character);
    documents
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::judge;

    #[test]
    fn a_new_world_can_be_played_at_once() {
        for (name, character, language) in [
            ("The night train", None, None),
            ("夜行列车", Some("星"), Some("zh")),
            ("x", Some("Ilse"), Some("en")),
        ] {
            let body = WorldBody {
                name: name.into(),
                description: Some("  ".into()),
                opening: Some("It begins.".into()),
                character: character.map(Into::into),
                language: language.map(Into::into),
            };
            let judged = judge("x", &plant(&body), None);
            assert!(judged.problems.is_empty(), "{name}: {:?}", judged.problems);
            assert_eq!(judged.summary.name, name);
            let world = judged.world.expect("a world");
            assert_eq!(world.characters.len(), 1);
            assert_eq!(world.description, None);
        }
    }
}
