//! A node: a channel through which feedback comes in.

use super::color::Color;
use super::kiosk::{Kiosk, PinHash};
use super::phone_country::{PhoneCountry, phone_country};
use super::theme::Theme;
use crate::json::drop_nulls;
use crate::operating_hours::OperatingHours;
use crate::time::{DAY, Millis};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A node's public fields, as browsers get them (docs/widget.md#node-fields). Nothing but these may leave the server.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct FeedbackNode {
    pub id: String,
    /// The flow that its visitors answer.
    pub flow_id: String,
    pub non_operating_hours_flow_id: Option<String>,
    pub name: Option<String>,
    /// Passed on to clients of the API and used for nothing.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    pub status: Option<String>,
    pub logo_url: Option<String>,
    /// The operator's style sheet.
    pub css_url_react: Option<String>,
    pub favicon_url: Option<String>,
    #[serde(default, deserialize_with = "Color::read_field")]
    #[schema(value_type = Option<String>)]
    pub primary_color: Option<Color>,
    pub theme: Option<Theme>,
    pub branding: Option<bool>,
    pub language_selector_style: Option<LanguageSelectorStyle>,
    pub analytics_enabled: Option<bool>,
    /// The id, not the code, of one of the flow's languages.
    pub default_language_id: Option<String>,
    pub country_code: Option<String>,
    pub idle_reset_timeout_in_seconds: Option<u32>,
    pub thank_you_duration_in_seconds: Option<u32>,
    /// How long browsers try to send feedback; absent or 0: as long as they do by themselves (docs/offline.md).
    pub offline_expiry_in_days: Option<u32>,
    /// IANA name; absent: UTC.
    pub time_zone: Option<String>,
    pub operating_24_7: Option<bool>,
    pub operating_hours: Option<Vec<OperatingHours>>,
    pub activation_start_date: Option<String>,
    pub activation_end_date: Option<String>,
    /// One text, or texts by language.
    #[schema(value_type = Option<Value>)]
    pub activation_expired_message: Option<Value>,
    pub unsubscribe_visible: Option<bool>,
    pub channel_quota: Option<ChannelQuota>,
    /// Whether the server refuses a second complete feedback of one device (docs/api.md#multiple-feedback).
    pub prevent_multiple_feedback: Option<bool>,
    /// Days until the same device may answer again; absent or 0: never.
    pub multiple_feedback_delay_period: Option<u32>,
    /// Parameters of the visitor's address that are kept (docs/api.md#campaign-parameters).
    pub campaign_parameters: Option<Vec<String>>,
    /// Hosts to which thank-you pages of its flows may lead (docs/flows.md#redirects).
    pub redirect_hosts: Option<Vec<String>>,
    pub use_signature_verify: Option<bool>,
    pub public_key: Option<String>,
    /// Whether its link page is a kiosk from the start. Browsers learn it from the page.
    #[serde(default, skip_serializing)]
    pub(super) kiosk: Option<bool>,
    /// Lets staff start kiosk mode, and leave it.
    #[serde(default, skip_serializing, deserialize_with = "PinHash::read_field")]
    pub(super) kiosk_pin: Option<PinHash>,
    /// Host names that may frame the node's link page and its chats, with their subdomains; empty: only this server.
    /// Browsers learn it from the page's policy.
    #[serde(default, skip_serializing)]
    pub enabled_domains: Vec<String>,
    /// Countries whose numbers get verification codes; empty: that of `country_code`.
    #[serde(default, skip_serializing)]
    pub(super) phone_countries: Vec<String>,
}

/// How the visitor picks a language (docs/widget.md#language-selector).
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LanguageSelectorStyle {
    Modal,
    DropdownUp,
    DropdownDown,
}

/// The quota of a node's file. Browsers get only what is not skipped.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ChannelQuota {
    #[serde(default)]
    pub active: bool,
    pub action_kind: Option<String>,
    /// How many complete feedbacks a period may have.
    #[serde(default, skip_serializing)]
    pub(super) limit: u32,
    /// How many of them may come from one address.
    #[serde(default, skip_serializing)]
    pub(super) per_address: Option<u32>,
    #[serde(default, skip_serializing)]
    pub(super) period: QuotaPeriod,
}

/// The time after which a quota starts over.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(super) enum QuotaPeriod {
    Day,
    Week,
    Month,
    /// Never.
    #[default]
    Total,
}

/// How often one visitor may complete a feedback of a node; the stricter rule is the greater one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OnceWithin {
    /// Once within this many days.
    Days(u32),
    /// Once and never again.
    Ever,
}

impl OnceWithin {
    /// Returns the days of the period; 0: forever.
    pub fn period_days(self) -> u32 {
        match self {
            Self::Ever => 0,
            Self::Days(days) => days,
        }
    }

    /// Reads the two settings that nodes and widgets have for it; `None`: as often as the visitor likes.
    pub(super) fn new(prevents_multiple: bool, period_days: u32) -> Option<Self> {
        prevents_multiple.then_some(match period_days {
            0 => Self::Ever,
            days => Self::Days(days),
        })
    }

    /// Returns the moment after which another feedback was completed too recently.
    pub fn since(self, moment: Millis) -> Millis {
        match self {
            Self::Ever => Millis::MIN,
            Self::Days(days) => moment - Millis::from(days) * DAY,
        }
    }
}

/// A node with the fields that the server computes.
#[derive(Serialize, ToSchema)]
#[schema(as = Node)]
pub struct PublicNode<'a> {
    #[serde(flatten)]
    node: &'a FeedbackNode,
    /// Whether it operates now.
    operating: bool,
    /// By how much its clocks are ahead of UTC now.
    utc_offset_minutes: i32,
    /// How a number without a country code is completed.
    phone_country: Option<PhoneCountry>,
    /// Whether the visitor's link has a valid signature; absent where none was looked at.
    signature_valid: Option<bool>,
}

impl FeedbackNode {
    /// Returns the public fields as JSON without nulls, with what is computed for a moment and for the signature of
    /// a link.
    pub fn to_json(&self, moment: Millis, signature_valid: Option<bool>) -> serde_json::Result<Value> {
        let mut json = serde_json::to_value(PublicNode {
            node: self,
            operating: self.operates_at(moment),
            utc_offset_minutes: self.utc_offset_minutes(moment),
            phone_country: self.country_code.as_deref().and_then(phone_country),
            signature_valid,
        })?;
        drop_nulls(&mut json);
        Ok(json)
    }

    /// Returns the parameters of the visitor's address that are kept.
    pub fn campaign_parameters(&self) -> &[String] {
        self.campaign_parameters.as_deref().unwrap_or_default()
    }

    /// Returns whether thank-you pages of its flows may lead to a host.
    pub(super) fn allows_redirect(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let mut allowed = self
            .redirect_hosts
            .iter()
            .flatten()
            .map(|host| host.to_ascii_lowercase());
        allowed.any(|allowed| match allowed.strip_prefix('*') {
            Some(domain) => host.ends_with(domain),
            None => host == allowed,
        })
    }

    /// Returns whether its pages are light or dark.
    pub fn theme(&self) -> Theme {
        self.theme.unwrap_or_default()
    }

    /// Returns what makes its link page a kiosk, where it is one from the start or was asked to be one.
    pub fn kiosk(&self, is_asked: bool) -> Option<Kiosk<'_>> {
        Kiosk::new(self.kiosk_pin.as_ref(), self.kiosk.unwrap_or(false), is_asked)
    }

    /// Returns whether its link page can be a kiosk.
    pub fn has_kiosk(&self) -> bool {
        self.kiosk(true).is_some()
    }

    /// Returns how often a visitor may complete a feedback; `None`: as often as it likes.
    pub fn once_within(&self) -> Option<OnceWithin> {
        OnceWithin::new(
            self.prevent_multiple_feedback.unwrap_or(false),
            self.multiple_feedback_delay_period.unwrap_or(0),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn node(record: Value) -> FeedbackNode {
        crate::json::read(record).unwrap()
    }

    #[test]
    fn only_public_fields_are_shown() {
        let node = node(json!({
            "id": "n", "flow_id": "f", "chat": {"rating_enabled": true}, "secret": "s", "anything": 1, "branding": false,
            "enabled_domains": ["shop.example"]
        }));
        assert_eq!(
            node.to_json(0, None).unwrap(),
            json!({"id": "n", "flow_id": "f", "branding": false, "operating": true, "utc_offset_minutes": 0})
        );
    }

    #[test]
    fn redirects_lead_to_the_hosts_that_are_named() {
        let node =
            node(json!({"id": "n", "flow_id": "f", "redirect_hosts": ["Shop.example", "*.pay.example"]}));
        for (host, is_allowed) in [
            ("shop.Example", true),
            ("a.shop.example", false),
            ("shop.example.evil.example", false),
            ("eu.pay.example", true),
            ("a.b.pay.example", true),
            ("pay.example", false),
            ("evilpay.example", false),
        ] {
            assert_eq!(node.allows_redirect(host), is_allowed, "{host}");
        }
    }

    #[test]
    fn without_a_period_once_means_once_and_never_again() {
        let mut node = node(json!({"id": "n", "flow_id": "f"}));
        assert_eq!(node.once_within(), None);
        node.prevent_multiple_feedback = Some(true);
        assert_eq!(node.once_within(), Some(OnceWithin::Ever));
        node.multiple_feedback_delay_period = Some(7);
        assert_eq!(node.once_within(), Some(OnceWithin::Days(7)));
    }

    #[test]
    fn the_longer_period_is_the_stricter_rule() {
        let order = [
            None,
            Some(OnceWithin::Days(1)),
            Some(OnceWithin::Days(7)),
            Some(OnceWithin::Ever),
        ];
        assert!(order.is_sorted());
    }
}
