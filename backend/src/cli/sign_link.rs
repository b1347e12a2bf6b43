//! `pulsen sign-link`.

use super::error::CommandError;
use super::public_server::{Answer, ask};
use super::signed_fields::parse_customer;
use crate::server_address::ServerAddress;
use base::signatures::{LinkClaims, PrivateKey, has_long_life};
use base::time::now;
use clap::Args;
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::process::ExitCode;

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

/// Print a signed link to a node's page.
#[derive(Debug, Args)]
pub(super) struct SignLink {
    /// The node whose `public_key` belongs to the key.
    #[arg(value_name = "NODE")]
    node_id: String,

    /// File with the private key: PEM (PKCS #8) for Ed25519, P-256 or RSA.
    #[arg(long, value_name = "FILE")]
    key: PathBuf,

    /// Days until the link expires.
    #[arg(long, value_name = "DAYS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    days: u16,

    /// What is known of the customer who gets the link, as a JSON object with the fields of docs/api.md#customers.
    #[arg(long, value_name = "JSON", default_value = "{}", value_parser = parse_customer)]
    customer: Map<String, Value>,

    /// Address of the server. If it answers, the link is tried: one that it does not take is not printed.
    #[arg(
        long,
        value_name = "URL",
        env = "PULSEN_SERVER",
        default_value = "http://127.0.0.1:8080"
    )]
    server: ServerAddress,
}

impl SignLink {
    /// Prints only the link on standard output, so that a script can read it.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let Self {
            node_id,
            key,
            days,
            customer,
            server,
        } = self;
        let unusable = |reason: String| CommandError::from(format!("{}: {reason}", key.display()));
        let pem = std::fs::read_to_string(&key).map_err(|error| unusable(error.to_string()))?;
        let private_key = PrivateKey::parse(&pem).map_err(|error| unusable(error.to_string()))?;
        let seconds = u64::try_from(now() / 1000).unwrap_or_default();
        let claims = LinkClaims {
            node_id,
            exp: seconds + u64::from(days) * SECONDS_PER_DAY,
            nbf: None,
            customer,
        };
        if has_long_life(claims.exp) {
            eprintln!(
                "warning: this link is valid for more than a year, and only another key ends it before; sign it for a shorter time with --days"
            );
        }
        let signature = private_key
            .sign(&claims)
            .map_err(|error| unusable(error.to_string()))?;
        try_link(&server, &claims.node_id, &signature)?;
        let mut link = server.at("/feedback");
        link.query_pairs_mut()
            .append_pair("node_id", &claims.node_id)
            .append_pair("signature", &signature);
        println!("{link}");
        Ok(ExitCode::SUCCESS)
    }
}

/// Asks the server what it makes of the signature. A server that does not answer may still take it later.
///
/// # Errors
/// The server does not know the node, or the signature is not valid for it.
fn try_link(server: &ServerAddress, node_id: &str, signature: &str) -> Result<(), CommandError> {
    match ask(server, &["v1", "nodes", node_id], &[("signature", signature)]) {
        Answer::Missing => Err(format!("{server} has no node `{node_id}`").into()),
        Answer::Found(node) if node.get("signature_valid") == Some(&Value::Bool(false)) => Err(format!(
            "{server} does not take the signature: the key is none of the node's `public_key`, or the clocks differ"
        )
        .into()),
        Answer::Found(_) => Ok(()),
        Answer::None(reason) => {
            eprintln!("pulsen: the link was not tried: {server}: {reason}");
            Ok(())
        }
    }
}
