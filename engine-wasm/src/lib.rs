//! The engine for the browser. Conversion only: every decision is in `engine`.

mod browser;
mod outgoing;

use engine::{Flow, FlowError, FlowEvent, Report, Session, SessionContext, Update, View};
use outgoing::Unconvertible;
use std::sync::Arc;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// One visitor's run through a flow.
#[wasm_bindgen]
pub struct FlowSession(Session);

#[wasm_bindgen]
impl FlowSession {
    /// Reads a flow from JSON text and starts a run.
    ///
    /// # Errors
    /// Throws an `Error` that says where in the flow or context something is wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(flow: &str, context: Ts<SessionContext>) -> Result<Self, JsError> {
        let platform = browser::platform();
        let context = json(context)?;
        let context =
            SessionContext::parse(&context, platform).map_err(|error| readable("context ", &error))?;
        let flow = Flow::parse(flow, platform).map_err(|error| readable("flow ", &error))?;
        Ok(Self(Session::new(Arc::new(flow), context, platform)))
    }

    /// What the page shows now, whole.
    ///
    /// # Errors
    /// Never in practice: a view always converts.
    pub fn view(&self) -> Result<Ts<View<'static>>, JsError> {
        let view = outgoing::to_js(&self.0.view()).map_err(unconvertible)?;
        Ok(Ts::new_unchecked(view))
    }

    /// What an error report may say of this run: what was done, nothing that was answered.
    ///
    /// # Errors
    /// Never in practice: a report always converts.
    pub fn report(&self) -> Result<Ts<Report<'static>>, JsError> {
        let report = outgoing::to_js(&self.0.report()).map_err(unconvertible)?;
        Ok(Ts::new_unchecked(report))
    }

    /// Takes in an event; returns what to do and what changed in the view.
    ///
    /// # Errors
    /// Throws an `Error` for something that is no event, and leaves the run as it was.
    pub fn step(&mut self, event: Ts<FlowEvent>) -> Result<Ts<Update<'static>>, JsError> {
        let event = json(event)?;
        let event =
            FlowEvent::parse(&event, browser::platform()).map_err(|error| readable("event ", &error))?;
        let update = outgoing::to_js(&self.0.update(event)).map_err(unconvertible)?;
        Ok(Ts::new_unchecked(update))
    }
}

/// What comes in is read as JSON text by the engine's one reader: serde's deserializers would add 12 KB for error texts
/// that are worse.
fn json<T: Tsify>(value: Ts<T>) -> Result<String, JsError> {
    let text =
        js_sys::JSON::stringify(&JsValue::from(value)).map_err(|_| JsError::new("a circular object"))?;
    text.as_string()
        .ok_or_else(|| JsError::new("an object is expected"))
}

fn unconvertible(_: Unconvertible) -> JsError {
    JsError::new("a value that JavaScript cannot hold")
}

fn readable(what: &str, error: &FlowError) -> JsError {
    let mut text = String::from(what);
    text.push_str(if error.pointer.is_empty() {
        "/"
    } else {
        &error.pointer
    });
    text.push_str(": ");
    text.push_str(&error.message);
    JsError::new(&text)
}
