//! Finds what single fields of a node's file do not show.

use super::MAX_DAYS;
use super::activation::check_activation;
use super::kiosk::check_kiosk;
use super::link::check_link_signatures;
use super::phone_numbers::check_phone_countries;
use super::quota::check_quota;
use super::retention::check_retention;
use super::schema::SchemaFinding;
use engine::codes::WRONG_VALUE;
use serde_json::Value;

/// The shortest idle time: as long as visitors are warned before its end (WCAG 2.2, 2.2.1), and as long before that.
const LEAST_IDLE_SECONDS: u64 = 40;

/// Returns everything that is wrong with a node's fields together.
pub(super) fn check_node(document: &Value) -> Vec<SchemaFinding> {
    let mut findings = check_operating_hours(document);
    findings.extend(check_activation(document));
    findings.extend(check_quota(document));
    findings.extend(check_link_signatures(document));
    findings.extend(check_kiosk(document));
    findings.extend(check_phone_countries(document));
    findings.extend(check_retention(document));
    findings.extend(check_token_days(document));
    findings.extend(check_idle_time(document));
    findings
}

/// Finds operating hours that no clock shows or that end before they start. Equal times are right: that is how a node is
/// closed on a day, since a day without an entry is open.
fn check_operating_hours(document: &Value) -> Vec<SchemaFinding> {
    let mut findings = Vec::new();
    let entries = document.get("operating_hours").and_then(Value::as_array);
    for (index, entry) in entries.into_iter().flatten().enumerate() {
        let mut error = |field: &str, message: String| {
            findings.push(SchemaFinding {
                code: WRONG_VALUE,
                pointer: format!("/operating_hours/{index}/{field}"),
                message,
            });
        };
        let time = |field: &str| entry.get(field).and_then(Value::as_u64);
        for field in ["start_hour", "end_hour"] {
            if let Some(time) = time(field).filter(|time| time % 100 >= 60) {
                error(
                    field,
                    format!("{time} is not a time of day as `hhmm`, such as 930 or 1745"),
                );
            }
        }
        if let (Some(start), Some(end)) = (time("start_hour"), time("end_hour"))
            && start > end
        {
            error(
                "end_hour",
                format!("{end} is before `start_hour`: split hours past midnight into two entries"),
            );
        }
    }
    findings
}

/// Finds tokens that would end with their chat, so that nobody could read how it ended.
fn check_token_days(document: &Value) -> Option<SchemaFinding> {
    let days = document.get("chat")?.get("token_days")?.as_u64()?;
    (days == 0).then(|| SchemaFinding {
        code: WRONG_VALUE,
        pointer: "/chat/token_days".into(),
        message: format!("days from 1 to {MAX_DAYS} are expected"),
    })
}

/// Finds an idle time that leaves visitors no time to say that they are still there.
fn check_idle_time(document: &Value) -> Option<SchemaFinding> {
    let seconds = document.get("idle_reset_timeout_in_seconds")?.as_u64()?;
    (1..LEAST_IDLE_SECONDS).contains(&seconds).then(|| SchemaFinding {
        code: WRONG_VALUE,
        pointer: "/idle_reset_timeout_in_seconds".into(),
        message: format!(
            "visitors are warned 20 s before the page starts over: {LEAST_IDLE_SECONDS} seconds or more are expected, or 0 for never"
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn visitors_have_time_to_react_before_the_page_starts_over() {
        let found = |seconds: u32| check_idle_time(&json!({"idle_reset_timeout_in_seconds": seconds}));
        for seconds in [1, 39] {
            assert_eq!(found(seconds).unwrap().pointer, "/idle_reset_timeout_in_seconds");
        }
        for seconds in [0, 40] {
            assert!(found(seconds).is_none(), "{seconds}");
        }
    }

    #[test]
    fn tokens_outlive_their_chat() {
        let found = |days: u32| check_token_days(&json!({"chat": {"token_days": days}}));
        assert_eq!(found(0).unwrap().pointer, "/chat/token_days");
        assert!(found(1).is_none());
        assert!(check_token_days(&json!({"chat": {}})).is_none());
    }

    #[test]
    fn operating_hours_are_times_of_day_and_do_not_end_before_they_start() {
        let document = json!({"operating_hours": [
            {"period": "weekdays", "start_hour": 0, "end_hour": 2400},
            {"period": "weekdays", "start_hour": 960, "end_hour": 1800},
            {"period": "sunday", "start_hour": 2200, "end_hour": 600},
            {"period": "sunday", "start_hour": 900, "end_hour": 900},
        ]});
        let pointers: Vec<String> = check_operating_hours(&document)
            .into_iter()
            .map(|found| found.pointer)
            .collect();
        assert_eq!(
            pointers,
            ["/operating_hours/1/start_hour", "/operating_hours/2/end_hour"]
        );
    }
}
