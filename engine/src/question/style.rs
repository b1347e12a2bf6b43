//! The styles of questions, and the one table that gives each its name and its behaviour.

use super::agreement::Agreement;
use super::choice::Choice;
use super::date::Datepicker;
use super::file::File;
use super::matrix::Matrix;
use super::naming::Naming;
use super::number::Number;
use super::phone::Phone;
use super::ranking::Ranking;
use super::silent::Silent;
use super::text::Text;
use super::{Behaviour, Question};
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

/// Every style with its name in flows, its behaviour, and what its answers tell: the one table.
const STYLES: &[Row] = &[
    row("text", Style::Text, &Text::WORDS),
    row("textarea", Style::Textarea, &Text::WORDS),
    row("email", Style::Email, &Text::ADDRESS).telling(Trait::Email),
    row("external_id", Style::ExternalId, &Text::WORDS).telling(Trait::ExternalId),
    row("dynamic_request", Style::DynamicRequest, &Text::LOOKED_UP),
    row("customer_schema", Style::CustomerSchema, &Choice::ONE).telling(Trait::SchemaField),
    row("radio", Style::Radio, &Choice::ONE),
    row("dropdown", Style::Dropdown, &Choice::ONE),
    row("gender", Style::Gender, &Choice::ONE).telling(Trait::Gender),
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
    row("random", Style::Random, &Choice::BY_CHANCE),
    row("ranking", Style::Ranking, &Ranking),
    row("matrix", Style::Matrix, &Matrix),
    row("numeric", Style::Numeric, &Number::NUMERIC),
    row("age", Style::Age, &Number::AGE).telling(Trait::BirthYear),
    row("slider", Style::Slider, &Number::SLIDER),
    row("score", Style::Score, &Number::SCORE),
    row("star", Style::Star, &Number::STARS),
    row("ces", Style::Ces, &Number::EFFORT),
    row("custom_score", Style::CustomScore, &Number::CUSTOM_SCORE),
    row("naming", Style::Naming, &Naming).telling(Trait::Name),
    row("agreement", Style::Agreement, &Agreement),
    row("datepicker", Style::Datepicker, &Datepicker),
    row("phone_number", Style::PhoneNumber, &Phone::TOLD).telling(Trait::PhoneNumber),
    row("phone_verification", Style::PhoneVerification, &Phone::PROVED).telling(Trait::PhoneNumber),
    row("file", Style::File, &File),
    row("screenshot", Style::Screenshot, &File),
    row("plain", Style::Plain, &Silent),
    row("link", Style::Link, &Silent),
];

/// One style of the table.
struct Row {
    name: &'static str,
    style: Style,
    behaviour: &'static dyn Behaviour,
    tells: Option<Trait>,
}

const fn row(name: &'static str, style: Style, behaviour: &'static dyn Behaviour) -> Row {
    Row {
        name,
        style,
        behaviour,
        tells: None,
    }
}

impl Row {
    const fn telling(mut self, what: Trait) -> Self {
        self.tells = Some(what);
        self
    }
}

/// What an answer tells about the visitor (specification, section 3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trait {
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
    pub(super) fn behaviour(&self) -> &'static dyn Behaviour {
        match self.style.row() {
            Some(row) if self.style != Style::CustomerSchema || !self.options.is_empty() => row.behaviour,
            _ => &Text::WORDS,
        }
    }

    /// What the answer tells about the visitor.
    pub(crate) fn tells(&self) -> Option<Trait> {
        self.style.row()?.tells
    }

    /// The field of the payload's `customer` that the answer fills, and for a field of the schema its name there.
    #[cfg(feature = "native")]
    #[must_use]
    pub fn customer_field(&self) -> Option<(&'static str, Option<&str>)> {
        let field = match self.tells()? {
            Trait::Email => "email",
            Trait::Name => "name",
            Trait::PhoneNumber => "phone_number",
            Trait::Gender => "gender",
            Trait::ExternalId => "external_id",
            Trait::BirthYear => "birth_year",
            Trait::SchemaField => return Some(("schema", Some(&self.key))),
        };
        Some((field, None))
    }
}
