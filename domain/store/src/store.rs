//! Opening: the schemes of three URLs pick the backends, once, here. Everything else holds concrete values.

use std::sync::Arc;

use crate::{Accounts, Queue, Result, Settings};

/// The way in. Cheap to clone; one per process.
#[derive(Clone)]
pub struct Store {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {}

/// Whether each part answers; the text is for operators, not for strangers.
#[derive(Debug, Clone)]
pub struct Health {
    /// Rows.
    pub database: Result<(), String>,
    /// Objects.
    pub objects: Result<(), String>,
    /// The bell. Work goes on without it, only slower.
    pub queue: Result<(), String>,
}

impl Health {
    /// Whether requests can be answered (the bell may be silent).
    pub fn is_ready(&self) -> bool {
        self.database.is_ok() && self.objects.is_ok()
    }
}

impl Store {
    /// Connects to the database and prepares the rest. Redis need not be there yet. Does not migrate.
    pub async fn open(settings: &Settings) -> Result<Store> {
        let _ = settings;
        unimplemented!()
    }

    /// Brings the tables up to date. Safe to call from several processes at once.
    pub async fn migrate(&self) -> Result<()> {
        let _ = &self.inner;
        unimplemented!()
    }

    /// Whether nothing is left to migrate.
    pub async fn is_migrated(&self) -> Result<bool> {
        unimplemented!()
    }

    /// People.
    pub fn accounts(&self) -> &Accounts {
        unimplemented!()
    }

    /// The worker's side of the jobs.
    pub fn queue(&self) -> &Queue {
        unimplemented!()
    }

    /// Asks every part for a sign of life, two seconds each at most.
    pub async fn health(&self) -> Health {
        unimplemented!()
    }
}
