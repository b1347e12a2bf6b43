//! Checks that records refer to records that exist: in the same set, or imported before.

use super::codes::{BUBBLE_QUESTION, CODES_TO_ANY_COUNTRY, REDIRECT_HOST};
use super::color::Color;
use super::launcher_colors::check_launcher_colors;
use super::{
    BubbleQuestion, Connector, ConnectorRecord, FeedbackNode, Finding, FlowRecord, NodeRecord, RecordKind,
    RecordSet, WidgetRecord,
};
use crate::json::push_pointer;
use engine::codes::UNKNOWN_REFERENCE;
use engine::{Flow, Question, redirect_host};
use serde_json::Value;
use std::collections::HashMap;

/// What the database already holds of everything that a set of records refers to.
#[derive(Debug, Default)]
pub struct ImportedBefore {
    /// The newest revision of flows, by id.
    pub flows: HashMap<String, Flow>,
    /// By id.
    pub nodes: HashMap<String, FeedbackNode>,
    /// By id.
    pub connectors: HashMap<String, Connector>,
}

impl ImportedBefore {
    /// Forgets the records for which `stays` is false.
    pub fn retain(&mut self, stays: impl Fn(RecordKind, &str) -> bool) {
        self.flows.retain(|id, _| stays(RecordKind::Flow, id));
        self.nodes.retain(|id, _| stays(RecordKind::Node, id));
        self.connectors.retain(|id, _| stays(RecordKind::Connector, id));
    }
}

/// Returns an error for each reference of a record to something that does not exist, or that it does not fit.
pub fn check_references(records: &RecordSet, before: &ImportedBefore) -> Vec<Finding> {
    let sets = &[records];
    Lookup { sets, before }.check(records)
}

/// As [`check_references`], for what refers to records that are changed.
pub fn check_dependents(
    dependents: &RecordSet,
    changed: &RecordSet,
    before: &ImportedBefore,
) -> Vec<Finding> {
    let sets = &[changed, dependents];
    Lookup { sets, before }.check(dependents)
}

/// Returns an error about what a record refers to.
fn missing(file: &str, pointer: impl Into<String>, message: String) -> Finding {
    Finding::new(UNKNOWN_REFERENCE, file, pointer, message)
}

struct Lookup<'a> {
    /// What is there in place of what was imported before.
    sets: &'a [&'a RecordSet],
    before: &'a ImportedBefore,
}

impl Lookup<'_> {
    fn check(&self, records: &RecordSet) -> Vec<Finding> {
        let nodes = records.nodes.iter().flat_map(|record| {
            let broken = self.check_node(record).into_iter();
            broken
                .chain(self.check_redirects(record))
                .chain(self.check_code_countries(record))
        });
        let widgets = records.widgets.iter().flat_map(|record| {
            let broken = self.check_widget(record).into_iter();
            broken
                .chain(self.check_launcher(record))
                .chain(self.check_bubble_question(record))
        });
        let flows = records.flows.iter().flat_map(|record| self.check_flow(record));
        let connectors = records
            .connectors
            .iter()
            .flat_map(|record| self.check_connector(record));
        nodes.chain(widgets).chain(flows).chain(connectors).collect()
    }

    fn check_node(&self, NodeRecord { file, node, .. }: &NodeRecord) -> Option<Finding> {
        if let Some(id) = node
            .non_operating_hours_flow_id()
            .filter(|id| self.flow(id).is_none())
        {
            let message = format!("there is no flow `{id}`");
            return Some(missing(file, "/non_operating_hours_flow_id", message));
        }
        let Some(flow) = self.flow(&node.flow_id) else {
            let message = format!("there is no flow `{}`", node.flow_id);
            return Some(missing(file, "/flow_id", message));
        };
        let id = node.default_language_id.as_deref().filter(|id| !id.is_empty())?;
        if flow.languages.iter().any(|language| *language.id == *id) {
            return None;
        }
        let message = format!("the flow `{}` has no language with the id `{id}`", flow.id);
        Some(missing(file, "/default_language_id", message))
    }

    /// Finds a node that sends codes to numbers of any country, which few operators want: messages to some cost much.
    fn check_code_countries(&self, NodeRecord { file, node, .. }: &NodeRecord) -> Option<Finding> {
        let ids = [Some(node.flow_id.as_str()), node.non_operating_hours_flow_id()];
        let mut flows = ids.into_iter().flatten().filter_map(|id| self.flow(id));
        let verifies = flows.any(|flow| questions(flow).any(Question::requires_verification));
        if !verifies || node.code_countries().next().is_some() {
            return None;
        }
        let message =
            "is missing, and so is `country_code`: verification codes are sent to numbers of any country";
        Some(Finding::new(
            CODES_TO_ANY_COUNTRY,
            file,
            "/phone_countries",
            message,
        ))
    }

    /// Finds a thank-you page that leads to a host which the node does not allow: its pages would not lead there.
    fn check_redirects(&self, NodeRecord { file, node, .. }: &NodeRecord) -> Option<Finding> {
        let ids = [Some(node.flow_id.as_str()), node.non_operating_hours_flow_id()];
        ids.into_iter().flatten().find_map(|id| {
            let mut states = self.flow(id)?.states.iter();
            let host = states.find_map(|state| {
                let host = redirect_host(state.redirect_url.as_deref()?)?;
                (!node.allows_redirect(host)).then_some(host)
            })?;
            let message =
                format!("does not have `{host}`, to which a thank-you page of the flow `{id}` leads: add it to the list");
            Some(Finding::new(REDIRECT_HOST, file, "/redirect_hosts", message))
        })
    }

    fn check_widget(&self, WidgetRecord { file, widget, .. }: &WidgetRecord) -> Option<Finding> {
        let Some(node) = self.node(&widget.node_id) else {
            let message = format!("there is no node `{}`", widget.node_id);
            return Some(missing(file, "/node_id", message));
        };
        let flow_id = &node.flow_id;
        let languages = &self.flow(flow_id)?.languages;
        let code = widget
            .default_language_code
            .as_deref()
            .filter(|code| !code.is_empty())?;
        let mut codes = languages.iter().map(|language| &language.code);
        if languages.is_empty() || codes.any(|known| known.eq_ignore_ascii_case(code)) {
            return None;
        }
        let message = format!("the flow `{flow_id}` of its node has no language `{code}`");
        Some(missing(file, "/default_language_code", message))
    }

    /// Finds colors of a launcher without contrast. They may be those of its node.
    fn check_launcher(&self, record: &WidgetRecord) -> Vec<Finding> {
        let of_node = || {
            let node = self.node(&record.widget.node_id)?;
            Some(node.primary_color.unwrap_or(Color::DEFAULT_PRIMARY))
        };
        let primary = record.widget.primary_color.or_else(of_node);
        primary.map_or_else(Vec::new, |primary| check_launcher_colors(record, primary))
    }

    /// Finds a question beside the launcher that a tap cannot answer.
    fn check_bubble_question(&self, WidgetRecord { file, widget, .. }: &WidgetRecord) -> Option<Finding> {
        widget.popover_question.filter(|is_on| *is_on)?;
        let node = self.node(&widget.node_id)?;
        let flow_id = &node.flow_id;
        let message = if node.non_operating_hours_flow_id().is_some() {
            "its node has another flow outside operating hours".to_owned()
        } else {
            let reason = BubbleQuestion::of(self.flow(flow_id)?).err()?;
            format!("the flow `{flow_id}` {reason}")
        };
        Some(Finding::new(BUBBLE_QUESTION, file, "/popover_question", message))
    }

    /// Checks the connectors that the questions of a flow name.
    fn check_flow(&self, record: &FlowRecord) -> Vec<Finding> {
        let FlowRecord {
            file,
            flow,
            definition,
        } = record;
        let mut findings = Vec::new();
        for (pointer, id) in connectors_named_in(definition) {
            let message = match self.connector(&id) {
                None => format!("there is no connector `{id}`"),
                Some(connector) if !connector.serves_flow(&flow.id) => {
                    format!("the connector `{id}` is not for this flow: add it to `flows` of the connector")
                }
                Some(_) => continue,
            };
            findings.push(missing(file, pointer, message));
        }
        findings
    }

    fn check_connector(&self, record: &ConnectorRecord) -> Vec<Finding> {
        let ConnectorRecord { file, connector, .. } = record;
        let mut findings = Vec::new();
        for (at, id) in connector.flows.iter().enumerate() {
            if self.flow(id).is_none() {
                let message = format!("there is no flow `{id}`");
                findings.push(missing(file, format!("/flows/{at}"), message));
            }
        }
        for (at, id) in connector.nodes.iter().enumerate() {
            if self.node(id).is_none() {
                let message = format!("there is no node `{id}`");
                findings.push(missing(file, format!("/nodes/{at}"), message));
            }
        }
        let using: Vec<_> = self.flows().filter(|flow| uses(flow, &connector.id)).collect();
        for name in connector.questions.keys() {
            if !using.is_empty() && !using.iter().any(|flow| has_question(flow, name)) {
                let message =
                    format!("no flow that uses this connector has a question with the id or key `{name}`");
                let mut pointer = "/questions".to_owned();
                push_pointer(&mut pointer, name);
                findings.push(missing(file, pointer, message));
            }
        }
        findings
    }

    fn connector(&self, id: &str) -> Option<&Connector> {
        let mut connectors = self.sets.iter().flat_map(|set| &set.connectors);
        connectors
            .find(|record| record.connector.id == id)
            .map(|record| &record.connector)
            .or_else(|| self.before.connectors.get(id))
    }

    fn flow(&self, id: &str) -> Option<&Flow> {
        self.flow_of_sets(id).or_else(|| self.before.flows.get(id))
    }

    fn flow_of_sets(&self, id: &str) -> Option<&Flow> {
        let mut flows = self.sets.iter().flat_map(|set| &set.flows);
        flows
            .find(|record| *record.flow.id == *id)
            .map(|record| &record.flow)
    }

    fn flows(&self) -> impl Iterator<Item = &Flow> {
        let of_sets = self.sets.iter().flat_map(|set| &set.flows);
        let before = self.before.flows.iter();
        let before = before.filter(|(id, _)| self.flow_of_sets(id).is_none());
        of_sets
            .map(|record| &record.flow)
            .chain(before.map(|(_, flow)| flow))
    }

    fn node(&self, id: &str) -> Option<&FeedbackNode> {
        let mut nodes = self.sets.iter().flat_map(|set| &set.nodes);
        nodes
            .find(|record| record.node.id == id)
            .map(|record| &record.node)
            .or_else(|| self.before.nodes.get(id))
    }
}

/// Returns the questions of a flow.
fn questions(flow: &Flow) -> impl Iterator<Item = &Question> {
    let elements = flow.elements.iter();
    elements.filter_map(|element| element.question.as_deref())
}

fn uses(flow: &Flow, connector_id: &str) -> bool {
    questions(flow).any(|question| question.binding_model.as_deref() == Some(connector_id))
}

fn has_question(flow: &Flow, name: &str) -> bool {
    questions(flow).any(|question| *question.id == *name || *question.key == *name)
}

/// Returns the connectors that a definition names, each with its JSON pointer: those of the parsed flow are in the order of
/// the pages.
fn connectors_named_in(definition: &str) -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(definition).unwrap_or_default();
    let list = |value: &Value, name: &str| {
        value
            .get(name)
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default()
    };
    let mut named = Vec::new();
    for (state, page) in list(&document, "states").iter().enumerate() {
        for (element, item) in list(page, "elements").iter().enumerate() {
            let id = item.pointer("/question/bindingModel").and_then(Value::as_str);
            if let Some(id) = id.filter(|id| !id.is_empty()) {
                let pointer = format!("/states/{state}/elements/{element}/question/bindingModel");
                named.push((pointer, id.to_owned()));
            }
        }
    }
    named
}
