//! The problem document of each error that a handler can meet.

use super::problem::Problem;
use crate::accounts::PasswordError;
use crate::admission::{ArrivalError, NoPlace};
use crate::disk_room::NoRoom;
use crate::feedback::SubmissionError;
use crate::rate_limits::{TooManyRequests, TooMuchStored};
use crate::uploads::{AcceptedFiles, ContentError, MAX_FILE_BYTES, UploadError};
use base::customers::CUSTOMER_LENGTH;
use base::input::fault::{Fault, FaultKey, Faults};
use base::input::idempotency_key::IdempotencyKeyError;
use base::records::Unavailability;
use base::telemetry::rate_limited;
use std::convert::Infallible;
use std::time::Duration;
use store::{
    ChangedTooOften, ChatActRefusal, ChatRefusal, ChatStartRefusal, CustomerTooLong, FeedbackActRefusal,
    ListCursorError, NoSuchCode, RatingRefusal, SentTooOften, StoreError, SubmissionRefusal, TokenRefusal,
    TooManyBlocked, TooManyExports, TooManyReplies, UserRefusal, WebhookRefusal, WriteError,
};
use tracing::error;

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        error!(%error, "store failed");
        if error.is_unavailable() {
            Self::Busy
        } else {
            Self::Internal
        }
    }
}

impl<R: Into<Self>> From<WriteError<R>> for Problem {
    fn from(error: WriteError<R>) -> Self {
        match error {
            WriteError::Refused(refusal) => refusal.into(),
            // A failed write is 503, not 500: a full disk or a lock passes, and a repeat is safe.
            WriteError::QueueFull | WriteError::Stopping | WriteError::Failed | WriteError::Unwritable => {
                Self::Busy
            }
        }
    }
}

impl From<Infallible> for Problem {
    fn from(refusal: Infallible) -> Self {
        match refusal {}
    }
}

impl From<ArrivalError> for Problem {
    fn from(error: ArrivalError) -> Self {
        match error {
            ArrivalError::TooSlow => Self::Timeout,
            ArrivalError::NoMemory | ArrivalError::Unchecked => Self::Busy,
            ArrivalError::SessionEnded => Self::NotSignedIn,
            ArrivalError::TokenEnded => Self::Unauthorized,
            ArrivalError::TooMuchOfClient => Self::TooManyRequests(TooManyRequests { wait: Duration::ZERO }),
        }
    }
}

impl From<NoPlace> for Problem {
    fn from(_: NoPlace) -> Self {
        Self::Busy
    }
}

impl From<SubmissionRefusal> for Problem {
    fn from(refusal: SubmissionRefusal) -> Self {
        match refusal {
            SubmissionRefusal::KeyReused => Self::IdempotencyMismatch,
            SubmissionRefusal::SenderBlocked => Self::DeviceBlocked,
            SubmissionRefusal::AlreadyComplete => Self::AlreadyComplete,
            SubmissionRefusal::QuotaUsedUp => Self::QuotaUsedUp,
            SubmissionRefusal::QuotaShareUsedUp => {
                rate_limited("quota_share");
                Self::QuotaUsedUp
            }
            SubmissionRefusal::ForeignFeedback => {
                let detail = "X-FID names no partial feedback of this device for this node and flow";
                Fault::at("", FaultKey::ForeignFeedback, detail).into()
            }
            SubmissionRefusal::UnknownUploads(positions) => {
                Faults::from_iter(positions.into_iter().map(Fault::unknown_upload)).into()
            }
        }
    }
}

impl From<CustomerTooLong> for Problem {
    fn from(_: CustomerTooLong) -> Self {
        let detail =
            format!("with what is known already, at most {CUSTOMER_LENGTH} bytes of JSON are expected");
        Fault::at("", FaultKey::TooLong, detail).into()
    }
}

impl From<Unavailability> for Problem {
    fn from(reason: Unavailability) -> Self {
        match reason {
            Unavailability::NotOpenYet => Self::NodeNotOpenYet,
            Unavailability::Expired => Self::NodeExpired,
            Unavailability::Closed => Self::NodeClosed,
            Unavailability::QuotaUsedUp => Self::QuotaUsedUp,
            Unavailability::InvalidSignature => Self::InvalidSignature,
        }
    }
}

impl From<ChatRefusal> for Problem {
    fn from(refusal: ChatRefusal) -> Self {
        match refusal {
            ChatRefusal::UnknownChat => Self::NotFound("chat"),
            ChatRefusal::WrongStatus(status) => Self::ChatNotOpen(status),
            ChatRefusal::KeyReused => Self::IdempotencyMismatch,
            ChatRefusal::DeviceBlocked => Self::DeviceBlocked,
            ChatRefusal::OutsideHours => Self::OutsideHours,
            ChatRefusal::Full => Self::ChatFull,
            ChatRefusal::AttachmentLost => Self::Busy,
        }
    }
}

impl From<ChatStartRefusal> for Problem {
    fn from(refusal: ChatStartRefusal) -> Self {
        match refusal {
            ChatStartRefusal::Over => Self::InvalidToken,
            ChatStartRefusal::SenderBlocked => Self::DeviceBlocked,
        }
    }
}

impl From<RatingRefusal> for Problem {
    fn from(refusal: RatingRefusal) -> Self {
        match refusal {
            RatingRefusal::UnknownChat => Self::NotFound("chat"),
            RatingRefusal::Disabled => Self::RatingDisabled,
            RatingRefusal::NotOver(status) => Self::ChatNotOver(status),
            RatingRefusal::AlreadyRated => Self::AlreadyRated,
        }
    }
}

impl From<ChatActRefusal> for Problem {
    fn from(refusal: ChatActRefusal) -> Self {
        match refusal {
            ChatActRefusal::UnknownChat => Self::NotFound("chat"),
            ChatActRefusal::WrongStatus(status) => Self::ChatNotOpen(status),
            ChatActRefusal::AssignedTo(name) => Self::Assigned(name),
            ChatActRefusal::TooManyBlockedDevices => TooManyBlocked.into(),
        }
    }
}

impl From<FeedbackActRefusal> for Problem {
    fn from(refusal: FeedbackActRefusal) -> Self {
        match refusal {
            FeedbackActRefusal::UnknownFeedback => Self::NotFound("feedback"),
            FeedbackActRefusal::TooManyTags => Self::TooManyTags,
            FeedbackActRefusal::TooManyNotes => Self::TooManyNotes,
            FeedbackActRefusal::KeyReused => Self::IdempotencyMismatch,
        }
    }
}

impl From<TooManyBlocked> for Problem {
    fn from(_: TooManyBlocked) -> Self {
        Self::TooManyBlockedDevices
    }
}

impl From<WebhookRefusal> for Problem {
    fn from(refusal: WebhookRefusal) -> Self {
        match refusal {
            WebhookRefusal::TooMany => Self::TooManyWebhooks,
            WebhookRefusal::NotInScope => Self::NotInScope,
        }
    }
}

impl From<UserRefusal> for Problem {
    fn from(refusal: UserRefusal) -> Self {
        match refusal {
            UserRefusal::EmailTaken(_) => Self::EmailTaken,
            UserRefusal::NameTaken(_) => Self::NameTaken,
            UserRefusal::Unknown => Self::NotFound("person"),
            UserRefusal::Disabled(_) => Self::PersonDisabled,
            UserRefusal::UnknownNode(node_id) => unknown_node(&node_id),
            UserRefusal::LastOwner(_) => Self::LastOwner,
            UserRefusal::TooMany => Self::TooManyPeople,
        }
    }
}

impl From<TokenRefusal> for Problem {
    fn from(refusal: TokenRefusal) -> Self {
        match refusal {
            TokenRefusal::InForce(_) | TokenRefusal::OfPerson(_) => Self::NameTaken,
            TokenRefusal::NotInForce(_) => Self::NotFound("token in force"),
            TokenRefusal::UnknownNode(node_id) => unknown_node(&node_id),
            TokenRefusal::TooMany => Self::TooManyTokens,
        }
    }
}

/// Returns the problem of a list of nodes in which one does not exist.
fn unknown_node(node_id: &str) -> Problem {
    Fault::at(
        "/nodes",
        FaultKey::UnknownNode,
        format!("there is no node `{node_id}`"),
    )
    .into()
}

impl From<TooManyExports> for Problem {
    fn from(_: TooManyExports) -> Self {
        Self::TooManyExports
    }
}

impl From<TooManyReplies> for Problem {
    fn from(_: TooManyReplies) -> Self {
        Self::TooManyCannedReplies
    }
}

impl From<SentTooOften> for Problem {
    fn from(refusal: SentTooOften) -> Self {
        let wait = Duration::from_millis(refusal.wait.unsigned_abs());
        Self::TooManyRequests(TooManyRequests { wait })
    }
}

impl From<ChangedTooOften> for Problem {
    fn from(refusal: ChangedTooOften) -> Self {
        let wait = Duration::from_millis(refusal.wait.unsigned_abs());
        Self::TooManyRequests(TooManyRequests { wait })
    }
}

impl From<NoSuchCode> for Problem {
    fn from(_: NoSuchCode) -> Self {
        Self::CodeExpired
    }
}

impl From<SubmissionError> for Problem {
    fn from(error: SubmissionError) -> Self {
        match error {
            SubmissionError::Json(message) => Self::InvalidJson(message),
            SubmissionError::Body(faults) => faults.into(),
            SubmissionError::Key(error) => error.into(),
        }
    }
}

impl From<TooManyRequests> for Problem {
    fn from(refusal: TooManyRequests) -> Self {
        Self::TooManyRequests(refusal)
    }
}

impl From<TooMuchStored> for Problem {
    fn from(TooMuchStored(refusal): TooMuchStored) -> Self {
        Self::TooMuchStored(refusal)
    }
}

impl From<NoRoom> for Problem {
    fn from(_: NoRoom) -> Self {
        Self::NoRoom
    }
}

impl From<IdempotencyKeyError> for Problem {
    fn from(_: IdempotencyKeyError) -> Self {
        Self::InvalidKey
    }
}

impl From<PasswordError> for Problem {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Busy => Self::Busy,
            error => {
                error!(%error, "hashing a password failed");
                Self::Internal
            }
        }
    }
}

impl From<getrandom::Error> for Problem {
    fn from(error: getrandom::Error) -> Self {
        error!(%error, "system random generator unavailable");
        Self::Internal
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        error!(%error, "response serialization failed");
        Self::Internal
    }
}

impl From<Faults> for Problem {
    fn from(faults: Faults) -> Self {
        Self::Unprocessable(faults)
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self::Unprocessable(fault.into())
    }
}

impl From<UploadError> for Problem {
    fn from(error: UploadError) -> Self {
        upload_problem(error, "/file")
    }
}

/// Returns the problem of a file that is at this place of a form.
pub(super) fn upload_problem(error: UploadError, pointer: &str) -> Problem {
    let refuse = |key, detail| Fault::at(pointer, key, detail).into();
    match error {
        UploadError::Empty => refuse(FaultKey::Required, "the file is empty"),
        UploadError::TooLarge => Problem::TooLarge(MAX_FILE_BYTES),
        UploadError::Content(ContentError::UnsupportedType(AcceptedFiles::Images)) => refuse(
            FaultKey::UnsupportedType,
            "a JPEG, PNG, WebP or GIF image is expected",
        ),
        UploadError::Content(ContentError::UnsupportedType(AcceptedFiles::ImagesAndDocuments)) => refuse(
            FaultKey::UnsupportedType,
            "a JPEG, PNG, WebP or GIF image or a PDF document is expected",
        ),
        UploadError::Content(ContentError::Invalid) => refuse(
            FaultKey::InvalidFile,
            "the file is damaged or incomplete, or several formats in one",
        ),
        UploadError::Content(ContentError::ActiveDocument) => refuse(
            FaultKey::ActiveDocument,
            "the document has scripts, launches programs or holds files, or is encrypted so that this cannot be seen",
        ),
        UploadError::Content(ContentError::Harmful) => refuse(
            FaultKey::HarmfulFile,
            "the scanner of this server has found something harmful",
        ),
        UploadError::Content(ContentError::TooManyPixels) => refuse(
            FaultKey::TooManyPixels,
            "the image has too many pixels or too much detail",
        ),
        UploadError::Content(ContentError::TooSlow) => {
            refuse(FaultKey::TooManyPixels, "the image takes too long to process")
        }
        UploadError::TooMany => Problem::TooManyUploads,
        UploadError::Full => Problem::UploadsFull,
        UploadError::NoRoom => Problem::NoRoom,
        UploadError::Unavailable => Problem::Busy,
    }
}

impl From<ListCursorError> for Problem {
    fn from(error: ListCursorError) -> Self {
        Self::InvalidQuery(error.to_string())
    }
}
