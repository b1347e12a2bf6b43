//! A widget: how a node looks and behaves on a host page (specification, section 3.1).

use super::FileError;
use super::node::LanguageSelectorStyle;
use crate::json::drop_nulls;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};
use std::collections::BTreeMap;

/// A widget's configuration, in exactly the fields that are public.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Widget {
    /// The name in the host's script tag: `PSN-` and seven characters.
    pub(crate) code: String,
    /// The node that its feedback belongs to.
    pub(crate) node_id: String,
    pub(crate) node_logo_url: Option<String>,
    pub(crate) web_channel: Option<WebChannel>,
    /// Public and only carried; not what signs attributes.
    pub(crate) security_token: Option<String>,
    pub(crate) default_language_code: Option<String>,
    pub(crate) language_selector_style: Option<LanguageSelectorStyle>,
    pub(crate) analytics_enabled: Option<bool>,
    /// The branding flag.
    pub(crate) branding: Option<bool>,

    // Where it may appear.
    /// Host names; empty: everywhere. Sub-domains are included.
    pub(crate) enabled_domains: Option<Vec<String>>,
    /// Patterns, one of which the page's address must match.
    pub(crate) enabled_urls: Option<Vec<String>>,
    pub(crate) enabled_on_mobile: Option<bool>,

    // When it appears and opens.
    pub(crate) is_visible: Option<bool>,
    pub(crate) hide_widget: Option<bool>,
    pub(crate) display_once: Option<bool>,
    /// Days; absent or 0: for ever.
    pub(crate) display_once_delay_period: Option<u32>,
    pub(crate) display_on_exit: Option<bool>,
    /// Seconds until it opens by itself; absent or 0: never.
    pub(crate) display_interval: Option<Number>,
    pub(crate) prevent_multiple_feedback: Option<bool>,
    /// Days; absent or 0: for ever.
    pub(crate) multiple_feedback_delay_period: Option<u32>,
    pub(crate) secure_mode: Option<bool>,

    // How it looks.
    pub(crate) modal_mode: Option<bool>,
    pub(crate) full_page_on_mobile: Option<bool>,
    pub(crate) modal_toggle_text: Option<BTreeMap<String, String>>,
    pub(crate) popover_text: Option<BTreeMap<String, String>>,
    pub(crate) popover_text_vertical: Option<bool>,
    pub(crate) popover_text_width: Option<Number>,
    pub(crate) popover_text_height: Option<Number>,
    pub(crate) matrix_question_view_type: Option<String>,
    pub(crate) size: Option<Number>,
    pub(crate) width: Option<Number>,
    /// `rate`: percent; otherwise pixels. So for the two positions.
    pub(crate) width_type: Option<String>,
    pub(crate) margin: Option<Number>,
    pub(crate) radius: Option<Number>,
    pub(crate) widget_top_position: Option<Number>,
    pub(crate) widget_top_position_type: Option<String>,
    pub(crate) widget_right_position: Option<Number>,
    pub(crate) widget_right_position_type: Option<String>,
    pub(crate) font_color: Option<String>,
    pub(crate) primary_color: Option<String>,
    pub(crate) secondary_color: Option<String>,
}

/// The channel that host messages name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct WebChannel {
    pub(crate) id: Option<String>,
    pub(crate) name: Option<String>,
}

/// What every widget code starts with (specification, section 9).
const CODE_PREFIX: &str = "PSN-";

/// How long a widget code is (specification, section 9).
const CODE_LENGTH: usize = 11;

/// Whether a text has the form of a widget code (specification, section 5).
pub(crate) fn is_widget_code(code: &str) -> bool {
    code.starts_with(CODE_PREFIX) && code.chars().count() == CODE_LENGTH
}

impl Widget {
    /// What a host page may know of it: the public fields, without nulls.
    pub(crate) fn public(&self) -> serde_json::Result<Value> {
        let mut record = serde_json::to_value(self)?;
        drop_nulls(&mut record);
        Ok(record)
    }

    /// What is wrong beyond the types of single fields.
    pub(super) fn check(&self, file: &str) -> Vec<FileError> {
        let mut errors = Vec::new();
        let mut fault = |pointer: String, message: String| {
            errors.push(FileError {
                file: file.into(),
                pointer,
                message,
            });
        };
        let plain = self
            .code
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_widget_code(&self.code) || !plain {
            fault(
                "/code".into(),
                format!("`{}` is not `PSN-` and seven letters or digits", self.code),
            );
        }
        for (index, domain) in self.enabled_domains.iter().flatten().enumerate() {
            if !is_host_name(domain) {
                fault(
                    format!("/enabled_domains/{index}"),
                    format!(
                        "`{domain}` is not a host name, such as `example.com`, without scheme, port or path"
                    ),
                );
            }
        }
        errors
    }
}

/// These names become part of a header: nothing but letters, digits, hyphens and dots may be in them.
fn is_host_name(domain: &str) -> bool {
    domain.split('.').all(|label| {
        !label.is_empty()
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn codes_have_prefix_and_length() {
        assert!(is_widget_code("PSN-DEMO123"));
        for wrong in ["PSN-DEMO12", "PSN-DEMO1234", "psn-DEMO123", "XXX-DEMO123", ""] {
            assert!(!is_widget_code(wrong), "{wrong}");
        }
    }

    #[test]
    fn keeps_numbers_as_written_and_secrets_in() {
        let widget: Widget = crate::json::read(json!({
            "code": "PSN-DEMO123", "node_id": "n", "size": 60, "radius": 2.5, "secret": "s", "width_type": "rate"
        }))
        .unwrap();
        let public = widget.public().unwrap();
        assert_eq!(
            public,
            json!({"code": "PSN-DEMO123", "node_id": "n", "size": 60, "radius": 2.5, "width_type": "rate"})
        );
    }

    #[test]
    fn domains_are_plain_host_names() {
        assert!(is_host_name("shop.example.com") && is_host_name("localhost"));
        for wrong in [
            "https://example.com",
            "example.com:8080",
            "*.example.com",
            "a b",
            "",
            "a..b",
            "x;y",
        ] {
            assert!(!is_host_name(wrong), "{wrong}");
        }
    }
}
