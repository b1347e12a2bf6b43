//! Whether a complete submission could have come from a visitor, found out by trying all there is.

use super::items::{is_blank, read};
use super::verdict::verdict;
use super::{Answers, Reference, list, sources, text};
use serde_json::Value;

/// The verdict, and the path that it was reached on.
pub(crate) fn accepts(flow: &Value, items: &[Value]) -> (bool, Vec<String>) {
    let nowhere = (false, Vec::new());
    let mut sent = Answers::new();
    for item in items {
        let Some(question) = question_of(flow, item) else {
            return nowhere;
        };
        let of_question: Vec<&Value> = items
            .iter()
            .filter(|other| question_of(flow, other) == Some(question))
            .collect();
        match read(question, &of_question) {
            Some(answer) => drop(sent.insert(text(question, "id").to_owned(), answer)),
            None => return nowhere,
        }
    }
    let first = list(flow, "states")
        .iter()
        .find(|state| state["isInitialState"] == true);
    let mut path = vec![
        first
            .map(|state| text(state, "id"))
            .unwrap_or_default()
            .to_owned(),
    ];
    loop {
        let answers = settle(flow, &path, &sent);
        let reference = Reference {
            flow,
            path: &path,
            answers: &answers,
        };
        let state = path.last().cloned().unwrap_or_default();
        let wrong = reference.shown(&state).into_iter().any(|(element, offered)| {
            let question = &element["question"];
            question.is_object() && verdict(question, answers.get(text(question, "id")), &offered).is_some()
        });
        let next = reference.next_state(&state);
        if wrong || next.is_some_and(|next| path.iter().any(|id| id == next)) {
            return (false, path);
        }
        if reference.is_end(next) {
            let is_told =
                |(id, answer): (&String, &Value)| is_blank(answer) || answers.get(id) == Some(answer);
            return (sent.iter().all(is_told), path);
        }
        path.push(next.unwrap_or_default().to_owned());
    }
}

fn question_of<'a>(flow: &'a Value, item: &Value) -> Option<&'a Value> {
    let mut questions = sources(flow).map(|(_, element)| &element["question"]);
    questions.find(|question| {
        let is_matrix = question["style"] == "matrix";
        let is_row = list(question, "statements")
            .iter()
            .any(|row| row["id"] == item["question_id"]);
        question["id"] == item["question_id"] || is_matrix && is_row
    })
}

/// The answers that count on a path: those of visible questions, as far as their options are offered. Triggers reach
/// only forward here, so going over them once for each question is enough.
fn settle(flow: &Value, path: &[String], sent: &Answers) -> Answers {
    let mut answers = Answers::new();
    for _ in 0..=sent.len() {
        let reference = Reference {
            flow,
            path,
            answers: &answers,
        };
        let mut settled = Answers::new();
        for (element, offered) in path.iter().flat_map(|state| reference.shown(state)) {
            let question = &element["question"];
            if let Some(answer) = sent.get(text(question, "id")) {
                settled.insert(text(question, "id").to_owned(), offer(question, answer, &offered));
            }
        }
        answers = settled;
    }
    answers
}

/// The answer without the options that are not offered.
fn offer(question: &Value, answer: &Value, offered: &[&str]) -> Value {
    let mut answer = answer.clone();
    let is_offered = |id: &Value| id.as_str().is_some_and(|id| offered.contains(&id));
    for field in ["optionIds", "ranking"] {
        if let Some(ids) = answer.get_mut(field).and_then(Value::as_array_mut) {
            ids.retain(is_offered);
        }
    }
    for row in list(question, "statements")
        .iter()
        .filter(|row| list(row, "options").is_empty())
    {
        let picked = answer
            .get_mut("matrix")
            .and_then(|matrix| matrix.get_mut(text(row, "id")));
        if let Some(ids) = picked.and_then(Value::as_array_mut) {
            ids.retain(is_offered);
        }
    }
    answer
}
