//! `pulsen staff-token`.

use super::data_option::DataOption;
use super::error::CommandError;
use super::plain_text::one_line;
use crate::accounts::{NameFault, OPERATOR};
use crate::staff::{hash_token, new_token};
use base::rights::Right;
use base::time::{DAY, Millis, now, to_rfc3339};
use clap::Args;
use std::process::ExitCode;
use store::{NewStaffToken, NodeScope, StaffTokenRow};
use url::Url;

/// For how many days a token may be valid. What nobody remembers should end.
const MOST_DAYS: i64 = 366;

/// Longest address of a picture, in bytes.
const AVATAR_LENGTH: usize = 2_048;

/// Creates a token for the staff API and prints it, this once: only its hash is stored.
#[derive(Debug, Args)]
pub(super) struct StaffToken {
    /// The name of a member of staff, under which customers see their messages and the token can be revoked.
    #[arg(value_name = "NAME", required_unless_present = "list", value_parser = token_name)]
    name: Option<String>,

    /// Days until the token expires, at most 366.
    #[arg(long, value_name = "DAYS", env = "PULSEN_TOKEN_DAYS", default_value_t = 90, value_parser = clap::value_parser!(u16).range(1..=MOST_DAYS))]
    days: u16,

    /// The nodes that the token is for, separated by commas. Without it, all nodes, also later ones.
    #[arg(long, value_name = "NODE,…", value_delimiter = ',', value_parser = clap::builder::NonEmptyStringValueParser::new())]
    nodes: Vec<String>,

    /// What the token allows, separated by commas: `read` shows feedback and chats, `chat` writes and acts in chats, `export` takes
    /// data out, `manage` changes what holds for everybody and erases.
    #[arg(
        long,
        value_name = "RIGHT,…",
        value_delimiter = ',',
        default_value = "read,chat,export,manage"
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
        if self.revoke {
            self.data
                .with_store(async |store| store.revoke_staff_token(&name).await)?;
            eprintln!("the token `{name}` is revoked");
            return Ok(ExitCode::SUCCESS);
        }
        let token = new_token()?;
        let expires_at = now() + Millis::from(self.days) * DAY;
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
            .with_store(async |store| store.add_staff_token(new).await)?;
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
fn token_name(text: &str) -> Result<String, String> {
    if text.trim().is_empty() || text.chars().any(char::is_control) {
        return Err("a name is expected, on one line".into());
    }
    if text == OPERATOR {
        return Err(NameFault::Reserved.to_string());
    }
    Ok(text.into())
}

/// Checks the address of a picture, which browsers of customers will load.
fn avatar(text: &str) -> Result<String, String> {
    let url: Url = text.parse().map_err(|error| format!("{error}"))?;
    if url.scheme() != "https" || !url.username().is_empty() || url.password().is_some() {
        return Err(
            "an address that begins with https://, without user name and password, is expected".into(),
        );
    }
    if text.len() > AVATAR_LENGTH {
        return Err(format!("at most {AVATAR_LENGTH} bytes are expected"));
    }
    Ok(url.into())
}

#[cfg(test)]
mod tests {
    use super::{avatar, token_name};

    #[test]
    fn a_token_has_a_name_on_one_line() {
        assert_eq!(token_name("Ann Ö.").unwrap(), "Ann Ö.");
        for wrong in ["", "  ", "Ann\n", "pulsen user"] {
            assert!(token_name(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn pictures_are_loaded_over_https() {
        assert_eq!(
            avatar("https://a.example/ü.png").unwrap(),
            "https://a.example/%C3%BC.png"
        );
        for wrong in [
            "http://a.example/",
            "https://me@a.example/",
            "javascript:alert(1)",
            "a.png",
        ] {
            assert!(avatar(wrong).is_err(), "{wrong}");
        }
    }
}
