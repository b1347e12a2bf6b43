//! The flow: states with elements, and the transitions between states (docs/flows.md).
//!
//! `read` turns JSON into a [`definition`], `resolve` turns that into the [`Flow`] of `model`, in which every id has
//! become a position and every pattern is canonical. Nothing after that validates a flow again. `check` returns
//! everything that is wrong or suspicious about a flow, for its author.

mod definition;
mod model;
mod parse;
mod read;
mod resolve;

#[cfg(feature = "check")]
mod ahead;
#[cfg(feature = "check")]
mod check;
#[cfg(feature = "check")]
mod live_results;
#[cfg(feature = "check")]
mod redirect;
#[cfg(feature = "check")]
mod schema;

#[cfg(feature = "check")]
pub use ahead::QuestionCounts;
#[cfg(feature = "check")]
pub use check::{Finding, FindingParams, Silences, check_flow, fix_of};
#[cfg(feature = "check")]
pub use model::Pace;
pub(crate) use model::Test;
pub use model::{Element, ElementKind, Flow, Language, ProgressStyle, State, StateStyle};
#[cfg(feature = "native")]
pub use read::private_fields;
#[cfg(feature = "check")]
pub use redirect::redirect_host;
#[cfg(feature = "check")]
pub use schema::FLOW_SCHEMA;
