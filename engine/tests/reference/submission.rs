//! Decides whether a visitor could have sent a complete submission.

use super::items::{asks_for_text, is_blank, read};
use super::json::{list, sources, text};
use super::validation::validate;
use super::visibility::{Answers, Reference};
use serde_json::Value;

/// Returns whether the submission is valid, and the path that it leads along.
pub(crate) fn accepts(flow: &Value, items: &[Value]) -> (bool, Vec<String>) {
    let rejected = (false, Vec::new());
    let mut sent = Answers::new();
    for item in items {
        let Some(question) = question_of(flow, item) else {
            return rejected;
        };
        let of_question: Vec<&Value> = items
            .iter()
            .filter(|other| question_of(flow, other) == Some(question))
            .collect();
        match read(question, &of_question) {
            Some(answer) => drop(sent.insert(text(question, "id").to_owned(), answer)),
            None => return rejected,
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
        let answers = counted_answers(flow, &path, &sent);
        let reference = Reference {
            flow,
            path: &path,
            answers: &answers,
        };
        let state = path.last().cloned().unwrap_or_default();
        let is_invalid = reference.shown(&state).into_iter().any(|(element, visible)| {
            let question = &element["question"];
            question.is_object() && validate(question, answers.get(text(question, "id")), &visible).is_some()
        });
        let next = reference.next_state(&state);
        if is_invalid || next.is_some_and(|next| path.iter().any(|id| id == next)) {
            return (false, path);
        }
        if reference.is_end(next) {
            let is_counted =
                |(id, answer): (&String, &Value)| is_blank(answer) || answers.get(id) == Some(answer);
            return (sent.iter().all(is_counted), path);
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

/// Returns the answers to visible questions on the path, without hidden options. Triggers only point forward here, so one
/// round for each question is enough.
fn counted_answers(flow: &Value, path: &[String], sent: &Answers) -> Answers {
    let mut answers = Answers::new();
    for _ in 0..=sent.len() {
        let reference = Reference {
            flow,
            path,
            answers: &answers,
        };
        let mut next = Answers::new();
        for (element, visible) in path.iter().flat_map(|state| reference.shown(state)) {
            let question = &element["question"];
            if let Some(answer) = sent.get(text(question, "id")) {
                next.insert(
                    text(question, "id").to_owned(),
                    retain_visible(question, answer, &visible),
                );
            }
        }
        answers = next;
    }
    answers
}

/// Returns the answer without hidden options.
fn retain_visible(question: &Value, answer: &Value, visible: &[&str]) -> Value {
    let mut answer = answer.clone();
    let is_visible = |id: &Value| id.as_str().is_some_and(|id| visible.contains(&id));
    for field in ["optionIds", "ranking"] {
        if let Some(ids) = answer.get_mut(field).and_then(Value::as_array_mut) {
            ids.retain(is_visible);
        }
    }
    let mut selected = list(&answer, "optionIds").iter();
    if !selected.any(|id| asks_for_text(question, id))
        && let Some(answer) = answer.as_object_mut()
    {
        answer.remove("otherText");
    }
    for row in list(question, "statements")
        .iter()
        .filter(|row| list(row, "options").is_empty())
    {
        let selected = answer
            .get_mut("matrix")
            .and_then(|matrix| matrix.get_mut(text(row, "id")));
        if let Some(ids) = selected.and_then(Value::as_array_mut) {
            ids.retain(is_visible);
        }
    }
    answer
}
