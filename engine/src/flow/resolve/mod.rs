//! Resolves a [`Definition`] to a [`Flow`]: ids become positions, and every inconsistency is an error with its pointer.

mod elements;
mod languages;
mod location;
mod resolver;
mod states;
mod transitions;
mod triggers;

use super::definition::Definition;
use super::model::Flow;
use crate::json::FlowError;
use crate::platform::PlatformRef;
use crate::position::StateIx;
use crate::sorted_map::SortedMap;
use location::Location;
use resolver::Resolver;

/// Builds the flow and collects every error. Returns `None` if the flow has no state.
pub(super) fn resolve(
    definition: Definition,
    platform: PlatformRef,
    errors: &mut Vec<FlowError>,
) -> Option<Flow> {
    let mut resolver = Resolver::new(platform, errors);
    let mut flow = Flow {
        id: definition.id,
        revision: definition.revision,
        name: definition.name,
        languages: definition.languages,
        default_language: None,
        allow_saving_incomplete: definition.allow_saving_incomplete,
        is_preview: definition.is_preview,
        is_single_element_preview: definition.is_single_element_preview,
        progress: definition.progress,
        #[cfg(feature = "check")]
        pace: definition.pace,
        scores: definition.scores,
        score_pipes: Vec::new(),
        states: Vec::new(),
        initial: StateIx(0),
        elements: Vec::new(),
        triggers: Vec::new(),
        questions: SortedMap::new(),
        keys: SortedMap::new(),
        statements: SortedMap::new(),
    };
    resolver.resolve_languages(&mut flow, definition.default_language_id.as_deref());
    // Triggers, transitions and pipes may refer to states and elements that follow them.
    let triggers = resolver.resolve_states(&mut flow, definition.states);
    resolver.check_scores(&flow);
    resolver.resolve_pipes(&mut flow);
    for trigger in triggers {
        resolver.resolve_trigger(&mut flow, trigger);
    }
    for (t, transition) in definition.transitions.into_iter().enumerate() {
        let at = Location::of_flow("transitions").item(t);
        resolver.resolve_transition(&mut flow, transition, &at);
    }
    (!flow.states.is_empty()).then_some(flow)
}
