//! `pulsen chat` (docs/staff.md#command-line).

use super::chat_image::ChatImage;
use super::chat_inbox::{Filter, inbox, list};
use super::chat_lines::{assigned_to, item, print_line, short, status};
use super::error::CommandError;
use super::plain_text::{each_line, json_text, one_line};
use super::staff_answers::AnsweredQuestion;
use super::staff_client::{ServerAccess, StaffClient, retry_for_a_minute, retry_until_decided};
use base::input::idempotency_key::parse_key;
use base::random::random_uuid;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use store::ChatCursor;
use tokio::runtime::Runtime;
use uuid::Uuid;

/// Characters of a whole id.
const ID_LENGTH: usize = 44;

/// The staff's side of chats, on a running server. A chat is named by its id or by the beginning of it.
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
    /// Print active chats, waiting ones first.
    Inbox {
        /// Then print everything new in any chat, until the command is ended. Goes on when the server comes back.
        #[arg(long)]
        follow: bool,
        #[command(flatten)]
        filter: Filter,
    },
    /// Print a chat and then its new messages, until it is closed or archived.
    Follow {
        #[command(flatten)]
        chat: ChatId,
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
    /// Write a note that only staff see.
    Note {
        #[command(flatten)]
        chat: ChatId,
        #[arg(value_name = "TEXT")]
        text: String,
        /// The key of a note whose fate is unknown: it is not stored a second time.
        #[arg(long, value_name = "UUID", value_parser = read_key)]
        key: Option<Uuid>,
    },
    /// Assign an unassigned chat to yourself.
    Claim {
        #[command(flatten)]
        chat: ChatId,
    },
    /// Assign a chat to a member of staff; without a name, unassign it.
    Assign {
        #[command(flatten)]
        chat: ChatId,
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
    /// Accept a queued chat and assign it to yourself.
    Accept {
        #[command(flatten)]
        chat: ChatId,
    },
    /// Mark a chat as read.
    Read {
        #[command(flatten)]
        chat: ChatId,
    },
    /// Close a chat.
    Close {
        #[command(flatten)]
        chat: ChatId,
    },
    /// Close a chat and block its sender: the node refuses what their device sends from now on, and for 30 days what their address sends.
    BlockSender {
        #[command(flatten)]
        chat: ChatId,
    },
    /// Reopen a closed or archived chat.
    Reopen {
        #[command(flatten)]
        chat: ChatId,
    },
    /// Print a chat from beginning to end, with its notes.
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
        let nothing = json!({});
        match self {
            Self::List { filter } => list(client, &filter).await,
            Self::Inbox { filter, follow } => inbox(client, &filter, follow).await,
            Self::Follow { chat } => follow(client, &chat.find(client).await?).await,
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
                let message = ("messages", text.as_str(), image.as_ref());
                write(client, &chat.find(client).await?, message, key).await
            }
            Self::Note { chat, text, key } => {
                write(client, &chat.find(client).await?, ("notes", &text, None), key).await
            }
            Self::Claim { chat } => assign(client, &chat, "claim", &nothing).await,
            Self::Assign { chat, name } => assign(client, &chat, "assign", &json!({ "name": name })).await,
            Self::Accept { chat } => change_status(client, &chat, "accept").await,
            Self::Close { chat } => change_status(client, &chat, "close").await,
            Self::BlockSender { chat } => block_sender(client, &chat).await,
            Self::Reopen { chat } => change_status(client, &chat, "reopen").await,
            Self::Read { chat } => {
                let id = chat.find(client).await?;
                let cursor = client.chat(&id, None).await?.cursor;
                retry_for_a_minute(async || {
                    client
                        .act(&id, "read", &json!({ "cursor": cursor.to_string() }))
                        .await
                })
                .await?;
                Ok(())
            }
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

async fn follow(client: &StaffClient, id: &str) -> Result<(), CommandError> {
    let mut chat = retry_until_decided(async || client.chat(id, None).await).await?;
    for AnsweredQuestion { question, answer } in &chat.responses {
        print_line(&format!("{}\n  {}", one_line(question), one_line(answer)))?;
    }
    let mut known: Option<ChatCursor> = None;
    let mut seen = 0;
    loop {
        if known.is_some_and(|known| !known.is_same_history(chat.cursor)) {
            print_line("-- the server was restored from a backup")?;
            seen = 0;
        }
        if chat.timeline_after > seen {
            print_line(&format!("-- there is more: pulsen chat transcript {}", short(id)))?;
        }
        for entry in chat.timeline_items.iter().filter(|entry| entry.position > seen) {
            print_line(&item(entry, &chat.creator))?;
        }
        if matches!(chat.status.as_str(), "closed" | "archived") {
            return print_line(&format!("-- {}", status(&chat.status, chat.closed_by.as_deref())));
        }
        seen = chat.cursor.position();
        known = Some(chat.cursor);
        chat = retry_until_decided(async || client.news(id, chat.cursor).await).await?;
    }
}

/// Writes a message or a note, with one key for all tries.
async fn write(
    client: &StaffClient,
    id: &str,
    (call, text, image): (&str, &str, Option<&ChatImage>),
    key: Option<Uuid>,
) -> Result<(), CommandError> {
    let key = match key {
        Some(key) => key,
        None => random_uuid()?,
    };
    match retry_for_a_minute(async || client.write(id, call, key, text, image).await).await {
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

async fn assign(client: &StaffClient, chat: &ChatId, act: &str, body: &Value) -> Result<(), CommandError> {
    let id = chat.find(client).await?;
    let chat = retry_for_a_minute(async || client.act(&id, act, body).await).await?;
    print_line(&assigned_to(chat.assigned_to.as_deref()))
}

async fn change_status(client: &StaffClient, chat: &ChatId, act: &str) -> Result<(), CommandError> {
    let id = chat.find(client).await?;
    let chat = retry_for_a_minute(async || client.act(&id, act, &json!({})).await).await?;
    print_line(&one_line(&chat.status))
}

async fn block_sender(client: &StaffClient, chat: &ChatId) -> Result<(), CommandError> {
    let id = chat.find(client).await?;
    let blocked = retry_for_a_minute(async || client.block_sender(&id).await).await?;
    print_line(&one_line(&blocked.status))?;
    print_line(if blocked.is_address_blocked {
        "blocked: device and address"
    } else {
        "blocked: device; the address is not known"
    })
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
