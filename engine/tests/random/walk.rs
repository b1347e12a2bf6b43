//! A visitor's walk through a flow: the session under test, and the view, path and answers that a shell knows.

use super::pick;
use super::visitor::{Act, answer, files_answer, stray_answer};
use crate::reference::items::PROOF;
use crate::reference::json::sources;
use crate::reference::{Answers, Reference};
use engine::{
    Flow, FlowEvent, FlowEventKind, Session, SessionContext, SortedMap, SubmitResult, Timer, Uploads, native,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Clone)]
pub(crate) struct Walk {
    pub(crate) flow: Arc<Flow>,
    /// The flow's JSON.
    pub(crate) source: Value,
    /// Questions whose phone number has not been verified.
    unverified: BTreeSet<String>,
    pub(crate) session: Session,
    /// The view as a shell builds it, from updates alone.
    pub(crate) merged: Value,
    /// The states on the way to the current page, read from the views.
    pub(crate) path: Vec<String>,
    /// The answers of the pages on the path, read from the views.
    pub(crate) answers: Answers,
    /// The answers of hidden fields, on whatever page.
    hidden: Answers,
}

impl Walk {
    pub(crate) fn new(flow: &Value) -> Self {
        let parsed = Flow::parse(&flow.to_string(), native());
        let source = flow.clone();
        let flow = Arc::new(parsed.unwrap_or_else(|error| panic!("{error} in {flow}")));
        let session = Session::new(flow.clone(), SessionContext::default(), native());
        let merged = Value::Null;
        let mut walk = Self {
            flow,
            source,
            unverified: BTreeSet::new(),
            session,
            merged,
            path: Vec::new(),
            answers: Answers::new(),
            hidden: Answers::new(),
        };
        walk.send(FlowEvent::default());
        walk
    }

    /// Performs an act and returns the effects.
    pub(crate) fn act(&mut self, act: &Act) -> Vec<Value> {
        match act {
            Act::Answer { question, value } => self.answer(*question, Some(*value)),
            Act::Clear { question } => self.answer(*question, None),
            Act::Continue => {
                let mut effects = self.send(FlowEvent::of(FlowEventKind::Next));
                effects.extend(self.send(FlowEvent::timer(Timer::StateChange)));
                effects
            }
            Act::Next => self.send(FlowEvent::of(FlowEventKind::Next)),
            Act::Timer => self.send(FlowEvent::timer(Timer::StateChange)),
            Act::Back => self.send(FlowEvent::of(FlowEventKind::Back)),
            Act::Submitted { ok } => {
                let body = SubmitResult {
                    id: Some("f1".into()),
                    ..SubmitResult::default()
                };
                self.send(FlowEvent::submitted(if *ok { 200 } else { 500 }, body))
            }
            Act::Language { other } => {
                let code = if *other { "tr" } else { "en" };
                self.send(FlowEvent {
                    code: Some(code.into()),
                    ..FlowEvent::of(FlowEventKind::Language)
                })
            }
            Act::Skip => {
                let mut effects = self.send(FlowEvent::of(FlowEventKind::Skip));
                effects.extend(self.send(FlowEvent::timer(Timer::StateChange)));
                self.read_skipped_pages();
                effects
            }
            Act::Verify { question, is_correct } => self.verify(*question, *is_correct),
            Act::Upload { question, value } => self.upload(*question, *value),
            Act::Preload { question, value } => self.preload(*question, *value),
            Act::ClearState { state } => self.send(FlowEvent {
                state_id: Some(format!("s{}", state % 6)),
                ..FlowEvent::of(FlowEventKind::ClearState)
            }),
            Act::Reset => {
                if self.merged["submitting"] != true {
                    self.hidden.clear();
                }
                self.send(FlowEvent::of(FlowEventKind::Reset))
            }
            Act::Network { online } => self.send(FlowEvent::of(if *online {
                FlowEventKind::Online
            } else {
                FlowEventKind::Offline
            })),
            Act::Stray { question, value } => {
                self.send(FlowEvent::answered(question, Some(stray_answer(*value))))
            }
        }
    }

    /// Answers one of the visible questions, or clears its answer.
    fn answer(&mut self, question: u8, value: Option<u8>) -> Vec<Value> {
        let Some(question) = self.question(question) else {
            return Vec::new();
        };
        let id = question["questionId"].as_str().unwrap_or_default();
        let input = value.map(|value| answer(&question, value));
        self.send(FlowEvent::answered(id, input))
    }

    fn preload(&mut self, question: u8, value: u8) -> Vec<Value> {
        let text = pick(
            &["a", "7", "b", "2026-11-21", "true", "+905321234567", "a@b.co", ""],
            value,
        );
        let key = format!("k{}", question % 16);
        self.fill_hidden_field(&key, text);
        let mut answers = SortedMap::new();
        answers.insert(&key, text.to_owned());
        self.send(FlowEvent {
            answers: Some(answers),
            ..FlowEvent::of(FlowEventKind::Preloaded)
        })
    }

    /// Notes the answer of a hidden field, unless its page has been left with it.
    fn fill_hidden_field(&mut self, key: &str, text: &str) {
        let found = sources(&self.source).find(|(_, element)| element["question"]["key"] == key);
        let Some((state, element)) =
            found.filter(|(_, element)| element["question"]["style"] == "hidden_field")
        else {
            return;
        };
        let state = state["id"].as_str().unwrap_or_default();
        let reference = Reference {
            flow: &self.source,
            path: &self.path,
            answers: &self.answers,
        };
        let is_on_path = self.path.iter().any(|id| id == state);
        let is_current = self.path.last().is_some_and(|id| id == state);
        let mut visible = reference.visible(state).into_iter();
        let is_left = is_on_path && !is_current && visible.any(|(id, _)| element["id"] == id);
        if is_left || text.is_empty() || !self.is_on_a_page() || self.merged["submitting"] == true {
            return;
        }
        let id = element["question"]["id"].as_str().unwrap_or_default().to_owned();
        self.hidden.insert(id.clone(), json!({"text": text}));
        if is_on_path {
            self.answers.insert(id, json!({"text": text}));
        }
    }

    /// Requests a verification code and enters it, if the page has a question for that.
    fn verify(&mut self, seed: u8, is_correct: bool) -> Vec<Value> {
        let mut questions = self.questions();
        questions.retain(|question| question["style"] == "phone_verification");
        if questions.is_empty() {
            return Vec::new();
        }
        let question = &questions[usize::from(seed) % questions.len()];
        let of = |kind| FlowEvent {
            question_id: question["questionId"].as_str().map(Into::into),
            ..FlowEvent::of(kind)
        };
        let body = SubmitResult {
            id: Some("v1".into()),
            ..SubmitResult::default()
        };
        let mut effects = self.send(of(FlowEventKind::SendCode));
        effects.extend(self.send(FlowEvent {
            status: Some(200),
            body: Some(body),
            ..of(FlowEventKind::CodeSent)
        }));
        effects.extend(self.send(FlowEvent {
            code: Some("1".into()),
            ..of(FlowEventKind::VerifyCode)
        }));
        let status = if is_correct { 200 } else { 422 };
        let body = SubmitResult {
            token: Some(PROOF.into()),
            ..SubmitResult::default()
        };
        effects.extend(self.send(FlowEvent {
            status: Some(status),
            body: Some(body),
            ..of(FlowEventKind::CodeVerified)
        }));
        effects
    }

    /// Uploads files to one of the visible questions. One that takes none is left alone.
    fn upload(&mut self, question: u8, value: u8) -> Vec<Value> {
        let Some(question) = self.question(question) else {
            return Vec::new();
        };
        let of = |kind, uploads| FlowEvent {
            question_id: question["questionId"].as_str().map(Into::into),
            answer: Some(files_answer(value)),
            uploads: Some(uploads),
            ..FlowEvent::of(kind)
        };
        let mut effects = self.send(of(FlowEventKind::Uploading, Uploads::UnderWay));
        effects.extend(self.send(of(FlowEventKind::Uploaded, Uploads::UnderWay)));
        effects.extend(self.send(of(FlowEventKind::Uploading, Uploads::None)));
        effects
    }

    /// Sends an event and reads the view after it.
    pub(crate) fn send(&mut self, event: FlowEvent) -> Vec<Value> {
        let update = serde_json::to_value(self.session.update(event)).unwrap_or_default();
        merge(&mut self.merged, &update);
        self.read_view();
        update["effects"].as_array().cloned().unwrap_or_default()
    }

    /// Returns the view of the session.
    pub(crate) fn view(&self) -> Value {
        serde_json::to_value(self.session.view()).unwrap_or_default()
    }

    /// Returns the visible questions of the page.
    pub(crate) fn questions(&self) -> Vec<Value> {
        let elements = self.merged["elements"].as_array().cloned().unwrap_or_default();
        elements
            .into_iter()
            .filter(|element| element["type"] == "question")
            .collect()
    }

    fn question(&self, seed: u8) -> Option<Value> {
        let questions = self.questions();
        (!questions.is_empty()).then(|| pick(&questions.iter().collect::<Vec<_>>(), seed).clone())
    }

    /// Returns whether the current page is one with questions, and not an end of the flow.
    pub(crate) fn is_on_a_page(&self) -> bool {
        self.merged["style"] == "normal"
    }

    /// Returns whether a question still requires a verification.
    pub(crate) fn is_unverified(&self, question_id: &Value) -> bool {
        self.unverified.contains(question_id.as_str().unwrap_or_default())
    }

    /// Reads the pages that a skip passed without a view, by going back over them in a copy of the session.
    fn read_skipped_pages(&mut self) {
        let mut back = self.clone();
        for _ in 0..3 {
            if back.merged["submitting"] == true {
                back.send(FlowEvent::submitted(500, SubmitResult::default()));
            }
        }
        let mut pages = vec![back.view()];
        while back.merged["canGoBack"] == true {
            back.send(FlowEvent::of(FlowEventKind::Back));
            pages.push(back.view());
        }
        if pages[0]["style"] == "normal" {
            self.path.clear();
            pages.iter().rev().for_each(|page| self.read_page(page));
        }
    }

    fn read_view(&mut self) {
        let view = self.view();
        self.read_page(&view);
    }

    fn read_page(&mut self, view: &Value) {
        let Some(state) = view["stateId"].as_str().filter(|_| view["style"] == "normal") else {
            return;
        };
        match self.path.iter().position(|known| known == state) {
            Some(at) => self.path.truncate(at + 1),
            None => self.path.push(state.to_owned()),
        }
        for id in self.question_ids(state) {
            match self.hidden.get(&id) {
                Some(answer) => drop(self.answers.insert(id, answer.clone())),
                None => drop(self.answers.remove(&id)),
            }
        }
        for element in view["elements"].as_array().into_iter().flatten() {
            let id = element["questionId"].as_str().unwrap_or_default();
            match element["verification"].as_str() {
                Some("verified") => drop(self.unverified.remove(id)),
                Some(_) => drop(self.unverified.insert(id.to_owned())),
                None => {}
            }
            if !element["answer"].is_null() {
                self.answers.insert(id.to_owned(), element["answer"].clone());
            }
        }
    }

    /// Returns the ids of a state's questions.
    fn question_ids(&self, state: &str) -> Vec<String> {
        let state = self.flow.states.iter().find(|known| *known.id == *state);
        let elements = state.map(|state| state.elements.as_slice()).unwrap_or_default();
        elements
            .iter()
            .filter_map(|at| Some(self.flow.element(*at)?.question.as_ref()?.id.to_string()))
            .collect()
    }
}

/// Merges an update into the previous view, as every shell does (docs/engine.md#view).
fn merge(view: &mut Value, update: &Value) {
    if let Some(new) = update.get("view") {
        *view = new.clone();
        return;
    }
    if let (Some(status), Some(view)) = (update["status"].as_object(), view.as_object_mut()) {
        view.remove("notice");
        view.extend(status.clone());
    }
    let Some(elements) = view["elements"].as_array_mut() else {
        return;
    };
    for shown in update["shown"].as_array().into_iter().flatten() {
        match elements.iter_mut().find(|element| element["id"] == shown["id"]) {
            Some(element) => *element = shown.clone(),
            None => elements.push(shown.clone()),
        }
    }
    if let Some(order) = update["order"].as_array() {
        let known = std::mem::take(elements);
        let in_order = order
            .iter()
            .filter_map(|id| known.iter().find(|element| element["id"] == *id));
        *elements = in_order.cloned().collect();
    }
    for change in update["changes"].as_array().into_iter().flatten() {
        let element = elements.iter_mut().find(|element| element["id"] == change["id"]);
        let Some(element) = element.and_then(Value::as_object_mut) else {
            continue;
        };
        for field in ["answer", "message"] {
            match change.get(field) {
                Some(value) => drop(element.insert(field.to_owned(), value.clone())),
                None => drop(element.remove(field)),
            }
        }
    }
}
