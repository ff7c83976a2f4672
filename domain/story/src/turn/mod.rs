//! One turn as a state machine: the triggers look, the story is told, the keeper's edit is applied whole or not at all, and the triggers
//! look again. It never awaits and keeps nothing; what it ends with is kept by whoever drives it.

mod history;
mod why;

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use talekeep_prompts::{
    self as ask, ActionKind, Answer, Ask, Exchange, Given, Message, Overrides, Prompts, Purpose,
    Role, Scene, Step,
};
use talekeep_world::model::{Tier, World};

use crate::edit::{self, Carry};
use crate::parts::{self, Part};
use crate::state::State;
use crate::triggers;
use crate::{keeper, knowledge, scene, tell, waiting, ways};
use why::Why;

/// How long anything else than walking and waiting takes.
const TURN_SECONDS: i64 = 60;

/// What the player does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// Its kind.
    pub kind: ActionKind,
    /// In the player's words.
    pub text: String,
}

/// Something that was told or done before this turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// What the player did; nothing for what the story told.
    pub kind: Option<ActionKind>,
    /// The name of whoever says it in the story.
    pub speaker: Option<String>,
    /// The text.
    pub text: String,
}

/// How a turn ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Settled {
    /// What was told.
    pub parts: Vec<Part>,
    /// The records after it.
    pub state: State,
    /// Changes that were not made, with the reason.
    pub problems: Vec<String>,
    /// Whether the player stopped it.
    pub stopped: bool,
    /// What was asked, what was changed and what fired, for authors.
    pub why: Value,
}

/// A turn being played.
#[derive(Debug)]
pub struct Turn<'w> {
    world: &'w World,
    state: State,
    past: Vec<Said>,
    action: ask::Action,
    prompts: Prompts,
    now: DateTime<Utc>,
    phase: Phase,
    /// What has been told so far.
    told: String,
    problems: Vec<String>,
    why: Why,
}

#[derive(Debug)]
enum Phase {
    Beginning,
    Telling(Box<Scene>),
    Keeping,
    Ended,
}

impl<'w> Turn<'w> {
    /// Begins a turn on the records of the one before. `past` begins with the opening.
    #[must_use]
    pub fn begin(
        world: &'w World,
        state: State,
        past: Vec<Said>,
        action: Action,
        turn_number: u32,
        now: DateTime<Utc>,
    ) -> Turn<'w> {
        let session = world.prompts.iter().map(|one| {
            (
                format!("{}/{}", one.language, one.template),
                one.text.clone(),
            )
        });
        let prompts = Prompts {
            session: session.collect(),
            root: Overrides::new(),
        };
        let waits = action.kind == ActionKind::Wait
            || (action.kind == ActionKind::Act && waiting::is_wait(&action.text));
        let kind = if waits { ActionKind::Wait } else { action.kind };
        let action = ask::Action {
            kind,
            text: action.text,
            waited_seconds: 0,
        };
        let why = Why {
            clock_before: state.clock.to_rfc3339(),
            ..Why::default()
        };
        let mut turn = Turn {
            world,
            state,
            past,
            action,
            prompts,
            now,
            phase: Phase::Beginning,
            told: String::new(),
            problems: Vec::new(),
            why,
        };
        turn.state.turn = i64::from(turn_number);
        turn.state.round = 0;
        turn
    }

    /// With the user's own templates behind those of the session.
    #[must_use]
    pub fn with_root_prompts(mut self, root: Overrides) -> Turn<'w> {
        self.prompts.root = root;
        self
    }

    /// With templates set in the session itself, which take the place of the world's.
    #[must_use]
    pub fn with_session_prompts(mut self, session: Overrides) -> Turn<'w> {
        self.prompts.session.extend(session);
        self
    }

    /// The triggers look, time passes if the player waits, and the story is asked for.
    fn open(&mut self) -> Step<Settled> {
        triggers::let_go(&mut self.state);
        self.look();
        if self.action.kind == ActionKind::Wait {
            let seconds =
                waiting::seconds(&self.action.text, self.state.clock, self.state.time_zone);
            self.action.waited_seconds = seconds;
            self.pass(i64::try_from(seconds).unwrap_or(0));
            // A skip in time is looked at with the numbers of the moment (W-352, W-367).
            self.look();
        }
        let cues = self.notice();
        let scene = scene::compile(self.world, &self.state, self.action.clone(), cues);
        match self.ask(Purpose::Narrate, &scene) {
            Ok(ask) => {
                self.phase = Phase::Telling(Box::new(scene));
                Step::Ask(ask)
            }
            Err(reason) => Step::Fail(reason),
        }
    }

    fn look(&mut self) {
        let look = triggers::look(self.world, &mut self.state);
        self.why.look(&self.state, look);
    }

    fn pass(&mut self, seconds: i64) {
        let next = Duration::try_seconds(seconds)
            .and_then(|passed| self.state.clock.checked_add_signed(passed));
        self.state.clock = next.unwrap_or(self.state.clock);
    }

    /// Cues are told to those who act now: the player, and whoever the game master plays in this scene (W-333, R-136). Out of character
    /// nobody acts.
    fn notice(&mut self) -> Vec<ask::Cue> {
        if self.action.kind == ActionKind::Ooc {
            return Vec::new();
        }
        let acts = |id: &String| {
            self.world
                .character(id)
                .is_none_or(|character| character.tier != Tier::Background)
        };
        let mut acting = scene::company(&self.state);
        acting.retain(acts);
        acting.push(self.state.player.clone());
        let told = take_cues(&mut self.state, &acting);
        self.why.cues = told.iter().map(|cue| json!({ "character": cue.character, "trigger": cue.trigger, "text": cue.text })).collect();
        told.into_iter()
            .map(|cue| ask::Cue {
                character: cue.character,
                text: cue.text,
            })
            .collect()
    }

    /// A question about the scene, with the messages a language model reads.
    fn ask(&mut self, purpose: Purpose, scene: &Scene) -> Result<Box<Ask>, String> {
        let language = self.state.language.clone();
        let text = tell::scene(scene, &language);
        let values = BTreeMap::from([
            ("world_name", self.world.name.as_str()),
            ("player_name", scene.player.name.as_str()),
            ("scene", text.as_str()),
            ("narration", self.told.as_str()),
        ]);
        let render = |id: &str| {
            self.prompts
                .render(&language, id, &values)
                .map_err(|fault| fault.to_string())
        };
        let messages = match purpose {
            Purpose::Narrate => {
                let mut messages = vec![Message::new(Role::System, render("narration/style")?)];
                messages.extend(history::messages(&self.past));
                messages.push(Message::new(Role::User, render("narration/turn")?));
                messages
            }
            Purpose::Keep => vec![Message::new(Role::User, render("keeper/edit")?)],
        };
        let seed = self.state.seed.wrapping_add(
            u64::try_from(self.state.turn)
                .unwrap_or(0)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15),
        );
        let shown = messages
            .last()
            .map(|message| message.text.as_str())
            .unwrap_or_default();
        self.why.asked.push(
            json!({ "purpose": purpose.as_str(), "messages": messages.len(), "last": shown }),
        );
        Ok(Box::new(Ask {
            purpose,
            language,
            messages,
            scene: scene.clone(),
            seed,
        }))
    }

    /// The story is told; the keeper is asked what it changed.
    fn told(&mut self, scene: &Scene, text: String) -> Step<Settled> {
        if text.trim().is_empty() {
            return Step::Fail("the answer was empty".to_owned());
        }
        self.told = text;
        if self.action.kind == ActionKind::Ooc {
            // What is said out of character changes nothing by itself.
            return self.settle(false);
        }
        match self.ask(Purpose::Keep, scene) {
            Ok(ask) => {
                self.phase = Phase::Keeping;
                Step::Ask(ask)
            }
            Err(reason) => Step::Fail(reason),
        }
    }

    /// Applies the keeper's edit, whole or not at all (W-410).
    fn keep(&mut self, answer: &str) {
        match keeper::read_answer(self.world, answer) {
            Ok(keeper::Kept {
                edit,
                used_beats,
                document,
            }) => {
                for id in &used_beats {
                    if let Some(beat) = use_beat(&mut self.state, id) {
                        self.why.beats.push(
                            json!({ "id": beat.id, "trigger": beat.trigger, "text": beat.text }),
                        );
                    }
                }
                self.why.edit = Some(document);
                let Some(edit) = edit else { return };
                match edit::applied(self.world, &self.state, &edit, Carry::PlayerWalks) {
                    Ok(next) => {
                        self.state = next;
                        self.why.applied = true;
                    }
                    Err(reason) => self.problems.push(reason),
                }
            }
            Err(reason) => self.problems.push(reason),
        }
    }

    /// Time passes, the triggers look again, and the turn is over.
    fn settle(&mut self, stopped: bool) -> Step<Settled> {
        self.phase = Phase::Ended;
        self.state.round = 1;
        self.look();
        let player = self.state.player.clone();
        knowledge::take_in(&mut self.state, std::slice::from_ref(&player));
        let mut company = scene::company(&self.state);
        company.push(player);
        knowledge::meet(&mut self.state, &company);
        let names = self.names();
        Step::Done(Settled {
            parts: parts::split(&self.told, &names),
            problems: std::mem::take(&mut self.problems),
            stopped,
            why: self.why.document(&self.state, self.now),
            state: self.state.clone(),
        })
    }

    /// The keeper has answered: its edit counts, and time passes by what was done.
    fn kept(&mut self, answer: &str) -> Step<Settled> {
        let places = |state: &State| -> BTreeMap<String, Option<String>> {
            state
                .characters
                .iter()
                .map(|(id, one)| (id.clone(), one.location.clone()))
                .collect()
        };
        let before = places(&self.state);
        self.keep(answer);
        let after = places(&self.state);
        let at = |places: &BTreeMap<String, Option<String>>| {
            places.get(&self.state.player).cloned().flatten()
        };
        let (from, to) = (at(&before), at(&after));
        let walked = match (&from, &to) {
            (Some(from), Some(to)) if from != to => {
                ways::path(self.world, &self.state, from, to).map(|path| path.seconds)
            }
            _ => None,
        };
        if from != to {
            self.state.came_from = from;
        }
        match self.action.kind {
            // The time of a wait has passed already; one who was also moved has walked meanwhile.
            ActionKind::Wait => {}
            _ => self.pass(walked.unwrap_or(TURN_SECONDS)),
        }
        let moved: Vec<String> = after
            .into_iter()
            .filter(|(id, place)| before.get(id) != Some(place))
            .map(|(id, _)| id)
            .collect();
        knowledge::take_in(&mut self.state, &moved);
        self.settle(false)
    }

    /// Every name a line of speech may begin with, with the name that is shown.
    fn names(&self) -> Vec<(String, String)> {
        let characters = self
            .world
            .characters
            .iter()
            .filter(|one| self.state.characters.contains_key(&one.id));
        characters
            .flat_map(|one| {
                std::iter::once(&one.name)
                    .chain(&one.aliases)
                    .map(|name| (name.clone(), one.name.clone()))
            })
            .collect()
    }
}

impl Exchange for Turn<'_> {
    type Outcome = Settled;

    fn step(&mut self, given: Given) -> Step<Settled> {
        match (std::mem::replace(&mut self.phase, Phase::Ended), given) {
            (Phase::Beginning, Given::Start) => self.open(),
            (Phase::Telling(scene), Given::Fragment(text)) => {
                self.told.push_str(&text);
                self.phase = Phase::Telling(scene);
                Step::Say(text)
            }
            (Phase::Telling(scene), Given::Answer(Answer { text })) => self.told(&scene, text),
            (Phase::Telling(_), Given::Failed(reason)) => Step::Fail(reason),
            (Phase::Keeping, Given::Fragment(_)) => {
                self.phase = Phase::Keeping;
                Step::Listen
            }
            (Phase::Keeping, Given::Answer(Answer { text })) => self.kept(&text),
            (Phase::Keeping, Given::Failed(reason)) => {
                self.problems
                    .push(format!("the records could not be kept: {reason}"));
                self.kept("{}")
            }
            (Phase::Keeping, Given::Stopped) => {
                self.problems
                    .push("the turn was stopped before its changes were recorded".to_owned());
                self.settle(true)
            }
            (Phase::Beginning | Phase::Telling(_), Given::Stopped) => self.settle(true),
            (phase, given) => {
                self.phase = phase;
                Step::Fail(format!("the turn was given {given:?} out of order"))
            }
        }
    }
}

/// Takes the cues of those who act out of the waiting ones (W-364).
pub(crate) fn take_cues(state: &mut State, acting: &[String]) -> Vec<crate::state::Cue> {
    let (told, waiting) = std::mem::take(&mut state.cues)
        .into_iter()
        .partition(|cue| acting.contains(&cue.character));
    state.cues = waiting;
    told
}

/// Takes a beat that was used out of the offered ones.
pub(crate) fn use_beat(state: &mut State, id: &str) -> Option<crate::state::Beat> {
    let index = state.beats.iter().position(|beat| beat.id == id)?;
    Some(state.beats.remove(index))
}
