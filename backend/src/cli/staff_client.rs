//! A client of the staff API of a running server.

use super::Failure;
use clap::Args;
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::time::Duration;
use url::Url;
use uuid::Uuid;

/// How long a call may take; longer than a server lets one wait for news.
const CALL_LIMIT: Duration = Duration::from_secs(60);

/// Seconds to wait for news in one call.
const WAIT_SECONDS: u32 = 25;

/// Which server, and as whom.
#[derive(Debug, Args)]
pub(super) struct Access {
    /// Address of the server.
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "PULSEN_SERVER",
        default_value = "http://127.0.0.1:8080"
    )]
    server: Url,

    /// Staff token, as `pulsen staff-token` prints it. Better in the environment: a command line can be read by other
    /// users of the machine.
    #[arg(
        long,
        global = true,
        value_name = "TOKEN",
        env = "PULSEN_STAFF_TOKEN",
        hide_env_values = true
    )]
    token: Option<String>,
}

/// Calls the staff API.
pub(super) struct StaffClient {
    client: Client,
    server: Url,
    token: String,
}

/// A part of the list of chats.
#[derive(Deserialize)]
pub(super) struct ChatList {
    pub(super) items: Vec<ListedChat>,
    pub(super) next_cursor: Option<String>,
}

/// A chat in a list.
#[derive(Deserialize)]
pub(super) struct ListedChat {
    pub(super) feedback_id: String,
    pub(super) node_id: String,
    pub(super) status: String,
    pub(super) updated_at: String,
    pub(super) last_message: Option<Preview>,
}

/// The beginning of a message.
#[derive(Deserialize)]
pub(super) struct Preview {
    pub(super) actor: String,
    pub(super) name: Option<String>,
    pub(super) body: String,
}

/// A chat, or what is new in it.
#[derive(Deserialize)]
pub(super) struct ChatDetail {
    pub(super) status: String,
    pub(super) responses: Vec<Answered>,
    pub(super) timeline_items: Vec<TimelineItem>,
    pub(super) cursor: String,
}

/// A question with an answer.
#[derive(Deserialize)]
pub(super) struct Answered {
    pub(super) question: String,
    pub(super) answer: String,
}

/// A message.
#[derive(Deserialize)]
pub(super) struct TimelineItem {
    pub(super) detail: ItemDetail,
}

/// What a message holds.
#[derive(Deserialize)]
pub(super) struct ItemDetail {
    pub(super) comment: Comment,
    /// Of staff.
    pub(super) user: Option<Person>,
    pub(super) customer: Option<Person>,
}

/// The text of a message.
#[derive(Deserialize)]
pub(super) struct Comment {
    pub(super) body: String,
    pub(super) created_at: String,
}

/// Who wrote a message.
#[derive(Deserialize)]
pub(super) struct Person {
    pub(super) name: Option<String>,
}

/// How a chat stands after it was closed or reopened.
#[derive(Deserialize)]
struct Standing {
    status: String,
}

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum CallError {
    /// The server was not reached, or went away.
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    /// The server is busy or on its way down.
    #[error("the server is busy: {0}")]
    Busy(String),
    /// The server says no.
    #[error("{0}")]
    Refused(String),
}

impl CallError {
    /// Whether the same call may succeed later.
    pub(super) fn passes(&self) -> bool {
        !matches!(self, Self::Refused(_))
    }
}

impl Access {
    /// The client for this server.
    pub(super) fn client(self) -> Result<StaffClient, Failure> {
        let token = self.token.ok_or(
            "a staff token is needed: PULSEN_STAFF_TOKEN, or --token (`pulsen staff-token NAME` makes one)",
        )?;
        // Fails where there is one already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Ok(StaffClient {
            client: Client::builder().timeout(CALL_LIMIT).build()?,
            server: self.server,
            token,
        })
    }
}

impl StaffClient {
    /// Chats, the last changed first.
    pub(super) async fn chats(&self, query: &[(&str, &str)]) -> Result<ChatList, CallError> {
        self.call(self.request(Method::GET, &["chats"])?.query(query))
            .await
    }

    /// A chat as it stands.
    pub(super) async fn chat(&self, id: &str) -> Result<ChatDetail, CallError> {
        self.call(self.request(Method::GET, &["chats", id])?).await
    }

    /// What is new in a chat since a cursor; waits for it, for a while.
    pub(super) async fn news(&self, id: &str, after: &str) -> Result<ChatDetail, CallError> {
        let query = [("after", after.to_owned()), ("wait", WAIT_SECONDS.to_string())];
        self.call(self.request(Method::GET, &["chats", id])?.query(&query))
            .await
    }

    /// Writes a message. Tried twice: the key makes sure that it is stored once.
    pub(super) async fn reply(&self, id: &str, key: Uuid, body: &str) -> Result<(), CallError> {
        let request = || -> Result<RequestBuilder, CallError> {
            let request = self.request(Method::POST, &["chats", id, "messages"])?;
            Ok(request
                .header("Idempotency-Key", key.to_string())
                .json(&json!({ "body": body })))
        };
        match self.call::<Value>(request()?).await {
            Err(error) if error.passes() => self.call::<Value>(request()?).await.map(drop),
            outcome => outcome.map(drop),
        }
    }

    /// Closes or reopens a chat; returns its status.
    pub(super) async fn act(&self, id: &str, act: &str) -> Result<String, CallError> {
        let answer: Standing = self
            .call(self.request(Method::POST, &["chats", id, act])?)
            .await?;
        Ok(answer.status)
    }

    fn request(&self, method: Method, path: &[&str]) -> Result<RequestBuilder, CallError> {
        let mut url = self.server.clone();
        url.path_segments_mut()
            .map_err(|()| CallError::Refused("the server's address is not one of the web".into()))?
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
            return Err(refusal(status, response).await);
        }
        response.json().await.map_err(unreachable)
    }
}

async fn refusal(status: StatusCode, response: Response) -> CallError {
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

/// The cause that says most.
fn innermost(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}
