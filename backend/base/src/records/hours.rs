//! When a node operates (docs/chat.md#working-hours).

use super::FeedbackNode;
use crate::operating_hours::{OperatingPeriod, is_operating, opening_hours};
use crate::time::Millis;
use jiff::civil::{Date, Weekday};
use jiff::{Timestamp, ToSpan, Zoned};

/// Within which a node opens again, if it does: hours repeat by the week.
const DAYS_AHEAD: i64 = 8;

impl FeedbackNode {
    /// Tells whether the node operates at a moment.
    pub fn operates_at(&self, moment: Millis) -> bool {
        let hours = self.operating_hours.as_deref().unwrap_or_default();
        let always = self.operating_24_7.unwrap_or(false);
        is_operating(hours, always, moment, self.utc_offset_minutes(moment))
    }

    /// Returns by how much the node's clocks are ahead of UTC at a moment.
    pub fn utc_offset_minutes(&self, moment: Millis) -> i32 {
        self.local_time(moment)
            .map_or(0, |time| time.offset().seconds() / 60)
    }

    /// Returns when the node opens again, in RFC 3339 with the offset that its clocks have then; `None` while it is open, and for
    /// one that never opens.
    pub fn operates_again_at(&self, moment: Millis) -> Option<String> {
        if self.operates_at(moment) {
            return None;
        }
        let now = self.local_time(moment)?;
        let days = (0..=DAYS_AHEAD).filter_map(|days| now.date().checked_add(days.days()).ok());
        let mut openings = days.flat_map(|day| self.openings_on(day));
        let next = openings
            .find(|opening| *opening > now && self.operates_at(opening.timestamp().as_millisecond()))?;
        Some(next.timestamp().display_with_offset(next.offset()).to_string())
    }

    /// Returns the moments of a day at which the node may open, in their order.
    fn openings_on(&self, day: Date) -> Vec<Zoned> {
        let period = match day.weekday() {
            Weekday::Saturday => OperatingPeriod::Saturday,
            Weekday::Sunday => OperatingPeriod::Sunday,
            _ => OperatingPeriod::Weekdays,
        };
        let hours = self.operating_hours.as_deref().unwrap_or_default();
        let starts = opening_hours(hours, period).into_iter().filter_map(clock_time);
        starts
            .filter_map(|(hour, minute)| day.at(hour, minute, 0, 0).to_zoned(self.time_zone()).ok())
            .collect()
    }

    /// Returns the id of the flow that visitors answer at a moment.
    pub fn flow_id_at(&self, moment: Millis) -> &str {
        let other = self
            .non_operating_hours_flow_id()
            .filter(|_| !self.operates_at(moment));
        other.unwrap_or(&self.flow_id)
    }

    /// Returns the ids of the flows that visitors may answer.
    pub fn flow_ids(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.flow_id.as_str()).chain(self.non_operating_hours_flow_id())
    }

    /// Returns the id of the flow that visitors answer outside operating hours, if it is another one.
    pub fn non_operating_hours_flow_id(&self) -> Option<&str> {
        self.non_operating_hours_flow_id
            .as_deref()
            .filter(|id| !id.is_empty())
    }

    /// Returns `None` for a moment beyond the calendar.
    fn local_time(&self, moment: Millis) -> Option<Zoned> {
        Some(
            Timestamp::from_millisecond(moment)
                .ok()?
                .to_zoned(self.time_zone()),
        )
    }
}

/// Returns hour and minute of the first time of day that is not before an `hhmm` number; `None` if that is another day.
fn clock_time(hhmm: u32) -> Option<(i8, i8)> {
    let (hour, minute) = match (hhmm / 100, hhmm % 100) {
        (hour, 60..) => (hour + 1, 0),
        time => time,
    };
    (hour < 24).then_some((i8::try_from(hour).ok()?, i8::try_from(minute).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::from_rfc3339;
    use serde_json::json;

    fn node(fields: serde_json::Value) -> FeedbackNode {
        let mut record = json!({"id": "n", "flow_id": "f", "time_zone": "Europe/Istanbul"});
        if let (Some(record), Some(fields)) = (record.as_object_mut(), fields.as_object()) {
            record.extend(fields.clone());
        }
        crate::json::read(record).unwrap()
    }

    #[test]
    fn operating_hours_are_in_the_time_zone_of_the_node() {
        let node = node(json!({"operating_hours": [
            {"period": "weekdays", "start_hour": 900, "end_hour": 1730},
            {"period": "saturday", "start_hour": 1000, "end_hour": 1000}
        ]}));
        for (moment, operates) in [
            ("2026-11-20T05:59:00Z", false),
            ("2026-11-20T06:00:00Z", true),
            ("2026-11-20T14:29:59Z", true),
            ("2026-11-20T14:30:00Z", false),
            // Already Saturday in Istanbul, still Friday in UTC. Equal times: closed.
            ("2026-11-20T21:30:00Z", false),
            ("2026-11-21T07:00:00Z", false),
            // A Sunday, which has no entry: open.
            ("2026-11-22T03:00:00Z", true),
        ] {
            assert_eq!(
                node.operates_at(from_rfc3339(moment).unwrap()),
                operates,
                "{moment}"
            );
        }
    }

    #[test]
    fn tells_when_it_opens_again() {
        let berlin =
            |hours: serde_json::Value| node(json!({"time_zone": "Europe/Berlin", "operating_hours": hours}));
        let again_at = |node: &FeedbackNode, moment| node.operates_again_at(from_rfc3339(moment).unwrap());
        let shop = berlin(json!([
            {"period": "weekdays", "start_hour": 1400, "end_hour": 1800},
            {"period": "weekdays", "start_hour": 900, "end_hour": 1200},
            {"period": "saturday", "start_hour": 1000, "end_hour": 1000},
            {"period": "sunday", "start_hour": 0, "end_hour": 0}
        ]));
        for (moment, expected) in [
            // On the same day, from the break, over the weekend, on which the clocks change.
            ("2026-10-21T05:00:00Z", Some("2026-10-21T09:00:00+02:00")),
            ("2026-10-21T10:30:00Z", Some("2026-10-21T14:00:00+02:00")),
            ("2026-10-23T20:00:00Z", Some("2026-10-26T09:00:00+01:00")),
            ("2026-10-21T08:00:00Z", None),
        ] {
            assert_eq!(again_at(&shop, moment).as_deref(), expected, "{moment}");
        }
        // A day without hours is open from its beginning.
        let weekend = berlin(json!([{"period": "saturday", "start_hour": 0, "end_hour": 300}]));
        assert_eq!(
            again_at(&weekend, "2026-11-28T12:00:00Z").as_deref(),
            Some("2026-11-29T00:00:00+01:00")
        );
        let sundays = berlin(json!([
            {"period": "weekdays", "start_hour": 0, "end_hour": 0}, {"period": "saturday", "start_hour": 0, "end_hour": 0},
            {"period": "sunday", "start_hour": 990, "end_hour": 1100}
        ]));
        assert_eq!(
            again_at(&sundays, "2026-11-29T12:00:00Z").as_deref(),
            Some("2026-12-06T10:00:00+01:00")
        );
        let never = berlin(json!([
            {"period": "weekdays", "start_hour": 0, "end_hour": 0}, {"period": "saturday", "start_hour": 0, "end_hour": 0},
            {"period": "sunday", "start_hour": 2400, "end_hour": 2400}
        ]));
        assert_eq!(again_at(&never, "2026-11-29T12:00:00Z"), None);
    }

    #[test]
    fn outside_operating_hours_visitors_answer_the_other_flow() {
        let closed = json!([{"period": "weekdays", "start_hour": 900, "end_hour": 1730}]);
        let with =
            |other: &str| node(json!({"operating_hours": closed, "non_operating_hours_flow_id": other}));
        let moment = |text| from_rfc3339(text).unwrap();
        assert_eq!(with("night").flow_id_at(moment("2026-11-20T10:00:00Z")), "f");
        assert_eq!(with("night").flow_id_at(moment("2026-11-20T20:00:00Z")), "night");
        assert_eq!(with("").flow_id_at(moment("2026-11-20T20:00:00Z")), "f");
    }

    #[test]
    fn a_node_that_never_closes_ignores_its_hours() {
        let moment = from_rfc3339("2026-11-20T00:00:00Z").unwrap();
        assert_eq!(node(json!({})).utc_offset_minutes(moment), 180);
        assert_eq!(
            node(json!({"time_zone": "Asia/Kolkata"})).utc_offset_minutes(moment),
            330
        );
        let closed = json!([{"period": "weekdays", "start_hour": 0, "end_hour": 0}]);
        assert!(!node(json!({"operating_hours": closed})).operates_at(moment));
        assert!(node(json!({"operating_hours": closed, "operating_24_7": true})).operates_at(moment));
    }
}
