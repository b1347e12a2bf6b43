//! The engine for the browser. This crate converts values; every decision is made in `engine`. See docs/engine.md.

mod outgoing;

use engine::{Flow, FlowError, Report, Session, SessionContext, TimedEvent, Update, View};
use outgoing::ConversionError;
use serde::Serialize;
use std::sync::Arc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// One visitor's run through a flow.
#[wasm_bindgen]
pub struct FlowSession(Session);

#[wasm_bindgen]
impl FlowSession {
    /// Reads a flow from its JSON text and starts a session.
    ///
    /// # Errors
    /// Throws an `Error` for the first mistake in the flow or the context, mostly with its JSON pointer. What is wrong in a
    /// flow that is JSON of the right types only `pulsen check` says.
    #[wasm_bindgen(constructor)]
    pub fn new(flow_json: &str, context: Ts<SessionContext>) -> Result<Self, JsError> {
        let platform = browser::platform();
        let context = stringify(context)?;
        let context =
            SessionContext::parse(&context, platform).map_err(|error| to_js_error("context ", &error))?;
        let flow = Flow::parse(flow_json, platform).map_err(|error| to_js_error("flow ", &error))?;
        Ok(Self(Session::new(Arc::new(flow), context, platform)))
    }

    /// Returns the whole current page.
    ///
    /// # Errors
    /// Throws only if a type of the engine cannot be converted.
    pub fn view(&self) -> Result<Ts<View<'static>>, JsError> {
        convert(&self.0.view())
    }

    /// Returns the session's part of an error report, which contains no answers.
    ///
    /// # Errors
    /// Throws only if a type of the engine cannot be converted.
    pub fn report(&self) -> Result<Ts<Report<'static>>, JsError> {
        convert(&self.0.report())
    }

    /// Handles an event; returns the effects and what changed in the view.
    ///
    /// # Errors
    /// Throws an `Error` if the value is not an event. The session stays as it was.
    pub fn update(&mut self, event: Ts<TimedEvent>) -> Result<Ts<Update<'static>>, JsError> {
        let event = stringify(event)?;
        let event =
            TimedEvent::parse(&event, browser::platform()).map_err(|error| to_js_error("event ", &error))?;
        convert(&self.0.update(event.at, event.event()))
    }
}

/// Turns an object into JSON text for the engine's own reader. The deserializers of serde would add 12 KB.
fn stringify<T: Tsify>(value: Ts<T>) -> Result<String, JsError> {
    let text = js_sys::JSON::stringify(&JsValue::from(value))
        .map_err(|_| JsError::new("the object contains itself"))?;
    text.as_string()
        .ok_or_else(|| JsError::new("an object is expected"))
}

/// Converts a value of the engine; `T` is its type in TypeScript.
fn convert<T: Tsify>(value: &impl Serialize) -> Result<Ts<T>, JsError> {
    let value = outgoing::to_js(value).map_err(|ConversionError| JsError::new(ConversionError::MESSAGE))?;
    Ok(Ts::new_unchecked(value))
}

fn to_js_error(source: &str, error: &FlowError) -> JsError {
    let mut text = String::from(source);
    text.push_str(if error.pointer.is_empty() {
        "/"
    } else {
        &error.pointer
    });
    text.push_str(": ");
    text.push_str(if error.message.is_empty() {
        "`pulsen check` says what is wrong"
    } else {
        &error.message
    });
    JsError::new(&text)
}
