//! What a session is told about its surroundings when it starts.

use crate::json::{FlowError, Reader, Result};
use crate::platform::PlatformRef;
use crate::sorted_map::SortedMap;

/// The surroundings of one visitor's run. The engine has no clock and no storage: the shell says it all here.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify, serde::Serialize))]
#[cfg_attr(feature = "wasm", serde(rename_all = "camelCase", default))]
pub struct SessionContext {
    /// The node that the flow is answered for.
    pub node: NodeContext,
    /// The browser's own random id.
    pub device_id: String,
    /// When the session starts, in milliseconds since 1970 (UTC). Events carry their distance to it.
    pub now: f64,
    /// The query parameters of the page (or of the host page): tracking pairs, `internal`.
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, string>"))]
    pub query: SortedMap<String>,
    /// The id kept from an earlier partial save for this node and flow; sent as `X-FID`.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub stored_feedback_id: Option<String>,
    /// Where the visitor is: origin, path and tracking pairs.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub origin_url: Option<String>,
    /// The known visitor, if any.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub user_id: Option<String>,
    /// Language code chosen by the widget; goes first (specification, section 4.2).
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub widget_language: Option<String>,
    /// Language code in the address; goes second.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub url_language: Option<String>,
    /// What the host page told about the visitor.
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, string>"))]
    pub attributes: SortedMap<String>,
    /// Decides the random questions: the same seed, the same choices.
    pub seed: u32,
    /// Whether the widget takes one feedback per visitor, as its node may.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub prevent_multiple_feedback: bool,
    /// Whether this is a preview: moves are local and nothing is submitted (specification, section 4.3).
    pub preview: bool,
}

/// The fields of a node that decide something in a flow (specification, section 3.2), named as on the wire.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify, serde::Serialize))]
#[cfg_attr(feature = "wasm", serde(default))]
pub struct NodeContext {
    /// The node's id.
    pub id: String,
    /// Id of one of the flow's languages, or a language code.
    pub default_language_id: Option<String>,
    /// Whether the submit time is to be kept, so that a second feedback can be refused early.
    pub prevent_multiple_feedback: bool,
    /// How long nothing may happen before the flow begins anew; 0: for ever.
    pub idle_reset_timeout_in_seconds: u32,
    /// How long thanks stay before the flow begins anew; 0: for ever.
    pub thank_you_duration_in_seconds: u32,
    /// The channel's quota.
    pub channel_quota: Option<ChannelQuota>,
}

/// A node's quota (specification, section 3.2).
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify, serde::Serialize))]
#[cfg_attr(feature = "wasm", serde(default))]
pub struct ChannelQuota {
    /// Whether the quota counts at all.
    pub active: bool,
    /// What is counted; `submit` counts complete feedbacks.
    pub action_kind: String,
}

impl SessionContext {
    /// Reads a context from JSON text. Fields that no one knows are ignored.
    ///
    /// # Errors
    /// What is wrong, with its JSON pointer.
    pub fn parse(json: &str, platform: PlatformRef) -> std::result::Result<Self, FlowError> {
        let mut r = Reader::new(json, platform);
        let context = Self::read(&mut r)?;
        r.end()?;
        Ok(context)
    }

    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut context = Self::default();
        r.object(&mut |r, key| {
            match key {
                "node" => context.node = NodeContext::read(r)?,
                "deviceId" | "device_id" => context.device_id = r.string()?.into(),
                "now" => context.now = r.number()?,
                "query" => context.query = r.string_map()?,
                "storedFeedbackId" | "stored_feedback_id" => {
                    context.stored_feedback_id = Some(r.string()?.into())
                }
                "originUrl" | "origin_url" => context.origin_url = Some(r.string()?.into()),
                "userId" | "user_id" => context.user_id = Some(r.string()?.into()),
                "widgetLanguage" | "widget_language" => context.widget_language = Some(r.string()?.into()),
                "urlLanguage" | "url_language" => context.url_language = Some(r.string()?.into()),
                "attributes" => context.attributes = r.string_map()?,
                "seed" => context.seed = r.count()?,
                "preventMultipleFeedback" | "prevent_multiple_feedback" => {
                    context.prevent_multiple_feedback = r.boolean()?;
                }
                "preview" => context.preview = r.boolean()?,
                _ => r.skip()?,
            }
            Ok(())
        })?;
        Ok(context)
    }
}

impl NodeContext {
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut node = Self::default();
        r.object(&mut |r, key| {
            match key {
                "id" => node.id = r.id()?.into(),
                "default_language_id" => node.default_language_id = Some(r.id()?.into()),
                "prevent_multiple_feedback" => node.prevent_multiple_feedback = r.boolean()?,
                "idle_reset_timeout_in_seconds" => node.idle_reset_timeout_in_seconds = r.count()?,
                "thank_you_duration_in_seconds" => node.thank_you_duration_in_seconds = r.count()?,
                "channel_quota" => node.channel_quota = Some(ChannelQuota::read(r)?),
                _ => r.skip()?,
            }
            Ok(())
        })?;
        Ok(node)
    }
}

impl ChannelQuota {
    fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut quota = Self::default();
        r.object(&mut |r, key| {
            match key {
                "active" => quota.active = r.boolean()?,
                "action_kind" => quota.action_kind = r.string()?.into(),
                _ => r.skip()?,
            }
            Ok(())
        })?;
        Ok(quota)
    }
}
