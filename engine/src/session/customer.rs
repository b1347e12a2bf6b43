//! What the answers say about the visitor. See docs/engine.md#customer.

use super::answered_flow::AnsweredFlow;
use crate::answer::Answer;
use crate::feedback::Customer;
use crate::platform::PlatformRef;
use crate::question::{CustomerField, Question};
use crate::sorted_map::SortedMap;
use crate::time::year_of;

/// Builds the customer that the valid answers describe; `None` if they describe none. `now` is in milliseconds since
/// 1970.
pub(super) fn build_customer(
    answered: &AnsweredFlow,
    attributes: &SortedMap<String>,
    now: f64,
) -> Option<Customer> {
    let mut customer = Customer {
        custom_attributes: attributes.clone(),
        ..Customer::default()
    };
    for (at, question) in answered.questions_on_path() {
        // A value that was filled in while hidden describes the visitor, although nobody was asked.
        let answer = if answered.records().is_preset(at) {
            answered.records().answer(at)
        } else {
            answered.counted_answer(at)
        };
        if let Some(answer) = answer.filter(|_| answered.validate(at, question).is_none()) {
            describe(&mut customer, question, answer, answered.platform(), now);
        }
    }
    (customer != Customer::default()).then_some(customer)
}

fn describe(customer: &mut Customer, question: &Question, answer: &Answer, platform: PlatformRef, now: f64) {
    let Some(field) = question.customer_field() else {
        return;
    };
    let text = || text_of(question, answer, platform);
    match (field, answer) {
        (CustomerField::Email, _) => customer.email = text(),
        (CustomerField::Name, _) => customer.name = text(),
        (CustomerField::PhoneNumber, _) => customer.phone_number = text(),
        (CustomerField::Gender, _) => customer.gender = text(),
        (CustomerField::ExternalId, _) => customer.external_id = text(),
        (CustomerField::BirthYear, Answer::Number(age)) => customer.birth_year = birth_year(*age, now),
        (CustomerField::BirthYear, _) => {}
        (CustomerField::SchemaField, _) => {
            if let Some(text) = text().filter(|_| !question.key.is_empty()) {
                customer.schema.insert(&question.key, text);
            }
        }
    }
}

/// Returns the answer as one text, options by key or else by id. An empty text describes nothing.
fn text_of(question: &Question, answer: &Answer, platform: PlatformRef) -> Option<String> {
    let mut texts = String::new();
    let mut add = |text: &str| {
        if !texts.is_empty() && !text.is_empty() {
            texts.push(',');
        }
        texts.push_str(text);
        false
    };
    if let Answer::Options(options) = answer {
        for option in options.iter().filter_map(|at| question.option(*at)) {
            add(if option.key.is_empty() {
                &option.id
            } else {
                &option.key
            });
        }
    } else {
        answer.any_text(question, platform, &mut add);
    }
    (!texts.is_empty()).then_some(texts)
}

/// Returns the year of birth, if it has at most four digits.
fn birth_year(age: f64, now: f64) -> Option<i32> {
    let year = f64::from(year_of(now)) - age;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a whole number of four digits at most"
    )]
    (1.0..=9999.0).contains(&year).then_some(year as i32)
}
