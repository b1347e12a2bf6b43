//! A PostgreSQL that is down or hangs, and one that demands TLS.

use crate::certificates::make_authority;
use crate::client::Client;
use crate::database::is_postgres;
use crate::deadline::until;
use crate::faults::{Health, SERVE, accepted, answered_in_time, assert_refused, refused_in_time};
use crate::postgres::Postgres;
use crate::process::{ServerProcess, printed, pulsen, run};
use crate::server::{RECORDS, client, feedbacks};
use std::process::Command;

fn with_address(address: &str, arguments: &[&str]) -> Command {
    let mut command = pulsen();
    command.args(arguments).env("PULSEN_DATABASE", address);
    command
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgresql_that_is_down_refuses_requests_until_it_is_back() {
    if !is_postgres() {
        return;
    }
    let postgres = Postgres::start();
    let address = postgres.address();
    printed(&mut with_address(&address, &["import", RECORDS]));
    let token = printed(&mut with_address(&address, &["staff-token", "tests"]));
    let server = ServerProcess::spawn(&mut with_address(&address, &SERVE));
    let client = client();
    let health = Health::new(&client, &server.address);
    let before = accepted(1, &client, &server.address).await;

    postgres.stop();
    for _ in 0..3 {
        assert_all_refused(&client, &server).await;
    }
    answered_in_time(async || assert_eq!(health.both().await, (200, 503))).await;

    postgres.restart();
    until("the server is ready", async || health.both().await == (200, 200)).await;
    let again = accepted(1, &client, &server.address).await;
    assert_eq!(again, before, "the repeat of an acknowledged one");
    accepted(2, &client, &server.address).await;
    assert_eq!(feedbacks(&client, &server.address, &token).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hanging_postgresql_refuses_requests_until_it_recovers() {
    if !is_postgres() {
        return;
    }
    let postgres = Postgres::start();
    let address = postgres.address();
    printed(&mut with_address(&address, &["import", RECORDS]));
    let token = printed(&mut with_address(&address, &["staff-token", "tests"]));
    let server = ServerProcess::spawn(&mut with_address(&address, &SERVE));
    let client = client();
    let health = Health::new(&client, &server.address);
    accepted(0, &client, &server.address).await;

    postgres.freeze();
    // Many at once, then one after the other: anyone who comes later finds the connections hanging.
    refused_in_time(1..40, &client, &server.address).await;
    for _ in 0..3 {
        assert_all_refused(&client, &server).await;
    }
    answered_in_time(async || assert_eq!(health.both().await, (200, 503))).await;

    postgres.thaw();
    // The connections that hung are replaced meanwhile.
    accepted(1, &client, &server.address).await;
    until("the server is ready", async || health.both().await == (200, 200)).await;
    for visitor in 0..40 {
        accepted(visitor, &client, &server.address).await;
    }
    assert_eq!(
        feedbacks(&client, &server.address, &token).await.len(),
        40,
        "each once"
    );
}

/// Asserts that a write and a read are refused in time.
async fn assert_all_refused(client: &Client, server: &ServerProcess) {
    refused_in_time(2..3, client, &server.address).await;
    answered_in_time(async || {
        let node = client.get(format!("{}/v1/nodes/door", server.address));
        assert_refused(node.send().await.unwrap()).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_address_of_postgresql_decides_about_tls() {
    if !is_postgres() {
        return;
    }
    let postgres = Postgres::start();
    let authority = postgres.demand_tls();
    let folder = tempfile::tempdir().unwrap();
    let other = make_authority(folder.path(), "other");
    let address = |mode: &str| format!("{}?sslmode={mode}", postgres.address());
    let verified = |authority: &std::path::Path| {
        format!("{}&sslrootcert={}", address("verify-full"), authority.display())
    };
    printed(&mut with_address(&verified(&authority), &["import", RECORDS]));
    printed(&mut with_address(&address("require"), &["import", RECORDS]));
    let server = ServerProcess::spawn(&mut with_address(&verified(&authority), &SERVE));
    accepted(1, &client(), &server.address).await;
    server.terminate();
    for (refused, reason) in [
        (address("disable"), "no encryption"),
        (address("verify-full"), "certificate"),
        (verified(&other), "certificate"),
    ] {
        let (code, _, errors) = run(&mut with_address(&refused, &SERVE));
        assert_eq!(code, 1, "{refused}");
        assert!(errors.contains(reason), "{refused}: {errors}");
    }
}
