//! The index of answers, by which feedback is found and counted (docs/results.md).

pub(crate) mod answer_rows;
pub(crate) mod counters;
pub(crate) mod index_progress;
pub(crate) mod result_counts;
pub(crate) mod result_index;
pub(crate) mod result_periods;
pub(crate) mod rolled_up;
pub(crate) mod summary_reads;
