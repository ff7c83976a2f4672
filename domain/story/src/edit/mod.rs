//! Applying an edit (section 14): every change in the order of W-411, or none and the reason. The reason names the thing that stood in
//! the way by its id.

mod items;

use talekeep_world::model::{
    Audience, Edit, EngagementChange, EventChange, ExitChange, GoalChange, GoalOwner, Move,
    Perceived, Tier, VariableAmount, VariableChange, VariableKind, World,
};

use crate::state::{Amount, Engagement, Event, Goal, Shut, State, written};
use crate::ways;

/// Who may be moved where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Carry {
    /// Anyone anywhere: a trigger, or the game master on request.
    Anyone,
    /// The player's character only over open ways.
    PlayerWalks,
}

/// The records after the edit, or why it cannot be applied (W-410, W-412).
pub(crate) fn applied(
    world: &World,
    state: &State,
    edit: &Edit,
    carry: Carry,
) -> Result<State, String> {
    let mut next = state.clone();
    apply(world, &mut next, edit, carry)?;
    Ok(next)
}

/// Applies the edit to records that are thrown away when it fails.
pub(crate) fn apply(world: &World, state: &mut State, edit: &Edit, carry: Carry) -> Done {
    let mut apply = Apply {
        world,
        state,
        carry,
    };
    edit.exit_changes
        .iter()
        .try_for_each(|change| apply.exit(change))?;
    edit.item_changes
        .iter()
        .try_for_each(|change| apply.item(change))?;
    edit.moves.iter().try_for_each(|change| apply.go(change))?;
    edit.variable_changes
        .iter()
        .try_for_each(|change| apply.variable(change))?;
    edit.goals
        .iter()
        .try_for_each(|change| apply.goal(change))?;
    edit.engagements
        .iter()
        .try_for_each(|change| apply.engagement(change))?;
    edit.events
        .iter()
        .try_for_each(|change| apply.event(change))
}

/// Who is meant by an audience now (W-334, W-369).
pub(crate) fn audience(world: &World, state: &State, audience: &Audience) -> Vec<String> {
    let can_act = |id: &str| {
        world
            .character(id)
            .is_none_or(|character| character.tier != Tier::Background)
    };
    match audience {
        Audience::Everyone => state
            .characters
            .keys()
            .filter(|id| can_act(id))
            .cloned()
            .collect(),
        Audience::Characters(ids) => ids
            .iter()
            .filter(|id| state.characters.contains_key(*id))
            .cloned()
            .collect(),
        Audience::Place(place) => state.characters_in(place).map(str::to_owned).collect(),
    }
}

struct Apply<'a> {
    world: &'a World,
    state: &'a mut State,
    carry: Carry,
}

type Done = Result<(), String>;

impl Apply<'_> {
    fn exit(&mut self, change: &ExitChange) -> Done {
        let ExitChange { from, to, .. } = change;
        for item in change.opened_by.iter().flatten() {
            self.item_is_here(item)?;
        }
        let set = |exit: &mut crate::state::Exit| {
            if let Some(state) = change.state {
                exit.state = Shut::from(state);
            }
            if let Some(note) = &change.note {
                exit.note = Some(note.clone());
            }
            if let Some(opened_by) = &change.opened_by {
                exit.opened_by.clone_from(opened_by);
            }
            exit.shared
        };
        let exits = &mut self.state.exits;
        let exit = exits
            .get_mut(from)
            .and_then(|exits| exits.get_mut(to))
            .ok_or_else(|| format!("there is no way from {from:?} to {to:?}"))?;
        // Both directions made from one exit are one way (W-214).
        if set(exit)
            && let Some(back) = exits.get_mut(to).and_then(|exits| exits.get_mut(from))
        {
            set(back);
        }
        Ok(())
    }

    fn go(&mut self, change: &Move) -> Done {
        let id = &change.character;
        self.character_is_here(id)?;
        if let Some(location) = &change.location {
            self.place_is_here(location, change.feature.as_deref())?;
            let from = self
                .state
                .characters
                .get(id)
                .and_then(|character| character.location.clone());
            if let Some(from) = from.filter(|from| from != location)
                && self.carry == Carry::PlayerWalks
                && *id == self.state.player
                && ways::path(self.world, self.state, &from, location).is_none()
            {
                return Err(format!(
                    "{id:?} cannot go there: {}",
                    ways::barrier(self.state, &from, location)
                ));
            }
        }
        if let Some(character) = self.state.characters.get_mut(id) {
            character.location.clone_from(&change.location);
            character.feature.clone_from(&change.feature);
            character.position.clone_from(&change.position);
        }
        Ok(())
    }

    fn variable(&mut self, change: &VariableChange) -> Done {
        let key = &change.variable;
        let variable = self
            .world
            .variable(key)
            .ok_or_else(|| format!("there is no variable {key:?}"))?;
        if let Some(subject) = &change.subject {
            use talekeep_world::model::VariableSubject::{Character, Item, Location, World};
            match variable.subject {
                Character => self.character_is_here(subject)?,
                Item => self.item_is_here(subject)?,
                Location => self.place_is_here(subject, None)?,
                World => {
                    return Err(format!(
                        "{key:?} is about the whole story, not about {subject:?}"
                    ));
                }
            }
        }
        let values = if change.baseline {
            &mut self.state.baselines
        } else {
            &mut self.state.variables
        };
        let amount = values
            .get_mut(key)
            .and_then(|values| values.of_mut(change.subject.as_deref()))
            .ok_or_else(|| {
                format!(
                    "{key:?} has no such value for {:?}",
                    change.subject.as_deref().unwrap_or("the story")
                )
            })?;
        let next = match (&change.amount, &*amount, &variable.kind) {
            (VariableAmount::Value(value), _, _) => Amount::from(value),
            (
                VariableAmount::Delta(delta),
                Amount::Number(number),
                VariableKind::Number {
                    min, max, integer, ..
                },
            ) => {
                if *integer && delta.fract() != 0.0 {
                    return Err(format!("{key:?} takes whole numbers only"));
                }
                // Past its bounds it stops at the bound (W-413).
                let low = min.unwrap_or(f64::NEG_INFINITY);
                Amount::Number((number + delta).min(max.unwrap_or(f64::INFINITY)).max(low))
            }
            _ => return Err(format!("{key:?} is not a number")),
        };
        if !next.fits(&variable.kind) {
            return Err(format!("{next:?} is no value of {key:?}"));
        }
        *amount = next;
        Ok(())
    }

    fn goal(&mut self, change: &GoalChange) -> Done {
        let goals = match &change.owner {
            GoalOwner::Character(id) => {
                self.character_is_here(id)?;
                self.state
                    .characters
                    .get_mut(id)
                    .map(|character| &mut character.goals)
            }
            GoalOwner::Faction(id) => self
                .state
                .factions
                .get_mut(id)
                .map(|faction| &mut faction.goals),
        };
        let goals = goals.ok_or_else(|| format!("{:?} is not in the story", change.owner))?;
        let index = match goals.iter().position(|goal| goal.name == change.name) {
            Some(index) => index,
            None => {
                goals.push(new_goal(&change.name));
                goals.len() - 1
            }
        };
        let Some(goal) = goals.get_mut(index) else {
            return Ok(());
        };
        if let Some(description) = &change.description {
            goal.description = Some(description.clone());
        }
        if let Some(deadline) = &change.deadline {
            goal.deadline = Some(written(deadline));
        }
        set(
            &mut goal.kind,
            change.kind.map(|kind| kind.as_str().to_owned()),
        );
        set(
            &mut goal.status,
            change.status.map(|status| status.as_str().to_owned()),
        );
        set(
            &mut goal.horizon,
            change.horizon.map(|horizon| horizon.as_str().to_owned()),
        );
        set(&mut goal.priority, change.priority);
        set(&mut goal.urgency, change.urgency);
        set(&mut goal.plan, change.plan.clone());
        set(&mut goal.open_threads, change.open_threads.clone());
        set(&mut goal.constraints, change.constraints.clone());
        Ok(())
    }

    fn engagement(&mut self, change: &EngagementChange) -> Done {
        self.character_is_here(&change.character)?;
        change
            .with
            .iter()
            .try_for_each(|other| self.character_is_here(other))?;
        if let Some(location) = &change.location {
            self.place_is_here(location, None)?;
        }
        let engagement = match (&change.activity, change.ended) {
            // Ending one that is not there changes nothing and is no failure (W-418).
            (_, true) => None,
            (None, false) => {
                return Err(format!(
                    "the engagement of {:?} has no activity",
                    change.character
                ));
            }
            (Some(activity), false) => Some(Engagement {
                activity: activity.clone(),
                with: change.with.clone(),
                location: change.location.clone(),
                until: change
                    .until
                    .map(|until| until.format("%Y-%m-%dT%H:%M").to_string()),
                interruptible: change.interruptible,
            }),
        };
        if let Some(character) = self.state.characters.get_mut(&change.character) {
            character.engagement = engagement;
        }
        Ok(())
    }

    fn event(&mut self, change: &EventChange) -> Done {
        if let Some(location) = &change.location {
            self.place_is_here(location, None)?;
        }
        change
            .involves
            .iter()
            .try_for_each(|id| self.character_is_here(id))?;
        let perceived_by = match (&change.perceived_by, &change.location) {
            (Some(Perceived::Everyone), _) => self.state.characters.keys().cloned().collect(),
            (Some(Perceived::Characters(ids)), _) => {
                ids.iter().try_for_each(|id| self.character_is_here(id))?;
                ids.clone()
            }
            (None, Some(location)) => self
                .state
                .characters_in(location)
                .map(str::to_owned)
                .collect(),
            (None, None) => Vec::new(),
        };
        self.state.events.push(Event {
            text: change.text.clone(),
            location: change.location.clone(),
            turn: change.turn.unwrap_or(self.state.turn),
            round: change.round.unwrap_or(self.state.round),
            importance: change.importance.unwrap_or(3),
            tags: change.tags.clone(),
            involves: change.involves.clone(),
            perceived_by,
        });
        Ok(())
    }

    fn item_is_here(&self, id: &str) -> Done {
        let here = self.state.items.contains_key(id);
        here.then_some(())
            .ok_or_else(|| format!("the item {id:?} is not in the story"))
    }

    fn character_is_here(&self, id: &str) -> Done {
        let here = self.state.characters.contains_key(id);
        here.then_some(())
            .ok_or_else(|| format!("the character {id:?} is not in the story"))
    }

    fn place_is_here(&self, id: &str, feature: Option<&str>) -> Done {
        if self.world.location(id).is_none() {
            return Err(format!("there is no place {id:?}"));
        }
        match feature {
            Some(feature) if !self.state.has_feature(self.world, id, feature) => {
                Err(format!("{id:?} has no feature {feature:?}"))
            }
            _ => Ok(()),
        }
    }
}

fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

fn new_goal(name: &str) -> Goal {
    use talekeep_world::model::{Horizon, IntentStatus, IntentType};
    Goal {
        name: name.to_owned(),
        description: None,
        kind: IntentType::default().as_str().to_owned(),
        status: IntentStatus::default().as_str().to_owned(),
        horizon: Horizon::default().as_str().to_owned(),
        priority: 0.5,
        urgency: 0.5,
        plan: Vec::new(),
        open_threads: Vec::new(),
        constraints: Vec::new(),
        deadline: None,
    }
}
