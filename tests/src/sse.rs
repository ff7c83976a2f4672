//! Reads a server-sent event stream one event at a time. It never reconnects by itself: resuming is what is tested.

use std::time::Duration;

use serde_json::Value;

/// How long a test waits for the next event before it says that none came.
const PATIENCE: Duration = Duration::from_secs(60);

/// One event as it was sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// What `Last-Event-ID` would name.
    pub id: Option<String>,
    /// The `event:` line; `message` when there is none.
    pub kind: String,
    /// The `data:` lines, joined.
    pub data: String,
}

impl Event {
    /// The data as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.data)
            .unwrap_or_else(|error| panic!("event {self:?} holds no JSON: {error}"))
    }
}

/// An open stream.
#[derive(Debug)]
pub struct Stream {
    response: reqwest::Response,
    buffer: Vec<u8>,
}

impl Stream {
    /// Takes over an answer whose head has been read.
    #[track_caller]
    pub fn new(response: reqwest::Response) -> Stream {
        let kind = response
            .headers()
            .get("content-type")
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        assert!(
            kind.starts_with("text/event-stream"),
            "{} answered {} with {kind:?}",
            response.url(),
            response.status()
        );
        Stream {
            response,
            buffer: Vec::new(),
        }
    }

    /// The next event, or `None` when the server has closed the stream.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.take() {
                return Some(event);
            }
            let chunk = tokio::time::timeout(PATIENCE, self.response.chunk())
                .await
                .expect("an event within a minute");
            match chunk {
                Ok(Some(bytes)) => self.buffer.extend_from_slice(&bytes),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Every event up to and with the first whose kind is one of `kinds`; the end of the stream ends it as well.
    pub async fn until(&mut self, kinds: &[&str]) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            let last = kinds.contains(&event.kind.as_str());
            events.push(event);
            if last {
                break;
            }
        }
        events
    }

    /// Cuts one block off the buffer; blocks that are only comments (keep-alives) are passed over.
    fn take(&mut self) -> Option<Event> {
        loop {
            let (end, gap) = block_end(&self.buffer)?;
            let block: Vec<u8> = self.buffer.drain(..end + gap).take(end).collect();
            if let Some(event) = parse(&String::from_utf8_lossy(&block)) {
                return Some(event);
            }
        }
    }
}

fn block_end(buffer: &[u8]) -> Option<(usize, usize)> {
    let lf = buffer
        .windows(2)
        .position(|pair| pair == b"\n\n")
        .map(|at| (at, 2));
    let crlf = buffer
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .map(|at| (at, 4));
    lf.into_iter().chain(crlf).min()
}

fn parse(block: &str) -> Option<Event> {
    let mut event = Event {
        kind: "message".into(),
        ..Event::default()
    };
    let mut data: Vec<&str> = Vec::new();
    for line in block.lines() {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "id" => event.id = Some(value.into()),
            "event" => event.kind = value.into(),
            "data" => data.push(value),
            _ => {}
        }
    }
    event.data = data.join("\n");
    (!data.is_empty()).then_some(event)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_block_is_read_with_its_id_and_kind() {
        let event = parse("id: 7\nevent: fragment\ndata: {\"a\":\ndata: 1}").expect("an event");
        assert_eq!(
            (
                event.id.as_deref(),
                event.kind.as_str(),
                event.data.as_str()
            ),
            (Some("7"), "fragment", "{\"a\":\n1}")
        );
        assert_eq!(parse(": keep-alive"), None);
    }
}
