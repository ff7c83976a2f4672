//! Lore (section 11): what can be known about the world.

use super::Moment;
use super::words::words;

/// One entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lore {
    /// W-260
    pub id: String,
    /// The folder it was found in.
    pub folder: String,
    /// Shown to people (W-261).
    pub title: String,
    /// In short.
    pub summary: Option<String>,
    /// In full.
    pub body: Option<String>,
    /// W-262
    pub kind: LoreKind,
    /// What it is about (W-263).
    pub subjects: Vec<Subject>,
    /// Other entries; a link, not a claim that they say the same (W-264).
    pub related: Vec<String>,
    /// Provenance, not a mark of truth (W-265).
    pub sources: Vec<String>,
    /// From when the fact applies (W-266).
    pub starts_at: Option<Moment>,
    /// Until when the fact applies (W-266).
    pub ends_at: Option<Moment>,
}

words! {
    /// What sort of lore it is.
    LoreKind {
        /// history
        History = "history",
        /// culture
        Culture = "culture",
        /// religion
        Religion = "religion",
        /// politics
        Politics = "politics",
        /// geography
        Geography = "geography",
        /// science
        Science = "science",
        /// custom
        Custom = "custom",
        /// legend
        Legend = "legend",
        /// anything else
        #[default]
        Other = "other",
    }
}

/// Something an entry is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// What it is.
    pub kind: SubjectKind,
    /// Its id.
    pub id: String,
}

words! {
    /// The kinds of entity.
    SubjectKind {
        /// A character.
        #[default]
        Character = "character",
        /// A faction.
        Faction = "faction",
        /// A place.
        Location = "location",
        /// An item.
        Item = "item",
        /// A lore entry.
        Lore = "lore",
    }
}
