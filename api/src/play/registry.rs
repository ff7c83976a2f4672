//! The turns this process is playing, so that they can be counted, stopped and waited for.
//! Never holds a turn's text or state: those are the task's own.

use std::collections::{HashMap, HashSet};
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
    /// The sessions of each workspace that have turns in hand; none is no entry.
    places: Mutex<HashMap<Uuid, Vec<Uuid>>>,
    running: Mutex<HashMap<Uuid, watch::Sender<bool>>>,
    ended: Notify,
}

/// The right of a workspace to have one more turn told; given back by dropping it.
pub(crate) struct Seat {
    turns: Turns,
    workspace: Uuid,
    session: Uuid,
}

/// A turn's place in the list; leaving it is dropping it, so a panic leaves no ghost.
pub(crate) struct Entry {
    turns: Turns,
    turn: Uuid,
    _seat: Seat,
    stop: watch::Receiver<bool>,
}

impl Turns {
    /// A seat for a turn of this session, unless so many others of its workspace are told already (S8). A second turn of
    /// the same session is no matter of ours: it is refused by the session. Like the other limits this protects one
    /// process, and each counts for itself.
    pub(crate) fn seat(&self, workspace: Uuid, session: Uuid, most: usize) -> Option<Seat> {
        let mut places = self.places();
        let taken = places.entry(workspace).or_default();
        let others: HashSet<_> = taken.iter().filter(|other| **other != session).collect();
        if others.len() >= most.max(1) {
            return None;
        }
        taken.push(session);
        Some(Seat {
            turns: self.clone(),
            workspace,
            session,
        })
    }

    pub(crate) fn enter(&self, turn: Uuid, seat: Seat) -> Entry {
        let (sender, stop) = watch::channel(false);
        self.list().insert(turn, sender);
        metrics::gauge!("talekeep_turns_running").increment(1);
        Entry {
            turns: self.clone(),
            turn,
            _seat: seat,
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

    fn places(&self) -> MutexGuard<'_, HashMap<Uuid, Vec<Uuid>>> {
        self.inner
            .places
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
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

impl Drop for Seat {
    fn drop(&mut self) {
        let mut places = self.turns.places();
        if let Some(taken) = places.get_mut(&self.workspace) {
            if let Some(at) = taken.iter().position(|one| *one == self.session) {
                taken.swap_remove(at);
            }
            if taken.is_empty() {
                places.remove(&self.workspace);
            }
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
        let seat = turns.seat(Uuid::nil(), Uuid::nil(), 2).expect("a seat");
        let mut entry = turns.enter(here, seat);
        assert!(!turns.stop(elsewhere));
        assert!(!turns.drained(Duration::from_millis(1)).await);
        assert!(turns.stop(here));
        entry.stopped().await;
        drop(entry);
        assert!(turns.drained(Duration::from_millis(1)).await);
        assert!(!turns.stop(here));
    }

    #[test]
    fn s8_a_workspace_has_so_many_turns_told_at_once() {
        let turns = Turns::default();
        let (ours, theirs) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let story = Uuid::from_u128;
        let first = turns.seat(ours, story(1), 2).expect("the first");
        let second = turns.seat(ours, story(2), 2).expect("the second");
        assert!(turns.seat(ours, story(3), 2).is_none(), "one more");
        assert!(turns.seat(ours, story(2), 2).is_some(), "the same story");
        assert!(turns.seat(theirs, story(4), 2).is_some(), "somebody else");
        drop(first);
        let third = turns.seat(ours, story(3), 2).expect("a free one");
        drop((second, third));
        assert!(turns.places().is_empty());
    }
}
