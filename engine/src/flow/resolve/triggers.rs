//! Resolves triggers: the condition, the targets and events, and the action.

use super::location::Location;
use super::resolver::{Resolver, index};
use crate::condition::Condition;
use crate::flow::definition::TriggerDefinition;
use crate::flow::model::Flow;
use crate::position::{ElementIx, TriggerIx};
use crate::question::Question;
use crate::trigger::{Target, Trigger};

/// A trigger whose targets may not have been read yet.
pub(super) struct PendingTrigger {
    /// The element whose answer the condition reads.
    pub(super) source: ElementIx,
    /// Positions of the state, of the element in it, and of the trigger there.
    pub(super) path: [usize; 3],
    pub(super) definition: TriggerDefinition,
}

impl Resolver<'_> {
    pub(super) fn resolve_trigger(&mut self, flow: &mut Flow, pending: PendingTrigger) {
        let PendingTrigger {
            source,
            path: [s, e, t],
            definition,
        } = pending;
        let state = Location::of_flow("states").item(s);
        let elements = state.field("elements");
        let element = elements.item(e);
        let at = element.field("triggers").item(t);
        let Some(trigger) = self.build_trigger(flow, source, definition, &at) else {
            return;
        };
        let ix = TriggerIx(index(flow.triggers.len()));
        for target in &trigger.targets {
            add_visibility_trigger(flow, *target, ix);
        }
        if let Some(element) = flow.elements.get_mut(source.0 as usize) {
            element.triggers.push(ix);
        }
        flow.triggers.push(trigger);
    }

    fn build_trigger(
        &mut self,
        flow: &Flow,
        source: ElementIx,
        definition: TriggerDefinition,
        at: &Location<'_>,
    ) -> Option<Trigger> {
        let element = flow.element(source);
        let Some(question) = element.and_then(|element| element.question.as_deref()) else {
            self.error(at, "only an element with a question can have triggers", "");
            return None;
        };
        let condition = self.resolve_trigger_condition(question, &definition, at)?;
        let targets = self.resolve_targets(flow, &definition, at)?;
        let events = if &*definition.scope == "event" {
            definition.target_events
        } else {
            Vec::new()
        };
        let shows = match &*definition.action {
            "make_visible" => true,
            "make_invisible" => false,
            "" if !events.is_empty() => true,
            other => {
                let known = ["make_visible", "make_invisible"];
                self.error_of_word(&at.field("action"), other, "an action", &known);
                return None;
            }
        };
        Some(Trigger {
            key: definition.key,
            source,
            condition,
            shows,
            targets,
            events,
        })
    }

    fn resolve_trigger_condition(
        &mut self,
        question: &Question,
        definition: &TriggerDefinition,
        at: &Location<'_>,
    ) -> Option<Condition> {
        let value = &definition.answer_value;
        match &*definition.control {
            "option" => {
                let option = question.option_with_key(value);
                if option.is_none() {
                    self.error(
                        &at.field("answerValue"),
                        "is not the key of an option of this question",
                        value,
                    );
                }
                option.map(|option| Condition::Selected(vec![option]))
            }
            "value" => {
                let name = if definition.rule.is_empty() {
                    "equal"
                } else {
                    &*definition.rule
                };
                let Some(condition) = Condition::from_operator(name, value, self.platform) else {
                    let known = Condition::OPERATORS;
                    self.error_of_word(&at.field("ruleType"), name, "an operator of triggers", known);
                    return None;
                };
                condition
                    .map_err(|reason| self.unusable(&at.field("answerValue"), reason))
                    .ok()
            }
            other => {
                let known = ["option", "value"];
                self.error_of_word(&at.field("controlType"), other, "a `controlType`", &known);
                None
            }
        }
    }

    /// Returns what the trigger shows or hides, or `None` if its scope is unknown.
    fn resolve_targets(
        &mut self,
        flow: &Flow,
        definition: &TriggerDefinition,
        at: &Location<'_>,
    ) -> Option<Vec<Target>> {
        match &*definition.scope {
            "element" => Some(self.resolve_target_elements(&definition.target_ids, at)),
            "option" => Some(self.resolve_target_options(flow, &definition.target_options, at)),
            "event" => Some(Vec::new()),
            other => {
                let known = ["element", "option", "event"];
                self.error_of_word(&at.field("scope"), other, "a scope", &known);
                None
            }
        }
    }

    fn resolve_target_elements(&mut self, ids: &[Box<str>], at: &Location<'_>) -> Vec<Target> {
        let mut targets = Vec::new();
        for (i, id) in ids.iter().enumerate() {
            match self.elements.get(id) {
                Some(element) => targets.push(Target::Element(*element)),
                None => self.error(
                    &at.field("targetIds").item(i),
                    "is not an element of this flow",
                    id,
                ),
            }
        }
        targets
    }

    fn resolve_target_options(
        &mut self,
        flow: &Flow,
        names: &[(Box<str>, Box<str>)],
        at: &Location<'_>,
    ) -> Vec<Target> {
        let mut targets = Vec::new();
        for (i, (question_key, option_key)) in names.iter().enumerate() {
            let at = at.field("targetOptionIds").item(i);
            let Some(ix) = flow.element_of_question_key(question_key) else {
                self.error(
                    &at.field("questionKey"),
                    "is not the key of a question of this flow",
                    question_key,
                );
                continue;
            };
            let element = flow.element(ix);
            let question = element.and_then(|element| element.question.as_deref());
            match question.and_then(|question| question.option_with_key(option_key)) {
                Some(option) => targets.push(Target::Option(ix, option)),
                None => self.error(
                    &at.field("optionKey"),
                    "is not the key of an option of that question",
                    option_key,
                ),
            }
        }
        targets
    }
}

/// Records in the target that the trigger shows or hides it.
fn add_visibility_trigger(flow: &mut Flow, target: Target, trigger: TriggerIx) {
    let Some(element) = flow.elements.get_mut(target.element().0 as usize) else {
        return;
    };
    match target {
        Target::Element(_) => element.visibility_triggers.push(trigger),
        Target::Option(_, at) => {
            let option = element
                .question
                .as_mut()
                .and_then(|question| question.options.get_mut(at as usize));
            if let Some(option) = option {
                option.visibility_triggers.push(trigger);
            }
        }
    }
}
