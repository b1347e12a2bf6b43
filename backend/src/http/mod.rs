//! The HTTP interface: all routes in [`router`], their handlers in `routes`, and what the handlers share.

mod accounts_router;
mod admit;
mod base_path;
mod body;
mod changes_cursor;
mod chat_access;
mod chat_email_state;
mod compression;
mod device_id;
mod error_pages;
mod failures;
mod feedback_query;
mod fields_body;
mod file_form;
mod flow_target;
mod form;
mod held_chats;
mod list;
mod look_up_body;
mod message_body;
mod one_host;
mod openapi;
mod own_address;
mod path;
mod problem;
mod query;
mod query_names;
mod request_log;
mod router;
mod routes;
mod security;
mod session_cookie;
mod signed_in;
mod socket_origin;
mod staff_access;
mod staff_credentials;
mod staff_rights;
mod staff_router;
mod upload_form;
mod upload_target;
mod webhook_item;

pub(crate) use base_path::{below_base_path, is_usable_base_path};
#[cfg(feature = "bench")]
pub(crate) use router::parse_only_router;
pub(crate) use router::{description, router};
pub(crate) use routes::health::{CLAIMED_ADDRESS, KnownClient, SERVER};
