//! The state that all handlers share.

use super::admission::Admission;
use crate::chat::ChatTokens;
use crate::flows::Flows;
use crate::live::Live;
use crate::loader::Loader;
use crate::pages::Pages;
use crate::store::Store;
use axum::http::HeaderValue;
use std::sync::Arc;

/// The state of the running application: one for the process.
pub(crate) struct AppState {
    pub(crate) store: Arc<Store>,
    pub(crate) flows: Flows,
    pub(crate) chat_tokens: ChatTokens,
    pub(crate) live: Live,
    pub(crate) admission: Admission,
    pub(crate) pages: Pages,
    pub(crate) loader: Loader,
    /// Where unknown paths are redirected to.
    pub(crate) site_url: Option<HeaderValue>,
    /// The origin by which others reach this server; `None`: the one that a request was sent to.
    pub(crate) public_origin: Option<String>,
}

impl AppState {
    /// Returns the product's site, for pages.
    pub(crate) fn site_url(&self) -> Option<&str> {
        self.site_url.as_ref()?.to_str().ok()
    }
}
