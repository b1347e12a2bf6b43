//! Answers: as they come in ([`AnswerInput`]) and as the engine keeps them ([`Answer`]).

use crate::json::{Reader, Result};
use crate::sorted_map::SortedMap;
use serde::Serialize;

/// An answer as it crosses the wire: exactly one field is set, by the question's style (`wire.md`, Answer).
///
/// One flat struct, not an enum: it reads the same JSON at a fraction of the bytes in WebAssembly.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AnswerInput {
    /// text, textarea, email, external_id, dynamic_request, customer_schema without options.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub text: Option<String>,
    /// numeric, age, slider, score, star, ces, custom_score.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub number: Option<f64>,
    /// radio, dropdown, checklist, gender and the dynamic choices: the ids of the selected options, also for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub option_ids: Option<Vec<String>>,
    /// ranking: the ids of all options, best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub ranking: Option<Vec<String>>,
    /// matrix: the ids of the selected options, by statement id.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, string[]>"))]
    pub matrix: Option<SortedMap<Vec<String>>>,
    /// datepicker: an ISO date.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub date: Option<String>,
    /// agreement.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub checked: Option<bool>,
    /// phone_number, phone_verification: E.164.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub phone: Option<String>,
    /// file, screenshot: what has been uploaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub files: Option<Vec<FileAnswer>>,
    /// naming: `name` and `surname`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub fields: Option<NameAnswer>,
}

/// An uploaded file.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct FileAnswer {
    /// The upload's id.
    pub id: String,
    /// The file's name on the visitor's device.
    pub name: String,
    /// Bytes.
    pub size: f64,
    /// Media type.
    #[serde(rename = "type")]
    pub media_type: String,
}

/// A person's name.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct NameAnswer {
    /// Given name.
    pub name: String,
    /// Family name.
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

    /// A text answer.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: Some(text.into()),
            ..Self::default()
        }
    }

    /// A numeric answer.
    #[must_use]
    pub fn number(number: f64) -> Self {
        Self {
            number: Some(number),
            ..Self::default()
        }
    }

    /// Selected options.
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

    /// Both, joined by a space.
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

/// An answer that belongs to its question: option and statement positions exist, numbers are finite.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// As typed, white space included: the input shows it again.
    Text(Box<str>),
    /// A finite number.
    Number(f64),
    /// Positions of the selected options in the question, ascending, each once.
    Options(Vec<u32>),
    /// Positions of options, best first, each at most once.
    Ranking(Vec<u32>),
    /// Positions of statement and option, ascending, each pair once.
    Matrix(Vec<(u32, u32)>),
    /// As given; whether it is a date is for validation to say.
    Date(Box<str>),
    /// Whether the agreement is checked; unchecked it is no answer.
    Checked(bool),
    /// As given.
    Phone(Box<str>),
    /// Uploads, in order.
    Files(Vec<FileAnswer>),
    /// A person's name.
    Name(NameAnswer),
}

impl Answer {
    /// Whether this counts as unanswered: blank text, or nothing selected (`wire.md`, Corners). 0 is an answer.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) | Self::Date(text) | Self::Phone(text) => text.trim().is_empty(),
            Self::Number(_) => false,
            Self::Checked(checked) => !checked,
            Self::Options(options) | Self::Ranking(options) => options.is_empty(),
            Self::Matrix(cells) => cells.is_empty(),
            Self::Files(files) => files.is_empty(),
            Self::Name(name) => name.name.trim().is_empty() && name.surname.trim().is_empty(),
        }
    }
}
