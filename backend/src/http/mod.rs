//! The HTTP side: routes on one page ([`router`]), handlers by the nouns of their addresses, and what they share.

mod body;
mod chat_access;
mod message_body;
mod own_origin;
mod problem;
mod query;
mod request_log;
mod router;
mod routes;
mod security;
mod staff;
mod state;

pub(crate) use router::router;
pub(crate) use state::App;
