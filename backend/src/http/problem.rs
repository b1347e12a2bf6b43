//! What a client is told when a request fails: problem documents (RFC 9457; `wire.md`, "HTTP details").

use crate::feedback::{Fault, NoUuid};
use crate::store::{ChatRefused, ChatStatus, StoreError, WriteError};
use axum::Json;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tracing::error;

/// Every way in which a request can fail.
#[derive(Debug)]
pub(crate) enum Problem {
    /// 400 `invalid_json`: the body is not JSON.
    InvalidJson(String),
    /// 400 `invalid_query`: the address's query cannot be read.
    InvalidQuery(String),
    /// 400 `invalid_key`: the `Idempotency-Key` is not a UUID.
    InvalidKey,
    /// 400 `13045`: the node takes one feedback of a device within a period, and has one.
    AlreadyComplete,
    /// 400 `invalid_form`: the body is not a multipart form.
    InvalidForm(String),
    /// 401 `unauthorized`: no staff token, or one that is not in force.
    Unauthorized,
    /// 401 `invalid_token`: no chat token, or not that of this feedback. Also where there is no such feedback: whoever
    /// has no token learns nothing.
    InvalidToken,
    /// 404 `not_found`: nothing is at this address.
    NotFound(&'static str),
    /// 405 `method_not_allowed`: the address exists, but not for this method.
    MethodNotAllowed,
    /// 408 `timeout`: the body did not arrive in time.
    Timeout,
    /// 409 `chat_not_open`: the chat waits or is over.
    ChatNotOpen(ChatStatus),
    /// 413 `too_large`: the body is over the limit, in bytes.
    TooLarge(usize),
    /// 422, its code the key of the first fault: the body is JSON, but not what is taken here.
    Unprocessable(Vec<Fault>),
    /// 422 `idempotency_mismatch`: the key has been used for another request.
    IdempotencyMismatch,
    /// 500 `internal`: our fault; the log says more.
    Internal,
    /// 503 `busy`: the queue is full or the server is stopping; a repeat will do.
    Busy,
    /// 503 `no_pages`: this server was built without the pages.
    NoPages,
}

/// Seconds after which a client may try again. The queue drains in far less; this spreads the tries.
const RETRY_AFTER_SECONDS: HeaderValue = HeaderValue::from_static("1");

#[derive(Serialize)]
#[serde(untagged)]
enum Code {
    Number(u32),
    Word(&'static str),
}

#[derive(Serialize)]
struct Document<'a> {
    r#type: String,
    title: &'a str,
    status: u16,
    code: Code,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    #[serde(skip_serializing_if = "<[Fault]>::is_empty")]
    errors: &'a [Fault],
}

impl Problem {
    fn status(&self) -> StatusCode {
        match self {
            Self::InvalidJson(_)
            | Self::InvalidQuery(_)
            | Self::InvalidKey
            | Self::AlreadyComplete
            | Self::InvalidForm(_) => StatusCode::BAD_REQUEST,
            Self::Unauthorized | Self::InvalidToken => StatusCode::UNAUTHORIZED,
            Self::ChatNotOpen(_) => StatusCode::CONFLICT,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::Timeout => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Unprocessable(_) | Self::IdempotencyMismatch => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Busy | Self::NoPages => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn code(&self) -> Code {
        Code::Word(match self {
            Self::InvalidJson(_) => "invalid_json",
            Self::InvalidQuery(_) => "invalid_query",
            Self::InvalidKey => "invalid_key",
            Self::AlreadyComplete => return Code::Number(13045),
            Self::InvalidForm(_) => "invalid_form",
            Self::Unauthorized => "unauthorized",
            Self::InvalidToken => "invalid_token",
            Self::ChatNotOpen(_) => "chat_not_open",
            Self::NotFound(_) => "not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::Timeout => "timeout",
            Self::TooLarge(_) => "too_large",
            Self::Unprocessable(faults) => faults.first().map_or("unprocessable", |fault| fault.key),
            Self::IdempotencyMismatch => "idempotency_mismatch",
            Self::Internal => "internal",
            Self::Busy => "busy",
            Self::NoPages => "no_pages",
        })
    }

    fn title(&self) -> &'static str {
        match self {
            Self::InvalidJson(_) => "The body is not JSON",
            Self::InvalidQuery(_) => "The address's query cannot be read",
            Self::InvalidKey => "The Idempotency-Key is not a UUID",
            Self::AlreadyComplete => "This device has given its feedback already",
            Self::InvalidForm(_) => "The body is not a form",
            Self::Unauthorized => "A staff token that is in force is needed",
            Self::InvalidToken => "The token of this chat is needed",
            Self::ChatNotOpen(_) => "The chat is not open",
            Self::NotFound(_) => "There is nothing at this address",
            Self::MethodNotAllowed => "This address does not take this method",
            Self::Timeout => "The body did not arrive in time",
            Self::TooLarge(_) => "The body is too large",
            Self::Unprocessable(_) => "The body is not what is taken here",
            Self::IdempotencyMismatch => "The Idempotency-Key was used for another request",
            Self::Internal => "Something went wrong on the server",
            Self::Busy => "The server is busy; please try again",
            Self::NoPages => "This server was built without its pages",
        }
    }

    fn detail(&self) -> Option<String> {
        match self {
            Self::InvalidJson(detail) | Self::InvalidQuery(detail) | Self::InvalidForm(detail) => {
                Some(detail.clone())
            }
            Self::ChatNotOpen(status) => Some(format!("It is {}.", status.as_str())),
            Self::NotFound(what) => Some(format!("There is no {what} of that name.")),
            Self::TooLarge(limit) => Some(format!("At most {limit} bytes are taken here.")),
            Self::NoPages => {
                Some("Build the widget (`npm run build -w widget`), then start the server again.".into())
            }
            _ => None,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, code) = (self.status(), self.code());
        let name = match &code {
            Code::Number(number) => number.to_string(),
            Code::Word(word) => (*word).to_owned(),
        };
        let errors = if let Self::Unprocessable(faults) = &self {
            faults.as_slice()
        } else {
            &[]
        };
        let document = Document {
            r#type: format!("urn:pulsen:problem:{name}"),
            title: self.title(),
            status: status.as_u16(),
            code,
            detail: self.detail(),
            errors,
        };
        let mut response = (status, Json(document)).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        match self {
            Self::Busy => drop(headers.insert(RETRY_AFTER, RETRY_AFTER_SECONDS)),
            Self::Unauthorized => drop(headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))),
            Self::InvalidToken => {
                drop(headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("ChatToken")))
            }
            _ => {}
        }
        response
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        error!(%error, "the store failed");
        Self::Internal
    }
}

impl From<WriteError> for Problem {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Full | WriteError::Closed => Self::Busy,
            // Logged where it happened. 503, not 500: a full disk or a lock passes, and a repeat is safe.
            WriteError::Failed => Self::Busy,
        }
    }
}

impl From<ChatRefused> for Problem {
    fn from(refused: ChatRefused) -> Self {
        match refused {
            ChatRefused::Unknown => Self::NotFound("chat"),
            ChatRefused::NotOpen(status) => Self::ChatNotOpen(status),
            ChatRefused::OtherRequest => Self::IdempotencyMismatch,
        }
    }
}

impl From<NoUuid> for Problem {
    fn from(_: NoUuid) -> Self {
        Self::InvalidKey
    }
}

impl From<getrandom::Error> for Problem {
    fn from(error: getrandom::Error) -> Self {
        error!(%error, "the operating system gave no random bits");
        Self::Internal
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        error!(%error, "an answer could not be written");
        Self::Internal
    }
}

impl From<Vec<Fault>> for Problem {
    fn from(faults: Vec<Fault>) -> Self {
        Self::Unprocessable(faults)
    }
}
