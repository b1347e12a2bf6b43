//! What a chat is called in the list of a visitor's previous feedbacks (docs/chat.md#previous-feedbacks).

use super::answers::{AnsweredQuestion, answered_questions};
use super::detail::language_of;
use crate::flows::Flows;
use base::input::fault::shorten;
use engine::{Flow, ResponseItem, Style};
use serde::Deserializer as _;
use serde::de::{SeqAccess, Visitor};
use std::collections::HashMap;
use std::fmt;
use store::{FirstAnswers, Store, StoreError};

/// Most characters of a title.
const TITLE_LENGTH: usize = 80;

/// Returns the titles of feedbacks by their ids. Those that have answered nothing that can be named have none.
pub(crate) async fn titles(
    store: &Store,
    flows: &Flows,
    feedback_ids: &[&str],
) -> Result<HashMap<String, String>, StoreError> {
    let mut titles = HashMap::new();
    for answers in store.first_answers(feedback_ids).await? {
        let flow = flows
            .revision(store, &answers.flow_id, answers.flow_revision)
            .await?;
        let title = flow.and_then(|flow| title(&answers, &flow.flow));
        titles.extend(title.map(|title| (answers.feedback_id, title)));
    }
    Ok(titles)
}

/// Returns the visitor's first own words, else the first question with its answer: by these a visitor knows a feedback again.
fn title(answers: &FirstAnswers, flow: &Flow) -> Option<String> {
    let language = language_of(flow, answers.language_id.as_deref());
    let items = first_items(&answers.responses);
    let answered = answered_questions(items, flow, &language, &HashMap::new());
    let words = answered.iter().find(|answer| is_free_text(answer));
    let title = match words {
        Some(words) => words.answer().to_owned(),
        None => {
            let answer = answered.iter().find(|answer| names_something(answer))?;
            format!("{} {}", answer.question(), answer.answer())
        }
    };
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(shorten(title, TITLE_LENGTH)).filter(|title| !title.is_empty())
}

fn is_free_text(answer: &AnsweredQuestion) -> bool {
    matches!(answer.style(), Some(Style::Text | Style::Textarea)) && !answer.answer().trim().is_empty()
}

/// Returns whether question and answer together say what the feedback is about. Names of files and a bare `true` do not.
fn names_something(answer: &AnsweredQuestion) -> bool {
    let is_unclear = matches!(
        answer.style(),
        None | Some(Style::File | Style::Screenshot | Style::Agreement)
    ) || answer.style().is_some_and(|style| !style.is_shown());
    !is_unclear && !answer.answer().trim().is_empty()
}

/// Reads the complete items at the beginning of a JSON list that may be cut off.
fn first_items(responses: &str) -> Vec<ResponseItem> {
    struct Items<'a>(&'a mut Vec<ResponseItem>);

    impl<'de> Visitor<'de> for Items<'_> {
        type Value = ();

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a list of response items")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
            while let Some(item) = items.next_element()? {
                self.0.push(item);
            }
            Ok(())
        }
    }

    let mut items = Vec::new();
    // The error is that the list is cut off.
    let _ = serde_json::Deserializer::from_str(responses).deserialize_seq(Items(&mut items));
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn title_of(responses: &str) -> Option<String> {
        let question = |id: &str, style: &str, body: Value| {
            json!({"id": id, "key": id, "style": style, "body": body,
            "options": [{"id": "bad", "key": "bad", "body": {"en": "Bad", "tr": "Kötü"}}]})
        };
        let elements: Vec<Value> = [
            question("mood", "radio", json!({"en": "How was it?", "tr": "Nasıldı?"})),
            question("terms", "agreement", json!({"en": "Terms"})),
            question("photo", "file", json!({"en": "Show us"})),
            question("why", "textarea", json!({"en": "Why?"})),
        ]
        .into_iter()
        .zip(1..)
        .map(|(question, order)| json!({"id": format!("e{order}"), "type": "question", "order": order, "question": question}))
        .collect();
        let flow = json!({
            "id": "f", "languages": [{"id": "l1", "code": "en"}, {"id": "l2", "code": "tr"}],
            "states": [{"id": "s", "isInitialState": true, "elements": elements}],
        });
        let flow = Flow::parse(&flow.to_string(), engine::native()).unwrap();
        let answers = FirstAnswers {
            feedback_id: "id".into(),
            flow_id: "f".into(),
            flow_revision: 1,
            language_id: Some("l2".into()),
            responses: responses.to_owned(),
        };
        title(&answers, &flow)
    }

    #[test]
    fn it_is_the_visitors_first_words() {
        let words = json!([
            {"question_id": "mood", "option_id": "bad"}, {"question_id": "why", "body": " Too\n\ncold "}
        ]);
        assert_eq!(title_of(&words.to_string()).unwrap(), "Too cold");
        let long = json!([{"question_id": "why", "body": "ü".repeat(100)}]);
        assert_eq!(
            title_of(&long.to_string()).unwrap(),
            format!("{}…", "ü".repeat(79))
        );
    }

    #[test]
    fn without_words_it_is_the_first_question_with_its_answer() {
        let answers = json!([
            {"question_id": "terms", "body": "true"}, {"question_id": "photo", "active_storage_blob_id": "u"},
            {"question_id": "mood", "option_id": "bad"}, {"question_id": "why", "body": ""}
        ]);
        assert_eq!(title_of(&answers.to_string()).unwrap(), "Nasıldı? Kötü");
        for nameless in [
            json!([]),
            json!([{"question_id": "terms", "body": "true"}]),
            json!([{"question_id": "gone", "body": "x"}]),
        ] {
            assert_eq!(title_of(&nameless.to_string()), None, "{nameless}");
        }
    }

    #[test]
    fn truncated_answers_keep_the_visible_title() {
        let cut = r#"[{"question_id": "mood", "option_id": "bad"}, {"question_id": "why", "body": "Too c"#;
        assert_eq!(title_of(cut).unwrap(), "Nasıldı? Kötü");
        assert_eq!(title_of(r#"[{"question_id": "moo"#), None);
    }
}
