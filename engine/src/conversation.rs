//! Conversations: a flow, events, and what is expected after each. See docs/engine.md#conversations.

use crate::flow::Flow;
use crate::session::{FlowEffect, Session, SessionContext, TimedEvent, View};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// A conversation that has been read.
pub struct Conversation {
    session: Session,
    events: Vec<TimedEvent>,
    expect: Vec<Value>,
}

#[derive(Deserialize)]
struct ConversationFile {
    flow: Value,
    /// Short for `urlLanguage` in the context.
    language: Option<String>,
    #[serde(default)]
    now: f64,
    #[serde(default)]
    context: Option<Value>,
    #[serde(default)]
    events: Vec<Value>,
    #[serde(default)]
    expect: Vec<Value>,
}

/// A line of output of `pulsen replay`: the outcome of one event.
#[derive(Serialize)]
struct Line<'a> {
    view: View<'a>,
    effects: Vec<FlowEffect>,
}

/// The error of a conversation that cannot be read.
#[derive(Debug)]
pub struct ConversationError(String);

impl fmt::Display for ConversationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConversationError {}

impl Conversation {
    /// Reads a conversation. `load_flow` returns the text of the flow that the file names by path.
    ///
    /// # Errors
    /// The first mistake in the conversation, its flow, its context or its events, with its JSON pointer.
    pub fn parse(
        json: &str,
        load_flow: impl FnOnce(&str) -> Result<String, String>,
    ) -> Result<Self, ConversationError> {
        let fail = |message: String| ConversationError(message);
        let file: ConversationFile = serde_json::from_str(json).map_err(|error| fail(error.to_string()))?;
        let flow = match &file.flow {
            Value::String(path) => load_flow(path).map_err(|error| fail(format!("/flow: {error}")))?,
            inline => inline.to_string(),
        };
        let flow = Flow::parse(&flow, crate::native()).map_err(|error| fail(format!("/flow{error}")))?;
        let context = file
            .context
            .unwrap_or_else(|| Value::Object(serde_json::Map::new()))
            .to_string();
        let mut context = SessionContext::parse(&context, crate::native())
            .map_err(|error| fail(format!("/context{error}")))?;
        context.now = file.now;
        context.url_language = file.language.or(context.url_language);
        let mut events = Vec::with_capacity(file.events.len());
        for (at, event) in file.events.into_iter().enumerate() {
            let event = TimedEvent::parse(&event.to_string(), crate::native())
                .map_err(|error| fail(format!("/events/{at}{error}")))?;
            events.push(event);
        }
        let session = Session::new(Arc::new(flow), context, crate::native());
        Ok(Self {
            session,
            events,
            expect: file.expect,
        })
    }

    /// Handles the events and returns a line of JSON for each.
    #[must_use]
    pub fn replay(mut self) -> Vec<String> {
        let outcome = |event: TimedEvent| {
            let effects = self.session.step(event.at, event.event());
            let line = Line {
                view: self.session.view(),
                effects,
            };
            serde_json::to_string(&line).unwrap_or_default()
        };
        self.events.into_iter().map(outcome).collect()
    }

    /// Handles the events and compares each line with the file's expectation.
    ///
    /// # Errors
    /// A text for each difference: the position of the event, the JSON pointer into its line, the expected and the
    /// actual value.
    pub fn verify(self) -> Result<(), Vec<String>> {
        let expect = self.expect.clone();
        let lines = self.replay();
        let mut differences = Vec::new();
        if lines.len() != expect.len() {
            differences.push(format!(
                "the file has {} events but {} expectations; give an expectation for each event, `{{}}` for none",
                lines.len(),
                expect.len()
            ));
        }
        for (at, (line, expected)) in lines.iter().zip(&expect).enumerate() {
            let actual = serde_json::from_str(line).unwrap_or_default();
            compare(expected, &actual, &mut format!("event {at} "), &mut differences);
        }
        if differences.is_empty() {
            Ok(())
        } else {
            Err(differences)
        }
    }
}

/// Reads a conversation, handles its events and returns a line of JSON for each.
///
/// # Errors
/// Those of [`Conversation::parse`].
pub fn replay(
    json: &str,
    load_flow: impl FnOnce(&str) -> Result<String, String>,
) -> Result<Vec<String>, ConversationError> {
    Ok(Conversation::parse(json, load_flow)?.replay())
}

/// Compares objects as subsets, where an expected null means that the field is absent, and lists item by item.
fn compare(expected: &Value, actual: &Value, place: &mut String, differences: &mut Vec<String>) {
    let length = place.len();
    match (expected, actual) {
        (Value::Object(expected), Value::Object(actual)) => {
            for (key, expected) in expected {
                place.push('/');
                place.push_str(key);
                compare(
                    expected,
                    actual.get(key).unwrap_or(&Value::Null),
                    place,
                    differences,
                );
                place.truncate(length);
            }
        }
        (Value::Array(expected), Value::Array(actual)) if expected.len() == actual.len() => {
            for (at, (expected, actual)) in expected.iter().zip(actual).enumerate() {
                place.push_str(&format!("/{at}"));
                compare(expected, actual, place, differences);
                place.truncate(length);
            }
        }
        (Value::Number(expected), Value::Number(actual)) if expected.as_f64() == actual.as_f64() => {}
        _ if expected == actual => {}
        _ => differences.push(format!("{place}: expected {expected}, got {actual}")),
    }
}
