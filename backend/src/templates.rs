//! The templates of `pulsen new` (docs/first-flow.md): flows of Pulsen's own, each with a node and a widget.
//!
//! They are records like any others, in `examples/templates`, so that the demo shows them and every check of records checks them.

use base::random::random_below;
use rust_embed::RustEmbed;
use serde::Deserialize;
use std::borrow::Cow;
use std::num::NonZeroU32;

#[derive(RustEmbed)]
#[folder = "../examples/templates"]
struct Files;

/// A template, as `templates.json` describes it.
#[derive(Debug, Deserialize)]
pub(crate) struct Template {
    /// Its folder, and the id of its flow and of its node.
    pub(crate) name: String,
    /// What it is, in a few words.
    pub(crate) title: String,
    /// What it asks, in a sentence.
    pub(crate) about: String,
}

/// A file of a new project.
#[derive(Debug)]
pub(crate) struct ProjectFile {
    /// Folder of the records of its kind, such as `flows`.
    pub(crate) folder: &'static str,
    pub(crate) name: String,
    pub(crate) text: String,
}

/// What a new project calls its records.
#[derive(Debug)]
pub(crate) struct Names {
    /// The id of the flow and of the node.
    pub(crate) id: String,
    /// The widget's code.
    pub(crate) code: String,
    /// The name of the business, which visitors see.
    pub(crate) business: Option<String>,
}

/// Letters and digits that nobody takes for each other.
const CHARACTERS: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const CODE_CHARACTERS: usize = 7;
const ID_CHARACTERS: usize = 5;

/// The business of every template.
const BUSINESS: &str = r#""name": "Your company""#;

/// Returns all templates, in the order in which people look for them.
pub(crate) fn templates() -> Vec<Template> {
    serde_json::from_str(&file("templates.json")).unwrap_or_default()
}

impl Names {
    /// Makes an id and a code that no other project has, so that all of them may be imported into one server.
    ///
    /// # Errors
    /// The operating system gives no random numbers.
    pub(crate) fn fresh(template: &Template, business: Option<String>) -> Result<Self, getrandom::Error> {
        let ending = random_characters(ID_CHARACTERS)?.to_lowercase();
        Ok(Self {
            id: format!("{}-{ending}", template.name),
            code: format!("PSN-{}", random_characters(CODE_CHARACTERS)?),
            business,
        })
    }
}

impl Template {
    /// Returns its records under other names.
    pub(crate) fn records(&self, names: &Names) -> Vec<ProjectFile> {
        let Names { id, code, business } = names;
        let own = &self.name;
        let read = |folder: &str| {
            file(&format!("{own}/{folder}/{own}.json")).replace("\"../../../schema/", "\"../schema/")
        };
        let renamed = |text: &str, field: &str| {
            text.replacen(
                &format!("\"{field}\": \"{own}\""),
                &format!("\"{field}\": \"{id}\""),
                1,
            )
        };
        let flow = renamed(&read("flows"), "id");
        let mut node = renamed(&renamed(&read("nodes"), "id"), "flow_id");
        if let Some(business) = business {
            node = node.replacen(BUSINESS, &format!("\"name\": {}", serde_json::json!(business)), 1);
        }
        let widget = renamed(&read("widgets"), "node_id");
        let widget = match own_code(&widget) {
            Some(own) => widget.replacen(own, code, 1),
            None => widget,
        };
        vec![
            ProjectFile {
                folder: "flows",
                name: format!("{id}.json"),
                text: flow,
            },
            ProjectFile {
                folder: "nodes",
                name: format!("{id}.json"),
                text: node,
            },
            ProjectFile {
                folder: "widgets",
                name: format!("{code}.json"),
                text: widget,
            },
        ]
    }
}

/// Returns the code in a template's widget.
fn own_code(widget: &str) -> Option<&str> {
    let at = widget.find("PSN-")?;
    widget.get(at..at + "PSN-".len() + CODE_CHARACTERS)
}

fn file(path: &str) -> String {
    let data = Files::get(path).map_or(Cow::Borrowed(&[][..]), |file| file.data);
    String::from_utf8_lossy(&data).into_owned()
}

fn random_characters(number: usize) -> Result<String, getrandom::Error> {
    let bound = NonZeroU32::new(u32::try_from(CHARACTERS.len()).unwrap_or(1)).unwrap_or(NonZeroU32::MIN);
    (0..number)
        .map(|_| {
            let at = random_below(bound)? as usize;
            Ok(char::from(CHARACTERS.get(at).copied().unwrap_or(b'X')))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_record_has_the_new_names_and_none_of_the_template() {
        let all = templates();
        assert_eq!(all.len(), 12);
        for template in &all {
            let names = Names {
                id: "mine".into(),
                code: "PSN-MINE123".into(),
                business: Some("Ann's \"café\"".into()),
            };
            let [flow, node, widget] = template.records(&names).try_into().unwrap();
            let read = |file: &ProjectFile| serde_json::from_str::<serde_json::Value>(&file.text).unwrap();
            assert_eq!(read(&flow)["id"], "mine", "{}", template.name);
            assert_eq!(read(&flow)["$schema"], "../schema/flow.json");
            assert_eq!(read(&node)["id"], "mine");
            assert_eq!(read(&node)["flow_id"], "mine");
            assert_eq!(read(&node)["name"], "Ann's \"café\"");
            assert_eq!(read(&widget)["node_id"], "mine");
            assert_eq!(read(&widget)["code"], "PSN-MINE123");
            assert_eq!(widget.name, "PSN-MINE123.json");
        }
    }

    #[test]
    fn projects_of_one_template_do_not_collide() {
        let all = templates();
        let (one, other) = (
            Names::fresh(&all[0], None).unwrap(),
            Names::fresh(&all[0], None).unwrap(),
        );
        assert_ne!(one.id, other.id);
        assert_ne!(one.code, other.code);
        assert!(base::records::is_widget_code(&one.code), "{}", one.code);
    }
}
