//! What the server and its database stand on: records as operators write them, and below them what every part needs. Nothing
//! here knows the database or a request.
//!
//! Each module uses only those above it; of those in one row, only those before it.
//!
//! | module | content |
//! |---|---|
//! | `build_feature` | systems that a build may leave out |
//! | `time`, `encoding`, `random`, `json`, `panics`, `regular_file` | what several parts need |
//! | `reference_number` | how people name a feedback |
//! | `null_character`, `invisible`, `folding`, `name_key`, `words`, `placeholders`, `languages` | texts: what cannot be stored, what nobody sees, what a search compares, which names are one, their words, what is filled in, what the server shows |
//! | `tag` | how staff sort feedback |
//! | `masking` | hides personal data in answers |
//! | `operating_hours` | whether a node is open |
//! | `secret_source`, `signatures` | secrets of records; signatures of links and attributes |
//! | `this_machine` | whether a host is this machine |
//! | `telemetry` | metrics and traces, for operators |
//! | `rights`, `roles`, `code_limits` | what staff may do, and in which role; how often verification codes are sent |
//! | `input` | what everything that reads input shares: faults, bounds of JSON, idempotency keys |
//! | `records` | flows, nodes and widgets as operators write them: reading and checking |
//! | `customers` | what is known about visitors, claimed or proven |

pub mod build_feature;
pub mod code_limits;
pub mod customers;
pub mod encoding;
pub mod folding;
pub mod input;
pub mod invisible;
pub mod json;
pub mod languages;
pub mod masking;
pub mod name_key;
pub mod null_character;
pub mod operating_hours;
pub mod panics;
pub mod placeholders;
pub mod random;
pub mod records;
pub mod reference_number;
pub mod regular_file;
pub mod rights;
pub mod roles;
pub mod secret_source;
pub mod signatures;
pub mod tag;
pub mod telemetry;
#[cfg(test)]
mod test_data;
pub mod this_machine;
pub mod time;
pub mod words;
