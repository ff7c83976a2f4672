//! Who waits for which topic in this process, and the word between processes that a topic has something new.
//! It carries no event: whoever hears it reads the rows.
//!
//! Between processes it needs Redis (pub/sub). Without Redis, pages served by another process than the one that publishes
//! hear of it by looking every [`PATIENCE`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::StreamExt;
use redis::AsyncCommands;
use redis::aio::ConnectionManager;
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::Result;

/// How long a listener waits before it looks anyway.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) struct Chimes {
    waiting: Arc<Waiting>,
    redis: Option<Wire>,
}

#[derive(Default)]
pub(crate) struct Waiting(Mutex<HashMap<String, watch::Sender<u64>>>);

struct Wire {
    connection: ConnectionManager,
    channel: String,
    listener: AbortHandle,
}

impl Drop for Wire {
    fn drop(&mut self) {
        self.listener.abort();
    }
}

impl Chimes {
    pub(crate) fn new(client: Option<redis::Client>, name: &str) -> Result<Self> {
        let waiting = Arc::<Waiting>::default();
        let redis = match client {
            None => None,
            Some(client) => {
                let channel = format!("{name}:events");
                let listener =
                    tokio::spawn(listen(client.clone(), channel.clone(), waiting.clone()))
                        .abort_handle();
                Some(Wire {
                    connection: crate::bell::connection(client)?,
                    channel,
                    listener,
                })
            }
        };
        Ok(Chimes { waiting, redis })
    }

    /// After the rows were committed. Never waits and never fails.
    pub(crate) fn chime(&self, topic: &str) {
        self.waiting.wake(topic);
        if let Some(wire) = &self.redis {
            let (mut connection, channel, topic) = (
                wire.connection.clone(),
                wire.channel.clone(),
                topic.to_owned(),
            );
            tokio::spawn(async move {
                if let Err(error) = connection.publish::<_, _, ()>(channel, topic).await {
                    tracing::debug!(%error, "other processes hear of an event later");
                }
            });
        }
    }

    pub(crate) fn subscribe(&self, topic: String) -> Listener {
        let mut map = self
            .waiting
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let receiver = map
            .entry(topic.clone())
            .or_insert_with(|| watch::channel(0).0)
            .subscribe();
        Listener {
            waiting: self.waiting.clone(),
            topic,
            receiver: Some(receiver),
        }
    }
}

impl Waiting {
    fn wake(&self, topic: &str) {
        let map = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = map.get(topic) {
            sender.send_modify(|count| *count += 1);
        }
    }

    /// After a gap nobody knows what was missed.
    fn wake_all(&self) {
        let map = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for sender in map.values() {
            sender.send_modify(|count| *count += 1);
        }
    }
}

/// One page's ear.
pub(crate) struct Listener {
    waiting: Arc<Waiting>,
    topic: String,
    receiver: Option<watch::Receiver<u64>>,
}

impl Listener {
    pub(crate) async fn next(&mut self) {
        if let Some(receiver) = &mut self.receiver {
            let _ = tokio::time::timeout(PATIENCE, receiver.changed()).await;
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut map = self
            .waiting
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        self.receiver = None;
        if map
            .get(&self.topic)
            .is_some_and(|sender| sender.receiver_count() == 0)
        {
            map.remove(&self.topic);
        }
    }
}

async fn listen(client: redis::Client, channel: String, waiting: Arc<Waiting>) {
    loop {
        if let Err(error) = hear(&client, &channel, &waiting).await {
            tracing::debug!(%error, "events of other processes are not heard; trying again");
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn hear(client: &redis::Client, channel: &str, waiting: &Waiting) -> Result<()> {
    let mut subscription = client.get_async_pubsub().await?;
    subscription.subscribe(channel).await?;
    waiting.wake_all();
    let mut messages = subscription.into_on_message();
    while let Some(message) = messages.next().await {
        waiting.wake(&message.get_payload::<String>()?);
    }
    Ok(())
}
