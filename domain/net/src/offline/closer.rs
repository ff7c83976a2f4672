//! A closer look at one thing. What nobody can see yet is only ever found by looking closer.

use serde_json::json;
use talekeep_prompts::{Exit, Feature, Person, Thing, Whereabouts};

use super::look::{contents, person_line, person_names};
use super::names::{Found, find};
use super::telling::{Telling, clause, sentence};

/// What a closer look can be about.
#[derive(Clone, Copy)]
pub(super) enum Sight<'a> {
    Feature(&'a Feature),
    Thing(&'a Thing),
    Person(&'a Person),
    Exit(&'a Exit),
    Myself,
}

/// Everything in sight with its names.
pub(super) fn sights<'a>(t: &Telling<'a>) -> Vec<(Sight<'a>, Vec<&'a str>)> {
    let scene = t.scene;
    let place = scene.place.iter();
    let features = place
        .clone()
        .flat_map(|place| &place.features)
        .map(|it| (Sight::Feature(it), vec![it.name.as_str()]));
    let things = scene
        .things
        .iter()
        .map(|it| (Sight::Thing(it), vec![it.name.as_str()]));
    let people = scene
        .people
        .iter()
        .map(|it| (Sight::Person(it), person_names(it)));
    let exits = place.flat_map(|place| &place.exits).map(|it| {
        (
            Sight::Exit(it),
            std::iter::once(it.name.as_str())
                .chain(it.description.as_deref())
                .collect(),
        )
    });
    let me = (
        Sight::Myself,
        vec![scene.player.name.as_str(), "me", "myself", "自己"],
    );
    things
        .chain(features)
        .chain(people)
        .chain(exits)
        .chain([me])
        .collect()
}

/// Looks closer at what the words mean; a search also finds what is hidden there.
pub(super) fn closer(t: &mut Telling<'_>, said: &str, searching: bool) {
    let all = said.is_empty()
        || [
            "room",
            "place",
            "everything",
            "here",
            "around",
            "四周",
            "房间",
            "这里",
            "到处",
        ]
        .contains(&said.trim());
    if all && searching {
        t.tell(
            "You search the place from end to end.",
            "你把这里仔仔细细地找了一遍。",
        );
        if !reveal(t, |thing| {
            thing.place == Whereabouts::Here && thing.feature.is_none()
        }) {
            t.tell(
                "Nothing new turns up. It may pay to search one thing at a time.",
                "没有什么新发现。也许该一样一样地仔细找。",
            );
        }
        return;
    }
    match find(said, sights(t)) {
        Found::One(sight) => see(t, sight),
        Found::Several(names) => t.ask_which(&names),
        Found::Nothing => t.tell(
            format!("You see nothing here that would be “{said}”."),
            format!("这里没有看到“{said}”。"),
        ),
    }
}

fn see(t: &mut Telling<'_>, sight: Sight<'_>) {
    match sight {
        Sight::Feature(feature) => {
            let name = t.the(&feature.name);
            match &feature.description {
                Some(text) => t.add(sentence(text)),
                None => t.tell(
                    format!("You look at {name} more closely."),
                    format!("你仔细看了看{name}。"),
                ),
            }
            let scene = t.scene;
            let there: Vec<String> = scene
                .things
                .iter()
                .filter(|thing| {
                    thing.place == Whereabouts::Here && thing.feature.as_ref() == Some(&feature.id)
                })
                .map(|thing| t.thing(thing))
                .collect();
            if !there.is_empty() {
                let row = t.row(&there);
                t.tell(format!("There you see {row}."), format!("那里有{row}。"));
            }
            reveal(t, |thing| thing.feature.as_ref() == Some(&feature.id));
        }
        Sight::Thing(thing) => see_thing(t, thing),
        Sight::Person(person) => {
            if let Some(text) = &person.appearance {
                t.add(sentence(text));
            }
            let line = person_line(t, person);
            t.add(line);
            held(t, &person.id, &person.name);
        }
        Sight::Exit(exit) => {
            let name = t.the(&exit.name);
            let looks = exit
                .description
                .as_deref()
                .map(sentence)
                .unwrap_or_default();
            t.tell(
                format!("That way lies {name}. {}", super::telling::capital(&looks)),
                format!("那边通往{name}。{looks}"),
            );
            if exit.state != "open" {
                super::locks::barred(t, exit);
            }
        }
        Sight::Myself => {
            let scene = t.scene;
            match scene
                .player
                .appearance
                .as_deref()
                .or(scene.player.public_state.as_deref())
            {
                Some(text) => t.add(sentence(text)),
                None => t.tell("You look much as you always do.", "你和平时没什么两样。"),
            }
            super::hands::inventory(t);
        }
    }
}

fn see_thing(t: &mut Telling<'_>, thing: &Thing) {
    let name = t.the(&thing.name);
    match &thing.description {
        Some(text) => t.add(sentence(text)),
        None => t.tell(
            format!("You look {name} over. There is nothing unusual about it."),
            format!("你端详了一番{name}，没有什么特别之处。"),
        ),
    }
    if let Some(quality) = &thing.quality {
        t.add(sentence(quality));
    }
    match thing
        .container
        .as_ref()
        .map(|container| container.state.as_str())
    {
        Some("open") => {
            let things = &t.scene.things;
            contents(t, thing, things);
            reveal(t, |other| {
                other.hidden && other.place == Whereabouts::Inside(thing.id.clone())
            });
        }
        Some("locked") => t.tell(format!("{name} is locked."), format!("{name}锁着。")),
        Some(_) => t.tell(format!("{name} is closed."), format!("{name}关着。")),
        None => {}
    }
}

fn held(t: &mut Telling<'_>, id: &str, name: &str) {
    let scene = t.scene;
    let by = |place: Whereabouts| -> Vec<String> {
        scene
            .things
            .iter()
            .filter(|thing| thing.place == place)
            .map(|thing| t.thing(thing))
            .collect()
    };
    let (holds, wears) = (
        by(Whereabouts::HeldBy(id.to_owned())),
        by(Whereabouts::WornBy(id.to_owned())),
    );
    if !wears.is_empty() {
        let row = t.row(&wears);
        t.tell(
            format!("{name} is wearing {row}."),
            format!("{name}穿戴着{row}。"),
        );
    }
    if !holds.is_empty() {
        let row = t.row(&holds);
        t.tell(
            format!("{name} is holding {row}."),
            format!("{name}拿着{row}。"),
        );
    }
}

/// Finds what is hidden and fits, and says so. Answers whether there was anything.
pub(super) fn reveal(t: &mut Telling<'_>, fits: impl Fn(&Thing) -> bool) -> bool {
    let scene = t.scene;
    let found: Vec<&Thing> = scene
        .unseen
        .iter()
        .filter(|thing| thing.hidden && fits(thing))
        .collect();
    for thing in &found {
        let name = t.thing(thing);
        let at = thing.position.as_deref().map(clause).unwrap_or_default();
        match at.is_empty() {
            true => t.tell(
                format!("And there, out of sight until now: {name}!"),
                format!("你还发现了藏着的{name}！"),
            ),
            false => t.tell(
                format!("And there, {at}: {name}!"),
                format!("你还发现，{at}藏着{name}！"),
            ),
        }
        t.change("item_changes", json!({ "item": thing.id, "hidden": false }));
        let who = scene.player.name.clone();
        t.event(
            format!("{who} found {}.", t.the(&thing.name)),
            format!("{who}找到了{}。", thing.name),
            "find",
            &thing.id,
            &[],
        );
    }
    !found.is_empty()
}
