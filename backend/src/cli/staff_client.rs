//! A client of a running server's staff API (docs/staff.md#calls).

use super::chat_image::ChatImage;
use super::error::CommandError;
use super::staff_answers::{ActAnswer, CannedReplies, Inbox};
use crate::server_address::ServerAddress;
use base::records::RecordKind;
use clap::Args;
use reqwest::header::RETRY_AFTER;
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

/// How long a call may take.
const CALL_LIMIT: Duration = Duration::from_secs(60);

/// Most bytes of a response: a record in its canonical form may take several times its own.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// How long an export may take.
const EXPORT_LIMIT: Duration = Duration::from_hours(24);

/// The first pause before a call is tried again; it doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(500);

const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// How long a call is tried.
const RETRY_FOR: Duration = Duration::from_secs(60);

/// The options for a running server and the credentials for it.
#[derive(Debug, Args)]
pub(super) struct ServerAccess {
    /// Address of the server.
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "PULSEN_SERVER",
        hide_env_values = true,
        default_value = "http://127.0.0.1:8080"
    )]
    server: ServerAddress,

    /// Staff token, as `pulsen staff-token` prints it. Prefer the environment variable: other users of the machine can
    /// read command lines.
    #[arg(
        long,
        global = true,
        value_name = "TOKEN",
        env = "PULSEN_STAFF_TOKEN",
        hide_env_values = true
    )]
    token: Option<String>,
}

pub(super) struct StaffClient {
    client: Client,
    server: ServerAddress,
    token: String,
}

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum CallError {
    #[error("server unreachable: {0}")]
    Unreachable(String),
    /// It, or a proxy before it, asks to come again.
    #[error("the server is busy: {message}")]
    Busy {
        message: String,
        retry_after: Option<Duration>,
    },
    /// There is no such thing, or no longer.
    #[error("{0}")]
    Missing(String),
    /// Any other error of the server.
    #[error("{0}")]
    Refused(String),
}

impl CallError {
    /// Tells whether the same call may succeed later.
    pub(super) fn is_temporary(&self) -> bool {
        !matches!(self, Self::Missing(_) | Self::Refused(_))
    }
}

impl ServerAccess {
    /// Returns a client for the server.
    pub(super) fn client(self) -> Result<StaffClient, CommandError> {
        StaffClient::new(self.server, self.token)
    }
}

impl StaffClient {
    pub(super) fn new(server: ServerAddress, token: Option<String>) -> Result<Self, CommandError> {
        let token = token.ok_or(
            "a staff token is needed: set PULSEN_STAFF_TOKEN or --token (`pulsen staff-token NAME` creates one)",
        )?;
        Ok(Self {
            client: Client::builder().timeout(CALL_LIMIT).build()?,
            server,
            token,
        })
    }

    /// Gets a part of the inbox.
    pub(super) async fn inbox(&self, query: &[(&str, &str)]) -> Result<Inbox, CallError> {
        self.get(&["chats"], query).await
    }

    /// Gets canned replies after one of them.
    pub(super) async fn canned_replies(&self, after: Option<&str>) -> Result<CannedReplies, CallError> {
        let query: Vec<_> = after.map(|after| ("after", after)).into_iter().collect();
        self.get(&["canned_replies"], &query).await
    }

    /// Starts a transcript.
    pub(super) async fn transcript(&self, id: &str, format: &str) -> Result<Response, CallError> {
        let request = self.request(Method::GET, &["chats", id, "transcript"]);
        self.send(request.query(&[("format", format)])).await
    }

    /// Starts an export, which may take long.
    pub(super) async fn export(&self, query: &[(String, String)]) -> Result<Response, CallError> {
        let request = self.request(Method::GET, &["feedbacks", "export"]);
        self.send(request.query(query).timeout(EXPORT_LIMIT)).await
    }

    /// Sends a message. It is stored once, however often the call is repeated with this key.
    pub(super) async fn reply(
        &self,
        id: &str,
        key: Uuid,
        body: &str,
        image: Option<&ChatImage>,
    ) -> Result<(), CallError> {
        let request = self.request(Method::POST, &["chats", id, "messages"]);
        let request = request.header("Idempotency-Key", key.to_string());
        let request = match image {
            None => request.json(&json!({ "body": body })),
            Some(ChatImage { name, content }) => {
                let file = Part::bytes(content.clone()).file_name(name.clone());
                request.multipart(Form::new().text("body", body.to_owned()).part("attachment", file))
            }
        };
        self.call::<Value>(request).await.map(drop)
    }

    /// Ends a chat. A repeat does no harm.
    pub(super) async fn close(&self, id: &str) -> Result<ActAnswer, CallError> {
        self.change(Method::POST, &["chats", id, "close"], &json!({}))
            .await
    }

    /// Gets what is at a path below that of staff.
    pub(super) async fn get<T: DeserializeOwned>(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<T, CallError> {
        self.call(self.request(Method::GET, path).query(query)).await
    }

    /// Changes something at a path below that of staff.
    pub(super) async fn change<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &[&str],
        body: &Value,
    ) -> Result<T, CallError> {
        self.call(self.request(method, path).json(body)).await
    }

    /// Deletes what is at a path below that of staff.
    pub(super) async fn delete(&self, path: &[&str]) -> Result<(), CallError> {
        self.send(self.request(Method::DELETE, path)).await.map(drop)
    }

    fn request(&self, method: Method, path: &[&str]) -> RequestBuilder {
        let url = self.server.below(&[&["v1", "staff"], path].concat());
        self.client.request(method, url).bearer_auth(&self.token)
    }

    /// Gets a record as its file has it. With the file that has it already, the record keeps what this has of its own.
    pub(super) async fn record(
        &self,
        kind: RecordKind,
        id: &str,
        file: Option<&Value>,
    ) -> Result<Vec<u8>, CallError> {
        let request = match file {
            None => self.request(Method::GET, &[kind.folder(), id]),
            Some(file) => {
                let request = self.request(Method::POST, &["pull"]);
                request.query(&[("kind", kind.into_str())]).json(file)
            }
        };
        body_of(self.send(request).await?).await
    }

    async fn call<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, CallError> {
        let body = body_of(self.send(request).await?).await?;
        serde_json::from_slice(&body)
            .map_err(|error| CallError::Refused(format!("unreadable response of the server: {error}")))
    }

    async fn send(&self, request: RequestBuilder) -> Result<Response, CallError> {
        let response = request.send().await.map_err(unreachable)?;
        if response.status().is_success() {
            Ok(response)
        } else {
            Err(error_of(response).await)
        }
    }
}

/// Tries a call for a minute, also while the server restarts or cannot be reached. Says so once.
pub(super) async fn retry_for_a_minute<T>(
    call: impl AsyncFn() -> Result<T, CallError>,
) -> Result<T, CallError> {
    let end = Instant::now() + RETRY_FOR;
    let mut pause = FIRST_PAUSE;
    let mut is_told = false;
    loop {
        let error = match call().await {
            Err(error) if error.is_temporary() => error,
            outcome => return outcome,
        };
        let asked = match &error {
            CallError::Busy { retry_after, .. } => retry_after.unwrap_or_default(),
            _ => Duration::ZERO,
        };
        let wait = pause.max(asked);
        if Instant::now() + wait > end {
            return Err(error);
        }
        if !is_told {
            eprintln!("pulsen: {error}; trying again");
            is_told = true;
        }
        sleep(wait).await;
        pause = (2 * pause).min(LONGEST_PAUSE);
    }
}

/// Reads a response that is not an export.
async fn body_of(mut response: Response) -> Result<Vec<u8>, CallError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(unreachable)? {
        if body.len() + chunk.len() > MOST_BYTES {
            let message = format!("the response of the server has more than {MOST_BYTES} bytes");
            return Err(CallError::Refused(message));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Reads the problem document of an error response; a proxy's has none.
async fn error_of(response: Response) -> CallError {
    let status = response.status();
    let seconds = response
        .headers()
        .get(RETRY_AFTER)
        .and_then(|value| value.to_str().ok()?.parse().ok());
    let problem = body_of(response).await.unwrap_or_default();
    let problem: Value = serde_json::from_slice(&problem).unwrap_or_default();
    let text = |field: &str| problem.get(field)?.as_str().map(str::to_owned);
    let title = text("title").unwrap_or_else(|| status.to_string());
    let first_error = || problem.pointer("/errors/0/detail")?.as_str().map(str::to_owned);
    let message = match text("detail").or_else(first_error) {
        Some(detail) => format!("{title}: {detail}"),
        None => title,
    };
    match status {
        StatusCode::SERVICE_UNAVAILABLE
        | StatusCode::BAD_GATEWAY
        | StatusCode::GATEWAY_TIMEOUT
        | StatusCode::REQUEST_TIMEOUT
        | StatusCode::TOO_MANY_REQUESTS => CallError::Busy {
            message,
            retry_after: seconds.map(Duration::from_secs),
        },
        StatusCode::NOT_FOUND => CallError::Missing(message),
        _ => CallError::Refused(message),
    }
}

/// Returns the message of the innermost cause, which is the most specific one.
fn unreachable(error: reqwest::Error) -> CallError {
    let mut cause: &dyn std::error::Error = &error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    CallError::Unreachable(cause.to_string())
}
