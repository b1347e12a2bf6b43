//! Questions: what is asked, and what counts as an answer (docs/flows.md#questions).
//!
//! `model` holds the data, `styles` one file per family of question styles, and `operations` the functions that the
//! rest of the engine calls; each of them asks the style's [`behavior::Behavior`].

mod answer_text;
mod behavior;
mod id_index;
mod model;
mod operations;
mod parse_text;
mod read;
mod style;
mod styles;

#[cfg(feature = "native")]
mod native;

#[cfg(feature = "check")]
pub use behavior::AnswerKind;
#[cfg(feature = "native")]
pub(crate) use behavior::ResponseItemError;
#[cfg(feature = "check")]
pub(crate) use model::HIDDEN_FIELD_LENGTH;
pub use model::{MatrixForm, Question, QuestionOption, Statement};
pub(crate) use read::read_order;
pub(crate) use style::CustomerField;
pub use style::Style;
