//! Failed requests as problem documents (RFC 9457; docs/api.md#errors).

use super::chat_conflict::ChatConflict;
use crate::rate_limits::TooManyRequests;
use crate::staff::StaffRefusal;
use axum::Json;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base::input::fault::{Fault, Faults, shorten};
use base::records::Unavailability;
use base::rights::Right;
use serde::Serialize;
use std::fmt::{Display, Formatter};
use std::time::Duration;
use utoipa::ToSchema;

/// Every way in which a request can fail (docs/api.md#error-codes).
#[derive(Debug)]
pub(crate) enum Problem {
    /// 400 `invalid_json`: the body is not JSON.
    InvalidJson(String),
    /// 400 `invalid_query`: a parameter of the query is not valid.
    InvalidQuery(String),
    /// 400 `invalid_key`: the `Idempotency-Key` is not a UUID of versions 1 to 5.
    InvalidKey,
    /// 400 `invalid_chat_tokens`: the header `X-Chat-Tokens` is not a short list of chats with their tokens.
    InvalidChatTokens(String),
    /// 400 `13045`: the node accepts one feedback of a device within a period, and has it.
    AlreadyComplete,
    /// 400 `invalid_form`: the body is not a multipart form.
    InvalidForm(String),
    /// 400 `invalid_host`: the request names no host, several, or what is none; the text says which.
    InvalidHost(&'static str),
    /// 401 `unauthorized`: there is no staff token, or it is not valid.
    Unauthorized,
    /// 401 `invalid_token`: there is no chat token, it belongs to another feedback, or there is no such feedback. The
    /// reasons are not told apart, so that nobody can find out ids of feedback.
    InvalidToken,
    /// 403 `node_not_open_yet`, `node_expired`, `node_closed`, `invalid_signature`, 400 `quota_used_up`: the node does not
    /// take this feedback.
    NodeUnavailable(Unavailability),
    /// 403 `not_in_scope`: the staff token is not for this node.
    NotInScope,
    /// 403 `right_missing`: the staff token does not have the right that the call needs.
    RightMissing(Right),
    /// 403 `foreign_origin`: a page of another site asks for a socket.
    ForeignOrigin,
    /// 403 `device_blocked`: staff have blocked the visitor's device at this node.
    DeviceBlocked,
    /// 404 `not_found`: there is no such thing; the text names its kind.
    NotFound(&'static str),
    /// 405 `method_not_allowed`: the path exists, but not for this method.
    MethodNotAllowed,
    /// 408 `timeout`: the body did not arrive in time.
    Timeout,
    /// 409: the chat does not take this at present.
    ChatConflict(ChatConflict),
    /// 409 `assigned`: somebody else, who is named, has the chat.
    Assigned(String),
    /// 409 `too_many_blocked_devices`: the node has as many as it may have.
    TooManyBlockedDevices,
    /// 409 `too_many_canned_replies`: there are as many for the node, or for all, as there may be.
    TooManyCannedReplies,
    /// 409 `too_many_webhooks`: there are as many as there may be.
    TooManyWebhooks,
    /// 409 `too_many_uploads`: the device, or its address, has uploaded too much that no feedback has taken.
    TooManyUploads,
    /// 410 `code_expired`: a verification code is too old, was tried too often, or never existed. The reasons are not told
    /// apart, so that nobody learns whether a verification exists.
    CodeExpired,
    /// 410 `chat_erased`: the chat that the token was for is erased.
    ChatErased,
    /// 413 `too_large`: the body is over the limit, in bytes.
    TooLarge(usize),
    /// 422, with the key of the first fault as its code: the body is JSON with invalid content.
    Unprocessable(Faults),
    /// 422 `idempotency_mismatch`: the `Idempotency-Key` was used for another request.
    IdempotencyMismatch,
    /// 429 `too_many_requests`: an address, a device or a chat asks too often.
    TooManyRequests(TooManyRequests),
    /// 429 `too_much_stored`: too much was stored for an address within an hour.
    TooMuchStored(TooManyRequests),
    /// 500 `internal`: an error of the server; the log has the reason.
    Internal,
    /// 502 `connector_failed`, or 504 if the target was too late: a look-up has no result; the log has the reason.
    ConnectorFailed { is_late: bool },
    /// 503 `busy`: the queue is full, the database failed or the server is stopping; a repeat is safe.
    Busy,
    /// 503 `uploads_full`: all together have uploaded too much that no feedback has taken.
    UploadsFull,
    /// 503 `no_room`: a disk of the server has too little room for what is large.
    NoRoom,
    /// 503 `no_text_messages`: no gateway of text messages is configured.
    NoTextMessages,
    /// 503 `no_mail`: no mail server is configured.
    NoMail,
    /// 503 `text_message_failed`: the gateway did not take a text message. After `wait` another one may be requested.
    TextMessageFailed { wait: Duration },
    /// 503 `no_pages`: this server was built without its pages.
    NoPages,
}

/// Seconds after which a client may repeat a request. The queue drains in far less; this spreads the repeats.
const RETRY_AFTER_SECONDS: HeaderValue = HeaderValue::from_static("1");

/// The same where room has to be made first.
const RETRY_AFTER_ROOM_SECONDS: HeaderValue = HeaderValue::from_static("60");

/// Most characters of a detail that repeats what the client sent.
const MAX_DETAIL_CHARACTERS: usize = 500;

/// What tells problems apart. One is a number, which clients of an earlier system know.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ProblemCode)]
pub(super) enum Code {
    Number(u32),
    Word(&'static str),
}

/// Why a request failed (RFC 9457).
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub(super) struct Document<'a> {
    /// `urn:pulsen:problem:` and the code.
    r#type: String,
    title: &'a str,
    status: u16,
    code: Code,
    /// A sentence for developers of clients.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    /// What is wrong in the body, at most 100 values.
    #[serde(skip_serializing_if = "<[Fault]>::is_empty")]
    errors: &'a [Fault],
    /// How many more errors there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors_left_out: Option<usize>,
}

impl Display for Code {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => number.fmt(formatter),
            Self::Word(word) => word.fmt(formatter),
        }
    }
}

impl Problem {
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Self::InvalidJson(_)
            | Self::InvalidQuery(_)
            | Self::InvalidKey
            | Self::InvalidChatTokens(_)
            | Self::AlreadyComplete
            | Self::InvalidForm(_)
            | Self::InvalidHost(_) => StatusCode::BAD_REQUEST,
            Self::Unauthorized | Self::InvalidToken => StatusCode::UNAUTHORIZED,
            Self::NodeUnavailable(Unavailability::QuotaUsedUp) => StatusCode::BAD_REQUEST,
            Self::NodeUnavailable(_)
            | Self::NotInScope
            | Self::RightMissing(_)
            | Self::ForeignOrigin
            | Self::DeviceBlocked => StatusCode::FORBIDDEN,
            Self::ChatConflict(_)
            | Self::Assigned(_)
            | Self::TooManyBlockedDevices
            | Self::TooManyCannedReplies
            | Self::TooManyWebhooks
            | Self::TooManyUploads => StatusCode::CONFLICT,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::Timeout => StatusCode::REQUEST_TIMEOUT,
            Self::CodeExpired | Self::ChatErased => StatusCode::GONE,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Unprocessable(_) | Self::IdempotencyMismatch => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyRequests(_) | Self::TooMuchStored(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::ConnectorFailed { is_late: false } => StatusCode::BAD_GATEWAY,
            Self::ConnectorFailed { is_late: true } => StatusCode::GATEWAY_TIMEOUT,
            Self::Busy
            | Self::UploadsFull
            | Self::NoRoom
            | Self::NoTextMessages
            | Self::NoMail
            | Self::TextMessageFailed { .. }
            | Self::NoPages => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    pub(super) fn code(&self) -> Code {
        Code::Word(match self {
            Self::InvalidJson(_) => "invalid_json",
            Self::InvalidQuery(_) => "invalid_query",
            Self::InvalidKey => "invalid_key",
            Self::InvalidChatTokens(_) => "invalid_chat_tokens",
            Self::AlreadyComplete => return Code::Number(13045),
            Self::InvalidForm(_) => "invalid_form",
            Self::InvalidHost(_) => "invalid_host",
            Self::Unauthorized => "unauthorized",
            Self::InvalidToken => "invalid_token",
            Self::ChatConflict(conflict) => conflict.code(),
            Self::NodeUnavailable(Unavailability::NotOpenYet) => "node_not_open_yet",
            Self::NodeUnavailable(Unavailability::Expired) => "node_expired",
            Self::NodeUnavailable(Unavailability::Closed) => "node_closed",
            Self::NodeUnavailable(Unavailability::QuotaUsedUp) => "quota_used_up",
            Self::NodeUnavailable(Unavailability::InvalidSignature) => "invalid_signature",
            Self::NotInScope => "not_in_scope",
            Self::RightMissing(_) => "right_missing",
            Self::ForeignOrigin => "foreign_origin",
            Self::DeviceBlocked => "device_blocked",
            Self::Assigned(_) => "assigned",
            Self::TooManyBlockedDevices => "too_many_blocked_devices",
            Self::TooManyCannedReplies => "too_many_canned_replies",
            Self::TooManyWebhooks => "too_many_webhooks",
            Self::NotFound(_) => "not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::Timeout => "timeout",
            Self::TooManyUploads => "too_many_uploads",
            Self::CodeExpired => "code_expired",
            Self::ChatErased => "chat_erased",
            Self::TooLarge(_) => "too_large",
            Self::Unprocessable(faults) => faults.listed().first().map_or("unprocessable", |fault| fault.key),
            Self::IdempotencyMismatch => "idempotency_mismatch",
            Self::TooManyRequests(_) => "too_many_requests",
            Self::TooMuchStored(_) => "too_much_stored",
            Self::Internal => "internal",
            Self::ConnectorFailed { .. } => "connector_failed",
            Self::Busy => "busy",
            Self::UploadsFull => "uploads_full",
            Self::NoRoom => "no_room",
            Self::NoTextMessages => "no_text_messages",
            Self::NoMail => "no_mail",
            Self::TextMessageFailed { .. } => "text_message_failed",
            Self::NoPages => "no_pages",
        })
    }

    pub(super) fn title(&self) -> &'static str {
        match self {
            Self::InvalidJson(_) => "The body is not JSON",
            Self::InvalidQuery(_) => "The query is not valid",
            Self::InvalidKey => "The Idempotency-Key is not a UUID of versions 1 to 5",
            Self::InvalidChatTokens(_) => "The header X-Chat-Tokens is not valid",
            Self::AlreadyComplete => "This device has already given its feedback",
            Self::InvalidForm(_) => "The body is not a form",
            Self::InvalidHost(_) => "The request does not name one host",
            Self::Unauthorized => "A valid staff token is required",
            Self::InvalidToken => "The token of this chat is required",
            Self::ChatConflict(conflict) => conflict.title(),
            Self::NodeUnavailable(Unavailability::InvalidSignature) => "A valid signature is required",
            Self::NodeUnavailable(_) => "This node takes no feedback now",
            Self::NotInScope => "This staff token is not for this node",
            Self::RightMissing(_) => "This staff token does not have the right to do this",
            Self::ForeignOrigin => "Only pages of this server may open a socket",
            Self::DeviceBlocked => "This node takes nothing from this device",
            Self::Assigned(_) => "Somebody else has this chat",
            Self::TooManyBlockedDevices => "This node has as many blocked devices as it may have",
            Self::TooManyCannedReplies => "There are as many canned replies as there may be",
            Self::TooManyWebhooks => "There are as many webhooks as there may be",
            Self::NotFound(_) => "Not found",
            Self::MethodNotAllowed => "This path does not support this method",
            Self::Timeout => "The body did not arrive in time",
            Self::TooManyUploads => "This device or address has too many uploads that no feedback has taken",
            Self::ChatErased => "This chat was erased",
            Self::CodeExpired => "The code can no longer be used; another one is needed",
            Self::TooLarge(_) => "The body is too large",
            Self::Unprocessable(_) => "The body has errors",
            Self::IdempotencyMismatch => "The Idempotency-Key was used for another request",
            Self::TooManyRequests(_) => "Too many requests; please try again later",
            Self::TooMuchStored(_) => "Too much was stored for this address; please try again later",
            Self::Internal => "Something went wrong on the server",
            Self::ConnectorFailed { .. } => "The answer could not be looked up",
            Self::Busy => "The server is busy; please try again",
            Self::UploadsFull => "There is no room for uploads now; please try again later",
            Self::NoRoom => "The server has little room on its disk; please try again later",
            Self::NoTextMessages => "This server sends no text messages",
            Self::NoMail => "This server sends no e-mail",
            Self::TextMessageFailed { .. } => "The text message could not be sent",
            Self::NoPages => "This server was built without its pages",
        }
    }

    /// Returns why a call of staff is refused, for those that are written down.
    fn staff_refusal(&self) -> Option<StaffRefusal> {
        match self {
            Self::RightMissing(_) => Some(StaffRefusal::RightMissing),
            Self::NotInScope => Some(StaffRefusal::NotInScope),
            _ => None,
        }
    }

    /// Returns the seconds after which a repeat can succeed.
    fn retry_after(&self) -> Option<HeaderValue> {
        match self {
            Self::Busy | Self::NoPages => Some(RETRY_AFTER_SECONDS),
            Self::UploadsFull | Self::NoRoom => Some(RETRY_AFTER_ROOM_SECONDS),
            // Rounded up: a client that comes too early is refused again.
            Self::TooManyRequests(TooManyRequests { wait })
            | Self::TooMuchStored(TooManyRequests { wait })
            | Self::TextMessageFailed { wait } => Some((wait.as_secs() + 1).into()),
            _ => None,
        }
    }

    fn detail(&self) -> Option<String> {
        match self {
            Self::InvalidJson(detail)
            | Self::InvalidQuery(detail)
            | Self::InvalidChatTokens(detail)
            | Self::InvalidForm(detail) => Some(shorten(detail.clone(), MAX_DETAIL_CHARACTERS)),
            Self::Unprocessable(faults) if faults.left_out() > 0 => Some(format!(
                "`errors` lists the first {}; {} more were left out.",
                faults.listed().len(),
                faults.left_out()
            )),
            Self::ChatConflict(conflict) => conflict.detail(),
            Self::RightMissing(right) => Some(format!(
                "The call needs the right `{}`, which `pulsen staff-token --rights` gives.",
                right.name()
            )),
            Self::Assigned(name) => Some(format!("It is assigned to {name}.")),
            Self::InvalidHost(fault) => Some((*fault).into()),
            Self::NotFound(what) => Some(format!("There is no such {what}.")),
            Self::TooLarge(limit) => Some(format!("The limit is {limit} bytes.")),
            Self::NoTextMessages => Some(
                "Start it with the address of a gateway (`--sms-url`; docs/api.md#text-messages).".into(),
            ),
            Self::NoMail => {
                Some("Start it with the address of a mail server (`--smtp-url`; docs/mail.md#set-up).".into())
            }
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
        let (errors, left_out) = match &self {
            Self::Unprocessable(faults) => (faults.listed(), faults.left_out()),
            _ => (&[][..], 0),
        };
        let document = Document {
            r#type: format!("urn:pulsen:problem:{code}"),
            title: self.title(),
            status: status.as_u16(),
            code,
            detail: self.detail(),
            errors,
            errors_left_out: (left_out > 0).then_some(left_out),
        };
        let mut response = (status, Json(document)).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after() {
            headers.insert(RETRY_AFTER, seconds);
        }
        let refusal = self.staff_refusal();
        let scheme = match self {
            Self::Unauthorized => Some("Bearer"),
            Self::InvalidToken => Some("ChatToken"),
            _ => None,
        };
        if let Some(scheme) = scheme {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static(scheme));
        }
        if let Some(refusal) = refusal {
            response.extensions_mut().insert(refusal);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_failures_tell_when_to_repeat() {
        for problem in [Problem::Busy, Problem::NoPages] {
            let response = problem.into_response();
            assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(response.headers()[RETRY_AFTER], "1");
        }
        let wait = std::time::Duration::from_millis(1_500);
        let response = Problem::TooManyRequests(TooManyRequests { wait }).into_response();
        assert_eq!(response.headers()[RETRY_AFTER], "2");
        assert!(
            !Problem::Internal
                .into_response()
                .headers()
                .contains_key(RETRY_AFTER)
        );
    }
}
