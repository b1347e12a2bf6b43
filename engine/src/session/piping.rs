//! Filling earlier answers and scores into the flow's texts (docs/flows.md#piping). Texts are plain: nothing in an answer becomes
//! markup, a pipe, or the direction of the words around it.

use super::answered_flow::{AnsweredFlow, question_at};
use super::percent_encoding::percent_encode;
use crate::answer::Answer;
use crate::pipe::{MAX_PIPES, Piece, Pipe, first_pipe};
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
    fill(text, &mut |filled, pipe| match score_text(answered, pipe.name)
        .map(|score| answered.platform().localize(language, LocalForm::Number, &score))
        .or_else(|| answer_text(answered, language, answered.flow().element_named(pipe.name)?))
    {
        Some(answer) => {
            filled.push(ISOLATE);
            let (shown, is_whole) = shorten(&answer);
            filled.push_str(shown);
            if !is_whole {
                filled.push('…');
            }
            filled.push(END_OF_ISOLATE);
        }
        None => filled.push_str(pipe.fallback),
    })
}

/// Returns an address with the answers that it names as programs read them. Each is encoded, so that it cannot end the part
/// of the address that it stands in.
pub(super) fn fill_address<'a>(answered: &AnsweredFlow, address: &'a str) -> Cow<'a, str> {
    fill(address, &mut |filled, pipe| {
        let source = answered.flow().element_named(pipe.name);
        let answer = score_text(answered, pipe.name)
            .or_else(|| source.map(|at| text_of(answered, at, answered.known_answer(at))))
            .unwrap_or_default();
        let value = if answer.is_empty() {
            pipe.fallback
        } else {
            shorten(&answer).0
        };
        let is_unreserved =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
        filled.push_str(&percent_encode(value, is_unreserved));
    })
}

/// Returns the texts of an answer that rules compare, joined by commas: options by their keys.
pub(super) fn text_of(answered: &AnsweredFlow, at: ElementIx, answer: Option<&Answer>) -> String {
    let mut joined = String::new();
    if let (Some((_, question)), Some(answer)) = (question_at(answered.flow(), at), answer) {
        answer.any_text(question, answered.platform(), &mut |text| {
            if !joined.is_empty() {
                joined.push(',');
            }
            joined.push_str(text);
            false
        });
    }
    joined
}

/// Fills the pipes of a text. `push` adds what stands for one.
fn fill<'a>(text: &'a str, push: &mut dyn FnMut(&mut String, Pipe<'_>)) -> Cow<'a, str> {
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
        push(&mut filled, pipe);
        rest = after;
    }
    if rest.len() == text.len() {
        return text.into();
    }
    filled.push_str(rest);
    filled.into()
}

/// Returns a score as programs read it; `None` if the name is none of a score.
fn score_text(answered: &AnsweredFlow, name: &str) -> Option<String> {
    let at = answered.flow().score_named(name)?;
    Some(answered.platform().format_number(answered.add_up().score(at)))
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

/// Returns the beginning of an answer, and whether that is all of it.
fn shorten(answer: &str) -> (&str, bool) {
    match answer.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => (answer.get(..end).unwrap_or_default(), false),
        None => (answer, true),
    }
}
