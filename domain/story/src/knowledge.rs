//! What a character learns by being somewhere (W-135). Knowing a thing never tells where it is now (W-137).

use std::collections::{BTreeMap, BTreeSet};

use crate::state::{ItemPlace, Profile, State};

/// Lets characters take in the place they are in: the place, its exits and where they lead, what can be seen there, and what they carry.
pub(crate) fn take_in(state: &mut State, characters: &[String]) {
    if characters.is_empty() {
        return;
    }
    let (lying, carried) = by_place(state);
    let learned: Vec<(String, BTreeSet<String>)> = characters
        .iter()
        .filter_map(|id| {
            let place = state.characters.get(id)?.location.as_ref();
            let seen = place
                .and_then(|place| lying.get(place))
                .into_iter()
                .flatten();
            Some((
                id.clone(),
                seen.chain(carried.get(id).into_iter().flatten())
                    .cloned()
                    .collect(),
            ))
        })
        .collect();
    for (id, items) in learned {
        let Some(character) = state.characters.get_mut(&id) else {
            continue;
        };
        let known = &mut character.known;
        known.items.extend(items);
        let Some(place) = &character.location else {
            continue;
        };
        let exits = state
            .exits
            .get(place)
            .into_iter()
            .flat_map(|exits| exits.keys());
        known.locations.insert(place.clone());
        for to in exits {
            known.locations.insert(to.clone());
            known.exits.insert((place.clone(), to.clone()));
        }
    }
}

type Items = BTreeMap<String, Vec<String>>;

/// What can be seen in each place, and what each character has about it, seen or not.
fn by_place(state: &State) -> (Items, Items) {
    let (mut seen, mut carried) = (Items::new(), Items::new());
    for item in state.items.keys() {
        let place = match state.outermost(item) {
            Some(ItemPlace::Location(location)) => Some(location),
            Some(ItemPlace::HeldBy(holder) | ItemPlace::WornBy(holder)) => {
                carried
                    .entry(holder.clone())
                    .or_default()
                    .push(item.clone());
                state
                    .characters
                    .get(holder)
                    .and_then(|holder| holder.location.as_ref())
            }
            Some(ItemPlace::Inside(_)) | None => None,
        };
        if let Some(place) = place.filter(|_| state.in_sight(item)) {
            seen.entry(place.clone()).or_default().push(item.clone());
        }
    }
    (seen, carried)
}

/// At most this many of those together get to know each other in one turn, so that a crowd does not fill the records.
const COMPANY: usize = 24;

/// Meeting makes a neutral profile, both ways. `company` are those who are together.
pub(crate) fn meet(state: &mut State, company: &[String]) {
    let company: Vec<&String> = company.iter().take(COMPANY).collect();
    for one in &company {
        for other in company.iter().filter(|other| *other != one) {
            if let Some(character) = state.characters.get_mut(*one) {
                character
                    .profiles
                    .entry((*other).clone())
                    .or_insert_with(Profile::default);
            }
        }
    }
}
