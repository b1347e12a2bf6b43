//! `pulsen chat list`.

use super::error::CommandError;
use super::output::print_line;
use super::plain_text::one_line;
use super::staff_answers::{InboxChat, Person};
use super::staff_client::StaffClient;
use clap::Args;

/// Characters of a short id: those of a time in milliseconds and two random ones, which hardly any two chats share.
const SHORT_ID: usize = 14;

/// Which chats are shown.
#[derive(Debug, Args)]
pub(super) struct Filter {
    /// Only chats of this node.
    #[arg(long, value_name = "NODE")]
    node: Option<String>,

    /// Only chats with this status: open, queued, closed or archived.
    #[arg(long, value_name = "STATUS")]
    status: Option<String>,

    /// Only chats whose customer waits for an answer.
    #[arg(long)]
    unanswered: bool,

    /// Only chats that this member of staff has; `me` and `none` are understood.
    #[arg(long, value_name = "NAME")]
    assigned: Option<String>,

    /// Only chats with a message in which all of these words begin.
    #[arg(long, value_name = "WORDS")]
    text: Option<String>,
}

impl Filter {
    fn query(&self) -> Vec<(&str, &str)> {
        let unanswered = self.unanswered.then_some("true");
        [
            ("node_id", self.node.as_deref()),
            ("status", self.status.as_deref()),
            ("unanswered", unanswered),
            ("assigned", self.assigned.as_deref()),
            ("text", self.text.as_deref()),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
    }
}

/// Prints chats, the last changed first.
pub(super) async fn list(client: &StaffClient, filter: &Filter) -> Result<(), CommandError> {
    let mut after: Option<String> = None;
    loop {
        let mut query = filter.query();
        query.extend(after.as_deref().map(|after| ("after", after)));
        let inbox = client.inbox(&query).await?;
        for chat in &inbox.items {
            print_line(&summary(chat))?;
        }
        match inbox.next_cursor {
            Some(cursor) => after = Some(cursor),
            None => return Ok(()),
        }
    }
}

/// Returns the beginning of an id, by which commands take it as well.
fn short(id: &str) -> String {
    one_line(id).chars().take(SHORT_ID).collect()
}

/// Returns a chat of the inbox in one line: short id, status, node, last change, who has it, unread messages, the last message.
fn summary(chat: &InboxChat) -> String {
    let last = chat.last_message.as_ref().map_or_else(String::new, |last| {
        let who = match (last.actor.as_str(), &last.name) {
            ("staff", name) => staff(name.as_deref()),
            _ => customer(&chat.customer),
        };
        format!("{who}: {}", one_line(&last.body))
    });
    let waits = if chat.waiting_since.is_some() {
        ", waits"
    } else {
        ""
    };
    [
        short(&chat.feedback_id),
        format!("{}{waits}", one_line(&chat.status)),
        one_line(&chat.node_id),
        one_line(&chat.updated_at),
        one_line(chat.assigned_to.as_deref().unwrap_or("-")),
        format!("{} unread", chat.unread),
        last,
    ]
    .join("\t")
}

fn staff(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{} (staff)", one_line(name)),
        None => "staff".into(),
    }
}

fn customer(person: &Person) -> String {
    match person.name.as_deref().or(person.nickname.as_deref()) {
        Some(name) => format!("{} (customer)", one_line(name)),
        None => "customer".into(),
    }
}
