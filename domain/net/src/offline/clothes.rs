//! Wearing things, and using them for whatever they are good for here.

use serde_json::json;
use talekeep_prompts::{Thing, Whereabouts};

use super::closer::{Sight, sights};
use super::hands::{choose, mine};
use super::names::find;
use super::telling::Telling;

/// Puts something on.
pub(super) fn wear(t: &mut Telling<'_>, said: &str) {
    let none = (
        format!("You have no “{said}” to put on."),
        format!("你没有“{said}”可穿戴。"),
    );
    let Some(thing) = choose(t, said, mine(t, true), none) else {
        return;
    };
    let (name, me) = (t.the(&thing.name), t.scene.player.id.clone());
    if matches!(thing.place, Whereabouts::WornBy(_)) {
        return t.tell(
            format!("You are wearing {name} already."),
            format!("你已经穿戴着{name}了。"),
        );
    }
    if !thing.wearable {
        return t.tell(
            format!("{name} is not something to wear."),
            format!("{name}不是用来穿戴的。"),
        );
    }
    t.tell(format!("You put on {name}."), format!("你穿戴上了{name}。"));
    t.change("item_changes", json!({ "item": thing.id, "worn_by": me }));
}

/// Takes something off.
pub(super) fn take_off(t: &mut Telling<'_>, said: &str) {
    let me = t.scene.player.id.clone();
    let worn = t
        .scene
        .things
        .iter()
        .filter(|thing| thing.place == Whereabouts::WornBy(me.clone()))
        .collect();
    let none = (
        format!("You are not wearing “{said}”."),
        format!("你没有穿戴“{said}”。"),
    );
    let Some(thing) = choose(t, said, worn, none) else {
        return;
    };
    let name = t.the(&thing.name);
    t.tell(format!("You take off {name}."), format!("你脱下了{name}。"));
    t.change("item_changes", json!({ "item": thing.id, "held_by": me }));
}

/// Uses a thing: what opens something opens it, what can be worn is worn, everything else is tried on what else
/// the words name.
pub(super) fn use_thing(t: &mut Telling<'_>, said: &str) {
    let none = (
        format!("You have no “{said}” to use."),
        format!("你没有“{said}”可用。"),
    );
    let Some(thing) = choose(t, tool(said), mine(t, true), none) else {
        return;
    };
    let scene = t.scene;
    let fits = |opened_by: &[String]| opened_by.contains(&thing.id);
    let exits = scene
        .place
        .iter()
        .flat_map(|place| &place.exits)
        .filter(|exit| exit.state == "locked" && fits(&exit.opened_by));
    let locked = scene.things.iter().filter(|other| {
        other
            .container
            .as_ref()
            .is_some_and(|container| container.state == "locked" && fits(&container.opened_by))
    });
    let target = exits
        .map(|exit| exit.name.clone())
        .chain(locked.map(|other| other.name.clone()))
        .next();
    match target {
        Some(target) => super::locks::unlock(t, &target),
        None if try_on(t, thing, said) => {}
        None if thing.wearable => wear(t, said),
        None => {
            let name = t.the(&thing.name);
            t.tell(
                format!("You turn {name} over in your hands, but find no use for it here."),
                format!("你摆弄了一下{name}，但在这里派不上用场。"),
            );
        }
    }
}

/// The words that mean the tool: "the matches" of "the lamp with the matches" and of "the matches on the lamp".
fn tool(said: &str) -> &str {
    let with = said.split_once(" with ").map(|(_, tool)| tool);
    with.or_else(|| said.split_once(" on ").map(|(tool, _)| tool))
        .unwrap_or(said)
}

/// Tries a thing on a feature, another thing or a person. What comes of it is for the world's triggers to say, which ask for the
/// event's tag: `use:matches:stove`.
fn try_on(t: &mut Telling<'_>, thing: &Thing, said: &str) -> bool {
    let others = sights(t).into_iter().filter(|(sight, _)| match sight {
        Sight::Thing(other) => other.id != thing.id,
        Sight::Feature(_) | Sight::Person(_) => true,
        Sight::Exit(_) | Sight::Myself => false,
    });
    let (id, target) = match find(said, others).one() {
        Some(Sight::Feature(feature)) => (&feature.id, t.the(&feature.name)),
        Some(Sight::Thing(other)) => (&other.id, t.the(&other.name)),
        Some(Sight::Person(person)) => (&person.id, person.name.clone()),
        Some(Sight::Exit(_) | Sight::Myself) | None => return false,
    };
    let (name, who) = (t.the(&thing.name), t.scene.player.name.clone());
    t.tell(
        format!("You try {name} on {target}."),
        format!("你试着把{name}用在{target}上。"),
    );
    t.event(
        format!("{who} used {name} on {target}."),
        format!("{who}把{name}用在了{target}上。"),
        "use",
        &format!("{}:{id}", thing.id),
        &[],
    );
    true
}
