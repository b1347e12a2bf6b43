//! Which feedback a list, an export or a summary contains (docs/results.md#filters).

use crate::database::QueryBuilder;
use crate::feedback::feedback_rows::FeedbackStatus;
use crate::feedback::review_state::ReviewState;
use crate::node_scope::NodeScope;
use crate::search_words::SearchWords;
use base::time::Millis;
use serde::{Deserialize, Serialize};

/// Most characters of a term; longer values are looked up by their beginning.
const TERM_LENGTH: usize = 256;

/// Conditions that all hold; `None` means any.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FeedbackFilter {
    pub nodes: NodeScope,
    pub status: Option<FeedbackStatus>,
    pub flow_id: Option<String>,
    pub flow_revision: Option<u32>,
    pub language_id: Option<String>,
    /// By the server's clock.
    pub received: TimeRange,
    /// By the visitor's clock.
    pub created: TimeRange,
    /// The hash that staff see.
    pub device_hash: Option<String>,
    /// Texts of which one is the customer's e-mail address, phone number or external id; none: no matter who the customer is.
    pub customers: Vec<String>,
    /// Whether a signature proves fields of the customer.
    pub is_verified: Option<bool>,
    /// The reference number, as pages show it.
    pub reference: Option<String>,
    pub answer: Option<AnswerFilter>,
    pub words: Option<SearchWords>,
    /// How far staff are with it.
    pub review: Option<ReviewState>,
    /// A normalized tag that it has.
    pub tag: Option<String>,
}

/// A time from one moment to before another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeRange {
    pub from: Option<Millis>,
    pub to: Option<Millis>,
}

/// A condition on an answer to a question, or to one row of a matrix. Without more than its target: that there is one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnswerFilter {
    pub target: AnswerTarget,
    pub at_least: Option<f64>,
    pub at_most: Option<f64>,
    /// A part of the text, whatever its capitals.
    pub contains: Option<String>,
}

/// What an answer is to, and which option it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerTarget {
    /// Ids of questions and rows; one of them is answered.
    pub question_ids: Vec<String>,
    /// One of these options; `None`: whatever the answer is.
    pub option_ids: Option<Vec<String>>,
    /// Whether one of the questions is a matrix, which is answered with its rows.
    pub is_matrix: bool,
}

/// By what feedback is looked up beside its columns: what is in `feedback_terms`.
#[derive(Debug, Clone, Copy)]
pub enum Term<'a> {
    /// The hash that staff see.
    Device(&'a str),
    /// An e-mail address, a phone number or an external id.
    Customer(&'a str),
}

impl FeedbackFilter {
    /// Everything of these nodes.
    pub fn of(nodes: NodeScope) -> Self {
        Self {
            nodes,
            status: None,
            flow_id: None,
            flow_revision: None,
            language_id: None,
            received: TimeRange::default(),
            created: TimeRange::default(),
            device_hash: None,
            customers: Vec::new(),
            is_verified: None,
            reference: None,
            answer: None,
            words: None,
            review: None,
            tag: None,
        }
    }

    /// Returns the terms of which feedback has one, if the filter names a device.
    pub(crate) fn device_terms(&self) -> Option<Vec<String>> {
        Some(vec![Term::Device(self.device_hash.as_deref()?).text()])
    }

    /// Returns the terms of which feedback has one, if the filter names a customer.
    pub(crate) fn customer_terms(&self) -> Option<Vec<String>> {
        let terms = self.customers.iter().map(|text| Term::Customer(text).text());
        (!self.customers.is_empty()).then(|| terms.collect())
    }

    /// Adds the conditions on the table `feedbacks`, each beginning with ` AND `.
    pub(crate) fn push_to(&self, query: &mut QueryBuilder, is_postgres: bool) {
        self.nodes.push_to(query, " AND feedbacks.node_id");
        push_status(query, self.status);
        if let Some(flow_id) = &self.flow_id {
            query.push(" AND feedbacks.flow_id = ").push_bind(flow_id);
        }
        if let Some(revision) = self.flow_revision {
            query.push(" AND feedbacks.flow_revision = ").push_bind(revision);
        }
        if let Some(language_id) = &self.language_id {
            query.push(" AND feedbacks.language_id = ").push_bind(language_id);
        }
        if let Some(reference) = &self.reference {
            query.push(" AND feedbacks.reference = ").push_bind(reference);
        }
        if let Some(is_verified) = self.is_verified {
            let condition = if is_verified { " AND " } else { " AND NOT " };
            // SQLite has no type for what is true.
            query.push(condition).push("(feedbacks.customer_verified = ");
            query.push_bind(true).push(")");
        }
        let ranges = [
            (" AND feedbacks.received_at >= ", self.received.from),
            (" AND feedbacks.received_at < ", self.received.to),
            (" AND feedbacks.created_at >= ", self.created.from),
            (" AND feedbacks.created_at < ", self.created.to),
        ];
        for (condition, time) in ranges {
            if let Some(time) = time {
                query.push(condition).push_bind(time);
            }
        }
        for terms in [self.device_terms(), self.customer_terms()].into_iter().flatten() {
            query.push(
                " AND EXISTS (SELECT 1 FROM feedback_terms WHERE feedback_seq = feedbacks.seq AND term",
            );
            push_any_of(query, &terms);
            query.push(")");
        }
        if let Some(answer) = &self.answer {
            answer.push_to(query);
        }
        if let Some(words) = &self.words {
            words.push_for_feedback(query, is_postgres);
        }
        if let Some(review) = self.review {
            query.push(" AND feedbacks.review = ").push_bind(review);
        }
        if let Some(tag) = &self.tag {
            query.push(
                " AND EXISTS (SELECT 1 FROM feedback_tags WHERE feedback_seq = feedbacks.seq AND tag = ",
            );
            query.push_bind(tag).push(")");
        }
    }
}

impl AnswerFilter {
    fn push_to(&self, query: &mut QueryBuilder) {
        query.push(" AND EXISTS (SELECT 1 FROM answers WHERE feedback_seq = feedbacks.seq");
        let AnswerTarget {
            question_ids,
            option_ids,
            is_matrix,
        } = &self.target;
        query.push(" AND (question_id");
        push_any_of(query, question_ids);
        if *is_matrix {
            query.push(" OR matrix_id");
            push_any_of(query, question_ids);
        }
        query.push(")");
        if let Some(option_ids) = option_ids {
            query.push(" AND option_id");
            push_any_of(query, option_ids);
        }
        if let Some(least) = self.at_least {
            query.push(" AND number >= ").push_bind(least);
        }
        if let Some(most) = self.at_most {
            query.push(" AND number <= ").push_bind(most);
        }
        if let Some(part) = &self.contains {
            query
                .push(" AND LOWER(text) LIKE LOWER(")
                .push_bind(pattern(part));
            query.push(") ESCAPE '!'");
        }
        query.push(")");
    }
}

impl AnswerTarget {
    /// Returns the question and the option if there is one of each, so that an index has what fits them.
    pub(crate) fn single_option(&self) -> Option<(&str, &str)> {
        match (self.single_question()?, self.option_ids.as_deref()?) {
            (question_id, [option_id]) => Some((question_id, option_id)),
            _ => None,
        }
    }

    /// Returns the question if there is one, and it is no matrix.
    pub(crate) fn single_question(&self) -> Option<&str> {
        match self.question_ids.as_slice() {
            [question_id] if !self.is_matrix => Some(question_id),
            _ => None,
        }
    }
}

/// Adds that a column has one of these values.
pub(crate) fn push_any_of(query: &mut QueryBuilder, values: &[String]) {
    match values {
        [value] => query.push(" = ").push_bind(value),
        values => query.push(" IN (").push_choice(values).push(")"),
    };
}

/// Returns the pattern of SQL, with `!` as its escape, for texts with this part.
pub(crate) fn pattern(part: &str) -> String {
    let mut pattern = String::from("%");
    for character in part.chars() {
        if matches!(character, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

impl Term<'_> {
    /// Returns the text that the index has.
    pub fn text(self) -> String {
        let (kind, value) = match self {
            Self::Device(hash) => ("device:", hash.to_owned()),
            Self::Customer(value) => ("customer:", value.trim().to_lowercase()),
        };
        kind.chars().chain(value.chars()).take(TERM_LENGTH).collect()
    }
}

/// Adds a condition on the status, beginning with ` AND `.
pub(crate) fn push_status(query: &mut QueryBuilder, status: Option<FeedbackStatus>) {
    // In the text: an index that holds only partial feedback does not serve a parameter.
    match status {
        Some(FeedbackStatus::Partial) => query.push(" AND status = 'partial'"),
        Some(FeedbackStatus::Complete) => query.push(" AND status = 'complete'"),
        None => query,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_texts_are_not_patterns() {
        assert_eq!(pattern("50% _off!"), "%50!% !_off!!%");
    }
}
