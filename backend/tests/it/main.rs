//! The server from outside: real requests over real sockets, and the real binary. One program, so it links once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails loudly is a good test, and this is nothing but tests"
)]

mod chat;
mod chat_cli;
mod chat_durability;
mod cli;
mod durability;
mod live;
mod log;
mod pages;
mod process;
mod routes;
mod server;
mod submission;
