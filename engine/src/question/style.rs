//! The styles of questions, and the one table that gives each its name and its behaviour.

use super::Behaviour;
use super::number::{Bounds, Number};
use super::{agreement, choice, date, email, file, matrix, naming, phone, random, ranking, silent, text};
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

/// Every style with its name in flows and its behaviour: the one table.
const STYLES: &[(&str, Style, &dyn Behaviour)] = &[
    ("text", Style::Text, &text::Text),
    ("textarea", Style::Textarea, &text::Text),
    ("email", Style::Email, &email::Email),
    ("external_id", Style::ExternalId, &text::Text),
    ("dynamic_request", Style::DynamicRequest, &text::Text),
    ("customer_schema", Style::CustomerSchema, &choice::CustomerSchema),
    ("radio", Style::Radio, &choice::Choice { many: false }),
    ("dropdown", Style::Dropdown, &choice::Choice { many: false }),
    ("gender", Style::Gender, &choice::Choice { many: false }),
    ("checklist", Style::Checklist, &choice::Choice { many: true }),
    (
        "dynamic_multiple_choice",
        Style::DynamicMultipleChoice,
        &choice::Choice { many: false },
    ),
    (
        "dynamic_multiple_value",
        Style::DynamicMultipleValue,
        &choice::Choice { many: true },
    ),
    ("random", Style::Random, &random::Random),
    ("ranking", Style::Ranking, &ranking::Ranking),
    ("matrix", Style::Matrix, &matrix::Matrix),
    (
        "numeric",
        Style::Numeric,
        &Number {
            bounds: Bounds::Limits { lower: None },
            whole: false,
            picked: false,
        },
    ),
    (
        "age",
        Style::Age,
        &Number {
            bounds: Bounds::Limits { lower: Some(0.0) },
            whole: true,
            picked: false,
        },
    ),
    (
        "slider",
        Style::Slider,
        &Number {
            bounds: Bounds::Scale { min: 0.0, max: 100.0 },
            whole: false,
            picked: false,
        },
    ),
    (
        "score",
        Style::Score,
        &Number {
            bounds: Bounds::Scale { min: 0.0, max: 10.0 },
            whole: true,
            picked: true,
        },
    ),
    (
        "star",
        Style::Star,
        &Number {
            bounds: Bounds::Scale { min: 1.0, max: 5.0 },
            whole: true,
            picked: true,
        },
    ),
    (
        "ces",
        Style::Ces,
        &Number {
            bounds: Bounds::Scale { min: 1.0, max: 7.0 },
            whole: true,
            picked: true,
        },
    ),
    (
        "custom_score",
        Style::CustomScore,
        &Number {
            bounds: Bounds::OpenScale,
            whole: false,
            picked: true,
        },
    ),
    ("naming", Style::Naming, &naming::Naming),
    ("agreement", Style::Agreement, &agreement::Agreement),
    ("datepicker", Style::Datepicker, &date::Datepicker),
    ("phone_number", Style::PhoneNumber, &phone::Phone),
    ("phone_verification", Style::PhoneVerification, &phone::Phone),
    ("file", Style::File, &file::File),
    ("screenshot", Style::Screenshot, &file::File),
    ("plain", Style::Plain, &silent::Silent),
    ("link", Style::Link, &silent::Silent),
];

impl Style {
    /// The style with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        STYLES
            .iter()
            .find(|(known, ..)| *known == name)
            .map(|(_, style, _)| *style)
    }

    pub(super) fn behaviour(self) -> &'static dyn Behaviour {
        STYLES
            .iter()
            .find(|(_, style, _)| *style == self)
            .map_or(&text::Text, |(.., behaviour)| *behaviour)
    }
}
