//! A PostgreSQL that is down or hangs, and one that demands TLS.

use crate::certificates::make_authority;
use crate::client::Client;
use crate::database::is_postgres;
use crate::deadline::until;
use crate::faults::{BOUND, Health, SERVE, assert_refused, submit};
use crate::postgres::Postgres;
use crate::process::{ServerProcess, printed, pulsen, run};
use crate::server::{RECORDS, client, feedbacks};
use serde_json::Value;
use std::process::Command;
use std::time::Instant;
use tokio::task::JoinSet;

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
    let before: Value = submit(1, &client, &server.address).await.json().await.unwrap();

    postgres.stop();
    for _ in 0..3 {
        assert_all_refused(&client, &server).await;
    }
    assert_eq!(health.both().await, (200, 503));

    postgres.restart();
    assert_eq!(health.both().await, (200, 200));
    let again: Value = submit(1, &client, &server.address).await.json().await.unwrap();
    assert_eq!(again, before, "the repeat of an acknowledged one");
    assert_eq!(submit(2, &client, &server.address).await.status(), 200);
    assert_eq!(feedbacks(&client, &server.address, &token).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgresql_that_hangs_refuses_requests_until_it_goes_on() {
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
    assert_eq!(submit(0, &client, &server.address).await.status(), 200);

    postgres.freeze();
    // Many at once, then one after the other: whoever comes later finds the connections hanging.
    let mut visitors = JoinSet::new();
    for visitor in 1..40 {
        let request = submit(visitor, &client, &server.address);
        visitors.spawn(async move {
            let began = Instant::now();
            (request.await, began.elapsed())
        });
    }
    while let Some(refused) = visitors.join_next().await {
        let (response, waited) = refused.unwrap();
        assert_refused(response).await;
        assert!(waited < BOUND, "{waited:?}");
    }
    for _ in 0..3 {
        assert_all_refused(&client, &server).await;
    }
    assert_eq!(health.both().await, (200, 503));

    postgres.thaw();
    // The connections that hung are replaced meanwhile.
    until("writes go on", async || {
        submit(1, &client, &server.address).await.status() == 200
    })
    .await;
    until("the server is ready", async || health.both().await == (200, 200)).await;
    for visitor in 0..40 {
        assert_eq!(submit(visitor, &client, &server.address).await.status(), 200);
    }
    assert_eq!(
        feedbacks(&client, &server.address, &token).await.len(),
        40,
        "each once"
    );
}

/// Asserts that a write and a read are refused in time.
async fn assert_all_refused(client: &Client, server: &ServerProcess) {
    let began = Instant::now();
    assert_refused(submit(2, client, &server.address).await).await;
    assert!(began.elapsed() < BOUND, "{:?}", began.elapsed());
    let began = Instant::now();
    let node = client.get(format!("{}/v1/nodes/door", server.address));
    assert_refused(node.send().await.unwrap()).await;
    assert!(began.elapsed() < BOUND, "{:?}", began.elapsed());
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
    assert_eq!(submit(1, &client(), &server.address).await.status(), 200);
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
