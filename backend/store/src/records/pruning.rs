//! What an import takes away that its folder does not have (docs/api.md#pruning).
//!
//! It archives: nothing that somebody has answered goes. What the console made stays, and what the rest depends on. What the console
//! has changed since the last import is a difference first.

use super::archive::archive;
use super::differences::RecordDifference;
use super::put::Change;
use super::references::dependents;
use super::standing::{Standing, is_archived};
use crate::database::{Transaction, query};
use crate::error::StoreError;
use base::records::{RecordKind, RecordSet};
use std::collections::HashSet;

/// What an import has taken away; all by id.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    pub widgets: Vec<String>,
    pub connectors: Vec<String>,
    /// Nodes that are inactive from now on.
    pub nodes: Vec<String>,
    /// Flows that are asked no more. Their revisions stay.
    pub flows: Vec<String>,
    /// What stays although files had it once: records that stay need it.
    pub needed: Vec<(RecordKind, String)>,
}

impl Pruned {
    /// Names what was taken away.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        let all = [
            (RecordKind::Widget, &self.widgets),
            (RecordKind::Node, &self.nodes),
            (RecordKind::Flow, &self.flows),
            (RecordKind::Connector, &self.connectors),
        ];
        let names = all
            .into_iter()
            .flat_map(|(kind, ids)| ids.iter().map(move |id| (kind, id)));
        names.map(|(kind, id)| format!("{} {id} (archived)", kind.into_str()))
    }
}

/// A kind, and an id of that kind.
type Place = (RecordKind, String);

/// Returns what an import does not take away, whatever its folder has: what the console made, and what is kept as it is there.
pub(super) async fn staying(
    transaction: &mut Transaction,
    kept: &[RecordDifference],
) -> Result<HashSet<Place>, StoreError> {
    let select = query("SELECT kind, id FROM records WHERE imported_revision IS NULL");
    let made: Vec<(String, String)> = select.fetch_all(transaction).await?;
    let made = made
        .into_iter()
        .filter_map(|(kind, id)| Some((kind.parse().ok()?, id)));
    let kept = kept.iter().map(|kept| (kept.kind, kept.id.clone()));
    Ok(made.chain(kept).collect())
}

/// Archives what neither is among the records nor stays, unless something that stays needs it.
pub(super) async fn prune(
    transaction: &mut Transaction,
    records: &RecordSet,
    staying: &HashSet<Place>,
    change: Change<'_>,
) -> Result<Pruned, StoreError> {
    let left_out = left_out(transaction, records, staying).await?;
    let (leaving, needed) = without_needed(transaction, &left_out).await?;
    let mut pruned = Pruned {
        needed,
        ..Pruned::default()
    };
    for place in left_out {
        if !leaving.contains(&place) {
            continue;
        }
        let (kind, id) = place;
        let Some(standing) = Standing::read(transaction, kind, &id).await? else {
            continue;
        };
        archive(transaction, kind, &id, &standing, change).await?;
        match kind {
            RecordKind::Widget => &mut pruned.widgets,
            RecordKind::Node => &mut pruned.nodes,
            RecordKind::Flow => &mut pruned.flows,
            RecordKind::Connector => &mut pruned.connectors,
        }
        .push(id);
    }
    Ok(pruned)
}

/// Returns what takes part, and neither is among the records nor stays: first what depends on others.
async fn left_out(
    transaction: &mut Transaction,
    records: &RecordSet,
    staying: &HashSet<Place>,
) -> Result<Vec<Place>, StoreError> {
    let present: HashSet<(RecordKind, &str)> = records
        .iter()
        .map(|record| (record.kind(), record.id()))
        .collect();
    let mut left_out = Vec::new();
    for kind in [
        RecordKind::Widget,
        RecordKind::Node,
        RecordKind::Flow,
        RecordKind::Connector,
    ] {
        let select = query("SELECT id FROM records WHERE kind = $1 ORDER BY id").bind(kind.into_str());
        let known: Vec<(String,)> = select.fetch_all(&mut *transaction).await?;
        for (id,) in known {
            let place = (kind, id);
            let has_place = staying.contains(&place) || present.contains(&(kind, place.1.as_str()));
            if !has_place && !is_archived(transaction, kind, &place.1).await? {
                left_out.push(place);
            }
        }
    }
    Ok(left_out)
}

/// Divides what is left out into what leaves, and what stays because something that stays needs it. What needs one another leaves
/// together.
async fn without_needed(
    transaction: &mut Transaction,
    left_out: &[Place],
) -> Result<(HashSet<Place>, Vec<Place>), StoreError> {
    let mut leaving: HashSet<Place> = left_out.iter().cloned().collect();
    let mut needed = Vec::new();
    loop {
        let before = leaving.len();
        for place in left_out {
            if !leaving.contains(place) {
                continue;
            }
            let dependents = dependents(transaction, place.0, &place.1).await?;
            if !dependents.iter().all(|dependent| leaving.contains(dependent)) {
                leaving.remove(place);
                needed.push(place.clone());
            }
        }
        if leaving.len() == before {
            return Ok((leaving, needed));
        }
    }
}
