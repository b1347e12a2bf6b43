//! Answers: as they come in ([`AnswerInput`]) and as the engine keeps them ([`Answer`]).

use crate::json::{Reader, Result};
use crate::sorted_map::SortedMap;
use serde::Serialize;

/// An answer on the wire: the one field is set that the question's style needs. See docs/engine.md#events.
///
/// A flat struct reads the same JSON as an enum with a fraction of its bytes in WebAssembly.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AnswerInput {
    /// For `text`, `textarea`, `email`, `external_id`, `dynamic_request`, and `customer_schema` without options; for `numeric`,
    /// `age` and `custom_score` what was typed where that is no number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub text: Option<String>,
    /// For `numeric`, `age`, `slider`, `score`, `star`, `ces`, `custom_score`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub number: Option<f64>,
    /// For `radio`, `dropdown`, `checklist`, `gender` and the dynamic choices: the ids of the selected options.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub option_ids: Option<Vec<String>>,
    /// For choices: the text of the selected option that asks for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub other_text: Option<String>,
    /// For `ranking`: the ids of all options, best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub ranking: Option<Vec<String>>,
    /// For `matrix`: the ids of the selected options, by statement id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, string[]>"))]
    pub matrix: Option<SortedMap<Vec<String>>>,
    /// For `datepicker`: an ISO date.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub date: Option<String>,
    /// For `agreement`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub checked: Option<bool>,
    /// For `phone_number` and `phone_verification`: a number in E.164.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub phone: Option<String>,
    /// For `file` and `screenshot`: the uploads.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub files: Option<Vec<FileAnswer>>,
    /// For `naming`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub fields: Option<NameAnswer>,
}

/// An uploaded file.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct FileAnswer {
    pub id: String,
    /// The name of the file on the visitor's device.
    pub name: String,
    /// The size in bytes.
    pub size: f64,
    #[serde(rename = "type")]
    pub media_type: String,
}

/// A person's name.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct NameAnswer {
    /// The given name.
    pub name: String,
    /// The family name.
    pub surname: String,
}

impl AnswerInput {
    pub(crate) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut answer = Self::default();
        r.object(&mut |r, key| {
            match key {
                "text" => answer.text = Some(r.string()?.into()),
                "number" => answer.number = Some(r.number()?),
                "optionIds" => answer.option_ids = Some(r.list(read_id)?),
                "otherText" => answer.other_text = Some(r.string()?.into()),
                "ranking" => answer.ranking = Some(r.list(read_id)?),
                "matrix" => answer.matrix = Some(read_matrix(r)?),
                "date" => answer.date = Some(r.string()?.into()),
                "checked" => answer.checked = Some(r.boolean()?),
                "phone" => answer.phone = Some(r.string()?.into()),
                "files" => answer.files = Some(r.list(FileAnswer::read)?),
                "fields" => answer.fields = Some(NameAnswer::read(r)?),
                _ => r.skip()?,
            }
            Ok(())
        })?;
        Ok(answer)
    }

    /// Creates a text answer.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: Some(text.into()),
            ..Self::default()
        }
    }

    /// Creates a numeric answer.
    #[must_use]
    pub fn number(number: f64) -> Self {
        Self {
            number: Some(number),
            ..Self::default()
        }
    }

    /// Creates an answer with selected options.
    #[must_use]
    pub fn options<S: Into<String>>(ids: impl IntoIterator<Item = S>) -> Self {
        Self {
            option_ids: Some(ids.into_iter().map(Into::into).collect()),
            ..Self::default()
        }
    }
}

fn read_id(r: &mut Reader<'_>) -> Result<String> {
    r.string().map(Into::into)
}

fn read_matrix(r: &mut Reader<'_>) -> Result<SortedMap<Vec<String>>> {
    let mut matrix = SortedMap::new();
    r.object(&mut |r, statement_id| {
        matrix.insert(statement_id, r.list(read_id)?);
        Ok(())
    })?;
    Ok(matrix)
}

impl FileAnswer {
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut file = Self::default();
        r.object(&mut |r, key| {
            match key {
                "id" => file.id = r.id()?.into(),
                "name" => file.name = r.string()?.into(),
                "size" => file.size = r.number()?,
                "type" => file.media_type = r.string()?.into(),
                _ => r.skip()?,
            }
            Ok(())
        })?;
        if file.id.is_empty() {
            Err(r.error("a file needs an `id`"))
        } else {
            Ok(file)
        }
    }
}

impl NameAnswer {
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut fields = Self::default();
        r.object(&mut |r, key| {
            match key {
                "name" => fields.name = r.string()?.into(),
                "surname" => fields.surname = r.string()?.into(),
                _ => r.skip()?,
            }
            Ok(())
        })?;
        Ok(fields)
    }

    /// Returns both names, joined by a space.
    #[must_use]
    pub fn joined(&self) -> String {
        let mut text = String::from(self.name.trim());
        if !text.is_empty() && !self.surname.trim().is_empty() {
            text.push(' ');
        }
        text.push_str(self.surname.trim());
        text
    }
}

/// One question's answer. The positions in it exist in its question, and numbers are finite.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The text as typed, with its white space, because the input shows it again.
    Text(Box<str>),
    /// A finite number.
    Number(f64),
    /// The positions of the selected options, ascending and each once, and the text of the one that asks for a text.
    Options(Vec<u32>, Box<str>),
    /// The positions of options, best first and each at most once.
    Ranking(Vec<u32>),
    /// The positions of statement and option, ascending and each pair once.
    Matrix(Vec<(u32, u32)>),
    /// The text as given. Validation decides whether it is a date.
    Date(Box<str>),
    /// Whether the agreement is checked. An unchecked one counts as empty.
    Checked(bool),
    /// The text as given. Validation decides whether it is a phone number.
    Phone(Box<str>),
    /// The uploads, in order.
    Files(Vec<FileAnswer>),
    /// A person's name.
    Name(NameAnswer),
}

impl Answer {
    /// Returns whether this counts as unanswered: a blank text, or nothing selected. 0 is an answer.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) | Self::Date(text) | Self::Phone(text) => text.trim().is_empty(),
            Self::Number(_) => false,
            Self::Checked(checked) => !checked,
            Self::Options(options, _) | Self::Ranking(options) => options.is_empty(),
            Self::Matrix(cells) => cells.is_empty(),
            Self::Files(files) => files.is_empty(),
            Self::Name(name) => name.name.trim().is_empty() && name.surname.trim().is_empty(),
        }
    }
}
