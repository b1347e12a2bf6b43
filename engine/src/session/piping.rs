//! Filling earlier answers into the flow's texts (docs/flows.md#piping). Texts are plain: nothing in an answer becomes
//! markup, a pipe, or the direction of the words around it.

use super::answered_flow::{AnsweredFlow, question_at};
use crate::answer::Answer;
use crate::pipe::{MAX_PIPES, Piece, first_pipe};
use crate::platform::LocalForm;
use crate::position::ElementIx;
use crate::question::Question;
use crate::texts::localized_text;
use std::borrow::Cow;

/// The most characters of one answer in a text.
const MAX_LENGTH: usize = 200;

/// First-strong isolate and its end: the words of an answer have a direction of their own.
const ISOLATE: char = '\u{2068}';
const END_OF_ISOLATE: char = '\u{2069}';

/// Between the options of an answer on their way to [`Platform::localize`](crate::Platform::localize).
const SEPARATOR: char = '\n';

/// Returns a text with the answers that it names, as they are written in a language.
pub(super) fn fill_pipes<'a>(answered: &AnsweredFlow, language: &str, text: &'a str) -> Cow<'a, str> {
    let mut filled = String::new();
    let mut rest = text;
    for _ in 0..MAX_PIPES {
        let Some(Piece {
            before,
            pipe: Some(pipe),
            after,
        }) = first_pipe(rest)
        else {
            break;
        };
        filled.push_str(before);
        let answer = answered.flow().element_named(pipe.name);
        match answer.and_then(|at| answer_text(answered, language, at)) {
            Some(answer) => {
                filled.push(ISOLATE);
                push_shortened(&mut filled, &answer);
                filled.push(END_OF_ISOLATE);
            }
            None => filled.push_str(pipe.fallback),
        }
        rest = after;
    }
    if rest.len() == text.len() {
        return text.into();
    }
    filled.push_str(rest);
    filled.into()
}

/// Returns the answer as people read it; `None` where there is none, or none in words.
fn answer_text(answered: &AnsweredFlow, language: &str, at: ElementIx) -> Option<String> {
    let (_, question) = question_at(answered.flow(), at)?;
    let platform = answered.platform();
    let localize = |form, text: &str| platform.localize(language, form, text);
    Some(match answered.known_answer(at)? {
        Answer::Text(text) | Answer::Phone(text) => in_one_line(text),
        Answer::Name(name) => in_one_line(&name.joined()),
        Answer::Number(number) => localize(LocalForm::Number, &platform.format_number(*number)),
        Answer::Date(date) => localize(LocalForm::Date, date.trim()),
        Answer::Options(options, other) => localize(
            LocalForm::List,
            &option_labels(question, options, other, language),
        ),
        Answer::Ranking(options) => {
            localize(LocalForm::List, &option_labels(question, options, "", language))
        }
        Answer::Matrix(_) | Answer::Checked(_) | Answer::Files(_) => return None,
    })
}

/// Returns the labels of options; the one that asks for a text has this text.
fn option_labels(question: &Question, options: &[u32], other: &str, language: &str) -> String {
    let mut labels = String::new();
    for option in options.iter().filter_map(|at| question.option(*at)) {
        let label = localized_text(&option.body, language).unwrap_or(&option.key);
        if !labels.is_empty() {
            labels.push(SEPARATOR);
        }
        let is_other = option.asks_for_text && !other.is_empty();
        labels.push_str(&in_one_line(if is_other { other } else { label }));
    }
    labels
}

/// Returns a text with one space where there is white space: a line has a meaning in some texts.
fn in_one_line(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

fn push_shortened(text: &mut String, answer: &str) {
    match answer.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => {
            text.push_str(answer.get(..end).unwrap_or_default());
            text.push('…');
        }
        None => text.push_str(answer),
    }
}
