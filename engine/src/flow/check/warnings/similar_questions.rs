//! Questions that ask the same, and scales that turn around.

use super::super::findings::{Findings, Pointers};
use super::super::reach::Ways;
use crate::codes::{DUPLICATE_QUESTION, TURNED_SCALE};
use crate::flow::model::{Element, Flow};
use crate::platform::PlatformRef;
use crate::position::StateIx;
use crate::question::{Question, QuestionOption};
use crate::sorted_map::SortedMap;
use crate::texts::{Texts, localized_text};

pub(super) fn check(flow: &Flow, pointers: &Pointers, platform: PlatformRef, findings: &mut Findings) {
    let language = flow.default_language.and_then(|at| flow.languages.get(at));
    let language = language
        .or(flow.languages.first())
        .map_or("en", |language| &language.code);
    let mut asked: SortedMap<&Element> = SortedMap::new();
    let mut ways = Ways::new(flow);
    // By their labels, a line each.
    let mut scales: SortedMap<&Question> = SortedMap::new();
    for (element, pointer) in flow.elements.iter().zip(&pointers.elements) {
        let Some(question) = element
            .question
            .as_deref()
            .filter(|question| question.expects_answer())
        else {
            continue;
        };
        // Whatever a trigger shows or hides may be one of several forms of a question.
        let is_always_asked = element.visible && element.visibility_triggers.is_empty();
        if let Some(text) = plain(&question.body, language, platform).filter(|_| is_always_asked) {
            match asked.get(&text) {
                Some(other) if both_seen(&mut ways, other.state, element.state) => {
                    let message = format!(
                        "asks the same as the question `{}`: visitors cannot tell them apart",
                        id_of(other)
                    );
                    findings
                        .add(
                            &DUPLICATE_QUESTION,
                            format_args!("{pointer}/question/body"),
                            message,
                        )
                        .with("question", id_of(other));
                }
                Some(_) => {}
                None => drop(asked.insert(&text, element)),
            }
        }
        let scale = scale_of(question, language, platform);
        let turned: Vec<String> = scale.iter().rev().cloned().collect();
        let known = scales.get(&turned.join("\n"));
        match known.filter(|_| scale.len() > 1 && scale != turned) {
            Some(other) => {
                let message = format!(
                    "runs from `{}` to `{}`, but the scale of the question `{}` the other way: visitors overlook that",
                    scale.first().map_or("", |text| text),
                    scale.last().map_or("", |text| text),
                    other.id
                );
                findings
                    .add(&TURNED_SCALE, format_args!("{pointer}/question"), message)
                    .with("question", &other.id);
            }
            None => {
                let scale = scale.join("\n");
                if scales.get(&scale).is_none() {
                    scales.insert(&scale, question);
                }
            }
        }
    }
}

fn id_of(element: &Element) -> &str {
    element.question.as_deref().map_or("", |question| &question.id)
}

/// Returns whether one visitor can see both pages.
fn both_seen(ways: &mut Ways, one: StateIx, other: StateIx) -> bool {
    one == other || ways.comes_before(one, other) || ways.comes_before(other, one)
}

/// Returns the labels of a scale in their order: of its ends, or of all options if there are three or more.
fn scale_of(question: &Question, language: &str, platform: PlatformRef) -> Vec<String> {
    let labels = |texts: &[&Texts]| {
        texts
            .iter()
            .map(|texts| plain(texts, language, platform))
            .collect::<Option<Vec<_>>>()
    };
    let ends = labels(&[&question.min_label, &question.max_label]);
    let options: Vec<&Texts> = question
        .options
        .iter()
        .map(|option: &QuestionOption| &option.body)
        .collect();
    let options = labels(&options).filter(|options| options.len() > 2 && !question.random_options);
    ends.or(options).unwrap_or_default()
}

/// Returns a text without what makes no difference to readers; `None` if it is empty.
fn plain(texts: &Texts, language: &str, platform: PlatformRef) -> Option<String> {
    let text = platform.lower_case(localized_text(texts, language)?);
    let words: Vec<_> = text.split_whitespace().collect();
    Some(words.join(" ")).filter(|text| !text.is_empty())
}
