//! How members of staff are known, and what they see (docs/staff.md).

mod address_hash;
mod device_hash;
mod feedback_item;
mod feedback_reader;
mod inbox_item;
mod network_hash;
mod new_token;
mod note_item;
mod refusals;
mod response_files;
mod token;
mod token_uses;
mod transcript;

pub(crate) use address_hash::AddressHashes;
pub(crate) use device_hash::DeviceHashes;
pub(crate) use feedback_item::{FeedbackItem, FeedbackItems, Texts, told_feedback};
pub(crate) use feedback_reader::FeedbackReader;
pub(crate) use inbox_item::InboxItem;
pub(crate) use network_hash::NetworkHashes;
pub(crate) use new_token::{DEFAULT_DAYS, MOST_DAYS, avatar, expiry};
pub(crate) use note_item::NoteItem;
pub(crate) use refusals::{Caller, StaffRefusal};
pub(crate) use response_files::staff_url;
pub(crate) use token::{hash_token, new_token};
pub(crate) use token_uses::TokenUses;
pub(crate) use transcript::{Transcript, TranscriptFormat};
