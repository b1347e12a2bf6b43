//! The loader: the one script that a host page embeds, with the widget's configuration in it
//! (docs/api.md#loader-script).

use crate::assets::{Asset, Assets, Compression, LOADER_FOLDER};
use crate::encoding::base64url;
use crate::records::WidgetConfiguration;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
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

/// How many scripts stay in memory. Beyond that all are dropped and made again on demand.
const CAPACITY: usize = 256;

/// The origin of this server, as a script uses it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Origin<'a> {
    /// Set by the operator.
    Configured(&'a str),
    /// Taken from the request's `Host`. Clients can write anything there, so the script is compressed only lightly.
    Requested(&'a str),
}

/// The loader of this server.
pub(crate) struct Loader {
    /// Each build before and after the configuration; none if the loader has not been built.
    templates: HashMap<&'static str, Arc<(String, String)>>,
    /// Scripts by widget code and origin.
    scripts: RwLock<HashMap<(String, String), Arc<Script>>>,
}

/// A loader with a widget's configuration in it.
pub(crate) struct Script {
    /// The configuration in it. A script whose configuration has changed is made again.
    configuration: String,
    /// For the header `ETag`. Weak: the same script is sent in several encodings.
    pub(crate) etag: String,
    pub(crate) file: Asset,
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
            let Some(text) = assets
                .get(&format!("{LOADER_FOLDER}{build}"))
                .and_then(Asset::text)
            else {
                warn!("{build} has not been built: host pages get no widget that needs it");
                continue;
            };
            let parts = text.split_once(PLACEHOLDER);
            match parts.filter(|(_, rest)| !rest.contains(PLACEHOLDER)) {
                Some((before, after)) => {
                    templates.insert(build, Arc::new((before.to_owned(), after.to_owned())));
                }
                None => {
                    error!(
                        "{build} does not hold {PLACEHOLDER} exactly once: host pages get no widget that needs it"
                    );
                }
            }
        }
        Self {
            templates,
            scripts: RwLock::default(),
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
    ) -> serde_json::Result<Option<Arc<Script>>> {
        let Some(template) = self.templates.get(build_for(widget)) else {
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
        let key = (widget.code.clone(), api_origin.to_owned());
        if let Some(script) = self
            .scripts
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
            && script.configuration == configuration
        {
            return Ok(Some(Arc::clone(script)));
        }
        let template = Arc::clone(template);
        let script = tokio::task::spawn_blocking(move || Script::new(&template, configuration, compression));
        let Ok(script) = script.await else {
            return Ok(None);
        };
        let script = Arc::new(script);
        let mut scripts = self.scripts.write().unwrap_or_else(PoisonError::into_inner);
        if scripts.len() >= CAPACITY {
            scripts.clear();
        }
        scripts.insert(key, Arc::clone(&script));
        Ok(Some(script))
    }
}

impl Script {
    fn new((before, after): &(String, String), configuration: String, compression: Compression) -> Self {
        let text = [before, configuration.as_str(), after].concat();
        Self {
            etag: format!("W/\"{}\"", base64url(&Sha256::digest(&text))),
            file: Asset::compressed("text/javascript; charset=utf-8", text.into_bytes(), compression),
            configuration,
        }
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
        let file = |build: &str| {
            (
                format!("{LOADER_FOLDER}{build}"),
                [text, build].concat().into_bytes(),
            )
        };
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
            r#"start({"code":"PSN-TEST001","api_origin":"https://a.example","config":{"code":"PSN-TEST001","font_color":"\u003c/script>\u2028","node_id":"n"}});loader.js"#
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
        let loader = loader("start(__PSN_CONFIG__);//");
        for (settings, build) in [
            (json!({"modal_mode": false}), "//loader.js"),
            (json!({"display_on_exit": true}), "//loader-exit.js"),
            (json!({"modal_mode": true}), "//loader-modal.js"),
            (
                json!({"modal_mode": true, "display_on_exit": true}),
                "//loader-modal-exit.js",
            ),
        ] {
            let mut record = json!({"code": "PSN-TEST001", "node_id": "n"});
            record
                .as_object_mut()
                .unwrap()
                .extend(settings.as_object().unwrap().clone());
            let widget = serde_json::from_value(record).unwrap();
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
