//! Parses a flow from JSON.

use super::model::Flow;
use super::read::read;
use super::resolve::resolve;
use crate::json::{FlowError, Reader};
use crate::platform::PlatformRef;

impl Flow {
    /// Parses a flow from JSON text and validates it.
    ///
    /// # Errors
    /// Returns the first error, with its JSON pointer: invalid JSON, a wrong type, an unknown value, a missing or
    /// duplicate id, a reference to a missing item, or a pattern outside the portable grammar.
    pub fn parse(json: &str, platform: PlatformRef) -> Result<Self, FlowError> {
        let definition = read(&mut Reader::new(json, platform))?;
        let mut errors = Vec::new();
        let flow = resolve(definition, platform, &mut errors);
        match (errors.into_iter().next(), flow) {
            (None, Some(flow)) => Ok(flow),
            (Some(error), _) => Err(error),
            (None, None) => Err(FlowError {
                #[cfg(feature = "check")]
                code: crate::codes::NO_PAGE,
                ..FlowError::new("/states".into(), reason!("a flow needs a state").into())
            }),
        }
    }
}
