//! The Pulsen server: takes feedback in, checks it with the same engine that the browser ran, stores it, and serves
//! the pages and configuration that visitors need.
//!
//! | module | what it holds |
//! |---|---|
//! | [`cli`] | the commands of the binary `pulsen` |
//! | [`Server`] | a bound, ready server and its orderly end |
//! | `http` | the routes, what they share, and the problem documents |
//! | `pages` | the HTML of the link pages: template, boot data, preloads, policy |
//! | `chat` | what the participants of a chat see |
//! | `live` | what is told to those who watch a chat |
//! | `loader` | the script of host pages, with a widget's configuration in it |
//! | `feedback` | a submission from bytes to something that may be stored |
//! | `masking` | hides personal data in answers |
//! | `operating_hours` | whether a node is open at a moment |
//! | `records` | nodes, widgets and flows as files |
//! | `store` | everything that touches the database; the only place with SQL |
//!
//! No rule about flows lives here: what an answer may be, and which page follows, is the engine's.

mod assets;
mod chat;
pub mod cli;
mod feedback;
mod flows;
mod http;
mod json;
mod live;
mod loader;
mod masking;
mod operating_hours;
mod pages;
mod random;
mod records;
mod server;
mod staff_token;
mod store;
#[cfg(test)]
mod test_data;
mod time;

pub use assets::Assets;
pub use server::{Server, ServerError, Settings};
