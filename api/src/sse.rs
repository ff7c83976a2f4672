//! Event streams: rows out of the store, framed, from where the reader left off. A missed bell is only a delay.
//! Never keeps an event in memory for anybody: a stream can break at any point and goes on by its id.

use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse};
use bytes::Bytes;
use futures::future::BoxFuture;
use futures::{Stream, stream};
use serde_json::Value;
use talekeep_store::{Bells, Event, Events, Topic};
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use crate::problem::ApiProblem;

/// Silence is broken this often, so that proxies and readers see that the line is alive.
const STILL_HERE: Duration = Duration::from_secs(15);

/// What one batch of events becomes on the line.
pub(crate) struct Batch {
    pub(crate) text: String,
    /// Nothing follows.
    pub(crate) last: bool,
}

/// How a stream turns events into text, and how it ends when nothing comes any more.
pub(crate) trait Tell: Send + Sync + 'static {
    /// Frames what is new.
    fn tell<'a>(&'a self, events: &'a [Event]) -> BoxFuture<'a, Result<Batch, ApiProblem>>;
    /// Asked now and then while it is quiet: the last words when nothing will follow, for example after a crash.
    fn quiet(&self) -> BoxFuture<'_, Result<Option<String>, ApiProblem>>;
}

/// One event on the line. JSON holds no line breaks, so `data` is one line.
pub(crate) fn frame(id: Option<i64>, kind: &str, data: &Value) -> String {
    let id = id.map(|id| format!("id: {id}\n")).unwrap_or_default();
    format!("{id}event: {kind}\ndata: {data}\n\n")
}

/// Where the reader left off: `Last-Event-ID`, or `?after=` for the first request of a reader that knows.
pub(crate) fn resume_from(req: &HttpRequest) -> Option<i64> {
    let header = req
        .headers()
        .get("last-event-id")
        .and_then(|value| value.to_str().ok());
    let query = req
        .query_string()
        .split('&')
        .find_map(|pair| pair.strip_prefix("after="));
    header
        .or(query)
        .and_then(|id| id.trim().parse().ok())
        .filter(|id| *id >= 0)
}

/// An answer that is a stream.
pub(crate) fn response(
    body: impl Stream<Item = Result<Bytes, actix_web::Error>> + 'static,
) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/event-stream"))
        .insert_header((CACHE_CONTROL, "no-store"))
        // Some proxies wait for a full buffer otherwise.
        .insert_header(("x-accel-buffering", "no"))
        .streaming(body)
}

/// Nothing will ever follow what the reader has: it need not come back.
pub(crate) fn nothing_more() -> HttpResponse {
    HttpResponse::build(StatusCode::NO_CONTENT).finish()
}

struct Line<T> {
    events: Events,
    topic: Topic,
    bells: Bells,
    seq: i64,
    tell: T,
    stop: Option<watch::Receiver<bool>>,
    greeted: bool,
    over: bool,
}

/// Follows a topic from `seq` on. With `stop` it also ends when the server does.
pub(crate) fn follow<T: Tell>(
    events: Events,
    topic: Topic,
    seq: i64,
    tell: T,
    stop: Option<watch::Receiver<bool>>,
) -> impl Stream<Item = Result<Bytes, actix_web::Error>> {
    let bells = events.subscribe(topic);
    let line = Line {
        events,
        topic,
        bells,
        seq,
        tell,
        stop,
        greeted: false,
        over: false,
    };
    stream::unfold(line, |mut line| async move {
        let text = line.next().await?;
        Some((Ok(Bytes::from(text)), line))
    })
}

impl<T: Tell> Line<T> {
    async fn next(&mut self) -> Option<String> {
        if self.over {
            return None;
        }
        let mut until = Instant::now() + STILL_HERE;
        loop {
            match self.look().await {
                Ok(Some(text)) => return Some(text),
                Ok(None) => {}
                Err(problem) => {
                    // The reader comes back by itself and goes on from its last id.
                    tracing::debug!(%problem, "a stream ended early");
                    return None;
                }
            }
            if !self.greeted {
                self.greeted = true;
                return Some(": hello\n\n".to_owned());
            }
            if self.stopped() {
                return None;
            }
            if Instant::now() >= until {
                match self.tell.quiet().await {
                    Ok(None) => return Some(": still here\n\n".to_owned()),
                    Ok(Some(last)) => {
                        self.over = true;
                        return Some(last);
                    }
                    Err(_) => until = Instant::now() + STILL_HERE,
                }
            }
            self.wait(until).await;
        }
    }

    async fn look(&mut self) -> Result<Option<String>, ApiProblem> {
        let events = self.events.after(self.topic, self.seq).await?;
        let Some(last) = events.last() else {
            return Ok(None);
        };
        let batch = self.tell.tell(&events).await?;
        self.seq = last.seq;
        self.greeted = true;
        self.over = batch.last;
        Ok(Some(batch.text).filter(|text| !text.is_empty()))
    }

    fn stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| *stop.borrow())
    }

    async fn wait(&mut self, until: Instant) {
        let stop = async {
            match &mut self.stop {
                Some(stop) => stop.wait_for(|stop| *stop).await.is_ok(),
                None => std::future::pending().await,
            }
        };
        let bell = timeout_at(until, self.bells.next());
        tokio::select! {
            _ = bell => {}
            _ = stop => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use serde_json::json;

    #[test]
    fn an_event_is_one_block() {
        let text = frame(Some(7), "fragment", &json!({ "text": "a\nb" }));
        assert_eq!(
            text,
            "id: 7\nevent: fragment\ndata: {\"text\":\"a\\nb\"}\n\n"
        );
        assert_eq!(frame(None, "done", &json!({})), "event: done\ndata: {}\n\n");
    }

    #[test]
    fn a_reader_resumes_by_header_or_address() {
        let header = TestRequest::default()
            .insert_header(("Last-Event-ID", "12"))
            .to_http_request();
        assert_eq!(resume_from(&header), Some(12));
        assert_eq!(
            resume_from(&TestRequest::with_uri("/?after=3").to_http_request()),
            Some(3)
        );
        assert_eq!(
            resume_from(&TestRequest::with_uri("/?after=x").to_http_request()),
            None
        );
        assert_eq!(
            resume_from(&TestRequest::with_uri("/?after=-1").to_http_request()),
            None
        );
    }
}
