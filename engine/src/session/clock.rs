//! The time of a session, as told by its events.

/// Milliseconds on the session's clock, which starts at 0 and moves with the events.
#[derive(Debug, Clone, Default)]
pub(super) struct SessionClock {
    now: f64,
    /// When the present visitor started; others may have been there before.
    visitor_start: f64,
    first_answer: Option<f64>,
}

impl SessionClock {
    pub(super) fn set(&mut self, at: Option<f64>) {
        if let Some(at) = at.filter(|at| at.is_finite()) {
            self.now = at;
        }
    }

    pub(super) fn now(&self) -> f64 {
        self.now
    }

    pub(super) fn visitor_time(&self) -> f64 {
        self.now - self.visitor_start
    }

    pub(super) fn note_answer(&mut self) {
        self.first_answer.get_or_insert(self.now - self.visitor_start);
    }

    /// Returns how long the visitor took to answer for the first time.
    pub(super) fn first_answer(&self) -> Option<f64> {
        self.first_answer
    }

    /// Returns the same clock for a visitor who starts now.
    pub(super) fn for_next_visitor(&self) -> Self {
        Self {
            now: self.now,
            visitor_start: self.now,
            first_answer: None,
        }
    }
}
