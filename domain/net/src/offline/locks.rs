//! Opening, closing and unlocking, of containers and of ways. Nothing opens without what opens it.

use serde_json::json;
use talekeep_prompts::{Exit, Thing, Whereabouts};

use super::names::{Found, find};
use super::telling::{Telling, clause};

/// What can be opened.
#[derive(Clone, Copy)]
enum Lock<'a> {
    Exit(&'a Exit),
    Thing(&'a Thing),
}

impl<'a> Lock<'a> {
    fn name(self) -> &'a str {
        match self {
            Lock::Exit(exit) => &exit.name,
            Lock::Thing(thing) => &thing.name,
        }
    }

    fn state(self) -> &'a str {
        match self {
            Lock::Exit(exit) => &exit.state,
            Lock::Thing(thing) => thing
                .container
                .as_ref()
                .map(|container| container.state.as_str())
                .unwrap_or_default(),
        }
    }

    fn opened_by(self) -> &'a [String] {
        match self {
            Lock::Exit(exit) => &exit.opened_by,
            Lock::Thing(thing) => thing
                .container
                .as_ref()
                .map(|container| container.opened_by.as_slice())
                .unwrap_or_default(),
        }
    }
}

fn locks<'a>(t: &Telling<'a>) -> Vec<Lock<'a>> {
    let scene = t.scene;
    let things = scene
        .things
        .iter()
        .filter(|thing| thing.container.is_some())
        .map(Lock::Thing);
    let exits = scene
        .place
        .iter()
        .flat_map(|place| &place.exits)
        .map(Lock::Exit);
    things.chain(exits).collect()
}

fn names(lock: Lock<'_>) -> Vec<&str> {
    match lock {
        Lock::Exit(exit) => [
            Some(exit.name.as_str()),
            exit.description.as_deref(),
            exit.note.as_deref(),
        ]
        .into_iter()
        .flatten()
        .collect(),
        Lock::Thing(thing) => vec![&thing.name],
    }
}

/// What the words mean among what can be opened; a lone door in the wanted state needs no name.
fn which<'a>(t: &mut Telling<'a>, said: &str, wanted: &[&str]) -> Option<Lock<'a>> {
    let all = locks(t);
    let fitting: Vec<Lock<'a>> = all
        .iter()
        .copied()
        .filter(|lock| wanted.contains(&lock.state()))
        .collect();
    for candidates in [&fitting, &all] {
        match find(said, candidates.iter().map(|lock| (*lock, names(*lock)))) {
            Found::One(lock) => return Some(lock),
            Found::Several(names) => {
                t.ask_which(&names);
                return None;
            }
            Found::Nothing => {}
        }
    }
    if let [only] = fitting.as_slice() {
        return Some(*only);
    }
    if said.is_empty() {
        t.tell("What do you want to open?", "你想打开什么？");
    } else {
        t.tell(
            format!("There is no “{said}” here that opens."),
            format!("这里没有可以打开的“{said}”。"),
        );
    }
    None
}

/// What the player has that opens it.
fn opener<'a>(t: &Telling<'a>, opened_by: &[String]) -> Option<&'a Thing> {
    let scene = t.scene;
    let me = &scene.player.id;
    let mine = |thing: &Thing| {
        let mut place = &thing.place;
        // Through the containers it is in; the scene is finite, and so is this.
        for _ in 0..=scene.things.len() {
            match place {
                Whereabouts::HeldBy(who) | Whereabouts::WornBy(who) => return who == me,
                Whereabouts::Here => return false,
                Whereabouts::Inside(outer) => {
                    match scene.things.iter().find(|thing| thing.id == *outer) {
                        Some(outer) => place = &outer.place,
                        None => return false,
                    }
                }
            }
        }
        false
    };
    scene
        .things
        .iter()
        .find(|thing| opened_by.contains(&thing.id) && mine(thing))
}

/// Says why a way cannot be taken, and what could be done about it.
pub(super) fn barred(t: &mut Telling<'_>, exit: &Exit) {
    let name = t.the(&exit.name);
    let note = exit
        .note
        .as_deref()
        .map(super::telling::sentence)
        .unwrap_or_default();
    if exit.state == "locked" {
        t.tell(
            format!("The way to {name} is locked. {note}"),
            format!("通往{name}的路锁着。{note}"),
        );
        hint(t, &exit.opened_by, &exit.name);
    } else {
        t.tell(
            format!("The way to {name} is blocked. {note}"),
            format!("通往{name}的路走不通。{note}"),
        );
    }
}

fn hint(t: &mut Telling<'_>, opened_by: &[String], name: &str) {
    if let Some(key) = opener(t, opened_by) {
        let (key, name) = (t.the(&key.name), t.the(name));
        t.tell(
            format!(
                "You have {key} with you. It might fit: try “unlock {}”.",
                name.trim_start_matches("the ")
            ),
            format!("你身上有{key}，也许能用：试试“用{key}打开{name}”。"),
        );
    }
}

/// Opens a container, or says that a way needs no opening.
pub(super) fn open(t: &mut Telling<'_>, said: &str) {
    let Some(lock) = which(t, said, &["closed"]) else {
        return;
    };
    let name = t.the(lock.name());
    match (lock, lock.state()) {
        (Lock::Thing(thing), "closed") => {
            t.tell(format!("You open {name}."), format!("你打开了{name}。"));
            opened(t, thing);
        }
        (Lock::Thing(_), "locked") => {
            t.tell(format!("{name} is locked."), format!("{name}锁着。"));
            hint(t, lock.opened_by(), lock.name());
        }
        (Lock::Exit(exit), "locked" | "blocked") => barred(t, exit),
        (Lock::Exit(_), _) => t.tell(
            format!("The way to {name} is open. You can simply go."),
            format!("通往{name}的路是通的，直接走就行。"),
        ),
        (Lock::Thing(_), _) => t.tell(
            format!("{name} is open already."),
            format!("{name}已经开着了。"),
        ),
    }
}

/// What follows from a container being opened: it is open, and what is in it is seen.
fn opened(t: &mut Telling<'_>, thing: &Thing) {
    let scene = t.scene;
    t.change(
        "item_changes",
        json!({ "item": thing.id, "container_state": "open" }),
    );
    let inside: Vec<String> = scene
        .unseen
        .iter()
        .filter(|other| !other.hidden && other.place == Whereabouts::Inside(thing.id.clone()))
        .map(|other| t.thing(other))
        .collect();
    if inside.is_empty() {
        t.tell("It is empty, as far as you can see.", "看起来里面是空的。");
    } else {
        let row = t.row(&inside);
        t.tell(format!("Inside you find {row}."), format!("里面有{row}。"));
    }
    let who = scene.player.name.clone();
    t.event(
        format!("{who} opened {}.", t.the(&thing.name)),
        format!("{who}打开了{}。", thing.name),
        "open",
        &thing.id,
        &[],
    );
}

/// Closes a container.
pub(super) fn close(t: &mut Telling<'_>, said: &str) {
    let Some(lock) = which(t, said, &["open"]) else {
        return;
    };
    let name = t.the(lock.name());
    match (lock, lock.state()) {
        (Lock::Thing(thing), "open") => {
            t.tell(format!("You close {name}."), format!("你关上了{name}。"));
            t.change(
                "item_changes",
                json!({ "item": thing.id, "container_state": "closed" }),
            );
        }
        (Lock::Thing(_), _) => t.tell(
            format!("{name} is closed already."),
            format!("{name}本来就关着。"),
        ),
        (Lock::Exit(_), _) => t.tell(
            format!("You leave the way to {name} as it is."),
            format!("你没有动通往{name}的路。"),
        ),
    }
}

/// Unlocks a way or a container with something the player has.
pub(super) fn unlock(t: &mut Telling<'_>, said: &str) {
    // "the cellar with the brass key": what opens it is no part of its name.
    let said = said.split(" with ").next().unwrap_or(said);
    let said = ["打开", "解开", "开锁", "开"]
        .iter()
        .find_map(|verb| said.split_once(verb))
        .map_or(said, |(_, after)| after);
    let Some(lock) = which(t, said, &["locked"]) else {
        return;
    };
    let name = t.the(lock.name());
    match lock.state() {
        "locked" => {}
        "closed" => return open(t, said),
        "blocked" => {
            if let Lock::Exit(exit) = lock {
                barred(t, exit);
            }
            return;
        }
        _ => {
            return t.tell(
                format!("{name} is not locked."),
                format!("{name}没有上锁。"),
            );
        }
    }
    let Some(key) = opener(t, lock.opened_by()) else {
        t.tell(
            format!("{name} is locked, and you have nothing that opens it."),
            format!("{name}锁着，而你身上没有能打开它的东西。"),
        );
        if let Lock::Exit(Exit {
            note: Some(note), ..
        }) = lock
        {
            t.add(super::telling::sentence(note));
        }
        return;
    };
    let key_name = t.the(&key.name);
    t.tell(
        format!("You try {key_name}. It turns with a click, and {name} is unlocked."),
        format!("你试了试{key_name}，咔哒一声，{}的锁开了。", clause(&name)),
    );
    let scene = t.scene;
    let who = scene.player.name.clone();
    let event = (
        format!("{who} unlocked {name} with {key_name}."),
        format!("{who}用{key_name}打开了{name}的锁。"),
    );
    match lock {
        Lock::Exit(exit) => {
            if let Some(place) = &scene.place {
                t.change(
                    "exit_changes",
                    json!({ "from": place.id, "to": exit.to, "state": "open" }),
                );
            }
            t.event(event.0, event.1, "unlock", &exit.to, &[]);
        }
        Lock::Thing(thing) => {
            t.event(event.0, event.1, "unlock", &thing.id, &[]);
            opened(t, thing);
        }
    }
}
