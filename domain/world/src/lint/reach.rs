//! Who can get where, and at what: the ways between places, and a walk over them that picks up every key it comes by. Whatever a
//! trigger may open, move or hand out counts as done, and so does everything a story may clear away; only locks hold.

use std::collections::{HashMap, HashSet};

use super::sight::{Index, edits};
use crate::model::{Character, ContainerState, Exit, ExitState, Item, ItemPlace, Role, World};

/// One direction of a way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way<'w> {
    pub(super) to: usize,
    /// The exit it was made from.
    pub(super) exit: &'w Exit,
    /// Where that exit was authored: the place, and which of its exits.
    pub(super) author: (usize, usize),
    /// Whether a trigger may open it.
    changed: bool,
}

pub(super) struct Reach<'w> {
    /// The ways out of each place, ways back included (W-211).
    pub(super) ways: Vec<Vec<Way<'w>>>,
    /// Where players begin, and where triggers put somebody.
    pub(super) begins: HashSet<usize>,
    /// The places one can get to from there when no lock is in the way.
    pub(super) places: Vec<bool>,
    /// The places somebody of the world can get to, opening what can be opened.
    pub(super) open_places: Vec<bool>,
    /// The items somebody of the world can get at.
    pub(super) items: Vec<bool>,
    /// The containers a trigger may open.
    opened: HashSet<&'w str>,
}

impl<'w> Reach<'w> {
    pub(super) fn of(world: &'w World, index: &Index<'w>) -> Reach<'w> {
        let ways = ways(world, index);
        let mut begins: HashSet<usize> = beginnings(world, index).collect();
        let placed = edits(world)
            .flat_map(|edit| &edit.moves)
            .filter_map(|to| to.location.as_deref())
            .filter_map(|to| index.places.get(to).copied());
        begins.extend(placed);
        let changes = || edits(world).flat_map(|edit| &edit.item_changes);
        let opened = changes()
            .filter(|change| {
                change.removed
                    || matches!(
                        change.container_state,
                        Some(ContainerState::Open | ContainerState::Closed)
                    )
            })
            .map(|change| change.item.as_str())
            .collect();
        let homes = world
            .characters
            .iter()
            .filter_map(|one| index.places.get(one.start.location.as_deref()?).copied());
        let handed = changes()
            .filter(|change| change.to.is_some())
            .filter_map(|change| index.items.get(change.item.as_str()).copied());
        let mut search = Search::of(world, index, &ways, &opened);
        search.see(begins.iter().copied().chain(homes).map(Found::Place));
        search.see(handed.map(Found::Item));
        search.run();
        Reach {
            places: walk(&ways, &begins),
            open_places: search.places,
            items: search.items,
            begins,
            ways,
            opened,
        }
    }

    /// Whether somebody can get at one of these keys.
    pub(super) fn has_key(&self, index: &Index<'_>, openers: &[String]) -> bool {
        let had = |id: &String| {
            index
                .items
                .get(id.as_str())
                .is_some_and(|at| self.items[*at])
        };
        openers.iter().any(had)
    }

    /// Whether that way is locked and stays so.
    pub(super) fn is_locked(&self, index: &Index<'_>, way: &Way<'_>) -> bool {
        way.locks() && !self.has_key(index, &way.exit.opened_by)
    }

    /// Whether that container is locked and stays so.
    pub(super) fn is_shut(&self, index: &Index<'_>, item: &Item) -> bool {
        lock(item, &self.opened).is_some_and(|openers| !self.has_key(index, openers))
    }
}

impl Way<'_> {
    /// Whether only a key opens it. What merely blocks a way is the story's to clear.
    fn locks(&self) -> bool {
        self.exit.state == ExitState::Locked && !self.changed
    }
}

/// The openers of a container only a key opens.
fn lock<'w>(item: &'w Item, opened: &HashSet<&str>) -> Option<&'w [String]> {
    let container = item.container.as_ref()?;
    let locks = container.state == ContainerState::Locked && !opened.contains(item.id.as_str());
    locks.then_some(container.opened_by.as_slice())
}

/// Every way, ways back included, with what triggers do to it.
fn ways<'w>(world: &'w World, index: &Index<'w>) -> Vec<Vec<Way<'w>>> {
    let authored: HashSet<(usize, usize)> = world
        .locations
        .iter()
        .enumerate()
        .flat_map(|(from, place)| {
            let to = |exit: &Exit| index.places.get(exit.to.as_str()).map(|to| (from, *to));
            place.exits.iter().filter_map(to).collect::<Vec<_>>()
        })
        .collect();
    let changed: HashSet<(&str, &str)> = edits(world)
        .flat_map(|edit| &edit.exit_changes)
        .filter(|change| {
            change.opened_by.is_some() || change.state.is_some_and(|to| to != ExitState::Locked)
        })
        .map(|change| (change.from.as_str(), change.to.as_str()))
        .collect();
    let mut ways: Vec<Vec<Way<'w>>> = vec![Vec::new(); world.locations.len()];
    for (from, place) in world.locations.iter().enumerate() {
        for (at, exit) in place.exits.iter().enumerate() {
            let Some(&to) = index.places.get(exit.to.as_str()) else {
                continue;
            };
            // Two directions made from one exit share their state (W-214).
            let back = !exit.one_way && !authored.contains(&(to, from));
            let there = changed.contains(&(place.id.as_str(), exit.to.as_str()));
            let way = Way {
                to,
                exit,
                author: (from, at),
                changed: there || (back && changed.contains(&(&exit.to, &place.id))),
            };
            ways[from].push(way);
            if back {
                ways[to].push(Way { to: from, ..way });
            }
        }
    }
    ways
}

/// Where players begin: their characters' places, or those of anybody, or the first place (W-436).
fn beginnings<'a>(world: &'a World, index: &'a Index<'_>) -> impl Iterator<Item = usize> + 'a {
    let home = |one: &Character| index.places.get(one.start.location.as_deref()?).copied();
    let of = |playable: bool| -> Vec<usize> {
        let fits = |one: &&Character| !playable || one.role == Role::Playable;
        world
            .characters
            .iter()
            .filter(fits)
            .filter_map(home)
            .collect()
    };
    let first = || (0..world.locations.len()).take(1).collect();
    [of(true), of(false), first()]
        .into_iter()
        .find(|places| !places.is_empty())
        .into_iter()
        .flatten()
}

/// Every place over ways of any state.
fn walk(ways: &[Vec<Way<'_>>], from: &HashSet<usize>) -> Vec<bool> {
    let mut reached = vec![false; ways.len()];
    let mut next: Vec<usize> = from.iter().copied().collect();
    while let Some(place) = next.pop() {
        if !std::mem::replace(&mut reached[place], true) {
            next.extend(ways[place].iter().map(|way| way.to));
        }
    }
    reached
}

/// Something that becomes known on the walk.
#[derive(Debug, Clone, Copy)]
enum Found {
    Place(usize),
    Item(usize),
}

/// The walk that picks up keys. Each lock waits with its keys, so every way and every item is looked at once.
struct Search<'a, 'w> {
    world: &'w World,
    index: &'a Index<'w>,
    ways: &'a [Vec<Way<'w>>],
    opened: &'a HashSet<&'w str>,
    /// Items by the place they lie in.
    lying: HashMap<&'w str, Vec<Found>>,
    /// Items by the item they are in.
    inside: HashMap<&'w str, Vec<Found>>,
    /// What each key would open, by the key's place in the list.
    waiting: HashMap<usize, Vec<Found>>,
    next: Vec<Found>,
    /// The places and items found so far.
    places: Vec<bool>,
    items: Vec<bool>,
}

impl<'a, 'w> Search<'a, 'w> {
    fn of(
        world: &'w World,
        index: &'a Index<'w>,
        ways: &'a [Vec<Way<'w>>],
        opened: &'a HashSet<&'w str>,
    ) -> Search<'a, 'w> {
        let mut search = Search {
            world,
            index,
            ways,
            opened,
            lying: HashMap::new(),
            inside: HashMap::new(),
            waiting: HashMap::new(),
            next: Vec::new(),
            places: vec![false; world.locations.len()],
            items: vec![false; world.items.len()],
        };
        for (at, item) in world.items.iter().enumerate() {
            let found = Found::Item(at);
            match &item.place {
                ItemPlace::Location { location, .. } => {
                    search.lying.entry(location).or_default().push(found);
                }
                ItemPlace::Inside { item, .. } => {
                    search.inside.entry(item).or_default().push(found);
                }
                // Whoever has it can use it, or be asked for it.
                ItemPlace::HeldBy { .. } | ItemPlace::WornBy { .. } => search.next.push(found),
            }
        }
        search
    }

    fn see(&mut self, found: impl IntoIterator<Item = Found>) {
        self.next.extend(found);
    }

    fn run(&mut self) {
        while let Some(found) = self.next.pop() {
            match found {
                Found::Place(at) if !std::mem::replace(&mut self.places[at], true) => {
                    self.enter(at);
                }
                Found::Item(at) if !std::mem::replace(&mut self.items[at], true) => {
                    let behind = self.waiting.remove(&at);
                    self.see(behind.into_iter().flatten());
                    self.open(at);
                }
                Found::Place(_) | Found::Item(_) => {}
            }
        }
    }

    fn enter(&mut self, place: usize) {
        let id = self.world.locations[place].id.as_str();
        let lying = self.lying.remove(id);
        self.see(lying.into_iter().flatten());
        let ways = self.ways;
        for way in &ways[place] {
            let beyond = Found::Place(way.to);
            match way.locks() {
                true => self.wait(&way.exit.opened_by, &[beyond]),
                false => self.see([beyond]),
            }
        }
    }

    fn open(&mut self, item: usize) {
        let item = &self.world.items[item];
        let inside = self.inside.remove(item.id.as_str()).unwrap_or_default();
        match lock(item, self.opened) {
            Some(openers) => self.wait(openers, &inside),
            None => self.see(inside),
        }
    }

    /// What lies behind a lock is found with the first of its keys.
    fn wait(&mut self, openers: &[String], behind: &[Found]) {
        for key in openers {
            match self.index.items.get(key.as_str()) {
                Some(at) if self.items[*at] => return self.see(behind.iter().copied()),
                Some(at) => self.waiting.entry(*at).or_default().extend(behind),
                None => {}
            }
        }
    }
}
