//! What a player may see of the records beside the story: where, when, who is there, what one carries. Nothing hidden is in it.

use serde::Serialize;
use talekeep_prompts::{Action, Reading, Scene, Whereabouts};
use talekeep_world::model::World;

use crate::scene;
use crate::state::State;

/// The state panel.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The turn of the records.
    pub turn: i64,
    /// The story's clock as an instant, with the offset of its zone.
    pub clock: String,
    /// The same in local time, `2024-05-01 21:00`.
    pub local_time: String,
    /// The zone.
    pub time_zone: String,
    /// The player's character.
    pub player: Named,
    /// Where it is.
    pub place: Option<PlaceView>,
    /// Who is with it.
    pub people: Vec<PersonView>,
    /// What it holds and wears.
    pub carried: Vec<ThingView>,
    /// What lies in sight.
    pub here: Vec<ThingView>,
    /// Values that may be told.
    pub variables: Vec<ValueView>,
    /// What it has heard is coming.
    pub announcements: Vec<AnnouncementView>,
    /// What it is after.
    pub goals: Vec<GoalView>,
}

/// An id and a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Named {
    /// The id in the world.
    pub id: String,
    /// The name.
    pub name: String,
}

/// A place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlaceView {
    /// The id in the world.
    pub id: String,
    /// The name.
    pub name: String,
    /// What everyone there is told.
    pub description: Option<String>,
    /// Names of the places it lies in.
    pub within: Vec<String>,
    /// The ways out.
    pub exits: Vec<ExitView>,
}

/// A way out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExitView {
    /// The place it leads to.
    pub to: String,
    /// That place's name.
    pub name: String,
    /// What it looks like.
    pub description: Option<String>,
    /// `open`, `locked` or `blocked`.
    pub state: String,
    /// Why.
    pub note: Option<String>,
}

/// Someone who is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PersonView {
    /// The id in the world.
    pub id: String,
    /// The name.
    pub name: String,
    /// What they are doing.
    pub activity: Option<String>,
    /// What anyone can tell.
    pub public_state: Option<String>,
}

/// A thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThingView {
    /// The id in the world.
    pub id: String,
    /// The name.
    pub name: String,
    /// How many.
    pub quantity: u64,
    /// Whether it is worn.
    pub worn: bool,
    /// The id of the container it is in.
    pub inside: Option<String>,
    /// Of a container.
    pub container_state: Option<String>,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ValueView {
    /// The variable.
    pub name: String,
    /// Whose.
    pub of: Option<String>,
    /// In words.
    pub value: String,
}

/// Something that is coming.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AnnouncementView {
    /// What.
    pub text: String,
    /// When, in local time.
    pub at: Option<String>,
}

/// A goal of the player's character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GoalView {
    /// What.
    pub name: String,
    /// How it stands.
    pub status: String,
}

impl State {
    /// What the player may see of these records.
    #[must_use]
    pub fn view(&self, world: &World) -> View {
        let Scene {
            player,
            place,
            people,
            things,
            readings,
            announcements,
            ..
        } = scene::compile(world, self, Action::default(), Vec::new());
        let clock = self.clock.with_timezone(&self.time_zone);
        let mine = |place: &Whereabouts| matches!(place, Whereabouts::HeldBy(who) | Whereabouts::WornBy(who) if *who == player.id);
        let in_mine = |outer: &String| {
            things
                .iter()
                .any(|thing| thing.id == *outer && mine(&thing.place))
        };
        let carried = |place: &Whereabouts| {
            mine(place) || matches!(place, Whereabouts::Inside(outer) if in_mine(outer))
        };
        let lies = |place: &Whereabouts| match place {
            Whereabouts::Here => true,
            Whereabouts::Inside(outer) => !in_mine(outer),
            _ => false,
        };
        let shown = |wanted: &dyn Fn(&Whereabouts) -> bool| {
            things
                .iter()
                .filter(|thing| wanted(&thing.place))
                .map(thing)
                .collect()
        };
        let goals = self
            .characters
            .get(&self.player)
            .map(|own| own.goals.iter())
            .into_iter()
            .flatten();
        View {
            turn: self.turn,
            clock: clock.to_rfc3339(),
            local_time: clock.format("%Y-%m-%d %H:%M").to_string(),
            time_zone: self.time_zone.name().to_owned(),
            carried: shown(&carried),
            here: shown(&lies),
            player: Named {
                id: player.id.clone(),
                name: player.name.clone(),
            },
            place: place.map(place_view),
            people: people
                .into_iter()
                .map(|one| PersonView {
                    id: one.id,
                    name: one.name,
                    activity: one.activity,
                    public_state: one.public_state,
                })
                .collect(),
            variables: readings
                .into_iter()
                .map(|Reading { name, of, value }| ValueView { name, of, value })
                .collect(),
            announcements: announcements
                .into_iter()
                .map(|one| AnnouncementView {
                    text: one.text,
                    at: one.at,
                })
                .collect(),
            goals: goals
                .map(|goal| GoalView {
                    name: goal.name.clone(),
                    status: goal.status.clone(),
                })
                .collect(),
        }
    }
}

fn place_view(place: talekeep_prompts::Place) -> PlaceView {
    let exits = place.exits.into_iter();
    PlaceView {
        id: place.id,
        name: place.name,
        description: place.description,
        within: place.within,
        exits: exits
            .map(|exit| ExitView {
                to: exit.to,
                name: exit.name,
                description: exit.description,
                state: exit.state,
                note: exit.note,
            })
            .collect(),
    }
}

fn thing(thing: &talekeep_prompts::Thing) -> ThingView {
    ThingView {
        id: thing.id.clone(),
        name: thing.name.clone(),
        quantity: thing.quantity,
        worn: matches!(thing.place, Whereabouts::WornBy(_)),
        inside: match &thing.place {
            Whereabouts::Inside(outer) => Some(outer.clone()),
            _ => None,
        },
        container_state: thing
            .container
            .as_ref()
            .map(|container| container.state.clone()),
    }
}
