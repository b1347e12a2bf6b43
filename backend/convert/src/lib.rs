//! Surveys of other products as flows (docs/convert.md).
//!
//! [`convert`] reads a survey, and returns a flow that passes the check without errors, and a [`Report`] of what was lost or
//! changed. It has no I/O, and no input makes it panic. Input is bounded as a flow is.
//!
//! Each module uses only those above it.
//!
//! | module | content |
//! |---|---|
//! | `report`, `node` | what was lost; values of a source with their pointers |
//! | `text`, `condition`, `words` | texts by language; what is required of answers; words that products show by themselves |
//! | `draft`, `expression` | a survey between source and flow; conditions as two of the products write them |
//! | `assemble` | makes a flow of a draft |
//! | `mend` | leaves out what the check refuses |
//! | `surveyjs`, `formbricks`, `typeform`, `typebot`, `google_forms`, `xlsform` | a source each: makes a draft |

mod assemble;
mod condition;
mod draft;
mod expression;
mod formbricks;
mod google_forms;
mod mend;
mod node;
mod report;
mod surveyjs;
mod text;
mod typebot;
mod typeform;
mod variable;
mod words;
mod xlsform;

pub use report::{Finding, Kind, Report};

use draft::Draft;
use node::Node;
use serde_json::Value;

/// The most bytes of a survey, as many as of a flow (docs/flows.md#limits).
pub const MAX_BYTES: usize = 8 * 1024 * 1024;

/// A product whose surveys can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    SurveyJs,
    Formbricks,
    Typeform,
    Typebot,
    GoogleForms,
    XlsForm,
}

impl Source {
    /// All products, in the order in which a survey is recognized.
    pub const ALL: [Self; 6] = [
        Self::SurveyJs,
        Self::Formbricks,
        Self::Typeform,
        Self::Typebot,
        Self::GoogleForms,
        Self::XlsForm,
    ];

    /// Returns the name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SurveyJs => "surveyjs",
            Self::Formbricks => "formbricks",
            Self::Typeform => "typeform",
            Self::Typebot => "typebot",
            Self::GoogleForms => "google-forms",
            Self::XlsForm => "xlsform",
        }
    }

    /// Recognizes a survey of JSON by its content.
    fn of(survey: &Node<'_>) -> Option<Self> {
        Self::ALL.into_iter().find(|source| match source {
            Self::SurveyJs => surveyjs::recognizes(survey),
            Self::Formbricks => formbricks::recognizes(survey),
            Self::Typeform => typeform::recognizes(survey),
            Self::Typebot => typebot::recognizes(survey),
            Self::GoogleForms => google_forms::recognizes(survey),
            Self::XlsForm => false,
        })
    }
}

/// A converted survey.
#[derive(Debug)]
pub struct Conversion {
    pub source: Source,
    /// Passes `engine::check_flow` without errors.
    pub flow: Value,
    pub report: Report,
}

/// Why there is no flow.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    #[error("a survey may have at most {MAX_BYTES} bytes")]
    TooManyBytes,
    #[error("is not JSON: {0}")]
    NotJson(String),
    #[error("is no workbook: {0}")]
    NoWorkbook(String),
    #[error("is no survey of a known product: name it with --from")]
    Unknown,
    #[error("the survey is too large for a flow: {0}")]
    TooLarge(String),
}

/// Converts a survey into a flow with this id, of a product that is recognized by content if it is not named.
///
/// # Errors
/// The survey cannot be read, or is larger than a flow may be.
pub fn convert(survey: &[u8], source: Option<Source>, id: &str) -> Result<Conversion, ConvertError> {
    if survey.len() > MAX_BYTES {
        return Err(ConvertError::TooManyBytes);
    }
    let mut report = Report::default();
    let (source, draft) =
        if source == Some(Source::XlsForm) || source.is_none() && xlsform::recognizes(survey) {
            let tables = xlsform::read_tables(survey).map_err(ConvertError::NoWorkbook)?;
            (Source::XlsForm, xlsform::read(&tables, &mut report))
        } else {
            read_json(survey, source, &mut report)?
        };
    let id = assemble::stem_of(id, "flow");
    let mut assembled = assemble::assemble(draft, &id, &mut report).map_err(ConvertError::TooLarge)?;
    mend::mend(&mut assembled, &mut report).map_err(ConvertError::TooLarge)?;
    Ok(Conversion {
        source,
        flow: assembled.flow,
        report,
    })
}

fn read_json(
    survey: &[u8],
    source: Option<Source>,
    report: &mut Report,
) -> Result<(Source, Draft), ConvertError> {
    let survey = survey.strip_prefix(b"\xef\xbb\xbf").unwrap_or(survey);
    let value: Value =
        serde_json::from_slice(survey).map_err(|error| ConvertError::NotJson(error.to_string()))?;
    let survey = Node::root(&value);
    let source = source
        .or_else(|| Source::of(&survey))
        .ok_or(ConvertError::Unknown)?;
    let read = match source {
        Source::SurveyJs => surveyjs::read,
        Source::Formbricks => formbricks::read,
        Source::Typeform => typeform::read,
        Source::Typebot => typebot::read,
        Source::GoogleForms => google_forms::read,
        Source::XlsForm => return Err(ConvertError::Unknown),
    };
    Ok((source, read(&survey, report)))
}
