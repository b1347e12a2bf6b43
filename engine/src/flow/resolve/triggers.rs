//! Resolves triggers: the condition that pulls one, and what it shows, hides or announces.

use super::place::Place;
use super::{Resolver, index};
use crate::comparison::{Comparison, Operator};
use crate::flow::Flow;
use crate::flow::definition::TriggerDefinition;
use crate::position::{ElementIx, TriggerIx};
use crate::rule::Condition;
use crate::trigger::{Target, Trigger};

impl Resolver<'_> {
    pub(super) fn trigger(
        &mut self,
        flow: &mut Flow,
        source: ElementIx,
        definition: TriggerDefinition,
        place: &Place<'_>,
    ) {
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
                let Some(operator) = Operator::from_trigger_name(name) else {
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

    fn target_elements(&mut self, ids: &[Box<str>], place: &Place<'_>) -> Vec<Target> {
        let mut targets = Vec::new();
        for (i, id) in ids.iter().enumerate() {
            match self.elements.get(id) {
                Some(element) => targets.push(Target::Element(*element)),
                None => self.error(
                    &place.field("targetIds").item(i),
                    "is not an element of this flow",
                    id,
                ),
            }
        }
        targets
    }

    fn target_options(
        &mut self,
        flow: &Flow,
        names: &[(Box<str>, Box<str>)],
        place: &Place<'_>,
    ) -> Vec<Target> {
        let mut targets = Vec::new();
        for (i, (question_key, option_key)) in names.iter().enumerate() {
            let names = place.field("targetOptionIds");
            let place = names.item(i);
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
}

/// Tells the target which trigger shows it.
fn link(flow: &mut Flow, target: Target, trigger: TriggerIx) {
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
