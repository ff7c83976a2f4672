//! Conditions of triggers (13.2): a small tree that is decided in code from the records (W-310).

use super::words::words;
use super::{Amount, Day, LocalTime, TimeWindow};

/// One condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// The story's clock (W-312).
    Time(TimeCondition),
    /// Where a character is (W-316).
    Place {
        /// Who.
        character: String,
        /// Exactly that place.
        location: String,
        /// At that feature of it.
        feature: Option<String>,
    },
    /// What a variable is (W-317, W-318).
    Variable {
        /// Its key.
        variable: String,
        /// Of whom; nobody for a variable about the world.
        subject: Option<String>,
        /// How it compares.
        op: Comparison,
        /// With what.
        value: Amount,
    },
    /// Where an item is (W-319).
    Item {
        /// Which.
        item: String,
        /// Where.
        whereabouts: ItemWhere,
    },
    /// Whether an event with exactly this tag was recorded (W-320).
    Event {
        /// The tag.
        tag: String,
    },
    /// Whether another trigger has fired (W-321).
    Fired {
        /// Its key.
        trigger: String,
    },
    /// The latest verdict on a statement (W-322).
    Judged {
        /// The statement.
        text: String,
    },
    /// All are true (W-323).
    All(Vec<Condition>),
    /// Any is true (W-323).
    Any(Vec<Condition>),
    /// It is false (W-323).
    Not(Box<Condition>),
}

/// Parts that must all hold; at least one is given (W-312, W-313).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TimeCondition {
    /// At or after.
    pub from: Option<LocalTime>,
    /// Before.
    pub to: Option<LocalTime>,
    /// The time of day (W-314).
    pub window: Option<TimeWindow>,
    /// The day, or the day the window started (W-315); empty means every day.
    pub days: Vec<Day>,
}

words! {
    /// How a value compares (W-318).
    Comparison {
        /// The same.
        #[default]
        Eq = "eq",
        /// Another.
        Ne = "ne",
        /// Below.
        Lt = "lt",
        /// Not above.
        Le = "le",
        /// Above.
        Gt = "gt",
        /// Not below.
        Ge = "ge",
    }
}

/// Where an item is looked for, through the containers it is inside (W-319).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemWhere {
    /// Held or worn by that character.
    HeldBy(String),
    /// Lying in that place.
    At(String),
}
