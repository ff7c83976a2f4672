//! What a world has, by id: the table every reference is checked against (W-020, W-021). It holds only what a check needs,
//! and it says "not known" rather than "no" about anything whose own document is faulty (W-041).

use std::collections::{HashMap, HashSet};

use crate::model::{SubjectKind, Variable, World};
use crate::node::{Node, quoted};
use crate::problem::{Code, Problems};

/// The names of one world, or of one session's records.
#[derive(Debug, Clone, Default)]
pub struct Names {
    anything: bool,
    characters: HashSet<String>,
    character_folders: HashMap<String, String>,
    factions: HashSet<String>,
    lore: HashSet<String>,
    locations: HashMap<String, Place>,
    items: HashMap<String, Thing>,
    variables: HashMap<String, Option<Definition>>,
    unknown_variables: bool,
    slots: HashMap<String, Option<i64>>,
    unknown_slots: bool,
    triggers: HashSet<String>,
}

/// What must be known of a place. A part that is not known is not checked.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// The ids of its features.
    pub features: Option<HashSet<String>>,
    /// Where its exits lead, and whether each is one-way.
    pub exits: Option<HashMap<String, bool>>,
}

/// What must be known of an item. A part that is not known is not checked.
#[derive(Debug, Clone, Copy, Default)]
pub struct Thing {
    /// Whether it holds things.
    pub container: Option<bool>,
    /// Whether it can be worn.
    pub wearable: Option<bool>,
    /// Whether there is only one.
    pub unique: Option<bool>,
}

/// A variable, with `only` as a set: values are checked against it one by one.
#[derive(Debug, Clone)]
struct Definition {
    variable: Variable,
    only: HashSet<String>,
}

/// What is known of a variable's key.
pub(crate) enum Known<'a> {
    /// Its definition.
    Variable(&'a Variable),
    /// Its definition is faulty or cannot be read: values are not checked (W-041).
    Unchecked,
    /// There is no such variable.
    Nothing,
}

impl Names {
    /// Names for documents that belong to no world: references are read but not looked up (W-432).
    pub fn anything() -> Names {
        Names {
            anything: true,
            unknown_variables: true,
            unknown_slots: true,
            ..Names::default()
        }
    }

    /// The names of a world that was read without a problem.
    pub fn of_world(world: &World) -> Names {
        let mut names = Names::default();
        for character in &world.characters {
            names.add_character(&character.id);
            names
                .character_folders
                .insert(character.folder.clone(), character.id.clone());
        }
        world
            .factions
            .iter()
            .for_each(|faction| names.add_faction(&faction.id));
        world
            .lore
            .iter()
            .for_each(|entry| names.add_lore(&entry.id));
        for location in &world.locations {
            let features = location
                .features
                .iter()
                .map(|feature| feature.id.clone())
                .collect();
            let exits = location
                .exits
                .iter()
                .map(|exit| (exit.to.clone(), exit.one_way))
                .collect();
            names.add_location(
                &location.id,
                Place {
                    features: Some(features),
                    exits: Some(exits),
                },
            );
        }
        for item in &world.items {
            let thing = Thing {
                container: Some(item.container.is_some()),
                wearable: Some(item.wearable.is_some()),
                unique: Some(item.unique),
            };
            names.add_item(&item.id, thing);
        }
        world
            .variables
            .iter()
            .for_each(|variable| names.add_variable(variable.clone()));
        world
            .slots
            .iter()
            .for_each(|slot| names.add_slot(&slot.id, Some(slot.capacity)));
        world
            .triggers
            .iter()
            .for_each(|trigger| names.add_trigger(&trigger.key));
        names
    }

    /// Whether references are not looked up.
    pub(crate) fn is_anything(&self) -> bool {
        self.anything
    }

    /// Adds a character, as play does.
    pub fn add_character(&mut self, id: &str) {
        self.characters.insert(id.to_owned());
    }

    /// Lets a character be named by its folder where the format allows it (W-061).
    pub(crate) fn add_character_folder(&mut self, folder: &str, id: &str) {
        self.character_folders
            .insert(folder.to_owned(), id.to_owned());
    }

    /// Adds a faction.
    pub fn add_faction(&mut self, id: &str) {
        self.factions.insert(id.to_owned());
    }

    /// Adds a lore entry.
    pub fn add_lore(&mut self, id: &str) {
        self.lore.insert(id.to_owned());
    }

    /// Adds or replaces a place.
    pub fn add_location(&mut self, id: &str, place: Place) {
        self.locations.insert(id.to_owned(), place);
    }

    /// Adds or replaces an item.
    pub fn add_item(&mut self, id: &str, thing: Thing) {
        self.items.insert(id.to_owned(), thing);
    }

    /// Adds or replaces a variable.
    pub fn add_variable(&mut self, variable: Variable) {
        let only = variable.only.iter().cloned().collect();
        self.variables
            .insert(variable.key.clone(), Some(Definition { variable, only }));
    }

    /// Notes a key whose definition is faulty.
    pub(crate) fn add_faulty_variable(&mut self, key: &str) {
        self.variables.entry(key.to_owned()).or_insert(None);
    }

    /// Notes that the list of variables cannot be read.
    pub(crate) fn variables_are_unknown(&mut self) {
        self.unknown_variables = true;
    }

    /// Adds or replaces a slot; without a capacity it holds any number.
    pub fn add_slot(&mut self, id: &str, capacity: Option<i64>) {
        self.slots.insert(id.to_owned(), capacity);
    }

    /// Notes that the list of slots cannot be read.
    pub(crate) fn slots_are_unknown(&mut self) {
        self.unknown_slots = true;
    }

    /// Adds a trigger.
    pub fn add_trigger(&mut self, key: &str) {
        self.triggers.insert(key.to_owned());
    }

    /// Whether there is one of that kind with that id.
    pub fn has(&self, kind: SubjectKind, id: &str) -> bool {
        self.anything
            || match kind {
                SubjectKind::Character => self.characters.contains(id),
                SubjectKind::Faction => self.factions.contains(id),
                SubjectKind::Location => self.locations.contains_key(id),
                SubjectKind::Item => self.items.contains_key(id),
                SubjectKind::Lore => self.lore.contains(id),
            }
    }

    /// Whether there is a trigger with that key.
    pub(crate) fn has_trigger(&self, key: &str) -> bool {
        self.triggers.contains(key)
    }

    /// The character of an opening's utterance: an id first, then a folder (W-061).
    pub(crate) fn speaker<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        if self.anything || self.characters.contains(name) {
            return Some(name);
        }
        self.character_folders.get(name).map(String::as_str)
    }

    /// What must be known of an item.
    pub(crate) fn thing(&self, id: &str) -> Thing {
        self.items.get(id).copied().unwrap_or_default()
    }

    /// What is known of a variable.
    pub(crate) fn variable(&self, key: &str) -> Known<'_> {
        match self.variables.get(key) {
            Some(Some(definition)) => Known::Variable(&definition.variable),
            Some(None) => Known::Unchecked,
            None if self.unknown_variables => Known::Unchecked,
            None => Known::Nothing,
        }
    }

    /// Whether a variable is about that one (W-166).
    pub(crate) fn concerns(&self, variable: &Variable, id: &str) -> bool {
        match self.variables.get(&variable.key) {
            Some(Some(definition)) => definition.only.is_empty() || definition.only.contains(id),
            _ => true,
        }
    }

    /// Whether a slot exists, as far as that is known (W-235).
    pub(crate) fn has_slot(&self, id: &str) -> bool {
        self.unknown_slots || self.slots.contains_key(id)
    }

    /// How many items a slot holds, as far as that is known (W-249).
    pub(crate) fn slot_capacity(&self, id: &str) -> Option<i64> {
        if self.unknown_slots {
            None
        } else {
            self.slots.get(id).copied().flatten()
        }
    }

    /// Whether a way is authored, from its own side or as a way back (W-133, W-211); not known when a place's exits are not.
    pub(crate) fn has_exit(&self, from: &str, to: &str) -> Option<bool> {
        if self.anything {
            return None;
        }
        let (here, there) = (self.locations.get(from)?, self.locations.get(to)?);
        let authored = here.exits.as_ref().map(|exits| exits.contains_key(to));
        let way_back = there
            .exits
            .as_ref()
            .map(|exits| exits.get(from) == Some(&false));
        match (authored, way_back) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        }
    }

    /// Reads a reference; one to nothing is a problem at the referring value (W-021).
    pub(crate) fn refer(
        &self,
        kind: SubjectKind,
        node: &Node<'_, '_>,
        problems: &mut Problems,
    ) -> Option<String> {
        let id = node.str(problems)?;
        if !self.has(kind, id) {
            let what = format!(
                "The world has no {} with the id {}.",
                kind_word(kind),
                quoted(id)
            );
            node.report(problems, Code::UnknownReference, what);
            return None;
        }
        Some(id.to_owned())
    }

    /// Reads a list of references.
    pub(crate) fn refer_all(
        &self,
        kind: SubjectKind,
        node: &Node<'_, '_>,
        problems: &mut Problems,
    ) -> Vec<String> {
        node.list(problems)
            .iter()
            .filter_map(|entry| self.refer(kind, entry, problems))
            .collect()
    }

    /// Reads a feature of a place; it is not looked up when the place is not known (W-041).
    pub(crate) fn feature(
        &self,
        location: Option<&str>,
        node: &Node<'_, '_>,
        problems: &mut Problems,
    ) -> Option<String> {
        let id = node.str(problems)?;
        let place = location.and_then(|location| self.locations.get(location));
        if let Some(features) = place.and_then(|place| place.features.as_ref())
            && !features.contains(id)
        {
            let what = format!(
                "The place {} has no feature {}.",
                quoted(location.unwrap_or_default()),
                quoted(id)
            );
            node.report(problems, Code::UnknownReference, what);
            return None;
        }
        Some(id.to_owned())
    }

    /// Reads `location`, `position` and `feature` of one object. A feature, and where asked a position, needs a location
    /// (W-105, W-106, W-195).
    pub(crate) fn spot(
        &self,
        node: &Node<'_, '_>,
        position: Position,
        problems: &mut Problems,
    ) -> Spot {
        let place = node.at("location");
        let location = self.refer(SubjectKind::Location, &place, problems);
        let feature_node = node.at("feature");
        let feature = self.feature(location.as_deref(), &feature_node, problems);
        if feature.is_some() && !place.is_set() {
            feature_node.report(problems, Code::Needs, "A feature needs a location.");
        }
        let position_node = node.at("position");
        let words = position_node.text(problems);
        if words.is_some() && !place.is_set() && position == Position::NeedsLocation {
            position_node.report(problems, Code::Needs, "A position needs a location.");
        }
        Spot {
            location,
            position: words,
            feature,
        }
    }
}

/// Whether a position makes sense by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    /// Only in a location.
    NeedsLocation,
    /// Also without one.
    MayStandAlone,
}

/// A place and where in it.
pub(crate) struct Spot {
    pub(crate) location: Option<String>,
    pub(crate) position: Option<String>,
    pub(crate) feature: Option<String>,
}

/// A kind of entity, in a word for people.
pub(crate) fn kind_word(kind: SubjectKind) -> &'static str {
    match kind {
        SubjectKind::Character => "character",
        SubjectKind::Faction => "faction",
        SubjectKind::Location => "place",
        SubjectKind::Item => "item",
        SubjectKind::Lore => "lore entry",
    }
}
