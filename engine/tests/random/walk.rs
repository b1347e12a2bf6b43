//! A visitor's walk through a flow: the session under test, and the view, path and answers that a shell knows.

use super::pick;
use super::visitor::{Act, answer, files_answer, stray_answer};
use crate::reference::items::PROOF;
use crate::reference::json::sources;
use crate::reference::{Answers, Reference};
use engine::{
    Flow, FlowEvent, RequestResult, Session, SessionContext, SortedMap, SubmitResult, Timer, Uploads, native,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(crate) const STATE_CHANGE: FlowEvent<'static> = FlowEvent::Timer {
    timer: Timer::StateChange,
};

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
        walk.send(FlowEvent::Start);
        walk
    }

    /// Performs an act and returns the effects.
    pub(crate) fn act(&mut self, act: &Act) -> Vec<Value> {
        match act {
            Act::Answer { question, value } => self.answer(*question, Some(*value)),
            Act::Clear { question } => self.answer(*question, None),
            Act::Continue => {
                let mut effects = self.send(FlowEvent::Next { question_id: None });
                effects.extend(self.send(STATE_CHANGE));
                effects
            }
            Act::Next => self.send(FlowEvent::Next { question_id: None }),
            Act::Timer => self.send(STATE_CHANGE),
            Act::Back => self.send(FlowEvent::Back),
            Act::Submitted { ok } => {
                let body = SubmitResult {
                    id: Some("f1".into()),
                    ..SubmitResult::default()
                };
                let result = result(if *ok { 200 } else { 500 }, body);
                self.send(FlowEvent::Submitted { result: &result })
            }
            Act::Language { other } => {
                let code = if *other { "tr" } else { "en" };
                self.send(FlowEvent::Language { code })
            }
            Act::Skip => {
                let mut effects = self.send(FlowEvent::Skip);
                effects.extend(self.send(STATE_CHANGE));
                self.read_skipped_pages();
                effects
            }
            Act::Verify { question, is_correct } => self.verify(*question, *is_correct),
            Act::Upload { question, value } => self.upload(*question, *value),
            Act::Preload { question, value } => self.preload(*question, *value),
            Act::ClearState { state } => self.send(FlowEvent::ClearState {
                state_id: &format!("s{}", state % 6),
            }),
            Act::Reset => {
                if self.merged["submitting"] != true {
                    self.hidden.clear();
                }
                self.send(FlowEvent::Reset)
            }
            Act::Network { online } => self.send(if *online {
                FlowEvent::Online
            } else {
                FlowEvent::Offline
            }),
            Act::Stray { question, value } => self.send(FlowEvent::Answered {
                question_id: question,
                answer: Some(&stray_answer(*value)),
            }),
        }
    }

    /// Answers one of the visible questions, or clears its answer.
    fn answer(&mut self, question: u8, value: Option<u8>) -> Vec<Value> {
        let Some(question) = self.question(question) else {
            return Vec::new();
        };
        let answer = value.map(|value| answer(&question, value));
        self.send(FlowEvent::Answered {
            question_id: id_of(&question),
            answer: answer.as_ref(),
        })
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
        self.send(FlowEvent::Preloaded {
            answers: &answers,
            is_from_address: false,
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
        let question_id = id_of(question);
        let mut effects = self.send(FlowEvent::SendCode { question_id });
        let body = SubmitResult {
            id: Some("v1".into()),
            ..SubmitResult::default()
        };
        effects.extend(self.send(FlowEvent::CodeSent {
            question_id,
            result: &result(200, body),
        }));
        effects.extend(self.send(FlowEvent::VerifyCode {
            question_id,
            code: "1",
        }));
        let status = if is_correct { 200 } else { 422 };
        let body = SubmitResult {
            token: Some(PROOF.into()),
            ..SubmitResult::default()
        };
        effects.extend(self.send(FlowEvent::CodeVerified {
            question_id,
            result: &result(status, body),
        }));
        effects
    }

    /// Uploads files to one of the visible questions. One that takes none is left alone.
    fn upload(&mut self, question: u8, value: u8) -> Vec<Value> {
        let Some(question) = self.question(question) else {
            return Vec::new();
        };
        let uploading = |uploads| FlowEvent::Uploading {
            question_id: id_of(&question),
            uploads,
        };
        let mut effects = self.send(uploading(Uploads::UnderWay));
        effects.extend(self.send(FlowEvent::Uploaded {
            question_id: id_of(&question),
            files: &files_answer(value).files.unwrap_or_default(),
        }));
        effects.extend(self.send(uploading(Uploads::None)));
        effects
    }

    /// Sends an event and reads the view after it.
    pub(crate) fn send(&mut self, event: FlowEvent<'_>) -> Vec<Value> {
        let update = serde_json::to_value(self.session.update(None, event)).unwrap_or_default();
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
                let result = result(500, SubmitResult::default());
                back.send(FlowEvent::Submitted { result: &result });
            }
        }
        let mut pages = vec![back.view()];
        while back.merged["canGoBack"] == true {
            back.send(FlowEvent::Back);
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

fn id_of(question: &Value) -> &str {
    question["questionId"].as_str().unwrap_or_default()
}

fn result(status: u32, body: SubmitResult) -> RequestResult {
    RequestResult {
        request_id: None,
        status,
        body,
    }
}
