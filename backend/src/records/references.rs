//! Checks that records refer to records that exist: in the same set, or imported before.

use super::{Finding, NodeRecord, RecordSet, WidgetRecord};
use engine::Flow;
use std::collections::HashMap;

/// What the database already holds of everything that a set of records refers to.
#[derive(Debug, Default)]
pub(crate) struct ImportedBefore {
    /// The newest revision of flows, by id.
    pub(crate) flows: HashMap<String, Flow>,
    /// The flow id of nodes, by the node's id.
    pub(crate) flow_of_node: HashMap<String, String>,
}

/// Returns an error for each reference of a node or widget to something that does not exist.
pub(crate) fn check_references(records: &RecordSet, before: &ImportedBefore) -> Vec<Finding> {
    let lookup = Lookup { records, before };
    let nodes = records.nodes.iter().flat_map(|record| lookup.check_node(record));
    let widgets = records
        .widgets
        .iter()
        .flat_map(|record| lookup.check_widget(record));
    nodes.chain(widgets).collect()
}

struct Lookup<'a> {
    records: &'a RecordSet,
    before: &'a ImportedBefore,
}

impl Lookup<'_> {
    fn check_node(&self, NodeRecord { file, node, .. }: &NodeRecord) -> Option<Finding> {
        if let Some(id) = node
            .non_operating_hours_flow_id()
            .filter(|id| self.flow(id).is_none())
        {
            let message = format!("there is no flow `{id}`");
            return Some(Finding::error(file, "/non_operating_hours_flow_id", message));
        }
        let Some(flow) = self.flow(&node.flow_id) else {
            let message = format!("there is no flow `{}`", node.flow_id);
            return Some(Finding::error(file, "/flow_id", message));
        };
        let id = node.default_language_id.as_deref().filter(|id| !id.is_empty())?;
        if flow.languages.iter().any(|language| *language.id == *id) {
            return None;
        }
        let message = format!("the flow `{}` has no language with the id `{id}`", flow.id);
        Some(Finding::error(file, "/default_language_id", message))
    }

    fn check_widget(&self, WidgetRecord { file, widget, .. }: &WidgetRecord) -> Option<Finding> {
        let Some(flow_id) = self.flow_of_node(&widget.node_id) else {
            let message = format!("there is no node `{}`", widget.node_id);
            return Some(Finding::error(file, "/node_id", message));
        };
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
        Some(Finding::error(file, "/default_language_code", message))
    }

    fn flow(&self, id: &str) -> Option<&Flow> {
        let mut flows = self.records.flows.iter().map(|record| &record.flow);
        flows
            .find(|flow| *flow.id == *id)
            .or_else(|| self.before.flows.get(id))
    }

    fn flow_of_node(&self, id: &str) -> Option<&str> {
        let mut nodes = self.records.nodes.iter().map(|record| &record.node);
        match nodes.find(|node| node.id == id) {
            Some(node) => Some(&node.flow_id),
            None => self.before.flow_of_node.get(id).map(String::as_str),
        }
    }
}
