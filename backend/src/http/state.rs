//! What every handler can reach.

use crate::feedback::ChatTokens;
use crate::flows::Flows;
use crate::live::Live;
use crate::loader::Loader;
use crate::pages::Pages;
use crate::store::Store;
use axum::http::HeaderValue;
use std::sync::Arc;

/// The running application. One for the process, shared by all requests.
pub(crate) struct App {
    pub(crate) store: Arc<Store>,
    pub(crate) flows: Flows,
    pub(crate) chat_tokens: ChatTokens,
    pub(crate) live: Live,
    pub(crate) pages: Pages,
    pub(crate) loader: Loader,
    /// Where addresses that are none of ours are sent.
    pub(crate) site_url: Option<HeaderValue>,
    /// The origin by which others reach this server; absent: whatever a request was sent to.
    pub(crate) public_origin: Option<String>,
}

impl App {
    /// The product's site, for pages.
    pub(crate) fn site_url(&self) -> Option<&str> {
        self.site_url.as_ref()?.to_str().ok()
    }
}
