//! `pulsen chat` (docs/staff.md#command-line).

use super::chat_image::ChatImage;
use super::chat_list::{Filter, list};
use super::error::CommandError;
use super::output::print_line;
use super::plain_text::{each_line, json_text, one_line};
use super::staff_client::{ServerAccess, StaffClient, retry_for_a_minute};
use base::input::idempotency_key::parse_key;
use base::random::random_uuid;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use tokio::runtime::Runtime;
use uuid::Uuid;

/// Characters of a whole id.
const ID_LENGTH: usize = 44;

/// Chats of a running server, for scripts: staff have the console. A chat is named by its id or by the beginning of it.
#[derive(Debug, Args)]
pub(super) struct Chat {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    access: ServerAccess,
}

#[derive(Debug, Args)]
struct ChatId {
    /// The chat's id, or the beginning of it.
    #[arg(value_name = "ID")]
    id: String,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print chats, most recently changed first: short id, status, node, last change, who has it, unread messages, last message.
    List {
        #[command(flatten)]
        filter: Filter,
    },
    /// Send a message: a text, an image, or both. Retries never store it twice.
    Reply {
        #[command(flatten)]
        chat: ChatId,
        #[arg(value_name = "TEXT", required_unless_present_any = ["canned", "image"])]
        text: Option<String>,
        /// Send this canned reply instead of a text.
        #[arg(long, value_name = "CANNED_ID", conflicts_with = "text")]
        canned: Option<String>,
        /// Send this image with the message: JPEG, PNG, WebP or GIF.
        #[arg(long, value_name = "FILE")]
        image: Option<PathBuf>,
        /// The key of a message whose fate is unknown: it is not stored a second time.
        #[arg(long, value_name = "UUID", value_parser = read_key)]
        key: Option<Uuid>,
    },
    /// Close a chat.
    Close {
        #[command(flatten)]
        chat: ChatId,
    },
    /// Export a chat from beginning to end, with its notes.
    Transcript {
        #[command(flatten)]
        chat: ChatId,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
}

impl Chat {
    /// Fails if the server refuses the call or cannot be reached.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let client = self.access.client()?;
        Runtime::new()?.block_on(self.command.run(&client))?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Command {
    async fn run(self, client: &StaffClient) -> Result<(), CommandError> {
        match self {
            Self::List { filter } => list(client, &filter).await,
            Self::Reply {
                chat,
                text,
                canned,
                image,
                key,
            } => {
                let image = image.as_deref().map(ChatImage::read).transpose()?;
                let text = match canned {
                    Some(id) => canned_reply(client, &id).await?,
                    None => text.unwrap_or_default(),
                };
                reply(client, &chat.find(client).await?, &text, image.as_ref(), key).await
            }
            Self::Close { chat } => close(client, &chat.find(client).await?).await,
            Self::Transcript { chat, json } => transcript(client, &chat.find(client).await?, json).await,
        }
    }
}

impl ChatId {
    /// Returns the whole id of the one chat that begins so.
    async fn find(&self, client: &StaffClient) -> Result<String, CommandError> {
        if self.id.len() >= ID_LENGTH {
            return Ok(self.id.clone());
        }
        let query = [("id_prefix", self.id.as_str()), ("limit", "2")];
        let found = retry_for_a_minute(async || client.inbox(&query).await)
            .await?
            .items;
        match found.as_slice() {
            [chat] => Ok(chat.feedback_id.clone()),
            [] => Err(format!("there is no chat whose id begins with `{}`", one_line(&self.id)).into()),
            [one, other, ..] => Err(format!(
                "several ids begin with `{}`, such as {} and {}: write more of it",
                one_line(&self.id),
                one_line(&one.feedback_id),
                one_line(&other.feedback_id)
            )
            .into()),
        }
    }
}

/// Sends a message, with one key for all tries.
async fn reply(
    client: &StaffClient,
    id: &str,
    text: &str,
    image: Option<&ChatImage>,
    key: Option<Uuid>,
) -> Result<(), CommandError> {
    let key = match key {
        Some(key) => key,
        None => random_uuid()?,
    };
    match retry_for_a_minute(async || client.reply(id, key, text, image).await).await {
        Err(error) if !error.is_temporary() => Err(error.into()),
        Err(error) => Err(format!(
            "{error}. It may have been stored. With `--key {key}` and the same message it is not stored twice"
        )
        .into()),
        Ok(()) => Ok(()),
    }
}

fn read_key(text: &str) -> Result<Uuid, &'static str> {
    parse_key(text).ok_or("a UUID of versions 1 to 5 is expected")
}

async fn canned_reply(client: &StaffClient, id: &str) -> Result<String, CommandError> {
    let mut after: Option<String> = None;
    loop {
        let replies = retry_for_a_minute(async || client.canned_replies(after.as_deref()).await).await?;
        if let Some(reply) = replies.items.into_iter().find(|reply| reply.id == id) {
            return Ok(reply.body);
        }
        match replies.next_cursor {
            Some(cursor) => after = Some(cursor),
            None => return Err(format!("there is no canned reply `{}`", one_line(id)).into()),
        }
    }
}

async fn close(client: &StaffClient, id: &str) -> Result<(), CommandError> {
    let chat = retry_for_a_minute(async || client.close(id).await).await?;
    print_line(&one_line(&chat.status))
}

async fn transcript(client: &StaffClient, id: &str, is_json: bool) -> Result<(), CommandError> {
    let format = if is_json { "json" } else { "text" };
    let mut response = retry_for_a_minute(async || client.transcript(id, format).await).await?;
    let clean = if is_json { json_text } else { each_line };
    let mut rest = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        rest.extend_from_slice(&chunk);
        // Whole lines only: a character may be in two chunks.
        let end = rest
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |last| last + 1);
        let lines: Vec<u8> = rest.drain(..end).collect();
        print(&clean(&String::from_utf8_lossy(&lines)))?;
    }
    print(&clean(&String::from_utf8_lossy(&rest)))
}

fn print(text: &str) -> Result<(), CommandError> {
    let mut output = std::io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()?;
    Ok(())
}
