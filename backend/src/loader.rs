//! The loader: the one script that a host page embeds, with the widget's configuration in it
//! (docs/api.md#loader-script).

use crate::assets::{Asset, Assets, Compression, LOADER_FOLDER};
use crate::documents::{Document, Documents, Key};
use crate::records::WidgetConfiguration;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use tracing::{error, warn};

/// Stands in the built loader where the configuration goes, exactly once (`loader/src/main.ts`).
const PLACEHOLDER: &str = "__PSN_CONFIG__";

/// The builds of the loader (`loader/builds.mjs`).
const BUILDS: [&str; 4] = [
    "loader.js",
    "loader-exit.js",
    "loader-modal.js",
    "loader-modal-exit.js",
];

/// Most bytes of scripts in memory, with their compressed forms: some 500 scripts.
const KEPT_BYTES: usize = 16 * 1024 * 1024;

/// The origin of this server, as a script uses it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Origin<'a> {
    /// Set by the operator.
    Configured(&'a str),
    /// Taken from the request's `Host`. Clients can write anything there, so the script is compressed only lightly.
    Requested(&'a str),
}

impl<'a> Origin<'a> {
    /// Returns the origin without a slash at its end.
    pub(crate) fn as_str(self) -> &'a str {
        match self {
            Self::Configured(origin) | Self::Requested(origin) => origin,
        }
    }
}

/// The loader of this server.
pub(crate) struct Loader {
    /// Each build before and after the configuration; none if the loader has not been built.
    templates: HashMap<&'static str, (String, String)>,
    /// Found by their configuration: one that has changed makes another script.
    scripts: Documents,
}

/// Replaces the placeholder, as JSON.
#[derive(Serialize)]
struct ScriptConfiguration<'a> {
    code: &'a str,
    api_origin: &'a str,
    /// Left out while the widget's node takes feedback.
    #[serde(skip_serializing_if = "Option::is_none")]
    unavailable: Option<bool>,
    config: Value,
}

impl Loader {
    /// Splits each build of the loader at its placeholder, once at the start.
    pub(crate) fn new(assets: &Assets) -> Self {
        let mut templates = HashMap::new();
        for build in BUILDS {
            let path = format!("{LOADER_FOLDER}{build}");
            let Some(text) = assets.get(&path).and_then(Asset::text) else {
                warn!("{build} has not been built: host pages get no widget that needs it");
                continue;
            };
            let parts = text.split_once(PLACEHOLDER);
            if let Some((before, after)) = parts.filter(|(_, rest)| !rest.contains(PLACEHOLDER)) {
                templates.insert(build, (before.to_owned(), after.to_owned()));
            } else {
                error!("{build} does not hold {PLACEHOLDER} exactly once: no widget that needs it appears");
            }
        }
        Self {
            templates,
            scripts: Documents::new(KEPT_BYTES),
        }
    }

    /// Returns the script for a widget; `None` if the loader has not been built. A widget that is not available, because
    /// its node takes no feedback now, shows no launcher.
    ///
    /// # Errors
    /// The configuration could not be written as JSON.
    pub(crate) async fn script(
        &self,
        widget: &WidgetConfiguration,
        is_available: bool,
        origin: Origin<'_>,
    ) -> serde_json::Result<Option<Arc<Document>>> {
        let Some((before, after)) = self.templates.get(build_for(widget)) else {
            return Ok(None);
        };
        let (api_origin, compression) = match origin {
            Origin::Configured(origin) => (origin, Compression::Best),
            Origin::Requested(origin) => (origin, Compression::Fast),
        };
        let configuration = script_json(&ScriptConfiguration {
            code: &widget.code,
            api_origin,
            unavailable: (!is_available).then_some(true),
            config: widget.to_json()?,
        })?;
        let key = Key::new("script", &configuration);
        let text = || [before, configuration.as_str(), after].concat();
        let script = self
            .scripts
            .get(key, "text/javascript; charset=utf-8", compression, text);
        Ok(Some(script.await))
    }
}

/// Returns the smallest build that has all that a widget needs.
fn build_for(widget: &WidgetConfiguration) -> &'static str {
    let is_on = |setting: Option<bool>| setting == Some(true);
    match (is_on(widget.modal_mode), is_on(widget.display_on_exit)) {
        (false, false) => "loader.js",
        (false, true) => "loader-exit.js",
        (true, false) => "loader-modal.js",
        (true, true) => "loader-modal-exit.js",
    }
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

    fn widget(color: &str) -> WidgetConfiguration {
        serde_json::from_value(json!({"code": "PSN-TEST001", "node_id": "n", "font_color": color})).unwrap()
    }

    async fn text(loader: &Loader, widget: &WidgetConfiguration, origin: &str) -> String {
        let script = loader
            .script(widget, true, Origin::Requested(origin))
            .await
            .unwrap()
            .unwrap();
        script.file.text().unwrap().to_owned()
    }

    #[tokio::test]
    async fn a_script_holds_the_present_configuration() {
        let loader = loader("start(__PSN_CONFIG__);");
        let first = text(&loader, &widget("</script>\u{2028}"), "https://a.example").await;
        assert_eq!(
            first,
            r#"start({"code":"PSN-TEST001","api_origin":"https://a.example","config":{"code":"PSN-TEST001","font_color":"\u003c/script>\u2028","node_id":"n"}});//loader.js"#
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
    async fn a_script_tells_that_the_widget_is_not_available() {
        let loader = loader("start(__PSN_CONFIG__);");
        let origin = Origin::Configured("https://a.example");
        for (is_available, expected) in [(true, false), (false, true), (true, false)] {
            let script = loader.script(&widget("red"), is_available, origin).await;
            let script = script.unwrap().unwrap();
            assert_eq!(
                script.file.text().unwrap().contains(r#""unavailable":true"#),
                expected
            );
        }
    }

    #[tokio::test]
    async fn a_script_is_the_build_that_its_widget_needs() {
        let loader = loader("start(__PSN_CONFIG__);");
        for (is_modal, opens_on_exit, build) in [
            (false, false, "//loader.js"),
            (false, true, "//loader-exit.js"),
            (true, false, "//loader-modal.js"),
            (true, true, "//loader-modal-exit.js"),
        ] {
            let mut widget = widget("red");
            widget.modal_mode = Some(is_modal);
            widget.display_on_exit = Some(opens_on_exit);
            let script = text(&loader, &widget, "https://a.example").await;
            assert!(script.ends_with(build), "{script}");
        }
    }

    #[tokio::test]
    async fn a_loader_without_exactly_one_placeholder_is_not_used() {
        for text in ["start()", "__PSN_CONFIG__ __PSN_CONFIG__"] {
            let (loader, widget) = (loader(text), widget("red"));
            let script = loader.script(&widget, true, Origin::Configured("https://a.example"));
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
