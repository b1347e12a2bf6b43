//! Records: nodes, widgets, flows and connectors, which files and the console share (docs/api.md#owners).
//!
//! | module | content |
//! |---|---|
//! | `import` | puts the records of a folder in one transaction |
//! | `record_jobs` | puts or archives one, for the console |
//! | `drafts`, `published_drafts` | what flows are to become, and what was published |
//! | `hashed_pins` | PINs of kiosks, before they are stored |
//! | `dependents` | whether what refers to changed records still fits them |
//! | `put`, `archive` | the one way in which a record changes, with its revision |
//! | `differences` | what the console has changed since the last import |
//! | `standing` | what a record is at present: its revision, its owner, its text |
//! | `served_rows` | the rows that visitors are served from |
//! | `references` | what records refer to, and what refers to them |
//! | `visibility` | what somebody who is for some nodes learns of them |
//! | `pruning` | what an import takes away |
//! | `listed_members` | what lists show of a text |
//! | `record_list`, `record_pages`, `revision_reads` | lists for operators and staff |
//! | `record_reads`, `connectors` | reads for visitors |

mod archive;
pub(crate) mod connectors;
mod dependents;
pub(crate) mod differences;
pub(crate) mod drafts;
mod hashed_pins;
pub(crate) mod import;
mod listed_members;
pub(crate) mod pruning;
mod published_drafts;
mod put;
pub(crate) mod record_jobs;
pub(crate) mod record_list;
pub(crate) mod record_pages;
pub(crate) mod record_reads;
mod references;
pub(crate) mod revision_reads;
mod served_rows;
mod standing;
mod visibility;
