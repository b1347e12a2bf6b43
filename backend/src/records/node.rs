//! A node: one channel through which feedback comes in (specification, section 3.2).

use super::FileError;
use crate::json::drop_nulls;
use crate::operating_hours::OperatingHours;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A node, in exactly the fields that are public.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Node {
    pub(crate) id: String,
    /// The flow that its visitors answer.
    pub(crate) flow_id: String,
    /// Shown instead of `flow_id` outside operating hours.
    pub(crate) non_operating_hours_flow_id: Option<String>,
    pub(crate) name: Option<String>,
    #[serde(rename = "type")]
    pub(crate) kind: Option<String>,
    pub(crate) status: Option<String>,
    pub(crate) logo_url: Option<String>,
    /// A style sheet of the operator's, for the link page.
    pub(crate) css_url_react: Option<String>,
    pub(crate) favicon_url: Option<String>,
    pub(crate) primary_color: Option<String>,
    /// The branding flag.
    pub(crate) branding: Option<bool>,
    pub(crate) language_selector_style: Option<LanguageSelectorStyle>,
    pub(crate) analytics_enabled: Option<bool>,
    /// Id (not code) of one of the flow's languages.
    pub(crate) default_language_id: Option<String>,
    pub(crate) country_code: Option<String>,
    pub(crate) idle_reset_timeout_in_seconds: Option<u32>,
    pub(crate) thank_you_duration_in_seconds: Option<u32>,
    /// IANA name; absent: UTC.
    pub(crate) time_zone: Option<String>,
    pub(crate) operating_24_7: Option<bool>,
    pub(crate) operating_hours: Option<Vec<OperatingHours>>,
    pub(crate) activation_start_date: Option<String>,
    pub(crate) activation_end_date: Option<String>,
    /// One text, or texts by language.
    pub(crate) activation_expired_message: Option<Value>,
    pub(crate) unsubscribe_visible: Option<bool>,
    pub(crate) channel_quota: Option<ChannelQuota>,
    /// Whether a device may complete only one feedback per period (code 13045).
    pub(crate) prevent_multiple_feedback: Option<bool>,
    /// Days; absent or 0: for ever.
    pub(crate) multiple_feedback_delay_period: Option<u32>,
    pub(crate) use_signature_verify: Option<bool>,
    pub(crate) public_key: Option<String>,
}

/// How the visitor picks a language (specification, section 2.4).
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LanguageSelectorStyle {
    Modal,
    DropdownUp,
    DropdownDown,
}

/// What is counted against the channel's quota, and when.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ChannelQuota {
    #[serde(default)]
    pub(crate) active: bool,
    pub(crate) action_kind: Option<String>,
}

impl Node {
    /// What visitors may know of it: the public fields, without nulls.
    pub(crate) fn public(&self) -> serde_json::Result<Value> {
        let mut record = serde_json::to_value(self)?;
        drop_nulls(&mut record);
        Ok(record)
    }

    /// How long a device waits between two complete feedbacks; `None`: it need not.
    pub(crate) fn once_within(&self) -> Option<OnceWithin> {
        self.prevent_multiple_feedback.unwrap_or(false).then(|| {
            match self.multiple_feedback_delay_period.unwrap_or(0) {
                0 => OnceWithin::Ever,
                days => OnceWithin::Days(days),
            }
        })
    }

    /// What is wrong beyond the types of single fields.
    pub(super) fn check(&self, file: &str) -> Vec<FileError> {
        let mut errors = Vec::new();
        let mut fault = |pointer: &str, message: String| {
            errors.push(FileError {
                file: file.into(),
                pointer: pointer.into(),
                message,
            });
        };
        if self.id.is_empty() {
            fault("/id", "a node needs an id".into());
        }
        if let Some(zone) = &self.time_zone
            && jiff::tz::TimeZone::get(zone).is_err()
        {
            fault(
                "/time_zone",
                format!("`{zone}` is not an IANA time zone, such as `Europe/Istanbul`"),
            );
        }
        for (pointer, address) in [
            ("/logo_url", &self.logo_url),
            ("/css_url_react", &self.css_url_react),
            ("/favicon_url", &self.favicon_url),
        ] {
            if let Some(address) = address
                && !is_web_address(address)
            {
                fault(pointer, format!("`{address}` is not an http or https address"));
            }
        }
        errors
    }
}

/// How often one device may complete a feedback of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnceWithin {
    /// Never twice.
    Ever,
    /// Not twice within so many days.
    Days(u32),
}

/// An absolute http(s) address, or a path on this server.
fn is_web_address(address: &str) -> bool {
    address.starts_with('/') && !address.starts_with("//")
        || url::Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn node(record: Value) -> Node {
        crate::json::read(record).unwrap()
    }

    #[test]
    fn shows_public_fields_only() {
        let node = node(json!({
            "id": "n", "flow_id": "f", "chat": {"rating_enabled": true}, "secret": "s", "anything": 1, "branding": false
        }));
        assert_eq!(
            node.public().unwrap(),
            json!({"id": "n", "flow_id": "f", "branding": false})
        );
    }

    #[test]
    fn no_period_is_for_ever() {
        let mut node = node(json!({"id": "n", "flow_id": "f"}));
        assert_eq!(node.once_within(), None);
        node.prevent_multiple_feedback = Some(true);
        assert_eq!(node.once_within(), Some(OnceWithin::Ever));
        node.multiple_feedback_delay_period = Some(7);
        assert_eq!(node.once_within(), Some(OnceWithin::Days(7)));
    }

    #[test]
    fn names_wrong_zones_and_addresses() {
        let node = node(json!({
            "id": "n", "flow_id": "f", "time_zone": "Mars/Olympus", "logo_url": "/logo.svg", "css_url_react": "javascript:1"
        }));
        let errors: Vec<String> = node
            .check("nodes/n.json")
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            errors,
            [
                "nodes/n.json: /time_zone: `Mars/Olympus` is not an IANA time zone, such as `Europe/Istanbul`",
                "nodes/n.json: /css_url_react: `javascript:1` is not an http or https address",
            ]
        );
    }
}
