//! The inbox of staff: chats as they are answered from a list (docs/staff.md#inbox).

use crate::chats::chat_rows::Actor;
use crate::database::{Db, QueryBuilder};
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::change_numbers;
use crate::job::chat_status::ChatStatus;
use crate::list_cursor::ListCursor;
use crate::list_total::{ListTotal, MOST_LOOKED_AT_FOR_TOTAL};
use crate::node_scope::NodeScope;
use crate::search_words::SearchWords;
use crate::tags::tags_of;
use base::time::Millis;
use sqlx::FromRow;

/// A chat in the inbox, with its last message.
#[derive(Debug, FromRow)]
pub struct InboxRow {
    pub feedback_id: String,
    pub node_id: String,
    pub status: ChatStatus,
    pub position: i64,
    /// Its place among all changes of chats.
    pub change_number: i64,
    pub created_at: Millis,
    pub updated_at: Millis,
    pub queued_at: Option<Millis>,
    /// Since when the customer waits for an answer.
    pub waiting_since: Option<Millis>,
    pub assigned_to: Option<String>,
    pub accepted_by: Option<String>,
    pub closed_by: Option<String>,
    /// A JSON object.
    pub customer: Option<String>,
    /// Messages of the customer that staff have not read, at most 100.
    #[sqlx(try_from = "i64")]
    pub unread: u32,
    /// Until when staff put it off.
    pub snoozed_until: Option<Millis>,
    /// Those of the feedback, in alphabetical order; from a table of their own.
    #[sqlx(skip)]
    pub tags: Vec<String>,
    /// The latest.
    pub rating: Option<i64>,
    pub last_actor: Option<Actor>,
    pub last_author: Option<String>,
    pub last_body: Option<String>,
    pub last_created_at: Option<Millis>,
}

/// Which chats the inbox contains.
#[derive(Debug, Clone)]
pub struct InboxFilter {
    pub nodes: NodeScope,
    pub status: Option<ChatStatus>,
    /// Only chats that go on, that nobody puts off, and whose customer waits for an answer.
    pub is_unanswered: bool,
    pub assigned: Option<Assignment>,
    /// Only chats that staff put off, or only others.
    pub is_snoozed: Option<bool>,
    /// Only chats whose feedback has this normalized tag.
    pub tag: Option<String>,
    /// Only chats with a message in which all of these words begin.
    pub words: Option<SearchWords>,
    /// Only chats whose ids begin so.
    pub id_prefix: Option<String>,
}

/// Whom a chat is assigned to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assignment {
    Nobody,
    To(String),
}

/// The order of the inbox, and after which item it continues.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InboxOrder {
    /// The last change first.
    Changed(Option<ListCursor>),
    /// The earliest change after a cursor first.
    Since(ListCursor),
    /// The customer who has waited for longest first; nobody else.
    Waiting(Option<ListCursor>),
}

const SELECT: &str = "SELECT chats.feedback_id, chats.node_id, chats.status, chats.position, chats.change_number,
         chats.created_at, chats.updated_at, chats.queued_at, chats.waiting_since, chats.assigned_to,
         chats.accepted_by, chats.closed_by, chats.snoozed_until, feedbacks.customer,
         (SELECT COUNT(*) FROM (SELECT 1 FROM chat_messages WHERE chat_messages.feedback_id = chats.feedback_id
             AND chat_messages.position > chats.staff_read_position AND chat_messages.actor = 'customer'
             LIMIT 100) AS unread_messages) AS unread,
         (SELECT rating FROM chat_ratings WHERE chat_ratings.feedback_id = chats.feedback_id
             ORDER BY position DESC LIMIT 1) AS rating,
         last.actor AS last_actor, last.author AS last_author, last.body AS last_body,
         last.created_at AS last_created_at
     FROM chats JOIN feedbacks ON feedbacks.id = chats.feedback_id
         LEFT JOIN chat_messages AS last ON last.feedback_id = chats.feedback_id
             AND last.position = (SELECT MAX(position) FROM chat_messages
                 WHERE chat_messages.feedback_id = chats.feedback_id AND kind = 'message')
     WHERE ";

impl InboxFilter {
    /// Returns the filter of a list in an order: only chats whose customers wait have a place among those.
    fn ordered(&self, order: &InboxOrder) -> Self {
        Self {
            is_unanswered: self.is_unanswered || matches!(order, InboxOrder::Waiting(_)),
            ..self.clone()
        }
    }

    /// Returns whether [`InboxFilter::push_to`] adds conditions.
    fn is_narrow(&self) -> bool {
        self.nodes != NodeScope::All
            || self.status.is_some()
            || self.is_unanswered
            || self.assigned.is_some()
            || self.is_snoozed.is_some()
            || self.tag.is_some()
    }

    /// Adds the conditions on `chats` itself, beside those on its id and its messages.
    fn push_to(&self, query: &mut QueryBuilder) {
        self.push_scope(query);
        self.push_state(query);
    }

    /// Adds the conditions for which there are indexes.
    fn push_scope(&self, query: &mut QueryBuilder) {
        self.nodes.push_to(query, " AND chats.node_id");
        if self.is_unanswered {
            // The words of the index on waiting chats.
            query.push(
                " AND chats.waiting_since IS NOT NULL AND chats.over_since IS NULL AND chats.snoozed_until IS NULL",
            );
        }
        match self.is_snoozed {
            Some(true) => query.push(" AND chats.snoozed_until IS NOT NULL"),
            Some(false) => query.push(" AND chats.snoozed_until IS NULL"),
            None => query,
        };
    }

    fn push_state(&self, query: &mut QueryBuilder) {
        if let Some(status) = self.status {
            query.push(" AND chats.status = ").push_bind(status);
        }
        match &self.assigned {
            Some(Assignment::Nobody) => drop(query.push(" AND chats.assigned_to IS NULL")),
            Some(Assignment::To(name)) => {
                query.push(" AND chats.assigned_to = ").push_bind(name.clone());
            }
            None => {}
        }
        if let Some(tag) = &self.tag {
            query.push(
                " AND EXISTS (SELECT 1 FROM feedbacks AS tagged JOIN feedback_tags ON feedback_seq = tagged.seq
                      WHERE tagged.id = chats.feedback_id AND tag = ",
            );
            query.push_bind(tag).push(")");
        }
    }

    /// Adds the conditions on the ids and the messages of `chats`.
    fn push_search(&self, query: &mut QueryBuilder, is_postgres: bool) {
        if let Some(words) = &self.words {
            let conditions = self
                .is_narrow()
                .then_some(|query: &mut QueryBuilder| self.push_to(query));
            words.push_to(query, is_postgres, conditions);
        }
        if let Some(prefix) = &self.id_prefix {
            // As a range, for the index. Ids are of ASCII, so this is after all that begin with the prefix.
            query.push(" AND chats.feedback_id >= ").push_bind(prefix.clone());
            query
                .push(" AND chats.feedback_id < ")
                .push_bind(format!("{prefix}\u{7F}"));
        }
    }
}

impl Store {
    /// Returns at most `limit` chats of the inbox.
    pub async fn inbox(
        &self,
        filter: &InboxFilter,
        order: &InboxOrder,
        limit: u32,
    ) -> Result<Vec<InboxRow>, StoreError> {
        let mut query = QueryBuilder::new(SELECT);
        query.push("1 = 1");
        let filter = filter.ordered(order);
        filter.push_to(&mut query);
        filter.push_search(&mut query, matches!(self.db, Db::Pg(..)));
        let (place, order_by) = match order {
            InboxOrder::Changed(cursor) => (
                cursor
                    .as_ref()
                    .map(|cursor| (cursor, " AND (chats.change_number, chats.feedback_id) < (")),
                " ORDER BY chats.change_number DESC, chats.feedback_id DESC LIMIT ",
            ),
            InboxOrder::Since(cursor) => (
                Some((cursor, " AND (chats.change_number, chats.feedback_id) > (")),
                " ORDER BY chats.change_number, chats.feedback_id LIMIT ",
            ),
            InboxOrder::Waiting(cursor) => (
                cursor
                    .as_ref()
                    .map(|cursor| (cursor, " AND (chats.waiting_since, chats.feedback_id) > (")),
                " ORDER BY chats.waiting_since, chats.feedback_id LIMIT ",
            ),
        };
        if let Some((cursor, condition)) = place {
            query.push(condition).push_bind(cursor.place).push(", ");
            query.push_bind(cursor.feedback_id.clone()).push(")");
        }
        query.push(order_by).push_bind(i64::from(limit));
        let rows = query.build().fetch_all(&self.db).await?;
        self.with_tags(rows).await
    }

    /// Counts the chats that the inbox has in all its parts.
    pub async fn inbox_total(
        &self,
        filter: &InboxFilter,
        order: &InboxOrder,
    ) -> Result<ListTotal, StoreError> {
        let filter = filter.ordered(order);
        let most = i64::from(MOST_LOOKED_AT_FOR_TOTAL);
        let mut query = QueryBuilder::new("SELECT COUNT(*), COUNT(*) FILTER (WHERE 1 = 1");
        filter.push_state(&mut query);
        query
            .push(") FROM (SELECT chats.status, chats.assigned_to, chats.feedback_id FROM chats WHERE 1 = 1");
        filter.push_scope(&mut query);
        filter.push_search(&mut query, matches!(self.db, Db::Pg(..)));
        query.push(" LIMIT ").push_bind(most).push(") AS chats");
        let (looked_at, count): (i64, i64) = query.build().fetch_one(&self.db).await?;
        Ok(ListTotal {
            count,
            is_capped: looked_at >= most,
        })
    }

    /// Returns those of these chats that there are as the inbox has them, in any order.
    pub async fn inbox_rows(&self, feedback_ids: &[&str]) -> Result<Vec<InboxRow>, StoreError> {
        if feedback_ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut query = QueryBuilder::new(SELECT);
        query.push("chats.feedback_id IN (");
        query.push_values(feedback_ids, |row, id| row.push_bind((*id).to_owned()));
        query.push(")");
        let rows = query.build().fetch_all(&self.db).await?;
        self.with_tags(rows).await
    }

    async fn with_tags(&self, mut rows: Vec<InboxRow>) -> Result<Vec<InboxRow>, StoreError> {
        let mut tags = tags_of(&self.db, rows.iter().map(|row| row.feedback_id.as_str())).await?;
        for row in &mut rows {
            row.tags = tags.remove(&row.feedback_id).unwrap_or_default();
        }
        Ok(rows)
    }

    /// Returns the cursor after which everything comes that changes from now on.
    pub async fn inbox_end(&self) -> Result<ListCursor, StoreError> {
        let last = change_numbers::last(&self.db).await?;
        // Chats of one commit share a number, so the cursor is before the next number rather than after the last chat.
        Ok(ListCursor {
            place: last + 1,
            feedback_id: String::new(),
        })
    }
}
