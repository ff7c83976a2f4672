//! Unpacked revisions, the last used ones, so that a busy world is not unpacked for every request. Revisions never change,
//! so nothing here is ever stale. Each entry carries its workspace (S3).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use uuid::Uuid;

use crate::Documents;

/// Workspace, world, digest.
pub(crate) type Name = (Uuid, Uuid, String);

pub(crate) struct Cache {
    most: usize,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    entries: HashMap<Name, Entry>,
    bytes: usize,
    clock: u64,
}

struct Entry {
    documents: Arc<Documents>,
    bytes: usize,
    used: u64,
}

impl Cache {
    pub(crate) fn new(most: usize) -> Self {
        Cache {
            most,
            inner: Mutex::default(),
        }
    }

    pub(crate) fn find(&self, name: &Name) -> Option<Arc<Documents>> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.clock += 1;
        let clock = inner.clock;
        let entry = inner.entries.get_mut(name)?;
        entry.used = clock;
        Some(entry.documents.clone())
    }

    /// Keeps an entry and lets go of the ones that were not used for longest. What is larger than a quarter of the whole is
    /// not kept: it would drive out everybody else.
    pub(crate) fn keep(&self, name: Name, documents: Arc<Documents>) {
        let bytes = documents
            .iter()
            .map(|(path, bytes)| path.len() + bytes.len() + 64)
            .sum();
        if bytes > self.most / 4 {
            return;
        }
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.clock += 1;
        let used = inner.clock;
        if let Some(old) = inner.entries.insert(
            name,
            Entry {
                documents,
                bytes,
                used,
            },
        ) {
            inner.bytes -= old.bytes;
        }
        inner.bytes += bytes;
        while inner.bytes > self.most {
            let Some(oldest) = inner
                .entries
                .iter()
                .min_by_key(|(_, entry)| entry.used)
                .map(|(name, _)| name.clone())
            else {
                break;
            };
            if let Some(old) = inner.entries.remove(&oldest) {
                inner.bytes -= old.bytes;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_used_goes_first() {
        let cache = Cache::new(4_000);
        let documents = Arc::new(Documents::from([("a".to_owned(), vec![0; 900])]));
        let name = |n: u128| (Uuid::from_u128(1), Uuid::from_u128(n), "d".to_owned());
        for n in 1..=4 {
            cache.keep(name(n), documents.clone());
        }
        assert!(cache.find(&name(1)).is_some());
        cache.keep(name(5), documents.clone());
        let kept: Vec<bool> = (1..=5).map(|n| cache.find(&name(n)).is_some()).collect();
        assert_eq!(kept, [true, false, true, true, true]);
        let other_workspace = (Uuid::from_u128(2), Uuid::from_u128(5), "d".to_owned());
        assert!(cache.find(&other_workspace).is_none());
    }
}
