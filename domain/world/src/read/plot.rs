//! Reads `plots.json` (section 12).

use std::collections::{HashMap, HashSet};

use super::documents::{Content, Opened};
use crate::link::circles;
use crate::model::{Development, Hook, Pacing, Plot, SubjectKind};
use crate::names::Names;
use crate::node::{ID_LENGTH, Node, quoted};
use crate::problem::{Code, Problems};

/// What may take part in a plot (W-281).
pub(crate) const PARTICIPANTS: [SubjectKind; 4] = [
    SubjectKind::Character,
    SubjectKind::Faction,
    SubjectKind::Location,
    SubjectKind::Item,
];

pub(super) fn read(document: &Opened, names: &Names, problems: &mut Problems) -> Vec<Plot> {
    let Content::Value(value) = &document.content else {
        return Vec::new();
    };
    let root = Node::root(&document.file, value);
    let mut seen = HashSet::new();
    let plots = root.list(problems);
    plots
        .iter()
        .filter_map(|plot| read_plot(*plot, &mut seen, names, problems))
        .collect()
}

fn read_plot(
    node: Node<'_, '_>,
    seen: &mut HashSet<String>,
    names: &Names,
    problems: &mut Problems,
) -> Option<Plot> {
    let node = node.object(problems)?;
    let id = unique_id(&node.at("id").need(problems), seen, problems);
    let name = node.at("name").need(problems).text(problems);
    let premise = node.at("premise").text(problems);
    let themes = node.at("themes").texts(problems);
    let stakes = node.at("stakes").texts(problems);
    let resolutions = node.at("resolutions").texts(problems);
    let participants = participants(&node.at("participants"), names, problems);
    let mut steps = HashSet::new();
    let hooks = hooks(&node.at("hooks"), &mut steps, problems);
    let developments = developments(&node.at("developments"), steps, problems);
    let start = node.at("start").word(problems).unwrap_or_default();
    let pacing = node.at("pacing").object(problems).map(|pacing| Pacing {
        quiet_turns: pacing.at("quiet_turns").whole_from(0, problems),
        cooldown_turns: pacing.at("cooldown_turns").whole_from(0, problems),
        cooldown_days: pacing.at("cooldown_days").number_from(0.0, problems),
    });
    Some(Plot {
        id: id?,
        name: name?,
        premise,
        themes,
        stakes,
        resolutions,
        participants,
        hooks,
        developments,
        start,
        pacing,
    })
}

/// An id that nothing before it has (W-280, W-284). A repeated one is reported and still read.
fn unique_id(
    node: &Node<'_, '_>,
    seen: &mut HashSet<String>,
    problems: &mut Problems,
) -> Option<String> {
    let id = node.text_of_at_most(ID_LENGTH, problems)?;
    if !seen.insert(id.clone()) {
        node.report(
            problems,
            Code::Duplicate,
            format!("The id {} is already taken.", quoted(&id)),
        );
    }
    Some(id)
}

fn participants(node: &Node<'_, '_>, names: &Names, problems: &mut Problems) -> Vec<String> {
    let mut participants = Vec::new();
    for entry in node.list(problems) {
        let Some(id) = entry.text(problems) else {
            continue;
        };
        if PARTICIPANTS.iter().any(|kind| names.has(*kind, &id)) {
            participants.push(id);
        } else {
            let what = format!(
                "The world has no character, faction, place or item with the id {}.",
                quoted(&id)
            );
            entry.report(problems, Code::UnknownReference, what);
        }
    }
    participants
}

/// W-282
fn hooks(node: &Node<'_, '_>, steps: &mut HashSet<String>, problems: &mut Problems) -> Vec<Hook> {
    let mut hooks = Vec::new();
    for hook in node.list(problems) {
        let Some(hook) = hook.object(problems) else {
            continue;
        };
        let id = unique_id(&hook.at("id").need(problems), steps, problems);
        let text = hook.at("text").need(problems).text(problems);
        let guidance = hook.at("guidance").text(problems);
        let avoid = hook.at("avoid").texts(problems);
        if let (Some(id), Some(text)) = (id, text) {
            hooks.push(Hook {
                id,
                text,
                guidance,
                avoid,
            });
        }
    }
    hooks
}

/// W-283 – W-285
fn developments(
    node: &Node<'_, '_>,
    mut steps: HashSet<String>,
    problems: &mut Problems,
) -> Vec<Development> {
    let entries = node.list(problems);
    // Of two developments with one id the first is meant.
    let mut index = HashMap::new();
    let mut ids = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let id = entry.at("id").text(&mut Problems::new());
        if let Some(id) = &id {
            index.entry(id.clone()).or_insert(at);
        }
        ids.push(id);
    }
    let known: HashSet<String> = steps
        .iter()
        .cloned()
        .chain(ids.into_iter().flatten())
        .collect();
    let mut developments = Vec::new();
    let mut needs: Vec<Vec<usize>> = vec![Vec::new(); entries.len()];
    for (at, entry) in entries.iter().enumerate() {
        let Some(entry) = entry.object(problems) else {
            continue;
        };
        let id = unique_id(&entry.at("id").need(problems), &mut steps, problems);
        let text = entry.at("text").need(problems).text(problems);
        let mode = entry.at("mode").word(problems).unwrap_or_default();
        let list = entry.at("prerequisites");
        let mut prerequisites = Vec::new();
        for need in list.list(problems) {
            let Some(other) = need.text(problems) else {
                continue;
            };
            if !known.contains(&other) {
                let what = format!("The plot has no hook or development {}.", quoted(&other));
                need.report(problems, Code::UnknownReference, what);
                continue;
            }
            needs[at].extend(index.get(&other));
            prerequisites.push(other);
        }
        let guidance = entry.at("guidance").text(problems);
        let avoid = entry.at("avoid").texts(problems);
        if let (Some(id), Some(text)) = (id, text) {
            developments.push(Development {
                id,
                text,
                mode,
                prerequisites,
                guidance,
                avoid,
            });
        }
    }
    report_circles(&entries, &index, &needs, problems);
    developments
}

/// W-039: every prerequisite that closes a circle; what only leads into one is not reported.
fn report_circles(
    entries: &[Node<'_, '_>],
    index: &HashMap<String, usize>,
    needs: &[Vec<usize>],
    problems: &mut Problems,
) {
    let circle = circles::components(needs);
    let quiet = &mut Problems::new();
    for (at, entry) in entries.iter().enumerate() {
        let mut said = HashSet::new();
        let list = entry.at("prerequisites");
        for need in list.list(quiet) {
            let Some(other) = need
                .text(quiet)
                .and_then(|other| index.get(&other).copied())
            else {
                continue;
            };
            if circle[other] == circle[at] && said.insert(other) {
                need.report(
                    problems,
                    Code::Circular,
                    "The prerequisites go round in a circle.",
                );
            }
        }
    }
}
