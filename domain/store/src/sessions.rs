//! Sessions and their turns. A session remembers the revision it began with: that pack is its copy of the definitions.
//! Turns form a tree; `head` says which path is the story.

use std::sync::Arc;

use uuid::Uuid;

use crate::{Documents, Moment, Page, PageQuery, Result, Workspace, World};

/// A story being played.
#[derive(Debug, Clone, PartialEq)]
pub struct Session {
    /// Its id.
    pub id: Uuid,
    /// The world it was started from (which may be in the trash by now).
    pub world: Uuid,
    /// That world's name at the start.
    pub world_name: String,
    /// Path of the world's cover at the start.
    pub cover: Option<String>,
    /// The revision it plays.
    pub digest: String,
    /// Whom the player plays.
    pub character: String,
    /// Their name.
    pub character_name: String,
    /// Its title.
    pub title: String,
    /// Of the story.
    pub language: String,
    /// Which model, `offline` for none.
    pub connection: String,
    /// Makes chance repeatable.
    pub seed: u64,
    /// Grows by one with every kept turn.
    pub revision: i64,
    /// The turn the story is at.
    pub head: Uuid,
    /// Turns on the path to it, the opening not counted.
    pub turns: i64,
    /// The turn that is being played right now.
    pub playing: Option<Uuid>,
    /// Since when.
    pub created_at: Moment,
    /// Last turn or change.
    pub updated_at: Moment,
}

/// A session to be started.
#[derive(Debug, Clone)]
pub struct NewSession<'a> {
    /// From which world; its current revision becomes the session's.
    pub world: &'a World,
    /// Id of the character that is played.
    pub character: String,
    /// Their name.
    pub character_name: String,
    /// Its title.
    pub title: String,
    /// Of the story.
    pub language: String,
    /// Which model.
    pub connection: String,
    /// For chance.
    pub seed: u64,
    /// The first state, JSON.
    pub state: String,
    /// The parts of the opening, JSON.
    pub opening: String,
}

/// What its owner may change of a session.
#[derive(Debug, Clone, Default)]
pub struct SessionPatch {
    /// A new title.
    pub title: Option<String>,
    /// Another language.
    pub language: Option<String>,
    /// Another model.
    pub connection: Option<String>,
}

/// One turn of the tree. The opening is the root: kind `opening`, number 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// Its id, also the topic of its events while it is played.
    pub id: Uuid,
    /// The turn before it.
    pub parent: Option<Uuid>,
    /// How deep in the tree.
    pub number: i64,
    /// `opening act say ooc wait continue`.
    pub kind: String,
    /// What the player wrote.
    pub text: String,
    /// What was told, JSON.
    pub parts: String,
    /// All turns with the same parent, itself included, oldest first (swipes).
    pub siblings: Vec<Uuid>,
    /// When it was kept.
    pub created_at: Moment,
}

/// The right to add the next turn. Everything a turn needs; nothing is kept until [`Sessions::keep_turn`].
#[derive(Debug, Clone)]
pub struct Playing {
    /// The session as it was when the turn began.
    pub session: Session,
    /// The id the turn will have.
    pub turn: Uuid,
    /// The turn it follows.
    pub parent: Uuid,
    /// Its number.
    pub number: i64,
    /// What kind of turn.
    pub kind: String,
    /// What the player wrote.
    pub text: String,
    /// The state it starts from, JSON.
    pub state: String,
}

/// What a turn left behind.
#[derive(Debug, Clone, Default)]
pub struct KeptTurn {
    /// What was told, JSON.
    pub parts: String,
    /// The state after it, JSON.
    pub state: String,
    /// Why it went so, JSON.
    pub why: String,
}

/// The sessions of one workspace.
#[derive(Clone)]
pub struct Sessions {
    pub(crate) workspace: Workspace,
}

impl Sessions {
    /// Starts a session at revision 1 with its opening as the root turn.
    pub async fn create(&self, new: NewSession<'_>) -> Result<Session> {
        let _ = (&self.workspace, new);
        unimplemented!()
    }

    /// Last played first; none from the trash.
    pub async fn list(&self, page: &PageQuery) -> Result<Page<Session>> {
        let _ = page;
        unimplemented!()
    }

    /// One session.
    pub async fn get(&self, id: Uuid) -> Result<Session> {
        let _ = id;
        unimplemented!()
    }

    /// The definitions it plays by.
    pub async fn documents(&self, id: Uuid) -> Result<Arc<Documents>> {
        let _ = id;
        unimplemented!()
    }

    /// The state of its head turn, JSON.
    pub async fn state(&self, id: Uuid) -> Result<String> {
        let _ = id;
        unimplemented!()
    }

    /// The path from the opening to the head.
    pub async fn turns(&self, id: Uuid) -> Result<Vec<Turn>> {
        let _ = id;
        unimplemented!()
    }

    /// Why a turn went as it did, JSON.
    pub async fn why(&self, id: Uuid, turn: Uuid) -> Result<String> {
        let _ = (id, turn);
        unimplemented!()
    }

    /// Takes the right to play the next turn. `Busy` while another is played, `Conflict::Revision` when `expected` is given
    /// and the session moved on. Keep it alive with [`Sessions::extend`].
    pub async fn begin_turn(
        &self,
        id: Uuid,
        expected: Option<i64>,
        kind: &str,
        text: &str,
    ) -> Result<Playing> {
        let _ = (id, expected, kind, text);
        unimplemented!()
    }

    /// Still playing: call it every quarter of `Settings::turn_lease`. False: the right was lost, stop.
    pub async fn extend(&self, playing: &Playing) -> Result<bool> {
        let _ = playing;
        unimplemented!()
    }

    /// Keeps the turn: turn row and session at revision + 1, one transaction. `Conflict` when the right was lost.
    pub async fn keep_turn(&self, playing: &Playing, kept: KeptTurn) -> Result<Turn> {
        let _ = (playing, kept);
        unimplemented!()
    }

    /// Gives the right back; nothing of the turn remains. Lost already: fine.
    pub async fn drop_turn(&self, playing: &Playing) -> Result<()> {
        let _ = playing;
        unimplemented!()
    }

    /// Changes its settings.
    pub async fn change(&self, id: Uuid, patch: SessionPatch) -> Result<Session> {
        let _ = (id, patch);
        unimplemented!()
    }

    /// Into the trash.
    pub async fn trash(&self, id: Uuid) -> Result<()> {
        let _ = id;
        unimplemented!()
    }
}
