//! Talking: who is meant, and what they say. They say one of the things their author gave them, or something that commits them to nothing.

use talekeep_prompts::Person;

use super::look::person_names;
use super::names::{Found, find, in_common};
use super::telling::Telling;

/// Talks to someone, or to whoever is there.
pub(super) fn talk(t: &mut Telling<'_>, said: &str) {
    match addressed(t, said) {
        Ok(Some(person)) => answer(t, person, said),
        Ok(None) if t.scene.people.is_empty() => {
            t.tell("There is nobody here to talk to.", "这里没有人可以说话。");
        }
        Ok(None) => {
            let names: Vec<String> = t
                .scene
                .people
                .iter()
                .map(|person| person.name.clone())
                .collect();
            let row = t.row(&names);
            t.tell(
                format!("Whom do you mean? {row} could hear you."),
                format!("你想和谁说话？{row}都在。"),
            );
        }
        Err(names) => t.ask_which(&names),
    }
}

/// Says something aloud. Whoever is named answers, else the first who can.
pub(super) fn say(t: &mut Telling<'_>, said: &str) {
    match addressed(t, said) {
        Ok(Some(person)) => answer(t, person, said),
        Ok(None) => match t.scene.people.first() {
            Some(person) => answer(t, person, said),
            None => t.tell_one(&[
                (
                    "Your words find nobody to hear them.".to_owned(),
                    "没有人听见你的话。".to_owned(),
                ),
                (
                    "You say it aloud. The place keeps its own counsel.".to_owned(),
                    "你把话说出了口，四下只有寂静。".to_owned(),
                ),
            ]),
        },
        Err(_) => {
            if let Some(person) = t.scene.people.first() {
                answer(t, person, said);
            }
        }
    }
}

/// The one person the words name; several names are an error.
fn addressed<'a>(t: &Telling<'a>, said: &str) -> Result<Option<&'a Person>, Vec<String>> {
    match find(
        said,
        t.scene
            .people
            .iter()
            .map(|person| (person, person_names(person))),
    ) {
        Found::One(person) => Ok(Some(person)),
        Found::Several(names) => Err(names),
        Found::Nothing => Ok(t
            .scene
            .people
            .first()
            .filter(|_| said.is_empty() && t.scene.people.len() == 1)),
    }
}

fn answer(t: &mut Telling<'_>, person: &Person, said: &str) {
    // What speaks of the same comes first; the person's own name says nothing about the matter.
    let matter = person_names(person)
        .iter()
        .fold(said.to_lowercase(), |said, name| {
            said.replace(&name.to_lowercase(), " ")
        });
    let best = person
        .speech
        .iter()
        .map(|line| in_common(&matter, line))
        .max()
        .unwrap_or(0);
    let fitting: Vec<&String> = person
        .speech
        .iter()
        .filter(|line| in_common(&matter, line) == best)
        .collect();
    // When nothing they are known to say fits, they do not always repeat it.
    let choices = if best == 0 {
        fitting.len() + 2
    } else {
        fitting.len()
    };
    let line = match fitting.get(t.chance(choices)) {
        Some(example) => unquoted(example).to_owned(),
        None => {
            let neutral = [
                ("Is that so?", "是吗？"),
                ("I could not say.", "这我可说不好。"),
                ("Hm. Let me think about that.", "嗯，让我想想。"),
                ("You had better see for yourself.", "你还是自己去看看吧。"),
            ];
            let (english, chinese) = neutral
                .get(t.chance(neutral.len()))
                .copied()
                .unwrap_or_default();
            t.choose(english, chinese).to_owned()
        }
    };
    let colon = t.choose(": ", "：");
    t.add(format!("{}{colon}{line}", person.name));
    let who = t.scene.player.name.clone();
    t.event(
        format!("{who} spoke with {}.", person.name),
        format!("{who}和{}说了话。", person.name),
        "talk",
        &person.id,
        &[person.id.as_str()],
    );
}

/// Whether words without a command are meant to be heard: a question, or words in quotes.
pub(super) fn is_speech(said: &str) -> bool {
    let said = said.trim();
    said.ends_with(['?', '？']) || said.starts_with(['"', '“', '「', '『'])
}

/// Whether they tell a gesture, as players of other tools write it: `*smiles at her*`, or "I smile at her".
pub(super) fn is_gesture(said: &str) -> bool {
    let said = said.trim();
    said.starts_with('*') || said.starts_with("I ") || said.starts_with('我')
}

/// Somebody sees a gesture; what it means to them stays theirs.
pub(super) fn gesture(t: &mut Telling<'_>) {
    let seen = t.scene.people.get(t.chance(t.scene.people.len()));
    match seen.map(|person| person.name.clone()) {
        Some(name) => t.tell_one(&[
            (format!("{name} sees it."), format!("{name}看在眼里。")),
            (
                format!("{name} looks at you for a moment."),
                format!("{name}看了你一会儿。"),
            ),
            (
                format!("It is not lost on {name}."),
                format!("{name}都注意到了。"),
            ),
        ]),
        None => t.tell("Nobody is here to see it.", "这里没有人看见。"),
    }
}

/// A speech example without the quotes its author may have put around it, on one line.
fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let pairs = [
        ('"', '"'),
        ('“', '”'),
        ('「', '」'),
        ('『', '』'),
        ('\'', '\''),
    ];
    let bare = pairs
        .iter()
        .find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close))
        .unwrap_or(text);
    bare.lines().next().unwrap_or(bare)
}
