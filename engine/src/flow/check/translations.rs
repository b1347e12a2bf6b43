//! Texts that are missing in a language, are there as in the source, or have lost a pipe.

use super::findings::{Findings, Pointers};
use super::texts::visit_texts;
use crate::codes::{LOST_PIPE, MISSING_TRANSLATION, UNTRANSLATED};
use crate::flow::model::Flow;
use crate::pipe::{MAX_PIPES, first_pipe};
use crate::texts::{ANY_LANGUAGE, Texts, is_letter};
use std::fmt::Display;

pub(super) fn check(flow: &Flow, pointers: &Pointers, findings: &mut Findings) {
    let source = flow.default_language.unwrap_or(0);
    let Some(source) = flow.languages.get(source) else {
        return;
    };
    visit_texts(flow, pointers, &mut |pointer, texts| {
        if texts.is_empty() || texts.get(ANY_LANGUAGE).is_some() {
            return;
        }
        for language in &flow.languages {
            check_text(texts, pointer, (&source.code, &language.code), findings);
        }
    });
}

fn check_text(
    texts: &Texts,
    pointer: &dyn Display,
    (source, language): (&str, &str),
    findings: &mut Findings,
) {
    let Some(text) = texts.get(language) else {
        let message = format!("has no text in `{language}`");
        findings
            .add(&MISSING_TRANSLATION, pointer, message)
            .with("language", language);
        return;
    };
    let Some(original) = texts.get(source).filter(|_| source != language) else {
        return;
    };
    if text == original && is_sentence(text) && !are_variants(source, language) {
        let message = format!("is the same in `{language}` as in `{source}`: translate it");
        findings
            .add(&UNTRANSLATED, format_args!("{pointer}/{language}"), message)
            .with("language", language)
            .with("source", source);
    }
    let has = pipes_of(text);
    for pipe in pipes_of(original).into_iter().filter(|pipe| !has.contains(pipe)) {
        let message = format!("has no `{{{{{pipe}}}}}` in `{language}`, which the text in `{source}` has");
        findings
            .add(&LOST_PIPE, format_args!("{pointer}/{language}"), message)
            .with("language", language)
            .with("question", pipe);
    }
}

/// Returns whether a text is long enough to be no name, brand or word that languages share.
fn is_sentence(text: &str) -> bool {
    text.split_whitespace()
        .filter(|word| word.chars().any(is_letter))
        .count()
        >= 3
}

/// Returns whether two codes are of one language, such as `en` and `en-gb`.
fn are_variants(one: &str, other: &str) -> bool {
    let main = |code: &str| code.split('-').next().unwrap_or_default().to_owned();
    main(one) == main(other)
}

/// Returns the questions whose answers a text shows, each once and in alphabetical order; of a text with too many pipes those
/// of the first.
fn pipes_of(text: &str) -> Vec<&str> {
    let mut pipes: Vec<&str> = Vec::new();
    let mut rest = text;
    for _ in 0..MAX_PIPES {
        let Some(piece) = first_pipe(rest) else { break };
        if let Some(pipe) = piece.pipe
            && let Err(at) = pipes.binary_search(&pipe.name)
        {
            pipes.insert(at, pipe.name);
        }
        rest = piece.after;
    }
    pipes
}
