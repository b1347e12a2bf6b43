//! A chat from beginning to end, as text or as JSON (docs/staff.md#transcript).
//!
//! It is made part by part, since a chat may hold more than should be in memory at once.

use crate::chat::{Person, PersonForm, StaffChatDetail, TimelineForm};
use crate::flows::Flows;
use base::time::to_rfc3339;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;
use store::{
    Actor, LoadedChat, MessageKind, MessageRow, Reader, Store, StoreError, StoredUpload, TimelinePage,
};
use utoipa::ToSchema;

/// Messages of one part.
const PART_LENGTH: u32 = 200;

/// The form of a transcript.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TranscriptFormat {
    #[default]
    Text,
    Json,
}

/// A transcript in the making: the chat as it was when it began.
pub(crate) struct Transcript {
    store: Arc<Store>,
    format: TranscriptFormat,
    feedback_id: String,
    customer: Person,
    /// What the transcript begins with; taken by the first part.
    head: Option<String>,
    /// The position up to which messages have been written.
    written: i64,
    /// The position at which it ends.
    end: i64,
    is_first_item: bool,
    is_finished: bool,
}

impl Transcript {
    /// Begins the transcript of a chat; `None` if there is no such chat.
    pub(crate) async fn begin(
        store: &Arc<Store>,
        flows: &Flows,
        feedback_id: String,
        format: TranscriptFormat,
    ) -> Result<Option<Self>, StoreError> {
        // A page without items.
        let nothing = TimelinePage::Before(0);
        let Some(LoadedChat { chat, .. }) = store.chat(&feedback_id, nothing, Reader::Staff).await? else {
            return Ok(None);
        };
        let Some(detail) = StaffChatDetail::load(store, flows, &feedback_id, nothing).await? else {
            return Ok(None);
        };
        let Ok(Value::Object(mut detail)) = serde_json::to_value(&detail) else {
            return Ok(None);
        };
        for field in ["timeline_items", "timeline_after", "cursor"] {
            detail.remove(field);
        }
        Ok(Some(Self {
            head: Some(match format {
                TranscriptFormat::Text => text_head(&detail),
                TranscriptFormat::Json => json_head(&detail),
            }),
            store: Arc::clone(store),
            format,
            customer: Person::from_customer(chat.customer.as_deref()),
            feedback_id,
            written: 0,
            end: chat.position,
            is_first_item: true,
            is_finished: false,
        }))
    }

    /// Returns the next part; `None` after the last one.
    pub(crate) async fn next_part(&mut self) -> Result<Option<String>, StoreError> {
        if let Some(head) = self.head.take() {
            return Ok(Some(head));
        }
        if self.is_finished {
            return Ok(None);
        }
        let (messages, uploads) = self
            .store
            .transcript_part(&self.feedback_id, self.written, self.end, PART_LENGTH)
            .await?;
        let Some(last) = messages.last() else {
            self.is_finished = true;
            let is_json = self.format == TranscriptFormat::Json;
            return Ok(is_json.then(|| "]}\n".to_owned()));
        };
        self.written = last.position;
        Ok(Some(match self.format {
            TranscriptFormat::Text => messages
                .iter()
                .map(|message| text_item(message, &uploads))
                .collect(),
            TranscriptFormat::Json => self.json_items(messages, &uploads),
        }))
    }

    fn json_items(&mut self, messages: Vec<MessageRow>, uploads: &HashMap<String, StoredUpload>) -> String {
        let form = TimelineForm {
            reader: Reader::Staff,
            persons: PersonForm::InItems,
        };
        let (items, _) = form.items(&self.feedback_id, messages, &self.customer, uploads);
        let mut json = String::new();
        for item in items {
            json.push_str(if self.is_first_item { "" } else { ",\n" });
            self.is_first_item = false;
            json.push_str(&base::json::to_text(&item));
        }
        json
    }
}

/// Begins the object that ends after the items.
fn json_head(detail: &Map<String, Value>) -> String {
    let object = base::json::to_text(detail);
    let without_end = object.strip_suffix('}').unwrap_or(&object);
    format!("{without_end},\"timeline_items\":[")
}

fn text_head(detail: &Map<String, Value>) -> String {
    let text = |pointer: &[&str]| {
        let mut value = detail.get(*pointer.first()?)?;
        for name in pointer.get(1..)? {
            value = value.get(name)?;
        }
        value.as_str()
    };
    let node = text(&["node", "name"])
        .or(text(&["node", "id"]))
        .unwrap_or_default();
    let field = |name| text(&[name]).unwrap_or_default();
    let mut head = format!(
        "{}\n{} {}\n{}\n\n",
        in_one_line(node),
        field("feedback_id"),
        field("status"),
        field("created_at"),
    );
    let list = |name| {
        detail
            .get(name)
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice)
    };
    for answer in list("responses") {
        let text = |name: &str| answer.get(name).and_then(Value::as_str).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(
            head,
            "{}\n  {}",
            in_one_line(text("question")),
            indented(text("answer"))
        );
    }
    for rating in list("chat_ratings") {
        let at = rating
            .get("created_at")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let value = rating.get("rating").and_then(Value::as_i64).unwrap_or_default();
        let _ = writeln!(head, "{at} rating: {value}");
    }
    head.push('\n');
    head
}

fn text_item(message: &MessageRow, uploads: &HashMap<String, StoredUpload>) -> String {
    let who = match (message.actor, message.kind) {
        (Actor::Customer, _) => "customer".to_owned(),
        (Actor::Staff, kind) => {
            let name = in_one_line(message.author.as_deref().unwrap_or_default());
            let role = if kind == MessageKind::Note {
                "note"
            } else {
                "staff"
            };
            format!("{name} ({role})")
        }
    };
    let upload = message.upload_id.as_ref().and_then(|id| uploads.get(id));
    let file = upload.map_or_else(String::new, |upload| {
        format!(" [{}, {} bytes]", in_one_line(&upload.name), upload.size)
    });
    let (at, body) = (to_rfc3339(message.created_at), indented(&message.body));
    format!("{at} {who}:{file} {body}\n")
}

/// Indents all lines but the first, so that no text looks like the item of somebody else.
fn indented(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join("\n  ")
}

fn in_one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_text_cannot_imitate_another_author() {
        let message = MessageRow {
            position: 1,
            id: "m".into(),
            kind: MessageKind::Message,
            actor: Actor::Customer,
            author: None,
            avatar: None,
            body: "Hi\n1970-01-01T00:00:00.000Z Ann (staff): You get it all back.".into(),
            client_key: None,
            upload_id: None,
            created_at: 0,
        };
        assert_eq!(
            text_item(&message, &HashMap::new()),
            "1970-01-01T00:00:00.000Z customer: Hi\n  1970-01-01T00:00:00.000Z Ann (staff): You get it all back.\n"
        );
    }

    #[test]
    fn the_parts_of_a_json_transcript_are_one_document() {
        let Value::Object(detail) = json!({"feedback_id": "f"}) else {
            unreachable!()
        };
        let whole = format!("{}{}", json_head(&detail), "]}");
        assert_eq!(
            serde_json::from_str::<Value>(&whole).unwrap(),
            json!({"feedback_id": "f", "timeline_items": []})
        );
    }
}
