//! The client of the tests: that of `reqwest`, with each response compared with the description of the interface.

use crate::database::is_postgres;
use crate::deadline::{PAUSE, within_limit};
use crate::description::check_response;
use reqwest::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use reqwest::multipart::Form;
use reqwest::{Body, Error, IntoUrl, Method, Request, Response, ResponseBuilderExt};
use serde::Serialize;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::time::sleep;

/// How many keys there are.
static KEYS: AtomicU32 = AtomicU32::new(0);

/// A client that panics where a response is not as described.
#[derive(Debug, Clone)]
pub(crate) struct Client(pub(crate) reqwest::Client);

/// A request of a [`Client`].
pub(crate) struct RequestBuilder(reqwest::RequestBuilder);

impl Client {
    pub(crate) fn get(&self, url: impl IntoUrl) -> RequestBuilder {
        self.request(Method::GET, url)
    }

    pub(crate) fn post(&self, url: impl IntoUrl) -> RequestBuilder {
        self.request(Method::POST, url)
    }

    pub(crate) fn put(&self, url: impl IntoUrl) -> RequestBuilder {
        self.request(Method::PUT, url)
    }

    pub(crate) fn delete(&self, url: impl IntoUrl) -> RequestBuilder {
        self.request(Method::DELETE, url)
    }

    pub(crate) fn request(&self, method: Method, url: impl IntoUrl) -> RequestBuilder {
        RequestBuilder(self.0.request(method, url))
    }
}

impl RequestBuilder {
    pub(crate) fn header<N, V>(self, name: N, value: V) -> Self
    where
        HeaderName: TryFrom<N>,
        <HeaderName as TryFrom<N>>::Error: Into<axum::http::Error>,
        HeaderValue: TryFrom<V>,
        <HeaderValue as TryFrom<V>>::Error: Into<axum::http::Error>,
    {
        Self(self.0.header(name, value))
    }

    pub(crate) fn bearer_auth(self, token: impl std::fmt::Display) -> Self {
        Self(self.0.bearer_auth(token))
    }

    pub(crate) fn query(self, query: &(impl Serialize + ?Sized)) -> Self {
        Self(self.0.query(query))
    }

    pub(crate) fn json(self, body: &(impl Serialize + ?Sized)) -> Self {
        Self(self.0.json(body))
    }

    pub(crate) fn body(self, body: impl Into<Body>) -> Self {
        Self(self.0.body(body))
    }

    pub(crate) fn multipart(self, form: Form) -> Self {
        Self(self.0.multipart(form))
    }

    pub(crate) fn timeout(self, timeout: Duration) -> Self {
        Self(self.0.timeout(timeout))
    }

    /// Adds an idempotency key that no other request has.
    pub(crate) fn with_new_key(self) -> Self {
        let number = KEYS.fetch_add(1, Ordering::Relaxed);
        self.header("Idempotency-Key", format!("c0000000-0000-4000-8000-{number:012}"))
    }

    /// Sends the request until the server takes it, as browsers do. With an idempotency key it is carried out once, whatever
    /// became of it before. On a busy machine PostgreSQL may take longer than a server in a process of its own waits for it; on
    /// SQLite such a server has no reason to refuse anybody.
    pub(crate) async fn send_until_taken(self) -> Result<Response, Error> {
        let sent = async {
            loop {
                let response = Self(self.0.try_clone().unwrap()).send().await;
                match &response {
                    Ok(refusal) if is_postgres() && refusal.status() == 503 => sleep(PAUSE).await,
                    _ => return response,
                }
            }
        };
        within_limit("a server that is not busy", sent).await
    }

    pub(crate) fn build(self) -> Result<Request, Error> {
        self.0.build()
    }

    /// Sends the request, and compares the response with its description. Documents are read for that.
    pub(crate) async fn send(self) -> Result<Response, Error> {
        let (client, request) = self.0.build_split();
        let request = request?;
        let (method, url) = (request.method().clone(), request.url().clone());
        let response = client.execute(request).await?;
        let media_type = media_type(&response);
        let call = format!("{method} {}", url.path());
        if media_type != "application/json" && !media_type.ends_with("+json") {
            check_response(&method, url.path(), response.status(), &media_type, None);
            return Ok(response);
        }
        let mut head = axum::http::Response::builder()
            .status(response.status())
            .url(url.clone());
        if let Some(headers) = head.headers_mut() {
            headers.extend(response.headers().clone());
        }
        let body = response.bytes().await?;
        let head = head
            .body(body.clone())
            .unwrap_or_else(|error| panic!("{call}: {error}"));
        check_response(&method, url.path(), head.status(), &media_type, Some(&body));
        Ok(Response::from(head))
    }
}

fn media_type(response: &Response) -> String {
    let header = response.headers().get(CONTENT_TYPE);
    let text = header.and_then(|value| value.to_str().ok()).unwrap_or_default();
    text.split(';').next().unwrap_or_default().trim().to_owned()
}
