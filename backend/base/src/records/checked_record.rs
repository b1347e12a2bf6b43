//! Records of a set, whatever their kinds.

use super::{ConnectorRecord, FlowRecord, NodeRecord, RecordKind, RecordSet, WidgetRecord};

/// A record that was read without an error.
#[derive(Debug, Clone, Copy)]
pub enum CheckedRecord<'a> {
    Flow(&'a FlowRecord),
    Node(&'a NodeRecord),
    Widget(&'a WidgetRecord),
    Connector(&'a ConnectorRecord),
}

impl<'a> CheckedRecord<'a> {
    /// Returns what it defines.
    pub fn kind(self) -> RecordKind {
        match self {
            Self::Flow(_) => RecordKind::Flow,
            Self::Node(_) => RecordKind::Node,
            Self::Widget(_) => RecordKind::Widget,
            Self::Connector(_) => RecordKind::Connector,
        }
    }

    /// Returns the code of a widget, the id of any other record.
    pub fn id(self) -> &'a str {
        match self {
            Self::Flow(record) => &record.flow.id,
            Self::Node(record) => &record.node.id,
            Self::Widget(record) => &record.widget.code,
            Self::Connector(record) => &record.connector.id,
        }
    }

    /// Returns the file that it was read from.
    pub fn file(self) -> &'a str {
        match self {
            Self::Flow(record) => &record.file,
            Self::Node(record) => &record.file,
            Self::Widget(record) => &record.file,
            Self::Connector(record) => &record.file,
        }
    }

    /// Returns the whole record as canonical JSON, with what is not public: equal records have equal texts.
    pub fn text(self) -> &'a str {
        match self {
            Self::Flow(record) => &record.definition,
            Self::Node(record) => &record.record,
            Self::Widget(record) => &record.record,
            Self::Connector(record) => &record.record,
        }
    }
}

impl RecordSet {
    /// Returns all records: flows, nodes, widgets, connectors.
    pub fn iter(&self) -> impl Iterator<Item = CheckedRecord<'_>> {
        let flows = self.flows.iter().map(CheckedRecord::Flow);
        let nodes = self.nodes.iter().map(CheckedRecord::Node);
        let widgets = self.widgets.iter().map(CheckedRecord::Widget);
        let connectors = self.connectors.iter().map(CheckedRecord::Connector);
        flows.chain(nodes).chain(widgets).chain(connectors)
    }

    /// Takes a record out of the set. What was found in its file stays known.
    pub fn remove(&mut self, kind: RecordKind, id: &str) {
        match kind {
            RecordKind::Flow => self.flows.retain(|record| *record.flow.id != *id),
            RecordKind::Node => self.nodes.retain(|record| record.node.id != id),
            RecordKind::Widget => self.widgets.retain(|record| record.widget.code != id),
            RecordKind::Connector => self.connectors.retain(|record| record.connector.id != id),
        }
    }
}
