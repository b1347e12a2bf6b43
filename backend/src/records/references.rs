//! Checks that records point at records that exist: in the same folder, or imported before.

use super::{FileError, Folder};
use engine::Flow;
use std::collections::HashMap;

/// What the database holds already, of all that the folder refers to.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// The newest revision of flows, by id.
    pub(crate) flows: HashMap<String, Flow>,
    /// The flow of nodes, by the node's id.
    pub(crate) flow_of_node: HashMap<String, String>,
}

/// Every reference of the folder's nodes and widgets that leads nowhere.
pub(crate) fn check_references(folder: &Folder, known: &Known) -> Vec<FileError> {
    let mut errors = Vec::new();
    let mut fault = |file: &str, pointer: &str, message: String| {
        errors.push(FileError {
            file: file.into(),
            pointer: pointer.into(),
            message,
        });
    };
    let flow = |id: &str| {
        let imported = folder
            .flows
            .iter()
            .map(|file| &file.flow)
            .find(|flow| *flow.id == *id);
        imported.or_else(|| known.flows.get(id))
    };
    for file in &folder.nodes {
        let node = &file.node;
        match flow(&node.flow_id) {
            None => fault(
                &file.file,
                "/flow_id",
                format!("there is no flow `{}`", node.flow_id),
            ),
            Some(flow) => {
                if let Some(id) = &node.default_language_id
                    && !flow.languages.iter().any(|language| *language.id == **id)
                {
                    let message = format!("the flow `{}` has no language with the id `{id}`", flow.id);
                    fault(&file.file, "/default_language_id", message);
                }
            }
        }
        if let Some(id) = &node.non_operating_hours_flow_id
            && flow(id).is_none()
        {
            fault(
                &file.file,
                "/non_operating_hours_flow_id",
                format!("there is no flow `{id}`"),
            );
        }
    }
    for file in &folder.widgets {
        let widget = &file.widget;
        let imported = folder
            .nodes
            .iter()
            .map(|file| &file.node)
            .find(|node| node.id == widget.node_id);
        let flow_id = imported
            .map(|node| &node.flow_id)
            .or_else(|| known.flow_of_node.get(&widget.node_id));
        let Some(flow_id) = flow_id else {
            fault(
                &file.file,
                "/node_id",
                format!("there is no node `{}`", widget.node_id),
            );
            continue;
        };
        if let (Some(code), Some(flow)) = (&widget.default_language_code, flow(flow_id))
            && !flow.languages.is_empty()
            && !flow
                .languages
                .iter()
                .any(|language| language.code.eq_ignore_ascii_case(code))
        {
            let message = format!("the flow `{flow_id}` of its node does not speak `{code}`");
            fault(&file.file, "/default_language_code", message);
        }
    }
    errors
}
