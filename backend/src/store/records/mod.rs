//! Imported records: nodes, widgets, flows and connectors, and what is kept of them in memory.

pub(in crate::store) mod connectors;
pub(in crate::store) mod import;
pub(in crate::store) mod pruning;
pub(in crate::store) mod record_list;
pub(in crate::store) mod record_reads;
