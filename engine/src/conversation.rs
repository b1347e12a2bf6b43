//! Conversations: a flow, a list of events, and what is expected after each. One file format for the native tests,
//! the WebAssembly tests and `pulsen replay` (`wire.md`).

use crate::flow::Flow;
use crate::session::{FlowEffect, FlowEvent, Session, SessionContext, View};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// A conversation that is ready to run.
pub struct Conversation {
    session: Session,
    events: Vec<FlowEvent>,
    expect: Vec<Value>,
}

/// The file as written.
#[derive(Deserialize)]
struct ConversationFile {
    flow: Value,
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

/// What one event brought: a line of `pulsen replay`.
#[derive(Serialize)]
struct Line<'a> {
    view: View<'a>,
    effects: Vec<FlowEffect>,
}

/// Why a conversation cannot be run.
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
    /// Says what in the conversation, or in its flow, cannot be read.
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
            let event = FlowEvent::parse(&event.to_string(), crate::native())
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

    /// Runs the events; returns one line of JSON for each.
    #[must_use]
    pub fn replay(mut self) -> Vec<String> {
        let step = |event: FlowEvent| {
            let effects = self.session.step(event);
            let line = Line {
                view: self.session.view(),
                effects,
            };
            serde_json::to_string(&line).unwrap_or_default()
        };
        self.events.into_iter().map(step).collect()
    }

    /// Runs the events and compares each line with what the file expects of it.
    ///
    /// # Errors
    /// Each difference: the event's position, the JSON pointer into its line, what was expected and what came.
    pub fn verify(self) -> Result<(), Vec<String>> {
        let expect = self.expect.clone();
        let lines = self.replay();
        let mut differences = Vec::new();
        if lines.len() != expect.len() {
            differences.push(format!(
                "{} events, but {} expectations",
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

/// Runs a conversation; returns one line of JSON for each event.
///
/// # Errors
/// Those of [`Conversation::parse`].
pub fn replay(
    json: &str,
    load_flow: impl FnOnce(&str) -> Result<String, String>,
) -> Result<Vec<String>, ConversationError> {
    Ok(Conversation::parse(json, load_flow)?.replay())
}

/// Objects are compared as subsets, where an expected null means that the field is absent; lists item by item.
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
