//! Chats as lines on a terminal.

use super::error::CommandError;
use super::plain_text::one_line;
use super::staff_answers::{InboxChat, Person, Rating, TimelineItem};
use std::io::Write;

/// Characters of a short id: those of a time in milliseconds and two random ones, which hardly any two chats share.
const SHORT_ID: usize = 14;

/// Returns the beginning of an id, by which commands take it as well.
pub(super) fn short(id: &str) -> String {
    one_line(id).chars().take(SHORT_ID).collect()
}

/// Returns a chat of the inbox in one line: short id, status, node, last change, who has it, unread messages, the last message.
pub(super) fn summary(chat: &InboxChat) -> String {
    let last = chat.last_message.as_ref().map_or_else(String::new, |last| {
        let who = match (last.actor.as_str(), &last.name) {
            ("staff", name) => staff(name.as_deref(), "staff"),
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

/// Returns a message or note in one line, with its author's role.
pub(super) fn item(item: &TimelineItem, writer: &Person) -> String {
    let detail = &item.detail;
    let who = match (item.actor.as_str(), item.action.as_str()) {
        ("staff", "add_note") => staff(name_of(detail.user.as_ref()), "note"),
        ("staff", _) => staff(name_of(detail.user.as_ref()), "staff"),
        _ => customer(writer),
    };
    let file = detail
        .comment
        .attachment
        .as_ref()
        .map_or_else(String::new, |file| {
            format!(" [{}, {} bytes]", one_line(&file.name), file.size)
        });
    format!(
        "{} {who}:{file} {}",
        one_line(&detail.comment.created_at),
        one_line(&detail.comment.body)
    )
}

/// Returns a rating in one line. As of the transcript, no message looks like it.
pub(super) fn rated(rating: &Rating) -> String {
    format!("{} rating: {}", one_line(&rating.created_at), rating.rating)
}

/// Says how a chat stands now, where that is news.
pub(super) fn change(before: Option<&InboxChat>, now: &InboxChat) -> Option<String> {
    let assigned = |chat: &InboxChat| chat.assigned_to.clone();
    let status = (before.map(|chat| &chat.status) != Some(&now.status))
        .then(|| status(&now.status, now.closed_by.as_deref()));
    let assignment =
        (before.and_then(assigned) != assigned(now)).then(|| assigned_to(now.assigned_to.as_deref()));
    let news: Vec<_> = status.into_iter().chain(assignment).collect();
    (!news.is_empty()).then(|| format!("-- {}", news.join(", ")))
}

/// Returns a status, with who has closed the chat.
pub(super) fn status(status: &str, closed_by: Option<&str>) -> String {
    match closed_by {
        Some(name) if status == "closed" => format!("closed by {}", one_line(name)),
        _ => one_line(status),
    }
}

pub(super) fn assigned_to(name: Option<&str>) -> String {
    format!("assigned to {}", one_line(name.unwrap_or("nobody")))
}

pub(super) fn print_line(line: &str) -> Result<(), CommandError> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}")?;
    // A pipe would be buffered, but somebody is waiting for the line.
    output.flush()?;
    Ok(())
}

fn staff(name: Option<&str>, role: &str) -> String {
    match name {
        Some(name) => format!("{} ({role})", one_line(name)),
        None => role.into(),
    }
}

fn customer(person: &Person) -> String {
    match person.name.as_deref().or(person.nickname.as_deref()) {
        Some(name) => format!("{} (customer)", one_line(name)),
        None => "customer".into(),
    }
}

fn name_of(person: Option<&Person>) -> Option<&str> {
    person?.name.as_deref()
}
