//! Tests of the server from outside, with real requests over real sockets, and of the real binary. They are one program,
//! so that it is linked once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails loudly is a good test, and this is nothing but tests"
)]

mod backup;
mod base_path;
mod certificates;
mod chat;
mod chat_cli;
mod chat_durability;
mod check;
mod check_against;
mod check_fix;
mod cli;
mod client;
mod closed_pipe;
mod convert;
mod database;
mod deadline;
mod description;
mod dev;
mod doctor;
mod drain;
mod durability;
mod erasure;
mod faults;
mod fill_demo;
mod first_paint;
mod first_view;
mod flood;
mod flood_of_strangers;
mod fmt;
mod identity_provider;
mod import;
mod import_connectors;
mod import_files;
mod import_redirects;
mod kept_files;
mod limits;
mod live;
mod live_feedback;
mod live_inbox;
mod live_presence;
mod live_signals;
mod live_websocket;
mod log;
mod mail_server;
mod mails;
mod mails_faults;
mod mails_limits;
mod mails_seen;
mod mails_stopping;
mod metrics;
mod migrations;
mod move_database;
mod new;
mod pages;
mod person;
mod postgres;
mod postgres_faults;
mod process;
mod proxy;
mod publish_durability;
mod records;
mod records_remote;
mod records_shared;
mod rivals;
mod routes;
mod s3;
mod scanner;
mod schemas;
mod server;
mod slow_bodies;
mod socket;
mod streaming_proxy;
mod submission;
mod target;
mod text_message_gateway;
mod traces;
mod upload;
mod uploads;
mod webhook_cli;
mod webhook_examples;
mod webhook_receiver;
mod webhooks;
mod webhooks_faults;
mod webhooks_replays;
mod webhooks_servers;
