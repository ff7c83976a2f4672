//! Stories in play: starting a session from a world, its records, the trigger engine, and a turn as a state machine. Pure: bytes, the
//! time and a seed come in as arguments; asking a model is left to whoever drives a turn.

mod announcements;
mod condition;
mod edit;
mod keeper;
mod knowledge;
mod parts;
mod scene;
mod start;
pub mod state;
mod tell;
#[cfg(test)]
mod tests;
mod trigger_run;
mod triggers;
mod turn;
mod view;
mod waiting;
mod ways;

pub use parts::Part;
pub use start::{Opened, Start, start};
pub use state::State;
/// The kinds of a player's action.
pub use talekeep_prompts::ActionKind as Kind;
pub use trigger_run::trigger_run;
pub use turn::{Action, Said, Settled, Turn};
pub use view::View;
