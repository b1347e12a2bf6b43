//! Which pages come with the HTML of what they show first (docs/api.md#first-paint).

use super::boot::Boot;
use serde::Deserialize;
use serde::de::IgnoredAny;

impl Boot<'_> {
    /// Returns whether the page may come with the HTML of what it shows first: only where its scripts show all visitors just that.
    pub(super) fn may_have_first_paint(&self, first_view: Option<&str>) -> bool {
        let is_link_page = matches!(
            self.route,
            "feedback" | "web_feedback" | "web_flow_preview" | "flow_preview"
        );
        match first_view {
            None if self.route == "chat" => self.node.is_some_and(|node| node.css_url_react.is_none()),
            None => is_link_page && self.has_status(),
            Some(view) => (is_link_page || self.route == "widget") && self.starts_alike(view),
        }
    }

    /// Returns whether the page has a message instead of a flow.
    fn has_status(&self) -> bool {
        self.error.is_some() || self.unavailable.is_some() || self.is_already_given
    }

    /// Returns whether the flow starts with this view for all visitors.
    fn starts_alike(&self, first_view: &str) -> bool {
        // A kiosk may be locked, and waits for its visitors.
        let is_kiosk = self.kiosk.is_some();
        // The browser fills them in.
        let has_answers = self.has_answers;
        // Only the browser knows who has given their feedback.
        let is_once = self.node.is_some_and(|node| node.once_within().is_some())
            || self
                .widget
                .is_some_and(|widget| widget.prevent_multiple_feedback == Some(true));
        // What the page shows of it depends on its address.
        let can_unsubscribe = self
            .node
            .is_some_and(|node| node.unsubscribe_visible == Some(true));
        // The operator's style sheet is loaded by script, and would change what is painted.
        let is_styled =
            self.node.is_some_and(|node| node.css_url_react.is_some()) || has_own_styles(first_view);
        !(is_kiosk || has_answers || is_once || can_unsubscribe || is_styled)
    }
}

/// Returns whether the page of a first view has a style sheet or style rules of its own.
fn has_own_styles(first_view: &str) -> bool {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct View {
        css: Option<IgnoredAny>,
        css_url: Option<IgnoredAny>,
    }
    let view: Option<View> = serde_json::from_str(first_view).ok();
    view.is_none_or(|view| view.css.is_some() || view.css_url.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::records::{FeedbackNode, WidgetConfiguration};
    use serde_json::{Value, json};

    #[test]
    fn pages_whose_first_view_is_the_same_for_everybody_may_have_a_first_paint() {
        let may = |route, node: Value, view: &str| {
            let node: FeedbackNode = serde_json::from_value(node).unwrap();
            let boot = Boot {
                route,
                node: Some(&node),
                kiosk: node.kiosk(true),
                ..Boot::default()
            };
            boot.may_have_first_paint(Some(view))
        };
        let plain = || json!({"id": "n", "flow_id": "f"});
        for route in [
            "feedback",
            "web_feedback",
            "web_flow_preview",
            "flow_preview",
            "widget",
        ] {
            assert!(may(route, plain(), "{}"), "{route}");
        }
        assert!(!may("chat", plain(), "{}"));
        for (field, value) in [
            ("prevent_multiple_feedback", json!(true)),
            ("unsubscribe_visible", json!(true)),
            ("css_url_react", json!("/own.css")),
            ("kiosk_pin", json!({"salt": "0", "iterations": 1, "hash": "0"})),
        ] {
            let mut node = plain();
            node[field] = value;
            assert!(!may("feedback", node, "{}"), "{field}");
        }
        for (view, expected) in [
            (r#"{"css": null, "elements": []}"#, true),
            (r#"{"css": "p {}"}"#, false),
            (r#"{"cssUrl": "/own.css"}"#, false),
            ("[", false),
        ] {
            assert_eq!(may("feedback", plain(), view), expected, "{view}");
        }
        let answered = Boot {
            route: "feedback",
            has_answers: true,
            ..Boot::default()
        };
        let without = |route, error| Boot {
            route,
            error,
            ..Boot::default()
        };
        assert!(without("feedback", Some("not_found")).may_have_first_paint(None));
        assert!(!without("feedback", None).may_have_first_paint(None));
        for route in ["chat", "widget"] {
            assert!(
                !without(route, Some("not_found")).may_have_first_paint(None),
                "{route}"
            );
        }
        for (css, expected) in [(Value::Null, true), (json!("/own.css"), false)] {
            let node =
                json!({"id": "n", "flow_id": "f", "css_url_react": css, "prevent_multiple_feedback": true});
            let node: FeedbackNode = serde_json::from_value(node).unwrap();
            let chat = Boot {
                node: Some(&node),
                ..without("chat", None)
            };
            assert_eq!(chat.may_have_first_paint(None), expected);
        }
        assert!(!answered.may_have_first_paint(Some("{}")));
        let takes_one: WidgetConfiguration = serde_json::from_value(
            json!({"code": "PSN-ABCDEF12", "node_id": "n", "prevent_multiple_feedback": true}),
        )
        .unwrap();
        let in_widget = Boot {
            route: "widget",
            widget: Some(&takes_one),
            ..Boot::default()
        };
        assert!(!in_widget.may_have_first_paint(Some("{}")));
        assert_ne!(answered.kind(), Boot::default().kind(), "kept as another page");
    }
}
