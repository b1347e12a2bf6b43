//! Runs the tables of `tests/data/operating_hours`.

use super::{OperatingHours, is_operating};
use crate::test_data::check_each;
use crate::time::from_rfc3339;
use serde_json::Value;

#[test]
fn operating_hours_follow_the_tables() {
    check_each("operating_hours", |file| {
        let hours: Vec<OperatingHours> = serde_json::from_value(file["operating_hours"].clone()).unwrap();
        let always = file["operating_24_7"] == true;
        let cases = file["cases"].as_array().unwrap().iter();
        let wrong = cases.filter(|case| {
            let now = from_rfc3339(case["now"].as_str().unwrap()).unwrap();
            let offset = case["utc_offset_minutes"].as_i64().unwrap_or_default();
            let offset = i32::try_from(offset).unwrap();
            case["open"] != Value::Bool(is_operating(&hours, always, now, offset))
        });
        wrong.map(|case| format!("wrong: {case}")).collect()
    });
}

#[test]
fn accepts_any_moment_and_offset() {
    let hours = serde_json::json!([{"period": "weekdays", "start_hour": 0, "end_hour": 0}]);
    let hours: Vec<OperatingHours> = serde_json::from_value(hours).unwrap();
    for now in [i64::MIN, -1, 0, i64::MAX] {
        for offset in [i32::MIN, 0, i32::MAX] {
            assert!(is_operating(&hours, true, now, offset));
            assert!(is_operating(&[], false, now, offset));
            let _either = is_operating(&hours, false, now, offset);
        }
    }
}
