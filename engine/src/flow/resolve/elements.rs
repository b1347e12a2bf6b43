//! Resolves an element with its question, and reports duplicate ids and keys.

use super::location::Location;
use super::resolver::Resolver;
use crate::flow::definition::ElementDefinition;
use crate::flow::model::{Element, ElementKind, Flow};
use crate::position::{ElementIx, StateIx};
use crate::question::{Question, QuestionOption};
use crate::score::Points;

impl Resolver<'_> {
    pub(super) fn resolve_element(
        &mut self,
        flow: &mut Flow,
        definition: ElementDefinition,
        state: StateIx,
        ix: ElementIx,
        at: &Location<'_>,
    ) -> Element {
        if self.elements.insert(&definition.id, ix).is_some() {
            self.duplicate(&at.field("id"), "is the id of two elements", &definition.id);
        }
        if let Some(question) = &definition.question {
            self.add_question(flow, question, ix, &at.field("question"));
        }
        let score = definition.score.as_deref().and_then(|key| {
            let score = flow.score_named(key);
            if score.is_none() {
                self.error(&at.field("score"), "is not the key of a score of this flow", key);
            }
            score
        });
        if score.is_some() {
            flow.score_pipes.push(ix);
        }
        Element {
            id: definition.id,
            kind: definition.kind,
            state,
            visible: definition.visible,
            body: definition.body,
            url: definition.url,
            button: definition.button,
            opens_chat: definition.opens_chat,
            question_key: definition.question_key,
            gauge: (definition.kind == ElementKind::Gauge).then_some((
                definition.value,
                definition.min,
                definition.max,
            )),
            score,
            is_skip: definition.is_skip,
            question: definition.question,
            pinned: definition.pinned,
            triggers: Vec::new(),
            visibility_triggers: Vec::new(),
            piped_into: Vec::new(),
        }
    }

    fn add_question(&mut self, flow: &mut Flow, question: &Question, ix: ElementIx, at: &Location<'_>) {
        let is_duplicate = flow.questions.insert(&question.id, ix).is_some();
        if is_duplicate || flow.statements.get(&question.id).is_some() {
            self.duplicate(
                &at.field("id"),
                "is the id of two questions or statements",
                &question.id,
            );
        }
        if !question.key.is_empty() && flow.keys.insert(&question.key, ix).is_some() {
            self.duplicate(&at.field("key"), "is the key of two questions", &question.key);
        }
        self.check_points(flow, &question.points, at);
        self.check_options(flow, &question.options, at);
        for (s, statement) in question.statements.iter().enumerate() {
            let at = at.field("statements").item(s);
            let is_duplicate = flow.statements.insert(&statement.id, ix).is_some();
            if is_duplicate || flow.questions.get(&statement.id).is_some() {
                self.duplicate(
                    &at.field("id"),
                    "is the id of two questions or statements",
                    &statement.id,
                );
            }
            self.check_options(flow, &statement.options, &at);
        }
    }

    /// Reports scores that have the key of another one, or a name of a question.
    pub(super) fn check_scores(&mut self, flow: &Flow) {
        for (s, key) in flow.scores.iter().enumerate() {
            let is_duplicate = flow.scores.iter().take(s).any(|other| other == key);
            if is_duplicate || flow.element_named(key).is_some() {
                let at = Location::of_flow("scores").item(s);
                self.duplicate(
                    &at.field("key"),
                    "is the key of two scores, or names a question as well",
                    key,
                );
            }
        }
    }

    /// Reports points of unknown scores.
    fn check_points(&mut self, flow: &Flow, points: &Points, at: &Location<'_>) {
        for (key, _) in &points.0 {
            if !flow.scores.contains(key) {
                let at = at.field("scores");
                self.error(&at.field(key), "is not the key of a score of this flow", key);
            }
        }
    }

    /// Reports options of one question or statement that share an id or a key, and their points of unknown scores.
    fn check_options(&mut self, flow: &Flow, options: &[QuestionOption], at: &Location<'_>) {
        let (mut ids, mut keys) = (Vec::new(), Vec::new());
        for (o, option) in options.iter().enumerate() {
            let at = at.field("options").item(o);
            self.check_points(flow, &option.points, &at);
            if !insert_sorted(&mut ids, &option.id) {
                self.duplicate(&at.field("id"), "is the id of two options", &option.id);
            }
            if !option.key.is_empty() && !insert_sorted(&mut keys, &option.key) {
                self.duplicate(&at.field("key"), "is the key of two options", &option.key);
            }
        }
    }
}

/// Inserts a name into a sorted list. Returns whether it was new.
fn insert_sorted<'a>(names: &mut Vec<&'a str>, name: &'a str) -> bool {
    let found = names.binary_search(&name);
    if let Err(place) = found {
        names.insert(place, name);
    }
    found.is_err()
}
