//! Where a list of feedback looks for what it contains (docs/results.md#lists).

use crate::database::{QueryBuilder, Transaction};
use crate::error::StoreError;
use crate::feedback::feedback_filter::{FeedbackFilter, TimeRange, push_any_of, push_status};
use crate::feedback::review_state::ReviewState;
use crate::list_cursor::ListCursor;
use crate::node_scope::NodeScope;
use crate::results::index_progress::{IndexState, MOST_MISSING};
use crate::results::rolled_up::all_time_groups;
use crate::search_words::SearchWords;

/// Most lists, of nodes or of groups, that are merged into one; SQLite takes 500.
pub(crate) const MOST_MERGED: usize = 300;

/// Which feedback is looked at, by its numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SeqRange {
    /// The numbers of what was received in time, from one to before another, as far as the index knows.
    pub(crate) received: (i64, i64),
    /// Where the part of the list begins: before this number.
    pub(crate) before: i64,
}

/// Rows among which the feedback of a list is, in the order of the list.
#[derive(Debug)]
pub(crate) enum Source<'a> {
    /// That with this reference number.
    Reference(&'a str),
    Tag(&'a str),
    /// That which staff have begun with.
    Reviewed(ReviewState),
    /// Those with one of these terms.
    Terms(Vec<String>),
    Words(&'a SearchWords),
    Option(&'a str, &'a str),
    Number(&'a str, f64),
    /// That of groups of all time.
    Groups {
        ids: Vec<i64>,
        /// The change after which the index does not have everything: what has changed since is looked at as well.
        last_indexed: Option<ListCursor>,
    },
    /// The table itself, by its nodes and its status.
    Feedbacks,
}

impl<'a> Source<'a> {
    /// Returns the rows to look through for the newest feedback: of the indexes that serve the filter the one that most likely has
    /// the fewest. One that is far behind serves only what cannot be found without it.
    pub(crate) async fn choose(
        filter: &'a FeedbackFilter,
        index: &IndexState,
        snapshot: &mut Transaction,
    ) -> Result<Self, StoreError> {
        if let Some(reference) = &filter.reference {
            return Ok(Self::Reference(reference));
        }
        if let Some(tag) = &filter.tag {
            return Ok(Self::Tag(tag));
        }
        if let Some(source) = Self::of_index(filter) {
            return Ok(source);
        }
        if let Some(review) = filter.review.filter(|review| *review != ReviewState::New) {
            return Ok(Self::Reviewed(review));
        }
        if index.missing > MOST_MISSING || !asks_for_groups(filter) {
            return Ok(Self::Feedbacks);
        }
        let groups = all_time_groups(filter, MOST_MERGED, snapshot).await?;
        let last_indexed = (index.missing > 0).then(|| index.last.clone());
        Ok(match groups {
            Some(ids) => Self::Groups { ids, last_indexed },
            None => Self::Feedbacks,
        })
    }

    /// Returns what only the index knows of.
    fn of_index(filter: &'a FeedbackFilter) -> Option<Self> {
        if let Some(terms) = filter.device_terms().or_else(|| filter.customer_terms()) {
            return Some(Self::Terms(terms));
        }
        if let Some(words) = &filter.words {
            return Some(Self::Words(words));
        }
        let answer = filter.answer.as_ref()?;
        if let Some((question_id, option_id)) = answer.target.single_option() {
            return Some(Self::Option(question_id, option_id));
        }
        let question_id = answer.target.single_question()?;
        match (answer.at_least, answer.at_most) {
            (Some(least), Some(most)) if least.total_cmp(&most).is_eq() => {
                Some(Self::Number(question_id, least))
            }
            _ => None,
        }
    }

    /// Returns whether every row of the source is in the list: then no more rows have to be looked at than the list has.
    pub(crate) fn has_only(&self, filter: &FeedbackFilter) -> bool {
        let FeedbackFilter {
            nodes,
            status,
            flow_id,
            flow_revision,
            language_id,
            received,
            created,
            device_hash,
            customers,
            is_verified,
            reference,
            answer,
            words,
            review,
            tag,
        } = filter;
        let others = usize::from(device_hash.is_some())
            + usize::from(reference.is_some())
            + usize::from(!customers.is_empty())
            + usize::from(answer.is_some())
            + usize::from(words.is_some())
            + usize::from(review.is_some())
            + usize::from(tag.is_some());
        let is_any_time = *received == TimeRange::default() && *created == TimeRange::default();
        let is_any_group =
            flow_id.is_none() && flow_revision.is_none() && language_id.is_none() && is_verified.is_none();
        is_any_time
            && match self {
                Self::Groups { last_indexed, .. } => others == 0 && last_indexed.is_none(),
                // Complete feedback is found among all, of which it is the most.
                Self::Feedbacks => others == 0 && is_any_group && !has_many(nodes),
                _ => others == 1 && is_any_group && *nodes == NodeScope::All && status.is_none(),
            }
    }

    /// Adds a statement that lists the numbers of its feedback in a range, as `seq`, the last first and at most `limit`. With an index
    /// that is behind it may list one twice.
    pub(crate) fn push_to(
        &self,
        query: &mut QueryBuilder,
        filter: &FeedbackFilter,
        range: SeqRange,
        limit: u32,
        is_postgres: bool,
    ) {
        let (from, end) = range.received;
        let push_range = |query: &mut QueryBuilder, seq: &'static str| {
            query
                .push(" AND ")
                .push(seq)
                .push(" < ")
                .push_bind(range.before.min(end));
            query.push(" AND ").push(seq).push(" >= ").push_bind(from);
        };
        match self {
            Self::Reference(reference) => {
                query
                    .push("SELECT seq FROM feedbacks WHERE reference = ")
                    .push_bind(*reference);
                push_range(query, "seq");
            }
            Self::Tag(tag) => {
                query.push("SELECT feedback_seq AS seq FROM feedback_tags WHERE tag = ");
                query.push_bind(*tag);
                push_range(query, "feedback_seq");
            }
            Self::Reviewed(review) => {
                // The words of the index.
                query.push("SELECT seq FROM feedbacks WHERE review <> 'new' AND review = ");
                query.push_bind(*review);
                push_range(query, "seq");
            }
            Self::Terms(terms) => {
                // A feedback may have several of them.
                let select = match terms.len() {
                    1 => "SELECT feedback_seq AS seq FROM feedback_terms WHERE term",
                    _ => "SELECT DISTINCT feedback_seq AS seq FROM feedback_terms WHERE term",
                };
                query.push(select);
                push_any_of(query, terms);
                push_range(query, "feedback_seq");
            }
            Self::Words(words) => {
                let seq = words.push_source(query, is_postgres);
                push_range(query, seq);
            }
            Self::Option(question_id, option_id) => {
                query.push("SELECT DISTINCT feedback_seq AS seq FROM answers WHERE question_id = ");
                query.push_bind(*question_id);
                query.push(" AND option_id = ").push_bind(*option_id);
                push_range(query, "feedback_seq");
            }
            Self::Number(question_id, number) => {
                query.push("SELECT DISTINCT feedback_seq AS seq FROM answers WHERE question_id = ");
                query.push_bind(*question_id);
                query.push(" AND number = ").push_bind(*number);
                push_range(query, "feedback_seq");
            }
            Self::Groups { ids, last_indexed } => {
                push_merged(query, ids, |query, id| {
                    query.push("SELECT feedback_seq AS seq FROM indexed_feedbacks WHERE total_group_id = ");
                    query.push_bind(*id);
                    push_range(query, "feedback_seq");
                });
                if let Some(last) = last_indexed {
                    query.push(
                        " UNION ALL SELECT seq FROM (SELECT seq FROM feedbacks WHERE (updated_at, id) > (",
                    );
                    query
                        .push_bind(last.place)
                        .push(", ")
                        .push_bind(&last.feedback_id);
                    query
                        .push(") ORDER BY updated_at, id LIMIT ")
                        .push_bind(MOST_MISSING);
                    query.push(") AS missing WHERE seq < ").push_bind(range.before);
                }
            }
            Self::Feedbacks => match &filter.nodes {
                NodeScope::Only(nodes) if nodes.len() <= MOST_MERGED => {
                    push_merged(query, nodes, |query, node_id| {
                        query.push("SELECT seq FROM feedbacks WHERE node_id = ");
                        query.push_bind(node_id);
                        push_status(query, filter.status);
                        push_range(query, "seq");
                    });
                }
                // Those of other nodes are sorted out later.
                _ => {
                    query.push("SELECT seq FROM feedbacks WHERE TRUE");
                    push_status(query, filter.status);
                    push_range(query, "seq");
                }
            },
        }
        query.push(" ORDER BY seq DESC LIMIT ").push_bind(limit);
    }
}

/// Returns whether groups, or the days that they know, leave out feedback that the table's own indexes do not.
fn asks_for_groups(filter: &FeedbackFilter) -> bool {
    filter.flow_id.is_some()
        || filter.flow_revision.is_some()
        || filter.language_id.is_some()
        || filter.is_verified.is_some()
        || filter.received != TimeRange::default()
}

fn has_many(nodes: &NodeScope) -> bool {
    matches!(nodes, NodeScope::Only(nodes) if nodes.len() > MOST_MERGED)
}

/// Adds the lists of several nodes or groups, which no index has in one order. Each is in the order of the whole, so that a database
/// merges them without reading any to its end.
fn push_merged<'i, T: 'i>(
    query: &mut QueryBuilder,
    items: impl IntoIterator<Item = &'i T>,
    push_one: impl Fn(&mut QueryBuilder, &'i T),
) {
    let mut items = items.into_iter();
    let Some(first) = items.next() else {
        query.push("SELECT seq FROM feedbacks WHERE FALSE");
        return;
    };
    push_one(query, first);
    for item in items {
        query.push(" UNION ALL ");
        push_one(query, item);
    }
}

#[cfg(test)]
mod tests;
