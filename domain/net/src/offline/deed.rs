//! From an action to what comes of it. Both questions of a turn, the telling and the keeping, are answered from here, so they agree.

use serde_json::json;
use talekeep_prompts::{ActionKind, Scene};

use super::closer::{Sight, sights};
use super::names::find;
use super::telling::Telling;
use super::words::{Command, understand};
use super::{closer, clothes, go, hands, help, locks, look, talk};

/// Tells what comes of the scene's action.
pub(super) fn tell<'a>(scene: &'a Scene, language: &str, seed: u64) -> Telling<'a> {
    let mut telling = Telling::new(scene, language, seed);
    let t = &mut telling;
    if scene.action.kind == ActionKind::Ooc {
        // Out of character nothing happens in the story.
        help::help(t);
        return telling;
    }
    notice(t);
    match scene.action.kind {
        ActionKind::Act => act(t, understand(&scene.action.text)),
        ActionKind::Say => talk::say(t, &scene.action.text),
        ActionKind::Wait => wait(t),
        ActionKind::Continue | ActionKind::Ooc => go_on(t),
    }
    telling
}

/// What happens, and what the player's character notices, comes before what it does. What others notice is theirs.
fn notice(t: &mut Telling<'_>) {
    let scene = t.scene;
    for beat in &scene.beats {
        t.add(&beat.text);
        t.change("used_beats", json!(beat.id));
    }
    for cue in scene
        .cues
        .iter()
        .filter(|cue| cue.character == scene.player.id)
    {
        t.add(&cue.text);
    }
}

fn act(t: &mut Telling<'_>, command: Command) {
    match command {
        Command::Look => look::around(t),
        Command::Examine(said) => closer::closer(t, &said, false),
        Command::Search(said) => closer::closer(t, &said, true),
        Command::Go(said) => go::go(t, &said),
        Command::Back => go::back(t),
        Command::Take(said) => hands::take(t, &said),
        Command::Drop(said) => hands::put_down(t, &said),
        Command::Put(said) => hands::put(t, &said),
        Command::Open(said) => locks::open(t, &said),
        Command::Close(said) => locks::close(t, &said),
        Command::Unlock(said) => locks::unlock(t, &said),
        Command::Give(said) => hands::give(t, &said),
        Command::Wear(said) => clothes::wear(t, &said),
        Command::TakeOff(said) => clothes::take_off(t, &said),
        Command::Use(said) => clothes::use_thing(t, &said),
        Command::Talk(said) => talk::talk(t, &said),
        Command::Say(said) => talk::say(t, &said),
        Command::Wait => wait(t),
        Command::Inventory => hands::inventory(t),
        Command::Time => time(t),
        Command::Help => help::help(t),
        Command::Unknown(said) => bare(t, &said),
    }
}

/// A name without a verb: go there, talk to them, look at it.
fn bare(t: &mut Telling<'_>, said: &str) {
    // The words as they were written: their marks tell speech and gestures apart.
    let written = &t.scene.action.text;
    match find(said, sights(t)).one() {
        Some(Sight::Exit(_)) => go::go(t, said),
        Some(Sight::Person(_)) => talk::talk(t, said),
        Some(_) => closer::closer(t, said, false),
        None if find(
            said,
            t.scene
                .ways
                .iter()
                .map(|way| ((), [way.place.name.as_str()])),
        )
        .one()
        .is_some() =>
        {
            go::go(t, said)
        }
        None if talk::is_speech(written) && !t.scene.people.is_empty() => talk::say(t, said),
        None if talk::is_gesture(written) => talk::gesture(t),
        None => help::unknown(t, said),
    }
}

fn time(t: &mut Telling<'_>) {
    let clock = t.scene.clock.replace('T', " ");
    t.tell(format!("It is {clock}."), format!("现在是{clock}。"));
}

fn wait(t: &mut Telling<'_>) {
    let minutes = t.scene.action.waited_seconds / 60;
    let clock = t
        .scene
        .clock
        .split('T')
        .nth(1)
        .unwrap_or_default()
        .to_owned();
    let (hours, rest) = (minutes / 60, minutes % 60);
    let english = match (hours, rest) {
        (0, 0) => "a moment".to_owned(),
        (0, 1) => "a minute".to_owned(),
        (0, rest) => format!("{rest} minutes"),
        (1, 0) => "an hour".to_owned(),
        (hours, 0) => format!("{hours} hours"),
        (hours, rest) => format!("{hours} h {rest} min"),
    };
    let chinese = match (hours, rest) {
        (0, 0) => "片刻".to_owned(),
        (0, rest) => format!("{rest}分钟"),
        (hours, 0) => format!("{hours}小时"),
        (hours, rest) => format!("{hours}小时{rest}分钟"),
    };
    t.tell_one(&[
        (
            format!("You let {english} go by. It is {clock}."),
            format!("你等了{chinese}。现在是{clock}。"),
        ),
        (
            format!("You wait for {english}. It is {clock} now."),
            format!("{chinese}过去了，已经{clock}了。"),
        ),
    ]);
    company(t);
}

fn go_on(t: &mut Telling<'_>) {
    t.tell_one(&[
        ("A moment passes.".to_owned(), "片刻过去了。".to_owned()),
        (
            "For a while nothing hurries.".to_owned(),
            "一时间，一切都不慌不忙。".to_owned(),
        ),
        (
            "The story takes a breath.".to_owned(),
            "故事稍稍停顿了一下。".to_owned(),
        ),
    ]);
    company(t);
}

/// One of those present, at what they do.
fn company(t: &mut Telling<'_>) {
    let people = &t.scene.people;
    if let Some(person) = people.get(t.chance(people.len())) {
        let line = look::person_line(t, person);
        t.add(line);
    }
}
