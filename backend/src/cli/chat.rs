//! `pulsen chat`.

use super::error::CommandError;
use super::plain_text::one_line;
use super::staff_client::{
    AnsweredQuestion, CallError, ChatDetail, ChatSummary, ServerAccess, StaffClient, TimelineItem,
};
use crate::random::random_uuid;
use clap::{Args, Subcommand};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;
use tokio::runtime::Runtime;

/// The staff's side of chats, on a running server.
#[derive(Debug, Args)]
pub(super) struct Chat {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    access: ServerAccess,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print chats, most recently changed first: id, status, node, last change, last message.
    List {
        /// Only chats of this node.
        #[arg(long, value_name = "NODE")]
        node: Option<String>,

        /// Only chats with this status: open, queued, closed or archived.
        #[arg(long, value_name = "STATUS")]
        status: Option<String>,
    },
    /// Print a chat and then its new messages, until it is closed or archived.
    Follow {
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Send a message.
    Reply {
        #[arg(value_name = "ID")]
        id: String,
        #[arg(value_name = "TEXT")]
        text: String,
    },
    /// Close a chat.
    Close {
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Reopen a closed or archived chat.
    Reopen {
        #[arg(value_name = "ID")]
        id: String,
    },
}

/// How long to wait before an unreachable server is tried again.
const RETRY_DELAY: Duration = Duration::from_secs(2);

impl Chat {
    /// Fails if the server refuses the call or cannot be reached.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let client = self.access.client()?;
        Runtime::new()?.block_on(async {
            match self.command {
                Command::List { node, status } => list(&client, node.as_deref(), status.as_deref()).await?,
                Command::Follow { id } => follow(&client, &id).await?,
                Command::Reply { id, text } => {
                    let idempotency_key = random_uuid()?;
                    client.reply(&id, idempotency_key, &text).await?
                }
                Command::Close { id } => println!("{}", client.change_status(&id, "close").await?),
                Command::Reopen { id } => println!("{}", client.change_status(&id, "reopen").await?),
            }
            Ok(ExitCode::SUCCESS)
        })
    }
}

async fn list(client: &StaffClient, node: Option<&str>, status: Option<&str>) -> Result<(), CommandError> {
    let mut after: Option<String> = None;
    loop {
        let query: Vec<(&str, &str)> = [("node_id", node), ("status", status), ("after", after.as_deref())]
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
            .collect();
        let list = client.chats(&query).await?;
        for chat in &list.items {
            print_line(&summary_line(chat))?;
        }
        match list.next_cursor {
            Some(cursor) => after = Some(cursor),
            None => return Ok(()),
        }
    }
}

async fn follow(client: &StaffClient, id: &str) -> Result<(), CommandError> {
    let mut chat = client.chat(id).await?;
    for AnsweredQuestion { question, answer } in &chat.responses {
        print_line(&format!("{}\n  {}", one_line(question), one_line(answer)))?;
    }
    loop {
        for item in &chat.timeline_items {
            print_line(&message_line(item))?;
        }
        if matches!(chat.status.as_str(), "closed" | "archived") {
            return print_line(&format!("-- {}", one_line(&chat.status)));
        }
        chat = wait_for_changes(client, id, &chat.cursor).await?;
    }
}

/// Waits for a change of a chat, also while the server cannot be reached.
async fn wait_for_changes(client: &StaffClient, id: &str, cursor: &str) -> Result<ChatDetail, CallError> {
    let mut is_unreachable = false;
    loop {
        match client.changes(id, cursor).await {
            Err(error) if error.is_temporary() => {
                if !is_unreachable {
                    eprintln!("pulsen: {error}; trying again");
                }
                is_unreachable = true;
                tokio::time::sleep(RETRY_DELAY).await;
            }
            outcome => return outcome,
        }
    }
}

fn summary_line(chat: &ChatSummary) -> String {
    let last = chat.last_message.as_ref().map_or_else(String::new, |last| {
        let who = last.name.as_deref().unwrap_or(&last.actor);
        format!("{}: {}", one_line(who), one_line(&last.body))
    });
    let fields =
        [&chat.feedback_id, &chat.status, &chat.node_id, &chat.updated_at].map(|field| one_line(field));
    format!("{}\t{last}", fields.join("\t"))
}

fn message_line(item: &TimelineItem) -> String {
    let detail = &item.detail;
    let (person, role) = match &detail.user {
        Some(user) => (Some(user), "staff"),
        None => (detail.customer.as_ref(), "visitor"),
    };
    let name = person.and_then(|person| person.name.as_deref()).unwrap_or(role);
    format!(
        "{} {}: {}",
        one_line(&detail.comment.created_at),
        one_line(name),
        one_line(&detail.comment.body)
    )
}

fn print_line(line: &str) -> Result<(), CommandError> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}")?;
    // A pipe would be buffered, but somebody is waiting for the line.
    output.flush()?;
    Ok(())
}
