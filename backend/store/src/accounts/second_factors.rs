//! Second factors: codes that change, and those that stand in for them (docs/staff.md#second-factor).

use super::guarded::Guarded;
use super::users::User;
use crate::database::query;
use crate::handle::Store;
use crate::job::WriteError;
use crate::staff_audit::{ActBy, StaffAct};
use std::convert::Infallible;

impl Store {
    /// Keeps what the codes of a new second factor are derived from until a code proves that the person has it.
    pub async fn offer_second_factor(&self, user_id: &str, seed: &str) -> Result<(), WriteError<Infallible>> {
        let offer = query("UPDATE users SET offered_factor = $2 WHERE id = $1");
        self.write(offer.bind(user_id).bind(seed)).await.map(drop)
    }

    /// Puts the second factor in force that was offered, with these recovery codes instead of all before. `step` is that of the code
    /// that proved it. Returns whether it was still offered.
    pub async fn put_second_factor(
        &self,
        user_id: &str,
        (seed, step): (&str, i64),
        recovery_hashes: &[String],
        by: &ActBy,
    ) -> Result<bool, WriteError<Infallible>> {
        let guard = query(
            "UPDATE users SET second_factor = $2, offered_factor = NULL, last_code_step = $3
             WHERE id = $1 AND offered_factor = $2",
        )
        .bind(user_id)
        .bind(seed)
        .bind(step);
        let forget = query("DELETE FROM recovery_codes WHERE user_id = $1").bind(user_id);
        let mut job = Guarded::by(guard).then(forget);
        for hash in recovery_hashes {
            job = job.then(
                query("INSERT INTO recovery_codes (user_id, hash) VALUES ($1, $2)")
                    .bind(user_id)
                    .bind(hash),
            );
        }
        let job = job.audited(StaffAct::PutSecondFactor, by, &by.staff);
        self.writer.write(job).await
    }

    /// Removes the second factor of a person, and one that is offered.
    pub async fn remove_second_factor(
        &self,
        user_id: &str,
        by: &ActBy,
    ) -> Result<(), WriteError<Infallible>> {
        let guard = query(
            "UPDATE users SET second_factor = NULL, offered_factor = NULL
             WHERE id = $1 AND (second_factor IS NOT NULL OR offered_factor IS NOT NULL)",
        )
        .bind(user_id);
        let forget = query("DELETE FROM recovery_codes WHERE user_id = $1").bind(user_id);
        let job = Guarded::by(guard)
            .then(forget)
            .audited(StaffAct::RemoveSecondFactor, by, &by.staff);
        self.writer.write(job).await.map(drop)
    }

    /// Uses up the code of a step. Returns whether neither it nor a later one was used before.
    pub async fn use_code(&self, user: &User, step: i64) -> Result<bool, WriteError<Infallible>> {
        let guard = query(
            "UPDATE users SET last_code_step = $3
             WHERE id = $1 AND second_factor = $2 AND (last_code_step IS NULL OR last_code_step < $3)",
        );
        let guard = guard.bind(&user.id).bind(&user.second_factor).bind(step);
        self.writer.write(Guarded::by(guard)).await
    }

    /// Uses up a recovery code. Returns whether there was one with this hash.
    pub async fn use_recovery_code(
        &self,
        user_id: &str,
        hash: &str,
        by: &ActBy,
    ) -> Result<bool, WriteError<Infallible>> {
        let guard = query("DELETE FROM recovery_codes WHERE user_id = $1 AND hash = $2");
        let job = Guarded::by(guard.bind(user_id).bind(hash));
        self.writer
            .write(job.audited(StaffAct::UseRecoveryCode, by, &by.staff))
            .await
    }
}
