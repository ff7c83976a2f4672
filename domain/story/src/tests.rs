//! The story as a whole.
