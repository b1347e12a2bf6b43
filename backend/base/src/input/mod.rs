//! What everything that reads input shares: the faults that are found in it, and bounds that hold before it is read.
//!
//! | module | content |
//! |---|---|
//! | `fault` | faults in a body, limited to what a response may list |
//! | `fault_key` | the keys of faults, for the description of the interface |
//! | `idempotency_key` | the header `Idempotency-Key` |
//! | `json_bounds` | how deep and how dense JSON may be |

pub mod fault;
mod fault_key;
pub mod idempotency_key;
mod json_bounds;

pub use json_bounds::{check_feedback_bounds, check_record_bounds, check_tree_bounds};
