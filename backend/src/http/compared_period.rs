//! With which period a summary is compared (docs/results.md#comparisons).

use super::feedback_query::time;
use super::problem::Problem;
use jiff::tz::TimeZone;
use serde::Deserialize;
use store::TimeRange;
use utoipa::{IntoParams, ToSchema};

/// The query of a comparison.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ComparisonQuery {
    /// `previous`: as well the figures of the period before `received_from` that is as long as until `received_to`.
    #[param(inline)]
    compare: Option<Compare>,
    /// As well the figures of feedback first stored at this time or later, up to `compare_to`.
    compare_from: Option<String>,
    /// Before this time.
    compare_to: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Compare {
    Previous,
}

impl ComparisonQuery {
    /// Returns the other period, with both ends, if there is to be one beside that of the summary.
    ///
    /// # Errors
    /// 400 for a period that is not valid, or without a summary's period that it could follow from.
    pub(super) fn period(&self, current: TimeRange) -> Result<Option<TimeRange>, Problem> {
        let from = time("compare_from", self.compare_from.as_deref(), &TimeZone::UTC)?;
        let to = time("compare_to", self.compare_to.as_deref(), &TimeZone::UTC)?;
        let (from, to) = match (self.compare, from, to) {
            (None, None, None) => return Ok(None),
            (None, Some(from), Some(to)) => (from, to),
            (None, ..) => return Err(invalid("`compare_from` and `compare_to` need each other")),
            (Some(Compare::Previous), None, None) => previous(current)?,
            (Some(_), ..) => {
                return Err(invalid(
                    "`compare` and `compare_from` name two periods: leave one out",
                ));
            }
        };
        if from >= to {
            return Err(invalid("`compare_from` must be before `compare_to`"));
        }
        Ok(Some(TimeRange {
            from: Some(from),
            to: Some(to),
        }))
    }
}

fn previous(current: TimeRange) -> Result<(i64, i64), Problem> {
    let (Some(from), Some(to)) = (current.from, current.to) else {
        return Err(invalid(
            "`compare=previous` needs `received_from` and `received_to`",
        ));
    };
    if from >= to {
        return Err(invalid("`received_from` must be before `received_to`"));
    }
    Ok((from - (to - from), from))
}

fn invalid(message: &str) -> Problem {
    Problem::InvalidQuery(message.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: Option<i64>, to: Option<i64>) -> TimeRange {
        TimeRange { from, to }
    }

    fn compare(from: Option<&str>, to: Option<&str>) -> ComparisonQuery {
        ComparisonQuery {
            compare: None,
            compare_from: from.map(str::to_owned),
            compare_to: to.map(str::to_owned),
        }
    }

    #[test]
    fn the_previous_period_has_the_same_length_and_ends_where_the_current_one_begins() {
        let query = ComparisonQuery {
            compare: Some(Compare::Previous),
            ..ComparisonQuery::default()
        };
        let period = |from, to| query.period(range(from, to)).ok();
        assert_eq!(
            period(Some(100), Some(130)),
            Some(Some(range(Some(70), Some(100))))
        );
        for (from, to) in [
            (None, Some(1)),
            (Some(1), None),
            (Some(2), Some(2)),
            (Some(3), Some(2)),
        ] {
            assert_eq!(period(from, to), None, "{from:?} {to:?}");
        }
    }

    #[test]
    fn a_given_period_has_both_ends_in_order() {
        let period = |from, to| compare(from, to).period(TimeRange::default()).ok();
        assert_eq!(period(None, None), Some(None));
        assert_eq!(
            period(Some("1970-01-02"), Some("1970-01-01T24:00:00Z")),
            None,
            "no length"
        );
        let day = range(Some(0), Some(86_400_000));
        assert_eq!(period(Some("1970-01-01"), Some("1970-01-02")), Some(Some(day)));
        assert_eq!(period(Some("1970-01-02"), Some("1970-01-01")), None);
        assert_eq!(period(Some("1970-01-02"), None), None);
        assert_eq!(period(None, Some("1970-01-02")), None);
        let both = ComparisonQuery {
            compare: Some(Compare::Previous),
            ..compare(Some("1970-01-01"), Some("1970-01-02"))
        };
        assert!(both.period(day).is_err());
    }
}
