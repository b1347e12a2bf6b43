//! A page that somebody can read, of what is held about them (docs/deletion.md#personal-data-export).

use crate::chat::{answered_questions, language_of};
use crate::flows::Flows;
use crate::pages::escape_attribute as escape;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use store::{Store, StoreError};

const STYLE: &str = include_str!("person_page.css");

/// Tables whose rows are shown with their feedback.
const OF_FEEDBACK: [&str; 4] = ["feedbacks", "feedback_notes", "chat_messages", "uploads"];

type Row = Map<String, Value>;

/// Everything that is held, by table.
type RowsByTable = BTreeMap<String, Vec<Row>>;

/// Writes the page for a document as `pulsen person` writes it. Files are linked as they are beside it: `file_names` has the name there by the
/// id of the upload.
pub(super) async fn person_page(
    store: &Store,
    document: &Value,
    file_names: &HashMap<String, String>,
) -> Result<String, StoreError> {
    let held = by_table(document);
    let empty = Vec::new();
    let rows = |table: &str| held.get(table).unwrap_or(&empty);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>What we hold about you</title>\n<style>\n{STYLE}</style>\n\
         <h1>What we hold about you</h1>\n<p class=\"soft\">Written at {}. The same for programs: <a href=\"data.json\">data.json</a>.</p>\n",
        text(document.get("written_at"))
    );
    for feedback in rows("feedbacks") {
        let id = feedback.get("id");
        let of_it = |row: &&Row| row.get("feedback_id") == id;
        add_feedback(&mut page, store, feedback).await?;
        add_notes(&mut page, rows("feedback_notes").iter().filter(of_it));
        add_messages(&mut page, rows("chat_messages").iter().filter(of_it));
        add_files(&mut page, rows("uploads").iter().filter(of_it), file_names);
    }
    let unclaimed = rows("uploads")
        .iter()
        .filter(|row| row.get("feedback_id") == Some(&Value::Null));
    add_files(&mut page, unclaimed, file_names);
    add_others(&mut page, &held);
    Ok(page)
}

fn by_table(document: &Value) -> RowsByTable {
    let tables = document.as_object().into_iter().flatten();
    let rows = |value: &Value| {
        let rows = value.as_array()?.iter();
        Some(rows.filter_map(|row| row.as_object().cloned()).collect())
    };
    tables
        .filter_map(|(table, value)| Some((table.clone(), rows(value)?)))
        .collect()
}

/// Adds the answers of a feedback as the visitor saw them.
async fn add_feedback(page: &mut String, store: &Store, feedback: &Row) -> Result<(), StoreError> {
    let field = |name: &str| text(feedback.get(name));
    let _ = writeln!(
        page,
        "<h2>Your feedback of {}</h2>\n<p class=\"soft\">Channel {}</p>",
        field("received_at"),
        field("node_id")
    );
    let plain = |name: &str| feedback.get(name).and_then(Value::as_str).unwrap_or_default();
    let revision = feedback.get("flow_revision").and_then(Value::as_u64);
    let revision = revision
        .and_then(|revision| u32::try_from(revision).ok())
        .unwrap_or(0);
    let Some(flow) = Flows::default()
        .revision(store, plain("flow_id"), revision)
        .await?
    else {
        return Ok(());
    };
    let language_id = feedback.get("language_id").and_then(Value::as_str);
    let language = language_of(&flow.flow, language_id);
    // What is stored is JSON in the form of response items.
    let items = feedback.get("responses").cloned().unwrap_or_default();
    let items = serde_json::from_value(items).unwrap_or_default();
    page.push_str("<dl>\n");
    for answer in answered_questions(items, &flow.flow, &language, &HashMap::new()) {
        add_pair(page, &escape(answer.question()), &escape(answer.answer()));
    }
    page.push_str("</dl>\n");
    Ok(())
}

fn add_notes<'a>(page: &mut String, notes: impl Iterator<Item = &'a Row>) {
    let mut notes = notes.peekable();
    if notes.peek().is_none() {
        return;
    }
    page.push_str("<h3>Notes of our staff</h3>\n<dl>\n");
    for note in notes {
        let who = format!("{}\n{}", text(note.get("author")), text(note.get("created_at")));
        add_pair(page, &who, &text(note.get("body")));
    }
    page.push_str("</dl>\n");
}

fn add_messages<'a>(page: &mut String, messages: impl Iterator<Item = &'a Row>) {
    let mut messages = messages.peekable();
    if messages.peek().is_none() {
        return;
    }
    page.push_str("<h3>Conversation</h3>\n<dl>\n");
    for message in messages {
        let who = match message.get("author") {
            Some(Value::String(author)) if message.get("kind") == Some(&"note".into()) => {
                format!("{} (note)", escape(author))
            }
            Some(Value::String(author)) => escape(author),
            _ => "You".into(),
        };
        let who = format!("{who}\n{}", text(message.get("created_at")));
        add_pair(page, &who, &text(message.get("body")));
    }
    page.push_str("</dl>\n");
}

fn add_files<'a>(
    page: &mut String,
    files: impl Iterator<Item = &'a Row>,
    file_names: &HashMap<String, String>,
) {
    let links: Vec<String> = files
        .map(|file| {
            let id = file.get("id").and_then(Value::as_str).unwrap_or_default();
            let name = text(file.get("name"));
            match file_names.get(id) {
                Some(written) => format!("<li><a href=\"files/{}\">{name}</a>", escape(written)),
                None => format!("<li>{name}"),
            }
        })
        .collect();
    if !links.is_empty() {
        let _ = writeln!(page, "<h3>Files</h3>\n<ul>\n{}\n</ul>", links.join("\n"));
    }
}

/// Adds everything else, by the names that it has in the database.
fn add_others(page: &mut String, held: &RowsByTable) {
    let mut others = held
        .iter()
        .filter(|(table, rows)| !OF_FEEDBACK.contains(&table.as_str()) && !rows.is_empty())
        .peekable();
    if others.peek().is_none() {
        return;
    }
    page.push_str("<h2>Everything else</h2>\n");
    for (table, rows) in others {
        let _ = writeln!(
            page,
            "<details open><summary>{} ({})</summary>",
            escape(&table.replace('_', " ")),
            rows.len()
        );
        for row in rows {
            page.push_str("<dl>\n");
            for (name, value) in row.iter().filter(|(_, value)| !value.is_null()) {
                add_field(page, name, value);
            }
            page.push_str("</dl>\n");
        }
        page.push_str("</details>\n");
    }
}

/// Adds a field; of an object, each of its members.
fn add_field(page: &mut String, name: &str, value: &Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                add_pair(page, &escape(&name.replace('_', " ")), &text(Some(member)));
            }
        }
        value => add_pair(page, &escape(&name.replace('_', " ")), &text(Some(value))),
    }
}

/// Adds a term and its description, which are HTML already.
fn add_pair(page: &mut String, term: &str, description: &str) {
    let _ = writeln!(page, "<dt>{term}</dt><dd>{description}</dd>");
}

/// Returns a value as HTML.
fn text(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => escape(text),
        Some(value) => escape(&value.to_string()),
    }
}
