//! What every handler can reach.

use crate::feedback::ChatTokens;
use crate::flows::Flows;
use crate::pages::Pages;
use crate::store::Store;
use axum::http::HeaderValue;

/// The running application. One for the process, shared by all requests.
pub(crate) struct App {
    pub(crate) store: Store,
    pub(crate) flows: Flows,
    pub(crate) chat_tokens: ChatTokens,
    pub(crate) pages: Pages,
    /// Where addresses that are none of ours are sent.
    pub(crate) site_url: Option<HeaderValue>,
}
