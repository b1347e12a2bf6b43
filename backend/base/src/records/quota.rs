//! A node's limit on the number of feedbacks (docs/widget.md#quota).

use super::FeedbackNode;
use super::field::{Field, FieldKind, optional};
use super::node::QuotaPeriod;
use super::schema::SchemaFinding;
use crate::time::Millis;
use engine::codes::MISSING_FIELD;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use serde_json::Value;
use strum::VariantNames;

pub(super) const CHANNEL_QUOTA_FIELDS: &[Field] = &[
    optional(
        "active",
        FieldKind::Boolean,
        "Whether the quota applies. Default: false.",
    ),
    optional("action_kind", FieldKind::OneOf(&["submit"]), "What is counted."),
    optional(
        "limit",
        FieldKind::Whole(MAX_LIMIT),
        "How many complete feedbacks a period may have.",
    ),
    optional(
        "per_address",
        FieldKind::Whole(MAX_LIMIT),
        "How many of them may come from one address. Default: a tenth of `limit`, but at least 10, and at most half of it.",
    ),
    optional(
        "period",
        FieldKind::OneOf(QuotaPeriod::VARIANTS),
        "The period of the calendar in which they are counted. Default: `total`, the quota never starts over.",
    ),
];

/// The highest limit.
const MAX_LIMIT: u32 = 1_000_000_000;

/// A quota in the period of a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    pub limit: u32,
    /// How much of it one sender may use.
    pub per_address: u32,
    /// The name of its kind of period.
    pub period: &'static str,
    /// The first moment of the period.
    pub starts_at: Millis,
}

impl FeedbackNode {
    /// Returns the node's quota in the period of a moment; `None` if its feedback is not limited.
    pub fn quota_at(&self, moment: Millis) -> Option<Quota> {
        let quota = self.channel_quota.as_ref().filter(|quota| quota.active)?;
        Some(Quota {
            limit: quota.limit,
            per_address: quota.per_address.unwrap_or_else(|| share_of(quota.limit)),
            period: quota.period.into_str(),
            starts_at: self.period_start(quota.period, moment),
        })
    }

    /// Periods are those of the calendar, in the node's time zone. Weeks begin on Monday.
    fn period_start(&self, period: QuotaPeriod, moment: Millis) -> Millis {
        let start = || {
            let zone = self.time_zone();
            let today = Timestamp::from_millisecond(moment)
                .ok()?
                .to_zoned(zone.clone())
                .date();
            let first = first_day(period, today)?;
            Some(first.to_zoned(zone).ok()?.timestamp().as_millisecond())
        };
        start().unwrap_or(0)
    }
}

/// Returns the first day of the period that a day belongs to; `None` if there is only one period.
fn first_day(period: QuotaPeriod, day: Date) -> Option<Date> {
    match period {
        QuotaPeriod::Day => Some(day),
        QuotaPeriod::Week => {
            let since_monday = i64::from(day.weekday().to_monday_zero_offset());
            day.checked_sub(since_monday.days()).ok()
        }
        QuotaPeriod::Month => Some(day.first_of_month()),
        QuotaPeriod::Total => None,
    }
}

/// Returns how much of a quota one sender may use, so that nobody uses it up alone.
fn share_of(limit: u32) -> u32 {
    (limit / 10).max(10).min(limit.div_ceil(2))
}

/// Finds an active quota that would count nothing.
pub(super) fn check_quota(document: &Value) -> Option<SchemaFinding> {
    let quota = document.get("channel_quota")?;
    let is_active = quota.get("active") == Some(&Value::Bool(true));
    let has_limit = quota
        .get("limit")
        .and_then(Value::as_u64)
        .is_some_and(|limit| limit > 0);
    let missing = match quota.get("action_kind").and_then(Value::as_str) {
        _ if !is_active => None,
        None => Some(("action_kind", "must be `submit` in an active quota")),
        Some(_) if !has_limit => Some(("limit", "must be at least 1 in an active quota")),
        Some(_) if quota.get("per_address") == Some(&Value::from(0)) => {
            Some(("per_address", "must be at least 1 in an active quota"))
        }
        Some(_) => None,
    };
    missing.map(|(field, message)| SchemaFinding {
        code: MISSING_FIELD,
        pointer: format!("/channel_quota/{field}"),
        message: message.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::node::ChannelQuota;
    use super::*;
    use crate::time::{from_rfc3339, to_rfc3339};
    use serde_json::json;

    fn start(period: &str, moment: &str) -> String {
        let node: FeedbackNode =
            crate::json::read(json!({"id": "n", "flow_id": "f", "time_zone": "Europe/Istanbul",
            "channel_quota": {"active": true, "action_kind": "submit", "limit": 5, "period": period}}))
            .unwrap();
        let quota = node.quota_at(from_rfc3339(moment).unwrap()).unwrap();
        assert_eq!((quota.limit, quota.period), (5, period));
        to_rfc3339(quota.starts_at)
    }

    #[test]
    fn periods_are_those_of_the_calendar_in_the_time_zone_of_the_node() {
        // Already the first of December, a Tuesday, in Istanbul.
        let moment = "2026-11-30T21:30:00Z";
        for (period, expected) in [
            ("day", "2026-11-30T21:00:00.000Z"),
            ("week", "2026-11-29T21:00:00.000Z"),
            ("month", "2026-11-30T21:00:00.000Z"),
            ("total", "1970-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(start(period, moment), expected, "{period}");
        }
        assert_eq!(start("day", "2026-11-30T20:59:59Z"), "2026-11-29T21:00:00.000Z");
        assert_eq!(start("month", "2026-11-30T20:59:59Z"), "2026-10-31T21:00:00.000Z");
    }

    #[test]
    fn an_active_quota_has_a_limit_and_conditions() {
        let pointer = |quota: Value| check_quota(&json!({"channel_quota": quota})).map(|found| found.pointer);
        assert_eq!(pointer(json!({"active": false})), None);
        assert_eq!(
            pointer(json!({"active": true, "action_kind": "submit", "limit": 1})),
            None
        );
        assert_eq!(
            pointer(json!({"active": true, "limit": 1})).as_deref(),
            Some("/channel_quota/action_kind")
        );
        for quota in [
            json!({"active": true, "action_kind": "submit"}),
            json!({"active": true, "action_kind": "submit", "limit": 0}),
        ] {
            assert_eq!(pointer(quota).as_deref(), Some("/channel_quota/limit"));
        }
    }

    #[test]
    fn one_client_cannot_use_up_a_quota() {
        for (limit, share) in [(1, 1), (2, 1), (5, 3), (20, 10), (100, 10), (1_000, 100)] {
            assert_eq!(share_of(limit), share, "{limit}");
        }
        let quota = |per_address: Value| {
            check_quota(
                &json!({"channel_quota": {"active": true, "action_kind": "submit", "limit": 5,
                "per_address": per_address}}),
            )
        };
        assert_eq!(quota(json!(0)).unwrap().pointer, "/channel_quota/per_address");
        assert!(quota(json!(5)).is_none() && quota(json!(null)).is_none());
    }

    #[test]
    fn visitors_do_not_learn_the_limit() {
        let quota: ChannelQuota = crate::json::read(
            json!({"active": true, "action_kind": "submit", "limit": 5, "per_address": 2, "period": "day"}),
        )
        .unwrap();
        assert_eq!(
            serde_json::to_value(quota).unwrap(),
            json!({"active": true, "action_kind": "submit"})
        );
    }
}
