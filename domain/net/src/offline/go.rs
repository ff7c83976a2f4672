//! Going from place to place, over open ways only.

use serde_json::json;
use talekeep_prompts::{Exit, Way};

use super::look::describe;
use super::names::{Found, find};
use super::telling::Telling;

/// Where the words can lead.
#[derive(Clone, Copy)]
enum Goal<'a> {
    Exit(&'a Exit),
    Way(&'a Way),
}

/// Words that mean any way out.
const OUT: &[&str] = &[
    "", "out", "outside", "away", "here", "in", "inside", "出去", "进去", "里面", "外面", "这里",
];

/// Goes where the words say.
pub(super) fn go(t: &mut Telling<'_>, said: &str) {
    let scene = t.scene;
    let Some(place) = &scene.place else {
        return from_nowhere(t, said);
    };
    if OUT.contains(&said.trim()) {
        let open: Vec<&Exit> = place
            .exits
            .iter()
            .filter(|exit| exit.state == "open")
            .collect();
        return match open.as_slice() {
            [only] => through(t, only),
            _ => ways(t),
        };
    }
    let exits = place.exits.iter().map(|exit| {
        (
            Goal::Exit(exit),
            [Some(exit.name.as_str()), exit.description.as_deref()],
        )
    });
    let exits: Vec<_> = exits
        .map(|(goal, names)| (goal, names.into_iter().flatten().collect::<Vec<_>>()))
        .collect();
    let found = match find(said, exits) {
        Found::Nothing => find(
            said,
            scene
                .ways
                .iter()
                .map(|way| (Goal::Way(way), [way.place.name.as_str()])),
        ),
        found => found,
    };
    match found {
        Found::One(Goal::Exit(exit)) => through(t, exit),
        Found::One(Goal::Way(way)) => along(t, way),
        Found::Several(names) => t.ask_which(&names),
        Found::Nothing if find(said, [((), [place.name.as_str()])]) == Found::One(()) => {
            t.tell("You are there already.", "你已经在那里了。");
        }
        Found::Nothing => {
            let said = said
                .trim()
                .trim_start_matches("to ")
                .trim_start_matches("the ");
            t.tell(
                format!("You know of no way to “{said}” from here."),
                format!("你不知道从这里怎么去“{said}”。"),
            );
            ways(t);
        }
    }
}

/// The story has not said where the player is: every place it knows of is a step away.
fn from_nowhere(t: &mut Telling<'_>, said: &str) {
    let scene = t.scene;
    let places = scene.ways.iter();
    match find(said, places.map(|way| (way, [way.place.name.as_str()]))) {
        Found::One(way) => along(t, way),
        Found::Several(names) => t.ask_which(&names),
        Found::Nothing if scene.ways.is_empty() => t.tell(
            "There is nowhere else to go; everyone is together here.",
            "没有别的地方可去，大家都在一起。",
        ),
        Found::Nothing => ways(t),
    }
}

/// Goes back where the player came from.
pub(super) fn back(t: &mut Telling<'_>) {
    let scene = t.scene;
    let exits = scene.place.iter().flat_map(|place| &place.exits);
    match exits
        .clone()
        .find(|exit| Some(&exit.to) == scene.came_from.as_ref())
    {
        Some(exit) => through(t, exit),
        None => go(t, ""),
    }
}

/// Says where one can go from here.
pub(super) fn ways(t: &mut Telling<'_>) {
    let names: Vec<String> = match &t.scene.place {
        Some(place) => place.exits.iter().map(|exit| t.the(&exit.name)).collect(),
        None => t
            .scene
            .ways
            .iter()
            .map(|way| t.the(&way.place.name))
            .collect(),
    };
    if names.is_empty() {
        return t.tell("You see no way out.", "你看不到出路。");
    }
    let row = t.row(&names);
    t.tell(
        format!("From here, ways lead to {row}."),
        format!("从这里可以通往{row}。"),
    );
}

fn through(t: &mut Telling<'_>, exit: &Exit) {
    let way = t.scene.ways.iter().find(|way| way.place.id == exit.to);
    match way {
        Some(way) if exit.state == "open" => along(t, way),
        _ => super::locks::barred(t, exit),
    }
}

fn along(t: &mut Telling<'_>, way: &Way) {
    let scene = t.scene;
    let name = t.the(&way.place.name);
    if way.through.is_empty() {
        t.tell_one(&[
            (format!("You go to {name}."), format!("你来到了{name}。")),
            (
                format!("You make your way to {name}."),
                format!("你向{name}走去。"),
            ),
        ]);
    } else {
        let through: Vec<String> = way.through.iter().map(|name| t.the(name)).collect();
        let row = t.row(&through);
        t.tell(
            format!("You go by way of {row} and come to {name}."),
            format!("你经过{row}，来到了{name}。"),
        );
    }
    describe(t, &way.place, &way.people, &way.things);
    t.change(
        "moves",
        json!({ "character": scene.player.id, "location": way.place.id }),
    );
}
