//! What the answers say about the visitor (specification, section 3.3).

use super::Session;
use super::answers::with_question;
use crate::answer::Answer;
use crate::feedback::Customer;
use crate::question::{CustomerField, Question};
use crate::time::year_of;

impl Session {
    /// The customer that the answers describe; `None` where they say nothing about one.
    pub(super) fn build_customer(&self) -> Option<Customer> {
        let mut customer = Customer {
            custom_attributes: self.context.attributes.clone(),
            ..Customer::default()
        };
        let states = self.path.iter().filter_map(|at| self.flow.state(*at));
        for at in states.flat_map(|state| &state.elements) {
            let Some((_, question)) = with_question(&self.flow, *at) else {
                continue;
            };
            // What was filled in while hidden is known about the visitor, although nobody was asked.
            let known = if self.is_preset(*at) {
                self.answer(*at)
            } else {
                self.counted_answer(*at)
            };
            if let Some(answer) = known.filter(|_| self.verdict(*at, question).is_none()) {
                self.describe(&mut customer, question, answer);
            }
        }
        (customer != Customer::default()).then_some(customer)
    }

    fn describe(&self, customer: &mut Customer, question: &Question, answer: &Answer) {
        let Some(field) = question.customer_field() else {
            return;
        };
        let text = || self.text_of(question, answer);
        match (field, answer) {
            (CustomerField::Email, _) => customer.email = text(),
            (CustomerField::Name, _) => customer.name = text(),
            (CustomerField::PhoneNumber, _) => customer.phone_number = text(),
            (CustomerField::Gender, _) => customer.gender = text(),
            (CustomerField::ExternalId, _) => customer.external_id = text(),
            (CustomerField::BirthYear, Answer::Number(age)) => customer.birth_year = self.birth_year(*age),
            (CustomerField::BirthYear, _) => {}
            (CustomerField::SchemaField, _) => {
                if let Some(text) = text().filter(|_| !question.key.is_empty()) {
                    customer.schema.insert(&question.key, text);
                }
            }
        }
    }

    /// The answer as one text: of several options each one's key, or else its id. Nothing is said by an empty text.
    fn text_of(&self, question: &Question, answer: &Answer) -> Option<String> {
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
            answer.any_text(question, self.platform, &mut add);
        }
        (!texts.is_empty()).then_some(texts)
    }

    /// The current year minus the age, where that is a year that can be written.
    fn birth_year(&self, age: f64) -> Option<i32> {
        let year = f64::from(year_of(self.context.now + self.elapsed)) - age;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a whole number of four digits at most"
        )]
        (1.0..=9999.0).contains(&year).then_some(year as i32)
    }
}
