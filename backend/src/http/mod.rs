//! The HTTP interface: all routes in [`router`], their handlers in `routes`, and what the handlers share.

mod admission;
mod admit;
mod body;
mod chat_access;
mod chat_conflict;
mod chat_email_state;
mod client_address;
mod compression;
mod device_id;
mod error_pages;
mod failures;
pub(crate) mod fault;
mod fields_body;
mod file_form;
mod flow_target;
mod form;
mod held_chats;
pub(crate) mod idempotency_key;
mod json_bounds;
mod list;
mod look_up_body;
mod message_body;
mod own_origin;
mod problem;
mod query;
mod request_log;
mod response_files;
mod router;
mod routes;
mod security;
mod staff_access;
mod staff_router;
mod state;
mod upload_form;
mod upload_target;

pub(crate) use admission::Admission;
pub(crate) use json_bounds::{check_feedback_bounds, check_tree_bounds};
#[cfg(feature = "bench")]
pub(crate) use router::parse_only_router;
pub(crate) use router::router;
pub(crate) use state::AppState;
