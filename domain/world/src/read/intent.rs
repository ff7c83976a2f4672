//! Reads intents of characters and goals of factions (W-110 – W-114).

use crate::limits::SHARE;
use crate::model::{Horizon, Intent, IntentStatus, IntentType, Moment};
use crate::node::Node;
use crate::problem::Problems;

/// The members of an intent besides its name, each only when set; an edit of goals changes just these (W-406).
pub(super) struct Given {
    pub(super) description: Option<String>,
    pub(super) kind: Option<IntentType>,
    pub(super) status: Option<IntentStatus>,
    pub(super) horizon: Option<Horizon>,
    pub(super) priority: Option<f64>,
    pub(super) urgency: Option<f64>,
    pub(super) plan: Option<Vec<String>>,
    pub(super) open_threads: Option<Vec<String>>,
    pub(super) constraints: Option<Vec<String>>,
    pub(super) deadline: Option<Moment>,
}

pub(super) fn read_given(node: &Node<'_, '_>, problems: &mut Problems) -> Given {
    let texts = |key, problems: &mut Problems| {
        let list = node.at(key);
        list.is_set().then(|| list.texts(problems))
    };
    Given {
        description: node.at("description").text(problems),
        kind: node.at("type").word(problems),
        status: node.at("status").word(problems),
        horizon: node.at("horizon").word(problems),
        priority: node.at("priority").number_in(SHARE, problems),
        urgency: node.at("urgency").number_in(SHARE, problems),
        plan: texts("plan", problems),
        open_threads: texts("open_threads", problems),
        constraints: texts("constraints", problems),
        deadline: node.at("deadline").moment(problems),
    }
}

pub(super) fn read_list(node: &Node<'_, '_>, problems: &mut Problems) -> Vec<Intent> {
    node.list(problems)
        .iter()
        .filter_map(|intent| read(*intent, problems))
        .collect()
}

fn read(node: Node<'_, '_>, problems: &mut Problems) -> Option<Intent> {
    let node = node.object(problems)?;
    let name = node.at("name").need(problems).text(problems);
    let given = read_given(&node, problems);
    Some(Intent {
        name: name?,
        description: given.description,
        kind: given.kind.unwrap_or_default(),
        status: given.status.unwrap_or_default(),
        horizon: given.horizon.unwrap_or_default(),
        priority: given.priority.unwrap_or(0.5),
        urgency: given.urgency.unwrap_or(0.5),
        plan: given.plan.unwrap_or_default(),
        open_threads: given.open_threads.unwrap_or_default(),
        constraints: given.constraints.unwrap_or_default(),
        deadline: given.deadline,
    })
}
