//! Every number the format sets a bound with, once: the readers check against these and the description of the format shows
//! the same. Caps of whole files are with the reader of JSON and of folders, never here.

use std::ops::RangeInclusive;

/// The longest id of anything, and key of a variable (W-020, W-161).
pub const ID_LENGTH: usize = 100;
/// The longest key of a trigger (W-302).
pub const TRIGGER_KEY_LENGTH: usize = 64;
/// Rules of a world, and the length of each (W-066).
pub const RULES: usize = 30;
/// The longest rule (W-066).
pub const RULE_LENGTH: usize = 300;
/// The longest judged statement (W-322).
pub const STATEMENT_LENGTH: usize = 300;
/// Windows of a routine (W-190).
pub const WINDOWS: usize = 24;
/// What one character or faction thinks of others (W-125, W-149).
pub const PROFILES: usize = 60;
/// Features of a place (W-208).
pub const FEATURES: usize = 30;
/// Exits of a place (W-209).
pub const EXITS: usize = 30;
/// Openers of a container (W-237).
pub const OPENERS: usize = 10;
/// Places of a world (W-217).
pub const LOCATIONS: usize = 500;
/// Items of a world (W-245).
pub const ITEMS: usize = 2000;
/// Entries of `variables.json` (W-177).
pub const VARIABLES: usize = 60;
/// Options of a choice (W-169).
pub const OPTIONS: RangeInclusive<usize> = 2..=12;
/// Entries of `triggers.json` (W-301).
pub const TRIGGERS: usize = 200;
/// Effects of a trigger (W-330).
pub const EFFECTS: usize = 6;
/// How deep conditions nest (W-324).
pub const CONDITION_DEPTH: usize = 4;
/// Parts of one trigger's condition (W-325).
pub const CONDITION_PARTS: usize = 24;

/// A share: intents, familiarity, tension, commitment, chance (W-112, W-120, W-146, W-306).
pub const SHARE: RangeInclusive<f64> = 0.0..=1.0;
/// A leaning to either side: feelings, trust, affinity (W-102, W-120).
pub const LEANING: RangeInclusive<f64> = -1.0..=1.0;
/// How much an event matters (W-401).
pub const IMPORTANCE: RangeInclusive<i64> = 1..=5;

/// The one word of an audience that is no object (W-334, W-401).
pub const EVERYONE: &str = "everyone";
