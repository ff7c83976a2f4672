//! The world format: reading, checking and describing authored worlds. It takes bytes and gives values; it never touches a
//! file, a clock or a socket.

pub mod diff;
pub mod edit;
pub mod excerpt;
pub mod folder;
pub mod format;
pub mod json;
pub mod library;
pub mod limits;
mod link;
pub mod lint;
pub mod model;
pub mod names;
pub mod node;
pub mod patch;
pub mod problem;
pub mod read;
pub mod write;
mod write_id;

pub use folder::{Entry, Folder};
pub use names::Names;
pub use problem::{Code, Problem, Problems};
pub use read::{
    AvatarReading, IdState, Reading, cover_file, read_avatar, read_world, read_world_with,
};
pub use write_id::write_id;
