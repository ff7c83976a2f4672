//! Every place where a test build can be made to die, by the write it lies in. The tidy test compares these lists with the
//! source, so a new fail point is used the day it is made.

/// Passing by number: some lie on the way more than once.
pub(crate) type Point = (&'static str, u32);

/// From the request to the first look at the card.
pub(crate) const BEGIN: &[Point] = &[
    ("import.begin.after-bytes", 1),
    ("import.begin.after-row", 1),
    ("import.survey.after-source", 1),
    ("import.survey.after-survey", 1),
    ("import.survey.after-state", 1),
];

/// Building and the way to the finish.
pub(crate) const BUILD: &[Point] = &[
    ("import.enter.after-row", 1),
    ("import.build.after-build", 1),
    ("import.build.after-records", 1),
    ("import.build.after-report", 1),
    ("import.build.after-state", 1),
    ("import.staged.after-bytes", 6),
    ("import.enter.after-row", 2),
];

/// The finish, up to the row that puts the world into the library.
pub(crate) const FINISH: &[Point] = &[
    ("import.enter.after-row", 3),
    ("import.finish.after-records", 1),
    ("import.finish.after-report", 1),
    ("import.finish.after-state", 1),
    ("world.create.after-media", 1),
    ("world.create.after-pack", 1),
    ("import.finish.after-bytes", 1),
];

/// After that row: the world is there, its folder is behind.
pub(crate) const PROJECT: &[Point] = &[
    ("import.finish.after-row", 1),
    ("world.commit.before-world-json", 1),
    ("world.commit.during-projection", 1),
];

/// A world written by hand.
pub(crate) const CREATE: &[Point] = &[
    ("world.create.after-folder", 1),
    ("world.create.after-pack", 1),
    ("world.create.after-row", 1),
];

/// A document of a world changed.
pub(crate) const COMMIT: &[Point] = &[
    ("world.commit.after-pack", 1),
    ("world.commit.after-row", 1),
    ("world.commit.before-world-json", 1),
];

/// A world put into the trash.
pub(crate) const TRASH: &[Point] = &[("world.trash.after-row", 1)];

/// A story begun.
pub(crate) const START: &[Point] = &[
    ("session.create.between-rows", 1),
    ("session.create.after-rows", 1),
];

/// A turn played.
pub(crate) const TURN: &[Point] = &[
    ("turn.begin.after-row", 1),
    ("turn-before-keep", 1),
    ("turn.keep.after-row", 1),
    ("turn-after-keep", 1),
];
