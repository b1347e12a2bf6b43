//! What operators see of a running server: metrics and traces (docs/operate.md#metrics, docs/operate.md#traces).
//!
//! Anyone who knows something records it here by a function of `events`; without `--metrics` that does nothing. No label holds
//! anything that a visitor can choose, so that there are few of them and nothing personal is among them.
//!
//! | module | content |
//! |---|---|
//! | `names` | each metric: name, kind, meaning |
//! | `events` | what is recorded as it happens |
//! | `calls` | calls to other systems: their durations and results |
//! | `traces` | traces of requests, sent to a collector; `traces/absent.rs` stands in for it in a build without OTLP |

mod calls;
mod events;
pub mod names;
#[cfg(feature = "otlp")]
mod traces;
#[cfg(not(feature = "otlp"))]
#[path = "traces/absent.rs"]
mod traces;

pub use calls::{System, measured};
pub use events::{
    GroupOutcome, background_round, code_handled, code_refused, connection_refused, free_room, group_written,
    open_connections, open_sockets, rate_limited, refused_for_room, request_answered, request_refused,
    staff_call_refused, unclaimed_upload_bytes, upload_stored, webhook_told,
};
pub use traces::{Traces, describe_request};

use crate::build_feature::BuildFeature;

/// Whether traces are in this build.
pub const OTLP: BuildFeature = BuildFeature {
    system: "OTLP",
    name: "otlp",
    is_in: cfg!(feature = "otlp"),
};
