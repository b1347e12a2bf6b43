//! Runs the tables of `fixtures/hours`.
#![cfg(feature = "native")]
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that fails loudly is a good test"
)]

mod support;

use engine::{OperatingHours, is_operating};
use serde_json::Value;
use support::{check_each, fixtures};

const MINUTE: i64 = 60_000;

#[test]
fn nodes_are_open_as_written() {
    check_each(&fixtures("hours"), |fixture| {
        let file = fixture.json();
        let hours: Vec<OperatingHours> =
            serde_json::from_value(file["operating_hours"].clone()).expect("a list of entries");
        let always = file["operating_24_7"] == true;
        let cases = file["cases"].as_array().expect("a list").iter();
        let wrong = cases.filter(|case| {
            let now = milliseconds(case["now"].as_str().expect("a time"));
            let offset = case["utc_offset_minutes"].as_i64().unwrap_or_default();
            let offset = i32::try_from(offset).expect("an offset");
            case["open"] != Value::Bool(is_operating(&hours, always, now, offset))
        });
        wrong.map(|case| format!("wrong: {case}")).collect()
    });
}

#[test]
fn any_number_is_a_time() {
    let hours = serde_json::json!([{"period": "weekdays", "start_hour": 0, "end_hour": 0}]);
    let hours: Vec<OperatingHours> = serde_json::from_value(hours).expect("hours");
    for now in [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN,
        -0.5,
    ] {
        for offset in [i32::MIN, 0, i32::MAX] {
            assert!(is_operating(&hours, true, now, offset));
            assert!(is_operating(&[], false, now, offset));
            let _either = is_operating(&hours, false, now, offset);
        }
    }
}

/// Reads `2026-11-21T09:30:00Z`, counting day by day: no second copy of the engine's arithmetic.
#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn milliseconds(time: &str) -> f64 {
    let numbers: Vec<i64> = time
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    let [year, month, day, hour, minute, second] = *numbers.as_slice() else {
        return f64::NAN;
    };
    let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [
        31,
        28 + i64::from(is_leap(year)),
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ];
    let before: i64 = (1970..year).map(|year| 365 + i64::from(is_leap(year))).sum();
    let months = usize::try_from(month - 1).unwrap_or_default();
    let days = before + lengths.iter().take(months).sum::<i64>() + day - 1;
    (((days * 24 + hour) * 60 + minute) * MINUTE + second * 1_000) as f64
}
