//! The options that name whose data a command is about.

use crate::store::ErasureSubject;
use clap::Args;

/// Exactly one of them.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct Somebody {
    /// The id of a feedback.
    #[arg(long, value_name = "ID")]
    feedback: Option<String>,

    /// The id of a device, or the hash that staff see.
    #[arg(long, value_name = "ID")]
    device: Option<String>,

    /// The id that a visit got.
    #[arg(long, value_name = "ID")]
    customer: Option<String>,

    /// The `external_id` of a person, as your signatures prove it.
    #[arg(long, value_name = "ID")]
    external_id: Option<String>,
}

impl Somebody {
    /// Returns what was named; `None` if nothing was, which the command line refuses.
    pub(super) fn into_subject(self) -> Option<ErasureSubject> {
        self.feedback
            .map(ErasureSubject::Feedback)
            .or(self.device.map(ErasureSubject::Device))
            .or(self.customer.map(ErasureSubject::Customer))
            .or(self.external_id.map(ErasureSubject::ExternalId))
    }
}

/// Says that nothing was found. Whoever asks must not believe that somebody is erased, or that nothing is known of them, when an id was
/// mistyped.
pub(super) fn nothing_held(done: &str) -> String {
    format!(
        "nothing was {done}: nothing is stored that belongs to this id. Check its spelling, and that --data or --database is the server's"
    )
}
