//! Failed requests as problem documents (RFC 9457; docs/api.md#errors).

use super::preconditions::etag;
use crate::rate_limits::TooManyRequests;
use crate::staff::StaffRefusal;
use axum::Json;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, SET_COOKIE, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base::input::fault::{Fault, Faults, shorten};
use base::rights::Right;
use serde::Serialize;
use std::fmt::{Display, Formatter};
use std::time::Duration;
use store::ChatStatus;
use utoipa::ToSchema;

/// Declares [`Problem`] and what its responses say from one table. A row is: variant, name of the status, code, title and, where
/// it has one, the detail.
macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident $(($value:tt: $kind:ty))?: $status:ident, $code:expr, $title:expr $(, $detail:expr)?;)+) => {
        /// Every way in which a request can fail (docs/api.md#error-codes).
        #[derive(Debug)]
        pub(crate) enum Problem {
            $($(#[$doc])* $name $(($kind))?,)+
        }

        impl Problem {
            pub(super) fn summary(&self) -> Summary {
                match self {
                    $(Self::$name $(($value))? => Summary {
                        status: StatusCode::$status,
                        code: $code.into(),
                        title: $title,
                        detail: Option::None$(.or(Option::from($detail)))?,
                    },)+
                }
            }
        }
    };
}

problems! {
    InvalidJson(text: String): BAD_REQUEST, "invalid_json", "The body is not JSON", quote(text);
    InvalidQuery(text: String): BAD_REQUEST, "invalid_query", "The query is not valid", quote(text);
    InvalidKey: BAD_REQUEST, "invalid_key", "The Idempotency-Key is not a UUID of versions 1 to 5";
    /// The header is not a short list of chats with their tokens.
    InvalidChatTokens(text: String): BAD_REQUEST, "invalid_chat_tokens", "The header X-Chat-Tokens is not valid", quote(text);
    /// Clients of an earlier system know the number.
    AlreadyComplete: BAD_REQUEST, 13045, "This device has already given its feedback";
    InvalidForm(text: String): BAD_REQUEST, "invalid_form", "The body is not a form", quote(text);
    /// The request names no host, several, or what is none; the text says which.
    InvalidHost(fault: &'static str): BAD_REQUEST, "invalid_host", "The request does not name one host", fault.to_string();
    TwoCredentials: BAD_REQUEST, "two_credentials", "A request has a staff token or a session, not both";
    QuotaUsedUp: BAD_REQUEST, "quota_used_up", "This node takes no feedback now";
    Unauthorized: UNAUTHORIZED, "unauthorized", "A valid staff token is required";
    /// There is no session, or it has ended.
    NotSignedIn: UNAUTHORIZED, "not_signed_in", "Signing in is required";
    /// Nothing says which one is the person's. The values have the browser forget them.
    TwoSessions(_: Vec<HeaderValue>): UNAUTHORIZED, "not_signed_in", "Signing in is required",
        "The request has cookies of two sessions, of which the server takes none.".to_owned();
    /// Nobody has this address, the password is wrong, or the person is disabled. The reasons are not told apart.
    WrongCredentials: UNAUTHORIZED, "wrong_credentials", "The address or the password is wrong";
    CodeNeeded: UNAUTHORIZED, "code_needed", "The code of the second factor is required";
    WrongSignInCode: UNAUTHORIZED, "wrong_code", "The code is wrong, or was used before";
    /// There is no chat token, it belongs to another feedback, or there is no such feedback. The reasons are not told apart, so
    /// that nobody can find out ids of feedback.
    InvalidToken: UNAUTHORIZED, "invalid_token", "The token of this chat is required";
    NodeNotOpenYet: FORBIDDEN, "node_not_open_yet", "This node takes no feedback now";
    NodeExpired: FORBIDDEN, "node_expired", "This node takes no feedback now";
    NodeClosed: FORBIDDEN, "node_closed", "This node takes no feedback now";
    InvalidSignature: FORBIDDEN, "invalid_signature", "A valid signature is required";
    NotInScope: FORBIDDEN, "not_in_scope", "This staff token is not for this node";
    RightMissing(right: Right): FORBIDDEN, "right_missing", "This staff token does not have the right to do this",
        format!("The call needs the right `{}`, which `pulsen staff-token --rights` gives.", right.into_str());
    PersonNeeded: FORBIDDEN, "person_needed", "Only a person who is signed in may do this";
    SecondFactorNeeded: FORBIDDEN, "second_factor_needed", "This server requires a second factor";
    ForeignOrigin: FORBIDDEN, "foreign_origin", "Only pages of this server may do this";
    NoPasswords: FORBIDDEN, "no_passwords", "People sign in by single sign-on here, without passwords";
    WrongPassword: FORBIDDEN, "wrong_password", "The password is wrong";
    WrongCode: FORBIDDEN, "wrong_code", "The code is wrong, or was used before";
    ConfirmationNeeded: FORBIDDEN, "confirmation_needed", "Who you are has to be confirmed, by password or code";
    DeviceBlocked: FORBIDDEN, "device_blocked", "This node takes nothing from this device";
    /// The text names the kind of what is missing.
    NotFound(what: &'static str): NOT_FOUND, "not_found", "Not found", format!("There is no such {what}.");
    /// A link was used, has expired, or never existed. The reasons are not told apart.
    LinkNotValid: NOT_FOUND, "link_not_valid", "This link is no longer valid";
    MethodNotAllowed: METHOD_NOT_ALLOWED, "method_not_allowed", "This path does not support this method";
    Timeout: REQUEST_TIMEOUT, "timeout", "The body did not arrive in time";
    ChatNotOpen(status: ChatStatus): CONFLICT, "chat_not_open", "The chat is not open", is_now(*status);
    /// The node does not operate now.
    OutsideHours: CONFLICT, "outside_hours", "Nobody is there to answer now";
    ChatFull: CONFLICT, "chat_full", "The chat is full; give another feedback to begin a new one";
    AttachmentNotTaken: CONFLICT, "attachment_not_taken", "This chat takes no files";
    /// Only a chat that is over is rated.
    ChatNotOver(status: ChatStatus): CONFLICT, "chat_not_over", "The chat is not over", is_now(*status);
    RatingDisabled: CONFLICT, "rating_disabled", "This chat takes no ratings";
    /// The customer has given another rating since their latest message.
    AlreadyRated: CONFLICT, "already_rated", "The chat is rated already";
    Assigned(name: String): CONFLICT, "assigned", "Somebody else has this chat", format!("It is assigned to {name}.");
    NameTaken: CONFLICT, "name_taken", "Somebody else has this name";
    EmailTaken: CONFLICT, "email_taken", "There is a person with this address already";
    PersonDisabled: CONFLICT, "person_disabled", "This person is disabled";
    /// Without them nobody could manage people.
    LastOwner: CONFLICT, "last_owner", "This is the last owner of all nodes who can sign in";
    TooManyPeople: CONFLICT, "too_many_people", "There are as many people as there may be";
    TooManyTokens: CONFLICT, "too_many_tokens", "There are as many tokens as there may be";
    TooManyTags: CONFLICT, "too_many_tags", "A feedback has at most 20 tags";
    TooManyNotes: CONFLICT, "too_many_notes", "This feedback has as many notes as it may have";
    TooManyBlockedDevices: CONFLICT, "too_many_blocked_devices", "This node has as many blocked devices as it may have";
    TooManyCannedReplies: CONFLICT, "too_many_canned_replies", "There are as many canned replies as there may be";
    TooManyExports: CONFLICT, "too_many_exports", "There are as many exports as one may keep";
    ExportNotDone: CONFLICT, "export_not_done", "The export has no file, or not yet";
    /// Files hold the record, and the server takes changes of it from nowhere else.
    RecordsAreFiles: CONFLICT, "records_are_files", "Files hold this record; it is changed there";
    /// The text names what depends on the record.
    RecordInUse(dependents: String): CONFLICT, "record_in_use", "Other records depend on this one", quote(dependents);
    /// The number is that of the newest revision; `None`: there is none.
    OutdatedDraft(newest: Option<u32>): CONFLICT, "outdated_draft", "The flow was changed since its draft began", newest_is(*newest);
    TooManyDrafts: CONFLICT, "too_many_drafts", "There are as many drafts as there may be";
    TooManyWebhooks: CONFLICT, "too_many_webhooks", "There are as many webhooks as there may be";
    TooManyUploads: CONFLICT, "too_many_uploads", "This device or address has too many uploads that no feedback has taken";
    /// A verification code is too old, was tried too often, or never existed. The reasons are not told apart, so that nobody
    /// learns whether a verification exists.
    CodeExpired: GONE, "code_expired", "The code can no longer be used; another one is needed";
    ChatErased: GONE, "chat_erased", "This chat was erased";
    /// The text is the present version; `None`: there is nothing.
    Changed(version: Option<String>): PRECONDITION_FAILED, "changed", "It was changed meanwhile, or is there already", present(version);
    /// The text says what the request must have.
    PreconditionRequired(needed: &'static str): PRECONDITION_REQUIRED, "precondition_required", "The request must say what it changes",
        (*needed).to_owned();
    /// The number is the limit in bytes.
    TooLarge(limit: usize): PAYLOAD_TOO_LARGE, "too_large", "The body is too large", format!("The limit is {limit} bytes.");
    /// The key of the first fault is the code.
    Unprocessable(faults: Faults): UNPROCESSABLE_ENTITY, first_key(faults), "The body has errors", left_out(faults);
    /// The text says which question, and what is counted.
    QuestionUnfit(text: String): UNPROCESSABLE_ENTITY, "question_unfit", "This question cannot be counted so", quote(text);
    IdempotencyMismatch: UNPROCESSABLE_ENTITY, "idempotency_mismatch", "The Idempotency-Key was used for another request";
    TooManyRequests(_: TooManyRequests): TOO_MANY_REQUESTS, "too_many_requests", "Too many requests; please try again later";
    TooManyAttempts(_: TooManyRequests): TOO_MANY_REQUESTS, "too_many_attempts", "Too many attempts; please try again later";
    TooMuchStored(_: TooManyRequests): TOO_MANY_REQUESTS, "too_much_stored",
        "Too much was stored for this address; please try again later";
    /// The log has the reason.
    Internal: INTERNAL_SERVER_ERROR, "internal", "Something went wrong on the server";
    ConnectorFailed: BAD_GATEWAY, "connector_failed", "The answer could not be looked up";
    ConnectorTooSlow: GATEWAY_TIMEOUT, "connector_failed", "The answer could not be looked up";
    /// The queue is full, the database failed or the server is stopping; a repeat is safe.
    Busy: SERVICE_UNAVAILABLE, "busy", "The server is busy; please try again";
    UploadsFull: SERVICE_UNAVAILABLE, "uploads_full", "There is no room for uploads now; please try again later";
    NoRoom: SERVICE_UNAVAILABLE, "no_room", "The server has little room on its disk; please try again later";
    NoTextMessages: SERVICE_UNAVAILABLE, "no_text_messages", "This server sends no text messages",
        "Start it with the address of a gateway (`--sms-url`; docs/api.md#text-messages).".to_owned();
    NoMail: SERVICE_UNAVAILABLE, "no_mail", "This server sends no e-mail",
        "Start it with the address of a mail server (`--smtp-url`; docs/mail.md#set-up).".to_owned();
    /// Another one may be requested after the time.
    TextMessageFailed(_: Duration): SERVICE_UNAVAILABLE, "text_message_failed", "The text message could not be sent";
    NoPages: SERVICE_UNAVAILABLE, "no_pages", "This server was built without its pages",
        "Build the widget (`npm run build -w widget`), then start the server again.".to_owned();
}

/// What the response of a problem says.
pub(super) struct Summary {
    pub(super) status: StatusCode,
    pub(super) code: Code,
    pub(super) title: &'static str,
    /// A sentence for developers of clients.
    pub(super) detail: Option<String>,
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
    /// Of `changed`: the present version, without the quotes of an `ETag`. Absent if there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<&'a str>,
    /// What is wrong in the body, at most 100 values.
    #[serde(skip_serializing_if = "<[Fault]>::is_empty")]
    errors: &'a [Fault],
    /// How many more errors there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors_left_out: Option<usize>,
}

impl From<u32> for Code {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

impl From<&'static str> for Code {
    fn from(word: &'static str) -> Self {
        Self::Word(word)
    }
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
    /// Returns why a call of staff is refused, for those that are written down.
    fn staff_refusal(&self) -> Option<StaffRefusal> {
        match self {
            Self::RightMissing(_) => Some(StaffRefusal::RightMissing),
            Self::NotInScope => Some(StaffRefusal::NotInScope),
            Self::PersonNeeded => Some(StaffRefusal::PersonNeeded),
            Self::SecondFactorNeeded => Some(StaffRefusal::SecondFactorNeeded),
            Self::ConfirmationNeeded => Some(StaffRefusal::ConfirmationNeeded),
            Self::ForeignOrigin => Some(StaffRefusal::ForeignOrigin),
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
            | Self::TooManyAttempts(TooManyRequests { wait })
            | Self::TooMuchStored(TooManyRequests { wait })
            | Self::TextMessageFailed(wait) => Some((wait.as_secs() + 1).into()),
            _ => None,
        }
    }
}

/// Repeats what the client sent, shortened.
fn quote(text: &str) -> String {
    shorten(text.to_owned(), MAX_DETAIL_CHARACTERS)
}

fn newest_is(newest: Option<u32>) -> String {
    match newest {
        Some(newest) => format!("Its newest revision is {newest}: compare, then publish with it as `over`."),
        None => "It has no revision.".to_owned(),
    }
}

fn present(version: &Option<String>) -> String {
    match version {
        Some(version) => format!("Its version is {version}."),
        None => "It is not there.".to_owned(),
    }
}

fn is_now(status: ChatStatus) -> String {
    format!("It is {}.", status.into_str())
}

fn first_key(faults: &Faults) -> &'static str {
    let first = faults.listed().first();
    first.map_or("unprocessable", |fault| fault.key.into_str())
}

fn left_out(faults: &Faults) -> Option<String> {
    let (listed, left_out) = (faults.listed().len(), faults.left_out());
    (left_out > 0).then(|| format!("`errors` lists the first {listed}; {left_out} more were left out."))
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Summary {
            status,
            code,
            title,
            detail,
        } = self.summary();
        let (errors, left_out) = match &self {
            Self::Unprocessable(faults) => (faults.listed(), faults.left_out()),
            _ => (&[][..], 0),
        };
        let version = match &self {
            Self::Changed(version) => version.as_deref(),
            _ => None,
        };
        let document = Document {
            version,
            r#type: format!("urn:pulsen:problem:{code}"),
            title,
            status: status.as_u16(),
            code,
            detail,
            errors,
            errors_left_out: (left_out > 0).then_some(left_out),
        };
        let mut response = (status, Json(document)).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Self::Changed(Some(version)) = &self {
            headers.extend(etag(version));
        }
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
        if let Self::TwoSessions(forgotten) = self {
            headers.extend(forgotten.into_iter().map(|cookie| (SET_COOKIE, cookie)));
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
