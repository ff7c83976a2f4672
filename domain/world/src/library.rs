//! All worlds of one root together: of two with one id only the first is listed (W-044, W-056).

use std::collections::HashSet;

use crate::problem::{Code, Problem};
use crate::read::{IdState, Reading};

/// Decides which worlds are listed, and reports the later ones of a repeated id. `worlds` are in the order of W-006, each
/// with its folder's name, and their missing ids have been written or reported by now.
pub fn list(worlds: &mut [(String, Reading)]) -> Vec<bool> {
    let mut taken = HashSet::new();
    let mut listed = Vec::with_capacity(worlds.len());
    for (folder, reading) in worlds {
        let IdState::Known(id) = &reading.id else {
            listed.push(false);
            continue;
        };
        let first = taken.insert(id.clone());
        if !first {
            reading.problems.push(Problem {
                file: format!("worlds/{folder}/world.json"),
                pointer: "/id".to_owned(),
                code: Code::Duplicate,
                message: format!("Another world has the id {id:?}."),
            });
        }
        listed.push(first);
    }
    listed
}
