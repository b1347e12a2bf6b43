//! Answers as rows, one for each response item (docs/results.md#index).

use crate::database::{Executor, QueryBuilder};
use crate::error::StoreError;
use sqlx::FromRow;
use std::collections::HashMap;

/// A response item with the place that the flow gives it.
#[derive(Debug, Clone, PartialEq, FromRow)]
pub struct AnswerRow {
    /// The position in the feedback.
    pub item: i64,
    /// The state that the question is in; `None` for what the flow does not know.
    pub state_id: Option<String>,
    /// Of a matrix the id of the row.
    pub question_id: String,
    /// The question that the row belongs to.
    pub matrix_id: Option<String>,
    pub option_id: Option<String>,
    /// The place of the option in a ranking, 1 for the best.
    pub ranking: Option<i64>,
    pub number: Option<f64>,
    pub text: Option<String>,
}

/// An answer with the number of its feedback.
#[derive(FromRow)]
struct StoredAnswer {
    feedback_seq: i64,
    #[sqlx(flatten)]
    answer: AnswerRow,
}

/// Answers by the numbers of their feedback, each in their order.
type Answers = HashMap<i64, Vec<AnswerRow>>;

/// Returns the answers of indexed feedback.
pub(crate) async fn answers_of(
    executor: impl Into<Executor<'_>>,
    seqs: &[i64],
) -> Result<Answers, StoreError> {
    select_answers(executor, seqs, |_| {}).await
}

/// Returns the answers of indexed feedback to these questions or rows, of which there must be one.
pub(crate) async fn answers_to(
    question_ids: &[String],
    executor: impl Into<Executor<'_>>,
    seqs: &[i64],
) -> Result<Answers, StoreError> {
    select_answers(executor, seqs, |select| {
        select
            .push(" AND question_id IN (")
            .push_choice(question_ids)
            .push(")");
    })
    .await
}

async fn select_answers(
    executor: impl Into<Executor<'_>>,
    seqs: &[i64],
    push_conditions: impl FnOnce(&mut QueryBuilder),
) -> Result<Answers, StoreError> {
    let mut answers = Answers::new();
    if seqs.is_empty() {
        return Ok(answers);
    }
    let mut select = QueryBuilder::new(
        "SELECT feedback_seq, item, state_id, question_id, matrix_id, option_id, ranking, number, text
         FROM answers WHERE feedback_seq IN (",
    );
    select.push_values(seqs, |row, seq| row.push_bind(*seq));
    select.push(")");
    push_conditions(&mut select);
    select.push(" ORDER BY feedback_seq, item");
    let rows: Vec<StoredAnswer> = select.build().fetch_all(executor).await?;
    for StoredAnswer { feedback_seq, answer } in rows {
        answers.entry(feedback_seq).or_default().push(answer);
    }
    Ok(answers)
}

#[cfg(test)]
impl AnswerRow {
    pub(crate) fn of_option(question_id: &str, option_id: &str) -> Self {
        Self {
            item: 0,
            state_id: Some("s".into()),
            question_id: question_id.into(),
            matrix_id: None,
            option_id: Some(option_id.into()),
            ranking: None,
            number: None,
            text: None,
        }
    }

    pub(crate) fn of_number(question_id: &str, number: f64) -> Self {
        Self {
            option_id: None,
            number: Some(number),
            ..Self::of_option(question_id, "")
        }
    }
}
