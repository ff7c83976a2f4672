//! The command against a root on disk: its answer, its one write, and how it looks to people.

use std::collections::BTreeSet;

use super::*;

/// A fresh root with one world; removed when dropped.
struct Root(PathBuf);

impl Root {
    fn with_world(text: &str) -> Root {
        let root =
            std::env::temp_dir().join(format!("talekeep-check-{}", uuid::Uuid::new_v4().simple()));
        fs::create_dir_all(root.join("worlds/w")).expect("a folder");
        fs::write(root.join("worlds/w/world.json"), text).expect("a file");
        Root(root)
    }

    fn world_json(&self) -> String {
        fs::read_to_string(self.0.join("worlds/w/world.json")).expect("a file")
    }
}

impl Drop for Root {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("the folder to go");
    }
}

#[test]
fn w043_w051_the_answer_and_the_id_that_is_written_once() {
    let root = Root::with_world("{\n  \"name\": \"W\",\n  \"rules\": 5\n}\n");
    let found = check(&root.0).expect("a root");
    let answer = as_json(&found);
    let id = answer["worlds"][0]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    assert_eq!(
        root.world_json(),
        format!("{{\n  \"id\": \"{id}\",\n  \"name\": \"W\",\n  \"rules\": 5\n}}\n")
    );
    let want = json!({ "folder": "w", "id": id, "name": "W", "listed": true, "problems": [
        { "file": "worlds/w/world.json", "pointer": "/rules", "code": "wrong_type", "message": "Expected a list of texts or one text, found the number 5." }
    ] });
    assert_eq!(
        answer,
        json!({ "worlds": [want], "avatars": [], "problems": [] })
    );
    let before = root.world_json();
    assert_eq!(as_json(&check(&root.0).expect("a root")), answer);
    assert_eq!(root.world_json(), before, "W-053");
    assert_eq!(
        fs::read_dir(root.0.join("worlds/w"))
            .expect("a folder")
            .count(),
        1,
        "W-045: nothing is left behind"
    );
    let one = as_json(&check(&root.0.join("worlds/w")).expect("a world folder"));
    assert_eq!(one, answer, "a single world folder");
    assert!(
        check(&root.0.join("worlds/w/world.json")).is_err(),
        "status 2"
    );
}

#[test]
fn people_see_the_line_and_nothing_acts_on_their_terminal() {
    let root =
        Root::with_world("{\n  \"id\": \"w\",\n  \"name\": \"W\\u001b[2J\",\n  \"rules\": 5\n}\n");
    let mut out = Vec::new();
    print_text(&check(&root.0).expect("a root"), Ink::Plain, &mut out).expect("text");
    let want = "worlds/w  W [2J  1 problem

  wrong_type: Expected a list of texts or one text, found the number 5.
    ╭─ worlds/w/world.json:4:12
  3 │   \"name\": \"W\\u001b[2J\",
  4 │   \"rules\": 5
    ·            ^ /rules

";
    assert_eq!(String::from_utf8(out).expect("text"), want);
}

/// The reader's table and the prompts room's must name the same templates with the same variables.
#[test]
fn w458_overrides_are_checked_against_the_shipped_templates() {
    let shipped = talekeep_prompts::TEMPLATES.iter();
    let shipped: BTreeSet<_> = shipped
        .map(|t| (t.id(), t.variables.iter().copied().collect::<BTreeSet<_>>()))
        .collect();
    let known = talekeep_world::read::SHIPPED.iter();
    let known: BTreeSet<_> = known
        .map(|t| {
            (
                t.id.to_owned(),
                t.variables.iter().copied().collect::<BTreeSet<_>>(),
            )
        })
        .collect();
    assert_eq!(known, shipped);
}
