//! One visitor's run through a flow.

mod answers;
mod context;
mod customer;
mod effect;
mod event;
mod lookup;
mod moving;
mod payload;
mod runtime;
mod saving;
mod scrolling;
mod settling;
mod show;
mod verification;
mod view;
mod visibility;
#[cfg(feature = "native")]
mod walk;

pub use context::{ChannelQuota, NodeContext, SessionContext};
pub use effect::{Answers, FlowEffect, Headers, HostMessageData};
pub use event::{Channel, FlowEvent, FlowEventKind, SubmitResult, Timer};
pub use runtime::Report;
pub use view::{
    ElementChange, ElementView, GaugeView, LanguageView, OptionView, PageStatus, QuestionView, StatementView,
    Update, VerificationStep, View,
};

#[cfg(feature = "native")]
pub(crate) use walk::Walked;

use crate::answer::Answer;
use crate::flow::{Flow, State};
use crate::message::Message;
use crate::platform::PlatformRef;
use crate::position::{ElementIx, StateIx};
use crate::question::Style;
use runtime::ActionLog;
use saving::Saves;
use std::sync::Arc;
use verification::Verification;

/// A visitor's run: where they are, what they have answered, what is under way.
#[derive(Clone)]
pub struct Session {
    flow: Arc<Flow>,
    platform: PlatformRef,
    context: SessionContext,
    /// Milliseconds since the start, from the last event that carried a time.
    elapsed: f64,
    /// When this visitor began, on the same clock: another one may have been here before.
    began: f64,
    /// Position of the current language, where the flow has any.
    language: Option<usize>,
    page: Page,
    /// The states on the way to the current page, which is the last one; each at most once.
    path: Vec<StateIx>,
    /// Whether a state is on the path, by state.
    on_path: Vec<bool>,
    /// By element.
    answers: Vec<Option<Answer>>,
    /// What is wrong, by element; only once the visitor has tried to go on.
    messages: Vec<Option<Message>>,
    /// By trigger: whether its source is on the path and its condition holds.
    triggers_on: Vec<bool>,
    /// Elements that were filled while they were hidden: what they hold was not the visitor's to give.
    presets: Vec<ElementIx>,
    /// Elements that hold what a look-up has put there.
    looked_up: Vec<ElementIx>,
    /// Elements whose look-up is under way.
    loading: Vec<ElementIx>,
    verifications: Vec<(ElementIx, Verification)>,
    progress: Progress,
    saves: Saves,
    is_offline: bool,
    /// The only element that is shown, in a preview of a single one.
    only: Option<ElementIx>,
    /// Whether the server checks a submission with this session: what only the visitor's own run could know, such as
    /// chance and proofs, is taken as it was sent.
    checks_submission: bool,
    unsubscribed: Vec<Channel>,
    /// Channels that are being unsubscribed.
    unsubscribing: Vec<Channel>,
    /// The channel whose failure the notice is about.
    failed_channel: Option<Channel>,
    log: ActionLog,
    /// Milliseconds from the start to the visitor's first answer.
    first_response: Option<f64>,
    notice: Option<Message>,
    stale: Stale,
}

/// What the visitor looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    State(StateIx),
    /// The thank-you of a flow that names no end.
    DefaultThankYou,
}

/// How far leaving the page has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    Resting,
    /// Validated; the pause before the change runs.
    Pausing(Way),
    /// The complete feedback is asked for; this is where its success leads.
    Submitting(Page),
}

/// How a page is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// To the next page, if everything on this one is in order.
    Next,
    /// To the end, past everything that is not required.
    Skip,
}

/// What the shell has not been told yet.
#[derive(Debug, Clone, Default)]
struct Stale {
    /// The page, or its language.
    view: bool,
    /// The page's own fields.
    status: bool,
    /// Elements of the page came or went.
    order: bool,
    /// Elements to be shown whole: they came, or other options are offered.
    shown: Vec<ElementIx>,
    /// Elements with another answer or message.
    changed: Vec<ElementIx>,
}

impl Session {
    /// Starts a run on the flow's initial state, in the language that section 4.2 chooses.
    #[must_use]
    pub fn new(flow: Arc<Flow>, mut context: SessionContext, platform: PlatformRef) -> Self {
        context.preview |= flow.is_preview || flow.is_single_element_preview;
        let mut session = Self::before_chance(flow, context, platform);
        session.choose_at_random();
        session
    }

    /// A run in which nothing has been left to chance yet.
    fn before_chance(flow: Arc<Flow>, context: SessionContext, platform: PlatformRef) -> Self {
        let only = only_element(&flow);
        let first = only.and_then(|at| flow.element(at));
        let first = first.map_or(flow.initial, |element| element.state);
        let mut session = Self {
            platform,
            elapsed: 0.0,
            began: 0.0,
            language: first_language(&flow, &context),
            page: Page::State(first),
            path: vec![first],
            on_path: vec![false; flow.states.len()],
            answers: vec![None; flow.elements.len()],
            messages: vec![None; flow.elements.len()],
            triggers_on: vec![false; flow.triggers.len()],
            presets: Vec::new(),
            looked_up: Vec::new(),
            loading: Vec::new(),
            verifications: Vec::new(),
            progress: Progress::Resting,
            is_offline: false,
            only,
            checks_submission: false,
            unsubscribed: Vec::new(),
            unsubscribing: Vec::new(),
            failed_channel: None,
            log: ActionLog::default(),
            first_response: None,
            saves: Saves::new(context.stored_feedback_id.as_deref()),
            notice: None,
            stale: Stale {
                view: true,
                ..Stale::default()
            },
            context,
            flow,
        };
        if let Some(on_path) = session.on_path.get_mut(first.0 as usize) {
            *on_path = true;
        }
        session
    }

    /// Takes in what happened and says what to do. An event that does not fit changes nothing.
    pub fn step(&mut self, event: FlowEvent) -> Vec<FlowEffect> {
        if let Some(at) = event.at.filter(|at| at.is_finite()) {
            self.elapsed = at;
        }
        let mut effects = Vec::new();
        let had_ended = self.has_ended();
        let was_submitting = self.is_submitting();
        self.log.add(event.kind);
        let question_id = event.question_id.as_deref().unwrap_or_default();
        let is_act = self.is_act(&event) && !had_ended;
        let status = event.status.unwrap_or(0);
        match event.kind {
            FlowEventKind::Start => {}
            FlowEventKind::Answered => {
                self.answered(question_id, event.answer.as_ref(), &mut effects);
            }
            FlowEventKind::Next => self.leave_page(Way::Next, &mut effects),
            FlowEventKind::Skip => self.leave_page(Way::Skip, &mut effects),
            FlowEventKind::Back => self.back(),
            FlowEventKind::Language => self.choose_language(event.code.as_deref()),
            FlowEventKind::Timer => match event.timer {
                Some(Timer::StateChange) => self.change_state(&mut effects),
                Some(Timer::Idle) if self.idle_seconds() > 0 => self.reset(&mut effects),
                Some(Timer::Idle) | None => {}
            },
            FlowEventKind::Submitted => self.submitted(status, event.body.unwrap_or_default(), &mut effects),
            FlowEventKind::Preloaded => self.preloaded(&event.answers.unwrap_or_default()),
            FlowEventKind::ClearState => self.clear_state(event.state_id.as_deref().unwrap_or_default()),
            FlowEventKind::Reset => self.reset(&mut effects),
            FlowEventKind::LookUp => self.look_up(question_id, &mut effects),
            FlowEventKind::LookedUp => self.looked_up(question_id, status, event.answers.as_ref()),
            FlowEventKind::SendCode => self.send_code(question_id, &mut effects),
            FlowEventKind::CodeSent => {
                self.code_sent(
                    question_id,
                    status,
                    event.body.as_ref().and_then(|body| body.id.as_deref()),
                );
            }
            FlowEventKind::VerifyCode => self.verify_code(question_id, event.code.as_deref(), &mut effects),
            FlowEventKind::CodeVerified => self.code_verified(question_id, status),
            FlowEventKind::Unsubscribe => self.unsubscribe(event.channel, &mut effects),
            FlowEventKind::Unsubscribed => self.unsubscribed(event.channel, status),
            FlowEventKind::Offline => self.is_offline = true,
            FlowEventKind::Online => self.is_offline = false,
        }
        let has_arrived = !had_ended && self.has_ended();
        let has_failed = was_submitting && !self.is_submitting();
        if is_act || has_arrived || has_failed {
            self.await_idleness(&mut effects);
        }
        effects
    }

    /// Takes in what happened and returns the effects with only what changed in the view: what a shell needs that
    /// keeps the view itself, at a cost of what the event touched.
    pub fn update(&mut self, event: FlowEvent) -> Update<'_> {
        let effects = self.step(event);
        let stale = std::mem::take(&mut self.stale);
        self.show_update(effects, &stale)
    }

    fn choose_language(&mut self, code: Option<&str>) {
        let chosen = code.and_then(|code| self.flow.find_language(code));
        if chosen.is_some() && chosen != self.language {
            self.language = chosen;
            self.stale.view = true;
        }
    }

    fn language_code(&self) -> &str {
        let language = self.language.and_then(|at| self.flow.languages.get(at));
        language.map_or(DEFAULT_LANGUAGE, |language| &language.code)
    }

    /// The state that the visitor answers now; none at the default thank-you.
    fn current_state(&self) -> Option<&State> {
        match self.page {
            Page::State(at) => self.flow.state(at),
            Page::DefaultThankYou => None,
        }
    }

    /// Whether the complete feedback is on its way.
    fn is_submitting(&self) -> bool {
        matches!(self.progress, Progress::Submitting(_))
    }

    /// Whether the visitor has come to an end.
    fn has_ended(&self) -> bool {
        self.current_state().is_none_or(|state| state.style.is_end())
    }
}

/// The language of a flow that names none (specification, section 9).
const DEFAULT_LANGUAGE: &str = "en";

/// Where the flow is to be previewed by one element alone: the first question to be seen from the start, of the first
/// page that has one; else the first element.
fn only_element(flow: &Flow) -> Option<ElementIx> {
    if !flow.is_single_element_preview {
        return None;
    }
    let initial = flow.state(flow.initial)?;
    let is_seen = |at: &&ElementIx| {
        let element = flow.element(**at).filter(|element| element.visible);
        let question = element.and_then(|element| element.question.as_deref());
        question.is_some_and(|question| question.style != Style::Random)
    };
    let mut pages = [initial].into_iter().chain(&flow.states);
    let first = pages.find_map(|page| page.elements.iter().find(is_seen));
    first.or(initial.elements.first()).copied()
}

/// Widget, address, node default, flow default, first (specification, section 4.2).
fn first_language(flow: &Flow, context: &SessionContext) -> Option<usize> {
    let names = [
        &context.widget_language,
        &context.url_language,
        &context.node.default_language_id,
    ];
    let chosen = names
        .into_iter()
        .flatten()
        .find_map(|name| flow.find_language(name));
    chosen
        .or(flow.default_language)
        .or((!flow.languages.is_empty()).then_some(0))
}
