//! `pulsen staff-token`.

use super::data_option::DataOption;
use super::error::CommandError;
use super::plain_text::one_line;
use crate::accounts::{NameFault, TOKEN_OPERATOR, staff_name};
use crate::staff::{DEFAULT_DAYS, MOST_DAYS, avatar, expiry, hash_token, new_token};
use base::rights::Right;
use base::time::{Millis, now, to_rfc3339};
use clap::Args;
use std::process::ExitCode;
use store::{ActBy, NewStaffToken, NodeScope, StaffTokenRow};

/// Creates a token for the staff API and prints it, this once: only its hash is stored.
#[derive(Debug, Args)]
pub(super) struct StaffToken {
    /// The name of a member of staff, under which customers see their messages and the token can be revoked.
    #[arg(value_name = "NAME", required_unless_present = "list", value_parser = token_name)]
    name: Option<String>,

    /// Days until the token expires, at most 366.
    #[arg(long, value_name = "DAYS", env = "PULSEN_TOKEN_DAYS", default_value_t = DEFAULT_DAYS, value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_DAYS)))]
    days: u16,

    /// The nodes that the token is for, separated by commas. Without it, all nodes, also later ones.
    #[arg(long, value_name = "NODE,…", value_delimiter = ',', value_parser = clap::builder::NonEmptyStringValueParser::new())]
    nodes: Vec<String>,

    /// What the token allows, separated by commas: `read` shows feedback and chats, `chat` writes and acts in chats, `edit`
    /// changes records and drafts, `export` takes data out, `manage` changes what holds for everybody and erases.
    #[arg(
        long,
        value_name = "RIGHT,…",
        value_delimiter = ',',
        default_value = "read,chat,edit,export,manage"
    )]
    rights: Vec<Right>,

    /// Address of a picture that customers see beside the name, beginning with https://.
    #[arg(long, value_name = "URL", value_parser = avatar)]
    avatar: Option<String>,

    /// Revoke the token of that name instead.
    #[arg(long, conflicts_with_all = ["nodes", "rights", "avatar", "list"])]
    revoke: bool,

    /// List all tokens instead: name, whether it is in force, nodes, rights, when it was created, expires and was
    /// used last.
    #[arg(long, conflicts_with_all = ["name", "nodes", "rights", "avatar"])]
    list: bool,

    #[command(flatten)]
    data: DataOption,
}

impl StaffToken {
    /// Prints only the token, or the list, on standard output, so that a script can read it.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        // Without a name the list is wanted.
        let Some(name) = self.name else {
            let tokens = self.data.with_store(async |store| store.staff_tokens().await)?;
            let now = now();
            for token in &tokens {
                println!("{}", line(token, now));
            }
            return Ok(ExitCode::SUCCESS);
        };
        let by = ActBy {
            staff: TOKEN_OPERATOR.into(),
            at: now(),
        };
        if self.revoke {
            self.data
                .with_store(async |store| store.revoke_staff_token(&name, &by).await)?;
            eprintln!("the token `{name}` is revoked");
            return Ok(ExitCode::SUCCESS);
        }
        let token = new_token()?;
        let expires_at = expiry(by.at, self.days);
        let new = NewStaffToken {
            name: name.clone(),
            hash: hash_token(&token),
            nodes: if self.nodes.is_empty() {
                NodeScope::All
            } else {
                NodeScope::Only(self.nodes.into_iter().collect())
            },
            rights: self.rights.into_iter().collect(),
            avatar: self.avatar,
            expires_at,
        };
        self.data
            .with_store(async |store| store.add_staff_token(new, &by).await)?;
        println!("{token}");
        eprintln!(
            "the token `{name}` is shown this once; it expires on {}",
            to_rfc3339(expires_at)
        );
        Ok(ExitCode::SUCCESS)
    }
}

fn line(token: &StaffTokenRow, now: Millis) -> String {
    let state = match token.revoked_at {
        Some(_) => "revoked",
        None if token.expires_at <= now => "expired",
        None => "in force",
    };
    let nodes = match &token.member.nodes {
        NodeScope::All => "all nodes".to_owned(),
        NodeScope::Only(nodes) => nodes.iter().map(String::as_str).collect::<Vec<_>>().join(","),
    };
    let last_used = token
        .last_used_at
        .map_or("never used".into(), |at| format!("used {}", to_rfc3339(at)));
    [
        one_line(&token.member.name),
        state.into(),
        one_line(&nodes),
        token.member.rights.to_string(),
        format!("created {}", to_rfc3339(token.created_at)),
        format!("expires {}", to_rfc3339(token.expires_at)),
        last_used,
    ]
    .join("\t")
}

/// Checks the name of a member of staff, under which the token can be revoked.
fn token_name(text: &str) -> Result<String, NameFault> {
    staff_name(text).map(str::to_owned)
}
