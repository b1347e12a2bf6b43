//! Turns a [`Definition`] into a [`Flow`]: ids become positions, and whatever does not fit is an error with a pointer.

mod place;
mod transitions;
mod triggers;

use super::definition::{Definition, ElementDefinition};
use super::{Element, ElementKind, Flow, State};
use crate::json::FlowError;
use crate::platform::PlatformRef;
use crate::position::{ElementIx, StateIx};
use crate::question::{Question, QuestionOption};
use crate::sorted_map::SortedMap;
use place::Place;

/// Builds the flow and collects every error on the way; `None` where there is no state to start on.
pub(super) fn resolve(
    mut definition: Definition,
    platform: PlatformRef,
    errors: &mut Vec<FlowError>,
) -> Option<Flow> {
    let mut resolver = Resolver {
        platform,
        errors,
        states: SortedMap::new(),
        elements: SortedMap::new(),
    };
    let mut flow = Flow {
        id: definition.id,
        revision: definition.revision,
        name: definition.name,
        languages: definition.languages,
        default_language: None,
        allow_saving_incomplete: definition.allow_saving_incomplete,
        is_preview: definition.is_preview,
        is_single_element_preview: definition.is_single_element_preview,
        states: Vec::new(),
        initial: StateIx(0),
        elements: Vec::new(),
        triggers: Vec::new(),
        questions: SortedMap::new(),
        keys: SortedMap::new(),
        statements: SortedMap::new(),
    };
    resolver.languages(&mut flow, definition.default_language_id.as_deref());
    let states = Place::of_flow("states");
    let mut initial = None;
    let mut triggers = Vec::new();
    for (s, state) in definition.states.iter_mut().enumerate() {
        let at = StateIx(index(s));
        let here = states.item(s);
        if resolver.states.insert(&state.id, at).is_some() {
            resolver.error(&here.field("id"), "is the id of two states", &state.id);
        }
        if state.is_initial && initial.replace(at).is_some() {
            resolver.error(
                &here.field("isInitialState"),
                "is a second initial state",
                &state.id,
            );
        }
        let mut shown: Vec<(f64, ElementIx)> = Vec::new();
        for (e, mut element) in std::mem::take(&mut state.elements).into_iter().enumerate() {
            let elements = here.field("elements");
            let ix = ElementIx(index(flow.elements.len()));
            let order = element.order;
            let position = shown
                .iter()
                .rposition(|(other, _)| *other <= order)
                .map_or(0, |before| before + 1);
            shown.insert(position, (order, ix));
            for (t, trigger) in std::mem::take(&mut element.triggers).into_iter().enumerate() {
                triggers.push((ix, [s, e, t], trigger));
            }
            let element = resolver.element(&mut flow, element, at, ix, &elements.item(e));
            flow.elements.push(element);
        }
        flow.states.push(State {
            id: state.id.clone(),
            style: state.style,
            title: state.title.take(),
            css: state.css.take(),
            css_url: state.css_url.take(),
            elements: shown.into_iter().map(|(_, ix)| ix).collect(),
            next: None,
            transitions: Vec::new(),
        });
    }
    for (s, state) in definition.states.iter().enumerate() {
        let next = resolver.state(
            state.next_state_id.as_deref(),
            &states.item(s).field("nextStateId"),
        );
        if let Some(resolved) = flow.states.get_mut(s) {
            resolved.next = next;
        }
    }
    for (source, [s, e, t], trigger) in triggers {
        let state = states.item(s);
        let elements = state.field("elements");
        let element = elements.item(e);
        let place = element.field("triggers").item(t);
        resolver.trigger(&mut flow, source, trigger, &place);
    }
    let transitions = Place::of_flow("transitions");
    for (t, transition) in definition.transitions.into_iter().enumerate() {
        resolver.transition(&mut flow, transition, &transitions.item(t));
    }
    flow.initial = initial.unwrap_or(StateIx(0));
    (!flow.states.is_empty()).then_some(flow)
}

struct Resolver<'a> {
    platform: PlatformRef,
    errors: &'a mut Vec<FlowError>,
    states: SortedMap<StateIx>,
    elements: SortedMap<ElementIx>,
}

impl Resolver<'_> {
    fn error(&mut self, place: &Place<'_>, message: &str, word: &str) {
        let mut text = String::new();
        if !word.is_empty() {
            text.push('`');
            text.push_str(word);
            text.push_str("` ");
        }
        text.push_str(message);
        self.errors.push(FlowError {
            pointer: place.pointer(),
            message: text,
        });
    }

    fn languages(&mut self, flow: &mut Flow, default: Option<&str>) {
        for (l, language) in flow.languages.iter().enumerate() {
            let mut earlier = flow.languages.iter().take(l);
            if earlier.clone().any(|other| other.code == language.code) {
                self.error(
                    &Place::of_flow("languages").item(l).field("code"),
                    "is the code of two languages",
                    &language.code,
                );
            }
            if earlier.any(|other| other.id == language.id) {
                self.error(
                    &Place::of_flow("languages").item(l).field("id"),
                    "is the id of two languages",
                    &language.id,
                );
            }
        }
        if let Some(name) = default {
            flow.default_language = flow.find_language(name);
            if flow.default_language.is_none() {
                self.error(
                    &Place::of_flow("defaultLanguageId"),
                    "is not one of the flow's languages",
                    name,
                );
            }
        }
    }

    fn state(&mut self, id: Option<&str>, place: &Place<'_>) -> Option<StateIx> {
        let id = id?;
        let found = self.states.get(id).copied();
        if found.is_none() {
            self.error(place, "is not a state of this flow", id);
        }
        found
    }

    fn element(
        &mut self,
        flow: &mut Flow,
        definition: ElementDefinition,
        state: StateIx,
        ix: ElementIx,
        place: &Place<'_>,
    ) -> Element {
        if self.elements.insert(&definition.id, ix).is_some() {
            self.error(&place.field("id"), "is the id of two elements", &definition.id);
        }
        if let Some(question) = &definition.question {
            let twin = flow.questions.insert(&question.id, ix).is_some();
            if twin || flow.statements.get(&question.id).is_some() {
                self.error(
                    &place.field("question/id"),
                    "is the id of two questions or statements",
                    &question.id,
                );
            }
            if !question.key.is_empty() && flow.keys.insert(&question.key, ix).is_some() {
                self.error(
                    &place.field("question/key"),
                    "is the key of two questions",
                    &question.key,
                );
            }
            self.options(&question.options, &place.field("question"));
            self.statements(flow, question, ix, place);
        }
        Element {
            id: definition.id,
            kind: definition.kind,
            state,
            visible: definition.visible,
            body: definition.body,
            url: definition.url,
            gauge: (definition.kind == ElementKind::Gauge).then_some((
                definition.value,
                definition.min,
                definition.max,
            )),
            question: definition.question,
            triggers: Vec::new(),
            visibility_triggers: Vec::new(),
        }
    }

    fn statements(&mut self, flow: &mut Flow, question: &Question, ix: ElementIx, place: &Place<'_>) {
        for (s, statement) in question.statements.iter().enumerate() {
            let statements = place.field("question/statements");
            let place = statements.item(s);
            let twin = flow.statements.insert(&statement.id, ix).is_some();
            if twin || flow.questions.get(&statement.id).is_some() {
                self.error(
                    &place.field("id"),
                    "is the id of two questions or statements",
                    &statement.id,
                );
            }
            self.options(&statement.options, &place);
        }
    }

    fn options(&mut self, options: &[QuestionOption], place: &Place<'_>) {
        let (mut ids, mut keys) = (Vec::new(), Vec::new());
        for (o, option) in options.iter().enumerate() {
            if is_twin(&mut ids, &option.id) {
                self.error(
                    &place.field("options").item(o).field("id"),
                    "is the id of two options",
                    &option.id,
                );
            }
            if !option.key.is_empty() && is_twin(&mut keys, &option.key) {
                self.error(
                    &place.field("options").item(o).field("key"),
                    "is the key of two options",
                    &option.key,
                );
            }
        }
    }
}

/// Whether a name is known already; `known` is sorted, and has it afterwards.
fn is_twin<'a>(known: &mut Vec<&'a str>, name: &'a str) -> bool {
    let found = known.binary_search(&name);
    if let Err(place) = found {
        known.insert(place, name);
    }
    found.is_ok()
}

fn index(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
