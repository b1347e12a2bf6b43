//! Positions in a flow's lists: what an id becomes once the flow is resolved.

/// Position of a state in [`crate::Flow::states`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StateIx(pub u32);

/// Position of an element in [`crate::Flow::elements`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ElementIx(pub u32);

/// Position of a trigger in [`crate::Flow::triggers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TriggerIx(pub u32);
