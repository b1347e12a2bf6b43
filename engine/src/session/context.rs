//! What a session is told about its surroundings when it starts.

use crate::pairs::Pairs;
use serde::{Deserialize, Serialize};

/// The surroundings of one visitor's run. The engine has no clock and no storage: the shell says it all here.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct SessionContext {
    /// The node that the flow is answered for.
    pub node: NodeContext,
    /// The browser's own random id.
    #[serde(alias = "device_id")]
    pub device_id: String,
    /// When the session starts, in milliseconds since 1970 (UTC). Events carry their distance to it.
    pub now: f64,
    /// The query parameters of the page (or of the host page): tracking pairs, `internal`.
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, string>"))]
    pub query: Pairs<String>,
    /// The id kept from an earlier partial save for this node and flow; sent as `X-FID`.
    #[serde(alias = "stored_feedback_id")]
    pub stored_feedback_id: Option<String>,
    /// Where the visitor is: origin, path and tracking pairs.
    #[serde(alias = "origin_url")]
    pub origin_url: Option<String>,
    /// The known visitor, if any.
    #[serde(alias = "user_id")]
    pub user_id: Option<String>,
    /// Language code chosen by the widget; goes first (specification, section 4.2).
    #[serde(alias = "widget_language")]
    pub widget_language: Option<String>,
    /// Language code in the address; goes second.
    #[serde(alias = "url_language")]
    pub url_language: Option<String>,
    /// Whether this is a preview: moves are local and nothing is submitted (specification, section 4.3).
    pub preview: bool,
}

/// The fields of a node that decide something in a flow (specification, section 3.2), named as on the wire.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(default)]
pub struct NodeContext {
    /// The node's id.
    pub id: String,
    /// Id of one of the flow's languages, or a language code.
    pub default_language_id: Option<String>,
    /// Whether the submit time is to be kept, so that a second feedback can be refused early.
    pub prevent_multiple_feedback: bool,
    /// The channel's quota.
    pub channel_quota: Option<ChannelQuota>,
}

/// A node's quota (specification, section 3.2).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[serde(default)]
pub struct ChannelQuota {
    /// Whether the quota counts at all.
    pub active: bool,
    /// What is counted; `submit` counts complete feedbacks.
    pub action_kind: String,
}
