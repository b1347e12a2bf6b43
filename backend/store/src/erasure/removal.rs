//! Removes a few feedbacks, chats or other rows in a transaction.

use super::tables::{Rows, TABLES};
use crate::chats::chat_queue::announce_moving_up_behind;
use crate::database::{QueryBuilder, Transaction};
use crate::error::StoreError;
use crate::feedback::submissions;
use crate::job::WriteTransaction;
use crate::node_scope::NodeScope;
use crate::receipts::idempotency;
use crate::results::result_index;
use base::time::Millis;

/// How many feedbacks are removed in one transaction, and how many messages of their chats: visitors wait for it no longer than
/// for a group of their own.
pub(super) const FEEDBACKS_AT_ONCE: u32 = 100;
const MESSAGES_AT_ONCE: i64 = 2_000;

/// Whether everything was removed that should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Removal {
    Complete,
    /// There are more messages. Nobody but staff can read them meanwhile.
    Partial,
}

/// The tables of a chat, which can go before its feedback.
const CHAT_TABLES: [&str; 4] = ["chat_messages", "chat_ratings", "chat_emails", "chats"];

/// Removes feedbacks with everything that belongs to them. Receipts stay, and say nothing but that a repeat is one.
pub(super) async fn remove_feedbacks(
    transaction: &mut WriteTransaction,
    ids: &[String],
    at: Millis,
) -> Result<Removal, StoreError> {
    if ids.is_empty() {
        return Ok(Removal::Complete);
    }
    if remove_messages(transaction, ids, at).await? == Removal::Partial {
        return Ok(Removal::Partial);
    }
    let connection = transaction.connection();
    submissions::erase_receipts(connection, ids).await?;
    let mut select = QueryBuilder::new("SELECT seq FROM feedbacks WHERE id IN (");
    select.push_texts(ids).push(")");
    let seqs: Vec<(i64,)> = select.build().fetch_all(&mut *connection).await?;
    let seqs: Vec<i64> = seqs.into_iter().map(|(seq,)| seq).collect();
    result_index::remove(connection, &seqs).await?;
    for rows in TABLES.iter().filter_map(|table| table.of_feedback.as_ref()) {
        erase_listed(connection, rows, ids).await?;
    }
    Ok(Removal::Complete)
}

/// Removes the chats of feedbacks, with the files that were sent in them. The feedbacks stay.
pub(super) async fn remove_chats(
    transaction: &mut WriteTransaction,
    ids: &[String],
    at: Millis,
) -> Result<Removal, StoreError> {
    if ids.is_empty() {
        return Ok(Removal::Complete);
    }
    release_attachments(transaction.connection(), ids).await?;
    if remove_messages(transaction, ids, at).await? == Removal::Partial {
        return Ok(Removal::Partial);
    }
    let connection = transaction.connection();
    idempotency::forget_messages(connection, ids).await?;
    let of_chats = TABLES
        .iter()
        .filter(|table| CHAT_TABLES.contains(&table.name))
        .filter_map(|table| table.of_feedback.as_ref());
    for rows in of_chats {
        erase_listed(connection, rows, ids).await?;
    }
    Ok(Removal::Complete)
}

/// Ends the chats of feedbacks, so that no token opens them any more, and removes their messages.
async fn remove_messages(
    transaction: &mut WriteTransaction,
    ids: &[String],
    at: Millis,
) -> Result<Removal, StoreError> {
    for chat in note_erased_chats(transaction.connection(), ids, at).await? {
        transaction.mark_chat_erased(&chat);
    }
    let connection = transaction.connection();
    let mut end =
        QueryBuilder::new("UPDATE feedbacks SET chat_epoch = NULL WHERE chat_epoch IS NOT NULL AND id IN (");
    end.push_texts(ids).push(")");
    end.build().execute(&mut *connection).await?;
    let mut delete = QueryBuilder::new(
        "DELETE FROM chat_messages WHERE (feedback_id, position) IN
             (SELECT feedback_id, position FROM chat_messages WHERE feedback_id IN (",
    );
    delete.push_texts(ids).push(") LIMIT ");
    delete.push_bind(MESSAGES_AT_ONCE).push(")");
    delete.build().execute(&mut *connection).await?;
    let mut left = QueryBuilder::new("SELECT id FROM chat_messages WHERE feedback_id IN (");
    left.push_texts(ids).push(") LIMIT 1");
    let left: Vec<(String,)> = left.build().fetch_all(connection).await?;
    if !left.is_empty() {
        return Ok(Removal::Partial);
    }
    // The chats themselves go in this transaction, too.
    announce_moving_up_behind(transaction, ids).await?;
    Ok(Removal::Complete)
}

/// Notes that the chats of these feedbacks are gone, and returns those that were there until now. A change number is given at the
/// end of the transaction.
async fn note_erased_chats(
    connection: &mut Transaction,
    feedback_ids: &[String],
    at: Millis,
) -> Result<Vec<String>, StoreError> {
    let mut insert = QueryBuilder::new(
        "INSERT INTO erased_chats (feedback_id, node_id, epoch, email_number, change_number, erased_at)
         SELECT chats.feedback_id, chats.node_id, COALESCE(chat_epoch, 0), number, change_number, ",
    );
    insert.push_bind(at).push(
        " FROM chats JOIN feedbacks ON feedbacks.id = chats.feedback_id
             LEFT JOIN chat_emails ON chat_emails.feedback_id = chats.feedback_id
         WHERE chats.feedback_id IN (",
    );
    insert
        .push_texts(feedback_ids)
        .push(") ON CONFLICT DO NOTHING RETURNING feedback_id");
    let erased: Vec<(String,)> = insert.build().fetch_all(connection).await?;
    Ok(erased.into_iter().map(|(id,)| id).collect())
}

/// Lets these files be deleted. What they were for stays.
pub(super) async fn release_files(
    connection: &mut Transaction,
    upload_ids: &[String],
) -> Result<(), StoreError> {
    if upload_ids.is_empty() {
        return Ok(());
    }
    let mut release = QueryBuilder::new(
        "UPDATE uploads SET feedback_id = NULL, expires_at = 0, name = '', device_id = '' WHERE id IN (",
    );
    release.push_texts(upload_ids).push(")");
    release.build().execute(connection).await?;
    Ok(())
}

/// Lets the files of messages be deleted, and keeps those of answers.
async fn release_attachments(connection: &mut Transaction, ids: &[String]) -> Result<(), StoreError> {
    let mut release = QueryBuilder::new(
        "UPDATE uploads SET feedback_id = NULL, expires_at = 0, name = '', device_id = ''
         WHERE question_id IS NULL AND feedback_id IN (",
    );
    release.push_texts(ids).push(")");
    release.build().execute(connection).await?;
    Ok(())
}

/// Removes what a device has at these nodes beside its feedback.
pub(super) async fn remove_device_rows(
    connection: &mut Transaction,
    device_id: &str,
    nodes: &NodeScope,
) -> Result<(), StoreError> {
    for rows in TABLES.iter().filter_map(|table| table.of_device.as_ref()) {
        erase_of(connection, rows, device_id, nodes).await?;
    }
    Ok(())
}

/// Removes what is known about a customer beside their feedback.
pub(super) async fn remove_customer_rows(
    connection: &mut Transaction,
    customer_id: &str,
    nodes: &NodeScope,
) -> Result<(), StoreError> {
    for rows in TABLES.iter().filter_map(|table| table.of_customer.as_ref()) {
        erase_of(connection, rows, customer_id, nodes).await?;
    }
    Ok(())
}

async fn erase_listed(
    connection: &mut Transaction,
    rows: &'static Rows,
    ids: &[String],
) -> Result<(), StoreError> {
    let mut erase = QueryBuilder::new(rows.erase);
    erase.push_texts(ids).push(rows.end);
    erase.build().execute(connection).await?;
    Ok(())
}

async fn erase_of(
    connection: &mut Transaction,
    rows: &'static Rows,
    id: &str,
    nodes: &NodeScope,
) -> Result<(), StoreError> {
    let mut erase = QueryBuilder::new(rows.erase);
    erase.push_bind(id).push(rows.end);
    nodes.push_to(&mut erase, " AND node_id");
    erase.build().execute(connection).await?;
    Ok(())
}
