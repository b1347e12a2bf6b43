//! The table of question styles: the name of each in flows, its behavior, and the customer field that it fills.
//!
//! Each file of this folder implements [`Behavior`] for one family of styles.

mod agreement;
mod choice;
mod date;
mod display_only;
mod email;
mod file;
mod matrix;
mod naming;
mod number;
mod phone;
mod random;
mod ranking;
mod response_items;
mod text;

#[cfg(feature = "check")]
mod kinds;
#[cfg(feature = "native")]
mod native;

pub(super) use agreement::CHECKED;

use super::behavior::Behavior;
use super::model::Question;
use super::style::{CustomerField, Style};
use agreement::Agreement;
use choice::Choice;
use date::Datepicker;
use display_only::DisplayOnly;
use file::File;
use matrix::Matrix;
use naming::Naming;
use number::Number;
use phone::Phone;
use ranking::Ranking;
use serde::{Serialize, Serializer};
use text::Text;

const STYLES: &[StyleEntry] = &[
    entry("text", Style::Text, &Text::FREE),
    entry("textarea", Style::Textarea, &Text::FREE),
    entry("email", Style::Email, &Text::EMAIL).filling(CustomerField::Email),
    entry("external_id", Style::ExternalId, &Text::FREE).filling(CustomerField::ExternalId),
    entry("dynamic_request", Style::DynamicRequest, &Text::DYNAMIC_REQUEST),
    entry("customer_schema", Style::CustomerSchema, &Choice::ONE).filling(CustomerField::SchemaField),
    entry("radio", Style::Radio, &Choice::ONE),
    entry("dropdown", Style::Dropdown, &Choice::ONE),
    entry("gender", Style::Gender, &Choice::ONE).filling(CustomerField::Gender),
    entry("checklist", Style::Checklist, &Choice::MANY),
    entry(
        "dynamic_multiple_choice",
        Style::DynamicMultipleChoice,
        &Choice::ONE,
    ),
    entry(
        "dynamic_multiple_value",
        Style::DynamicMultipleValue,
        &Choice::MANY,
    ),
    entry("random", Style::Random, &Choice::RANDOM),
    entry("ranking", Style::Ranking, &Ranking),
    entry("matrix", Style::Matrix, &Matrix),
    entry("numeric", Style::Numeric, &Number::NUMERIC),
    entry("age", Style::Age, &Number::AGE).filling(CustomerField::BirthYear),
    entry("slider", Style::Slider, &Number::SLIDER),
    entry("score", Style::Score, &Number::SCORE),
    entry("star", Style::Star, &Number::STAR),
    entry("ces", Style::Ces, &Number::CES),
    entry("custom_score", Style::CustomScore, &Number::CUSTOM_SCORE),
    entry("naming", Style::Naming, &Naming).filling(CustomerField::Name),
    entry("agreement", Style::Agreement, &Agreement),
    entry("datepicker", Style::Datepicker, &Datepicker),
    entry("phone_number", Style::PhoneNumber, &Phone::UNVERIFIED).filling(CustomerField::PhoneNumber),
    entry("phone_verification", Style::PhoneVerification, &Phone::VERIFIED)
        .filling(CustomerField::PhoneNumber),
    entry("file", Style::File, &File),
    entry("screenshot", Style::Screenshot, &File),
    entry("plain", Style::Plain, &DisplayOnly),
    entry("link", Style::Link, &DisplayOnly),
    entry("hidden_field", Style::HiddenField, &Text::HIDDEN_FIELD),
];

// A style without a row could not occur in a flow. `HiddenField` is the last style.
const _: () = assert!(STYLES.len() == Style::HiddenField as usize + 1);

struct StyleEntry {
    name: &'static str,
    style: Style,
    behavior: &'static dyn Behavior,
    customer_field: Option<CustomerField>,
}

const fn entry(name: &'static str, style: Style, behavior: &'static dyn Behavior) -> StyleEntry {
    StyleEntry {
        name,
        style,
        behavior,
        customer_field: None,
    }
}

impl StyleEntry {
    const fn filling(mut self, field: CustomerField) -> Self {
        self.customer_field = Some(field);
        self
    }
}

/// Returns the behavior of a question. A customer field without options and type is a text.
pub(super) fn behavior_of(question: &Question) -> &'static dyn Behavior {
    let style = question.answer_style();
    match style.entry() {
        Some(entry) if style != Style::CustomerSchema || !question.options.is_empty() => entry.behavior,
        _ => &Text::FREE,
    }
}

impl Style {
    /// Returns the style with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        STYLES
            .iter()
            .find(|entry| entry.name == name)
            .map(|entry| entry.style)
    }

    /// Returns the names of all styles.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        STYLES.iter().map(|entry| entry.name)
    }

    fn entry(self) -> Option<&'static StyleEntry> {
        STYLES.iter().find(|entry| entry.style == self)
    }
}

/// Writes the name from the table: a derived implementation would have a table of its own.
impl Serialize for Style {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = self.entry().map_or("", |entry| entry.name);
        serializer.serialize_unit_variant("Style", 0, name)
    }
}

impl Question {
    /// Returns the customer field that the answer fills.
    pub(crate) fn customer_field(&self) -> Option<CustomerField> {
        self.style.entry()?.customer_field
    }

    /// Returns the name of the `customer` field that the answer fills, and for `schema` the name of the entry.
    #[must_use]
    pub fn customer_field_name(&self) -> Option<(&'static str, Option<&str>)> {
        let field = match self.customer_field()? {
            CustomerField::Email => "email",
            CustomerField::Name => "name",
            CustomerField::PhoneNumber => "phone_number",
            CustomerField::Gender => "gender",
            CustomerField::ExternalId => "external_id",
            CustomerField::BirthYear => "birth_year",
            CustomerField::SchemaField => return Some(("schema", Some(&self.key))),
        };
        Some((field, None))
    }
}
