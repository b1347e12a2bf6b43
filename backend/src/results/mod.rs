//! What is made of answers (docs/results.md): their index, exports, summaries and live results.

mod answer_names;
mod cell;
mod columns;
mod cross_table;
mod csv_table;
mod export;
mod export_error;
mod export_rows;
mod export_work;
mod funnel;
mod index_portion;
mod index_worker;
mod indexed;
mod kept_exports;
mod live_results;
mod numbers;
#[cfg(feature = "parquet")]
mod parquet_table;
#[cfg(not(feature = "parquet"))]
#[path = "parquet_table/absent.rs"]
mod parquet_table;
mod row_cells;
mod stop_words;
mod summary;
mod trend;
mod trend_buckets;
mod trend_counts;
mod word_counts;
mod words;
mod xlsx_table;

pub(crate) use answer_names::{AnswerNames, AnswerNamesError};
pub(crate) use columns::Naming;
pub(crate) use cross_table::{CrossTable, CrossTableError};
pub(crate) use csv_table::Separator;
pub(crate) use export::TableForm;
pub(crate) use export_error::ExportError;
pub(crate) use export_work::{ExportFormat, ExportWork, FeedbackExport};
pub(crate) use funnel::Funnel;
pub(crate) use index_worker::start_index;
pub(crate) use kept_exports::{EXPORT_LIFE, KeptExports, start_exports};
pub(crate) use live_results::{LiveResult, LiveResults};
pub(crate) use summary::Summary;
pub(crate) use trend::{Trend, TrendError};
pub(crate) use trend_buckets::{TrendBuckets, TrendUnit};
pub(crate) use words::{AnswerWords, WordsError};
