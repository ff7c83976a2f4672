//! What a character learns by being somewhere (W-135). Knowing a thing never tells where it is now (W-137).

use crate::state::{ItemPlace, Profile, State};

/// Takes in the place a character is in: the place, its exits and where they lead, what can be seen there, and what it carries.
pub(crate) fn take_in(state: &mut State, id: &str) {
    let Some(character) = state.characters.get(id) else {
        return;
    };
    let place = character.location.clone();
    let here = |holder: &str| {
        place.is_some()
            && state
                .characters
                .get(holder)
                .is_some_and(|other| other.location == place)
    };
    let seen: Vec<String> = state
        .items
        .keys()
        .filter(|item| match state.outermost(item) {
            Some(ItemPlace::HeldBy(holder) | ItemPlace::WornBy(holder)) if holder == id => true,
            Some(ItemPlace::HeldBy(holder) | ItemPlace::WornBy(holder)) => {
                here(holder) && state.in_sight(item)
            }
            Some(ItemPlace::Location(location)) => {
                Some(location) == place.as_ref() && state.in_sight(item)
            }
            Some(ItemPlace::Inside(_)) | None => false,
        })
        .cloned()
        .collect();
    let exits: Vec<String> = place
        .iter()
        .filter_map(|place| state.exits.get(place))
        .flat_map(|exits| exits.keys().cloned())
        .collect();
    let Some(character) = state.characters.get_mut(id) else {
        return;
    };
    let known = &mut character.known;
    known.items.extend(seen);
    if let Some(place) = place {
        known
            .exits
            .extend(exits.iter().map(|to| (place.clone(), to.clone())));
        known.locations.insert(place);
        known.locations.extend(exits);
    }
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
