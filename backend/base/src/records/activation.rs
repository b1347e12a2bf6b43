//! When a node takes feedback (docs/widget.md#activation).

use super::schema::SchemaFinding;
use super::{FeedbackNode, LocalText};
use crate::time::{Millis, from_rfc3339};
use engine::codes::IMPOSSIBLE_BOUNDS;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Serialize;
use serde_json::Value;

/// Every value of a node's `status`.
pub(super) const STATUSES: &[&str] = &[ACTIVE, "inactive"];

const ACTIVE: &str = "active";

/// Why a node takes no feedback.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unavailability {
    /// `activation_start_date` lies ahead.
    NotOpenYet,
    /// `activation_end_date` is over.
    Expired,
    /// Its `status` is not `active`.
    Closed,
    /// It has all the feedback that its quota allows.
    QuotaUsedUp,
    /// It takes feedback by signed links only, and this one is not.
    InvalidSignature,
}

impl FeedbackNode {
    /// Returns why the node takes no feedback at a moment; `None` if it does, as far as the record alone tells.
    pub fn unavailability_at(&self, moment: Millis) -> Option<Unavailability> {
        if self.status.as_deref().is_some_and(|status| status != ACTIVE) {
            Some(Unavailability::Closed)
        } else if self.opens_at().is_some_and(|opens| moment < opens) {
            Some(Unavailability::NotOpenYet)
        } else if self.expires_at().is_some_and(|expires| moment >= expires) {
            Some(Unavailability::Expired)
        } else {
            None
        }
    }

    /// Returns why a feedback is refused; `None` if the node takes it. A feedback that was completed without a network
    /// while the node was active is taken later too: its `created_at` counts.
    pub fn refusal_of(
        &self,
        created_at: Option<Millis>,
        created_offline: bool,
        moment: Millis,
    ) -> Option<Unavailability> {
        let refusal = self.unavailability_at(moment)?;
        let was_active =
            || created_at.is_some_and(|then| then <= moment && self.unavailability_at(then).is_none());
        (!(created_offline && was_active())).then_some(refusal)
    }

    /// Returns the first moment of the node's activity.
    pub fn opens_at(&self) -> Option<Millis> {
        Some(self.parse_date(self.activation_start_date.as_deref()?)?.0)
    }

    /// Returns what visitors read after the node's activity, in a language or the nearest there is.
    pub fn expired_message(&self, language: &str) -> Option<String> {
        let texts: LocalText = serde_json::from_value(self.activation_expired_message.clone()?).ok()?;
        texts
            .in_language(language)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    }

    /// Returns the first moment after the node's activity.
    fn expires_at(&self) -> Option<Millis> {
        Some(self.parse_date(self.activation_end_date.as_deref()?)?.1)
    }

    /// Reads a moment, or a day in the node's time zone. Returns where it begins and where it ends.
    fn parse_date(&self, text: &str) -> Option<(Millis, Millis)> {
        if let Some(moment) = from_rfc3339(text) {
            return Some((moment, moment));
        }
        let day: Date = text.parse().ok()?;
        let zone = self.time_zone();
        let midnight = |day: Date| {
            let midnight = day.to_zoned(zone.clone()).ok()?;
            Some(midnight.timestamp().as_millisecond())
        };
        Some((midnight(day)?, midnight(day.tomorrow().ok()?)?))
    }

    /// Returns the node's time zone. An unknown one, which import refuses, counts as UTC.
    pub(super) fn time_zone(&self) -> TimeZone {
        let zone = self.time_zone.as_deref().unwrap_or("UTC");
        TimeZone::get(zone).unwrap_or(TimeZone::UTC)
    }
}

/// Finds an activity that ends before it begins.
pub(super) fn check_activation(document: &Value) -> Option<SchemaFinding> {
    let node: FeedbackNode = serde_json::from_value(document.clone()).ok()?;
    let (opens, expires) = (node.opens_at()?, node.expires_at()?);
    (opens >= expires).then(|| SchemaFinding {
        code: IMPOSSIBLE_BOUNDS,
        pointer: "/activation_end_date".into(),
        message: "is not after `activation_start_date`: the node would never take feedback".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn unavailability(fields: Value, moment: &str) -> Option<Unavailability> {
        let mut record = json!({"id": "n", "flow_id": "f", "time_zone": "Europe/Istanbul"});
        if let (Some(record), Some(fields)) = (record.as_object_mut(), fields.as_object()) {
            record.extend(fields.clone());
        }
        let node: FeedbackNode = crate::json::read(record).unwrap();
        node.unavailability_at(from_rfc3339(moment).unwrap())
    }

    #[test]
    fn days_are_whole_days_in_the_time_zone_of_the_node() {
        let period = json!({"activation_start_date": "2026-12-01", "activation_end_date": "2026-12-31"});
        for (moment, expected) in [
            ("2026-11-30T20:59:59Z", Some(Unavailability::NotOpenYet)),
            ("2026-11-30T21:00:00Z", None),
            ("2026-12-31T20:59:59Z", None),
            ("2026-12-31T21:00:00Z", Some(Unavailability::Expired)),
        ] {
            assert_eq!(unavailability(period.clone(), moment), expected, "{moment}");
        }
    }

    #[test]
    fn moments_are_exact() {
        let period = json!({"activation_end_date": "2026-12-31T12:00:00+03:00"});
        assert_eq!(unavailability(period.clone(), "2026-12-31T08:59:59.999Z"), None);
        assert_eq!(
            unavailability(period, "2026-12-31T09:00:00Z"),
            Some(Unavailability::Expired)
        );
    }

    #[test]
    fn the_status_counts_before_the_dates() {
        let moment = "2026-12-31T12:00:00Z";
        assert_eq!(unavailability(json!({}), moment), None);
        assert_eq!(unavailability(json!({"status": "active"}), moment), None);
        let closed = json!({"status": "inactive", "activation_end_date": "2026-01-01"});
        assert_eq!(unavailability(closed, moment), Some(Unavailability::Closed));
    }

    #[test]
    fn feedback_answered_offline_in_time_is_accepted() {
        let record = json!({"id": "n", "flow_id": "f", "activation_start_date": "2026-12-01",
            "activation_end_date": "2026-12-31"});
        let node: FeedbackNode = crate::json::read(record).unwrap();
        let at = |text| from_rfc3339(text).unwrap();
        let (before, within, after) = (
            at("2026-11-01T00:00:00Z"),
            at("2026-12-10T00:00:00Z"),
            at("2027-01-10T00:00:00Z"),
        );
        assert_eq!(node.refusal_of(Some(within), true, after), None);
        assert_eq!(node.refusal_of(None, false, within), None);
        for (created_at, created_offline) in [
            (Some(within), false),
            (Some(before), true),
            (Some(after), true),
            (None, true),
        ] {
            let refusal = node.refusal_of(created_at, created_offline, after);
            assert_eq!(refusal, Some(Unavailability::Expired), "{created_at:?}");
        }
        let refusal = node.refusal_of(Some(within), true, before);
        assert_eq!(refusal, Some(Unavailability::NotOpenYet), "not from the future");
    }

    #[test]
    fn an_activity_ends_after_it_begins() {
        let check = |start: &str, end: &str| {
            check_activation(&json!({"id": "n", "flow_id": "f", "activation_start_date": start,
                "activation_end_date": end}))
        };
        assert!(check("2026-12-01", "2026-12-01").is_none(), "a day is a period");
        assert_eq!(
            check("2026-12-02", "2026-12-01").unwrap().pointer,
            "/activation_end_date"
        );
    }
}
