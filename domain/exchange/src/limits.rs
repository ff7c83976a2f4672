//! How much of a foreign file is read (section 9 of the foreign formats, S5, R-072). Nothing here can be raised by a file.

/// Largest card, lorebook or picture that is looked at, in bytes (R-072, F-083).
pub const CARD_BYTES: usize = 20 * 1000 * 1000;
/// Largest chat, in bytes (S8: uploads).
pub const CHAT_BYTES: usize = 20 * 1000 * 1000;
/// Most entries of one lorebook (F-082, R-072).
pub const LORE_ENTRIES: usize = 5_000;
/// Most messages of one chat (F-082).
pub const CHAT_MESSAGES: usize = 200_000;
/// Longest line of a chat, in bytes (F-082).
pub const CHAT_LINE: usize = 16 * 1024 * 1024;
/// Levels of lists and objects in a card; real cards reach about a hundred, so this is more than the 64 of our own documents.
pub const CARD_DEPTH: usize = 128;
/// Values in one card document: what keeps twenty megabytes of zeros from becoming a gigabyte of tree.
pub const CARD_VALUES: usize = 600_000;
/// Most chunks of a PNG (F-083).
pub const PNG_CHUNKS: usize = 10_000;
/// The text chunks of a PNG together, after they are inflated, in bytes (S5).
pub const PNG_TEXT: usize = 20 * 1000 * 1000;
/// Text chunks of a PNG that are tried as a card.
pub const PNG_TRIES: usize = 8;
/// Words that are read of one list, such as tags or the keys of an entry.
pub const WORDS: usize = 5_000;
/// Longest name of a member that is told, in bytes.
pub const MEMBER_NAME: usize = 1_000;
/// Alternate greetings that are read.
pub const GREETINGS: usize = 1_000;
/// Assets of a card that are listed.
pub const ASSETS: usize = 5_000;
/// Warnings that are told one by one; a hostile card could otherwise make millions.
pub const WARNINGS: usize = 500;

/// Longest side of a picture (S5).
pub const PICTURE_SIDE: u32 = 16_384;
/// Pixels of one picture (S5).
pub const PICTURE_PIXELS: u64 = 50_000_000;
/// Frames of a moving picture (S5).
pub const PICTURE_FRAMES: usize = 1_000;
/// Pixels of all frames together (S5).
pub const PICTURE_ALL_PIXELS: u64 = 500_000_000;
/// What a picture decoder may allocate, in bytes (S5).
pub const PICTURE_MEMORY: u64 = 256 * 1024 * 1024;

/// How much of one text is looked at when it is classified or made native; more than any document can hold, in bytes.
pub const LOOKED_AT: usize = 1_000_000;
/// Longest text that becomes one member of a native document, in characters as they are written in JSON. Four of them and a
/// character's examples stay under the cap of a document (W-007).
pub const NATIVE_TEXT: usize = 190_000;
