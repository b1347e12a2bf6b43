//! Random visitors: what they do, in terms of whatever page they find themselves on.

use super::pick;
use engine::AnswerInput;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

/// One thing that a visitor, a timer or the network does.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    /// Answers one of the visible questions.
    Answer {
        question: u8,
        value: u8,
    },
    /// Clears the answer of one of the visible questions.
    Clear {
        question: u8,
    },
    /// Presses next and waits for the pause to end.
    GoOn,
    Next,
    Timer,
    Back,
    Submitted {
        ok: bool,
    },
    Language {
        other: bool,
    },
    /// An event that fits nothing: ids and answers from anywhere.
    Stray {
        question: String,
        value: u8,
    },
}

/// What a visitor does from beginning to end.
pub(crate) fn acts(most: usize) -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        8 => any::<(u8, u8)>().prop_map(|(question, value)| Act::Answer { question, value }),
        1 => any::<u8>().prop_map(|question| Act::Clear { question }),
        5 => Just(Act::GoOn),
        1 => Just(Act::Next),
        1 => Just(Act::Timer),
        1 => Just(Act::Back),
        2 => prop::bool::weighted(0.8).prop_map(|ok| Act::Submitted { ok }),
        1 => any::<bool>().prop_map(|other| Act::Language { other }),
        1 => ("q[0-9]|[a-z]{0,3}", any::<u8>()).prop_map(|(question, value)| Act::Stray { question, value }),
    ];
    vec(act, 0..most)
}

const WORDS: &[&str] = &[
    "a",
    "ab",
    "7",
    " 7.0 ",
    "b",
    "10",
    "Ça",
    "",
    "  ",
    "long enough to be refused",
    "😀",
];
const ADDRESSES: &[&str] = &["a@b.co", "a7@example.com", "nobody", " ayşe@örnek.com ", ""];
const NUMBERS: &[f64] = &[7.0, 0.0, 10.0, 1.0, 11.0, 7.5, -1.0];

/// An answer of the question's kind; most of them valid.
pub(crate) fn answer(question: &Value, seed: u8) -> AnswerInput {
    let options = question["options"].as_array().map_or(&[][..], Vec::as_slice);
    let id = |option: &Value| option["id"].as_str().unwrap_or_default().to_owned();
    match question["style"].as_str() {
        Some("radio") if !options.is_empty() && seed < 240 => {
            AnswerInput::options([id(&options[usize::from(seed) % options.len()])])
        }
        Some("radio" | "checklist") => {
            // A view does not say which option is exclusive, a flow does: then it is never picked beside others.
            let picked = options.iter().enumerate().filter(|(at, option)| {
                seed >> at & 1 == 1 && (option["isExclusive"] != true || seed == 1 << at)
            });
            AnswerInput::options(picked.map(|(_, option)| id(option)))
        }
        Some("score") => AnswerInput::number(pick(NUMBERS, seed)),
        Some("email") => AnswerInput::text(pick(ADDRESSES, seed)),
        _ => AnswerInput::text(pick(WORDS, seed)),
    }
}

/// An answer of any kind.
pub(crate) fn stray_answer(seed: u8) -> AnswerInput {
    match seed % 4 {
        0 => AnswerInput::text(pick(WORDS, seed)),
        1 => AnswerInput::number(f64::from(seed) - 100.0),
        2 => AnswerInput::options([format!("o{}-{}", seed / 16, seed % 3)]),
        _ => AnswerInput::default(),
    }
}
