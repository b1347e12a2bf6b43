//! Pipes that can never show an answer (docs/flows.md#piping).

use super::findings::Findings;
use super::reach::Ways;
use crate::codes::{BROKEN_PIPE, LIMIT_EXCEEDED, PIPE_WITHOUT_ANSWER, UNKNOWN_REFERENCE};
use crate::flow::definition::Definition;
use crate::flow::model::{Element, Flow};
use crate::json::PipeUse;
use crate::ordered_map::OrderedMap;
use crate::pipe::{MAX_PIPES, first_pipe};
use crate::position::{ElementIx, StateIx};
use crate::question::{Question, Style};
use crate::texts::Texts;

/// A pipe, and whose text it is in.
pub(super) struct PlacedPipe {
    name: Box<str>,
    pointer: String,
    state: StateIx,
    /// `None` in title and `redirectUrl` of a state.
    element: Option<ElementIx>,
}

/// Returns the pipes that name something, and reports the others.
pub(super) fn collect(definition: &Definition, findings: &mut Findings) -> Vec<PlacedPipe> {
    let mut placed = Vec::new();
    let mut elements = (0..).map(ElementIx);
    for (state, definition) in (0..).map(StateIx).zip(&definition.states) {
        place(&definition.pipes, state, None, &mut placed, findings);
        for (element, at) in definition.elements.iter().zip(&mut elements) {
            place(&element.pipes, state, Some(at), &mut placed, findings);
        }
    }
    placed
}

fn place(
    pipes: &[PipeUse],
    state: StateIx,
    element: Option<ElementIx>,
    placed: &mut Vec<PlacedPipe>,
    findings: &mut Findings,
) {
    for of_text in pipes.chunk_by(|pipe, next| pipe.pointer == next.pointer) {
        let Some(first) = of_text.first() else { continue };
        let pointer = || first.pointer.clone();
        if of_text.len() > MAX_PIPES {
            let message = format!("a text may have at most {MAX_PIPES} pipes");
            findings
                .add(&LIMIT_EXCEEDED, pointer(), message)
                .with("limit", MAX_PIPES);
        }
        for pipe in of_text {
            if !pipe.is_closed {
                findings.add(
                    &BROKEN_PIPE,
                    pointer(),
                    "`{{` begins a pipe, which `}}` has to end",
                );
            } else if pipe.name.is_empty() {
                findings.add(
                    &BROKEN_PIPE,
                    pointer(),
                    "a pipe names a question: `{{key}}` or `{{key|fallback}}`",
                );
            } else {
                placed.push(PlacedPipe {
                    name: pipe.name.clone(),
                    pointer: pointer(),
                    state,
                    element,
                });
            }
        }
    }
}

/// Reports the pipes that never show an answer.
pub(super) fn check(flow: &Flow, pipes: &[PlacedPipe], findings: &mut Findings) {
    let mut ways = Ways::new(flow);
    // Many pipes can name one question with many options.
    let mut with_pipes = OrderedMap::default();
    for pipe in pipes {
        if flow.score_named(&pipe.name).is_some() {
            if is_in_link(flow, pipe) {
                let message = format!(
                    "`{}` cannot be shown here: a score is no part of an address",
                    pipe.name
                );
                findings
                    .add(&PIPE_WITHOUT_ANSWER, &pipe.pointer, message)
                    .with("question", &pipe.name);
            }
            continue;
        }
        let source = flow.element_named(&pipe.name);
        let Some((at, element)) = source.and_then(|at| Some((at, flow.element(at)?))) else {
            let message = format!(
                "`{}` is not the key or id of a question, nor the key of a score",
                pipe.name
            );
            findings
                .add(&UNKNOWN_REFERENCE, &pipe.pointer, message)
                .with("question", &pipe.name);
            continue;
        };
        let is_before = ways.comes_before(element.state, pipe.state);
        let has_pipes = *with_pipes.get_or_insert_with(at, || {
            let question = element.question.as_deref();
            question.is_some_and(|question| question.options.iter().any(|option| has_pipe(&option.body)))
        });
        if let Some(message) = find_fault(flow, pipe, at, element, has_pipes, is_before) {
            let message = format!("`{}` {message}", pipe.name);
            findings
                .add(&PIPE_WITHOUT_ANSWER, &pipe.pointer, message)
                .with("question", &pipe.name);
        }
    }
}

fn find_fault(
    flow: &Flow,
    pipe: &PlacedPipe,
    at: ElementIx,
    source: &Element,
    has_pipes: bool,
    is_before: bool,
) -> Option<&'static str> {
    let question = source.question.as_deref()?;
    if pipe.element == Some(at) {
        Some("is the question itself: its text cannot show its own answer")
    } else if is_in_link(flow, pipe) {
        Some("cannot be shown here: an answer is no part of an address")
    } else if !has_words(question) {
        Some("has no answer in words")
    } else if has_pipes {
        Some("has options with pipes, which cannot be shown in another text")
    } else if pipe.state == source.state && pipe.element.is_none() {
        Some("is a question of this page: neither its title nor its `redirectUrl` can show its answer")
    } else if pipe.state != source.state && !is_before {
        Some("can never be answered before this page")
    } else {
        None
    }
}

/// Returns whether a pipe is in the text of a `link`, which is an address.
fn is_in_link(flow: &Flow, pipe: &PlacedPipe) -> bool {
    let element = pipe.element.and_then(|at| flow.element(at));
    let question = element.and_then(|element| element.question.as_deref());
    question.is_some_and(|question| question.style == Style::Link)
}

/// Returns whether answers to a question can be part of a sentence.
fn has_words(question: &Question) -> bool {
    !matches!(
        question.answer_style(),
        Style::Agreement | Style::File | Style::Link | Style::Matrix | Style::Plain | Style::Screenshot
    )
}

fn has_pipe(texts: &Texts) -> bool {
    texts.iter().any(|(_, text)| first_pipe(text).is_some())
}
