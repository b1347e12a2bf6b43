//! The index of answers, by which feedback is found and counted (docs/results.md).

pub(in crate::store) mod answer_rows;
pub(in crate::store) mod index_progress;
pub(in crate::store) mod result_counts;
pub(in crate::store) mod result_index;
pub(in crate::store) mod result_periods;
pub(in crate::store) mod rolled_up;
pub(in crate::store) mod summary_reads;
