//! Builds views of the current page.

use super::answers::with_question;
use super::verification::Verification;
use super::view::{
    ElementChange, ElementView, GaugeView, LanguageView, OptionView, PageStatus, QuestionView, StatementView,
    Update, VerificationStep, View,
};
use super::{FlowEffect, Page, Progress, Session, Stale};
use crate::flow::{Element, StateStyle};
use crate::position::ElementIx;
use crate::question::{Question, QuestionOption, Statement};
use crate::texts::{Texts, localized_text};

impl Session {
    /// What the page shows now, whole.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        let state = self.current_state();
        let elements = state.map(|state| state.elements.as_slice()).unwrap_or_default();
        View {
            state_id: state.map(|state| &*state.id),
            style: state.map_or(StateStyle::ThankYou, |state| state.style),
            title: state.and_then(|state| self.text(state.title.as_ref()?)),
            css: state.and_then(|state| state.css.as_deref()),
            css_url: state.and_then(|state| state.css_url.as_deref()),
            language: self.language_code(),
            languages: self.show_languages(),
            status: self.show_status(),
            elements: elements.iter().filter_map(|at| self.show_element(*at)).collect(),
        }
    }

    pub(super) fn show_update(&self, effects: Vec<FlowEffect>, stale: &Stale) -> Update<'_> {
        let mut update = Update {
            effects,
            view: None,
            status: None,
            order: None,
            shown: Vec::new(),
            changes: Vec::new(),
        };
        if stale.view {
            update.view = Some(self.view());
            return update;
        }
        update.status = stale.status.then(|| self.show_status());
        update.order = stale.order.then(|| self.show_order());
        update.shown = stale
            .shown
            .iter()
            .filter_map(|at| self.show_present(*at))
            .collect();
        let is_shown = |at: &ElementIx| stale.shown.binary_search(at).is_ok();
        let changed = stale.changed.iter().filter(|at| !is_shown(at));
        update.changes = changed.filter_map(|at| self.show_change(*at)).collect();
        update
    }

    fn show_order(&self) -> Vec<&str> {
        let elements = self
            .current_state()
            .map(|state| state.elements.as_slice())
            .unwrap_or_default();
        let elements = elements
            .iter()
            .filter_map(|at| Some((*at, self.flow.element(*at)?)));
        elements
            .filter(|(at, element)| self.is_shown(*at, element))
            .map(|(_, element)| &*element.id)
            .collect()
    }

    /// Whether an element is on the page to be looked at. The only one of a preview is, whatever triggers say.
    pub(super) fn is_shown(&self, at: ElementIx, element: &Element) -> bool {
        self.only
            .map_or_else(|| self.is_visible(element), |only| only == at)
    }

    fn show_present(&self, at: ElementIx) -> Option<ElementView<'_>> {
        let element = self.flow.element(at)?;
        if self.page == Page::State(element.state) {
            self.show_element(at)
        } else {
            None
        }
    }

    fn show_languages(&self) -> Vec<LanguageView<'_>> {
        let languages = self.flow.languages.iter();
        languages
            .map(|language| LanguageView {
                code: &language.code,
                name: &language.name,
            })
            .collect()
    }

    fn show_status(&self) -> PageStatus {
        PageStatus {
            can_go_back: self.can_go_back(),
            moving: self.progress != Progress::Resting,
            submitting: matches!(self.progress, Progress::Submitting(_)),
            notice: self.notice.clone(),
            unsubscribed: self.unsubscribed.clone(),
        }
    }

    fn show_change(&self, at: ElementIx) -> Option<ElementChange<'_>> {
        let (element, question) = with_question(&self.flow, at)?;
        (self.page == Page::State(element.state) && self.is_shown(at, element)).then(|| ElementChange {
            id: &element.id,
            answer: self.answer(at).map(|answer| answer.to_input(question)),
            message: self.message(at).cloned(),
        })
    }

    fn show_element(&self, at: ElementIx) -> Option<ElementView<'_>> {
        let element = self
            .flow
            .element(at)
            .filter(|element| self.is_shown(at, element))?;
        let body = element
            .question
            .as_ref()
            .map_or(&element.body, |question| &question.body);
        Some(ElementView {
            id: &element.id,
            kind: element.kind,
            text: self.text(body).unwrap_or_default(),
            url: element.url.as_deref(),
            gauge: element
                .gauge
                .map(|(value, min, max)| GaugeView { value, min, max }),
            question: element
                .question
                .as_deref()
                .map(|question| self.show_question(at, question)),
        })
    }

    fn show_question<'a>(&'a self, at: ElementIx, question: &'a Question) -> QuestionView<'a> {
        let (min, max) = question.scale();
        QuestionView {
            question_id: &question.id,
            style: question.style,
            required: question.required,
            multi_select: question.allows_multiple(),
            description: self.text(&question.description),
            placeholder: self.text(&question.placeholder),
            min,
            max,
            step: question.step,
            min_label: self.text(&question.min_label),
            max_label: self.text(&question.max_label),
            max_length: question.max_length.map(f64::from),
            loading: self.is_loading(at),
            verification: question
                .requires_verification()
                .then(|| self.show_verification(at)),
            options: self.show_options(question),
            matrix_form: question.matrix_form(),
            statements: self.show_statements(question),
            answer: self.answer(at).map(|answer| answer.to_input(question)),
            message: self.message(at).cloned(),
        }
    }

    fn show_options<'a>(&'a self, question: &'a Question) -> Vec<OptionView<'a>> {
        let options = (0..).zip(&question.options);
        let visible = options.filter(|(at, _)| self.is_option_visible(question, *at));
        visible.map(|(_, option)| self.show_option(option)).collect()
    }

    fn show_option<'a>(&'a self, option: &'a QuestionOption) -> OptionView<'a> {
        OptionView {
            id: &option.id,
            label: self.text(&option.body).unwrap_or(&option.key),
            image_url: option.image_url.as_deref(),
        }
    }

    fn show_verification(&self, at: ElementIx) -> VerificationStep {
        match self.verification(at) {
            Verification::Unsent => VerificationStep::Unsent,
            Verification::Sending { .. } | Verification::Abandoned => VerificationStep::Sending,
            Verification::Sent { .. } => VerificationStep::Sent,
            Verification::Checking { .. } => VerificationStep::Checking,
            Verification::Verified => VerificationStep::Verified,
        }
    }

    fn show_statements<'a>(&'a self, question: &'a Question) -> Vec<StatementView<'a>> {
        let show = |statement: &'a Statement| StatementView {
            id: &statement.id,
            label: self.text(&statement.body).unwrap_or(&statement.key),
            options: statement
                .options
                .iter()
                .filter(|option| option.visible)
                .map(|option| self.show_option(option))
                .collect(),
        };
        question.statements.iter().map(show).collect()
    }

    fn text<'a>(&self, texts: &'a Texts) -> Option<&'a str> {
        localized_text(texts, self.language_code())
    }
}
