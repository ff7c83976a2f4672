//! The turns this process is playing, so that they can be stopped and waited for.
//! Never holds a turn's text or state: those are the task's own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use uuid::Uuid;

#[derive(Clone, Default)]
pub(crate) struct Turns {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    running: Mutex<HashMap<Uuid, watch::Sender<bool>>>,
    ended: Notify,
}

/// A turn's place in the list; leaving it is dropping it, so a panic leaves no ghost.
pub(crate) struct Entry {
    turns: Turns,
    turn: Uuid,
    stop: watch::Receiver<bool>,
}

impl Turns {
    pub(crate) fn enter(&self, turn: Uuid) -> Entry {
        let (sender, stop) = watch::channel(false);
        self.list().insert(turn, sender);
        metrics::gauge!("talekeep_turns_running").increment(1);
        Entry {
            turns: self.clone(),
            turn,
            stop,
        }
    }

    /// Asks a turn to stop; false when it is not played here.
    pub(crate) fn stop(&self, turn: Uuid) -> bool {
        self.list()
            .get(&turn)
            .is_some_and(|sender| sender.send(true).is_ok())
    }

    pub(crate) fn stop_all(&self) {
        for sender in self.list().values() {
            sender.send_replace(true);
        }
    }

    pub(crate) fn running(&self) -> usize {
        self.list().len()
    }

    /// Until no turn is left, at most this long; says whether none is.
    pub(crate) async fn drained(&self, most: Duration) -> bool {
        let empty = async {
            loop {
                let ended = self.inner.ended.notified();
                if self.running() == 0 {
                    break;
                }
                ended.await;
            }
        };
        tokio::time::timeout(most, empty).await.is_ok()
    }

    fn list(&self) -> MutexGuard<'_, HashMap<Uuid, watch::Sender<bool>>> {
        self.inner
            .running
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    /// Completes when the turn is asked to stop.
    pub(crate) async fn stopped(&mut self) {
        if self.stop.wait_for(|stop| *stop).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.turns.list().remove(&self.turn);
        metrics::gauge!("talekeep_turns_running").decrement(1);
        self.turns.inner.ended.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_turn_can_be_stopped_and_waited_for() {
        let turns = Turns::default();
        let (here, elsewhere) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let mut entry = turns.enter(here);
        assert!(!turns.stop(elsewhere));
        assert!(!turns.drained(Duration::from_millis(1)).await);
        assert!(turns.stop(here));
        entry.stopped().await;
        drop(entry);
        assert!(turns.drained(Duration::from_millis(1)).await);
        assert!(!turns.stop(here));
    }
}
