//! Reads edits of the records (section 14), for trigger authors and the record keeper alike. Applying one is the story's
//! business.

use super::intent::read_given;
use super::item_change;
use super::knowledge::authored_exit;
use super::{condition, initial};
use crate::json::{Kind, Value};
use crate::limits::{EVERYONE, IMPORTANCE};
use crate::model::{
    Edit, EngagementChange, EventChange, ExitChange, GoalChange, GoalOwner, Move, Perceived,
    SubjectKind, Variable, VariableAmount, VariableChange, VariableKind,
};
use crate::names::{Names, Position};
use crate::node::{Node, quoted};
use crate::problem::{Code, Problems};

/// Reads an edit that stands by itself, such as a record keeper's answer; problems name the file `edit`. Nothing when
/// anything is wrong with it (W-410).
pub fn edit(value: &Value, names: &Names, problems: &mut Problems) -> Option<Edit> {
    let before = problems.len();
    let node = Node::root("edit", value).object(problems)?;
    read(&node, names, problems).filter(|_| problems.len() == before)
}

/// The lists of changes; at least one is given (W-400).
pub(crate) const LISTS: [&str; 7] = [
    "events",
    "variable_changes",
    "exit_changes",
    "item_changes",
    "moves",
    "goals",
    "engagements",
];

/// Reads an edit; one without any change is a problem (W-400).
pub(super) fn read(node: &Node<'_, '_>, names: &Names, problems: &mut Problems) -> Option<Edit> {
    if !LISTS.into_iter().any(|list| node.at(list).is_set()) {
        node.report(
            problems,
            Code::Needs,
            format!("An edit has at least one change in {}.", LISTS.join(", ")),
        );
        return None;
    }
    // Every list is read before anything is given up, so that all of their problems are told (W-305).
    let events = changes(&node.at("events"), names, problems, event);
    let variable_changes = changes(
        &node.at("variable_changes"),
        names,
        problems,
        variable_change,
    );
    let exit_changes = changes(&node.at("exit_changes"), names, problems, exit_change);
    let item_changes = changes(&node.at("item_changes"), names, problems, item_change::read);
    let moves = changes(&node.at("moves"), names, problems, a_move);
    let goals = changes(&node.at("goals"), names, problems, goal);
    let engagements = changes(&node.at("engagements"), names, problems, engagement);
    Some(Edit {
        events: events?,
        variable_changes: variable_changes?,
        exit_changes: exit_changes?,
        item_changes: item_changes?,
        moves: moves?,
        goals: goals?,
        engagements: engagements?,
    })
}

/// Every change of one list; nothing when any of them is faulty.
fn changes<T>(
    node: &Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
    read: fn(&Node<'_, '_>, &Names, &mut Problems) -> Option<T>,
) -> Option<Vec<T>> {
    let entries = node.list(problems);
    let mut change = |entry: &Node<'_, '_>| read(&entry.object(problems)?, names, problems);
    let read: Vec<Option<T>> = entries.iter().map(&mut change).collect();
    read.into_iter().collect()
}

/// W-401
fn event(node: &Node<'_, '_>, names: &Names, problems: &mut Problems) -> Option<EventChange> {
    let text = node.at("text").need(problems).text(problems);
    Some(EventChange {
        location: names.refer(SubjectKind::Location, &node.at("location"), problems),
        turn: node.at("turn").whole_from(0, problems),
        round: node.at("round").whole_from(0, problems),
        importance: node.at("importance").whole_in(IMPORTANCE, problems),
        tags: node.at("tags").texts(problems),
        involves: names.refer_all(SubjectKind::Character, &node.at("involves"), problems),
        perceived_by: perceived_by(&node.at("perceived_by"), names, problems),
        text: text?,
    })
}

fn perceived_by(node: &Node<'_, '_>, names: &Names, problems: &mut Problems) -> Option<Perceived> {
    match &node.value()?.kind {
        Kind::Text(word) if word == EVERYONE => Some(Perceived::Everyone),
        Kind::Text(word) => {
            let what = format!(
                "{} is neither everyone nor a list of characters.",
                quoted(word)
            );
            node.report(problems, Code::NotAllowed, what);
            None
        }
        Kind::List(_) => Some(Perceived::Characters(names.refer_all(
            SubjectKind::Character,
            node,
            problems,
        ))),
        _ => {
            node.wrong_type(problems, "\"everyone\" or a list of characters");
            None
        }
    }
}

/// W-402
fn variable_change(
    node: &Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
) -> Option<VariableChange> {
    let variable = condition::variable(node, names, problems);
    let value_node = node.at("value");
    let delta_node = node.at("delta");
    let baseline_node = node.at("baseline");
    let baseline = baseline_node.flag(false, problems);
    match (value_node.is_set(), delta_node.is_set()) {
        (true, true) => {
            delta_node.report(
                problems,
                Code::Conflict,
                "Only one of \"value\" and \"delta\" can be given.",
            );
        }
        (false, false) => {
            value_node.report(
                problems,
                Code::Needs,
                "One of \"value\" and \"delta\" is needed.",
            );
        }
        _ => {}
    }
    let Some((variable, subject)) = variable else {
        delta_node.number(problems)?;
        return None;
    };
    if baseline && !variable.baseline {
        let what = format!("The variable {} has no baseline.", quoted(&variable.key));
        baseline_node.report(problems, Code::NotAllowed, what);
    }
    let value = initial::fitting(&value_node, variable, problems).map(VariableAmount::Value);
    let amount = value.or(delta(&delta_node, variable, problems).map(VariableAmount::Delta));
    Some(VariableChange {
        variable: variable.key.clone(),
        subject: subject?,
        amount: amount?,
        baseline,
    })
}

/// A delta is a number, for a number; whole for one of whole numbers.
fn delta(node: &Node<'_, '_>, variable: &Variable, problems: &mut Problems) -> Option<f64> {
    let VariableKind::Number { integer, .. } = variable.kind else {
        if node.is_set() {
            node.report(
                problems,
                Code::NotAllowed,
                "Only a number is changed by a delta.",
            );
        }
        return None;
    };
    let delta = node.number(problems)?;
    if integer {
        node.whole(problems)?;
    }
    Some(delta)
}

/// What an exit change can change (W-403).
pub(crate) const EXIT_PARTS: [&str; 3] = ["state", "note", "opened_by"];

/// W-403
fn exit_change(node: &Node<'_, '_>, names: &Names, problems: &mut Problems) -> Option<ExitChange> {
    let ends = authored_exit(node, names, problems);
    let openers = node.at("opened_by");
    if !EXIT_PARTS
        .into_iter()
        .any(|member| node.at(member).is_set())
    {
        node.report(
            problems,
            Code::Needs,
            "An exit change has at least one of state, note, opened_by.",
        );
    }
    let state = node.at("state").word(problems);
    let note = node.at("note").text(problems);
    let opened_by = openers
        .is_set()
        .then(|| names.refer_all(SubjectKind::Item, &openers, problems));
    let (from, to) = ends?;
    Some(ExitChange {
        from,
        to,
        state,
        note,
        opened_by,
    })
}

/// W-405
fn a_move(node: &Node<'_, '_>, names: &Names, problems: &mut Problems) -> Option<Move> {
    let character = names.refer(
        SubjectKind::Character,
        &node.at("character").need(problems),
        problems,
    );
    let nowhere_node = node.at("nowhere");
    let nowhere = nowhere_node.optional_flag(problems);
    // A faulty `nowhere` may have meant either (W-041).
    let goes_nowhere = nowhere_node.is_set() && nowhere != Some(false);
    match (node.at("location").is_set(), goes_nowhere) {
        (true, true) if nowhere == Some(true) => {
            let what = "A move goes to a location or nowhere, not both.";
            nowhere_node.report(problems, Code::Conflict, what);
        }
        (false, false) => {
            node.report(
                problems,
                Code::Needs,
                "A move goes to a location or nowhere.",
            );
        }
        _ => {}
    }
    let spot = names.spot(node, Position::NeedsLocation, problems);
    if nowhere != Some(true) {
        spot.location.as_ref()?;
    }
    Some(Move {
        character: character?,
        location: spot.location,
        feature: spot.feature,
        position: spot.position,
    })
}

/// W-406
fn goal(node: &Node<'_, '_>, names: &Names, problems: &mut Problems) -> Option<GoalChange> {
    let character_node = node.at("character");
    let faction_node = node.at("faction");
    let character = names.refer(SubjectKind::Character, &character_node, problems);
    let faction = names.refer(SubjectKind::Faction, &faction_node, problems);
    match (character_node.is_set(), faction_node.is_set()) {
        (true, true) => {
            let what = "A goal belongs to a character or a faction, not both.";
            faction_node.report(problems, Code::Conflict, what);
        }
        (false, false) => {
            node.report(
                problems,
                Code::Needs,
                "A goal belongs to a character or a faction.",
            );
        }
        _ => {}
    }
    let name = node.at("name").need(problems).text(problems);
    let given = read_given(node, problems);
    let owner = character
        .map(GoalOwner::Character)
        .or(faction.map(GoalOwner::Faction));
    Some(GoalChange {
        owner: owner?,
        name: name?,
        description: given.description,
        kind: given.kind,
        status: given.status,
        horizon: given.horizon,
        priority: given.priority,
        urgency: given.urgency,
        plan: given.plan,
        open_threads: given.open_threads,
        constraints: given.constraints,
        deadline: given.deadline,
    })
}

/// W-407
fn engagement(
    node: &Node<'_, '_>,
    names: &Names,
    problems: &mut Problems,
) -> Option<EngagementChange> {
    let character = names.refer(
        SubjectKind::Character,
        &node.at("character").need(problems),
        problems,
    );
    let ended_node = node.at("ended");
    let ended = ended_node.optional_flag(problems);
    let may_lack_activity = ended_node.is_set() && ended != Some(false);
    let activity_node = node.at("activity");
    let activity = match may_lack_activity {
        true => activity_node.text(problems),
        false => activity_node.need(problems).text(problems),
    };
    let with = node.at("with");
    let mut others = Vec::new();
    for other in with.list(problems) {
        let Some(id) = names.refer(SubjectKind::Character, &other, problems) else {
            continue;
        };
        if Some(&id) == character.as_ref() {
            other.report(
                problems,
                Code::Conflict,
                "A character is not engaged with itself.",
            );
        } else {
            others.push(id);
        }
    }
    let location = names.refer(SubjectKind::Location, &node.at("location"), problems);
    let until = node.at("until").local_time(problems);
    let interruptible = node.at("interruptible").flag(true, problems);
    if !may_lack_activity {
        activity.as_ref()?;
    }
    Some(EngagementChange {
        character: character?,
        activity,
        with: others,
        location,
        until,
        interruptible,
        ended: ended.unwrap_or(false),
    })
}
