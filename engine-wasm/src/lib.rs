//! The engine for the browser. Conversion only: every decision is in `engine`.

mod browser;

use engine::{Flow, FlowEvent, Session, SessionContext, Update, View};
use std::sync::Arc;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

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
        let context = context.to_rust()?;
        let platform = browser::platform();
        let flow = Flow::parse(flow, platform).map_err(|error| JsError::new(&readable(&error)))?;
        Ok(Self(Session::new(Arc::new(flow), context, platform)))
    }

    /// What the page shows now, whole.
    ///
    /// # Errors
    /// Never in practice: a view always converts.
    pub fn view(&self) -> Result<Ts<View<'static>>, JsError> {
        Ok(Ts::new_unchecked(self.0.view().into_js()?.into()))
    }

    /// Takes in an event; returns what to do and what changed in the view.
    ///
    /// # Errors
    /// Throws an `Error` for something that is no event, and leaves the run as it was.
    pub fn step(&mut self, event: Ts<FlowEvent>) -> Result<Ts<Update<'static>>, JsError> {
        let event = event.to_rust()?;
        // The conversion copies what the update borrows, so the result may outlive it.
        Ok(Ts::new_unchecked(self.0.update(event).into_js()?.into()))
    }
}

fn readable(error: &engine::FlowError) -> String {
    let mut text = String::from("flow ");
    text.push_str(if error.pointer.is_empty() { "/" } else { &error.pointer });
    text.push_str(": ");
    text.push_str(&error.message);
    text
}
