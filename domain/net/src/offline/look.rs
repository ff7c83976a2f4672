//! Looking around: what a place shows at a glance.

use talekeep_prompts::{Exit, Feature, Person, Place, Thing, Whereabouts};

use super::telling::{Telling, clause, sentence};

/// At most this many features are told at a time (W-208).
const FEATURES: usize = 12;

/// Looks around.
pub(super) fn around(t: &mut Telling<'_>) {
    let scene = t.scene;
    match &scene.place {
        Some(place) => describe(t, place, &scene.people, &scene.things),
        None if scene.people.is_empty() && scene.ways.is_empty() => {
            t.tell("There is nothing to see here.", "这里没有什么可看的。")
        }
        None => {
            people(t, &scene.people);
            for person in &scene.people {
                t.add(
                    person
                        .appearance
                        .as_deref()
                        .map(sentence)
                        .unwrap_or_default(),
                );
            }
            if !scene.ways.is_empty() {
                super::go::ways(t);
            }
        }
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

/// The names a person answers to.
pub(super) fn person_names(person: &Person) -> Vec<&str> {
    std::iter::once(person.name.as_str())
        .chain(person.aliases.iter().map(String::as_str))
        .collect()
}
