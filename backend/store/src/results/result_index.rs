//! The index of feedback (docs/results.md#index): answers as rows, the terms that feedback is looked up by, the words of its
//! texts, and counts.

use crate::database::{Executor, QueryBuilder, Transaction, query};
use crate::error::StoreError;
use crate::feedback::feedback_rows::FeedbackStatus;
use crate::feedback::scores::Scores;
use crate::feedback::state_times::StateTimes;
use crate::job::{Job, JobError, WriteTransaction};
use crate::list_cursor::ListCursor;
use crate::results::answer_rows::{AnswerRow, answers_of};
use crate::results::result_counts::{Countable, Counts, Direction};
use crate::results::result_periods::Period;
use sqlx::FromRow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::convert::Infallible;

/// Feedback that changed one after the other, as the index holds it.
#[derive(Debug)]
pub struct IndexBatch {
    /// The last change that was in the index when these were read.
    pub after: ListCursor,
    /// The last of these.
    pub until: ListCursor,
    pub feedbacks: Vec<IndexedFeedback>,
}

/// A feedback as the index holds it.
#[derive(Debug)]
pub struct IndexedFeedback {
    pub seq: i64,
    pub group: ResultGroup,
    /// On which it was first stored: days since 1970 (UTC).
    pub day: i64,
    pub time_spent_in_seconds: u32,
    pub state_times: StateTimes,
    pub scores: Scores,
    /// The texts of all answers.
    pub words: Option<String>,
    /// By what it is looked up ([`crate::feedback::feedback_filter`]).
    pub terms: BTreeSet<String>,
    /// In their order.
    pub answers: Vec<AnswerRow>,
}

/// Feedback that is counted together, for each period apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, FromRow)]
pub struct ResultGroup {
    pub flow_id: String,
    pub node_id: String,
    #[sqlx(try_from = "i64")]
    pub flow_revision: u32,
    /// Empty: none is known.
    pub language_id: String,
    pub status: FeedbackStatus,
    /// Whether a signature proves fields of the customer.
    pub customer_verified: bool,
}

#[derive(FromRow)]
struct StoredGroup {
    id: i64,
    #[sqlx(flatten)]
    group: ResultGroup,
    #[sqlx(flatten)]
    period: Period,
}

#[derive(FromRow)]
struct StoredFeedback {
    feedback_seq: i64,
    day_group_id: i64,
    month_group_id: i64,
    total_group_id: i64,
    time_spent_in_seconds: i64,
    state_times_in_ms: Option<String>,
    scores: Option<String>,
}

/// Counts by the ids of their groups.
type GroupCounts = BTreeMap<i64, Counts>;

impl Job for IndexBatch {
    /// Whether the batch was still the next one: another server may have been faster.
    type Reply = bool;
    type Refusal = Infallible;

    fn bytes(&self) -> usize {
        let text_bytes = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let feedbacks = self.feedbacks.iter();
        feedbacks
            .map(|feedback| {
                let answers = feedback.answers.iter();
                let answer_bytes: usize = answers.map(|answer| 256 + text_bytes(&answer.text)).sum();
                256 + answer_bytes + text_bytes(&feedback.words)
            })
            .sum()
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<bool, JobError<Infallible>> {
        let connection = transaction.connection();
        if progress(&mut *connection).await? != self.after {
            return Ok(false);
        }
        let seqs: Vec<i64> = self.feedbacks.iter().map(|feedback| feedback.seq).collect();
        remove(connection, &seqs).await?;
        // What was erased meanwhile stays out.
        let stored = stored_among(connection, &seqs).await?;
        let feedbacks: Vec<&IndexedFeedback> = self
            .feedbacks
            .iter()
            .filter(|feedback| stored.contains(&feedback.seq))
            .collect();
        add(connection, &feedbacks).await?;
        query("UPDATE result_progress SET updated_at = $1, feedback_id = $2 WHERE id = 1")
            .bind(self.until.place)
            .bind(&self.until.feedback_id)
            .execute(connection)
            .await?;
        Ok(true)
    }
}

/// Returns the last change that is in the index.
pub(crate) async fn progress(executor: impl Into<Executor<'_>>) -> Result<ListCursor, StoreError> {
    let (place, feedback_id) = query("SELECT updated_at, feedback_id FROM result_progress WHERE id = 1")
        .fetch_one(executor)
        .await?;
    Ok(ListCursor { place, feedback_id })
}

/// Takes feedback out of the index, with all that it has there, and out of what was counted. Anyone who deletes feedback does this
/// in the same transaction.
pub(crate) async fn remove(connection: &mut Transaction, seqs: &[i64]) -> Result<(), StoreError> {
    if seqs.is_empty() {
        return Ok(());
    }
    let mut select = QueryBuilder::new(
        "SELECT feedback_seq, day_group_id, month_group_id, total_group_id, time_spent_in_seconds, state_times_in_ms,
             scores
         FROM indexed_feedbacks WHERE feedback_seq IN (",
    );
    select.push_values(seqs, |row, seq| row.push_bind(*seq));
    select.push(")");
    let indexed: Vec<StoredFeedback> = select.build().fetch_all(&mut *connection).await?;
    if indexed.is_empty() {
        return Ok(());
    }
    let seqs: Vec<i64> = indexed.iter().map(|row| row.feedback_seq).collect();
    let answers = answers_of(&mut *connection, &seqs).await?;
    let mut counts = GroupCounts::new();
    for row in &indexed {
        let state_times = StateTimes::from_json(row.state_times_in_ms.as_deref());
        let feedback = Countable {
            seconds: row.time_spent_in_seconds,
            state_times: &state_times,
            scores: &Scores::from_json(row.scores.as_deref()),
            answers: answers.get(&row.feedback_seq).map_or(&[], Vec::as_slice),
        };
        for id in [row.day_group_id, row.month_group_id, row.total_group_id] {
            counts.entry(id).or_default().count(feedback, Direction::Out);
        }
    }
    store_counts(connection, &counts).await?;
    for table in [
        "DELETE FROM answers WHERE feedback_seq IN (",
        "DELETE FROM feedback_terms WHERE feedback_seq IN (",
        "DELETE FROM indexed_feedbacks WHERE feedback_seq IN (",
    ] {
        let mut delete = QueryBuilder::new(table);
        delete.push_values(&seqs, |row, seq| row.push_bind(*seq));
        delete.push(")");
        delete.build().execute(&mut *connection).await?;
    }
    let mut delete = QueryBuilder::new("DELETE FROM result_counts WHERE count = 0 AND group_id IN (");
    delete.push_values(counts.keys(), |row, id| row.push_bind(*id));
    delete.push(")");
    delete.build().execute(connection).await?;
    Ok(())
}

async fn stored_among(connection: &mut Transaction, seqs: &[i64]) -> Result<BTreeSet<i64>, StoreError> {
    if seqs.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut select = QueryBuilder::new("SELECT seq FROM feedbacks WHERE seq IN (");
    select.push_values(seqs, |row, seq| row.push_bind(*seq));
    select.push(")");
    let stored: Vec<(i64,)> = select.build().fetch_all(connection).await?;
    Ok(stored.into_iter().map(|(seq,)| seq).collect())
}

async fn add(connection: &mut Transaction, feedbacks: &[&IndexedFeedback]) -> Result<(), StoreError> {
    if feedbacks.is_empty() {
        return Ok(());
    }
    let groups = store_groups(connection, feedbacks).await?;
    let group_ids = |feedback: &IndexedFeedback| {
        let periods = Period::of_day(feedback.day);
        periods.map(|period| {
            groups
                .get(&(feedback.group.clone(), period))
                .copied()
                .unwrap_or_default()
        })
    };
    let mut counts = GroupCounts::new();
    for feedback in feedbacks {
        let countable = Countable {
            seconds: feedback.time_spent_in_seconds.into(),
            state_times: &feedback.state_times,
            scores: &feedback.scores,
            answers: &feedback.answers,
        };
        for id in group_ids(feedback) {
            counts.entry(id).or_default().count(countable, Direction::In);
        }
    }
    store_counts(connection, &counts).await?;

    let mut insert = QueryBuilder::new(
        "INSERT INTO indexed_feedbacks (feedback_seq, day_group_id, month_group_id, total_group_id, time_spent_in_seconds,
             state_times_in_ms, scores, words) ",
    );
    insert.push_values(feedbacks, |row, feedback| {
        row.push_bind(feedback.seq);
        for id in group_ids(feedback) {
            row.push_bind(id);
        }
        row.push_bind(feedback.time_spent_in_seconds);
        row.push_bind(feedback.state_times.to_json());
        row.push_bind(feedback.scores.to_json());
        row.push_bind(feedback.words.clone());
    });
    insert.build().execute(&mut *connection).await?;

    let terms = feedbacks
        .iter()
        .flat_map(|feedback| feedback.terms.iter().map(|term| (feedback.seq, term)));
    let mut insert = QueryBuilder::new("INSERT INTO feedback_terms (feedback_seq, term) ");
    insert.push_values(terms, |row, (seq, term)| {
        row.push_bind(seq);
        row.push_bind(term);
    });
    insert.build().execute(&mut *connection).await?;
    store_answers(connection, feedbacks).await
}

async fn store_answers(
    connection: &mut Transaction,
    feedbacks: &[&IndexedFeedback],
) -> Result<(), StoreError> {
    if feedbacks.iter().all(|feedback| feedback.answers.is_empty()) {
        return Ok(());
    }
    let answers = feedbacks
        .iter()
        .flat_map(|feedback| feedback.answers.iter().map(|answer| (feedback.seq, answer)));
    let mut insert = QueryBuilder::new(
        "INSERT INTO answers (feedback_seq, item, state_id, question_id, matrix_id, option_id, ranking, number, text) ",
    );
    insert.push_values(answers, |row, (seq, answer)| {
        row.push_bind(seq);
        row.push_bind(answer.item);
        row.push_bind(&answer.state_id);
        row.push_bind(&answer.question_id);
        row.push_bind(&answer.matrix_id);
        row.push_bind(&answer.option_id);
        row.push_bind(answer.ranking);
        row.push_bind(answer.number);
        row.push_bind(&answer.text);
    });
    insert.build().execute(connection).await?;
    Ok(())
}

/// Returns the ids of the groups of this feedback, for each of its periods; those that are new are inserted.
async fn store_groups(
    connection: &mut Transaction,
    feedbacks: &[&IndexedFeedback],
) -> Result<HashMap<(ResultGroup, Period), i64>, StoreError> {
    let mut ranges: BTreeMap<(ResultGroup, Period), (i64, i64)> = BTreeMap::new();
    for feedback in feedbacks {
        for period in Period::of_day(feedback.day) {
            let group = (feedback.group.clone(), period);
            let range = ranges.entry(group).or_insert((feedback.seq, feedback.seq));
            *range = (range.0.min(feedback.seq), range.1.max(feedback.seq));
        }
    }
    let mut insert = QueryBuilder::new(
        "INSERT INTO result_groups (flow_id, node_id, flow_revision, language_id, status, customer_verified, span, first_day,
             first_seq, last_seq) ",
    );
    insert.push_values(ranges, |row, ((group, period), (first, last))| {
        row.push_bind(&group.flow_id);
        row.push_bind(&group.node_id);
        row.push_bind(group.flow_revision);
        row.push_bind(&group.language_id);
        row.push_bind(group.status);
        row.push_bind(group.customer_verified);
        row.push_bind(period.span);
        row.push_bind(period.first_day);
        row.push_bind(first);
        row.push_bind(last);
    });
    insert.push(
        " ON CONFLICT (flow_id, node_id, flow_revision, language_id, status, customer_verified, span, first_day)
         DO UPDATE SET
             first_seq = CASE WHEN excluded.first_seq < result_groups.first_seq
                 THEN excluded.first_seq ELSE result_groups.first_seq END,
             last_seq = CASE WHEN excluded.last_seq > result_groups.last_seq
                 THEN excluded.last_seq ELSE result_groups.last_seq END
         RETURNING id, flow_id, node_id, flow_revision, language_id, status, customer_verified, span, first_day",
    );
    let stored: Vec<StoredGroup> = insert.build().fetch_all(connection).await?;
    Ok(stored
        .into_iter()
        .map(|row| ((row.group, row.period), row.id))
        .collect())
}

/// Adds to what is counted of each group.
async fn store_counts(connection: &mut Transaction, counts: &GroupCounts) -> Result<(), StoreError> {
    let counts = counts
        .iter()
        .flat_map(|(group_id, counts)| counts.0.iter().map(move |(key, tally)| (*group_id, key, tally)));
    let mut insert =
        QueryBuilder::new("INSERT INTO result_counts (group_id, kind, subject, value, count, total) ");
    insert.push_values(counts, |row, (group_id, key, tally)| {
        row.push_bind(group_id);
        row.push_bind(key.kind);
        row.push_bind(&key.subject);
        row.push_bind(&key.value);
        row.push_bind(tally.count);
        row.push_bind(Some(tally.total));
    });
    insert.push(
        " ON CONFLICT (group_id, kind, subject, value) DO UPDATE SET
             count = result_counts.count + excluded.count, total = result_counts.total + excluded.total",
    );
    insert.build().execute(connection).await?;
    Ok(())
}
