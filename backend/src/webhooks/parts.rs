//! What calls are made with.

use super::Webhooks;
use crate::staff::FeedbackReader;
use std::sync::Arc;

/// What the task that makes the calls uses.
pub(crate) struct WebhookParts {
    pub(crate) webhooks: Arc<Webhooks>,
    pub(crate) feedback: FeedbackReader,
    /// Where this server is reached; empty if that is not known.
    pub(crate) base: String,
}
