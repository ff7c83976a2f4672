//! Speaks to a Talekeep as a browser (cookie and Origin) or as a program (bearer token) would. It never follows a redirect and
//! never retries.

use std::time::Duration;

use bytes::Bytes;
use reqwest::header::{HeaderMap, HeaderName};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder};
use serde_json::Value;

use crate::sse::Stream;

/// One visitor of one app.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    base: String,
    origin: Option<String>,
    cookie: Option<String>,
    bearer: Option<String>,
    /// The user this client was logged in as, for messages.
    pub name: String,
}

/// A whole answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
    asked: String,
}

impl Client {
    /// A stranger with a browser: the Origin is right, there is no cookie.
    pub fn stranger(base: &str) -> Client {
        crate::install_crypto();
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(120))
            .build()
            .expect("a client without TLS questions");
        Client {
            http,
            base: base.into(),
            origin: Some(base.into()),
            cookie: None,
            bearer: None,
            name: "stranger".into(),
        }
    }

    /// The same visitor with a bearer token instead of a cookie, as a program calls: no Origin.
    pub fn with_bearer(&self, token: &str) -> Client {
        Client {
            cookie: None,
            bearer: Some(token.into()),
            origin: None,
            ..self.clone()
        }
    }

    /// The same visitor with exactly this cookie.
    pub fn with_cookie(&self, cookie: &str) -> Client {
        Client {
            cookie: Some(cookie.into()),
            bearer: None,
            ..self.clone()
        }
    }

    /// The same visitor coming from a page of another site, or from none at all.
    pub fn with_origin(&self, origin: Option<&str>) -> Client {
        Client {
            origin: origin.map(Into::into),
            ..self.clone()
        }
    }

    /// `name=value` of the session cookie, once logged in.
    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// Remembers the cookie of a login or setup answer.
    #[track_caller]
    pub fn keep_cookie(&mut self, answer: &Answer) {
        let pair = answer
            .set_cookie()
            .unwrap_or_else(|| panic!("{answer:?} set no cookie"));
        self.cookie = pair.split(';').next().map(|text| text.trim().to_owned());
    }

    /// A request with this visitor's headers on it, for tests that change one of them.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if let Some(origin) = &self.origin {
            request = request.header("origin", origin);
        }
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        if let Some(token) = &self.bearer {
            request = request.bearer_auth(token);
        }
        request
    }

    pub async fn get(&self, path: &str) -> Answer {
        send(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        send(self.request(Method::POST, path).json(body)).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        send(self.request(Method::PUT, path).json(body)).await
    }

    pub async fn patch(&self, path: &str, body: &Value) -> Answer {
        send(self.request(Method::PATCH, path).json(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        send(self.request(Method::DELETE, path)).await
    }

    /// Uploads one file as `file`, with further text fields.
    pub async fn upload(
        &self,
        path: &str,
        file_name: &str,
        bytes: Vec<u8>,
        fields: &[(&str, &str)],
    ) -> Answer {
        let mut form = Form::new();
        for (name, value) in fields {
            form = form.text((*name).to_owned(), (*value).to_owned());
        }
        let form = form.part("file", Part::bytes(bytes).file_name(file_name.to_owned()));
        send(self.request(Method::POST, path).multipart(form)).await
    }

    /// Opens an event stream by GET, after `last` when resuming.
    pub async fn events(&self, path: &str, last: Option<&str>) -> Stream {
        let mut request = self
            .request(Method::GET, path)
            .header("accept", "text/event-stream");
        if let Some(id) = last {
            request = request.header("last-event-id", id);
        }
        Stream::new(request.send().await.expect("an answer"))
    }

    /// Posts and reads the answer as an event stream.
    pub async fn post_events(&self, path: &str, body: &Value) -> Stream {
        let request = self
            .request(Method::POST, path)
            .header("accept", "text/event-stream")
            .json(body);
        Stream::new(request.send().await.expect("an answer"))
    }
}

/// Sends a request and reads the whole answer.
pub async fn send(request: RequestBuilder) -> Answer {
    try_send(request)
        .await
        .unwrap_or_else(|error| panic!("no answer: {error:?}"))
}

/// The same for tests that kill the server meanwhile.
pub async fn try_send(request: RequestBuilder) -> Result<Answer, reqwest::Error> {
    let (client, request) = request.build_split();
    let request = request?;
    let asked = format!("{} {}", request.method(), request.url());
    let response = client.execute(request).await?;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    Ok(Answer {
        status,
        headers,
        body: response.bytes().await?,
        asked,
    })
}

impl Answer {
    /// Fails with the whole answer when the status is another one.
    #[track_caller]
    pub fn expect(self, status: u16) -> Answer {
        assert_eq!(
            self.status,
            status,
            "{} answered {}: {}",
            self.asked,
            self.status,
            self.text()
        );
        self
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| {
            panic!(
                "{} answered {} with no JSON ({error}): {}",
                self.asked,
                self.status,
                self.text()
            )
        })
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header<N: TryInto<HeaderName>>(&self, name: N) -> Option<&str> {
        let name = name.try_into().ok()?;
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// The one `Set-Cookie` that carries a session, whole.
    pub fn set_cookie(&self) -> Option<&str> {
        self.headers
            .get_all("set-cookie")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .next()
    }

    /// Fails unless this is a problem document (RFC 9457) with the given status; returns it.
    #[track_caller]
    pub fn problem(&self, status: u16) -> Value {
        assert_eq!(
            self.status,
            status,
            "{} answered {}: {}",
            self.asked,
            self.status,
            self.text()
        );
        let kind = self.header("content-type").unwrap_or_default();
        assert!(
            kind.starts_with("application/problem+json"),
            "{} answered {status} as {kind:?}",
            self.asked
        );
        let problem = self.json();
        assert_eq!(problem["status"], status, "{problem}");
        assert!(problem["title"].is_string(), "{problem}");
        problem
    }
}
