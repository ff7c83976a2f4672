//! Advice on a sound world: what an author most likely did not mean, each with its place and why it matters. Advice is never a
//! problem, it stops nothing; where a check cannot be sure it stays silent.

mod fate;
mod gaps;
mod holds;
mod opening;
mod people;
mod places;
mod reach;
mod sight;
mod spot;
mod stories;
mod things;
mod times;
mod triggers;
mod values;
mod week;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use crate::folder::Folder;
use crate::model::World;
use sight::Sight;
use spot::{Documents, Spot};

/// One piece of advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The stable name of the check.
    pub check: &'static str,
    /// Path relative to the root, as in a problem (W-031).
    pub file: String,
    /// RFC 6901 pointer to the value, or to the place it would have (W-032, W-033).
    pub pointer: String,
    /// One sentence that names the thing.
    pub message: String,
    /// One sentence that says why it matters.
    pub why: &'static str,
}

/// One thing a world is looked over for.
#[derive(Debug)]
pub struct Check {
    /// Its stable name.
    pub name: &'static str,
    /// Why a hit matters.
    pub why: &'static str,
    look: fn(&Sight<'_>, &mut Hits),
}

/// Every check, in the order they are made.
pub const CHECKS: &[Check] = &[
    Check {
        name: "unreachable-place",
        why: "Nobody walks to a place no way leads to, so nothing in it is ever seen.",
        look: places::unreachable,
    },
    Check {
        name: "one-way-trap",
        why: "Whoever goes in is there for the rest of the story, the player included.",
        look: places::traps,
    },
    Check {
        name: "exit-nobody-opens",
        why: "A lock without a key within reach is a wall, and players look for the key.",
        look: places::locked,
    },
    Check {
        name: "blocked-without-reason",
        why: "The narrator cannot say what is in the way, nor when it will be gone, and makes something up.",
        look: places::blocked,
    },
    Check {
        name: "container-nobody-opens",
        why: "What is inside can never be found, and players look for the key.",
        look: things::locked,
    },
    Check {
        name: "unplaced-wearable",
        why: "A look tells what is worn; a garment that is not on anybody and cannot be put on is never part of it.",
        look: things::wearables,
    },
    Check {
        name: "unused-variable",
        why: "The narrator is told of it every time, yet nothing in the world sets it or depends on it.",
        look: things::variables,
    },
    Check {
        name: "nobody-playable",
        why: "A story can only be started by a player who brings a character along.",
        look: people::nobody_playable,
    },
    Check {
        name: "starts-nowhere",
        why: "The player begins in no place: nothing can be seen, taken or walked to until the story puts them somewhere.",
        look: people::starts_nowhere,
    },
    Check {
        name: "knows-nobody",
        why: "Without a view of anyone, a character meets its neighbours, and its own family, as strangers.",
        look: people::knows_nobody,
    },
    Check {
        name: "lore-nobody-knows",
        why: "Characters only speak of what they know, so nobody in the story will ever bring it up.",
        look: people::unknown_lore,
    },
    Check {
        name: "routine-gap",
        why: "Where no window applies the character stays where it last was, often in the middle of the night.",
        look: gaps::uncovered,
    },
    Check {
        name: "window-never-applies",
        why: "The first window that fits wins, so this one is never acted upon.",
        look: gaps::shadowed,
    },
    Check {
        name: "opening-names-nobody",
        why: "Players start by talking to someone; an opening without a name gives them nobody to turn to.",
        look: opening::names_nobody,
    },
    Check {
        name: "plot-without-hook",
        why: "The narrator brings a plot in by its hooks; without one it never begins.",
        look: stories::without_hook,
    },
    Check {
        name: "times-without-beginning",
        why: "Such a story begins on the day somebody plays it, which is hardly ever the day its triggers wait for.",
        look: times::without_beginning,
    },
    Check {
        name: "expired-trigger",
        why: "It is over before the first turn, so it never fires.",
        look: triggers::expired,
    },
    Check {
        name: "contradictory-condition",
        why: "A condition that cannot come true never fires its trigger.",
        look: triggers::contradictory,
    },
    Check {
        name: "unknown-event-tag",
        why: "Tags compare exactly, so the condition stays false unless a narrator happens to choose that very word.",
        look: triggers::unknown_tags,
    },
    Check {
        name: "fired-cycle",
        why: "Each waits for another to fire first, so none of them ever does.",
        look: triggers::cycles,
    },
    Check {
        name: "waits-for-dead-trigger",
        why: "What it waits for never happens, so it never fires either.",
        look: triggers::waits,
    },
    Check {
        name: "chance-of-zero",
        why: "Every roll fails, so it never fires.",
        look: triggers::chanceless,
    },
    Check {
        name: "cooldown-without-repeat",
        why: "A trigger that does not repeat fires once, so there is nothing for the cooldown to hold back.",
        look: triggers::idle_cooldown,
    },
    Check {
        name: "late-announcement",
        why: "By then there is nothing left to announce, so nobody ever hears of it.",
        look: times::late_announcements,
    },
];

/// Looks a world over that was read without a problem from these files; `folder` is its name below `worlds/`. The advice is in
/// the order of the files, and within one as its author reads it.
pub fn lint(folder: &str, files: &Folder, world: &World) -> Vec<Advice> {
    let sight = Sight::of(world);
    let mut documents = Documents::of(files);
    let mut found = Vec::new();
    for check in CHECKS {
        let mut hits = Hits::default();
        (check.look)(&sight, &mut hits);
        for (spot, message) in hits.list {
            let (pointer, offset) = documents.place(&spot);
            let advice = Advice {
                check: check.name,
                file: format!("worlds/{folder}/{}", spot.path()),
                pointer,
                message,
                why: check.why,
            };
            found.push((offset, advice));
        }
    }
    found.sort_by(|(a, one), (b, other)| (&one.file, a).cmp(&(&other.file, b)));
    // Whoever pages through the list continues after a place and a check.
    let mut seen = HashSet::new();
    let mut advice: Vec<Advice> = found.into_iter().map(|(_, advice)| advice).collect();
    advice.retain(|one| seen.insert((one.file.clone(), one.pointer.clone(), one.check)));
    advice
}

/// What one check found.
#[derive(Default)]
struct Hits {
    list: Vec<(Spot, String)>,
}

impl Hits {
    fn add(&mut self, spot: Spot, message: String) {
        self.list.push((spot, message));
    }
}
