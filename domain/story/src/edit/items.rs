//! Changes of items (W-404): where they go, and what becomes of them.

use talekeep_world::model::{Item as Authored, ItemChange, ItemTo};

use super::{Apply, Done};
use crate::state::{ItemPlace, Shut};

impl Apply<'_> {
    pub(super) fn item(&mut self, change: &ItemChange) -> Done {
        let id = &change.item;
        self.item_is_here(id)?;
        if change.removed {
            self.remove(id);
            return Ok(());
        }
        let authored = self.world.item(id);
        if let Some(owner) = &change.owner {
            self.character_is_here(owner)?;
        }
        if change.quantity.is_some() && authored.is_some_and(|item| item.unique) {
            return Err(format!(
                "{id:?} is the only one of its kind and has no quantity"
            ));
        }
        let place = change
            .to
            .as_ref()
            .map(|to| self.destination(id, authored, to, change.feature.as_deref()))
            .transpose()?;
        let item = self
            .state
            .items
            .get_mut(id)
            .ok_or_else(|| format!("the item {id:?} is not in the story"))?;
        if let Some(place) = place {
            item.place = place;
            item.feature.clone_from(&change.feature);
            item.position = None;
        } else if change.feature.is_some() {
            return Err(format!("a feature for {id:?} needs a location"));
        }
        if let Some(position) = &change.position {
            item.position = Some(position.clone());
        }
        if let Some(state) = change.container_state {
            if item.container_state.is_none() {
                return Err(format!("{id:?} is no container"));
            }
            item.container_state = Some(Shut::from(state));
        }
        item.quantity = change.quantity.unwrap_or(item.quantity);
        item.notable = change.notable.unwrap_or(item.notable);
        item.hidden = change.hidden.unwrap_or(item.hidden);
        if let Some(quality) = &change.quality {
            item.quality = Some(quality.clone());
        }
        if let Some(owner) = &change.owner {
            item.owner = Some(owner.clone());
        }
        Ok(())
    }

    fn destination(
        &self,
        id: &str,
        authored: Option<&Authored>,
        to: &ItemTo,
        feature: Option<&str>,
    ) -> Result<ItemPlace, String> {
        Ok(match to {
            ItemTo::Location(location) => {
                self.place_is_here(location, feature)?;
                ItemPlace::Location(location.clone())
            }
            ItemTo::HeldBy(character) => {
                self.character_is_here(character)?;
                ItemPlace::HeldBy(character.clone())
            }
            ItemTo::WornBy(character) => {
                self.character_is_here(character)?;
                let slot = authored
                    .and_then(|item| item.wearable.as_deref())
                    .ok_or_else(|| format!("{id:?} is nothing to wear"))?;
                let capacity = self
                    .world
                    .slots
                    .iter()
                    .find(|one| one.id == slot)
                    .map_or(1, |one| one.capacity);
                let worn = self.state.items.iter().filter(|(other, item)| {
                    *other != id
                        && item.place == ItemPlace::WornBy(character.clone())
                        && self
                            .world
                            .item(other)
                            .and_then(|item| item.wearable.as_deref())
                            == Some(slot)
                });
                if i64::try_from(worn.count()).unwrap_or(i64::MAX) >= capacity {
                    return Err(format!(
                        "{character:?} has no room left on {slot:?} for {id:?}"
                    ));
                }
                ItemPlace::WornBy(character.clone())
            }
            ItemTo::Inside(container) => {
                self.item_is_here(container)?;
                if self
                    .state
                    .items
                    .get(container)
                    .is_none_or(|item| item.container_state.is_none())
                {
                    return Err(format!(
                        "{container:?} is no container, so {id:?} cannot go into it"
                    ));
                }
                let mut outer = Some(container.as_str());
                for _ in 0..=self.state.items.len() {
                    let Some(around) = outer else { break };
                    if around == id {
                        return Err(format!("{id:?} cannot go into itself ({container:?})"));
                    }
                    outer = match self.state.items.get(around).map(|item| &item.place) {
                        Some(ItemPlace::Inside(around)) => Some(around),
                        _ => None,
                    };
                }
                ItemPlace::Inside(container.clone())
            }
        })
    }

    /// What was in it stays where it was (W-416); what was worn or held goes to those hands (W-418).
    fn remove(&mut self, id: &str) {
        let Some(gone) = self.state.items.remove(id) else {
            return;
        };
        for item in self.state.items.values_mut() {
            if item.place == ItemPlace::Inside(id.to_owned()) {
                item.place = match &gone.place {
                    ItemPlace::WornBy(character) => ItemPlace::HeldBy(character.clone()),
                    place => place.clone(),
                };
                item.feature.clone_from(&gone.feature);
                item.position = None;
            }
        }
    }
}
