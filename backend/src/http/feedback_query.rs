//! The parameters by which staff choose feedback (docs/results.md#filters).

use super::problem::Problem;
use super::staff_access::Staff;
use crate::application::AppState;
use crate::results::{AnswerNames, AnswerNamesError};
use crate::staff::DeviceHashes;
use base::reference_number::read_reference;
use base::tag::normalized_tag;
use base::time::{Millis, from_rfc3339};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Deserialize;
use store::{AnswerFilter, FeedbackFilter, FeedbackStatus, ReviewState, SearchWords, TimeRange};
use utoipa::IntoParams;

/// The filters of a query.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FeedbackQuery {
    /// Only of this node.
    node_id: Option<String>,
    /// Only with this status.
    #[param(inline)]
    status: Option<FeedbackStatus>,
    /// Only of this flow.
    pub(super) flow_id: Option<String>,
    /// Only of this revision of the flow.
    flow_revision: Option<u32>,
    /// Only in this language of the flow.
    language_id: Option<String>,
    /// First stored at this time or later: RFC 3339, or a day, which represents its beginning in UTC.
    received_from: Option<String>,
    /// First stored before this time.
    received_to: Option<String>,
    /// Given at this time or later, by the visitor's clock.
    created_from: Option<String>,
    /// Given before this time.
    created_to: Option<String>,
    /// The hash that lists show.
    device_id: Option<String>,
    /// Of the customer with this e-mail address, phone number or external id, whatever its capitals.
    customer: Option<String>,
    /// Only of customers whom a signature proves, or only of others.
    verified: Option<bool>,
    /// With this reference number, as visitors read or write it.
    reference: Option<String>,
    /// Only with an answer to this question, or to this row of a matrix: its id or its key.
    question_id: Option<String>,
    /// Only with this option of the question: its id or its key.
    option_id: Option<String>,
    /// Only with a number of at least this.
    at_least: Option<f64>,
    /// Only with a number of at most this.
    at_most: Option<f64>,
    /// Only with an answer that has this text.
    contains: Option<String>,
    /// Words that an answer must have.
    text: Option<String>,
    /// Only what staff are so far with.
    #[param(inline)]
    review: Option<ReviewState>,
    /// Only with this tag.
    tag: Option<String>,
}

impl FeedbackQuery {
    /// Returns the filter, of nodes that the token is for.
    ///
    /// # Errors
    /// 400 for a parameter that is not valid, 403 for a node that the token is not for, 404 for an unknown node, flow, revision,
    /// question or option.
    pub(super) async fn filter(self, app: &AppState, staff: &Staff) -> Result<FeedbackFilter, Problem> {
        self.filter_in(app, staff, &TimeZone::UTC).await
    }

    /// Returns the filter, as [`FeedbackQuery::filter`], with days that begin in a time zone.
    pub(super) async fn filter_in(
        self,
        app: &AppState,
        staff: &Staff,
        zone: &TimeZone,
    ) -> Result<FeedbackFilter, Problem> {
        let nodes = staff.listed_nodes(app, self.node_id.as_deref()).await?;
        self.check_flow(app).await?;
        let answer = self.answer(app).await?;
        let words = match self.text.as_deref() {
            None => None,
            Some(text) => Some(
                SearchWords::parse(text)
                    .ok_or_else(|| invalid("`text` must have a word of at least two characters"))?,
            ),
        };
        if self
            .device_id
            .as_deref()
            .is_some_and(|hash| !DeviceHashes::has_form(hash))
        {
            return Err(invalid(
                "`device_id` must be a hash of 22 characters, as lists show it",
            ));
        }
        let reference = match self.reference.as_deref() {
            None => None,
            Some(text) => Some(read_reference(text).ok_or_else(|| {
                invalid("`reference` must be a reference number such as K7QM-2XPD, as the visitor's page shows it")
            })?),
        };
        let tag = match self.tag.as_deref() {
            None => None,
            Some(text) => {
                Some(normalized_tag(text).ok_or_else(|| invalid("`tag` must have 1 to 40 characters"))?)
            }
        };
        Ok(FeedbackFilter {
            status: self.status,
            flow_id: self.flow_id,
            flow_revision: self.flow_revision,
            language_id: self.language_id,
            received: TimeRange {
                from: time("received_from", self.received_from.as_deref(), zone)?,
                to: time("received_to", self.received_to.as_deref(), zone)?,
            },
            created: TimeRange {
                from: time("created_from", self.created_from.as_deref(), zone)?,
                to: time("created_to", self.created_to.as_deref(), zone)?,
            },
            device_hash: self.device_id,
            customers: self.customer.map(spellings).unwrap_or_default(),
            is_verified: self.verified,
            reference,
            answer,
            words,
            review: self.review,
            tag,
            ..FeedbackFilter::of(nodes)
        })
    }

    /// Chooses the flow that the address of a call names.
    ///
    /// # Errors
    /// 400 if `flow_id` names another one.
    pub(super) fn name_flow(&mut self, flow_id: &str) -> Result<(), Problem> {
        let named = self.flow_id.replace(flow_id.to_owned());
        if named.is_some_and(|named| named != flow_id) {
            return Err(invalid(
                "the address names another flow than `flow_id`; leave it out",
            ));
        }
        Ok(())
    }

    /// Checks that the flow and its revision exist.
    async fn check_flow(&self, app: &AppState) -> Result<(), Problem> {
        let Some(flow_id) = &self.flow_id else {
            return Ok(());
        };
        let newest = app.store.newest_revision(flow_id).await?;
        let newest = newest.ok_or(Problem::NotFound("flow"))?;
        match self.flow_revision {
            // They are numbered without gaps.
            Some(revision) if !(1..=newest).contains(&revision) => {
                Err(Problem::NotFound("revision of this flow"))
            }
            _ => Ok(()),
        }
    }

    async fn answer(&self, app: &AppState) -> Result<Option<AnswerFilter>, Problem> {
        let bounds = [self.at_least, self.at_most];
        if bounds.into_iter().flatten().any(|bound| !bound.is_finite()) {
            return Err(invalid("`at_least` and `at_most` must be numbers"));
        }
        let Some(question) = self.question_id.as_deref() else {
            let has_condition =
                self.option_id.is_some() || self.contains.is_some() || bounds.iter().any(Option::is_some);
            return if has_condition {
                Err(invalid(
                    "`option_id`, `at_least`, `at_most` and `contains` need a `question_id`",
                ))
            } else {
                Ok(None)
            };
        };
        let names = AnswerNames {
            question,
            option: self.option_id.as_deref(),
            flow_id: self.flow_id.as_deref(),
            flow_revision: self.flow_revision,
        };
        Ok(Some(AnswerFilter {
            target: names.find(&app.store, &app.flows).await?,
            at_least: self.at_least,
            at_most: self.at_most,
            contains: self.contains.clone(),
        }))
    }
}

impl From<AnswerNamesError> for Problem {
    fn from(error: AnswerNamesError) -> Self {
        match error {
            AnswerNamesError::NoQuestion => Self::NotFound("question"),
            AnswerNamesError::NoOption => Self::NotFound("option of this question"),
            AnswerNamesError::TooMany(_) => Self::InvalidQuery(error.to_string()),
            AnswerNamesError::Store(error) => error.into(),
        }
    }
}

fn invalid(message: &str) -> Problem {
    Problem::InvalidQuery(message.to_owned())
}

/// Finds a time zone by its IANA name.
///
/// # Errors
/// 400 for one that there is not.
pub(super) fn time_zone(name: &str) -> Result<TimeZone, Problem> {
    TimeZone::get(name)
        .map_err(|_| invalid("`time_zone` must be an IANA time zone, such as `Europe/Istanbul`"))
}

/// Reads a time: RFC 3339, or a day, which represents its beginning in a time zone.
///
/// # Errors
/// 400 for another text.
pub(super) fn time(name: &str, text: Option<&str>, zone: &TimeZone) -> Result<Option<Millis>, Problem> {
    let Some(text) = text else { return Ok(None) };
    let beginning = || {
        let day = text.parse::<Date>().ok()?.to_zoned(zone.clone()).ok()?;
        Some(day.timestamp().as_millisecond())
    };
    let is_day = text.len() == "2026-11-23".len();
    let time = if is_day { beginning() } else { from_rfc3339(text) };
    time.map(Some).ok_or_else(|| {
        invalid(&format!(
            "`{name}` must be a day such as 2026-11-23 or a time such as 2026-11-23T10:20:30Z"
        ))
    })
}

/// Returns what the parameter may represent: an external id is what the text says, spaces included. An e-mail address or a phone number
/// has none where a plus sign can be: the address of a request that was not encoded had one there.
fn spellings(customer: String) -> Vec<String> {
    let trimmed = customer.trim();
    let with_plus = if trimmed.contains('@') && trimmed.contains(' ') {
        Some(trimmed.replace(' ', "+"))
    } else if customer.starts_with(' ') && trimmed.starts_with(|first: char| first.is_ascii_digit()) {
        Some(format!("+{trimmed}"))
    } else {
        None
    };
    [customer].into_iter().chain(with_plus).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_begin_in_utc() {
        for (text, millis) in [
            ("1970-01-02", Some(86_400_000)),
            ("1970-01-01T01:00:00+01:00", Some(0)),
            ("yesterday", None),
            ("1970-13-01", None),
        ] {
            assert_eq!(
                time("t", Some(text), &TimeZone::UTC).ok().flatten(),
                millis,
                "{text}"
            );
        }
    }
}
