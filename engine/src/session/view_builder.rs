//! Builds views of the current page. See docs/engine.md#view.

use super::Uploads;
use super::answered_flow::{AnsweredFlow, question_at};
use super::element_texts::ElementTexts;
use super::look_up_state::LookUp;
use super::verification::Verification;
use super::view::{
    ElementChange, ElementView, GaugeView, LanguageView, LookUpStep, OptionView, PageStatus, ProgressView,
    QuestionView, StatementView, VerificationStep, View,
};
use crate::flow::{Element, ProgressStyle, StateStyle};
use crate::position::ElementIx;
use crate::question::{Question, QuestionOption, Statement, Style};

/// Reads the page in one language.
#[derive(Clone, Copy)]
pub(super) struct ViewBuilder<'a> {
    pub(super) answered: &'a AnsweredFlow,
    pub(super) language: &'a str,
    /// The only element that is shown, in a preview of a single one.
    pub(super) single_element: Option<ElementIx>,
}

impl<'a> ViewBuilder<'a> {
    /// Returns the whole page.
    pub(super) fn view(self, status: PageStatus) -> View<'a> {
        let state = self.answered.current_state();
        let languages = self.answered.flow().languages.iter();
        let elements = self.answered.displayed_elements().into_iter();
        View {
            state_id: state.map(|state| &*state.id),
            style: state.map_or(StateStyle::ThankYou, |state| state.style),
            title: state.and_then(|state| self.texts().text(state.title.as_ref()?)),
            css: state.and_then(|state| state.css.as_deref()),
            css_url: state.and_then(|state| state.css_url.as_deref()),
            language: self.language,
            languages: languages
                .map(|language| LanguageView {
                    code: &language.code,
                    name: &language.name,
                })
                .collect(),
            progress: self.progress(),
            status,
            elements: elements.filter_map(|at| self.element(at)).collect(),
        }
    }

    /// Returns the ids of the visible elements.
    pub(super) fn order(self) -> Vec<&'a str> {
        let elements = self.answered.displayed_elements().into_iter();
        let shown = elements.filter_map(|at| self.shown_element(at));
        shown.map(|element| &*element.id).collect()
    }

    /// Returns the answer and message of an element that is visible on the page.
    pub(super) fn change(self, at: ElementIx) -> Option<ElementChange<'a>> {
        let element = self.shown_element(at)?;
        let (_, question) = question_at(self.answered.flow(), at)?;
        let records = self.answered.records();
        Some(ElementChange {
            id: &element.id,
            answer: records.answer(at).map(|answer| answer.to_input(question)),
            message: records.message(at).cloned(),
        })
    }

    /// Returns an element that is visible on the page.
    pub(super) fn element(self, at: ElementIx) -> Option<ElementView<'a>> {
        let element = self.shown_element(at)?;
        let question = element.question.as_deref();
        let body = question.map_or(&element.body, |question| &question.body);
        let gauge = element.gauge.map(|(value, min, max)| GaugeView {
            value: element.score.map_or(value, |at| self.answered.add_up().score(at)),
            min,
            max,
        });
        let mut texts = self.texts();
        Some(ElementView {
            id: &element.id,
            kind: element.kind,
            text: texts.text(body).unwrap_or_default(),
            url: element.url.as_deref(),
            button: texts.text(&element.button),
            gauge,
            is_skip: element.is_skip,
            question: question.map(|question| self.question(at, question, &mut texts)),
            other_languages: texts.into_other_languages(),
        })
    }

    /// Adds to the elements that are drawn again those whose texts show an answer or a score that may have
    /// changed.
    pub(super) fn with_piped(self, mut redrawn: Vec<ElementIx>, values: &[ElementIx]) -> Vec<ElementIx> {
        let flow = self.answered.flow();
        let changed: Vec<ElementIx> = redrawn.iter().chain(values).copied().collect();
        for element in changed.iter().filter_map(|at| flow.element(*at)) {
            redrawn.extend_from_slice(&element.piped_into);
        }
        if !changed.is_empty() {
            redrawn.extend_from_slice(&flow.score_pipes);
        }
        redrawn
    }

    fn progress(self) -> Option<ProgressView> {
        let style = self.answered.flow().progress;
        if style == ProgressStyle::None || self.single_element.is_some() || self.answered.has_ended() {
            return None;
        }
        let page = self.answered.path().states().len();
        let pages = page + self.answered.count_pages_ahead();
        Some(ProgressView {
            style,
            page: u32::try_from(page).ok()?,
            pages: u32::try_from(pages).ok()?,
        })
    }

    fn shown_element(self, at: ElementIx) -> Option<&'a Element> {
        let element = self.answered.flow().element(at)?;
        let is_visible = match self.single_element {
            Some(single) => single == at,
            None => self.answered.is_visible(element),
        };
        let question = element.question.as_deref();
        let is_hidden_field = question.is_some_and(|question| question.style == Style::HiddenField);
        (is_visible && !is_hidden_field && self.answered.is_on_page(element)).then_some(element)
    }

    fn question(
        self,
        at: ElementIx,
        question: &'a Question,
        texts: &mut ElementTexts<'a>,
    ) -> QuestionView<'a> {
        let records = self.answered.records();
        let (min, max) = question.scale();
        let statements = self.answered.displayed_statements(question);
        QuestionView {
            question_id: &question.id,
            style: question.style,
            required: question.required,
            multi_select: question.allows_multiple(),
            description: texts.text(&question.description),
            placeholder: texts.text(&question.placeholder),
            terms: texts.text(&question.terms),
            schema_type: Some(question.answer_style()).filter(|style| *style != question.style),
            min,
            max,
            step: question.step,
            min_label: texts.text(&question.min_label),
            max_label: texts.text(&question.max_label),
            max_length: question.max_length.map(f64::from),
            look_up: question.is_looked_up().then(|| look_up_step(records.look_up(at))),
            uploading: records.uploads(at) == Uploads::UnderWay,
            verification: question
                .requires_verification()
                .then(|| verification_step(records.verification(at))),
            resend_after_in_seconds: records.resend_pause(at),
            options: self.options(question, &question.options, &question.id, texts),
            matrix_form: question.matrix_form(),
            statements: statements
                .into_iter()
                .filter_map(|at| question.statements.get(at as usize))
                .map(|statement| self.statement(question, statement, texts))
                .collect(),
            answer: records.answer(at).map(|answer| answer.to_input(question)),
            message: records.message(at).cloned(),
        }
    }

    /// Returns the offered options of a question, or those of one of its rows. `id` is that of the question or row.
    fn options(
        self,
        question: &'a Question,
        options: &'a [QuestionOption],
        id: &str,
        texts: &mut ElementTexts<'a>,
    ) -> Vec<OptionView<'a>> {
        let order = self.answered.displayed_options(question, options, id);
        let mut views = Vec::new();
        for option in order.into_iter().filter_map(|at| options.get(at as usize)) {
            if self.answered.is_offered(option) {
                views.push(option_view(option, texts));
            }
        }
        views
    }

    fn statement(
        self,
        question: &'a Question,
        statement: &'a Statement,
        texts: &mut ElementTexts<'a>,
    ) -> StatementView<'a> {
        StatementView {
            id: &statement.id,
            label: texts.label(&statement.body, &statement.key),
            options: self.options(question, &statement.options, &statement.id, texts),
        }
    }

    fn texts(self) -> ElementTexts<'a> {
        ElementTexts::new(self.answered, self.language)
    }
}

fn option_view<'a>(option: &'a QuestionOption, texts: &mut ElementTexts<'a>) -> OptionView<'a> {
    OptionView {
        id: &option.id,
        label: texts.label(&option.body, &option.key),
        image_url: option.image_url.as_deref(),
        asks_for_text: option.asks_for_text,
        is_exclusive: option.exclusive,
    }
}

fn look_up_step(look_up: &LookUp) -> LookUpStep {
    match look_up {
        LookUp::Unasked => LookUpStep::Unasked,
        LookUp::UnderWay(_) => LookUpStep::Loading,
        LookUp::Done {
            has_answers: true, ..
        } => LookUpStep::Found,
        LookUp::Done { .. } => LookUpStep::Nothing,
        LookUp::Failed => LookUpStep::Failed,
    }
}

fn verification_step(verification: &Verification) -> VerificationStep {
    match verification {
        Verification::Unsent => VerificationStep::Unsent,
        Verification::Sending { .. } => VerificationStep::Sending,
        Verification::Sent { .. } => VerificationStep::Sent,
        Verification::Checking { .. } => VerificationStep::Checking,
        Verification::Verified { .. } => VerificationStep::Verified,
    }
}
