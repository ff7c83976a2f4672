//! Whole worlds and avatars.
