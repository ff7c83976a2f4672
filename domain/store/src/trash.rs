//! What was deleted and can come back.

use uuid::Uuid;

use crate::{Moment, Result, Workspace};

/// Something in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrashItem {
    /// The id of the world or session.
    pub id: Uuid,
    /// Which of the two.
    pub kind: TrashKind,
    /// Its name or title.
    pub name: String,
    /// Since when.
    pub trashed_at: Moment,
}

/// What lies in the trash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrashKind {
    /// A world.
    World,
    /// A session.
    Session,
}

impl TrashKind {
    /// The word in views.
    pub fn as_str(self) -> &'static str {
        match self {
            TrashKind::World => "world",
            TrashKind::Session => "session",
        }
    }
}

/// The trash of one workspace.
#[derive(Clone)]
pub struct Trash {
    pub(crate) workspace: Workspace,
}

impl Trash {
    /// Newest first, at most 200.
    pub async fn list(&self) -> Result<Vec<TrashItem>> {
        let _ = &self.workspace;
        unimplemented!()
    }

    /// Takes a world or session out of the trash again, as it was.
    pub async fn restore(&self, id: Uuid) -> Result<TrashItem> {
        let _ = id;
        unimplemented!()
    }
}
