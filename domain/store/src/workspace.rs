//! The tenant: whoever holds a [`Workspace`] may touch what is in it, and nothing else has a way to rows and objects (S3).

use std::sync::Arc;

use uuid::Uuid;

use crate::{Events, Imports, Jobs, Moment, Result, Sessions, Trash, Worlds, store::Inner};

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

/// Kept originals of one workspace.
#[derive(Clone)]
pub struct Sources {
    pub(crate) workspace: Workspace,
}

/// Where a payload came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// SHA-256 of its bytes, lower-case hex; with the workspace, its identity.
    pub sha256: String,
    /// How many bytes.
    pub size: i64,
    /// The name it was first brought under.
    pub file_name: Option<String>,
    /// What it was recognised as.
    pub format: String,
    /// When it was first brought.
    pub created_at: Moment,
}

impl Sources {
    /// The row, or `NotFound`.
    pub async fn get(&self, sha256: &str) -> Result<Source> {
        let _ = (&self.workspace, sha256);
        unimplemented!()
    }

    /// Its bytes.
    pub async fn bytes(&self, sha256: &str) -> Result<bytes::Bytes> {
        let _ = sha256;
        unimplemented!()
    }
}
