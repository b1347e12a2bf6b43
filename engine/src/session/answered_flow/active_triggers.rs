//! Which triggers are on.

use super::position_set::PositionSet;
use crate::flow::Flow;
use crate::position::TriggerIx;

/// The triggers that are on: those whose source is visible on the path and whose condition holds, and those whose
/// condition is that no answer counts.
#[derive(Debug, Clone, Default)]
pub(crate) struct ActiveTriggers {
    on: PositionSet<TriggerIx>,
    /// Kept for its memory between two applications.
    flips: Flips,
}

/// Triggers that were switched on or off while triggers are applied.
#[derive(Debug, Clone, Default)]
pub(super) struct Flips {
    /// In the present round.
    pub(super) round: PositionSet<TriggerIx>,
    /// In all rounds together: triggers that differ from how they were before the first one.
    pub(super) total: PositionSet<TriggerIx>,
}

impl ActiveTriggers {
    /// Returns those that are on before any question is answered.
    pub(super) fn of_unanswered(flow: &Flow) -> Self {
        let mut active = Self::default();
        for (at, trigger) in (0..).zip(&flow.triggers) {
            if trigger.condition.awaits_answer() {
                active.on.insert(TriggerIx(at));
            }
        }
        active
    }

    pub(crate) fn is_on(&self, at: TriggerIx) -> bool {
        self.on.contains(at)
    }

    /// Switches the triggers of a round.
    pub(super) fn flip_all(&mut self, round: &PositionSet<TriggerIx>) {
        for at in round.members() {
            self.on.toggle(*at);
        }
    }

    /// Lends the memory for noting flips; [`finish`](Self::finish) takes it back.
    pub(super) fn start(&mut self) -> Flips {
        std::mem::take(&mut self.flips)
    }

    pub(super) fn finish(&mut self, mut flips: Flips) {
        flips.round.clear();
        flips.total.clear();
        self.flips = flips;
    }
}

impl Flips {
    /// Ends a round: its flips count toward the total.
    pub(super) fn end_round(&mut self) {
        for at in self.round.members() {
            self.total.toggle(*at);
        }
        self.round.clear();
    }
}
