//! The loader: the one script of a host's page, with the widget's configuration baked in (design.md, section 2).
//!
//! `loader/src/main.ts` says where the configuration goes, and in which form.

use crate::assets::{Asset, Assets, Compression, LOADER};
use crate::encoding::base64url;
use crate::records::Widget;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use tracing::{error, warn};

/// What the built loader has in place of its configuration, exactly once.
const PLACEHOLDER: &str = "__PSN_CONFIG__";

/// How many scripts are kept in memory. Beyond that all are dropped and made again as they are asked for.
const CAPACITY: usize = 256;

/// Where a script takes its server to be.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Origin<'a> {
    /// As the operator says.
    Configured(&'a str),
    /// As a request was addressed. Anybody can address it anyhow, so little work is put into what comes of it.
    Requested(&'a str),
}

/// The loader of this server.
pub(crate) struct Loader {
    /// What stands before and behind the configuration; absent where the loader has not been built.
    template: Option<Arc<(String, String)>>,
    /// By code and origin.
    made: RwLock<HashMap<(String, String), Arc<Script>>>,
}

/// A loader with a widget's configuration in it.
pub(crate) struct Script {
    /// What it was made of: another one is made when that has changed.
    baked: String,
    /// For the header `ETag`. Weak: the same script is sent in several encodings.
    pub(crate) tag: String,
    pub(crate) file: Asset,
}

/// What is put in for the placeholder.
#[derive(Serialize)]
struct Baked<'a> {
    code: &'a str,
    api_origin: &'a str,
    config: Value,
}

impl Loader {
    /// Takes the built loader apart once, at the start.
    pub(crate) fn new(assets: &Assets) -> Self {
        let text = assets.get(LOADER).and_then(Asset::text);
        if text.is_none() {
            warn!("the loader has not been built: host pages get no widget");
        }
        let template = text.and_then(|text| {
            let parts = text.split_once(PLACEHOLDER);
            let parts = parts.filter(|(_, rest)| !rest.contains(PLACEHOLDER));
            if parts.is_none() {
                error!("the loader does not hold {PLACEHOLDER} once: host pages get no widget");
            }
            parts.map(|(before, behind)| Arc::new((before.to_owned(), behind.to_owned())))
        });
        Self {
            template,
            made: RwLock::default(),
        }
    }

    /// The loader for a widget; `None` where the loader has not been built.
    ///
    /// # Errors
    /// The configuration cannot be written.
    pub(crate) async fn script(
        &self,
        widget: &Widget,
        origin: Origin<'_>,
    ) -> serde_json::Result<Option<Arc<Script>>> {
        let Some(template) = &self.template else {
            return Ok(None);
        };
        let (api_origin, compression) = match origin {
            Origin::Configured(origin) => (origin, Compression::Best),
            Origin::Requested(origin) => (origin, Compression::Fast),
        };
        let baked = script_json(&Baked {
            code: &widget.code,
            api_origin,
            config: widget.public()?,
        })?;
        let key = (widget.code.clone(), api_origin.to_owned());
        if let Some(script) = self.made.read().unwrap_or_else(PoisonError::into_inner).get(&key)
            && script.baked == baked
        {
            return Ok(Some(Arc::clone(script)));
        }
        let template = Arc::clone(template);
        let made = tokio::task::spawn_blocking(move || Script::new(&template, baked, compression));
        let Ok(script) = made.await else {
            return Ok(None);
        };
        let script = Arc::new(script);
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        if made.len() >= CAPACITY {
            made.clear();
        }
        made.insert(key, Arc::clone(&script));
        Ok(Some(script))
    }
}

impl Script {
    fn new((before, behind): &(String, String), baked: String, compression: Compression) -> Self {
        let text = [before, baked.as_str(), behind].concat();
        Self {
            tag: format!("W/\"{}\"", base64url(&Sha256::digest(&text))),
            file: Asset::compressed("text/javascript; charset=utf-8", text.into_bytes(), compression),
            baked,
        }
    }
}

/// A script that says one line on the console: a tag that brings no widget is to say why.
pub(crate) fn complaint(line: &str) -> serde_json::Result<String> {
    Ok(format!(
        "console.error({});\n",
        script_json(&format!("[Pulsen] {line}"))?
    ))
}

/// JSON that means the same as JavaScript, wherever the script may end up: without what ends a script element, and
/// without the two characters that once ended a line.
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
        Loader::new(&Assets::from_files([(
            LOADER.to_owned(),
            text.as_bytes().to_vec(),
        )]))
    }

    fn widget(color: &str) -> Widget {
        serde_json::from_value(json!({"code": "PSN-TEST001", "node_id": "n", "font_color": color})).unwrap()
    }

    async fn text(loader: &Loader, widget: &Widget, origin: &str) -> String {
        let script = loader
            .script(widget, Origin::Requested(origin))
            .await
            .unwrap()
            .unwrap();
        script.file.text().unwrap().to_owned()
    }

    #[tokio::test]
    async fn puts_the_configuration_in_and_notices_when_it_changes() {
        let loader = loader("start(__PSN_CONFIG__);");
        let first = text(&loader, &widget("</script>\u{2028}"), "https://a.example").await;
        assert_eq!(
            first,
            r#"start({"code":"PSN-TEST001","api_origin":"https://a.example","config":{"code":"PSN-TEST001","font_color":"\u003c/script>\u2028","node_id":"n"}});"#
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
    async fn a_loader_without_its_one_placeholder_is_none() {
        for text in ["start()", "__PSN_CONFIG__ __PSN_CONFIG__"] {
            let (loader, widget) = (loader(text), widget("red"));
            let script = loader.script(&widget, Origin::Configured("https://a.example"));
            assert!(script.await.unwrap().is_none(), "{text}");
        }
    }

    #[test]
    fn a_complaint_cannot_be_made_to_do_anything_else() {
        assert_eq!(
            complaint("\"); alert(1)</script>").unwrap(),
            "console.error(\"[Pulsen] \\\"); alert(1)\\u003c/script>\");\n"
        );
    }
}
