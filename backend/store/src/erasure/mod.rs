//! Erases what is known about somebody (docs/deletion.md).
//!
//! | module | content |
//! |---|---|
//! | `tables` | every table of the database, and what of it belongs to a feedback, a device or a customer |
//! | `removal` | removes a few feedbacks, chats or other rows in a transaction |
//! | `requests` | orders to erase: kept until they are carried out |
//! | `step` | the job that erases the next part of an order |
//! | `named_customers` | customers by the id that their host gives them |
//! | `contacts` | finds a person by an e-mail address or a telephone number |
//! | `erased_files` | by which order files are erased |
//! | `held`, `held_parts` | everything that is held about somebody |
//! | `device_search` | finds the device that a hash represents |
//! | `retention` | the job that erases what is older than its node keeps it |
//! | `reads`, `writes` | methods of the store |
//! | `erased_chats` | chats that are gone, for those who still ask for them |
//! | `wiping` | removes what is deleted from the files of the database |

mod contacts;
mod device_search;
mod erased_chats;
mod erased_files;
mod held;
mod held_parts;
mod named_customers;
mod reads;
mod removal;
mod requests;
mod retention;
mod step;
mod tables;
#[cfg(test)]
mod tests;
mod wiping;
mod writes;

pub use contacts::Contact;
pub use held::{HeldRow, Holder};
pub use held_parts::HeldParts;
pub use reads::ErasurePlace;
pub use requests::{Erasure, ErasureKind, ErasureSubject, NewErasure};
pub use retention::{Aged, RetentionStep};
pub use step::{ErasureStep, StepOutcome};
pub(crate) use tables::tables_by_reference;
