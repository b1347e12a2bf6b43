//! The job that stores an unsubscription (docs/api.md#unsubscriptions).

use crate::database::{bind_by_name, query};
use crate::error::StoreError;
use crate::job::{BatchedJob, JobResult, WriteTransaction};
use base::time::Millis;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use utoipa::ToSchema;

/// A channel that one can unsubscribe from.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum UnsubscribableChannel {
    Sms,
    Whatsapp,
    PushNotification,
}

bind_by_name!(UnsubscribableChannel);

/// Anyone who got the invitation with this tracking pair wants no more of them.
#[derive(Debug)]
pub struct Unsubscription {
    pub node_id: String,
    pub channel: UnsubscribableChannel,
    /// A JSON object, equal for equal pairs.
    pub tracking: String,
    pub device_id: Option<String>,
    pub created_at: Millis,
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

impl BatchedJob for Unsubscription {
    type Reply = ();
    type Refusal = Infallible;

    fn bytes(&self) -> usize {
        self.node_id.len() + self.tracking.len() + self.device_id.as_ref().map_or(0, String::len)
    }

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
