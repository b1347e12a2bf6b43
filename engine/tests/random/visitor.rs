//! Random visitors: sequences of acts, each relative to the page that the visitor is on.

use super::pick;
use engine::{AnswerInput, FileAnswer, NameAnswer, SortedMap};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

/// Something that a visitor, a timer or the network does.
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
    /// Presses the button and lets the delay pass.
    Continue,
    Next,
    Timer,
    Back,
    Submitted {
        ok: bool,
    },
    Skip,
    /// Verifies one of the visible phone numbers; the code may be wrong.
    Verify {
        question: u8,
        is_correct: bool,
    },
    /// Uploads files to one of the visible questions, if it takes any.
    Upload {
        question: u8,
        value: u8,
    },
    /// Preloads the answer to a question of any page, visible or not.
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
    /// An answer of any kind to any question id.
    Stray {
        question: String,
        value: u8,
    },
}

/// Returns up to `max` acts of one visitor.
pub(crate) fn acts(max: usize) -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        8 => any::<(u8, u8)>().prop_map(|(question, value)| Act::Answer { question, value }),
        1 => any::<u8>().prop_map(|question| Act::Clear { question }),
        5 => Just(Act::Continue),
        1 => Just(Act::Next),
        1 => Just(Act::Timer),
        1 => Just(Act::Back),
        2 => prop::bool::weighted(0.8).prop_map(|ok| Act::Submitted { ok }),
        1 => any::<bool>().prop_map(|other| Act::Language { other }),
        1 => Just(Act::Skip),
        2 => (any::<u8>(), prop::bool::weighted(0.8)).prop_map(|(question, is_correct)| Act::Verify { question, is_correct }),
        2 => any::<(u8, u8)>().prop_map(|(question, value)| Act::Upload { question, value }),
        1 => any::<u8>().prop_map(|state| Act::ClearState { state }),
        1 => ("q[0-9]|[a-z]{0,3}", any::<u8>()).prop_map(|(question, value)| Act::Stray { question, value }),
    ];
    vec(act, 0..max)
}

/// Returns the same with events from outside: preloaded answers, resets, and network changes.
pub(crate) fn acts_and_outside_events(max: usize) -> impl Strategy<Value = Vec<Act>> {
    let outside_event = prop_oneof![
        3 => any::<(u8, u8)>().prop_map(|(question, value)| Act::Preload { question, value }),
        1 => Just(Act::Reset),
        1 => any::<bool>().prop_map(|online| Act::Network { online }),
    ];
    (
        acts(max),
        vec((any::<prop::sample::Index>(), outside_event), 0..4),
    )
        .prop_map(|(mut acts, events)| {
            for (at, event) in events {
                acts.insert(at.index(acts.len() + 1), event);
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

/// Returns an answer of the question's style, mostly a valid one.
pub(crate) fn answer(question: &Value, seed: u8) -> AnswerInput {
    let options = question["options"].as_array().map_or(&[][..], Vec::as_slice);
    let empty = AnswerInput::default();
    let style = question["schemaType"].as_str().or(question["style"].as_str());
    match style.unwrap_or_default() {
        "radio" | "dropdown" | "gender" | "dynamic_multiple_choice" | "random"
            if !options.is_empty() && seed < 240 =>
        {
            selected([&options[usize::from(seed) % options.len()]], seed)
        }
        "customer_schema" if !options.is_empty() => AnswerInput::options([id(&options[0])]),
        "radio"
        | "dropdown"
        | "gender"
        | "dynamic_multiple_choice"
        | "random"
        | "checklist"
        | "dynamic_multiple_value" => options_answer(options, seed),
        "ranking" => ranking_answer(options, seed),
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
        "naming" => name_answer(seed),
        "file" | "screenshot" => files_answer(seed),
        "email" => AnswerInput::text(pick(ADDRESSES, seed)),
        _ => AnswerInput::text(pick(WORDS, seed)),
    }
}

fn options_answer(options: &[Value], seed: u8) -> AnswerInput {
    // Exclusive options are selected alone.
    let marked = options
        .iter()
        .enumerate()
        .filter(|(at, option)| seed >> at & 1 == 1 && (option["isExclusive"] != true || seed == 1 << at));
    selected(marked.map(|(_, option)| option), seed)
}

/// Selects options, with a text if one of them asks for it.
fn selected<'a>(options: impl IntoIterator<Item = &'a Value>, seed: u8) -> AnswerInput {
    let options: Vec<&Value> = options.into_iter().collect();
    let asks = options.iter().any(|option| option["asksForText"] == true);
    AnswerInput {
        other_text: asks.then(|| pick(WORDS, seed).into()),
        ..AnswerInput::options(options.into_iter().map(id))
    }
}

fn ranking_answer(options: &[Value], seed: u8) -> AnswerInput {
    let mut ranking: Vec<String> = options.iter().map(id).collect();
    let length = ranking.len().max(1);
    let shift = usize::from(seed) % length;
    if shift < ranking.len() {
        ranking.rotate_left(shift);
    }
    ranking.truncate(if seed > 200 { 1 } else { length });
    AnswerInput {
        ranking: Some(ranking),
        ..AnswerInput::default()
    }
}

fn name_answer(seed: u8) -> AnswerInput {
    let (name, surname) = pick(NAMES, seed);
    let fields = NameAnswer {
        name: name.into(),
        surname: surname.into(),
    };
    AnswerInput {
        fields: Some(fields),
        ..AnswerInput::default()
    }
}

pub(crate) fn files_answer(seed: u8) -> AnswerInput {
    let file = |at: u8| FileAnswer {
        id: format!("b{at}"),
        ..FileAnswer::default()
    };
    AnswerInput {
        files: Some((0..seed % 3).map(file).collect()),
        ..AnswerInput::default()
    }
}

/// Selects one option for most statements, and sometimes none or two.
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
        let selected = options
            .iter()
            .cycle()
            .skip(seed)
            .take(options.len().min([1, 1, 1, 0, 2][seed % 5]));
        matrix.insert(&id(statement), selected.map(id).collect());
    }
    matrix
}

fn id(item: &Value) -> String {
    item["id"].as_str().unwrap_or_default().to_owned()
}

/// Returns an answer of any style.
pub(crate) fn stray_answer(seed: u8) -> AnswerInput {
    match seed % 4 {
        0 => AnswerInput::text(pick(WORDS, seed)),
        1 => AnswerInput::number(f64::from(seed) - 100.0),
        2 => AnswerInput::options([format!("o{}-{}", seed / 16, seed % 3)]),
        _ => AnswerInput::default(),
    }
}
