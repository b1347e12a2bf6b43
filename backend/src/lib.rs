//! The Pulsen server: it serves pages and configuration to visitors, checks the feedback that they submit with the same
//! engine that ran in the browser, and stores it.
//!
//! It stands on two crates of its own: `base` (records as operators write them, and below them what every part needs) and
//! `store` (the database, the only place with SQL). Here each module uses only those above it; of those in one row, only those
//! before it.
//!
//! | module | content |
//! |---|---|
//! | `build_features` | what is in this build, and what it leaves out |
//! | `finding`, `condition` | what was found about a server, and what to do; the codes by which programs know it |
//! | `revision_life` | how long superseded revisions may be answered |
//! | `server_address`, `shares` | where the server is reached; what clients share |
//! | `outgoing` | calls to addresses that the operator has configured |
//! | `assets`, `documents` | the built files of widget, loader and console; pages, scripts and definitions in memory |
//! | `connections`, `disk_room` | accepts connections, bounded in number and in time; the room on the server's disks |
//! | `connectors` | looks up what follows from an answer in other systems |
//! | `text_messages` | text messages to phones, through the operator's gateway |
//! | `loader` | the script for host pages, with a widget's configuration in it |
//! | `console` | the page of the console, with its policy |
//! | `server_key`, `keyed_hash` | keys of the server, each for one purpose; hashes under them |
//! | `flows` | flows as the server uses them: parsed and cached |
//! | `uploads` | files that visitors upload, from the first byte to the storage |
//! | `background` | work beside requests, in rounds |
//! | `counters` | how often flows are shown, opened and started |
//! | `redis` | what the servers of one database share besides it |
//! | `rate_limits`, `bounds`, `admission` | how often a client may ask; what clients may cost; what must be free before a request is answered |
//! | `phone_verification` | proves that a phone number is the visitor's |
//! | `chat` | a chat as its participants see it |
//! | `pages` | the HTML of pages: template, boot data, preloads, content security policy |
//! | `staff` | how staff are known, and what they see |
//! | `feedback` | submissions: parsing and checking before they are stored |
//! | `erasure` | carries out orders to erase what is known about somebody |
//! | `live` | live updates for those who watch a chat |
//! | `mail` | mails that tell customers of replies in their chats |
//! | `accounts` | how people prove who they are |
//! | `editing` | records and drafts as staff change them |
//! | `webhooks` | tells other systems what happens |
//! | `results` | answers: their index, exports, summaries, live results |
//! | `application` | the state that the handlers of requests share |
//! | `http` | routes, their shared parts, and problem documents |
//! | [`Server`] | a running server: start and graceful shutdown |
//! | `dev` | what `pulsen dev` lays around a server: pages that reload |
//! | `backup`, `doctor`, `templates` | backups of a data folder; looks at everything that a server needs; records to begin with |
//! | [`cli`] | the commands of the binary `pulsen` |
//!
//! The engine owns every rule about flows, such as which answers are valid and which page follows.

mod accounts;
mod admission;
mod application;
mod assets;
mod background;
mod backup;
mod bounds;
mod build_features;
mod chat;
pub mod cli;
mod condition;
mod connections;
mod connectors;
mod console;
mod counters;
mod dev;
mod disk_room;
mod doctor;
mod documents;
mod editing;
mod erasure;
mod feedback;
mod finding;
mod flows;
mod http;
mod keyed_hash;
mod live;
mod loader;
mod mail;
mod outgoing;
mod pages;
mod phone_verification;
mod rate_limits;
#[cfg(feature = "redis")]
mod redis;
#[cfg(not(feature = "redis"))]
#[path = "redis/absent.rs"]
mod redis;
mod results;
mod revision_life;
mod server;
mod server_address;
mod server_key;
mod shares;
mod staff;
mod templates;
mod text_messages;
mod uploads;
mod webhooks;

pub use accounts::{SingleSignOnSetting, SingleSignOnSettingError};
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
pub use store::{DatabaseAddress, DatabaseAddressError, DatabaseTimeouts};
pub use text_messages::{TextMessageSetting, TextMessageSettingError};
pub use uploads::{
    FilesAddress, FilesAddressError, ScannerAddress, ScannerAddressError, UploadChecks, UploadLimits,
};
pub use webhooks::WebhookSetting;
