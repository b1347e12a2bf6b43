//! Turns a [`Definition`] into a [`Flow`]: ids become positions, and whatever does not fit is an error with a pointer.

use super::read::{Definition, ElementDefinition, RuleDefinition, TransitionDefinition, TriggerDefinition};
use super::{Element, ElementIx, ElementKind, Flow, State, StateIx, Transition, TriggerIx};
use crate::comparison::{Comparison, Operator};
use crate::json::FlowError;
use crate::pairs::Pairs;
use crate::pattern::write_decimal;
use crate::platform::PlatformRef;
use crate::question::{Question, QuestionOption};
use crate::rule::{Condition, Rule};
use crate::trigger::{Target, Trigger};

/// Builds the flow and collects every error on the way; `None` where there is no state to start on.
pub(super) fn resolve(
    mut definition: Definition,
    platform: PlatformRef,
    errors: &mut Vec<FlowError>,
) -> Option<Flow> {
    let mut resolver = Resolver {
        platform,
        errors,
        states: Pairs::new(),
        elements: Pairs::new(),
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
        questions: Pairs::new(),
        keys: Pairs::new(),
        statements: Pairs::new(),
    };
    resolver.languages(&mut flow, definition.default_language_id.as_deref());
    let mut initial = None;
    let mut triggers = Vec::new();
    for (s, state) in definition.states.iter_mut().enumerate() {
        let at = StateIx(index(s));
        let here = || Place::new("/states", s);
        if resolver.states.insert(&state.id, at).is_some() {
            resolver.error(&here().field("id"), "is the id of two states", &state.id);
        }
        if state.is_initial && initial.replace(at).is_some() {
            resolver.error(
                &here().field("isInitialState"),
                "is a second initial state",
                &state.id,
            );
        }
        let mut shown: Vec<(f64, ElementIx)> = Vec::new();
        for (e, element) in std::mem::take(&mut state.elements).into_iter().enumerate() {
            let place = here().list("elements", e);
            let ix = ElementIx(index(flow.elements.len()));
            let order = element.order;
            let position = shown
                .iter()
                .rposition(|(other, _)| *other <= order)
                .map_or(0, |before| before + 1);
            shown.insert(position, (order, ix));
            let element = resolver.element(&mut flow, element, at, ix, &place, &mut triggers);
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
        let next = resolver.state(state.next_state_id.as_deref(), || {
            Place::new("/states", s).field("nextStateId")
        });
        if let Some(resolved) = flow.states.get_mut(s) {
            resolved.next = next;
        }
    }
    for (source, place, trigger) in triggers {
        resolver.trigger(&mut flow, source, trigger, &place);
    }
    for (t, transition) in definition.transitions.into_iter().enumerate() {
        resolver.transition(&mut flow, transition, &Place::new("/transitions", t));
    }
    flow.initial = initial.unwrap_or(StateIx(0));
    (!flow.states.is_empty()).then_some(flow)
}

struct Resolver<'a> {
    platform: PlatformRef,
    errors: &'a mut Vec<FlowError>,
    states: Pairs<StateIx>,
    elements: Pairs<ElementIx>,
}

impl Resolver<'_> {
    fn error(&mut self, place: &Place, message: &str, word: &str) {
        let mut text = String::new();
        if !word.is_empty() {
            text.push('`');
            text.push_str(word);
            text.push_str("` ");
        }
        text.push_str(message);
        self.errors.push(FlowError {
            pointer: place.0.clone(),
            message: text,
        });
    }

    fn languages(&mut self, flow: &mut Flow, default: Option<&str>) {
        for (l, language) in flow.languages.iter().enumerate() {
            let twin = flow
                .languages
                .iter()
                .take(l)
                .any(|other| other.code == language.code);
            if twin {
                self.error(
                    &Place::new("/languages", l).field("code"),
                    "is the code of two languages",
                    &language.code,
                );
            }
        }
        if let Some(name) = default {
            flow.default_language = flow.language_named(name);
            if flow.default_language.is_none() {
                self.error(
                    &Place("/defaultLanguageId".into()),
                    "is not one of the flow's languages",
                    name,
                );
            }
        }
    }

    fn state(&mut self, id: Option<&str>, place: impl Fn() -> Place) -> Option<StateIx> {
        let id = id?;
        let found = self.states.get(id).copied();
        if found.is_none() {
            self.error(&place(), "is not a state of this flow", id);
        }
        found
    }

    fn element(
        &mut self,
        flow: &mut Flow,
        definition: ElementDefinition,
        state: StateIx,
        ix: ElementIx,
        place: &Place,
        triggers: &mut Vec<(ElementIx, Place, TriggerDefinition)>,
    ) -> Element {
        if self.elements.insert(&definition.id, ix).is_some() {
            self.error(&place.field("id"), "is the id of two elements", &definition.id);
        }
        if let Some(question) = &definition.question {
            if flow.questions.insert(&question.id, ix).is_some() {
                self.error(
                    &place.field("question/id"),
                    "is the id of two questions",
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
        for (t, trigger) in definition.triggers.into_iter().enumerate() {
            triggers.push((ix, place.list("triggers", t), trigger));
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
            shown_by: Vec::new(),
        }
    }

    fn statements(&mut self, flow: &mut Flow, question: &Question, ix: ElementIx, place: &Place) {
        for (s, statement) in question.statements.iter().enumerate() {
            let place = place.list("question/statements", s);
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

    fn options(&mut self, options: &[QuestionOption], place: &Place) {
        for (o, option) in options.iter().enumerate() {
            let mut earlier = options.iter().take(o);
            if earlier.clone().any(|other| other.id == option.id) {
                self.error(
                    &place.list("options", o).field("id"),
                    "is the id of two options",
                    &option.id,
                );
            }
            if !option.key.is_empty() && earlier.any(|other| other.key == option.key) {
                self.error(
                    &place.list("options", o).field("key"),
                    "is the key of two options",
                    &option.key,
                );
            }
        }
    }

    fn trigger(&mut self, flow: &mut Flow, source: ElementIx, definition: TriggerDefinition, place: &Place) {
        let Some(question) = flow
            .element(source)
            .and_then(|element| element.question.as_deref())
        else {
            return self.error(place, "a trigger needs a question whose answer pulls it", "");
        };
        let condition = match &*definition.control {
            "option" => match question.option_with_key(&definition.answer_value) {
                Some(at) => Condition::Selected(vec![at]),
                None => {
                    let place = place.field("answerValue");
                    return self.error(
                        &place,
                        "is not the key of an option of this question",
                        &definition.answer_value,
                    );
                }
            },
            "value" => {
                let name = if definition.rule.is_empty() {
                    "equal"
                } else {
                    &*definition.rule
                };
                let Some(operator) = Operator::of_trigger(name) else {
                    return self.error(&place.field("ruleType"), "is not a way to compare", name);
                };
                match Comparison::new(operator, &definition.answer_value, self.platform) {
                    Ok(comparison) => Condition::Compare(comparison),
                    Err(reason) => return self.error(&place.field("answerValue"), reason, ""),
                }
            }
            other => {
                return self.error(
                    &place.field("controlType"),
                    "is neither `option` nor `value`",
                    other,
                );
            }
        };
        let (targets, events) = match &*definition.scope {
            "element" => (self.target_elements(&definition.target_ids, place), Vec::new()),
            "option" => (
                self.target_options(flow, &definition.target_options, place),
                Vec::new(),
            ),
            "event" => (Vec::new(), definition.target_events),
            other => {
                return self.error(
                    &place.field("scope"),
                    "is not `element`, `option` or `event`",
                    other,
                );
            }
        };
        let shows = match &*definition.action {
            "make_visible" => true,
            "make_invisible" => false,
            "" if !events.is_empty() => true,
            other => {
                return self.error(
                    &place.field("action"),
                    "is neither `make_visible` nor `make_invisible`",
                    other,
                );
            }
        };
        let ix = TriggerIx(index(flow.triggers.len()));
        for target in &targets {
            link(flow, *target, ix);
        }
        if let Some(element) = flow.elements.get_mut(source.0 as usize) {
            element.triggers.push(ix);
        }
        flow.triggers.push(Trigger {
            key: definition.key,
            source,
            condition,
            shows,
            targets,
            events,
        });
    }

    fn target_elements(&mut self, ids: &[Box<str>], place: &Place) -> Vec<Target> {
        let mut targets = Vec::new();
        for (i, id) in ids.iter().enumerate() {
            match self.elements.get(id) {
                Some(element) => targets.push(Target::Element(*element)),
                None => self.error(&place.list("targetIds", i), "is not an element of this flow", id),
            }
        }
        targets
    }

    fn target_options(&mut self, flow: &Flow, names: &[(Box<str>, Box<str>)], place: &Place) -> Vec<Target> {
        let mut targets = Vec::new();
        for (i, (question_key, option_key)) in names.iter().enumerate() {
            let place = place.list("targetOptionIds", i);
            let Some(element) = flow.keys.get(question_key).copied() else {
                self.error(
                    &place.field("questionKey"),
                    "is not the key of a question of this flow",
                    question_key,
                );
                continue;
            };
            let question = flow
                .element(element)
                .and_then(|element| element.question.as_deref());
            match question.and_then(|question| question.option_with_key(option_key)) {
                Some(at) => targets.push(Target::Option(element, at)),
                None => self.error(
                    &place.field("optionKey"),
                    "is not the key of an option of that question",
                    option_key,
                ),
            }
        }
        targets
    }

    fn transition(&mut self, flow: &mut Flow, definition: TransitionDefinition, place: &Place) {
        let from = self.state(Some(&definition.from), || place.field("fromStateId"));
        let to = self.state(definition.to.as_deref(), || place.field("toStateId"));
        let mut rules = Vec::new();
        for (r, rule) in definition.rules.iter().enumerate() {
            rules.extend(self.rule(flow, rule, &place.list("rules", r)));
        }
        if let Some(state) = from.and_then(|from| flow.states.get_mut(from.0 as usize)) {
            state.transitions.push(Transition { to, rules });
        }
    }

    fn rule(&mut self, flow: &Flow, definition: &RuleDefinition, place: &Place) -> Option<Rule> {
        let element = self.elements.get(&definition.element_id).copied();
        let question = element.and_then(|element| flow.element(element)?.question.as_deref());
        let (Some(element), Some(question)) = (element, question) else {
            self.error(
                &place.field("elementId"),
                "is not an element with a question",
                &definition.element_id,
            );
            return None;
        };
        let condition = match Operator::of_rule(&definition.operator) {
            Some(operator) => match Comparison::new(operator, &definition.value, self.platform) {
                Ok(comparison) => Condition::Compare(comparison),
                Err(reason) => {
                    self.error(&place.field("value"), reason, "");
                    return None;
                }
            },
            None => match self.rule_row(question, definition, place) {
                Some(row) => {
                    Condition::SelectedInRow(row, self.rule_options(question, Some(row), definition, place))
                }
                None => Condition::Selected(self.rule_options(question, None, definition, place)),
            },
        };
        Some(Rule { element, condition })
    }

    fn rule_row(&mut self, question: &Question, definition: &RuleDefinition, place: &Place) -> Option<u32> {
        let id = definition.statement_id.as_deref()?;
        let row = question.statement_with_id(id);
        if row.is_none() {
            self.error(
                &place.field("statementId"),
                "is not a statement of that question",
                id,
            );
        }
        row
    }

    fn rule_options(
        &mut self,
        question: &Question,
        row: Option<u32>,
        definition: &RuleDefinition,
        place: &Place,
    ) -> Vec<u32> {
        if definition.option_ids.is_empty() {
            self.error(
                &place.field("optionIds"),
                "a rule that compares options needs at least one",
                "",
            );
        }
        let mut options = Vec::new();
        for (i, id) in definition.option_ids.iter().enumerate() {
            let found = match row {
                Some(row) => question.option_of_row(row, id),
                None => question.option_with_id(id),
            };
            match found {
                Some(at) => options.push(at),
                None => self.error(
                    &place.list("optionIds", i),
                    "is not an option of that question",
                    id,
                ),
            }
        }
        options
    }
}

/// Tells the target which trigger shows it.
fn link(flow: &mut Flow, target: Target, trigger: TriggerIx) {
    let Some(element) = flow.elements.get_mut(target.element().0 as usize) else {
        return;
    };
    match target {
        Target::Element(_) => element.shown_by.push(trigger),
        Target::Option(_, at) => {
            let option = element
                .question
                .as_mut()
                .and_then(|question| question.options.get_mut(at as usize));
            if let Some(option) = option {
                option.shown_by.push(trigger);
            }
        }
    }
}

fn index(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// A JSON pointer under construction.
struct Place(String);

impl Place {
    fn new(list: &str, at: usize) -> Self {
        Self(String::new()).joined(list, at)
    }

    fn field(&self, name: &str) -> Self {
        let mut pointer = self.0.clone();
        pointer.push('/');
        pointer.push_str(name);
        Self(pointer)
    }

    fn list(&self, name: &str, at: usize) -> Self {
        let field = self.field(name);
        field.joined("", at)
    }

    fn joined(mut self, name: &str, at: usize) -> Self {
        self.0.push_str(name);
        self.0.push('/');
        write_decimal(&mut self.0, index(at));
        self
    }
}
