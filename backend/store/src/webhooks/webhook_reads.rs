//! Reads of webhooks and of their deliveries, and what removes old ones (docs/webhooks.md).

use crate::chats::chat_ratings::RatingRow;
use crate::chats::message_rows::{self, MessageRow};
use crate::database::{QueryBuilder, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::WriteError;
use crate::job::webhook_outbox::EventType;
use crate::sweeps::SWEPT_AT_ONCE;
use crate::webhooks::webhook_changes::{SELECT, Webhook, WebhookRow};
use base::time::{DAY, Millis};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use std::convert::Infallible;
use utoipa::ToSchema;

/// How long it is remembered that a delivery has arrived.
const LIFE_OF_DELIVERED: Millis = 3 * DAY;

/// How long a dead delivery can be replayed, and one waits whose webhook is disabled.
const LIFE_OF_DEAD: Millis = 30 * DAY;

/// What has become of a delivery.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum DeliveryState {
    /// It is sent, now or later.
    Waiting,
    /// The receiver has it.
    Delivered,
    /// It was given up.
    Dead,
}

/// A delivery, for a list.
#[derive(Debug, FromRow)]
pub struct DeliveryRow {
    pub seq: i64,
    pub event: EventType,
    pub node_id: String,
    pub feedback_id: String,
    pub position: Option<i64>,
    pub occurred_at: Millis,
    pub state: DeliveryState,
    pub attempts: i64,
    pub next_at: Millis,
    pub last_status: Option<i64>,
    pub last_error: Option<String>,
    pub finished_at: Option<Millis>,
}

/// What webhooks have not been told.
#[derive(Debug, FromRow)]
pub struct DeliveryBacklog {
    /// What they are to be told, without that of disabled ones.
    pub waiting: i64,
    /// Since when the oldest among it waits.
    pub oldest: Option<Millis>,
    /// What was given up.
    pub dead: i64,
}

/// What a message in a chat tells: the message, and the customer of the chat.
#[derive(Debug)]
pub struct ToldMessage {
    pub message: MessageRow,
    /// A JSON object.
    pub customer: Option<String>,
}

impl Store {
    /// Returns all webhooks by their ids.
    pub async fn webhooks(&self) -> Result<Vec<Webhook>, StoreError> {
        let rows: Vec<WebhookRow> = query(sqlx::AssertSqlSafe(format!("{SELECT} ORDER BY id")))
            .fetch_all(&self.db)
            .await?;
        rows.into_iter().map(Webhook::try_from).collect()
    }

    /// Returns the webhook with this id.
    pub async fn webhook(&self, id: &str) -> Result<Option<Webhook>, StoreError> {
        let row: Option<WebhookRow> = query(sqlx::AssertSqlSafe(format!("{SELECT} AND id = $1")))
            .bind(id)
            .fetch_optional(&self.db)
            .await?;
        row.map(Webhook::try_from).transpose()
    }

    /// Returns the numbers of the webhooks that have something to be told now.
    pub async fn due_webhooks(&self, now: Millis) -> Result<Vec<i64>, StoreError> {
        let rows: Vec<(i64,)> = query(
            "SELECT number FROM webhooks WHERE enabled AND not_before <= $1 AND EXISTS (
                 SELECT 1 FROM webhook_deliveries
                 WHERE webhook = number AND state = 'waiting' AND next_at <= $1 AND leased_until <= $1)",
        )
        .bind(now)
        .fetch_all(&self.db)
        .await?;
        Ok(rows.into_iter().map(|(number,)| number).collect())
    }

    /// Returns at most `limit` deliveries of a webhook before one of them, the last first: those of its present nodes, since it may
    /// have been for others, which anyone who has it now need not see.
    pub async fn deliveries(
        &self,
        webhook: &Webhook,
        state: Option<DeliveryState>,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<DeliveryRow>, StoreError> {
        let mut select = QueryBuilder::new(
            "SELECT seq, event, node_id, feedback_id, position, occurred_at, state, attempts, next_at, last_status,
                 last_error, finished_at
             FROM webhook_deliveries WHERE webhook = ",
        );
        select
            .push_bind(webhook.number)
            .push(" AND seq < ")
            .push_bind(before.unwrap_or(i64::MAX));
        webhook.settings.nodes.push_to(&mut select, " AND node_id");
        if let Some(state) = state {
            select.push(" AND state = ").push_bind(state.into_str());
        }
        select
            .push(" ORDER BY seq DESC LIMIT ")
            .push_bind(i64::from(limit));
        Ok(select.build().fetch_all(&self.db).await?)
    }

    /// Returns how much there is that webhooks have not been told.
    pub async fn delivery_backlog(&self) -> Result<DeliveryBacklog, StoreError> {
        Ok(query(
            "SELECT COUNT(*) AS waiting, MIN(started_at) AS oldest,
                 (SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'dead' AND state <> 'waiting') AS dead
             FROM webhook_deliveries
             WHERE state = 'waiting' AND webhook IN (SELECT number FROM webhooks WHERE enabled)",
        )
        .fetch_one(&self.db)
        .await?)
    }

    /// Returns the message at a position of a chat; `None` if it was erased.
    pub async fn told_message(
        &self,
        feedback_id: &str,
        position: i64,
    ) -> Result<Option<ToldMessage>, StoreError> {
        let mut snapshot = self.db.begin_snapshot().await?;
        let customer: Option<Option<String>> = query("SELECT customer FROM feedbacks WHERE id = $1")
            .bind(feedback_id)
            .scalar_optional(&mut snapshot)
            .await?;
        let message: Option<MessageRow> = message_rows::select_one(feedback_id, position)
            .fetch_optional(&mut snapshot)
            .await?;
        snapshot.commit().await?;
        Ok(customer
            .zip(message)
            .map(|(customer, message)| ToldMessage { message, customer }))
    }

    /// Returns the rating at a position of a chat; `None` if it was erased.
    pub async fn told_rating(
        &self,
        feedback_id: &str,
        position: i64,
    ) -> Result<Option<RatingRow>, StoreError> {
        Ok(query(
            "SELECT position, rating, created_at FROM chat_ratings WHERE feedback_id = $1 AND position = $2",
        )
        .bind(feedback_id)
        .bind(position)
        .fetch_optional(&self.db)
        .await?)
    }

    /// Returns whether there is a chat.
    pub async fn has_chat(&self, feedback_id: &str) -> Result<bool, StoreError> {
        Ok(
            query("SELECT EXISTS (SELECT 1 FROM chats WHERE feedback_id = $1)")
                .bind(feedback_id)
                .scalar(&self.db)
                .await?,
        )
    }

    /// Removes the deliveries that are old, and those of webhooks that were deleted, a part at a time: no statement holds the
    /// database for long.
    pub(crate) async fn remove_old_deliveries(&self, now: Millis) -> Result<(), WriteError<Infallible>> {
        const FINISHED: &str =
            "DELETE FROM webhook_deliveries WHERE seq IN (SELECT seq FROM webhook_deliveries
             WHERE state = $1 AND state <> 'waiting' AND finished_at <= $2 ORDER BY finished_at LIMIT $3)";
        for (state, life) in [
            (DeliveryState::Delivered, LIFE_OF_DELIVERED),
            (DeliveryState::Dead, LIFE_OF_DEAD),
        ] {
            let finished = query(FINISHED).bind(state.into_str()).bind(now - life);
            self.sweep(finished.bind(SWEPT_AT_ONCE)).await?;
        }
        let idle = query(
            "DELETE FROM webhook_deliveries WHERE seq IN (SELECT seq FROM webhook_deliveries
                 WHERE state = 'waiting' AND webhook IN (SELECT number FROM webhooks WHERE NOT enabled)
                     AND next_at <= $1 LIMIT $2)",
        );
        self.sweep(idle.bind(now - LIFE_OF_DEAD).bind(SWEPT_AT_ONCE))
            .await?;
        let of_deleted = query(
            "DELETE FROM webhook_deliveries WHERE seq IN (SELECT seq FROM webhook_deliveries
                 WHERE webhook IN (SELECT number FROM webhooks WHERE id IS NULL) LIMIT $1)",
        );
        self.sweep(of_deleted.bind(SWEPT_AT_ONCE)).await?;
        let deleted = query(
            "DELETE FROM webhooks WHERE id IS NULL
                 AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE webhook = number)",
        );
        self.write(deleted).await?;
        Ok(())
    }
}
