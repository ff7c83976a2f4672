//! Taking, dropping, putting and giving. Only what can be seen can be taken, and only what one has can be given away.

use serde_json::json;
use talekeep_prompts::{Person, Thing, Whereabouts};

use super::look::person_names;
use super::names::{Found, find};
use super::telling::Telling;

/// What the player holds, or wears too.
pub(super) fn mine<'a>(t: &Telling<'a>, worn_too: bool) -> Vec<&'a Thing> {
    let scene = t.scene;
    let me = &scene.player.id;
    let is_mine = |thing: &&Thing| {
        match &thing.place {
        Whereabouts::HeldBy(who) => who == me,
        Whereabouts::WornBy(who) => worn_too && who == me,
        Whereabouts::Inside(outer) => {
            scene.things.iter().any(|bag| bag.id == *outer && matches!(&bag.place, Whereabouts::HeldBy(who) | Whereabouts::WornBy(who) if who == me))
        }
        Whereabouts::Here => false,
    }
    };
    scene.things.iter().filter(is_mine).collect()
}

fn named<'a>(things: impl IntoIterator<Item = &'a Thing>) -> Vec<(&'a Thing, [&'a str; 1])> {
    things
        .into_iter()
        .map(|thing| (thing, [thing.name.as_str()]))
        .collect()
}

fn everything(said: &str) -> bool {
    ["all", "everything", "全部", "所有", "所有东西", "全部东西"].contains(&said.trim())
}

/// Chooses among things, and says so when that fails.
pub(super) fn choose<'a>(
    t: &mut Telling<'a>,
    said: &str,
    among: Vec<&'a Thing>,
    none: (String, String),
) -> Option<&'a Thing> {
    match find(said, named(among)) {
        Found::One(thing) => Some(thing),
        Found::Several(names) => {
            t.ask_which(&names);
            None
        }
        Found::Nothing => {
            t.tell(none.0, none.1);
            None
        }
    }
}

/// Says what the player has.
pub(super) fn inventory(t: &mut Telling<'_>) {
    let scene = t.scene;
    let me = &scene.player.id;
    let by = |place: Whereabouts| -> Vec<String> {
        scene
            .things
            .iter()
            .filter(|thing| thing.place == place)
            .map(|thing| t.thing(thing))
            .collect()
    };
    let (holds, wears) = (
        by(Whereabouts::HeldBy(me.clone())),
        by(Whereabouts::WornBy(me.clone())),
    );
    if holds.is_empty() && wears.is_empty() {
        t.tell("You carry nothing.", "你身上什么都没有。");
    }
    if !holds.is_empty() {
        let row = t.row(&holds);
        t.tell(format!("You are carrying {row}."), format!("你带着{row}。"));
    }
    if !wears.is_empty() {
        let row = t.row(&wears);
        t.tell(
            format!("You are wearing {row}."),
            format!("你穿戴着{row}。"),
        );
    }
    for bag in scene.things.iter().filter(|thing| matches!(&thing.place, Whereabouts::HeldBy(who) | Whereabouts::WornBy(who) if who == me)) {
        super::look::contents(t, bag, &scene.things);
    }
}

/// Takes something that lies about or is in something open.
pub(super) fn take(t: &mut Telling<'_>, said: &str) {
    let scene = t.scene;
    let me = scene.player.id.clone();
    if everything(said) {
        let lying: Vec<&Thing> = scene
            .things
            .iter()
            .filter(|thing| thing.place == Whereabouts::Here)
            .collect();
        if lying.is_empty() {
            t.tell(
                "There is nothing lying about to take.",
                "这里没有可以拿的东西。",
            );
        }
        for thing in lying {
            take_one(t, thing);
        }
        return;
    }
    let others = scene
        .things
        .iter()
        .filter(|thing| !matches!(&thing.place, Whereabouts::HeldBy(who) if *who == me))
        .collect();
    let none = (
        format!("There is no “{said}” here to take."),
        format!("这里没有“{said}”可拿。"),
    );
    if let Some(thing) = choose(t, said, others, none) {
        take_one(t, thing);
    }
}

fn take_one(t: &mut Telling<'_>, thing: &Thing) {
    let scene = t.scene;
    let me = &scene.player.id;
    let name = t.the(&thing.name);
    match &thing.place {
        Whereabouts::WornBy(who) if who == me => return super::clothes::take_off(t, &thing.name),
        Whereabouts::HeldBy(who) | Whereabouts::WornBy(who) => {
            let who = t
                .person(who)
                .map_or_else(|| who.clone(), |person| person.name.clone());
            return t.tell(
                format!("{who} has {name} and does not let go."),
                format!("{name}在{who}手里，对方没有松手。"),
            );
        }
        Whereabouts::Here | Whereabouts::Inside(_) => {}
    }
    t.tell_one(&[
        (format!("You take {name}."), format!("你拿起了{name}。")),
        (format!("You pick up {name}."), format!("你把{name}收好。")),
        (
            format!("Now you have {name}."),
            format!("{name}现在是你的了。"),
        ),
    ]);
    if let Some(owner) = thing
        .owner
        .as_ref()
        .filter(|owner| *owner != me)
        .and_then(|owner| t.person(owner))
    {
        t.tell(
            format!("{} watches you do it.", owner.name),
            format!("{}看在眼里。", owner.name),
        );
    }
    t.change("item_changes", json!({ "item": thing.id, "held_by": me }));
    let who = &scene.player.name;
    t.event(
        format!("{who} took {name}."),
        format!("{who}拿走了{name}。"),
        "take",
        &thing.id,
        &[],
    );
}

/// Puts something down where the player stands.
pub(super) fn put_down(t: &mut Telling<'_>, said: &str) {
    let Some(place) = &t.scene.place else {
        return t.tell("There is nowhere to put it down.", "没有地方可以放。");
    };
    let have = mine(t, false);
    let dropped = if everything(said) {
        have
    } else {
        let none = (
            format!("You have no “{said}” to put down."),
            format!("你没有“{said}”可放。"),
        );
        choose(t, said, have, none).into_iter().collect()
    };
    for thing in dropped {
        let name = t.the(&thing.name);
        t.tell(format!("You put {name} down."), format!("你放下了{name}。"));
        t.change(
            "item_changes",
            json!({ "item": thing.id, "location": place.id }),
        );
        let who = t.scene.player.name.clone();
        t.event(
            format!("{who} put down {name}."),
            format!("{who}放下了{name}。"),
            "drop",
            &thing.id,
            &[],
        );
    }
}

/// Puts something into a container or onto a feature.
pub(super) fn put(t: &mut Telling<'_>, said: &str) {
    let none = (
        format!("You have no “{said}” to put anywhere."),
        format!("你没有“{said}”可放。"),
    );
    let Some(thing) = choose(t, said, mine(t, false), none) else {
        return;
    };
    let scene = t.scene;
    let (name, who) = (t.the(&thing.name), scene.player.name.clone());
    let containers = scene
        .things
        .iter()
        .filter(|other| other.container.is_some() && other.id != thing.id);
    if let Found::One(container) = find(said, named(containers)) {
        let into = t.the(&container.name);
        if container
            .container
            .as_ref()
            .is_some_and(|state| state.state != "open")
        {
            return t.tell(format!("{into} is not open."), format!("{into}没有打开。"));
        }
        t.tell(
            format!("You put {name} into {into}."),
            format!("你把{name}放进了{into}。"),
        );
        t.change(
            "item_changes",
            json!({ "item": thing.id, "inside": container.id }),
        );
        return t.event(
            format!("{who} put {name} into {into}."),
            format!("{who}把{name}放进了{into}。"),
            "put",
            &thing.id,
            &[],
        );
    }
    let features = scene
        .place
        .iter()
        .flat_map(|place| &place.features)
        .map(|feature| (feature, [feature.name.as_str()]));
    match (&scene.place, find(said, features)) {
        (Some(place), Found::One(feature)) => {
            let at = t.the(&feature.name);
            t.tell(
                format!("You leave {name} by {at}."),
                format!("你把{name}放在{at}那里。"),
            );
            t.change(
                "item_changes",
                json!({ "item": thing.id, "location": place.id, "feature": feature.id }),
            );
            t.event(
                format!("{who} left {name} by {at}."),
                format!("{who}把{name}放在了{at}那里。"),
                "put",
                &thing.id,
                &[],
            );
        }
        _ => put_down(t, said),
    }
}

/// Gives something to someone here.
pub(super) fn give(t: &mut Telling<'_>, said: &str) {
    let scene = t.scene;
    let people = scene
        .people
        .iter()
        .map(|person| (person, person_names(person)));
    let to: Option<&Person> = match find(said, people) {
        Found::One(person) => Some(person),
        Found::Several(names) => return t.ask_which(&names),
        Found::Nothing => scene.people.first().filter(|_| scene.people.len() == 1),
    };
    let Some(to) = to else {
        return t.tell(
            "To whom? Nobody of that name is here.",
            "给谁？这里没有这个人。",
        );
    };
    let none = (
        format!("You have nothing like that to give to {}.", to.name),
        format!("你没有这样的东西可以给{}。", to.name),
    );
    let Some(thing) = choose(t, said, mine(t, true), none) else {
        return;
    };
    let name = t.the(&thing.name);
    t.tell_one(&[
        (
            format!("You give {name} to {}, who takes it with a nod.", to.name),
            format!("你把{name}交给{}，对方点点头收下了。", to.name),
        ),
        (
            format!("{} takes {name} from your hands.", to.name),
            format!("{}从你手中接过了{name}。", to.name),
        ),
    ]);
    t.change(
        "item_changes",
        json!({ "item": thing.id, "held_by": to.id }),
    );
    let who = scene.player.name.clone();
    t.event(
        format!("{who} gave {name} to {}.", to.name),
        format!("{who}把{name}给了{}。", to.name),
        "give",
        &thing.id,
        &[to.id.as_str()],
    );
}
