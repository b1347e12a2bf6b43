//! The first view of a flow, computed before there is a visitor. See docs/engine.md#first-view.

use super::answered_flow::question_at;
use super::model::Session;
use super::{LanguageChoices, NodeContext, SessionContext};
use crate::flow::Flow;
use crate::platform::PlatformRef;
use std::sync::Arc;

/// Returns what every session over a flow shows first to visitors with these languages, as JSON; `None` where it differs
/// from visitor to visitor, because the session's seed answers a question of the page, or puts it in order.
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

/// Returns whether the seed decides something about the current page: an answer, or an order that the visitor sees. The answers
/// to questions of other pages change nothing here: their triggers are off until they are on the path.
fn depends_on_seed(session: &Session) -> bool {
    let answered = &session.answered;
    let Some(state) = answered.current_state() else {
        return false;
    };
    let mut elements = state.elements.iter();
    state.random_questions
        || elements.any(|at| {
            question_at(answered.flow(), *at).is_some_and(|(element, question)| {
                let has_order = question.random_options || question.random_statements;
                question.random_answer(0).is_some() || has_order && answered.is_visible(element)
            })
        })
}
