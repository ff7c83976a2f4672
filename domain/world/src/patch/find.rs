//! Follows a pointer through a value as far as it leads. It never guesses which of two members of one name is meant.

use super::{PatchError, joined};
use crate::json::{Kind, Value};

/// Where a pointer leads.
pub(super) enum Leaf<'v, 'p> {
    /// To something that is there.
    Value {
        parent: &'v Value,
        /// Its place among the members or entries of the parent.
        index: usize,
        value: &'v Value,
    },
    /// Into something that can take it: `rest` are the parts that are not there yet, at least one.
    Missing {
        parent: &'v Value,
        rest: &'p [String],
    },
}

pub(super) fn find<'v, 'p>(
    root: &'v Value,
    parts: &'p [String],
) -> Result<Leaf<'v, 'p>, PatchError> {
    let mut parent = root;
    for (at, part) in parts.iter().enumerate() {
        let here = || joined(&parts[..=at]);
        let missing = Leaf::Missing {
            parent,
            rest: &parts[at..],
        };
        let index = match &parent.kind {
            Kind::Object(members) => {
                let mut same = (0..members.len()).filter(|&index| members[index].key == *part);
                match (same.next(), same.next()) {
                    (Some(_), Some(_)) => return Err(PatchError::Repeated(here())),
                    (first, _) => first,
                }
            }
            Kind::List(entries) if part == "-" => Some(entries.len()),
            Kind::List(_) => Some(index(part).ok_or_else(|| PatchError::Nowhere(here()))?),
            // Not set is as good as not there (W-014).
            Kind::Null => None,
            Kind::Text(text) if crate::node::is_blank(text) => None,
            _ => return Err(PatchError::Nowhere(here())),
        };
        let Some(index) = index else {
            return Ok(missing);
        };
        let value = match &parent.kind {
            Kind::Object(members) => members.get(index).map(|member| &member.value),
            Kind::List(entries) if index > entries.len() => {
                return Err(PatchError::Nowhere(here()));
            }
            Kind::List(entries) => entries.get(index),
            _ => None,
        };
        match value {
            None => return Ok(missing),
            Some(value) if at + 1 == parts.len() => {
                return Ok(Leaf::Value {
                    parent,
                    index,
                    value,
                });
            }
            Some(value) => parent = value,
        }
    }
    Err(PatchError::Nowhere(joined(parts)))
}

/// RFC 6901: digits without a leading zero.
fn index(part: &str) -> Option<usize> {
    let plain = part.bytes().all(|byte| byte.is_ascii_digit());
    let canonical = part.len() == 1 || !part.starts_with('0');
    (plain && canonical).then(|| part.parse().ok()).flatten()
}
