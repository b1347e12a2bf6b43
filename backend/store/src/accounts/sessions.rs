//! Sessions of people in their browsers (docs/staff.md#sessions).

use super::guarded::Guarded;
use super::users::{User, UserRow, user_columns};
use crate::database::{Query, QueryBuilder, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::WriteError;
use crate::staff::staff_tokens::StaffMember;
use crate::staff_audit::{self, ActBy, StaffAct};
use crate::sweeps::SWEPT_AT_ONCE;
use base::time::{DAY, Millis, now};
use sqlx::FromRow;
use std::collections::HashMap;
use std::convert::Infallible;

/// How long a session lasts that nobody uses.
const IDLE: Millis = DAY / 2;

/// How long one lasts at most.
const LIFE: Millis = 14 * DAY;

/// Most sessions of a person: one more ends the oldest.
const MOST: i64 = 200;

/// How far apart uses of a session are written down.
const USES_APART: Millis = 60_000;

/// A session in force, with its person.
#[derive(Clone)]
pub struct Session {
    pub hash: String,
    pub id: String,
    pub user: User,
    /// Until when what needs a confirmation needs no other one.
    pub confirmed_until: Millis,
    /// Whether it began by the word of a provider, whose own rules stand for a second factor.
    pub by_provider: bool,
    last_used_at: Millis,
}

/// A session that begins.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Of what the cookie holds.
    pub hash: String,
    pub id: String,
    pub user_id: String,
    /// A few words about the browser.
    pub browser: String,
    pub confirmed_until: Millis,
    /// The hash of the session that this browser has had before, which ends.
    pub replaces: Option<String>,
}

/// A session in force, for its person.
#[derive(Debug, FromRow)]
pub struct SessionRow {
    pub id: String,
    pub browser: String,
    pub created_at: Millis,
    pub last_used_at: Millis,
}

#[derive(FromRow)]
struct JoinedRow {
    #[sqlx(flatten)]
    user: UserRow,
    hash: String,
    session_id: String,
    last_used_at: Millis,
    confirmed_until: Millis,
    by_provider: i64,
}

/// Sessions with their people.
macro_rules! joined {
    () => {
        concat!(
            "SELECT ",
            user_columns!(),
            ", hash, staff_sessions.id AS session_id, last_used_at, confirmed_until, by_provider
             FROM staff_sessions JOIN users ON users.id = staff_sessions.user_id
             WHERE disabled_at IS NULL AND staff_sessions.created_at > "
        )
    };
}

impl Store {
    /// Returns the session with this hash, if it is in force.
    pub async fn session(&self, hash: &str) -> Result<Option<Session>, StoreError> {
        Ok(self.sessions(&[hash.to_owned()]).await?.pop())
    }

    /// Returns those of these hashes that are of sessions in force, with whom they represent.
    pub(crate) async fn session_members(
        &self,
        hashes: &[String],
    ) -> Result<HashMap<String, StaffMember>, StoreError> {
        let sessions = self.sessions(hashes).await?.into_iter();
        Ok(sessions
            .map(|session| (session.hash.clone(), session.user.member()))
            .collect())
    }

    /// Returns those sessions with one of these hashes, of which there is at least one, that are in force.
    async fn sessions(&self, hashes: &[String]) -> Result<Vec<Session>, StoreError> {
        let at = now();
        let mut select = QueryBuilder::new(joined!());
        select.push_bind(at - LIFE).push(" AND last_used_at > ");
        select.push_bind(at - IDLE).push(" AND hash IN (");
        select.push_texts(hashes).push(")");
        let rows: Vec<JoinedRow> = select.build().fetch_all(&self.db).await?;
        rows.into_iter().map(Session::try_from).collect()
    }

    /// Returns the sessions of a person that are in force, the last used first.
    pub async fn sessions_of(&self, user_id: &str) -> Result<Vec<SessionRow>, StoreError> {
        let at = now();
        let rows = query(
            "SELECT id, browser, created_at, last_used_at FROM staff_sessions
             WHERE user_id = $1 AND created_at > $2 AND last_used_at > $3 ORDER BY last_used_at DESC, id",
        )
        .bind(user_id)
        .bind(at - LIFE)
        .bind(at - IDLE)
        .fetch_all(&self.db)
        .await?;
        Ok(rows)
    }

    /// Begins a session of a person whose password has this hash; with another hash in its place if there is one. Returns whether
    /// the password was still the same, and the person not disabled.
    pub async fn sign_in(
        &self,
        session: NewSession,
        (checked, rehashed): (&str, Option<String>),
        by: &ActBy,
    ) -> Result<bool, WriteError<Infallible>> {
        let guard = query("UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL")
            .bind(&session.user_id)
            .bind(checked)
            .bind(rehashed.unwrap_or_else(|| checked.to_owned()));
        let job = session.begin(Guarded::by(guard), by.at, false);
        self.writer
            .write(job.audited(StaffAct::SignIn, by, &session.browser))
            .await
    }

    /// Begins a session of a person by a provider's word, which counts once: `spent` is the hash of the sign-in, whose word nobody
    /// takes after `expires_at`. Returns whether it was not spent before, and the person is not disabled.
    pub async fn sign_in_by_provider(
        &self,
        session: NewSession,
        (spent, expires_at): (&str, Millis),
        by: &ActBy,
    ) -> Result<bool, WriteError<Infallible>> {
        let guard = query(
            "INSERT INTO spent_sign_ins (hash, expires_at) SELECT $1, $2
             WHERE EXISTS (SELECT 1 FROM users WHERE id = $3 AND disabled_at IS NULL) ON CONFLICT DO NOTHING",
        )
        .bind(spent)
        .bind(expires_at)
        .bind(&session.user_id);
        let job = session.begin(Guarded::by(guard), by.at, true);
        let how = format!("{}, single sign-on", session.browser);
        self.writer.write(job.audited(StaffAct::SignIn, by, &how)).await
    }

    /// Writes down that somebody gave a wrong password or code.
    pub async fn note_failed_sign_in(&self, by: &ActBy) -> Result<(), WriteError<Infallible>> {
        self.write(staff_audit::add_failed_sign_in(by)).await.map(drop)
    }

    /// Ends a session of a person.
    pub async fn sign_out(&self, session: &Session, by: &ActBy) -> Result<(), WriteError<Infallible>> {
        let guard = query("DELETE FROM staff_sessions WHERE hash = $1").bind(&session.hash);
        let job = Guarded::by(guard).audited(StaffAct::SignOut, by, &session.id);
        self.writer.write(job).await.map(drop)
    }

    /// Ends a session of a person by its id, or all but the one with this hash. One that is not there is no error.
    pub async fn end_sessions(
        &self,
        session: &Session,
        id: Option<&str>,
        by: &ActBy,
    ) -> Result<(), WriteError<Infallible>> {
        let guard = match id {
            Some(id) => query("DELETE FROM staff_sessions WHERE user_id = $1 AND id = $2")
                .bind(&session.user.id)
                .bind(id),
            None => query("DELETE FROM staff_sessions WHERE user_id = $1 AND hash <> $2")
                .bind(&session.user.id)
                .bind(&session.hash),
        };
        let job = Guarded::by(guard).audited(StaffAct::EndSessions, by, id.unwrap_or("all others"));
        self.writer.write(job).await.map(drop)
    }

    /// Notes that the person of a session has confirmed who they are.
    pub async fn confirm_session(&self, hash: &str, until: Millis) -> Result<(), WriteError<Infallible>> {
        let update = query("UPDATE staff_sessions SET confirmed_until = $2 WHERE hash = $1");
        self.write(update.bind(hash).bind(until)).await.map(drop)
    }

    /// Notes that a session is used, if that was not done within the last minute.
    pub async fn note_session_use(
        &self,
        session: &Session,
        at: Millis,
    ) -> Result<(), WriteError<Infallible>> {
        if !session.is_use_due(at) {
            return Ok(());
        }
        let update =
            query("UPDATE staff_sessions SET last_used_at = $2 WHERE hash = $1 AND last_used_at < $2");
        self.write(update.bind(&session.hash).bind(at)).await.map(drop)
    }

    /// Removes sessions that have ended, links that have expired, and what is remembered of spent sign-ins.
    pub(crate) async fn remove_ended_sessions(&self, now: Millis) -> Result<(), WriteError<Infallible>> {
        let ended = query(
            "DELETE FROM staff_sessions WHERE hash IN
                 (SELECT hash FROM staff_sessions WHERE created_at <= $1 OR last_used_at <= $2 LIMIT $3)",
        );
        let ended = ended.bind(now - LIFE).bind(now - IDLE).bind(SWEPT_AT_ONCE);
        self.sweep(ended).await?;
        let expired = query(
            "DELETE FROM one_time_links WHERE hash IN (SELECT hash FROM one_time_links WHERE expires_at <= $1 LIMIT $2)",
        );
        self.sweep(expired.bind(now).bind(SWEPT_AT_ONCE)).await?;
        let spent = query(
            "DELETE FROM spent_sign_ins WHERE hash IN (SELECT hash FROM spent_sign_ins WHERE expires_at <= $1 LIMIT $2)",
        );
        self.sweep(spent.bind(now).bind(SWEPT_AT_ONCE)).await
    }
}

impl Session {
    /// Returns whether its person has no second factor, although one is needed beside their password.
    pub fn lacks_second_factor(&self) -> bool {
        self.user.second_factor.is_none() && !self.by_provider
    }

    /// Returns whether a use at a moment is to be written down.
    pub fn is_use_due(&self, at: Millis) -> bool {
        at - self.last_used_at >= USES_APART
    }
}

impl NewSession {
    /// Adds what begins it to a job, and ends the oldest of those that are too many.
    pub(super) fn begin(&self, job: Guarded, at: Millis, by_provider: bool) -> Guarded {
        let begin = query(
            "INSERT INTO staff_sessions (hash, id, user_id, browser, created_at, last_used_at, confirmed_until, by_provider)
             VALUES ($1, $2, $3, $4, $5, $5, $6, $7)",
        )
        .bind(&self.hash)
        .bind(&self.id)
        .bind(&self.user_id)
        .bind(&self.browser)
        .bind(at)
        .bind(self.confirmed_until)
        .bind(i64::from(by_provider));
        let replace = query("DELETE FROM staff_sessions WHERE hash = $1").bind(&self.replaces);
        let end_oldest = query(
            "DELETE FROM staff_sessions WHERE user_id = $1 AND hash NOT IN
                 (SELECT hash FROM staff_sessions WHERE user_id = $1 ORDER BY created_at DESC, last_used_at DESC, hash LIMIT $2)",
        )
        .bind(&self.user_id)
        .bind(MOST);
        let come = query("UPDATE users SET signed_in_at = $2 WHERE id = $1")
            .bind(&self.user_id)
            .bind(at);
        job.then(replace).then(begin).then(end_oldest).then(come)
    }
}

impl TryFrom<JoinedRow> for Session {
    type Error = StoreError;

    fn try_from(row: JoinedRow) -> Result<Self, StoreError> {
        Ok(Self {
            hash: row.hash,
            id: row.session_id,
            user: row.user.try_into()?,
            confirmed_until: row.confirmed_until,
            by_provider: row.by_provider != 0,
            last_used_at: row.last_used_at,
        })
    }
}

/// Returns the statement that ends all sessions of a person.
pub(super) fn end_all(user_id: &str) -> Query {
    query("DELETE FROM staff_sessions WHERE user_id = $1").bind(user_id)
}
