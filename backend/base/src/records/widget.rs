//! A widget: the looks and the behavior of a node on a host page.

use super::color::Color;
use super::node::{LanguageSelectorStyle, OnceWithin};
use super::schema::SchemaFinding;
use super::text_form::TextForm;
use crate::json::drop_nulls;
use engine::Severity;
use engine::codes::{MISPLACED_FIELD, WRONG_VALUE};
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A widget's public fields, as browsers get them (docs/widget.md#widget-fields). Nothing but these may leave the
/// server.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Widget)]
pub struct WidgetConfiguration {
    /// The name in the host's script tag.
    pub code: String,
    pub node_id: String,
    pub node_logo_url: Option<String>,
    pub web_channel: Option<WebChannel>,
    /// Passed on to browsers and used for nothing. The secret that signs attributes is another field.
    pub security_token: Option<String>,
    pub default_language_code: Option<String>,
    pub language_selector_style: Option<LanguageSelectorStyle>,
    pub analytics_enabled: Option<bool>,
    pub branding: Option<bool>,

    // Where it may appear.
    /// Host names; empty: everywhere. Subdomains are included.
    pub enabled_domains: Option<Vec<String>>,
    /// Regular expressions, one of which the page's address must match; empty: everywhere.
    pub enabled_urls: Option<Vec<String>>,
    pub enabled_on_mobile: Option<bool>,

    // When it appears and opens.
    /// `required`: not before the host page says that the visitor allows it.
    pub consent: Option<String>,
    pub is_visible: Option<bool>,
    pub hide_widget: Option<bool>,
    pub display_once: Option<bool>,
    pub display_once_delay_period: Option<u32>,
    pub display_on_exit: Option<bool>,
    #[schema(value_type = Option<f64>)]
    pub display_interval: Option<Number>,
    /// Percent of the page.
    pub display_on_scroll: Option<u32>,
    /// Names of events of which the host page tells.
    pub display_on_event: Option<Vec<String>>,
    /// A CSS selector.
    pub display_on_click: Option<String>,
    /// Percent of visitors.
    pub display_share: Option<u32>,
    pub prevent_multiple_feedback: Option<bool>,
    pub multiple_feedback_delay_period: Option<u32>,
    pub secure_mode: Option<bool>,

    // How it announces replies.
    pub reply_preview: Option<bool>,
    pub reply_title: Option<bool>,
    pub reply_sound: Option<bool>,

    // What it looks like.
    pub modal_mode: Option<bool>,
    pub full_page_on_mobile: Option<bool>,
    pub modal_toggle_text: Option<BTreeMap<String, String>>,
    pub popover_text: Option<BTreeMap<String, String>>,
    pub popover_question: Option<bool>,
    pub popover_text_vertical: Option<bool>,
    #[schema(value_type = Option<f64>)]
    pub popover_text_width: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub popover_text_height: Option<Number>,
    pub matrix_question_view_type: Option<String>,
    #[schema(value_type = Option<f64>)]
    pub size: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub width: Option<Number>,
    /// `rate`: percent; otherwise pixels. The same holds for the types of the two positions.
    pub width_type: Option<String>,
    #[schema(value_type = Option<f64>)]
    pub margin: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub radius: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub widget_top_position: Option<Number>,
    pub widget_top_position_type: Option<String>,
    #[schema(value_type = Option<f64>)]
    pub widget_right_position: Option<Number>,
    pub widget_right_position_type: Option<String>,
    #[serde(default, deserialize_with = "Color::read_field")]
    #[schema(value_type = Option<String>)]
    pub font_color: Option<Color>,
    #[serde(default, deserialize_with = "Color::read_field")]
    #[schema(value_type = Option<String>)]
    pub primary_color: Option<Color>,
    #[serde(default, deserialize_with = "Color::read_field")]
    #[schema(value_type = Option<String>)]
    pub secondary_color: Option<Color>,
}

/// The channel that messages to the host page name.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WebChannel {
    pub id: Option<String>,
    pub name: Option<String>,
}

const CODE_PREFIX: &str = "PSN-";
const CODE_LENGTH: usize = 11;

/// The form of a code in a file. Codes become part of HTML, so not every code that [`is_widget_code`] takes is allowed.
pub(super) const WIDGET_CODE: TextForm = TextForm {
    matches: |code| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        is_widget_code(code) && code.bytes().all(is_plain)
    },
    pattern: Some("PSN-[A-Za-z0-9-]{7}"),
    expected: "`PSN-` and seven letters or digits",
    severity: Severity::Error,
};

/// Tells whether a text has the prefix and the length of a widget code (docs/constants.md#sizes).
pub fn is_widget_code(code: &str) -> bool {
    code.starts_with(CODE_PREFIX) && code.chars().count() == CODE_LENGTH
}

impl WidgetConfiguration {
    /// Returns how often a visitor may complete a feedback through it; `None`: as often as they like.
    pub fn once_within(&self) -> Option<OnceWithin> {
        OnceWithin::new(
            self.prevent_multiple_feedback.unwrap_or(false),
            self.multiple_feedback_delay_period.unwrap_or(0),
        )
    }

    /// Returns the configuration as JSON without nulls.
    pub fn to_json(&self) -> serde_json::Result<Value> {
        let mut json = serde_json::to_value(self)?;
        drop_nulls(&mut json);
        Ok(json)
    }
}

/// Lengths with the field that names their unit.
const LENGTHS: [(&str, &str); 3] = [
    ("width", "width_type"),
    ("widget_top_position", "widget_top_position_type"),
    ("widget_right_position", "widget_right_position_type"),
];

/// Finds what single fields of a widget's file do not show: percentages above 100.
pub(super) fn check_lengths(document: &Value) -> Vec<SchemaFinding> {
    let above_100 = |(field, unit): &(&str, &str)| {
        let is_percent = document.get(*unit).and_then(Value::as_str) == Some("rate");
        let value = document.get(*field)?.as_f64()?;
        (is_percent && value > 100.0).then(|| SchemaFinding {
            code: WRONG_VALUE,
            pointer: format!("/{field}"),
            message: format!("{value} is not a percentage from 0 to 100, as `{unit}` wants it"),
        })
    };
    LENGTHS.iter().filter_map(above_100).collect()
}

/// The fields by which a widget opens by itself.
const OPENS_BY_ITSELF: [&str; 4] = [
    "display_interval",
    "display_on_exit",
    "display_on_scroll",
    "display_on_event",
];

/// Finds a share of visitors for a widget that opens by itself for nobody.
pub(super) fn check_display_share(document: &Value) -> Option<SchemaFinding> {
    let is_set = |field: &str| match document.get(field) {
        Some(Value::Bool(is_on)) => *is_on,
        // An interval of 0 is none.
        Some(Value::Number(number)) => number.as_f64() != Some(0.0),
        Some(Value::Null) | None => false,
        Some(_) => true,
    };
    let does_nothing = is_set("display_share") && !OPENS_BY_ITSELF.into_iter().any(is_set);
    does_nothing.then(|| SchemaFinding {
        code: MISPLACED_FIELD,
        pointer: "/display_share".into(),
        message: format!(
            "does nothing, because the widget does not open by itself: that needs one of `{}`",
            OPENS_BY_ITSELF.join("`, `")
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn widget_codes_have_the_prefix_and_the_length() {
        assert!(is_widget_code("PSN-DEMO123"));
        for wrong in ["PSN-DEMO12", "PSN-DEMO1234", "psn-DEMO123", "XXX-DEMO123", ""] {
            assert!(!is_widget_code(wrong), "{wrong}");
        }
        assert!((WIDGET_CODE.matches)("PSN-DEMO123"));
        for wrong in ["PSN-DEMO12", "PSN-DEMO\"12", "PSN-DEMÖ123"] {
            assert!(!(WIDGET_CODE.matches)(wrong), "{wrong}");
        }
    }

    #[test]
    fn numbers_stay_as_written_and_secrets_stay_inside() {
        let widget: WidgetConfiguration = crate::json::read(json!({
            "code": "PSN-DEMO123", "node_id": "n", "size": 60, "radius": 2.5, "secret": "s", "width_type": "rate"
        }))
        .unwrap();
        assert_eq!(
            widget.to_json().unwrap(),
            json!({"code": "PSN-DEMO123", "node_id": "n", "size": 60, "radius": 2.5, "width_type": "rate"})
        );
    }

    #[test]
    fn a_share_needs_a_widget_that_opens_by_itself() {
        let finding = |document: Value| check_display_share(&document).map(|found| found.message);
        let message = "does nothing, because the widget does not open by itself: that needs one of \
             `display_interval`, `display_on_exit`, `display_on_scroll`, `display_on_event`";
        for document in [
            json!({"display_share": 10}),
            json!({"display_share": 10, "display_on_exit": false, "display_interval": 0}),
            json!({"display_share": 10, "display_on_scroll": null, "display_on_click": "a"}),
        ] {
            assert_eq!(finding(document), Some(message.to_owned()));
        }
        for document in [
            json!({"display_share": 10, "display_on_exit": true}),
            json!({"display_share": 10, "display_interval": 0.5}),
            json!({"display_share": 10, "display_on_scroll": 1}),
            json!({"display_share": 10, "display_on_event": ["paid"]}),
            json!({"display_share": null}),
            json!({}),
        ] {
            assert_eq!(finding(document), None);
        }
    }

    #[test]
    fn percentages_end_at_100() {
        let pointers = |document: Value| -> Vec<String> {
            check_lengths(&document)
                .into_iter()
                .map(|found| found.pointer)
                .collect()
        };
        assert_eq!(pointers(json!({"width": 355, "width_type": "rate"})), ["/width"]);
        assert_eq!(
            pointers(json!({"width": 355, "widget_top_position": 100})),
            [""; 0]
        );
        assert_eq!(pointers(json!({"width": 100, "width_type": "rate"})), [""; 0]);
    }
}
