//! The worlds that sessions of this process play by, read once. A revision never changes, so nothing here grows stale;
//! every entry carries its workspace (S3).

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use talekeep_store::{Session, Workspace};
use talekeep_world::model::World;
use uuid::Uuid;

use crate::judge::judge_apart;
use crate::problem::ApiProblem;

/// Worlds kept in memory; the largest legal one is a few megabytes.
const KEPT: usize = 32;

type Entry = ((Uuid, String), Arc<World>);

#[derive(Default)]
pub(crate) struct Definitions {
    /// Last used at the back.
    recent: Mutex<VecDeque<Entry>>,
}

impl Definitions {
    /// The definitions a session plays by.
    pub(crate) async fn of_session(
        &self,
        workspace: &Workspace,
        session: &Session,
    ) -> Result<Arc<World>, ApiProblem> {
        let key = (workspace.id(), session.digest.clone());
        if let Some(world) = self.find(&key) {
            return Ok(world);
        }
        let documents = workspace.sessions().documents(session.id).await?;
        let judged = judge_apart("world".to_owned(), documents, None).await?;
        // It had no problems when the session began, and a revision does not change.
        let world = judged
            .world
            .ok_or_else(|| ApiProblem::internal(&"the definitions of a session cannot be read"))?;
        let world = Arc::new(world);
        self.remember(key, world.clone());
        Ok(world)
    }

    fn find(&self, key: &(Uuid, String)) -> Option<Arc<World>> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let at = recent.iter().position(|(known, _)| known == key)?;
        let entry = recent.remove(at)?;
        let world = entry.1.clone();
        recent.push_back(entry);
        Some(world)
    }

    fn remember(&self, key: (Uuid, String), world: Arc<World>) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.len() == KEPT {
            recent.pop_front();
        }
        recent.push_back((key, world));
    }
}
