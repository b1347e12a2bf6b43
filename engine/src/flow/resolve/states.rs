//! Resolves states: their elements in display order, the initial state, and the default way on.

use super::location::Location;
use super::resolver::{Resolver, index};
use super::triggers::PendingTrigger;
use crate::flow::definition::{ElementDefinition, StateDefinition};
use crate::flow::model::{Flow, State};
use crate::position::{ElementIx, StateIx};

impl Resolver<'_> {
    /// Adds all states with their elements to the flow. Returns the triggers, which can only be resolved after that.
    pub(super) fn resolve_states(
        &mut self,
        flow: &mut Flow,
        definitions: Vec<StateDefinition>,
    ) -> Vec<PendingTrigger> {
        let mut triggers = Vec::new();
        let mut initial = None;
        let mut next_ids = Vec::new();
        for (s, mut definition) in definitions.into_iter().enumerate() {
            let at = Location::of_flow("states").item(s);
            let ix = StateIx(index(s));
            if self.states.insert(&definition.id, ix).is_some() {
                self.duplicate(&at.field("id"), "is the id of two states", &definition.id);
            }
            if definition.is_initial && initial.replace(ix).is_some() {
                self.duplicate(
                    &at.field("isInitialState"),
                    "is a second initial state",
                    &definition.id,
                );
            }
            let elements = std::mem::take(&mut definition.elements);
            let elements = self.resolve_elements(flow, elements, ix, &at, &mut triggers);
            next_ids.push(definition.next_state_id);
            flow.states.push(State {
                id: definition.id,
                style: definition.style,
                title: definition.title,
                css: definition.css,
                css_url: definition.css_url,
                elements,
                random_questions: definition.random_questions,
                redirect_url: definition.redirect_url,
                redirect_after_seconds: definition.redirect_after_seconds,
                next: None,
                transitions: Vec::new(),
            });
        }
        flow.initial = initial.unwrap_or(StateIx(0));
        for (s, (state, next_id)) in flow.states.iter_mut().zip(next_ids).enumerate() {
            let at = Location::of_flow("states").item(s);
            state.next = self.find_state(next_id.as_deref(), &at.field("nextStateId"));
        }
        triggers
    }

    /// Tells each question which elements show its answer, and the flow which show scores.
    pub(super) fn resolve_pipes(&mut self, flow: &mut Flow) {
        for (at, name) in std::mem::take(&mut self.pipes) {
            let source = flow.element_named(&name);
            let piped_into = if flow.score_named(&name).is_some() {
                Some(&mut flow.score_pipes)
            } else {
                let source = source.and_then(|source| flow.elements.get_mut(source.0 as usize));
                source.map(|source| &mut source.piped_into)
            };
            if let Some(piped_into) = piped_into
                && piped_into.last() != Some(&at)
            {
                piped_into.push(at);
            }
        }
    }

    /// Adds the elements of a state to the flow. Returns them in display order: by ascending `order`, and in document
    /// order where that is equal.
    fn resolve_elements(
        &mut self,
        flow: &mut Flow,
        definitions: Vec<ElementDefinition>,
        state: StateIx,
        at: &Location<'_>,
        triggers: &mut Vec<PendingTrigger>,
    ) -> Vec<ElementIx> {
        let mut displayed: Vec<(f64, ElementIx)> = Vec::new();
        for (e, mut definition) in definitions.into_iter().enumerate() {
            let ix = ElementIx(index(flow.elements.len()));
            let order = definition.order;
            let position = displayed.partition_point(|(other, _)| *other <= order);
            displayed.insert(position, (order, ix));
            let pipes = std::mem::take(&mut definition.pipes).into_iter();
            self.pipes.extend(pipes.map(|pipe| (ix, pipe.name)));
            let own_triggers = std::mem::take(&mut definition.triggers);
            for (t, definition) in own_triggers.into_iter().enumerate() {
                triggers.push(PendingTrigger {
                    source: ix,
                    path: [state.0 as usize, e, t],
                    definition,
                });
            }
            let element = self.resolve_element(flow, definition, state, ix, &at.field("elements").item(e));
            flow.elements.push(element);
        }
        displayed.into_iter().map(|(_, ix)| ix).collect()
    }
}
