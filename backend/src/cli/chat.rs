//! `pulsen chat`.

use super::Failure;
use super::staff_client::{Access, Answered, CallError, ChatDetail, ListedChat, StaffClient, TimelineItem};
use crate::random::random_uuid;
use clap::{Args, Subcommand};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;
use tokio::runtime::Runtime;

/// `pulsen chat …`: the business's side of chats, on a running server.
#[derive(Debug, Args)]
pub(super) struct Chat {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    access: Access,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print chats, the last changed first: id, status, node, last change, last message.
    List {
        /// Only those of this node.
        #[arg(long, value_name = "NODE")]
        node: Option<String>,

        /// Only those that are open, queued, closed or archived.
        #[arg(long, value_name = "STATUS")]
        status: Option<String>,
    },
    /// Print a chat, and then what comes, until it is over.
    Follow {
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Write a message.
    Reply {
        #[arg(value_name = "ID")]
        id: String,
        #[arg(value_name = "TEXT")]
        text: String,
    },
    /// End a chat.
    Close {
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Have a chat go on that is over.
    Reopen {
        #[arg(value_name = "ID")]
        id: String,
    },
}

/// How long to wait until a server that has gone is asked again.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(2);

impl Chat {
    /// Fails where the server refuses, or cannot be reached.
    pub(super) fn run(self) -> Result<ExitCode, Failure> {
        let client = self.access.client()?;
        Runtime::new()?.block_on(async {
            match self.command {
                Command::List { node, status } => list(&client, node.as_deref(), status.as_deref()).await?,
                Command::Follow { id } => follow(&client, &id).await?,
                Command::Reply { id, text } => {
                    let idempotency_key = random_uuid()?;
                    client.reply(&id, idempotency_key, &text).await?
                }
                Command::Close { id } => println!("{}", client.act(&id, "close").await?),
                Command::Reopen { id } => println!("{}", client.act(&id, "reopen").await?),
            }
            Ok(ExitCode::SUCCESS)
        })
    }
}

async fn list(client: &StaffClient, node: Option<&str>, status: Option<&str>) -> Result<(), Failure> {
    let mut after: Option<String> = None;
    loop {
        let query: Vec<(&str, &str)> = [("node_id", node), ("status", status), ("after", after.as_deref())]
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
            .collect();
        let list = client.chats(&query).await?;
        for chat in &list.items {
            print(&listed(chat))?;
        }
        match list.next_cursor {
            Some(cursor) => after = Some(cursor),
            None => return Ok(()),
        }
    }
}

async fn follow(client: &StaffClient, id: &str) -> Result<(), Failure> {
    let mut chat = client.chat(id).await?;
    for Answered { question, answer } in &chat.responses {
        print(&format!("{}\n  {}", one_line(question), one_line(answer)))?;
    }
    loop {
        for item in &chat.timeline_items {
            print(&message(item))?;
        }
        if matches!(chat.status.as_str(), "closed" | "archived") {
            return print(&format!("-- {}", one_line(&chat.status)));
        }
        chat = news(client, id, &chat.cursor).await?;
    }
}

/// Goes on asking while the server is away.
async fn news(client: &StaffClient, id: &str, cursor: &str) -> Result<ChatDetail, CallError> {
    let mut away = false;
    loop {
        match client.news(id, cursor).await {
            Err(error) if error.passes() => {
                if !away {
                    eprintln!("pulsen: {error}; trying again");
                }
                away = true;
                tokio::time::sleep(TRY_AGAIN_AFTER).await;
            }
            outcome => return outcome,
        }
    }
}

fn listed(chat: &ListedChat) -> String {
    let last = chat.last_message.as_ref().map_or_else(String::new, |last| {
        let who = last.name.as_deref().unwrap_or(&last.actor);
        format!("{}: {}", one_line(who), one_line(&last.body))
    });
    let fields =
        [&chat.feedback_id, &chat.status, &chat.node_id, &chat.updated_at].map(|field| one_line(field));
    format!("{}\t{last}", fields.join("\t"))
}

fn message(item: &TimelineItem) -> String {
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

/// What others wrote, safe on a terminal: a visitor's text must not move the cursor or pass for another line.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

fn print(line: &str) -> Result<(), Failure> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}")?;
    // At once, also into a pipe: somebody is waiting for it.
    output.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn nothing_moves_the_cursor() {
        assert_eq!(one_line("a\u{1b}[2Jb\r\nc"), "a [2Jb  c");
    }
}
