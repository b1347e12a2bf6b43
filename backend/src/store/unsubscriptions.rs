//! Unsubscriptions: the job that stores one, and the list for staff (docs/api.md#unsubscriptions).

use super::database::{QueryBuilder, Value, query};
use super::error::StoreError;
use super::handle::Store;
use super::writer::{JobKind, JobResult, WriteTransaction};
use crate::time::Millis;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use std::convert::Infallible;

/// A channel that one can unsubscribe from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub(crate) enum UnsubscribableChannel {
    Sms,
    Whatsapp,
    PushNotification,
}

/// Whoever got the invitation with this tracking pair wants no more of them.
#[derive(Debug)]
pub(crate) struct Unsubscription {
    pub(crate) node_id: String,
    pub(crate) channel: UnsubscribableChannel,
    /// A JSON object, equal for equal pairs.
    pub(crate) tracking: String,
    pub(crate) device_id: Option<String>,
    pub(crate) created_at: Millis,
}

/// A stored unsubscription.
#[derive(Debug, FromRow)]
pub(crate) struct UnsubscriptionRow {
    /// The order in which they came.
    pub(crate) seq: i64,
    pub(crate) node_id: String,
    pub(crate) channel: UnsubscribableChannel,
    /// A JSON object.
    pub(crate) tracking: String,
    pub(crate) device_id: Option<String>,
    pub(crate) created_at: Millis,
}

/// Which unsubscriptions a list contains; `None` means any.
#[derive(Debug, Clone, Copy)]
pub(crate) struct UnsubscriptionFilter<'a> {
    pub(crate) node_id: Option<&'a str>,
    pub(crate) channel: Option<UnsubscribableChannel>,
}

impl UnsubscribableChannel {
    fn as_str(self) -> &'static str {
        match self {
            Self::Sms => "sms",
            Self::Whatsapp => "whatsapp",
            Self::PushNotification => "push_notification",
        }
    }
}

impl From<UnsubscribableChannel> for Value {
    fn from(channel: UnsubscribableChannel) -> Self {
        channel.as_str().into()
    }
}

impl From<engine::Channel> for UnsubscribableChannel {
    fn from(channel: engine::Channel) -> Self {
        match channel {
            engine::Channel::Sms => Self::Sms,
            engine::Channel::Whatsapp => Self::Whatsapp,
            engine::Channel::PushNotification => Self::PushNotification,
        }
    }
}

impl JobKind for Unsubscription {
    type Reply = ();
    type Refusal = Infallible;

    /// Stores each once; a repeat changes nothing.
    async fn run(
        transaction: &mut WriteTransaction,
        jobs: &[Self],
    ) -> Result<Vec<JobResult<Self>>, StoreError> {
        for job in jobs {
            query(
                "INSERT INTO unsubscriptions (node_id, channel, tracking, device_id, created_at)
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
            )
            .bind(&job.node_id)
            .bind(job.channel)
            .bind(&job.tracking)
            .bind(&job.device_id)
            .bind(job.created_at)
            .execute(transaction.connection())
            .await?;
        }
        Ok(vec![Ok(()); jobs.len()])
    }
}

impl Store {
    /// Returns at most `limit` unsubscriptions that came before number `before`, the newest first.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn newest_unsubscriptions(
        &self,
        filter: UnsubscriptionFilter<'_>,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<UnsubscriptionRow>, StoreError> {
        let mut query = QueryBuilder::new(
            "SELECT seq, node_id, channel, tracking, device_id, created_at FROM unsubscriptions WHERE ",
        );
        query.push("seq < ").push_bind(before.unwrap_or(i64::MAX));
        if let Some(node_id) = filter.node_id {
            query.push(" AND node_id = ").push_bind(node_id.to_owned());
        }
        if let Some(channel) = filter.channel {
            query.push(" AND channel = ").push_bind(channel);
        }
        query
            .push(" ORDER BY seq DESC LIMIT ")
            .push_bind(i64::from(limit));
        Ok(query.build().fetch_all(&self.db).await?)
    }
}
