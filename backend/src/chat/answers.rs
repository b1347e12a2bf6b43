//! The customer's answers, which open the conversation (specification, section 2.5), in the feedback's language.

use engine::{Flow, Question, ResponseItem, Style, localized_text};
use serde::Serialize;

/// A question with an answer to it, as people read it (`wire.md`: `responses`).
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Answered {
    question_id: String,
    question: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    style: Option<Style>,
    answer: String,
}

/// The answers in the order in which they were given; several options of one question are several answers. What the
/// flow does not know is shown by its id: an answer is never left out.
pub(crate) fn answers(items: Vec<ResponseItem>, flow: &Flow, language: &str) -> Vec<Answered> {
    let answered = |item: ResponseItem| {
        let question = flow.question(&item.question_id);
        let body = question.and_then(|question| localized_text(&question.body, language));
        Answered {
            question: body.unwrap_or(&item.question_id).to_owned(),
            style: question.map(|question| question.style),
            answer: answer_text(&item, question, language),
            question_id: item.question_id,
        }
    };
    items.into_iter().map(answered).collect()
}

fn answer_text(item: &ResponseItem, question: Option<&Question>, language: &str) -> String {
    let label = item.option_id.as_deref().map(|id| {
        let option = question.and_then(|question| question.options.iter().find(|option| *option.id == *id));
        option
            .and_then(|option| localized_text(&option.body, language))
            .unwrap_or(id)
    });
    label.or(item.body.as_deref()).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn speaks_the_language_and_leaves_nothing_out() {
        let flow = json!({"id": "f", "languages": [{"id": "l", "code": "en"}], "states": [{"id": "s", "isInitialState": true,
            "elements": [{"id": "e", "type": "question", "order": 1, "question": {"id": "q", "key": "q", "style": "checklist",
                "body": {"en": "Which?", "tr": "Hangisi?"},
                "options": [{"id": "a", "key": "a", "body": {"en": "One", "tr": "Bir"}}, {"id": "b", "key": "b", "body": {"en": "Two"}}]}}]}]});
        let flow = Flow::parse(&flow.to_string(), engine::native()).unwrap();
        let items = json!([
            {"question_id": "q", "option_id": "a"}, {"question_id": "q", "option_id": "b"},
            {"question_id": "gone", "body": "text"}
        ]);
        let answers = answers(serde_json::from_value(items).unwrap(), &flow, "tr");
        assert_eq!(
            json!(answers),
            json!([
                {"question_id": "q", "question": "Hangisi?", "style": "checklist", "answer": "Bir"},
                {"question_id": "q", "question": "Hangisi?", "style": "checklist", "answer": "Two"},
                {"question_id": "gone", "question": "gone", "answer": "text"}
            ])
        );
    }
}
