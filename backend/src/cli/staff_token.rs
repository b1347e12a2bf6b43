//! `pulsen staff-token`.

use super::data_option::DataOption;
use super::error::CommandError;
use crate::staff_token;
use crate::time::{DAY, Millis, now, to_rfc3339};
use clap::Args;
use std::process::ExitCode;

/// Creates a token for the staff API and prints it, this once: only its hash is stored.
#[derive(Debug, Args)]
pub(super) struct StaffToken {
    /// A name for the token, by which it can be revoked.
    #[arg(value_name = "NAME")]
    name: String,

    /// Days until the token expires.
    #[arg(long, value_name = "DAYS", env = "PULSEN_TOKEN_DAYS", default_value_t = 365, value_parser = clap::value_parser!(u16).range(1..))]
    days: u16,

    /// Revoke the token of that name instead.
    #[arg(long)]
    revoke: bool,

    #[command(flatten)]
    data: DataOption,
}

impl StaffToken {
    /// Prints only the token on standard output, so that a script can read it.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        if self.revoke {
            self.data
                .with_store(async |store| store.revoke_staff_token(&self.name).await)?;
            eprintln!("the token `{}` is revoked", self.name);
            return Ok(ExitCode::SUCCESS);
        }
        let token = staff_token::new_token()?;
        let expires_at = now() + Millis::from(self.days) * DAY;
        self.data.with_store(async |store| {
            store
                .add_staff_token(&self.name, &staff_token::hash(&token), expires_at)
                .await
        })?;
        println!("{token}");
        eprintln!(
            "the token `{}` is shown this once; it expires on {}",
            self.name,
            to_rfc3339(expires_at)
        );
        Ok(ExitCode::SUCCESS)
    }
}
