//! Previews of a single element. See docs/engine.md#previews.

use crate::flow::Flow;
use crate::position::ElementIx;

/// Returns the element that such a preview shows: the first visible question of the first page that has one, else the
/// first element of the initial page. Other flows give `None`.
pub(super) fn single_element(flow: &Flow) -> Option<ElementIx> {
    if !flow.is_single_element_preview {
        return None;
    }
    let initial = flow.state(flow.initial)?;
    let is_seen = |at: &&ElementIx| {
        let element = flow.element(**at).filter(|element| element.visible);
        let question = element.and_then(|element| element.question.as_deref());
        question.is_some_and(|question| question.style.is_shown())
    };
    let mut pages = [initial].into_iter().chain(&flow.states);
    let first = pages.find_map(|page| page.elements.iter().find(is_seen));
    first.or(initial.elements.first()).copied()
}
