//! Looking: what a place shows at a glance, and what a closer look finds. What nobody can see yet is only ever found by searching.

use serde_json::json;
use talekeep_prompts::{Exit, Feature, Person, Place, Thing, Whereabouts};

use super::names::{Found, find};
use super::telling::{Telling, clause, sentence};

/// At most this many features are told at a time (W-208).
const FEATURES: usize = 12;

/// Looks around.
pub(super) fn around(t: &mut Telling<'_>) {
    let scene = t.scene;
    match &scene.place {
        Some(place) => describe(t, place, &scene.people, &scene.things),
        None if scene.people.is_empty() => {
            t.tell("There is nothing to see here.", "这里没有什么可看的。")
        }
        None => people(t, &scene.people),
    }
    for heard in &scene.announcements {
        let today = scene.clock.split('T').next().unwrap_or_default();
        let when = heard.at.as_deref().map(|at| {
            at.trim_start_matches(today)
                .replace('T', " ")
                .trim()
                .to_owned()
        });
        let text = sentence(&heard.text);
        match when {
            Some(when) => t.tell(
                format!("You have heard: {text} ({when})"),
                format!("你听说过：{text}（{when}）"),
            ),
            None => t.tell(
                format!("You have heard: {text}"),
                format!("你听说过：{text}"),
            ),
        }
    }
    for reading in &scene.readings {
        match &reading.of {
            Some(of) => t.tell(
                format!("{of} — {}: {}.", reading.name, reading.value),
                format!("{of}——{}：{}。", reading.name, reading.value),
            ),
            None => t.tell(
                format!("{}: {}.", reading.name, reading.value),
                format!("{}：{}。", reading.name, reading.value),
            ),
        }
    }
}

/// Tells what a place shows.
pub(super) fn describe(t: &mut Telling<'_>, place: &Place, here: &[Person], things: &[Thing]) {
    let text = place
        .description
        .as_deref()
        .map(sentence)
        .unwrap_or_default();
    t.tell(
        format!("{}. {text}", place.name),
        format!("{}。{text}", place.name),
    );
    let features: Vec<String> = place
        .features
        .iter()
        .take(FEATURES)
        .map(|feature| t.the(&feature.name))
        .collect();
    if !features.is_empty() {
        let row = t.row(&features);
        t.tell(format!("You notice {row}."), format!("你注意到{row}。"));
    }
    lying(t, place, things);
    people(t, here);
    exits(t, &place.exits);
}

fn lying(t: &mut Telling<'_>, place: &Place, things: &[Thing]) {
    let mut here: Vec<&Thing> = things
        .iter()
        .filter(|thing| thing.place == Whereabouts::Here)
        .collect();
    here.sort_by_key(|thing| !thing.notable);
    let seen: Vec<String> = here
        .iter()
        .map(|thing| {
            let name = t.thing(thing);
            let feature = thing
                .feature
                .as_ref()
                .and_then(|id| place.features.iter().find(|feature| feature.id == *id));
            match (thing.position.as_deref(), feature) {
                (Some(position), _) => format!(
                    "{name}{}{}{}",
                    t.choose(" (", "（"),
                    clause(position),
                    t.choose(")", "）")
                ),
                (None, Some(Feature { name: at, .. })) => {
                    format!(
                        "{name}{}{}{}",
                        t.choose(" (by ", "（在"),
                        t.the(at),
                        t.choose(")", "旁）")
                    )
                }
                (None, None) => name,
            }
        })
        .collect();
    if !seen.is_empty() {
        let row = t.row(&seen);
        t.tell(format!("Here you see {row}."), format!("这里有{row}。"));
    }
    for container in here {
        contents(t, container, things);
    }
}

/// Tells what is in an open container.
pub(super) fn contents(t: &mut Telling<'_>, container: &Thing, things: &[Thing]) {
    if container
        .container
        .as_ref()
        .is_none_or(|state| state.state != "open")
    {
        return;
    }
    let inside: Vec<String> = things
        .iter()
        .filter(|thing| thing.place == Whereabouts::Inside(container.id.clone()))
        .map(|thing| t.thing(thing))
        .collect();
    let name = t.the(&container.name);
    if inside.is_empty() {
        t.tell(
            format!("{name} is open and empty."),
            format!("{name}开着，里面是空的。"),
        );
    } else {
        let row = t.row(&inside);
        t.tell(
            format!("In {name} there is {row}."),
            format!("{name}里有{row}。"),
        );
    }
}

fn people(t: &mut Telling<'_>, here: &[Person]) {
    for person in here {
        let text = person_line(t, person);
        t.add(text);
    }
}

/// One person at a glance.
pub(super) fn person_line(t: &Telling<'_>, person: &Person) -> String {
    let state = person
        .public_state
        .as_deref()
        .map(sentence)
        .unwrap_or_default();
    let doing = person.activity.as_deref().map(clause).unwrap_or_default();
    let position = person.position.as_deref().map(clause).unwrap_or_default();
    let name = &person.name;
    let mut line = match (t.choose("en", "zh"), position.is_empty()) {
        ("en", true) => format!("{name} is here"),
        ("en", false) => format!("{name} is here, {position}"),
        (_, true) => format!("{name}在这里"),
        (_, false) => format!("{name}在这里，{position}"),
    };
    let flows = doing
        .split(' ')
        .next()
        .is_some_and(|word| word.ends_with("ing"));
    if doing.is_empty() {
        line.push_str(t.choose(".", "。"));
    } else if t.choose("en", "zh") == "zh" {
        line.push_str(&format!("，{}", sentence(doing)));
    } else if flows {
        let mut characters = doing.chars();
        let first = characters
            .next()
            .map(|first| first.to_lowercase().to_string())
            .unwrap_or_default();
        line.push_str(&format!(", {first}{}.", characters.as_str()));
    } else {
        line.push_str(&format!(". {}", super::telling::capital(&sentence(doing))));
    }
    if !state.is_empty() {
        line.push_str(t.choose(" ", ""));
        line.push_str(&state);
    }
    line
}

fn exits(t: &mut Telling<'_>, exits: &[Exit]) {
    if exits.is_empty() {
        return;
    }
    let ways: Vec<String> = exits
        .iter()
        .map(|exit| {
            let name = t.the(&exit.name);
            let description = exit
                .description
                .as_deref()
                .map(|text| clause(text).to_owned());
            let state = match exit.state.as_str() {
                "locked" => Some(t.choose("locked", "锁着").to_owned()),
                "blocked" => Some(t.choose("blocked", "过不去").to_owned()),
                _ => None,
            };
            let notes: Vec<String> = description.into_iter().chain(state).collect();
            if notes.is_empty() {
                name
            } else {
                format!(
                    "{name}{}{}{}",
                    t.choose(" (", "（"),
                    notes.join(t.choose("; ", "；")),
                    t.choose(")", "）")
                )
            }
        })
        .collect();
    let row = t.row(&ways);
    t.tell(
        format!("Ways lead to {row}."),
        format!("从这里可以通往{row}。"),
    );
}

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

/// The names a person answers to.
pub(super) fn person_names(person: &Person) -> Vec<&str> {
    std::iter::once(person.name.as_str())
        .chain(person.aliases.iter().map(String::as_str))
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
