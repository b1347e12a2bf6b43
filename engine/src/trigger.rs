//! Triggers: an answer shows or hides other elements and options (docs/flows.md#triggers).

use crate::condition::Condition;
use crate::position::ElementIx;

/// Shows or hides its targets while its condition holds.
#[derive(Debug)]
pub struct Trigger {
    /// Name in findings and logs.
    pub key: Box<str>,
    /// The element whose answer the condition reads.
    pub source: ElementIx,
    /// Holds while the trigger is on. An unanswered question turns no other trigger on than one with `not_answered`.
    pub condition: Condition,
    /// Whether the trigger shows its targets; otherwise it hides them.
    pub shows: bool,
    pub targets: Vec<Target>,
    /// Names of the events that the host page receives at the end of the flow while the trigger is on.
    pub events: Vec<Box<str>>,
}

/// An element or option that a trigger shows or hides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// An element.
    Element(ElementIx),
    /// An option, by its position in the question of an element.
    Option(ElementIx, u32),
}

impl Target {
    /// Returns the target element, or the element that the target option belongs to.
    #[must_use]
    pub fn element(self) -> ElementIx {
        match self {
            Self::Element(element) | Self::Option(element, _) => element,
        }
    }
}
