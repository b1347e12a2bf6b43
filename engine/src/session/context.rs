//! The context in which a session starts. See docs/engine.md#context.

use super::LanguageChoices;
use crate::feedback::Customer;
use crate::json::{FlowError, Reader, Result};
use crate::platform::PlatformRef;
use crate::sorted_map::SortedMap;

/// Everything that a session has to know about its surroundings: the engine has neither clock nor storage.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify, serde::Serialize))]
#[cfg_attr(feature = "wasm", serde(rename_all = "camelCase", default))]
pub struct SessionContext {
    pub node: NodeContext,
    /// The browser's random id.
    pub device_id: String,
    /// When the session starts, in milliseconds since 1970 (UTC). Events carry their distance to it.
    pub now: f64,
    /// The query parameters of the page or the host page: tracking pairs, `internal`.
    #[cfg_attr(feature = "wasm", tsify(optional, type = "Record<string, string>"))]
    pub query: SortedMap<String>,
    /// The id of an earlier partial save for this node and flow, sent as `X-FID`.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub stored_feedback_id: Option<String>,
    /// Where the visitor is: origin, path and tracking pairs.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub origin_url: Option<String>,
    /// The known visitor, if any.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub user_id: Option<String>,
    /// The language code of the widget.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub widget_language: Option<String>,
    /// The language code in the address.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub url_language: Option<String>,
    /// The code of the widget in which the flow runs, if any.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub widget_code: Option<String>,
    /// What is known about the visitor beforehand.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub customer: Customer,
    /// Decides the random questions and orders: the same seed gives the same ones.
    pub seed: u32,
    /// Whether the widget takes one feedback per visitor; its node may demand that, too.
    #[cfg_attr(feature = "wasm", tsify(optional))]
    pub prevent_multiple_feedback: bool,
    /// Whether moves are local and nothing is submitted.
    pub preview: bool,
}

/// The fields of a node that decide something in a flow, named as on the wire.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify, serde::Serialize))]
#[cfg_attr(feature = "wasm", serde(default))]
pub struct NodeContext {
    pub id: String,
    /// The id or code of one of the flow's languages.
    pub default_language_id: Option<String>,
    /// Whether the time of submission is kept, so that the page can refuse a second feedback early.
    pub prevent_multiple_feedback: bool,
    /// How long a page may stay untouched before the session starts over; 0 means forever.
    pub idle_reset_timeout_in_seconds: u32,
    /// How long the thank-you page is shown before the session starts over; 0 means forever.
    pub thank_you_duration_in_seconds: u32,
    pub channel_quota: Option<ChannelQuota>,
}

/// A node's quota.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify, serde::Serialize))]
#[cfg_attr(feature = "wasm", serde(default))]
pub struct ChannelQuota {
    pub active: bool,
    /// What is counted; `submit` counts complete feedback.
    pub action_kind: String,
}

impl SessionContext {
    /// Reads a context from JSON text. Unknown fields are ignored.
    ///
    /// # Errors
    /// The first mistake, with its JSON pointer.
    pub fn parse(json: &str, platform: PlatformRef) -> std::result::Result<Self, FlowError> {
        let mut r = Reader::new(json, platform);
        let context = Self::read(&mut r)?;
        r.end()?;
        Ok(context)
    }

    pub(super) fn language_choices(&self) -> LanguageChoices<'_> {
        LanguageChoices {
            widget: self.widget_language.as_deref(),
            url: self.url_language.as_deref(),
            node_default: self.node.default_language_id.as_deref(),
        }
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
                "widgetCode" | "widget_code" => context.widget_code = Some(r.string()?.into()),
                "customer" => context.customer = Customer::read(r)?,
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
