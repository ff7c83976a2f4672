//! Reads how something looks (W-093). Whether a global id is unique is checked across the world, in `link`.

use crate::model::VisualIdentity;
use crate::node::Node;
use crate::problem::Problems;

pub(super) fn read(node: Node<'_, '_>, problems: &mut Problems) -> Option<VisualIdentity> {
    let node = node.object(problems)?;
    let description = node.at("description").need(problems).text(problems);
    let tags = node.at("tags").texts(problems);
    let negative_tags = node.at("negative_tags").texts(problems);
    let global_id = node.at("global_id").text(problems);
    Some(VisualIdentity {
        description: description?,
        tags,
        negative_tags,
        global_id,
    })
}
