//! What refers to records that are changed, and whether it still fits them: a change of a flow may leave a node without its language.

use super::references::{connectors_of, dependents, imported_before, live_text, parse_connector, parse_flow};
use super::standing::stored_text;
use crate::database::Transaction;
use crate::error::{StoreError, parse_document};
use crate::node_scope::NodeScope;
use base::records::{
    CheckedRecord, ConnectorRecord, Finding, FlowRecord, NodeRecord, RecordKind, RecordSet, WidgetRecord,
    check_dependents,
};

/// What refers to changed records, and is not changed with them.
#[derive(Default)]
pub(super) struct Dependents(Vec<Dependent>);

struct Dependent {
    kind: RecordKind,
    id: String,
    /// The file of the record to which it refers.
    of_file: String,
}

impl Dependents {
    /// Adds what refers to a record: of a flow also the widgets of its nodes, and the connectors that it looks up by, or did.
    pub(super) async fn add_of(
        &mut self,
        transaction: &mut Transaction,
        record: CheckedRecord<'_>,
        changed: &RecordSet,
    ) -> Result<(), StoreError> {
        let mut all = dependents(transaction, record.kind(), record.id()).await?;
        if let CheckedRecord::Flow(FlowRecord { flow, .. }) = record {
            for (kind, id) in all.clone() {
                if kind == RecordKind::Node {
                    all.extend(dependents(transaction, kind, &id).await?);
                }
            }
            let mut connectors = connectors_of(flow);
            if let Some(stored) = stored_text(transaction, RecordKind::Flow, &flow.id).await? {
                connectors.extend(connectors_of(&parse_flow(&flow.id, &stored)?));
            }
            all.extend(connectors.into_iter().map(|id| (RecordKind::Connector, id)));
        }
        for (kind, id) in all {
            let is_changed = changed
                .iter()
                .any(|record| record.kind() == kind && record.id() == id);
            let is_known = self.0.iter().any(|known| known.kind == kind && known.id == id);
            if !is_changed && !is_known {
                let of_file = record.file().to_owned();
                self.0.push(Dependent { kind, id, of_file });
            }
        }
        Ok(())
    }

    /// Returns an error for each that would not fit the changed records, in the file of the record to which it refers. Names only what
    /// somebody may see.
    pub(super) async fn check(
        &self,
        transaction: &mut Transaction,
        changed: &RecordSet,
        scope: &NodeScope,
    ) -> Result<Vec<Finding>, StoreError> {
        let mut records = RecordSet::default();
        for dependent in &self.0 {
            dependent.load(transaction, &mut records).await?;
        }
        let before = imported_before(transaction, &[changed, &records]).await?;
        let found = check_dependents(&records, changed, &before);
        let errors = found.into_iter().filter(Finding::is_error);
        Ok(errors
            .map(|finding| self.in_file_of_the_change(finding, scope, &records))
            .collect())
    }

    fn in_file_of_the_change(&self, finding: Finding, scope: &NodeScope, records: &RecordSet) -> Finding {
        let Some(of) = self.0.iter().find(|dependent| dependent.name() == finding.file) else {
            return finding;
        };
        let message = if of.is_seen(scope, records) {
            format!(
                "{} would not fit: {}: {}",
                finding.file, finding.pointer, finding.message
            )
        } else {
            "a record that only those see who are for all nodes would not fit".to_owned()
        };
        Finding::new(finding.code, &of.of_file, "", message)
    }
}

impl Dependent {
    /// Stands where findings name a file.
    fn name(&self) -> String {
        format!("the {} `{}`", self.kind.into_str(), self.id)
    }

    fn is_seen(&self, scope: &NodeScope, records: &RecordSet) -> bool {
        let mut widgets = records.widgets.iter().map(|record| &record.widget);
        match self.kind {
            RecordKind::Node => scope.includes(&self.id),
            RecordKind::Widget => {
                widgets.any(|widget| widget.code == self.id && scope.includes(&widget.node_id))
            }
            RecordKind::Flow | RecordKind::Connector => *scope == NodeScope::All,
        }
    }

    /// Adds the record, if it takes part.
    async fn load(&self, transaction: &mut Transaction, records: &mut RecordSet) -> Result<(), StoreError> {
        let Some(text) = live_text(transaction, self.kind, &self.id).await? else {
            return Ok(());
        };
        let file = self.name();
        let what = || file.clone();
        match self.kind {
            RecordKind::Flow => records.flows.push(FlowRecord {
                flow: parse_flow(&self.id, &text)?,
                file,
                definition: text,
            }),
            RecordKind::Node => records.nodes.push(NodeRecord {
                node: parse_document(&text, what)?,
                file,
                record: text,
            }),
            RecordKind::Widget => records.widgets.push(WidgetRecord {
                widget: parse_document(&text, what)?,
                file,
                record: text,
            }),
            RecordKind::Connector => records.connectors.push(ConnectorRecord {
                connector: parse_connector(&self.id, &text)?,
                file,
                record: text,
            }),
        }
        Ok(())
    }
}
