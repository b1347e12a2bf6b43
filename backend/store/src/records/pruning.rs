//! What an import takes away that its folder does not have (docs/api.md#pruning).
//!
//! Nothing that somebody has answered goes: nodes with their feedback and chats stay, but ask no more, and revisions of flows are
//! never removed.

use crate::database::{Transaction, query};
use crate::error::{StoreError, parse_document};
use base::json::canonical;
use base::records::RecordSet;
use base::time::Millis;
use serde_json::{Value, json};
use std::collections::HashSet;

/// What an import has taken away; all by id.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    pub widgets: Vec<String>,
    pub connectors: Vec<String>,
    /// Nodes that are inactive from now on.
    pub nodes: Vec<String>,
    /// Flows that the folder does not have. Their revisions stay.
    pub flows: Vec<String>,
}

/// Removes widgets and connectors that are not among the records, and makes such nodes inactive.
pub(super) async fn prune(
    transaction: &mut Transaction,
    records: &RecordSet,
    now: Millis,
) -> Result<Pruned, StoreError> {
    let widgets = records.widgets.iter().map(|record| record.widget.code.as_str());
    let widgets = absent(transaction, "SELECT code FROM widgets ORDER BY code", widgets).await?;
    for code in &widgets {
        let delete = query("DELETE FROM widgets WHERE code = $1").bind(code);
        delete.execute(&mut *transaction).await?;
    }
    let connectors = records
        .connectors
        .iter()
        .map(|record| record.connector.id.as_str());
    let connectors = absent(transaction, "SELECT id FROM connectors ORDER BY id", connectors).await?;
    for id in &connectors {
        let delete = query("DELETE FROM connectors WHERE id = $1").bind(id);
        delete.execute(&mut *transaction).await?;
    }
    let nodes = records.nodes.iter().map(|record| record.node.id.as_str());
    let mut retired = Vec::new();
    for id in absent(transaction, "SELECT id FROM nodes ORDER BY id", nodes).await? {
        if retire(transaction, &id, now).await? {
            retired.push(id);
        }
    }
    let flows = records.flows.iter().map(|record| &*record.flow.id);
    let known = "SELECT DISTINCT flow_id FROM flow_revisions ORDER BY flow_id";
    Ok(Pruned {
        widgets,
        connectors,
        nodes: retired,
        flows: absent(transaction, known, flows).await?,
    })
}

/// Returns the ids in the database that are not among these.
async fn absent<'a>(
    transaction: &mut Transaction,
    select: &'static str,
    present: impl Iterator<Item = &'a str>,
) -> Result<Vec<String>, StoreError> {
    let present: HashSet<&str> = present.collect();
    let rows: Vec<(String,)> = query(select).fetch_all(&mut *transaction).await?;
    let ids = rows.into_iter().map(|(id,)| id);
    Ok(ids.filter(|id| !present.contains(id.as_str())).collect())
}

/// Makes a node inactive; false if it is already.
async fn retire(transaction: &mut Transaction, id: &str, now: Millis) -> Result<bool, StoreError> {
    let select = query("SELECT record FROM nodes WHERE id = $1").bind(id);
    let record: Option<String> = select.scalar_optional(&mut *transaction).await?;
    let Some(record) = record else { return Ok(false) };
    let mut record: Value = parse_document(&record, || format!("the node `{id}`"))?;
    let inactive = json!("inactive");
    let Some(members) = record.as_object_mut() else {
        return Ok(false);
    };
    if members.insert("status".into(), inactive.clone()) == Some(inactive) {
        return Ok(false);
    }
    query("UPDATE nodes SET record = $2, imported_at = $3 WHERE id = $1")
        .bind(id)
        .bind(canonical(&mut record))
        .bind(now)
        .execute(transaction)
        .await?;
    Ok(true)
}
