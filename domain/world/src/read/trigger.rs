//! Reads `triggers.json` (section 13). When a trigger fires is the story's business.

use std::collections::HashSet;

use super::documents::{Content, Opened};
use super::{audience, condition, edit};
use crate::limits::{EFFECTS, SHARE, TRIGGER_KEY_LENGTH, TRIGGERS};
use crate::model::{Announcement, Effect, Trigger, Words};
use crate::names::Names;
use crate::node::{Node, quoted};
use crate::problem::{Code, Problems};

pub(super) fn read(document: &Opened, names: &Names, problems: &mut Problems) -> Vec<Trigger> {
    let Content::Value(value) = &document.content else {
        return Vec::new();
    };
    let root = Node::root(&document.file, value);
    let mut seen = HashSet::new();
    let triggers = root.list_of_at_most(TRIGGERS, problems);
    triggers
        .iter()
        .filter_map(|trigger| read_trigger(*trigger, &mut seen, names, problems))
        .collect()
}

fn read_trigger(
    node: Node<'_, '_>,
    seen: &mut HashSet<String>,
    names: &Names,
    problems: &mut Problems,
) -> Option<Trigger> {
    let node = node.object(problems)?;
    let key = key(&node.at("key").need(problems), seen, problems);
    let name = node.at("name").text(problems);
    let when = node.at("when").need(problems);
    let when = condition::read(when, key.as_deref(), names, problems);
    let list = node.at("effects").need(problems);
    let effects: Vec<Option<Effect>> = list
        .list_of_at_most(EFFECTS, problems)
        .iter()
        .map(|effect| read_effect(*effect, names, problems))
        .collect();
    let announce = node
        .at("announce")
        .object(problems)
        .and_then(|announce| announcement(&announce, names, problems));
    let repeat = node.at("repeat").flag(false, problems);
    let cooldown_seconds = node
        .at("cooldown_seconds")
        .whole_from(0, problems)
        .unwrap_or(0);
    let chance = node.at("chance").number_in(SHARE, problems).unwrap_or(1.0);
    let expires = node.at("expires").local_time(problems);
    let priority = node.at("priority").whole(problems).unwrap_or(0);
    Some(Trigger {
        key: key?,
        name,
        when: when?,
        effects: effects.into_iter().collect::<Option<_>>()?,
        announce,
        repeat,
        cooldown_seconds,
        chance,
        expires,
        priority,
    })
}

/// W-302, W-303
fn key(node: &Node<'_, '_>, seen: &mut HashSet<String>, problems: &mut Problems) -> Option<String> {
    let key = node.text_of_at_most(TRIGGER_KEY_LENGTH, problems)?;
    if !key
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_')
    {
        let what = format!(
            "{} is not lower-case letters, digits, - and _.",
            quoted(&key)
        );
        node.report(problems, Code::BadFormat, what);
    } else if !seen.insert(key.clone()) {
        node.report(
            problems,
            Code::Duplicate,
            format!("There is already a trigger {}.", quoted(&key)),
        );
    }
    Some(key)
}

/// The words of an effect's `type` (W-330).
#[derive(Debug, Clone, Copy)]
pub(crate) enum EffectWord {
    Edit,
    Beat,
    Cue,
}

impl Words for EffectWord {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("edit", EffectWord::Edit),
        ("beat", EffectWord::Beat),
        ("cue", EffectWord::Cue),
    ];
}

fn read_effect(node: Node<'_, '_>, names: &Names, problems: &mut Problems) -> Option<Effect> {
    let node = node.object(problems)?;
    match node.at("type").need(problems).word(problems)? {
        EffectWord::Edit => {
            let node = node.at("edit").need(problems).object(problems)?;
            edit::read(&node, names, problems).map(Effect::Edit)
        }
        EffectWord::Beat => {
            let text = node.at("text").need(problems).text(problems)?;
            Some(Effect::Beat { text })
        }
        EffectWord::Cue => {
            let text = node.at("text").need(problems).text(problems);
            let audience = audience::read(&node, names, problems);
            Some(Effect::Cue {
                text: text?,
                audience: audience?,
            })
        }
    }
}

/// W-341 – W-343
fn announcement(
    node: &Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
) -> Option<Announcement> {
    let text = node.at("text").need(problems).text(problems);
    let audience = audience::read(node, names, problems);
    let from = node.at("from").local_time(problems);
    let at = node.at("at").local_time(problems);
    Some(Announcement {
        text: text?,
        audience: audience?,
        from,
        at,
    })
}
