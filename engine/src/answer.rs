//! Answers: as they come in ([`AnswerInput`]) and as the engine keeps them ([`Answer`]).

use crate::json::{Reader, Result};
use serde::Serialize;

/// An answer as it crosses the wire: exactly one field is set, by the question's style (`wire.md`, Answer).
///
/// One flat struct, not an enum: it reads the same JSON at a fraction of the bytes in WebAssembly.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct AnswerInput {
    /// text, textarea, email.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub text: Option<String>,
    /// score.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub number: Option<f64>,
    /// radio, checklist: the ids of the selected options, also for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub option_ids: Option<Vec<String>>,
}

impl AnswerInput {
    pub(crate) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut answer = Self::default();
        r.object(&mut |r, key| {
            match key {
                "text" => answer.text = Some(r.string()?.into()),
                "number" => answer.number = Some(r.number()?),
                "optionIds" => answer.option_ids = Some(r.list(|r| r.string().map(Into::into))?),
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

/// An answer that belongs to its question: option positions exist, numbers are finite.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// As typed, white space included: the input shows it again.
    Text(Box<str>),
    /// A finite number.
    Number(f64),
    /// Positions of the selected options in the question, ascending, each once.
    Options(Vec<u32>),
}

impl Answer {
    /// Whether this counts as unanswered: blank text, or no option (`wire.md`, Corners). 0 is an answer.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.trim().is_empty(),
            Self::Number(_) => false,
            Self::Options(options) => options.is_empty(),
        }
    }
}
