//! The loader: the script that a host page embeds, with the widget's configuration in it (docs/api.md#loader-script), and
//! the modules that this script loads when they are needed (docs/widget.md#parts-of-the-loader).

mod modules;

pub(crate) use modules::is_module;

use crate::assets::{Asset, Assets, Compression, LOADER_FOLDER};
use crate::documents::{Document, Documents, Key};
use base::languages::{LauncherLabels, texts_in};
use base::records::{Color, FeedbackNode, Theme, WidgetConfiguration};
use engine::pattern::without_leading_any;
use modules::Modules;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use tracing::{error, warn};

/// Stands in the built loader where the configuration goes, exactly once (`loader/src/main.ts`).
const PLACEHOLDER: &str = "__PSN_CONFIG__";

/// The builds of the loader's core (`loader/builds.mjs`).
const BUILDS: [&str; 2] = ["loader.js", "loader-modal.js"];

/// How the names of modules begin that are loaded to count that a widget was shown; then follows its code. They are empty: a policy
/// of the host page that allows the script allows them too, and no cookie is sent with them.
pub(crate) const SHOWN_PREFIX: &str = "shown-";

/// Most bytes of scripts in memory, with their compressed forms: some 500 scripts.
const KEPT_BYTES: usize = 16 * 1024 * 1024;

/// The address of this server that paths are appended to, without a slash at its end.
#[derive(Debug, Clone)]
pub(crate) enum Base {
    /// Set by the operator.
    Configured(String),
    /// Taken from the request's `Host`. Clients can write anything there, so the script is compressed only lightly.
    Requested(String),
}

impl Base {
    /// Returns the address.
    pub(crate) fn into_string(self) -> String {
        match self {
            Self::Configured(base) | Self::Requested(base) => base,
        }
    }
}

/// The loader of this server.
pub(crate) struct Loader {
    /// Each build before and after the configuration; none if the loader has not been built.
    templates: HashMap<&'static str, (String, String)>,
    /// Found by their configuration: one that has changed makes another script.
    scripts: Documents,
    pub(crate) modules: Modules,
}

/// What the loader of a widget has to know of the widget's node.
pub(crate) struct Channel<'a> {
    /// `None`: there is no such node.
    pub(crate) node: Option<&'a FeedbackNode>,
    /// Whether the node takes feedback now.
    pub(crate) is_available: bool,
    /// The parameters of the host page's address that hidden fields of its flows read.
    pub(crate) hidden_fields: BTreeSet<Box<str>>,
    /// Whether it is counted how often the widget is shown.
    pub(crate) is_counted: bool,
    /// What stands beside the launcher instead of a text.
    pub(crate) question: Option<Value>,
}

/// Replaces the placeholder, as JSON.
#[derive(Serialize)]
struct ScriptConfiguration<'a> {
    code: &'a str,
    api_base: &'a str,
    /// Left out while the widget's node takes feedback.
    #[serde(skip_serializing_if = "Option::is_none")]
    unavailable: Option<bool>,
    /// The module that counts that the widget was shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    shown: Option<String>,
    /// In the widget's language.
    labels: &'a LauncherLabels,
    config: Value,
}

impl Loader {
    /// Splits each build of the loader at its placeholder, once at the start.
    pub(crate) fn new(assets: &Assets) -> Self {
        let mut templates = HashMap::new();
        for build in BUILDS {
            let path = format!("{LOADER_FOLDER}{build}");
            let Some(text) = assets.get(&path).and_then(Asset::text) else {
                warn!("loader build {build} missing: widgets that need it are unavailable");
                continue;
            };
            let parts = text.split_once(PLACEHOLDER);
            if let Some((before, after)) = parts.filter(|(_, rest)| !rest.contains(PLACEHOLDER)) {
                templates.insert(build, (before.to_owned(), after.to_owned()));
            } else {
                error!(
                    "loader build {build} invalid ({PLACEHOLDER} expected exactly once): widgets that need it are unavailable"
                );
            }
        }
        Self {
            templates,
            scripts: Documents::new(KEPT_BYTES),
            modules: Modules::new(assets),
        }
    }

    /// Returns the script for a widget with what it takes over from its node; `None` if the loader has not been built. A widget
    /// that is not available, because its node takes no feedback now, shows no launcher.
    pub(crate) async fn script(
        &self,
        widget: &WidgetConfiguration,
        channel: &Channel<'_>,
        base: &Base,
    ) -> serde_json::Result<Option<Arc<Document>>> {
        let Some((before, after)) = self.templates.get(build_for(widget)) else {
            return Ok(None);
        };
        let (api_base, compression) = match base {
            Base::Configured(base) => (base, Compression::Best),
            Base::Requested(base) => (base, Compression::Fast),
        };
        let configuration = script_json(&ScriptConfiguration {
            code: &widget.code,
            api_base,
            unavailable: (!channel.is_available).then_some(true),
            shown: channel
                .is_counted
                .then(|| format!("{SHOWN_PREFIX}{}.js", widget.code)),
            labels: &texts_in(widget.default_language_code.as_deref().unwrap_or_default()).launcher,
            config: with_quick_patterns(channel.configuration(widget)?),
        })?;
        let key = Key::new("script", &configuration);
        let text = || [before, configuration.as_str(), after].concat();
        let script = self
            .scripts
            .get(key, "text/javascript; charset=utf-8", compression, text);
        Ok(Some(script.await))
    }
}

impl Channel<'_> {
    /// Returns the public fields of a widget with those that the loader takes from its node.
    fn configuration(&self, widget: &WidgetConfiguration) -> serde_json::Result<Value> {
        let mut widget = widget.clone();
        let node = self.node;
        widget.primary_color = widget.primary_color.or(node.and_then(|node| node.primary_color));
        // The side tab chooses the color of its text by itself.
        if widget.modal_mode != Some(true) {
            let launcher = widget.primary_color.unwrap_or(Color::DEFAULT_PRIMARY);
            widget.font_color = widget.font_color.or(launcher.icon_color());
        }
        // The stricter rule counts, as on the server (docs/api.md#multiple-feedback).
        if let Some(once_within) = widget.once_within().max(node.and_then(FeedbackNode::once_within)) {
            widget.prevent_multiple_feedback = Some(true);
            widget.multiple_feedback_delay_period = Some(once_within.period_days());
        }
        let mut config = widget.to_json()?;
        let mut add = |name: &str, value: Value| {
            if let Some(fields) = config.as_object_mut() {
                fields.insert(name.into(), value);
            }
        };
        // Light is what the loader does without.
        let theme = node.map_or(Theme::Auto, FeedbackNode::theme);
        if theme != Theme::Light {
            add("color_scheme", theme.color_scheme().into());
        }
        let campaign = node.map(FeedbackNode::campaign_parameters).unwrap_or_default();
        if !campaign.is_empty() {
            add("campaign_parameters", campaign.into());
        }
        if let Some(question) = &self.question {
            add("question", question.clone());
        }
        if !self.hidden_fields.is_empty() {
            let names = self.hidden_fields.iter().map(|name| Value::from(&**name));
            add("hidden_fields", names.collect());
        }
        Ok(config)
    }
}

/// Leaves out of patterns of addresses what only makes matching slow (docs/widget.md#addresses).
fn with_quick_patterns(mut config: Value) -> Value {
    let patterns = config.get_mut("enabled_urls").and_then(Value::as_array_mut);
    for pattern in patterns.into_iter().flatten() {
        if let Some(quick) = pattern.as_str().map(without_leading_any) {
            *pattern = quick.into();
        }
    }
    config
}

/// Returns the smallest build that has all that a widget needs.
fn build_for(widget: &WidgetConfiguration) -> &'static str {
    match widget.modal_mode {
        Some(true) => "loader-modal.js",
        _ => "loader.js",
    }
}

/// Returns the module with the labels of launchers in a language, or in its fallback language.
pub(crate) fn labels_module(language: &str) -> serde_json::Result<String> {
    Ok(format!(
        "export default {};\n",
        script_json(&texts_in(language).launcher)?
    ))
}

/// Returns a script that reports one line on the console.
pub(crate) fn console_error_script(line: &str) -> serde_json::Result<String> {
    Ok(format!(
        "console.error({});\n",
        script_json(&format!("[Pulsen] {line}"))?
    ))
}

/// Writes JSON that means the same as JavaScript, also inside a script element: `<` is escaped, and so are the two
/// characters that end a line in older JavaScript but not in JSON.
fn script_json(value: &impl Serialize) -> serde_json::Result<String> {
    let json = serde_json::to_string(value)?;
    Ok(json
        .replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn loader(text: &str) -> Loader {
        let file = |build: &str| (format!("{LOADER_FOLDER}{build}"), format!("{text}//{build}"));
        Loader::new(&Assets::from_files(BUILDS.map(file)))
    }

    fn widget(token: &str) -> WidgetConfiguration {
        serde_json::from_value(json!({"code": "PSN-TEST001", "node_id": "n", "security_token": token}))
            .unwrap()
    }

    fn node(fields: Value) -> FeedbackNode {
        let mut record = json!({"id": "n", "flow_id": "f"});
        let members = fields.as_object().unwrap().clone();
        record.as_object_mut().unwrap().extend(members);
        serde_json::from_value(record).unwrap()
    }

    async fn script(loader: &Loader, widget: &WidgetConfiguration, channel: &Channel<'_>) -> String {
        let base = Base::Configured("https://a.example".into());
        let script = loader.script(widget, channel, &base).await;
        script.unwrap().unwrap().file.text().unwrap().to_owned()
    }

    async fn text(loader: &Loader, widget: &WidgetConfiguration, origin: &str) -> String {
        let node = node(json!({}));
        let channel = Channel::of(&node);
        let base = Base::Requested(origin.to_owned());
        let script = loader.script(widget, &channel, &base);
        script.await.unwrap().unwrap().file.text().unwrap().to_owned()
    }

    impl<'a> Channel<'a> {
        fn of(node: &'a FeedbackNode) -> Self {
            Self {
                node: Some(node),
                is_available: true,
                hidden_fields: BTreeSet::new(),
                is_counted: false,
                question: None,
            }
        }
    }

    #[tokio::test]
    async fn address_patterns_are_free_of_slow_constructs() {
        let mut widget = widget("");
        let patterns = [".*?.*checkout.*thanks", "^.*/sale", ".*", "\\.*x", ".*|x"];
        widget.enabled_urls = Some(patterns.map(str::to_owned).into());
        let script = text(&loader("start(__PSN_CONFIG__);"), &widget, "https://a.example").await;
        let expected = r#""enabled_urls":["checkout.*thanks","^.*/sale","","\\.*x","|x"]"#;
        assert!(script.contains(expected), "{script}");
    }

    #[tokio::test]
    async fn a_script_holds_the_present_configuration() {
        let loader = loader("start(__PSN_CONFIG__);");
        let first = text(&loader, &widget("</script>\u{2028}"), "https://a.example").await;
        assert_eq!(
            first,
            r##"start({"code":"PSN-TEST001","api_base":"https://a.example","labels":{"open":"Open feedback","close":"Close","title":"Feedback"},"config":{"code":"PSN-TEST001","font_color":"#000000","node_id":"n","security_token":"\u003c/script>\u2028"}});//loader.js"##
        );
        assert!(
            text(&loader, &widget("red"), "https://a.example")
                .await
                .contains("red")
        );
        assert!(
            text(&loader, &widget("red"), "https://b.example")
                .await
                .contains("b.example")
        );
    }

    #[tokio::test]
    async fn a_script_has_the_labels_of_its_language() {
        let mut widget = widget("red");
        widget.default_language_code = Some("de".into());
        let script = text(&loader("start(__PSN_CONFIG__);"), &widget, "https://a.example").await;
        assert!(script.contains(r#""close":"Schließen""#), "{script}");
    }

    #[tokio::test]
    async fn a_script_tells_that_the_widget_is_not_available() {
        let loader = loader("start(__PSN_CONFIG__);");
        let node = node(json!({}));
        for is_available in [true, false, true] {
            let channel = Channel {
                is_available,
                ..Channel::of(&node)
            };
            let text = script(&loader, &widget("red"), &channel).await;
            assert_eq!(text.contains(r#""unavailable":true"#), !is_available);
        }
    }

    #[tokio::test]
    async fn a_script_includes_settings_inherited_from_the_node() {
        let loader = loader("start(__PSN_CONFIG__);");
        for (node_fields, widget_fields, expected) in [
            (json!({}), json!({}), json!({})),
            (
                json!({"theme": "dark"}),
                json!({}),
                json!({"color_scheme": "dark"}),
            ),
            (
                json!({"theme": "auto"}),
                json!({}),
                json!({"color_scheme": "light dark"}),
            ),
            (
                json!({"primary_color": "#0aa"}),
                json!({}),
                json!({"primary_color": "#00AAAA"}),
            ),
            (
                json!({"primary_color": "#0aa"}),
                json!({"primary_color": "#123456"}),
                json!({"primary_color": "#123456"}),
            ),
            (
                json!({"prevent_multiple_feedback": true, "multiple_feedback_delay_period": 30}),
                json!({"prevent_multiple_feedback": true, "multiple_feedback_delay_period": 7}),
                json!({"prevent_multiple_feedback": true, "multiple_feedback_delay_period": 30}),
            ),
            (
                json!({"prevent_multiple_feedback": true, "multiple_feedback_delay_period": 30}),
                json!({"prevent_multiple_feedback": true}),
                json!({"prevent_multiple_feedback": true, "multiple_feedback_delay_period": 0}),
            ),
            (
                json!({"prevent_multiple_feedback": true, "multiple_feedback_delay_period": 3}),
                json!({"multiple_feedback_delay_period": 9}),
                json!({"prevent_multiple_feedback": true, "multiple_feedback_delay_period": 3}),
            ),
            (
                json!({"campaign_parameters": ["utm_*"]}),
                json!({}),
                json!({"campaign_parameters": ["utm_*"]}),
            ),
        ] {
            let node = node(node_fields);
            let mut record = json!({"code": "PSN-TEST001", "node_id": "n"});
            record
                .as_object_mut()
                .unwrap()
                .extend(widget_fields.as_object().unwrap().clone());
            let widget = serde_json::from_value(record).unwrap();
            let text = script(&loader, &widget, &Channel::of(&node)).await;
            let (_, config) = text.split_once(r#""config":"#).unwrap();
            let mut config: Value = serde_json::from_str(config.split_once("});").unwrap().0).unwrap();
            let fields = config.as_object_mut().unwrap();
            fields.retain(|name, _| !matches!(name.as_str(), "code" | "node_id" | "font_color"));
            assert_eq!(config, expected);
        }
    }

    #[test]
    fn a_side_tab_chooses_the_color_of_its_text_by_itself() {
        let node = node(json!({"primary_color": "#fde047"}));
        for (modal_mode, expected) in [(false, Some(json!("#000000"))), (true, None)] {
            let mut widget = widget("");
            widget.modal_mode = Some(modal_mode);
            let config = Channel::of(&node).configuration(&widget).unwrap();
            assert_eq!(config.get("font_color").cloned(), expected);
        }
    }

    #[tokio::test]
    async fn a_script_names_the_parameters_that_hidden_fields_read() {
        let node = node(json!({}));
        let channel = Channel {
            hidden_fields: ["store".into(), "order".into()].into(),
            ..Channel::of(&node)
        };
        let text = script(&loader("start(__PSN_CONFIG__);"), &widget("red"), &channel).await;
        assert!(text.contains(r#""hidden_fields":["order","store"]"#), "{text}");
    }

    #[tokio::test]
    async fn a_script_is_the_build_that_its_widget_needs() {
        let loader = loader("start(__PSN_CONFIG__);");
        for (is_modal, build) in [(false, "//loader.js"), (true, "//loader-modal.js")] {
            let mut widget = widget("red");
            widget.modal_mode = Some(is_modal);
            let script = text(&loader, &widget, "https://a.example").await;
            assert!(script.ends_with(build), "{script}");
        }
    }

    #[tokio::test]
    async fn a_loader_without_exactly_one_placeholder_is_not_used() {
        for text in ["start()", "__PSN_CONFIG__ __PSN_CONFIG__"] {
            let (loader, widget, node) = (loader(text), widget("red"), node(json!({})));
            let channel = Channel::of(&node);
            let base = Base::Configured("https://a.example".into());
            let script = loader.script(&widget, &channel, &base);
            assert!(script.await.unwrap().is_none(), "{text}");
        }
    }

    #[test]
    fn an_error_script_only_prints_its_line() {
        assert_eq!(
            console_error_script("\"); alert(1)</script>").unwrap(),
            "console.error(\"[Pulsen] \\\"); alert(1)\\u003c/script>\");\n"
        );
    }
}
