//! `pulsen chat list` and `pulsen chat inbox`.

use super::chat_lines::{change, item, print_line, rated, short, summary};
use super::error::CommandError;
use super::plain_text::one_line;
use super::staff_answers::{Chat, InboxChat};
use super::staff_client::{CallError, StaffClient, retry_until_decided};
use clap::Args;
use std::collections::HashMap;

/// Most chats whose state is remembered while the inbox is followed.
const MOST_REMEMBERED: usize = 10_000;

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

/// Prints the chats that go on, the one that has waited for longest first; then, if asked to, everything that is new in any
/// chat, forever.
pub(super) async fn inbox(client: &StaffClient, filter: &Filter, follows: bool) -> Result<(), CommandError> {
    let mut known = PrintedChats::default();
    let mut since = None;
    let mut after: Option<String> = None;
    // The first part tells from where on changes are new; what changes while the others are read comes again, as known.
    let mut going: Vec<InboxChat> = Vec::new();
    loop {
        let mut query = filter.query();
        query.push(("limit", "200"));
        query.extend(after.as_deref().map(|after| ("after", after)));
        let inbox = retry_until_decided(async || client.inbox(&query).await).await?;
        since.get_or_insert(inbox.changes_cursor);
        for chat in inbox.items {
            if matches!(chat.status.as_str(), "open" | "queued") {
                going.push(chat.clone());
            }
            known.remember(chat);
        }
        match inbox.next_cursor {
            Some(cursor) if known.has_room() => after = Some(cursor),
            _ => break,
        }
    }
    // Waiting chats first, longest wait first; then the others as listed.
    going.sort_by(|a, b| {
        let order = |chat: &InboxChat| (chat.waiting_since.is_none(), chat.waiting_since.clone());
        order(a).cmp(&order(b))
    });
    for chat in &going {
        print_line(&summary(chat))?;
    }
    match since {
        Some(since) if follows => follow(client, filter, known, since).await,
        _ => Ok(()),
    }
}

async fn follow(
    client: &StaffClient,
    filter: &Filter,
    mut known: PrintedChats,
    mut since: String,
) -> Result<(), CommandError> {
    loop {
        let query = filter.query();
        let inbox = retry_until_decided(async || client.changes(&since, &query).await).await?;
        for chat in inbox.items {
            print_news(client, known.0.get(&chat.feedback_id), &chat).await?;
            known.remember(chat);
        }
        since = inbox.changes_cursor;
    }
}

/// Prints what is new in a chat: messages, notes, ratings, status, who has it.
async fn print_news(
    client: &StaffClient,
    before: Option<&InboxChat>,
    now: &InboxChat,
) -> Result<(), CommandError> {
    let place = format!("{} {}", short(&now.feedback_id), one_line(&now.node_id));
    let seen = before.map(|chat| chat.cursor);
    if seen != Some(now.cursor) {
        let chat = match retry_until_decided(async || client.chat(&now.feedback_id, seen).await).await {
            // Since it was listed.
            Err(CallError::Missing(_)) => return print_line(&format!("{place} -- erased")),
            chat => chat?,
        };
        // Of a chat that was not known, or that has another history now, what staff have not read yet.
        let seen = match seen {
            Some(seen) if seen.is_same_history(now.cursor) => seen.position(),
            _ => chat.read_position,
        };
        if chat.timeline_after > seen {
            print_line(&format!(
                "{place} -- there is more: pulsen chat transcript {}",
                short(&now.feedback_id)
            ))?;
        }
        // What comes after `now` is printed with the change that brings it.
        for line in lines_between(&chat, seen, now.cursor.position()) {
            print_line(&format!("{place} {line}"))?;
        }
    }
    match change(before, now) {
        Some(news) => print_line(&format!("{place} {news}")),
        None => Ok(()),
    }
}

/// Returns the messages, notes and ratings after a position and up to another one, in their order.
fn lines_between(chat: &Chat, after: i64, until: i64) -> impl Iterator<Item = String> {
    let items = chat.timeline_items.iter();
    let items = items.map(|entry| (entry.position, item(entry, &chat.creator)));
    let ratings = chat.chat_ratings.iter();
    let ratings = ratings.map(|rating| (rating.position, rated(rating)));
    let is_new = |(position, _): &(i64, String)| *position > after && *position <= until;
    let mut lines: Vec<_> = items.chain(ratings).filter(is_new).collect();
    lines.sort_by_key(|(position, _)| *position);
    lines.into_iter().map(|(_, line)| line)
}

/// The chats as they were printed last.
#[derive(Default)]
struct PrintedChats(HashMap<String, InboxChat>);

impl PrintedChats {
    fn remember(&mut self, chat: InboxChat) {
        if self.has_room() || self.0.contains_key(&chat.feedback_id) {
            self.0.insert(chat.feedback_id.clone(), chat);
        }
    }

    fn has_room(&self) -> bool {
        self.0.len() < MOST_REMEMBERED
    }
}
