//! A flow as read from JSON, with unresolved references.

#[cfg(feature = "check")]
use super::model::Pace;
use super::model::{ElementKind, Language, ProgressStyle, StateStyle};
use crate::json::PipeUse;
use crate::question::Question;
use crate::texts::Texts;

#[derive(Default)]
pub(super) struct Definition {
    pub(super) id: Box<str>,
    pub(super) revision: Option<u32>,
    pub(super) name: Box<str>,
    pub(super) languages: Vec<Language>,
    pub(super) default_language_id: Option<Box<str>>,
    pub(super) allow_saving_incomplete: bool,
    pub(super) is_preview: bool,
    pub(super) is_single_element_preview: bool,
    pub(super) progress: ProgressStyle,
    #[cfg(feature = "check")]
    pub(super) pace: Option<Pace>,
    /// Keys of the scores.
    pub(super) scores: Vec<Box<str>>,
    pub(super) states: Vec<StateDefinition>,
    pub(super) transitions: Vec<TransitionDefinition>,
    #[cfg(feature = "check")]
    pub(super) silence: Vec<SilenceDefinition>,
    /// JSON pointers of unknown fields.
    pub(super) unknown: Vec<String>,
}

/// A warning that the author keeps.
#[cfg(feature = "check")]
#[derive(Default)]
pub(super) struct SilenceDefinition {
    pub(super) code: Box<str>,
    /// JSON pointer of what it is about; empty for the whole flow.
    pub(super) at: Box<str>,
    pub(super) reason: Box<str>,
}

#[derive(Default)]
pub(super) struct StateDefinition {
    pub(super) id: Box<str>,
    pub(super) style: StateStyle,
    pub(super) is_initial: bool,
    pub(super) next_state_id: Option<Box<str>>,
    pub(super) title: Option<Texts>,
    /// The pipes of title and `redirect_url`.
    pub(super) pipes: Vec<PipeUse>,
    pub(super) css: Option<Box<str>>,
    pub(super) css_url: Option<Box<str>>,
    pub(super) random_questions: bool,
    pub(super) redirect_url: Option<Box<str>>,
    pub(super) redirect_after_seconds: u32,
    pub(super) elements: Vec<ElementDefinition>,
}

#[derive(Default)]
pub(super) struct ElementDefinition {
    pub(super) id: Box<str>,
    pub(super) kind: ElementKind,
    pub(super) order: f64,
    pub(super) visible: bool,
    pub(super) body: Texts,
    pub(super) url: Option<Box<str>>,
    pub(super) button: Texts,
    pub(super) opens_chat: bool,
    pub(super) question_key: Option<Box<str>>,
    pub(super) value: f64,
    /// The key of the score that a gauge shows in place of the value.
    pub(super) score: Option<Box<str>>,
    pub(super) min: f64,
    pub(super) max: f64,
    pub(super) is_skip: bool,
    pub(super) pinned: Option<bool>,
    pub(super) question: Option<Box<Question>>,
    pub(super) triggers: Vec<TriggerDefinition>,
    /// The pipes of all its texts.
    pub(super) pipes: Vec<PipeUse>,
}

#[derive(Default)]
pub(super) struct TriggerDefinition {
    pub(super) key: Box<str>,
    pub(super) control: Box<str>,
    pub(super) rule: Box<str>,
    pub(super) answer_value: Box<str>,
    pub(super) scope: Box<str>,
    pub(super) action: Box<str>,
    pub(super) target_ids: Vec<Box<str>>,
    pub(super) target_options: Vec<(Box<str>, Box<str>)>,
    pub(super) target_events: Vec<Box<str>>,
}

#[derive(Default)]
pub(super) struct TransitionDefinition {
    pub(super) from: Box<str>,
    pub(super) to: Option<Box<str>>,
    pub(super) rules: Vec<RuleDefinition>,
}

#[derive(Default)]
pub(super) struct RuleDefinition {
    /// The rules of a group; absent if this is no group.
    pub(super) any: Option<Vec<RuleDefinition>>,
    pub(super) element_id: Box<str>,
    /// The key of the score that is compared in place of an answer.
    pub(super) score: Option<Box<str>>,
    pub(super) operator: Box<str>,
    pub(super) value: Box<str>,
    pub(super) option_ids: Vec<Box<str>>,
    pub(super) statement_id: Option<Box<str>>,
}

#[cfg(feature = "check")]
impl TransitionDefinition {
    /// Returns each rule that compares an answer or a score, also those of groups, with its JSON pointer in the transition.
    pub(super) fn tests(&self) -> impl Iterator<Item = (String, &RuleDefinition)> {
        self.tests_of_rules().flatten()
    }

    /// Returns the same, rule by rule.
    pub(super) fn tests_of_rules(&self) -> impl Iterator<Item = Vec<(String, &RuleDefinition)>> {
        self.rules.iter().enumerate().map(|(r, rule)| match &rule.any {
            None => vec![(format!("/rules/{r}"), rule)],
            Some(group) => (0..)
                .zip(group)
                .map(|(a, rule): (usize, _)| (format!("/rules/{r}/any/{a}"), rule))
                .collect(),
        })
    }
}
