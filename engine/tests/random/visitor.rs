//! Random visitors: what they do, in terms of whatever page they find themselves on.

use super::pick;
use engine::{AnswerInput, FileAnswer, NameAnswer, SortedMap};
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
    Skip,
    /// Proves one of the visible telephone numbers; the code may be wrong.
    Prove {
        question: u8,
        right: bool,
    },
    /// Fills a question of any page, hidden or not.
    Preload {
        question: u8,
        value: u8,
    },
    ClearState {
        state: u8,
    },
    Reset,
    Network {
        online: bool,
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
        1 => Just(Act::Skip),
        2 => (any::<u8>(), prop::bool::weighted(0.8)).prop_map(|(question, right)| Act::Prove { question, right }),
        1 => any::<u8>().prop_map(|state| Act::ClearState { state }),
        1 => ("q[0-9]|[a-z]{0,3}", any::<u8>()).prop_map(|(question, value)| Act::Stray { question, value }),
    ];
    vec(act, 0..most)
}

/// The same, with what comes from elsewhere: preloaded answers, resets, a network that goes and comes.
pub(crate) fn acts_and_accidents(most: usize) -> impl Strategy<Value = Vec<Act>> {
    let accident = prop_oneof![
        3 => any::<(u8, u8)>().prop_map(|(question, value)| Act::Preload { question, value }),
        1 => Just(Act::Reset),
        1 => any::<bool>().prop_map(|online| Act::Network { online }),
    ];
    (acts(most), vec((any::<prop::sample::Index>(), accident), 0..4)).prop_map(|(mut acts, accidents)| {
        for (at, accident) in accidents {
            acts.insert(at.index(acts.len() + 1), accident);
        }
        acts
    })
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

const NAMES: &[(&str, &str)] = &[
    ("Ada", "B"),
    ("a", ""),
    ("", " b "),
    (" ", ""),
    ("much", "too long"),
];
const DATES: &[&str] = &["2026-11-21", "2024-02-29", "2025-02-29", "7", ""];
const PHONES: &[&str] = &["+905321234567", "+4915112345678", "0532", " +905321234567 ", ""];

/// An answer of the question's kind; most of them valid.
pub(crate) fn answer(question: &Value, seed: u8) -> AnswerInput {
    let options = question["options"].as_array().map_or(&[][..], Vec::as_slice);
    let empty = AnswerInput::default();
    match question["style"].as_str().unwrap_or_default() {
        "radio" | "dropdown" | "gender" | "dynamic_multiple_choice" | "random"
            if !options.is_empty() && seed < 240 =>
        {
            AnswerInput::options([id(&options[usize::from(seed) % options.len()])])
        }
        "customer_schema" if !options.is_empty() => AnswerInput::options([id(&options[0])]),
        "radio"
        | "dropdown"
        | "gender"
        | "dynamic_multiple_choice"
        | "random"
        | "checklist"
        | "dynamic_multiple_value" => {
            // A view does not say which option is exclusive, a flow does: then it is never picked beside others.
            let picked = options.iter().enumerate().filter(|(at, option)| {
                seed >> at & 1 == 1 && (option["isExclusive"] != true || seed == 1 << at)
            });
            AnswerInput::options(picked.map(|(_, option)| id(option)))
        }
        "ranking" => {
            let mut ranking: Vec<String> = options.iter().map(id).collect();
            let most = ranking.len().max(1);
            let turn = usize::from(seed) % most;
            if turn < ranking.len() {
                ranking.rotate_left(turn);
            }
            ranking.truncate(if seed > 200 { 1 } else { most });
            AnswerInput {
                ranking: Some(ranking),
                ..empty
            }
        }
        "matrix" => AnswerInput {
            matrix: Some(cells(question, seed)),
            ..empty
        },
        "numeric" | "age" | "slider" | "score" | "star" | "ces" | "custom_score" => {
            AnswerInput::number(pick(NUMBERS, seed))
        }
        "agreement" => AnswerInput {
            checked: Some(!seed.is_multiple_of(4)),
            ..empty
        },
        "datepicker" => AnswerInput {
            date: Some(pick(DATES, seed).into()),
            ..empty
        },
        "phone_number" | "phone_verification" => AnswerInput {
            phone: Some(pick(PHONES, seed).into()),
            ..empty
        },
        "naming" => {
            let (name, surname) = pick(NAMES, seed);
            let fields = NameAnswer {
                name: name.into(),
                surname: surname.into(),
            };
            AnswerInput {
                fields: Some(fields),
                ..empty
            }
        }
        "file" | "screenshot" => {
            let file = |at: u8| FileAnswer {
                id: format!("b{at}"),
                ..FileAnswer::default()
            };
            AnswerInput {
                files: Some((0..seed % 3).map(file).collect()),
                ..empty
            }
        }
        "email" => AnswerInput::text(pick(ADDRESSES, seed)),
        _ => AnswerInput::text(pick(WORDS, seed)),
    }
}

/// One option for most statements, sometimes two.
fn cells(question: &Value, seed: u8) -> SortedMap<Vec<String>> {
    let mut matrix = SortedMap::new();
    for (at, statement) in question["statements"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
    {
        let own = statement["options"]
            .as_array()
            .filter(|options| !options.is_empty());
        let options = own
            .or(question["options"].as_array())
            .map_or(&[][..], Vec::as_slice);
        let seed = usize::from(seed >> at);
        let picked = options
            .iter()
            .cycle()
            .skip(seed)
            .take(options.len().min([1, 1, 1, 0, 2][seed % 5]));
        matrix.insert(&id(statement), picked.map(id).collect());
    }
    matrix
}

fn id(thing: &Value) -> String {
    thing["id"].as_str().unwrap_or_default().to_owned()
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
