//! The customer's answers, which open the conversation, as words (docs/chat.md#answers).

use engine::{Flow, Question, QuestionOption, ResponseItem, Statement, Style, localized_text, without_pipes};
use serde::Serialize;
use std::collections::HashMap;
use store::StoredUpload;
use utoipa::ToSchema;

/// A question and one answer to it, in the creator's language.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct AnsweredQuestion {
    pub(super) question_id: String,
    /// The question's key, for staff alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    question_key: Option<String>,
    pub(super) question: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub(super) style: Option<Style>,
    answer: String,
    /// Of an answer that is a file; `answer` is its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<AnsweredFile>,
}

/// A file of an answer (docs/api.md#uploads-of-a-feedback).
#[derive(Debug, PartialEq, Serialize, ToSchema)]
struct AnsweredFile {
    id: String,
    name: String,
    size: u64,
    r#type: String,
}

/// Lists the answers in the order in which they were given. A matrix is one answer with a line for each row; several
/// options of another question are several answers. Whatever the flow does not know is shown by its id, so that no answer
/// is left out.
pub(crate) fn answered_questions(
    items: Vec<ResponseItem>,
    flow: &Flow,
    language: &str,
    files: &HashMap<String, StoredUpload>,
) -> Vec<AnsweredQuestion> {
    let mut answers: Vec<AnsweredQuestion> = Vec::with_capacity(items.len());
    for item in items {
        let Some(question) = question_of(flow, &item.question_id) else {
            answers.push(unknown_question(item));
            continue;
        };
        if let Some(id) = &item.active_storage_blob_id {
            answers.push(AnsweredQuestion::with_file(question, language, id, files));
            continue;
        }
        let statement = question
            .statements
            .iter()
            .find(|statement| *statement.id == *item.question_id);
        let Some(statement) = statement else {
            answers.push(AnsweredQuestion::new(
                question,
                language,
                answer_text(&item, question, language),
            ));
            continue;
        };
        let line = matrix_line(&item, question, statement, language);
        let matrix = answers
            .iter_mut()
            .find(|answer| answer.question_id == *question.id);
        match matrix {
            Some(matrix) => {
                matrix.answer.push('\n');
                matrix.answer.push_str(&line);
            }
            None => answers.push(AnsweredQuestion::new(question, language, line)),
        }
    }
    answers
}

impl AnsweredQuestion {
    /// Adds the key that the question has in the flow, if it has one.
    pub(crate) fn add_key(&mut self, flow: &Flow) {
        let key = question_of(flow, &self.question_id).map(|question| &question.key);
        self.question_key = key.filter(|key| !key.is_empty()).map(ToString::to_string);
    }

    pub(crate) fn question(&self) -> &str {
        &self.question
    }

    pub(super) fn style(&self) -> Option<Style> {
        self.style
    }

    pub(crate) fn answer(&self) -> &str {
        &self.answer
    }

    pub(super) fn new(question: &Question, language: &str, answer: String) -> Self {
        Self {
            question_id: question.id.to_string(),
            question_key: None,
            question: without_pipes(localized_text(&question.body, language).unwrap_or(&question.id))
                .into_owned(),
            style: Some(question.style),
            answer,
            file: None,
        }
    }

    /// A file that is gone is shown by its id.
    fn with_file(
        question: &Question,
        language: &str,
        upload_id: &str,
        files: &HashMap<String, StoredUpload>,
    ) -> Self {
        let upload = files.get(upload_id);
        let name = upload.map_or(upload_id, |upload| &upload.name);
        Self {
            file: upload.map(|upload| AnsweredFile {
                id: upload.id.clone(),
                name: upload.name.clone(),
                size: upload.size,
                r#type: upload.media_type.clone(),
            }),
            ..Self::new(question, language, name.to_owned())
        }
    }
}

/// Returns the question of a response item, which names a question or a row of a matrix.
fn question_of<'a>(flow: &'a Flow, question_id: &str) -> Option<&'a Question> {
    let element = flow.element(flow.element_of_response(question_id)?)?;
    element.question.as_deref()
}

fn unknown_question(item: ResponseItem) -> AnsweredQuestion {
    AnsweredQuestion {
        question: item.question_id.clone(),
        question_id: item.question_id,
        question_key: None,
        style: None,
        answer: item
            .option_id
            .or(item.body)
            .or(item.active_storage_blob_id)
            .unwrap_or_default(),
        file: None,
    }
}

/// Returns the label of the selected option, or else the body. A checked agreement has the text of its option, if it has
/// one; otherwise clients show a text of their own for `true`.
fn answer_text(item: &ResponseItem, question: &Question, language: &str) -> String {
    let label = match &item.option_id {
        Some(id) => Some(label_of(id, &question.options, language)),
        None if question.style == Style::Agreement => question
            .options
            .first()
            .and_then(|option| localized_text(&option.body, language)),
        None => None,
    };
    let label = label.map(without_pipes);
    match (label.as_deref(), &item.body) {
        (Some(label), Some(text)) if asks_for_text(item, question) => format!("{label}: {text}"),
        (label, body) => label.or(body.as_deref()).unwrap_or_default().to_owned(),
    }
}

/// Returns whether the item's text belongs to its option; beside the option of a number it repeats the number.
fn asks_for_text(item: &ResponseItem, question: &Question) -> bool {
    let mut options = question.options.iter();
    options.any(|option| option.asks_for_text && item.option_id.as_deref() == Some(&option.id))
}

/// Returns `Row: Option`.
fn matrix_line(item: &ResponseItem, question: &Question, statement: &Statement, language: &str) -> String {
    let options = if statement.options.is_empty() {
        &question.options
    } else {
        &statement.options
    };
    let row = without_pipes(localized_text(&statement.body, language).unwrap_or(&statement.id));
    let option = item
        .option_id
        .as_deref()
        .map(|id| without_pipes(label_of(id, options, language)));
    let answer = option.as_deref().or(item.body.as_deref()).unwrap_or_default();
    format!("{row}: {answer}")
}

fn label_of<'a>(option_id: &'a str, options: &'a [QuestionOption], language: &str) -> &'a str {
    let option = options.iter().find(|option| *option.id == *option_id);
    option
        .and_then(|option| localized_text(&option.body, language))
        .unwrap_or(option_id)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn answers_to(questions: Value, items: Value) -> Value {
        json!(answered_questions(
            serde_json::from_value(items).unwrap(),
            &flow_of(&questions),
            "tr",
            &files(),
        ))
    }

    pub(in crate::chat) fn flow_of(questions: &Value) -> Flow {
        let elements: Vec<Value> = (1..)
            .zip(questions.as_array().unwrap())
            .map(|(order, question)| {
                json!({"id": format!("e{order}"), "type": "question", "order": order, "question": question})
            })
            .collect();
        let flow = json!({
            "id": "f", "languages": [{"id": "l", "code": "en"}],
            "states": [{"id": "s", "isInitialState": true, "elements": elements}],
        });
        Flow::parse(&flow.to_string(), engine::native()).unwrap()
    }

    fn files() -> HashMap<String, StoredUpload> {
        let upload = StoredUpload {
            id: "u".into(),
            name: "photo.jpg".into(),
            size: 7,
            media_type: "image/jpeg".into(),
            width: Some(4),
            height: Some(3),
            storage_key: "CONFIDENTIAL".into(),
        };
        HashMap::from([("u".into(), upload)])
    }

    #[test]
    fn files_are_shown_by_their_names() {
        let questions = json!([{"id": "q", "key": "q", "style": "file", "body": {"en": "Show us"}}]);
        let items = json!([
            {"question_id": "q", "active_storage_blob_id": "u"}, {"question_id": "q", "active_storage_blob_id": "gone"}
        ]);
        let file = json!({"id": "u", "name": "photo.jpg", "size": 7, "type": "image/jpeg"});
        assert_eq!(
            answers_to(questions, items),
            json!([
                {"question_id": "q", "question": "Show us", "style": "file", "answer": "photo.jpg", "file": file},
                {"question_id": "q", "question": "Show us", "style": "file", "answer": "gone"}
            ])
        );
    }

    #[test]
    fn answers_are_in_the_language_and_none_is_left_out() {
        let questions = json!([{"id": "q", "key": "q", "style": "checklist", "body": {"en": "Which?", "tr": "Hangisi?"},
            "options": [{"id": "a", "key": "a", "body": {"en": "One", "tr": "Bir"}}, {"id": "b", "key": "b", "body": {"en": "Two"}}]}]);
        let items = json!([
            {"question_id": "q", "option_id": "a"}, {"question_id": "q", "option_id": "b"},
            {"question_id": "q", "option_id": "gone"}, {"question_id": "gone", "body": "text"}
        ]);
        assert_eq!(
            answers_to(questions, items),
            json!([
                {"question_id": "q", "question": "Hangisi?", "style": "checklist", "answer": "Bir"},
                {"question_id": "q", "question": "Hangisi?", "style": "checklist", "answer": "Two"},
                {"question_id": "q", "question": "Hangisi?", "style": "checklist", "answer": "gone"},
                {"question_id": "gone", "question": "gone", "answer": "text"}
            ])
        );
    }

    #[test]
    fn the_text_of_an_option_follows_its_label_and_a_number_is_not_repeated() {
        let questions = json!([
            {"id": "q", "key": "q", "style": "radio", "body": {"en": "Where?"},
                "options": [{"id": "o", "key": "o", "body": {"en": "Elsewhere"}, "asksForText": true}]},
            {"id": "n", "key": "n", "style": "score", "body": {"en": "How?"},
                "options": [{"id": "seven", "key": "7", "body": {"en": "Well"}}]},
        ]);
        let items = json!([
            {"question_id": "q", "option_id": "o", "body": "a market"},
            {"question_id": "n", "option_id": "seven", "body": "7"},
        ]);
        assert_eq!(
            answers_to(questions, items),
            json!([
                {"question_id": "q", "question": "Where?", "style": "radio", "answer": "Elsewhere: a market"},
                {"question_id": "n", "question": "How?", "style": "score", "answer": "Well"}
            ])
        );
    }

    #[test]
    fn a_matrix_is_one_answer_with_a_line_for_each_row() {
        let questions = json!([
            {"id": "m", "key": "m", "style": "matrix", "body": {"en": "Rate us", "tr": "Puanlayın"},
                "options": [{"id": "good", "key": "good", "body": {"en": "Good", "tr": "İyi"}}],
                "statements": [
                    {"id": "food", "key": "food", "body": {"en": "Food", "tr": "Yemek"}},
                    {"id": "staff", "key": "staff", "body": {"en": "Staff"},
                        "options": [{"id": "ok", "key": "ok", "body": {"en": "Fine"}}]},
                ]},
            {"id": "t", "key": "t", "style": "text", "body": {"en": "Else?"}},
        ]);
        let items = json!([
            {"question_id": "food", "option_id": "good"}, {"question_id": "t", "body": "no"},
            {"question_id": "staff", "option_id": "ok"}
        ]);
        assert_eq!(
            answers_to(questions, items),
            json!([
                {"question_id": "m", "question": "Puanlayın", "style": "matrix", "answer": "Yemek: İyi\nStaff: Fine"},
                {"question_id": "t", "question": "Else?", "style": "text", "answer": "no"}
            ])
        );
    }

    #[test]
    fn an_agreement_has_the_text_of_its_option_or_is_true() {
        let agreement = |id: &str, options: Value| json!({"id": id, "key": id, "style": "agreement", "body": {"en": "Terms"}, "options": options});
        let questions = json!([
            agreement("plain", json!([])),
            agreement(
                "worded",
                json!([{"id": "o", "key": "o", "body": {"en": "I agree", "tr": "Kabul"}}])
            ),
        ]);
        let items =
            json!([{"question_id": "plain", "body": "true"}, {"question_id": "worded", "body": "true"}]);
        assert_eq!(
            answers_to(questions, items),
            json!([
                {"question_id": "plain", "question": "Terms", "style": "agreement", "answer": "true"},
                {"question_id": "worded", "question": "Terms", "style": "agreement", "answer": "Kabul"}
            ])
        );
    }
}
