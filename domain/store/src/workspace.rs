//! The tenant: whoever holds a [`Workspace`] may touch what is in it, and nothing else has a way to rows and objects (S3).

use std::sync::Arc;

use uuid::Uuid;

use crate::store::Inner;
use crate::{Events, Imports, Jobs, Sessions, Sources, Trash, Worlds};

/// One tenant's rows and objects.
#[derive(Clone)]
pub struct Workspace {
    pub(crate) inner: Arc<Inner>,
    pub(crate) id: Uuid,
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Workspace({})", self.id)
    }
}

impl Workspace {
    /// Its id.
    pub fn id(&self) -> Uuid {
        self.id
    }

    /// Its worlds.
    pub fn worlds(&self) -> Worlds {
        Worlds {
            workspace: self.clone(),
        }
    }

    /// Its imports.
    pub fn imports(&self) -> Imports {
        Imports {
            workspace: self.clone(),
        }
    }

    /// Its sessions.
    pub fn sessions(&self) -> Sessions {
        Sessions {
            workspace: self.clone(),
        }
    }

    /// Its background work.
    pub fn jobs(&self) -> Jobs {
        Jobs {
            workspace: self.clone(),
        }
    }

    /// The payloads people brought, byte for byte.
    pub fn sources(&self) -> Sources {
        Sources {
            workspace: self.clone(),
        }
    }

    /// What was deleted.
    pub fn trash(&self) -> Trash {
        Trash {
            workspace: self.clone(),
        }
    }

    /// What its open pages are told.
    pub fn events(&self) -> Events {
        Events {
            workspace: self.clone(),
        }
    }
}
