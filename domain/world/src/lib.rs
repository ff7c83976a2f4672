//! The world format: reading, checking and describing authored worlds. It takes bytes and gives values; it never touches a
//! file, a clock or a socket.

pub mod json;
pub mod model;
pub mod problem;

pub use problem::{Code, Problem, Problems};
