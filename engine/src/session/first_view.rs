//! The first view of a flow, computed before there is a visitor. See docs/engine.md#first-view.

use super::answered_flow::question_at;
use super::model::Session;
use super::{LanguageChoices, NodeContext, SessionContext};
use crate::flow::Flow;
use crate::platform::PlatformRef;
use std::sync::Arc;

/// Returns what every session over a flow shows first to visitors with these languages, as JSON; `None` where it differs
/// from visitor to visitor, because the page has a question that the session's seed answers.
///
/// What is known about a visitor beforehand (a customer, answers in the address) is not in it.
#[must_use]
pub fn first_view(flow: Arc<Flow>, choices: &LanguageChoices<'_>, platform: PlatformRef) -> Option<String> {
    let context = SessionContext {
        node: NodeContext {
            default_language_id: choices.node_default.map(Into::into),
            ..NodeContext::default()
        },
        widget_language: choices.widget.map(Into::into),
        url_language: choices.url.map(Into::into),
        ..SessionContext::default()
    };
    let session = Session::new(flow, context, platform);
    if depends_on_seed(&session) {
        return None;
    }
    serde_json::to_string(&session.view()).ok()
}

/// Returns whether a question of the current page is answered by the seed. Those of other pages change nothing here: their
/// triggers are off until they are on the path.
fn depends_on_seed(session: &Session) -> bool {
    let state = session.answered.current_state();
    let elements = state.map(|state| state.elements.as_slice()).unwrap_or_default();
    let questions = elements
        .iter()
        .filter_map(|at| question_at(session.answered.flow(), *at));
    questions
        .into_iter()
        .any(|(_, question)| question.random_answer(0).is_some())
}
