//! `pulsen sign-attributes`.

use super::error::CommandError;
use super::public_server::{Answer, ask};
use super::signed_fields::{parse_customer, parse_object};
use crate::server_address::ServerAddress;
use base::signatures::{AttributeClaims, MIN_SECRET_LENGTH, Secrets, has_long_life};
use base::time::now;
use clap::Args;
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::process::ExitCode;

const SECONDS_PER_HOUR: u64 = 60 * 60;

/// Print signed attributes of a visitor, as a host's server makes them.
#[derive(Debug, Args)]
pub(super) struct SignAttributes {
    /// The widget that the attributes are for.
    #[arg(value_name = "CODE")]
    code: String,

    /// File with the widget's secret; white space around it is ignored.
    #[arg(long, value_name = "FILE")]
    secret_file: PathBuf,

    /// Hours until the signature expires.
    #[arg(long, value_name = "HOURS", default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..))]
    hours: u16,

    /// What the host says about the visitor, as a JSON object.
    #[arg(long, value_name = "JSON", default_value = "{}", value_parser = parse_object)]
    attributes: Map<String, Value>,

    /// Who the visitor is, as a JSON object with the fields of docs/api.md#customers.
    #[arg(long, value_name = "JSON", default_value = "{}", value_parser = parse_customer)]
    customer: Map<String, Value>,

    /// Address of the server. If it answers, the widget must be one of its own.
    #[arg(
        long,
        value_name = "URL",
        env = "PULSEN_SERVER",
        default_value = "http://127.0.0.1:8080"
    )]
    server: ServerAddress,
}

impl SignAttributes {
    /// Prints only the signature on standard output, so that a script can read it.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let file = &self.secret_file;
        let unusable = |reason: String| CommandError::from(format!("{}: {reason}", file.display()));
        let secret = std::fs::read_to_string(file).map_err(|error| unusable(error.to_string()))?;
        let secret = secret.trim();
        if secret.len() < MIN_SECRET_LENGTH {
            return Err(unusable(format!(
                "a secret needs at least {MIN_SECRET_LENGTH} bytes"
            )));
        }
        match ask(&self.server, &["v1", "web_widgets", "code", &self.code], &[]) {
            Answer::Missing => return Err(format!("{} has no widget `{}`", self.server, self.code).into()),
            Answer::Found(_) => {}
            Answer::None(reason) => {
                eprintln!("pulsen: the widget was not looked up: {}: {reason}", self.server);
            }
        }
        let seconds = u64::try_from(now() / 1000).unwrap_or_default();
        let claims = AttributeClaims {
            exp: seconds + u64::from(self.hours) * SECONDS_PER_HOUR,
            nbf: None,
            attributes: self.attributes,
            customer: self.customer,
        };
        if has_long_life(claims.exp) {
            eprintln!(
                "warning: these attributes are valid for more than a year, and only another secret ends that before; sign them for a shorter time with --hours"
            );
        }
        let signature = Secrets::one(secret).sign(&self.code, &claims);
        println!("{}", signature.map_err(|error| unusable(error.to_string()))?);
        Ok(ExitCode::SUCCESS)
    }
}
