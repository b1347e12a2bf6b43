//! Which staff are there, as the servers of one database tell each other (docs/staff.md#presence).

use crate::database::{QueryBuilder, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::{Job, JobError, WriteError, WriteTransaction};
use base::time::Millis;
use sqlx::FromRow;
use std::convert::Infallible;

/// For how long what a server has said is believed.
const LIFE: Millis = 30_000;

/// Most rows of one server.
const MOST_ROWS: usize = 1_000;

/// A member of staff who has a connection, and the chat that they have open.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, FromRow)]
pub struct PresentStaff {
    pub name: String,
    /// Of the chat; empty without one.
    pub node_id: String,
    /// Empty: no chat.
    pub feedback_id: String,
    pub is_writing: bool,
}

/// What a server says of those who are connected to it, in place of what it has said before.
#[derive(Debug)]
pub struct PresenceReport {
    /// A random name of the server.
    pub server: String,
    pub staff: Vec<PresentStaff>,
    pub at: Millis,
}

impl Job for PresenceReport {
    type Reply = ();
    type Refusal = Infallible;

    fn bytes(&self) -> usize {
        let texts = |row: &PresentStaff| row.name.len() + row.node_id.len() + row.feedback_id.len();
        self.staff.iter().map(texts).sum()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<Infallible>> {
        let connection = transaction.connection();
        query("DELETE FROM staff_presence WHERE server = $1 OR said_at <= $2")
            .bind(&self.server)
            .bind(self.at - LIFE)
            .execute(&mut *connection)
            .await?;
        if self.staff.is_empty() {
            return Ok(());
        }
        let mut insert = QueryBuilder::new(
            "INSERT INTO staff_presence (server, name, node_id, feedback_id, is_writing, said_at) ",
        );
        insert.push_values(self.staff.iter().take(MOST_ROWS), |row, staff| {
            row.push_bind(self.server.clone());
            row.push_bind(staff.name.clone());
            row.push_bind(staff.node_id.clone());
            row.push_bind(staff.feedback_id.clone());
            row.push_bind(staff.is_writing);
            row.push_bind(self.at);
        });
        insert.build().execute(connection).await?;
        Ok(())
    }
}

impl Store {
    /// Stores who is connected to a server.
    pub async fn report_presence(&self, report: PresenceReport) -> Result<(), WriteError<Infallible>> {
        self.writer.write(report).await
    }

    /// Returns who is connected to the other servers, as far as they have said so lately.
    pub async fn staff_elsewhere(&self, server: &str, now: Millis) -> Result<Vec<PresentStaff>, StoreError> {
        let rows = query(
            "SELECT name, node_id, feedback_id, is_writing FROM staff_presence
             WHERE server <> $1 AND said_at > $2 ORDER BY name, feedback_id",
        )
        .bind(server)
        .bind(now - LIFE);
        Ok(rows.fetch_all(&self.db).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::test_database::test_location;

    #[tokio::test]
    async fn servers_learn_who_is_at_the_others_for_a_while() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(test_location(folder.path()).await).await.unwrap();
        let staff = |name: &str, feedback_id: &str| PresentStaff {
            name: name.into(),
            node_id: "n".into(),
            feedback_id: feedback_id.into(),
            is_writing: name == "ann",
        };
        let report = async |server: &str, staff: Vec<PresentStaff>, at: Millis| {
            let server = server.to_owned();
            let report = PresenceReport { server, staff, at };
            store.report_presence(report).await.unwrap();
        };
        report("one", vec![staff("ann", "f"), staff("bob", "")], 1_000).await;
        report("two", vec![staff("zoe", "f")], 1_000).await;
        let at_two = async |now: Millis| store.staff_elsewhere("two", now).await.unwrap();
        assert_eq!(at_two(2_000).await, [staff("ann", "f"), staff("bob", "")]);
        report("one", vec![staff("bob", "f")], 3_000).await;
        assert_eq!(
            at_two(4_000).await,
            [staff("bob", "f")],
            "in place of what it has said before"
        );
        assert_eq!(at_two(3_000 + LIFE).await, []);
        report("two", Vec::new(), 3_000 + LIFE).await;
        assert_eq!(
            store.staff_elsewhere("three", 4_000).await.unwrap(),
            [],
            "old rows are removed"
        );
        store.close().await;
    }
}
