//! What we ask of strangers: language models, behind one trait, and the loop that drives an exchange with one. So far the only model is
//! the built-in offline narrator; nothing here knows about worlds, sessions or rows.

mod drive;
mod model;
pub mod offline;
pub mod testing;

pub use drive::drive;
pub use model::{Error, Fragments, Model};
pub use offline::Offline;
