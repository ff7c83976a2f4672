//! What is written to standard error, for people or for machines. Carries ids, never texts, queries or bodies (S9).

use std::io::IsTerminal;

use actix_web::Error;
use actix_web::HttpMessage;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use tracing::Span;
use tracing_actix_web::{RequestId, RootSpanBuilder};
use tracing_subscriber::EnvFilter;

use crate::config::{Log, LogFormat};

/// Starts logging; the second call in one process changes nothing.
pub fn start(log: &Log) -> Result<(), String> {
    let filter = EnvFilter::try_new(&log.filter)
        .map_err(|error| format!("configuration: log.filter: {error}"))?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    let started = match log.format {
        LogFormat::Json => builder.json().flatten_event(true).try_init(),
        LogFormat::Text => builder.try_init(),
    };
    if started.is_err() {
        tracing::debug!("logging was started before");
    }
    Ok(())
}

/// One span around each request: its id, the route's pattern and later the user's id. The path itself stays out,
/// because a query or a document's name can hold words of a story.
pub struct RequestSpan;

impl RootSpanBuilder for RequestSpan {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let id = request
            .extensions()
            .get::<RequestId>()
            .map(ToString::to_string)
            .unwrap_or_default();
        let route = request
            .match_pattern()
            .unwrap_or_else(|| "unmatched".to_owned());
        tracing::info_span!("request", id, method = %request.method(), route, user = tracing::field::Empty)
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        let _entered = span.enter();
        match outcome {
            Ok(response) if response.status().is_server_error() => {
                tracing::warn!(status = response.status().as_u16(), "answered");
            }
            Ok(response) if is_routine(response) => {
                tracing::debug!(status = response.status().as_u16(), "answered");
            }
            Ok(response) => tracing::info!(status = response.status().as_u16(), "answered"),
            Err(error) => tracing::warn!(%error, "not answered"),
        }
    }
}

/// Scripts, styles and health checks: a page asks for twenty of them, a watchdog for one each second.
fn is_routine<B>(response: &ServiceResponse<B>) -> bool {
    let pattern = response.request().match_pattern().unwrap_or_default();
    pattern.starts_with("/assets/") || pattern.starts_with("/health/")
}
