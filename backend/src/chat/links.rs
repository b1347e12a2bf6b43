//! What customers see beside their answers (docs/chat.md#answers): the links that they were shown, and nothing that they were
//! not.

use super::answers::AnsweredQuestion;
use engine::{Flow, Question, Style, localized_text, without_pipes};
use std::collections::HashMap;

/// Adds the links that the visitor was shown, each in its place: nobody answers them, but what was answered may be about them.
///
/// `shown` has the ids of all questions that the visitor was shown, in order.
pub(super) fn with_links(
    answers: Vec<AnsweredQuestion>,
    shown: &[Box<str>],
    flow: &Flow,
    language: &str,
) -> Vec<AnsweredQuestion> {
    let places: HashMap<&str, usize> = shown.iter().map(|id| &**id).zip(0..).collect();
    let mut last = 0;
    let mut placed: Vec<(usize, AnsweredQuestion)> = Vec::with_capacity(answers.len());
    for answer in answers {
        // The answers keep their order, whatever it is.
        last = places
            .get(&*answer.question_id)
            .map_or(last, |place| last.max(*place));
        placed.push((last, answer));
    }
    for (place, id) in shown.iter().enumerate() {
        let link = flow.question(id).and_then(|question| link(question, language));
        placed.extend(link.map(|link| (place, link)));
    }
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, answer)| answer).collect()
}

/// Returns what customers may read: not what they were never shown, such as the campaign by which they came.
pub(super) fn without_hidden(mut answers: Vec<AnsweredQuestion>) -> Vec<AnsweredQuestion> {
    answers.retain(|answer| answer.style.is_none_or(Style::is_shown));
    answers
}

/// A link has its address as the answer. Its question is its description, or else the address; `None` for another question,
/// and for a text that is no address.
fn link(question: &Question, language: &str) -> Option<AnsweredQuestion> {
    let address = localized_text(&question.body, language)?.trim();
    let is_address = question.style == Style::Link
        && (starts_with_ignoring_case(address, "https://") || starts_with_ignoring_case(address, "http://"))
        && !address.contains(char::is_whitespace);
    let description = localized_text(&question.description, language).map(without_pipes);
    let description = description
        .as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty());
    is_address.then(|| {
        let mut link = AnsweredQuestion::new(question, language, address.to_owned());
        description.unwrap_or(address).clone_into(&mut link.question);
        link
    })
}

fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.get(..start.len())
        .is_some_and(|given| given.eq_ignore_ascii_case(start))
}

#[cfg(test)]
mod tests {
    use super::super::answers::answered_questions;
    use super::super::answers::tests::flow_of;
    use super::*;
    use serde_json::json;

    #[test]
    fn links_are_listed_in_their_places_with_their_addresses() {
        let link = |id: &str, body: &str, description: &str| {
            json!({"id": id, "key": id, "style": "link", "body": {"en": body},
                "description": {"en": description, "tr": "Fişiniz"}})
        };
        let plain = |id: &str| json!({"id": id, "key": id, "style": "text", "body": {"en": id}});
        let described = link("l1", " HTTPS://shop.example/r/1 ", "Your receipt");
        let undescribed =
            json!({"id": "l2", "key": "l2", "style": "link", "body": "http://shop.example/r/2"});
        let questions = json!([
            plain("a"),
            described,
            plain("b"),
            undescribed,
            link("script", "javascript:alert(1)", ""),
            link("words", "https://shop.example or by phone", ""),
            link("unseen", "https://shop.example/unseen", ""),
        ]);
        let flow = flow_of(&questions);
        let answers = answered_questions(
            serde_json::from_value(
                json!([{"question_id": "a", "body": "1"}, {"question_id": "b", "body": "2"},
                {"question_id": "gone", "body": "3"}]),
            )
            .unwrap(),
            &flow,
            "tr",
            &HashMap::new(),
        );
        let shown = ["a", "l1", "b", "l2", "script", "words"].map(Box::from);
        assert_eq!(
            json!(with_links(answers, &shown, &flow, "tr")),
            json!([
                {"question_id": "a", "question": "a", "style": "text", "answer": "1"},
                {"question_id": "l1", "question": "Fişiniz", "style": "link", "answer": "HTTPS://shop.example/r/1"},
                {"question_id": "b", "question": "b", "style": "text", "answer": "2"},
                {"question_id": "gone", "question": "gone", "answer": "3"},
                {"question_id": "l2", "question": "http://shop.example/r/2", "style": "link",
                    "answer": "http://shop.example/r/2"},
            ])
        );
    }

    #[test]
    fn hidden_questions_are_not_in_the_customer_view() {
        let options = json!([{"id": "o", "key": "o", "body": {"en": "B"}}]);
        let questions = json!([
            {"id": "campaign", "key": "campaign", "style": "hidden_field", "body": {"en": "Campaign"}},
            {"id": "group", "key": "group", "style": "random", "body": {"en": "Group"}, "options": options},
            {"id": "why", "key": "why", "style": "text", "body": {"en": "Why?"}},
        ]);
        let items = json!([{"question_id": "campaign", "body": "black-friday"},
            {"question_id": "group", "option_id": "o"}, {"question_id": "why", "body": "Late"},
            {"question_id": "gone", "body": "x"}]);
        let flow = flow_of(&questions);
        let answers = answered_questions(
            serde_json::from_value(items).unwrap(),
            &flow,
            "en",
            &HashMap::new(),
        );
        let ids = |answers: &[AnsweredQuestion]| {
            let ids = answers.iter().map(|answer| answer.question_id.clone());
            ids.collect::<Vec<_>>()
        };
        assert_eq!(ids(&answers), ["campaign", "group", "why", "gone"]);
        assert_eq!(ids(&without_hidden(answers)), ["why", "gone"]);
    }
}
