//! What a call says (docs/webhooks.md#events). It is made when the call is made: what was erased before is not in it.

use super::parts::WebhookParts;
use crate::chat::{Person, PersonForm, TimelineForm, TimelineItem};
use crate::staff::told_feedback;
use base::time::{Millis, to_rfc3339};
use serde::Serialize;
use store::{ChatStatus, Delivery, EventType, Reader, Store, StoreError};

/// The type of the event with which staff try a webhook.
const TEST: &str = "webhook.test";

#[derive(Serialize)]
struct Payload<'a, T> {
    r#type: &'a str,
    /// When it happened, RFC 3339.
    timestamp: String,
    data: T,
}

#[derive(Serialize)]
struct MessageData<'a> {
    feedback_id: &'a str,
    node_id: &'a str,
    timeline_item: TimelineItem,
}

#[derive(Serialize)]
struct StatusData<'a> {
    feedback_id: &'a str,
    node_id: &'a str,
    status: Option<ChatStatus>,
}

#[derive(Serialize)]
struct RatingData<'a> {
    feedback_id: &'a str,
    node_id: &'a str,
    rating: i64,
    created_at: String,
}

#[derive(Serialize)]
struct TestData<'a> {
    webhook_id: &'a str,
}

/// Why there is no body.
#[derive(Debug, thiserror::Error)]
pub(super) enum BodyError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Returns the body of a delivery; `None` if what it reports was erased.
pub(super) async fn build(parts: &WebhookParts, delivery: &Delivery) -> Result<Option<String>, BodyError> {
    let Delivery {
        feedback_id, node_id, ..
    } = delivery;
    let position = delivery.position.unwrap_or_default();
    match delivery.event {
        EventType::FeedbackPartial | EventType::FeedbackCompleted => {
            let feedback = told_feedback(&parts.feedback, parts.base.clone(), feedback_id).await?;
            feedback.map(|data| payload(delivery, data)).transpose()
        }
        EventType::ChatMessage => {
            let item = message(&parts.feedback.store, feedback_id, position).await?;
            let data = item.map(|timeline_item| MessageData {
                feedback_id,
                node_id,
                timeline_item,
            });
            data.map(|data| payload(delivery, data)).transpose()
        }
        EventType::ChatStatusChanged => {
            if !parts.feedback.store.has_chat(feedback_id).await? {
                return Ok(None);
            }
            let data = StatusData {
                feedback_id,
                node_id,
                status: delivery.chat_status,
            };
            payload(delivery, data).map(Some)
        }
        EventType::ChatRated => {
            let rating = parts.feedback.store.told_rating(feedback_id, position).await?;
            let data = rating.map(|rating| RatingData {
                feedback_id,
                node_id,
                rating: rating.rating,
                created_at: to_rfc3339(rating.created_at),
            });
            data.map(|data| payload(delivery, data)).transpose()
        }
    }
}

/// Returns the body with which staff try a webhook.
///
/// # Errors
/// None that this data could cause.
pub(super) fn build_test(webhook_id: &str, now: Millis) -> Result<String, BodyError> {
    let payload = Payload {
        r#type: TEST,
        timestamp: to_rfc3339(now),
        data: TestData { webhook_id },
    };
    Ok(serde_json::to_string(&payload)?)
}

fn payload(delivery: &Delivery, data: impl Serialize) -> Result<String, BodyError> {
    let payload = Payload {
        r#type: delivery.event.into_str(),
        timestamp: to_rfc3339(delivery.occurred_at),
        data,
    };
    Ok(serde_json::to_string(&payload)?)
}

/// Returns a message as staff see it.
async fn message(
    store: &Store,
    feedback_id: &str,
    position: i64,
) -> Result<Option<TimelineItem>, StoreError> {
    let Some(told) = store.told_message(feedback_id, position).await? else {
        return Ok(None);
    };
    let attachment = match &told.message.upload_id {
        Some(id) => store.attachment(id).await?,
        None => None,
    };
    let form = TimelineForm {
        reader: Reader::Staff,
        persons: PersonForm::InItems,
    };
    let customer = Person::from_customer(told.customer.as_deref());
    Ok(Some(form.item(
        feedback_id,
        told.message,
        &customer,
        attachment.as_ref(),
    )))
}
