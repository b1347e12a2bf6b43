//! A client of a running server's staff API (docs/staff.md#calls).

use super::error::CommandError;
use clap::Args;
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::time::Duration;
use url::Url;
use uuid::Uuid;

/// How long a call may take: longer than [`WAIT_SECONDS`].
const CALL_LIMIT: Duration = Duration::from_secs(60);

/// How many seconds the server may hold a call until something changes.
const WAIT_SECONDS: u32 = 25;

/// The options for a running server and the credentials for it.
#[derive(Debug, Args)]
pub(super) struct ServerAccess {
    /// Address of the server.
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "PULSEN_SERVER",
        default_value = "http://127.0.0.1:8080"
    )]
    server: Url,

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
    server: Url,
    token: String,
}

/// One page of the list of chats.
#[derive(Deserialize)]
pub(super) struct ChatList {
    pub(super) items: Vec<ChatSummary>,
    pub(super) next_cursor: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct ChatSummary {
    pub(super) feedback_id: String,
    pub(super) node_id: String,
    pub(super) status: String,
    pub(super) updated_at: String,
    pub(super) last_message: Option<MessagePreview>,
}

/// The last message of a chat, shortened.
#[derive(Deserialize)]
pub(super) struct MessagePreview {
    pub(super) actor: String,
    pub(super) name: Option<String>,
    pub(super) body: String,
}

/// A chat; its timeline holds all messages, or those after a cursor.
#[derive(Deserialize)]
pub(super) struct ChatDetail {
    pub(super) status: String,
    pub(super) responses: Vec<AnsweredQuestion>,
    pub(super) timeline_items: Vec<TimelineItem>,
    pub(super) cursor: String,
}

#[derive(Deserialize)]
pub(super) struct AnsweredQuestion {
    pub(super) question: String,
    pub(super) answer: String,
}

#[derive(Deserialize)]
pub(super) struct TimelineItem {
    pub(super) detail: ItemDetail,
}

#[derive(Deserialize)]
pub(super) struct ItemDetail {
    pub(super) comment: Comment,
    /// Set if staff wrote it.
    pub(super) user: Option<Person>,
    pub(super) customer: Option<Person>,
}

#[derive(Deserialize)]
pub(super) struct Comment {
    pub(super) body: String,
    pub(super) created_at: String,
}

#[derive(Deserialize)]
pub(super) struct Person {
    pub(super) name: Option<String>,
}

#[derive(Deserialize)]
struct StatusResponse {
    status: String,
}

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum CallError {
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    #[error("the server is busy: {0}")]
    Busy(String),
    /// Any other error of the server.
    #[error("{0}")]
    Refused(String),
}

impl CallError {
    /// Tells whether the same call may succeed later.
    pub(super) fn is_temporary(&self) -> bool {
        !matches!(self, Self::Refused(_))
    }
}

impl ServerAccess {
    /// Returns a client for the server.
    pub(super) fn client(self) -> Result<StaffClient, CommandError> {
        let token = self.token.ok_or(
            "a staff token is needed: set PULSEN_STAFF_TOKEN or --token (`pulsen staff-token NAME` creates one)",
        )?;
        // Fails if one is installed already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Ok(StaffClient {
            client: Client::builder().timeout(CALL_LIMIT).build()?,
            server: self.server,
            token,
        })
    }
}

impl StaffClient {
    /// Lists chats, most recently changed first.
    pub(super) async fn chats(&self, query: &[(&str, &str)]) -> Result<ChatList, CallError> {
        self.call(self.request(Method::GET, &["chats"])?.query(query))
            .await
    }

    /// Gets a chat with all its messages.
    pub(super) async fn chat(&self, id: &str) -> Result<ChatDetail, CallError> {
        self.call(self.request(Method::GET, &["chats", id])?).await
    }

    /// Gets the changes of a chat since a cursor; waits a while for one.
    pub(super) async fn changes(&self, id: &str, after: &str) -> Result<ChatDetail, CallError> {
        let query = [("after", after.to_owned()), ("wait", WAIT_SECONDS.to_string())];
        self.call(self.request(Method::GET, &["chats", id])?.query(&query))
            .await
    }

    /// Sends a message. A failed call is repeated; the idempotency key makes sure that the message is stored once.
    pub(super) async fn reply(&self, id: &str, idempotency_key: Uuid, body: &str) -> Result<(), CallError> {
        let request = || -> Result<RequestBuilder, CallError> {
            let request = self.request(Method::POST, &["chats", id, "messages"])?;
            Ok(request
                .header("Idempotency-Key", idempotency_key.to_string())
                .json(&json!({ "body": body })))
        };
        match self.call::<Value>(request()?).await {
            Err(error) if error.is_temporary() => self.call::<Value>(request()?).await.map(drop),
            outcome => outcome.map(drop),
        }
    }

    /// Calls `close` or `reopen` of a chat and returns its new status.
    pub(super) async fn change_status(&self, id: &str, call: &str) -> Result<String, CallError> {
        let response: StatusResponse = self
            .call(self.request(Method::POST, &["chats", id, call])?)
            .await?;
        Ok(response.status)
    }

    fn request(&self, method: Method, path: &[&str]) -> Result<RequestBuilder, CallError> {
        let mut url = self.server.clone();
        url.path_segments_mut()
            .map_err(|()| CallError::Refused("the server's address is not an http or https address".into()))?
            .pop_if_empty()
            .extend(["v1", "staff"])
            .extend(path);
        Ok(self.client.request(method, url).bearer_auth(&self.token))
    }

    async fn call<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, CallError> {
        let unreachable = |error: reqwest::Error| CallError::Unreachable(innermost(&error));
        let response = request.send().await.map_err(unreachable)?;
        let status = response.status();
        if !status.is_success() {
            return Err(error_of(status, response).await);
        }
        response.json().await.map_err(unreachable)
    }
}

/// Reads the problem document of an error response.
async fn error_of(status: StatusCode, response: Response) -> CallError {
    let problem: Value = response.json().await.unwrap_or_default();
    let text = |field: &str| problem.get(field)?.as_str().map(str::to_owned);
    let title = text("title").unwrap_or_else(|| status.to_string());
    let message = match text("detail") {
        Some(detail) => format!("{title}: {detail}"),
        None => title,
    };
    if status == StatusCode::SERVICE_UNAVAILABLE {
        CallError::Busy(message)
    } else {
        CallError::Refused(message)
    }
}

/// Returns the message of the innermost cause, which is the most specific one.
fn innermost(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}
