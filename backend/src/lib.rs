//! The Pulsen server: it serves pages and configuration to visitors, checks the feedback that they submit with the same
//! engine that ran in the browser, and stores it.
//!
//! | module | content |
//! |---|---|
//! | [`cli`] | the commands of the binary `pulsen` |
//! | [`Server`] | a running server: start and graceful shutdown |
//! | `backup` | backups of a data folder, and how they come back |
//! | `bounds` | what clients may cost |
//! | `connections` | accepts connections, bounded in number and in time |
//! | `connectors` | looks up what follows from an answer in other systems |
//! | `http` | routes, their shared parts, and problem documents |
//! | `pages` | the HTML of pages: template, boot data, preloads, content security policy |
//! | `disk_room` | the room that is left on the server's disks |
//! | `doctor` | looks at everything that a server needs |
//! | `documents` | pages, scripts and definitions in memory, each made and compressed once |
//! | `assets` | the built files of widget and loader |
//! | `chat` | a chat as its participants see it |
//! | `customers` | what is known about visitors, claimed or proven |
//! | `live` | live updates for those who watch a chat |
//! | `loader` | the script for host pages, with a widget's configuration in it |
//! | `redis` | what the servers of one database share besides it |
//! | `regular_file` | reads files that others may have put there |
//! | `rate_limits` | how often an address, a device and a chat may ask |
//! | `feedback` | submissions: parsing and checking before they are stored |
//! | `masking` | hides personal data in answers |
//! | `null_character` | replaces a character that cannot be stored |
//! | `operating_hours` | whether a node is open at a moment |
//! | `outgoing` | calls to addresses that the operator has configured |
//! | `panics` | what the log says of a panic |
//! | `phone_verification` | proves that a phone number is the visitor's: codes, their limits, proofs |
//! | `records` | flows, nodes and widgets as operators write them: reading and checking |
//! | `revision_life` | how long submissions may answer superseded revisions |
//! | `flows` | flows as the server uses them: parsed and cached |
//! | `folding` | texts as a search compares them |
//! | `secret_source` | secrets of records: written out, or in the environment |
//! | `uploads` | files that visitors upload, from the first byte to the storage |
//! | `mail` | mails that tell customers of replies in their chats |
//! | `webhooks` | tells other systems what happens |
//! | `text_messages` | text messages to phones, through the operator's gateway |
//! | `erasure` | carries out orders to erase what is known about somebody |
//! | `shares` | what all clients share, and how much of it one may have |
//! | `server_address` | where a server is reached: its origin, and the path that it serves below |
//! | `staff` | how staff are known, and what they see |
//! | `this_machine` | whether a host is this machine |
//! | `telemetry` | metrics and traces, for operators |
//! | `store` | the database; the only place with SQL |
//!
//! The engine owns every rule about flows, such as which answers are valid and which page follows.

mod assets;
mod backup;
mod bounds;
mod chat;
pub mod cli;
mod connections;
mod connectors;
mod customers;
mod disk_room;
mod doctor;
mod documents;
mod encoding;
mod erasure;
mod feedback;
mod flows;
mod folding;
mod http;
mod json;
mod keyed_hash;
mod languages;
mod live;
mod loader;
mod mail;
mod masking;
mod null_character;
mod operating_hours;
mod outgoing;
mod pages;
mod panics;
mod phone_verification;
mod random;
mod rate_limits;
mod records;
mod redis;
mod regular_file;
mod results;
mod revision_life;
mod secret_source;
mod server;
mod server_address;
mod server_key;
mod shares;
mod signatures;
mod staff;
mod store;
mod telemetry;
#[cfg(test)]
mod test_data;
mod text_messages;
mod this_machine;
mod time;
mod uploads;
mod webhooks;

pub use assets::Assets;
pub use bounds::{BodyLimits, Bounds};
pub use connections::{ConnectionLimits, TrustedProxies};
pub use mail::{MailSetting, MailSettingError};
pub use rate_limits::{Rates, StoredBytes};
pub use redis::{RedisAddress, RedisAddressError};
pub use revision_life::RevisionLife;
#[cfg(feature = "bench")]
pub use server::serve_socket_echo;
pub use server::{Server, ServerError, Settings};
pub use server_address::{ServerAddress, ServerAddressError};
pub use server_key::{PreviousSecret, Secrets};
pub use store::{DatabaseAddress, DatabaseAddressError, Patience};
pub use text_messages::{TextMessageSetting, TextMessageSettingError};
pub use uploads::{
    FilesAddress, FilesAddressError, ScannerAddress, ScannerAddressError, UploadChecks, UploadLimits,
};
pub use webhooks::WebhookSetting;
