//! What a session knows about each element, and which elements the shell has to draw again.

use super::position_set::PositionSet;
use crate::answer::Answer;
use crate::message::Message;
use crate::position::ElementIx;
use crate::session::Uploads;
use crate::session::look_up_state::LookUp;
use crate::session::verification::Verification;

/// Where the value of an element comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Origin {
    #[default]
    Visitor,
    /// Filled in by a look-up; a later look-up may replace it.
    LookUp,
    /// Filled in while the element was hidden: hiding and clearing the page keep it.
    Preset { by_look_up: bool },
}

/// One element: its value, and everything that belongs to this value.
#[derive(Debug, Clone, Default)]
struct ElementRecord {
    answer: Option<Answer>,
    origin: Origin,
    /// Shown once the visitor has tried to leave the page.
    message: Option<Message>,
    look_up: LookUp,
    verification: Verification,
    uploads: Uploads,
    /// Seconds before another verification code may be requested.
    resend_pause: Option<u32>,
}

impl ElementRecord {
    fn has_files(&self) -> bool {
        self.uploads != Uploads::None
            || matches!(&self.answer, Some(Answer::Files(files)) if !files.is_empty())
    }
}

/// The records of all elements.
#[derive(Debug, Clone)]
pub(crate) struct ElementRecords {
    records: Vec<ElementRecord>,
    changes: ElementChanges,
}

/// What has changed on the page since the shell was last told.
#[derive(Debug, Clone, Default)]
struct ElementChanges {
    /// Whether elements appeared or disappeared.
    order: bool,
    /// Elements that appeared, or whose options, look-up, uploads or verification changed.
    redrawn: PositionSet<ElementIx>,
    /// Elements with another answer or message.
    values: PositionSet<ElementIx>,
    /// Elements whose files are not wanted any more.
    discarded: PositionSet<ElementIx>,
}

/// Changes that are handed over to the shell.
pub(crate) struct TakenChanges {
    pub(crate) order: bool,
    pub(crate) redrawn: Vec<ElementIx>,
    /// Without the elements in `redrawn`.
    pub(crate) values: Vec<ElementIx>,
}

impl ElementRecords {
    pub(super) fn new(count: usize) -> Self {
        Self {
            records: vec![ElementRecord::default(); count],
            changes: ElementChanges::default(),
        }
    }

    /// Returns the answer kept for an element, even if it does not count at present.
    pub(crate) fn answer(&self, at: ElementIx) -> Option<&Answer> {
        self.record(at)?.answer.as_ref()
    }

    pub(crate) fn origin(&self, at: ElementIx) -> Origin {
        self.record(at).map(|record| record.origin).unwrap_or_default()
    }

    pub(crate) fn is_preset(&self, at: ElementIx) -> bool {
        matches!(self.origin(at), Origin::Preset { .. })
    }

    pub(crate) fn message(&self, at: ElementIx) -> Option<&Message> {
        self.record(at)?.message.as_ref()
    }

    pub(crate) fn look_up(&self, at: ElementIx) -> &LookUp {
        self.record(at).map_or(&LookUp::Unasked, |record| &record.look_up)
    }

    pub(crate) fn verification(&self, at: ElementIx) -> &Verification {
        self.record(at)
            .map_or(&Verification::Unsent, |record| &record.verification)
    }

    pub(crate) fn resend_pause(&self, at: ElementIx) -> Option<u32> {
        self.record(at)?.resend_pause
    }

    /// Replaces an answer. What belonged to the previous one is void: its origin, look-up and verification.
    pub(super) fn replace_answer(&mut self, at: ElementIx, answer: Option<Answer>, origin: Origin) {
        let Some(record) = self.records.get_mut(at.0 as usize) else {
            return;
        };
        record.origin = if answer.is_some() { origin } else { Origin::Visitor };
        record.answer = answer;
        let is_verifying = record.verification != Verification::Unsent || record.resend_pause.is_some();
        if std::mem::take(&mut record.look_up) != LookUp::Unasked || is_verifying {
            record.verification = Verification::Unsent;
            record.resend_pause = None;
            self.changes.redrawn.insert(at);
        }
        self.changes.values.insert(at);
    }

    /// Sets or removes the message of an element.
    pub(crate) fn set_message(&mut self, at: ElementIx, message: Option<Message>) {
        if let Some(record) = self.records.get_mut(at.0 as usize)
            && record.message != message
        {
            record.message = message;
            self.changes.values.insert(at);
        }
    }

    pub(crate) fn set_look_up(&mut self, at: ElementIx, look_up: LookUp) {
        if let Some(record) = self.records.get_mut(at.0 as usize) {
            record.look_up = look_up;
            self.changes.redrawn.insert(at);
        }
    }

    /// Returns whether a result belongs to the look-up that is under way for an element.
    pub(crate) fn awaits_look_up(&self, at: ElementIx, result: Option<u32>) -> bool {
        matches!(self.look_up(at), LookUp::UnderWay(request) if request.matches(result))
    }

    pub(crate) fn set_verification(&mut self, at: ElementIx, verification: Verification) {
        if let Some(record) = self.records.get_mut(at.0 as usize) {
            record.verification = verification;
            self.changes.redrawn.insert(at);
        }
    }

    pub(crate) fn uploads(&self, at: ElementIx) -> Uploads {
        self.record(at).map(|record| record.uploads).unwrap_or_default()
    }

    pub(crate) fn set_uploads(&mut self, at: ElementIx, uploads: Uploads) {
        if let Some(record) = self.records.get_mut(at.0 as usize)
            && record.uploads != uploads
        {
            record.uploads = uploads;
            self.changes.redrawn.insert(at);
        }
    }

    /// Sets how many seconds another verification code has to wait, from now on.
    pub(crate) fn set_resend_pause(&mut self, at: ElementIx, seconds: Option<u32>) {
        if let Some(record) = self.records.get_mut(at.0 as usize) {
            record.resend_pause = seconds;
            self.changes.redrawn.insert(at);
        }
    }

    /// Gives up the uploads of an element whose answer is cleared. It may stay on the page, without them.
    pub(super) fn discard_files(&mut self, at: ElementIx) {
        if let Some(record) = self.records.get_mut(at.0 as usize)
            && record.has_files()
        {
            record.uploads = Uploads::None;
            self.changes.redrawn.insert(at);
            self.changes.discarded.insert(at);
        }
    }

    /// Returns whether there are files, uploaded or on their way, for any element.
    pub(crate) fn has_files(&self) -> bool {
        self.records.iter().any(ElementRecord::has_files)
    }

    /// Takes the elements whose files were given up since the last call.
    pub(crate) fn take_discarded(&mut self) -> Vec<ElementIx> {
        self.changes.discarded.take()
    }

    /// Forgets the proofs of all phone numbers: they have to be verified again.
    pub(crate) fn reset_proofs(&mut self) {
        for (at, record) in (0..).map(ElementIx).zip(&mut self.records) {
            if matches!(record.verification, Verification::Verified { .. }) {
                record.verification = Verification::Unsent;
                self.changes.redrawn.insert(at);
            }
        }
    }

    /// Notes that an element of the page appeared or disappeared, or offers other options.
    pub(super) fn note_visibility_change(&mut self, at: ElementIx, is_order_affected: bool) {
        self.changes.order |= is_order_affected;
        self.changes.redrawn.insert(at);
    }

    pub(crate) fn take_changes(&mut self) -> TakenChanges {
        let changes = &mut self.changes;
        let mut values = changes.values.take();
        values.retain(|at| !changes.redrawn.contains(*at));
        TakenChanges {
            order: std::mem::take(&mut changes.order),
            redrawn: changes.redrawn.take(),
            values,
        }
    }

    fn record(&self, at: ElementIx) -> Option<&ElementRecord> {
        self.records.get(at.0 as usize)
    }
}
