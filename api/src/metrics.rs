//! Numbers for operators in Prometheus' text form. Never labelled with a user, a world or a path with ids in it,
//! and never open: they have an address of their own or a token (S9).

use std::sync::OnceLock;
use std::time::Duration;

use actix_web::http::{Method, StatusCode};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Installs the recorder once for the whole process.
pub(crate) fn install() {
    RECORDER.get_or_init(|| PrometheusBuilder::new().install_recorder().ok());
}

/// One request was answered.
pub(crate) fn answered(method: &Method, route: &str, status: StatusCode, took: Duration) {
    let labels = [
        ("method", method.as_str().to_owned()),
        ("route", route.to_owned()),
        ("status", status.as_u16().to_string()),
    ];
    metrics::counter!("talekeep_http_requests_total", &labels).increment(1);
    metrics::histogram!("talekeep_http_request_seconds", &labels[..2]).record(took.as_secs_f64());
}

/// Everything counted so far.
pub(crate) fn render() -> String {
    RECORDER
        .get()
        .and_then(Option::as_ref)
        .map(PrometheusHandle::render)
        .unwrap_or_default()
}

/// Old samples are folded away; called once a minute.
pub(crate) fn upkeep() {
    if let Some(handle) = RECORDER.get().and_then(Option::as_ref) {
        handle.run_upkeep();
    }
}
