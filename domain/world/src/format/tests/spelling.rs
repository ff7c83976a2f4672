//! The camelCase spelling of documents and back.

use serde_json::json;

use super::*;
use crate::format::{camel, camel_name, camel_shape, snake, snake_shape};

#[test]
fn w491_every_document_of_the_example_comes_back() {
    for (path, value) in documents() {
        let kind = document(path).expect(path);
        let view = camel(kind, &value);
        assert_eq!(snake(kind, &view), value, "{path}");
        for (pointer, _) in objects(path, &value) {
            let clean = |name: &String| !name.contains('_') || pointer.ends_with("variables");
            let members = view.pointer(&pointer).and_then(Value::as_object);
            assert!(
                members.is_none_or(|members| members.keys().all(clean)),
                "{path}#{pointer}"
            );
        }
    }
}

#[test]
fn w491_only_known_names_change() {
    let item = shape("item").expect("item");
    let file = json!({
        "held_by": "mara", "my_own": {"held_by": 1}, "variables": {"so_wet": true},
        "container": {"opened_by": ["held_by"], "my_own": 2}
    });
    let view = json!({
        "heldBy": "mara", "my_own": {"held_by": 1}, "variables": {"so_wet": true},
        "container": {"openedBy": ["held_by"], "my_own": 2}
    });
    assert_eq!(camel_shape(item, &file), view);
    assert_eq!(snake_shape(item, &view), file);
    let both = json!({"held_by": "mara", "heldBy": "finn"});
    assert_eq!(camel_shape(item, &both), json!({"heldBy": "mara"}));
    assert_eq!(camel_name("travel_time_seconds"), "travelTimeSeconds");
}
