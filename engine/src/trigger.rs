//! Triggers: an answer shows or hides something else (specification, section 3.4).

use crate::position::ElementIx;
use crate::rule::Condition;

/// Shows or hides its targets while its condition holds.
#[derive(Debug)]
pub struct Trigger {
    /// Its name in findings and logs.
    pub key: Box<str>,
    /// The element whose answer pulls it.
    pub source: ElementIx,
    /// When it is on. No answer turns no trigger on.
    pub condition: Condition,
    /// Whether it shows its targets; else it hides them.
    pub shows: bool,
    /// What it shows or hides.
    pub targets: Vec<Target>,
    /// Names that are posted to the host at the end of the flow while it is on.
    pub events: Vec<Box<str>>,
}

/// Something that a trigger shows or hides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// An element.
    Element(ElementIx),
    /// An option, by its position in the question of an element.
    Option(ElementIx, u32),
}

impl Target {
    /// The element that it is, or that it belongs to.
    #[must_use]
    pub fn element(self) -> ElementIx {
        match self {
            Self::Element(element) | Self::Option(element, _) => element,
        }
    }
}
