//! The question styles, and the customer fields that answers fill.

/// How a question is asked (docs/flows.md#question-styles). The table in `styles` gives each style its name in flows
/// and its behavior: a style without a row there cannot occur in a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "wasm", serde(rename_all = "snake_case"))]
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
    /// A text that is sent to a look-up, whose result fills other answers.
    DynamicRequest,
    /// A field of the customer: a text, or one option if the question has any.
    CustomerSchema,
    /// One option.
    Radio,
    /// One option, from a list that opens.
    Dropdown,
    /// One option, which becomes the customer's gender.
    Gender,
    /// Any number of options.
    Checklist,
    /// One option, which a look-up may select.
    DynamicMultipleChoice,
    /// Any number of options, which a look-up may select.
    DynamicMultipleValue,
    /// One option that the session's seed selects; the visitor sees nothing.
    Random,
    /// All options, best first.
    Ranking,
    /// Statements, each answered with options.
    Matrix,
    /// Any number.
    Numeric,
    /// A number of whole years.
    Age,
    /// A number on a line, 0 to 100 by default.
    Slider,
    /// A whole number on a scale, 0 to 10 by default.
    Score,
    /// A number of stars, 1 to 5 by default.
    Star,
    /// Customer effort score, 1 to 7 by default.
    Ces,
    /// A number on a scale without defaults.
    CustomScore,
    /// Given and family name.
    Naming,
    /// A check box.
    Agreement,
    /// A calendar day.
    Datepicker,
    /// A phone number.
    PhoneNumber,
    /// A phone number that the visitor verifies with a code.
    PhoneVerification,
    /// Uploaded files.
    File,
    /// A picture of the page.
    Screenshot,
    /// A text to read; takes no answer.
    Plain,
    /// An address that the chat shows as a link; takes no answer.
    Link,
    /// A text that the page's address or the host page gives; the visitor sees nothing.
    HiddenField,
}

impl Style {
    /// Returns whether visitors ever see a question of this style.
    #[must_use]
    pub fn is_shown(self) -> bool {
        !matches!(self, Self::Random | Self::HiddenField)
    }
}

/// The field of the customer that an answer fills (docs/engine.md#customer).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CustomerField {
    Email,
    Name,
    PhoneNumber,
    Gender,
    ExternalId,
    /// Year of birth, computed from an age.
    BirthYear,
    /// An entry of the customer's `schema`, under the question's key.
    SchemaField,
}
