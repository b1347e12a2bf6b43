//! The rows that visitors are served from: what takes part, with its secrets.

use crate::database::{Transaction, query};
use crate::error::StoreError;
use base::records::{CheckedRecord, FeedbackNode, RecordKind, WidgetRecord};
use base::time::Millis;
use engine::Flow;

/// Has visitors served a record with this text.
pub(super) async fn serve(
    transaction: &mut Transaction,
    record: CheckedRecord<'_>,
    revision: u32,
    text: &str,
    now: Millis,
) -> Result<(), StoreError> {
    forget_archived(transaction, record.kind(), record.id()).await?;
    match record {
        CheckedRecord::Flow(record) => {
            add_flow_revision(transaction, &record.flow.id, revision, text, now).await?;
            note_looked_up_questions(transaction, &record.flow).await
        }
        CheckedRecord::Node(record) => put_node(transaction, &record.node, text, now).await,
        CheckedRecord::Widget(record) => put_widget(transaction, record, text, now).await,
        CheckedRecord::Connector(record) => put_connector(transaction, &record.connector.id, text, now).await,
    }
}

/// Serves a record no more. Nothing that somebody has answered goes: a node gets `inactive_node` as its text, and asks no more; a flow
/// stays with its revisions, of which the archive is one. The others keep their secrets, so that they can be restored.
pub(super) async fn withdraw(
    transaction: &mut Transaction,
    (kind, id, revision): (RecordKind, &str, u32),
    text: &str,
    now: Millis,
) -> Result<(), StoreError> {
    match kind {
        RecordKind::Flow => {
            add_flow_revision(transaction, id, revision, text, now).await?;
            forget_looked_up_questions(transaction, id).await?;
        }
        RecordKind::Node => {
            let update = query("UPDATE nodes SET record = $2, imported_at = $3 WHERE id = $1");
            let update = update.bind(id).bind(text).bind(now);
            update.execute(transaction).await?;
        }
        RecordKind::Widget => {
            let delete = query("DELETE FROM widgets WHERE code = $1").bind(id);
            delete.execute(&mut *transaction).await?;
            keep_archived(transaction, kind, id, text).await?;
        }
        RecordKind::Connector => {
            let delete = query("DELETE FROM connectors WHERE id = $1").bind(id);
            delete.execute(&mut *transaction).await?;
            keep_archived(transaction, kind, id, text).await?;
        }
    }
    Ok(())
}

async fn keep_archived(
    transaction: &mut Transaction,
    kind: RecordKind,
    id: &str,
    text: &str,
) -> Result<(), StoreError> {
    query("INSERT INTO archived_records (kind, id, record) VALUES ($1, $2, $3)")
        .bind(kind.into_str())
        .bind(id)
        .bind(text)
        .execute(transaction)
        .await?;
    Ok(())
}

async fn forget_archived(
    transaction: &mut Transaction,
    kind: RecordKind,
    id: &str,
) -> Result<(), StoreError> {
    let delete = query("DELETE FROM archived_records WHERE kind = $1 AND id = $2");
    delete.bind(kind.into_str()).bind(id).execute(transaction).await?;
    Ok(())
}

async fn add_flow_revision(
    transaction: &mut Transaction,
    flow_id: &str,
    revision: u32,
    definition: &str,
    now: Millis,
) -> Result<(), StoreError> {
    query("INSERT INTO flow_revisions (flow_id, revision, definition, imported_at) VALUES ($1, $2, $3, $4)")
        .bind(flow_id)
        .bind(revision)
        .bind(definition)
        .bind(now)
        .execute(transaction)
        .await?;
    Ok(())
}

/// Notes which questions of the newest revision are looked up, so that one can be found by its id alone.
async fn note_looked_up_questions(transaction: &mut Transaction, flow: &Flow) -> Result<(), StoreError> {
    forget_looked_up_questions(transaction, &flow.id).await?;
    let questions = flow
        .elements
        .iter()
        .filter_map(|element| element.question.as_deref());
    for question in questions.filter(|question| question.is_looked_up()) {
        query("INSERT INTO looked_up_questions (question_id, flow_id) VALUES ($1, $2)")
            .bind(&*question.id)
            .bind(&*flow.id)
            .execute(&mut *transaction)
            .await?;
    }
    Ok(())
}

async fn forget_looked_up_questions(transaction: &mut Transaction, flow_id: &str) -> Result<(), StoreError> {
    let delete = query("DELETE FROM looked_up_questions WHERE flow_id = $1").bind(flow_id);
    delete.execute(transaction).await?;
    Ok(())
}

async fn put_node(
    transaction: &mut Transaction,
    node: &FeedbackNode,
    record: &str,
    now: Millis,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO nodes (id, flow_id, record, imported_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE SET flow_id = excluded.flow_id, record = excluded.record,
             imported_at = excluded.imported_at",
    )
    .bind(&node.id)
    .bind(&node.flow_id)
    .bind(record)
    .bind(now)
    .execute(&mut *transaction)
    .await?;
    query("UPDATE node_flows SET dropped_at = $2 WHERE node_id = $1 AND dropped_at IS NULL")
        .bind(&node.id)
        .bind(now)
        .execute(&mut *transaction)
        .await?;
    for flow_id in node.flow_ids() {
        query(
            "INSERT INTO node_flows (node_id, flow_id, dropped_at) VALUES ($1, $2, NULL)
             ON CONFLICT (node_id, flow_id) DO UPDATE SET dropped_at = NULL",
        )
        .bind(&node.id)
        .bind(flow_id)
        .execute(&mut *transaction)
        .await?;
    }
    Ok(())
}

async fn put_widget(
    transaction: &mut Transaction,
    WidgetRecord { widget, .. }: &WidgetRecord,
    record: &str,
    now: Millis,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO widgets (code, node_id, record, imported_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (code) DO UPDATE SET node_id = excluded.node_id, record = excluded.record,
             imported_at = excluded.imported_at",
    )
    .bind(&widget.code)
    .bind(&widget.node_id)
    .bind(record)
    .bind(now)
    .execute(transaction)
    .await?;
    Ok(())
}

async fn put_connector(
    transaction: &mut Transaction,
    id: &str,
    record: &str,
    now: Millis,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO connectors (id, record, imported_at) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET record = excluded.record, imported_at = excluded.imported_at",
    )
    .bind(id)
    .bind(record)
    .bind(now)
    .execute(transaction)
    .await?;
    Ok(())
}
