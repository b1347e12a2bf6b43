//! What is known about the visitor, and what the answers say. See docs/engine.md#customer.

use super::answered_flow::AnsweredFlow;
use crate::answer::Answer;
use crate::feedback::Customer;
use crate::json::{Reader, Result};
use crate::platform::PlatformRef;
use crate::question::{CustomerField, Question};
use crate::time::year_of;

/// Most bytes of an id of the customer, as on the server (docs/api.md#customers).
const ID_BYTES: usize = 128;

/// Most bytes of any other text about the customer; the server counts characters.
const TEXT_BYTES: usize = 200;

/// Most bytes of a text in `schema`.
const SCHEMA_BYTES: usize = 1000;

/// Builds the customer from what is known and from the valid answers, which count more; `None` if there is neither.
/// `now` is in milliseconds since 1970.
pub(super) fn build_customer(answered: &AnsweredFlow, known: &Customer, now: f64) -> Option<Customer> {
    let mut customer = known.clone();
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
    leave_out_long_texts(&mut customer);
    (customer != Customer::default()).then_some(customer)
}

/// Leaves out what the server would refuse: the feedback matters more than what it says about the visitor.
fn leave_out_long_texts(customer: &mut Customer) {
    for (field, most) in [
        (&mut customer.id, ID_BYTES),
        (&mut customer.external_id, ID_BYTES),
        (&mut customer.email, TEXT_BYTES),
        (&mut customer.name, TEXT_BYTES),
        (&mut customer.phone_number, TEXT_BYTES),
        (&mut customer.gender, TEXT_BYTES),
    ] {
        if field.as_ref().is_some_and(|text| text.len() > most) {
            *field = None;
        }
    }
}

/// Returns what is known about the visitor that answers a question; `None` for nothing. The year of birth does not tell
/// an age.
pub(super) fn known_answer<'a>(known: &'a Customer, question: &Question) -> Option<&'a str> {
    match question.customer_field()? {
        CustomerField::Email => known.email.as_deref(),
        CustomerField::Name => known.name.as_deref(),
        CustomerField::PhoneNumber => known.phone_number.as_deref(),
        CustomerField::Gender => known.gender.as_deref(),
        CustomerField::ExternalId => known.external_id.as_deref(),
        CustomerField::SchemaField => known.schema.get(&question.key).map(String::as_str),
        CustomerField::BirthYear => None,
    }
}

impl Customer {
    /// Reads what is known about a visitor. Unknown fields are ignored.
    pub(super) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut customer = Self::default();
        r.object(&mut |r, key| {
            let field = match key {
                "id" => &mut customer.id,
                "email" => &mut customer.email,
                "name" => &mut customer.name,
                "phone_number" => &mut customer.phone_number,
                "gender" => &mut customer.gender,
                "external_id" => &mut customer.external_id,
                "birth_year" => {
                    customer.birth_year = i32::try_from(r.count()?).ok();
                    return Ok(());
                }
                "schema" => {
                    customer.schema = r.string_map()?;
                    return Ok(());
                }
                "custom_attributes" => {
                    return r.object(&mut |r, name| {
                        customer.custom_attributes.insert(name, r.any()?);
                        Ok(())
                    });
                }
                _ => return r.skip(),
            };
            *field = Some(r.string()?.into());
            Ok(())
        })?;
        Ok(customer)
    }
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
            if let Some(text) = text().filter(|text| text.len() <= SCHEMA_BYTES && !question.key.is_empty()) {
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
    if let Answer::Options(options, _) = answer {
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
