//! The values a variable can still have when several comparisons hold at once. Bounds count: no delta passes them (W-413).

use crate::model::{Amount, Comparison, VariableKind};

/// The values a variable can still have.
pub(super) enum Values {
    Number(Range),
    Flag { yes: bool, no: bool },
    Words(Vec<String>),
}

impl Values {
    pub(super) fn of(kind: &VariableKind) -> Values {
        match kind {
            VariableKind::Number {
                min, max, integer, ..
            } => Values::Number(Range {
                low: (min.unwrap_or(f64::NEG_INFINITY), false),
                high: (max.unwrap_or(f64::INFINITY), false),
                whole: *integer,
                not: Vec::new(),
            }),
            VariableKind::Flag { .. } => Values::Flag {
                yes: true,
                no: true,
            },
            VariableKind::Choice { options, .. } => Values::Words(options.clone()),
        }
    }

    /// Keeps those that compare so.
    pub(super) fn keep(&mut self, op: Comparison, value: &Amount) {
        let equal = op == Comparison::Eq;
        match (self, value) {
            (Values::Number(range), Amount::Number(value)) => range.keep(op, *value),
            (Values::Flag { yes, no }, Amount::Flag(value)) => {
                *yes &= *value == equal;
                *no &= *value != equal;
            }
            (Values::Words(words), Amount::Word(value)) => {
                words.retain(|word| (word == value) == equal);
            }
            _ => {}
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Values::Number(range) => range.is_empty(),
            Values::Flag { yes, no } => !yes && !no,
            Values::Words(words) => words.is_empty(),
        }
    }
}

/// Numbers between two ends, each left out or not.
pub(super) struct Range {
    low: (f64, bool),
    high: (f64, bool),
    whole: bool,
    not: Vec<f64>,
}

impl Range {
    fn keep(&mut self, op: Comparison, value: f64) {
        match op {
            Comparison::Ne => self.not.push(value),
            Comparison::Eq => {
                self.raise(value, false);
                self.lower(value, false);
            }
            Comparison::Gt => self.raise(value, true),
            Comparison::Ge => self.raise(value, false),
            Comparison::Lt => self.lower(value, true),
            Comparison::Le => self.lower(value, false),
        }
    }

    fn raise(&mut self, to: f64, open: bool) {
        if to > self.low.0 || (to == self.low.0 && open) {
            self.low = (to, open);
        }
    }

    fn lower(&mut self, to: f64, open: bool) {
        if to < self.high.0 || (to == self.high.0 && open) {
            self.high = (to, open);
        }
    }

    fn is_empty(&self) -> bool {
        let ((mut low, mut low_open), (mut high, mut high_open)) = (self.low, self.high);
        if self.whole {
            low = if low_open {
                low.floor() + 1.0
            } else {
                low.ceil()
            };
            high = if high_open {
                high.ceil() - 1.0
            } else {
                high.floor()
            };
            (low_open, high_open) = (false, false);
        }
        low > high || (low == high && (low_open || high_open || self.not.contains(&low)))
    }
}

/// The comparison that is true when that one is false.
pub(super) fn opposite(op: Comparison) -> Comparison {
    match op {
        Comparison::Eq => Comparison::Ne,
        Comparison::Ne => Comparison::Eq,
        Comparison::Lt => Comparison::Ge,
        Comparison::Ge => Comparison::Lt,
        Comparison::Le => Comparison::Gt,
        Comparison::Gt => Comparison::Le,
    }
}
