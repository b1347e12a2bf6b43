//! Imported records: nodes, widgets, flows and connectors, and what is kept of them in memory.

pub(crate) mod connectors;
pub(crate) mod import;
pub(crate) mod pruning;
pub(crate) mod record_list;
pub(crate) mod record_reads;
