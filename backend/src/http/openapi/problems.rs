//! The responses of requests that fail, for the descriptions of handlers. Each type is named in the `responses` of those handlers
//! that can fail so; status, code and title are those of [`Problem`].

use super::super::problem::{Problem, Summary};
use crate::rate_limits::TooManyRequests;
use base::input::fault::Faults;
use base::rights::Right;
use std::collections::BTreeMap;
use std::time::Duration;
use store::ChatStatus;
use utoipa::IntoResponses;
use utoipa::openapi::{RefOr, Response, ResponseBuilder};

/// The code that represents the key of the first fault.
pub(super) const FAULT: &str = "unprocessable";

macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident: [$($problem:expr),+ $(,)?];)+) => {$(
        $(#[$doc])*
        pub(in crate::http) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                responses(&[$($problem),+])
            }
        }
    )+};
}

problems! {
    /// Every request can name no host, and meet a fault of the server.
    AnyRequest: [Problem::InvalidHost(""), Problem::Internal];
    /// What admits requests can refuse this one (docs/api.md#limits).
    NotAdmitted: [TOO_MANY_REQUESTS, Problem::Busy];
    /// What knows staff by their tokens and sessions can refuse this one.
    NotStaff: [
        Problem::TwoCredentials,
        Problem::Unauthorized,
        Problem::NotSignedIn,
        Problem::ForeignOrigin,
        Problem::NotInScope,
        Problem::RightMissing(Right::Read),
        Problem::SecondFactorNeeded,
        NOT_HERE,
    ];
    /// What knows people by their sessions can refuse this one.
    NotPerson: [Problem::TwoCredentials, Problem::NotSignedIn, Problem::ForeignOrigin, NOT_HERE];
    /// Only pages of this server may ask.
    NotOwnPage: [Problem::ForeignOrigin, NOT_HERE];
    /// Nobody is signed in by these.
    NotSignedIn: [
        Problem::WrongCredentials,
        Problem::CodeNeeded,
        Problem::WrongSignInCode,
        TOO_MANY_ATTEMPTS,
        Problem::Busy,
    ];
    /// The one-time link cannot be used, or not so.
    LinkRefused: [
        Problem::LinkNotValid,
        Problem::CodeNeeded,
        Problem::WrongSignInCode,
        Problem::NameTaken,
        TOO_MANY_ATTEMPTS,
        Problem::Busy,
    ];
    /// The one-time link cannot be used.
    LinkNotValid: [Problem::LinkNotValid];
    /// People sign in by single sign-on only.
    NoPasswords: [Problem::NoPasswords];
    /// The password or the code is wrong.
    NotConfirmed: [Problem::WrongPassword, Problem::WrongCode, TOO_MANY_ATTEMPTS, Problem::Busy];
    /// The person has to confirm who they are before.
    ConfirmationNeeded: [Problem::ConfirmationNeeded];
    /// Somebody else has the name.
    NameTaken: [Problem::NameTaken];
    /// What the address names does not exist.
    NotFound: [Problem::NotFound("node")];
    /// A parameter of the query is not valid.
    InvalidQuery: [Problem::InvalidQuery(String::new())];
    /// The answers to a question cannot be counted so.
    QuestionUnfit: [Problem::QuestionUnfit(String::new())];
    /// The body is not JSON, too large or too slow.
    InvalidJson: [Problem::InvalidJson(String::new()), Problem::Timeout, Problem::TooLarge(0)];
    /// The body is not a form, too large or too slow.
    InvalidForm: [Problem::InvalidForm(String::new()), Problem::Timeout, Problem::TooLarge(0)];
    /// The body is neither JSON nor a form, too large or too slow.
    InvalidFields: [
        Problem::InvalidJson(String::new()),
        Problem::InvalidForm(String::new()),
        Problem::Timeout,
        Problem::TooLarge(0),
    ];
    /// Values are missing or wrong; each of them is named.
    Unprocessable: [Problem::Unprocessable(Faults::default())];
    /// The `Idempotency-Key` is no UUID, or belongs to another request.
    KeyRefused: [Problem::InvalidKey, Problem::IdempotencyMismatch];
    /// The node takes nothing now, or not by this link.
    NodeUnavailable: [
        Problem::NodeNotOpenYet,
        Problem::NodeExpired,
        Problem::NodeClosed,
        Problem::QuotaUsedUp,
        Problem::InvalidSignature,
    ];
    /// The node takes this by signed links only.
    NotSigned: [Problem::InvalidSignature];
    /// The visitor has given the feedback that the node takes.
    AlreadyComplete: [Problem::AlreadyComplete];
    /// Staff have blocked the device.
    DeviceBlocked: [Problem::DeviceBlocked];
    /// The token opens no chat.
    NoChat: [Problem::InvalidToken, Problem::ChatErased];
    /// The token is wrong.
    InvalidToken: [Problem::InvalidToken];
    /// The header with the tokens of chats is not valid.
    InvalidChatTokens: [Problem::InvalidChatTokens(String::new())];
    /// The chat does not take a message.
    MessageRefused: [
        Problem::ChatNotOpen(ChatStatus::Closed),
        Problem::OutsideHours,
        Problem::ChatFull,
        Problem::AttachmentNotTaken,
    ];
    /// The chat does not take a rating.
    RatingRefused: [
        Problem::ChatNotOver(ChatStatus::Open),
        Problem::RatingDisabled,
        Problem::AlreadyRated,
    ];
    /// The server requires a second factor.
    SecondFactorNeeded: [Problem::SecondFactorNeeded];
    /// Only people who have confirmed who they are may do it.
    NotAnOwner: [Problem::PersonNeeded, Problem::ConfirmationNeeded];
    /// It would be somebody else's, or leave nobody who manages people.
    PersonRefused: [
        Problem::EmailTaken,
        Problem::NameTaken,
        Problem::PersonDisabled,
        Problem::LastOwner,
        Problem::TooManyPeople,
    ];
    /// Somebody else has the name, or there are too many.
    TokenRefused: [Problem::NameTaken, Problem::TooManyTokens];
    /// The status of the chat does not allow it.
    ChatNotOpen: [Problem::ChatNotOpen(ChatStatus::Closed)];
    /// Somebody else has the chat.
    Assigned: [Problem::Assigned(String::new())];
    /// The node blocks as many devices as it may.
    TooManyBlockedDevices: [Problem::TooManyBlockedDevices];
    /// The feedback has as many tags as it may have.
    TooManyTags: [Problem::TooManyTags];
    /// The feedback has as many notes as it may have.
    TooManyNotes: [Problem::TooManyNotes];
    /// There are as many canned replies as there may be.
    TooManyCannedReplies: [Problem::TooManyCannedReplies];
    /// The person or token keeps as many exports as it may.
    TooManyExports: [Problem::TooManyExports];
    /// The export waits, is being made, or has failed.
    ExportNotDone: [Problem::ExportNotDone];
    /// Files hold the record.
    RecordsAreFiles: [Problem::RecordsAreFiles];
    /// Other records depend on it.
    RecordInUse: [Problem::RecordInUse(String::new())];
    /// The flow was changed beside the draft.
    OutdatedDraft: [Problem::OutdatedDraft(None)];
    /// The flow was changed beside the draft, or there are as many drafts as there may be.
    DraftNotBegun: [Problem::OutdatedDraft(None), Problem::TooManyDrafts];
    /// Somebody else has changed it, or it is there already.
    DraftChanged: [Problem::Changed(None)];
    /// The request does not say what it changes.
    PreconditionRequired: [Problem::PreconditionRequired("")];
    /// There are as many webhooks as there may be.
    TooManyWebhooks: [Problem::TooManyWebhooks];
    /// The device, its address, or all together have uploaded too much that nothing has taken, or there is no room.
    TooManyUploads: [Problem::TooManyUploads, Problem::UploadsFull, Problem::NoRoom, TOO_MUCH_STORED];
    /// Too much was stored for the address within an hour.
    TooMuchStored: [TOO_MUCH_STORED];
    /// There is little room on the server's disk.
    NoRoom: [Problem::NoRoom];
    /// The verification code cannot be used any more.
    CodeExpired: [Problem::CodeExpired];
    /// A look-up has no result.
    ConnectorFailed: [Problem::ConnectorFailed, Problem::ConnectorTooSlow];
    /// Text messages cannot be sent.
    NotTexted: [Problem::NoTextMessages, Problem::TextMessageFailed(Duration::ZERO)];
    /// Mails cannot be sent.
    NoMail: [Problem::NoMail];
    /// The server was built without its pages.
    NoPages: [Problem::NoPages];
    /// Something is not there at present.
    Busy: [Problem::Busy];
}

/// Staff have a host of their own.
const NOT_HERE: Problem = Problem::NotFound("page or call");

const TOO_MANY_REQUESTS: Problem = Problem::TooManyRequests(TooManyRequests { wait: Duration::ZERO });

const TOO_MANY_ATTEMPTS: Problem = Problem::TooManyAttempts(TooManyRequests { wait: Duration::ZERO });

const TOO_MUCH_STORED: Problem = Problem::TooMuchStored(TooManyRequests { wait: Duration::ZERO });

/// Returns a response for each problem. Several can have the same status, so they are told apart by status and code until
/// [`merge`](super::responses::merge) makes one response for each status.
fn responses(problems: &[Problem]) -> BTreeMap<String, RefOr<Response>> {
    let response = |problem: &Problem| {
        let Summary {
            status, code, title, ..
        } = problem.summary();
        let title = ResponseBuilder::new().description(title);
        (format!("{} {code}", status.as_u16()), title.build().into())
    };
    problems.iter().map(response).collect()
}
