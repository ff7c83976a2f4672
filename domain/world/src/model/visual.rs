//! How a character, item or place looks, for whoever draws it (W-093). It is never told to a player as text.

/// One shape for characters, items and locations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisualIdentity {
    /// What it looks like.
    pub description: String,
    /// Words a picture model is given.
    pub tags: Vec<String>,
    /// Words it is told to avoid.
    pub negative_tags: Vec<String>,
    /// Unique within one world (W-094).
    pub global_id: Option<String>,
}
