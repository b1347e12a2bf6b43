//! Which chats are before their customers' eyes, at whatever process.

use super::{Redis, RedisError};
use fred::interfaces::KeysInterface;
use fred::types::Expiration;
use std::time::Duration;

impl Redis {
    /// Says that these chats are watched, for some time.
    pub(crate) async fn set_watched(
        &self,
        feedback_ids: &[String],
        life: Duration,
    ) -> Result<(), RedisError> {
        if feedback_ids.is_empty() {
            return Ok(());
        }
        if !self.is_connected() {
            return Err(RedisError::Away);
        }
        let pipeline = self.commands.pipeline();
        let life = i64::try_from(life.as_secs()).unwrap_or(i64::MAX);
        for feedback_id in feedback_ids {
            let name = self.name("watched", &[feedback_id]);
            let () = pipeline
                .set(name, 1, Some(Expiration::EX(life)), None, false)
                .await?;
        }
        Ok(pipeline.all().await?)
    }

    /// Returns whether a chat is watched at any process; `None` if Redis does not say in time.
    pub(crate) async fn is_watched(&self, feedback_id: &str) -> Option<bool> {
        if !self.is_connected() {
            return None;
        }
        self.commands
            .exists(self.name("watched", &[feedback_id]))
            .await
            .ok()
    }
}
