//! The styles of questions, and the one table that gives each its name and its behavior.

use super::agreement::Agreement;
use super::choice::Choice;
use super::date::Datepicker;
use super::display_only::DisplayOnly;
use super::file::File;
use super::matrix::Matrix;
use super::naming::Naming;
use super::number::Number;
use super::phone::Phone;
use super::ranking::Ranking;
use super::text::Text;
use super::{Behavior, Question};
use serde::Serialize;

/// How a question is asked (specification, section 3.4: question types).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// One line of text.
    #[default]
    Text,
    /// Several lines of text.
    Textarea,
    /// One e-mail address.
    Email,
    /// The visitor's id in another system.
    ExternalId,
    /// A text that is looked up elsewhere; the result fills other answers.
    DynamicRequest,
    /// A field of the customer: a text, or one of the options where there are any.
    CustomerSchema,
    /// One of the options.
    Radio,
    /// One of the options, from a list that opens.
    Dropdown,
    /// One of the options; becomes the customer's gender.
    Gender,
    /// Any number of the options.
    Checklist,
    /// One of the options, which a look-up may select.
    DynamicMultipleChoice,
    /// Any number of the options, which a look-up may select.
    DynamicMultipleValue,
    /// Nothing to answer: the session's seed selects one of the options.
    Random,
    /// All options, best first.
    Ranking,
    /// Statements, each with its options.
    Matrix,
    /// A number.
    Numeric,
    /// Whole years.
    Age,
    /// A number on a line, 0 to 100 by default.
    Slider,
    /// A whole number on a scale, 0 to 10 by default.
    Score,
    /// Stars, 1 to 5 by default.
    Star,
    /// Customer effort, 1 to 7 by default.
    Ces,
    /// A number on a scale of its own.
    CustomScore,
    /// Given and family name.
    Naming,
    /// A box to check.
    Agreement,
    /// A day.
    Datepicker,
    /// A telephone number.
    PhoneNumber,
    /// A telephone number that the visitor proves to have.
    PhoneVerification,
    /// Uploaded files.
    File,
    /// A picture of the page.
    Screenshot,
    /// Nothing to answer: a text.
    Plain,
    /// Nothing to answer: an address, shown in the chat as a link.
    Link,
}

/// Every style with its name in flows, its behavior, and what its answers tell: the one table.
const STYLES: &[Row] = &[
    row("text", Style::Text, &Text::FREE),
    row("textarea", Style::Textarea, &Text::FREE),
    row("email", Style::Email, &Text::EMAIL).filling(CustomerField::Email),
    row("external_id", Style::ExternalId, &Text::FREE).filling(CustomerField::ExternalId),
    row("dynamic_request", Style::DynamicRequest, &Text::DYNAMIC_REQUEST),
    row("customer_schema", Style::CustomerSchema, &Choice::ONE).filling(CustomerField::SchemaField),
    row("radio", Style::Radio, &Choice::ONE),
    row("dropdown", Style::Dropdown, &Choice::ONE),
    row("gender", Style::Gender, &Choice::ONE).filling(CustomerField::Gender),
    row("checklist", Style::Checklist, &Choice::MANY),
    row(
        "dynamic_multiple_choice",
        Style::DynamicMultipleChoice,
        &Choice::ONE,
    ),
    row(
        "dynamic_multiple_value",
        Style::DynamicMultipleValue,
        &Choice::MANY,
    ),
    row("random", Style::Random, &Choice::RANDOM),
    row("ranking", Style::Ranking, &Ranking),
    row("matrix", Style::Matrix, &Matrix),
    row("numeric", Style::Numeric, &Number::NUMERIC),
    row("age", Style::Age, &Number::AGE).filling(CustomerField::BirthYear),
    row("slider", Style::Slider, &Number::SLIDER),
    row("score", Style::Score, &Number::SCORE),
    row("star", Style::Star, &Number::STAR),
    row("ces", Style::Ces, &Number::CES),
    row("custom_score", Style::CustomScore, &Number::CUSTOM_SCORE),
    row("naming", Style::Naming, &Naming).filling(CustomerField::Name),
    row("agreement", Style::Agreement, &Agreement),
    row("datepicker", Style::Datepicker, &Datepicker),
    row("phone_number", Style::PhoneNumber, &Phone::UNVERIFIED).filling(CustomerField::PhoneNumber),
    row("phone_verification", Style::PhoneVerification, &Phone::VERIFIED).filling(CustomerField::PhoneNumber),
    row("file", Style::File, &File),
    row("screenshot", Style::Screenshot, &File),
    row("plain", Style::Plain, &DisplayOnly),
    row("link", Style::Link, &DisplayOnly),
];

/// One style of the table.
struct Row {
    name: &'static str,
    style: Style,
    behavior: &'static dyn Behavior,
    customer_field: Option<CustomerField>,
}

const fn row(name: &'static str, style: Style, behavior: &'static dyn Behavior) -> Row {
    Row {
        name,
        style,
        behavior,
        customer_field: None,
    }
}

impl Row {
    const fn filling(mut self, what: CustomerField) -> Self {
        self.customer_field = Some(what);
        self
    }
}

/// What an answer tells about the visitor (specification, section 3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CustomerField {
    /// The e-mail address.
    Email,
    /// The name.
    Name,
    /// The telephone number.
    PhoneNumber,
    /// The gender.
    Gender,
    /// The id in another system.
    ExternalId,
    /// The age, and so the year of birth.
    BirthYear,
    /// A field of the customer's schema, by the question's key.
    SchemaField,
}

impl Style {
    /// The style with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        STYLES.iter().find(|row| row.name == name).map(|row| row.style)
    }

    fn row(self) -> Option<&'static Row> {
        STYLES.iter().find(|row| row.style == self)
    }
}

impl Question {
    /// What the style decides; a field of the customer without options is a text.
    pub(super) fn behavior(&self) -> &'static dyn Behavior {
        match self.style.row() {
            Some(row) if self.style != Style::CustomerSchema || !self.options.is_empty() => row.behavior,
            _ => &Text::FREE,
        }
    }

    /// What the answer tells about the visitor.
    pub(crate) fn customer_field(&self) -> Option<CustomerField> {
        self.style.row()?.customer_field
    }

    /// The field of the payload's `customer` that the answer fills, and for a field of the schema its name there.
    #[cfg(feature = "native")]
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
