//! Answers that come from elsewhere: preloaded ones, look-ups, and bindings (specification, section 7).

use super::answers::{asked, with_question};
use super::effect::Answers;
use super::{FlowEffect, Progress, Session};
use crate::answer::{AnswerInput, NameAnswer};
use crate::message::MessageKey;
use crate::platform::{PlatformRef, parse_number};
use crate::position::ElementIx;
use crate::question::Question;
use crate::sorted_map::SortedMap;

/// Where answers come from that the visitor has not given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// They were known before.
    Before,
    /// A look-up, which only fills what the visitor has left open.
    LookUp,
}

/// HTTP's "all is well".
const OK: u32 = 200;

impl Session {
    /// Takes in answers that were known before the visitor came; hidden questions may hold them too.
    pub(super) fn preloaded(&mut self, answers: &SortedMap<String>) {
        self.fill_all(answers, Source::Before);
    }

    fn fill_all(&mut self, answers: &SortedMap<String>, source: Source) {
        if self.has_ended() || self.is_submitting() {
            return;
        }
        for (name, text) in answers.iter() {
            self.fill(name, text, source);
        }
    }

    /// The visitor has finished with a question: asks elsewhere what follows from the answer, once at a time.
    pub(super) fn look_up(&mut self, question_id: &str, effects: &mut Vec<FlowEffect>) {
        let flow = self.flow.clone();
        let Some((at, element, question)) = asked(&flow, question_id) else {
            return;
        };
        let asks = question.is_dynamic_request() || question.binding_model.is_some();
        let may_ask = asks && self.is_on_page(element) && !matches!(self.progress, Progress::Submitting(_));
        if !may_ask || self.is_loading(at) || self.counted_answer(at).is_none() {
            return;
        }
        let message = self.verdict(at, question);
        let is_wrong = message.is_some();
        self.set_message(at, message);
        if is_wrong || self.context.preview {
            return;
        }
        self.set_loading(at, true);
        let question_id = question.id.clone();
        effects.push(if question.is_dynamic_request() {
            let answer = self.counted_text(at).into();
            FlowEffect::DynamicRequest {
                question_id,
                flow_id: flow.id.clone(),
                answer,
            }
        } else {
            FlowEffect::BindingRequest {
                question_id,
                body: Answers(self.texts_by_key()),
            }
        });
    }

    /// A look-up was answered: its answers go into their questions. A failed one is said at the question.
    pub(super) fn looked_up(&mut self, question_id: &str, status: u32, answers: Option<&SortedMap<String>>) {
        let Some(at) = self
            .flow
            .element_of_question(question_id)
            .filter(|at| self.is_loading(*at))
        else {
            return;
        };
        self.set_loading(at, false);
        match answers {
            Some(answers) if status == OK => self.fill_all(answers, Source::LookUp),
            None if status == OK => {}
            _ => self.set_message(at, Some(MessageKey::SystemError.into())),
        }
    }

    /// Puts an answer, given as text, into the question with this id or key.
    fn fill(&mut self, name: &str, text: &str, source: Source) {
        let flow = self.flow.clone();
        let Some(at) = flow
            .element_of_question(name)
            .or_else(|| flow.element_of_question_key(name))
        else {
            return;
        };
        let Some((element, question)) = with_question(&flow, at) else {
            return;
        };
        let hidden = !self.is_visible(element);
        // The way on was chosen by what was answered on earlier pages.
        let is_left = !hidden && self.is_on_path(element.state) && !self.is_on_page(element);
        // A look-up may come late: what the visitor has given meanwhile stays.
        let is_given = source == Source::LookUp
            && !hidden
            && !self.looked_up.contains(&at)
            && self.answer(at).is_some_and(|answer| !answer.is_empty());
        let text = text.trim();
        if is_left || is_given || !question.expects_answer() || text.is_empty() {
            return;
        }
        let answer = read_text(question, text, self.platform);
        let is_taken = self.set_answer(at, question, Some(&answer), hidden).is_some();
        if is_taken && source == Source::LookUp {
            self.looked_up.push(at);
        }
        self.judge_anew(at, question);
    }

    fn texts_by_key(&self) -> SortedMap<Box<str>> {
        let mut texts = SortedMap::new();
        for at in (0..).map(ElementIx).take(self.flow.elements.len()) {
            let Some((_, question)) = with_question(&self.flow, at) else {
                continue;
            };
            if self.counted_answer(at).is_some() {
                let name = if question.key.is_empty() {
                    &question.id
                } else {
                    &question.key
                };
                texts.insert(name, self.counted_text(at).into());
            }
        }
        texts
    }

    /// The answer's texts, joined by commas.
    fn counted_text(&self, at: ElementIx) -> String {
        let mut joined = String::new();
        if let (Some((_, question)), Some(answer)) = (with_question(&self.flow, at), self.counted_answer(at))
        {
            answer.any_text(question, self.platform, &mut |text| {
                if !joined.is_empty() {
                    joined.push(',');
                }
                joined.push_str(text);
                false
            });
        }
        joined
    }
}

/// Everything that a text can say, of which a question takes its own kind: options by key or id, a number, a date, a
/// telephone number, a checked box, a name, or the text itself.
fn read_text(question: &Question, text: &str, platform: PlatformRef) -> AnswerInput {
    let option_id = |name: &str| {
        let name = name.trim();
        let at = question
            .option_with_key(name)
            .or_else(|| question.option_with_id(name))?;
        Some(question.option(at)?.id.as_ref().into())
    };
    // An option's own key may have commas.
    let ids: Option<Vec<String>> = match option_id(text) {
        Some(id) => Some(vec![id]),
        None => text.split([',']).map(option_id).collect(),
    };
    let given = || Some(text.to_owned());
    AnswerInput {
        option_ids: ids.clone(),
        ranking: ids,
        number: parse_number(text, platform),
        date: given(),
        phone: given(),
        checked: Some(text == "true"),
        fields: Some(NameAnswer {
            name: text.to_owned(),
            surname: String::new(),
        }),
        text: given(),
        ..AnswerInput::default()
    }
}
