//! `/v1/staff/flows/{flow_id}/questions/{question}/trend` (docs/results.md#trends).

use super::feedbacks::accepted;
use super::staff_exports::with_shapes;
use super::staff_results::{by, get, indexed};
use crate::database::execute;
use crate::server::TestServer;
use crate::submission::happy;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde_json::{Value, json};

/// The whole time of the feedback; within it clocks change in Berlin.
const FROM: &str = "2026-03-10T00:00:00Z";
const DAYS: u64 = 40;

/// A feedback to be counted.
struct Given {
    node: &'static str,
    status: &'static str,
    at: i64,
    mood: &'static str,
    score: Option<u64>,
}

fn millis(text: &str) -> i64 {
    text.parse::<Timestamp>().unwrap().as_millisecond()
}

/// Makes feedback by numbers that only look random, some of it at the first and the last millisecond of days.
fn feedbacks() -> Vec<Given> {
    let mut state = 20_261_121_u64;
    let mut random = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut given: Vec<Given> = (0..600)
        .map(|_| Given {
            node: ["door", "once"][random(2) as usize],
            status: ["complete", "complete", "partial"][random(3) as usize],
            at: millis(FROM) + (random(DAYS * 24 * 60) * 60_000) as i64,
            mood: ["good", "bad"][random(2) as usize],
            score: Some(random(14)).filter(|score| *score <= 10),
        })
        .collect();
    let bounds = [
        "2026-03-28T23:00:00Z",
        "2026-03-29T22:00:00Z",
        "2026-03-29T00:00:00Z",
        "2026-03-31T22:00:00Z",
        "2026-04-01T00:00:00Z",
    ];
    for (bound, place) in bounds.iter().zip(0..) {
        given[place * 2].at = millis(bound);
        given[place * 2 + 1].at = millis(bound) - 1;
    }
    given
}

async fn store(server: &TestServer, given: &[Given]) {
    let rows: Vec<String> = given
        .iter()
        .zip(1..)
        .map(|(feedback, number)| {
            let Given {
                node,
                status,
                at,
                mood,
                score,
            } = feedback;
            let mut responses = vec![json!({"question_id": "mood", "option_id": mood})];
            responses.extend(score.map(|score| json!({"question_id": "recommend", "body": score.to_string()})));
            let responses = Value::from(responses);
            format!("('t{number}', '{status}', 'd{number}', '{node}', 'visit', 1, FALSE, 5, {at}, {number}, '{responses}')")
        })
        .collect();
    let insert = format!(
        "INSERT INTO feedbacks (id, status, device_id, node_id, flow_id, flow_revision, created_offline,
             time_spent_in_seconds, received_at, updated_at, responses) VALUES {}",
        rows.join(", ")
    );
    execute(server.data.path(), insert).await;
    // Has the index look at them.
    accepted(server.submit(&by("now", happy("d")))).await;
    indexed(server).await;
}

/// Returns the first day of the bucket with a time.
fn bucket_of(at: i64, unit: &str, zone: &TimeZone) -> Date {
    let day = zone.to_datetime(Timestamp::from_millisecond(at).unwrap()).date();
    match unit {
        "day" => day,
        "week" => day - i64::from(day.weekday().to_monday_zero_offset()).days(),
        _ => day.first_of_month(),
    }
}

/// Compares a bucket with the feedback in it.
fn assert_counts(bucket: &Value, given: &[&Given], trace: &str) {
    let scores: Vec<u64> = given.iter().filter_map(|feedback| feedback.score).collect();
    assert_eq!(bucket["answered"], scores.len(), "{trace}");
    if scores.is_empty() {
        assert_eq!(
            (&bucket["mean"], &bucket["nps"]),
            (&Value::Null, &Value::Null),
            "{trace}"
        );
        return;
    }
    let count = |fits: fn(&&u64) -> bool| scores.iter().filter(fits).count();
    let (promoters, detractors) = (count(|score| **score >= 9), count(|score| **score <= 6));
    let all = scores.len() as f64;
    let near = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 1e-9;
    assert!(
        near(&bucket["mean"], scores.iter().sum::<u64>() as f64 / all),
        "{trace}"
    );
    let nps = &bucket["nps"];
    assert!(
        near(
            &nps["score"],
            100.0 * (promoters as f64 - detractors as f64) / all
        ),
        "{trace}"
    );
    assert_eq!(
        (&nps["promoters"], &nps["passives"], &nps["detractors"]),
        (
            &json!(promoters),
            &json!(scores.len() - promoters - detractors),
            &json!(detractors)
        ),
        "{trace}"
    );
}

#[tokio::test]
async fn trends_agree_with_a_naive_computation() {
    let server = TestServer::start().await;
    let given = feedbacks();
    store(&server, &given).await;
    type Fits = fn(&Given) -> bool;
    let filters: [(&str, Fits); 4] = [
        ("", |_| true),
        ("&node_id=door&status=complete", |given| {
            given.node == "door" && given.status == "complete"
        }),
        // Counted one by one.
        ("&question_id=mood&option_id=good", |given| given.mood == "good"),
        ("&node_id=once&question_id=recommend&at_least=7", |given| {
            given.node == "once" && given.score.is_some_and(|score| score >= 7)
        }),
    ];
    // Of all, of whole days, and of a part of a day at each end.
    let times = [
        ("2026-03-10", "2026-04-19"),
        ("2026-03-14", "2026-04-03"),
        ("2026-03-28T20:30:00Z", "2026-04-01T03:15:00.001Z"),
    ];
    for name in ["UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns"] {
        let zone = TimeZone::get(name).unwrap();
        let instant = |text: &str| match text.parse::<Date>() {
            Ok(day) if text.len() == 10 => day.to_zoned(zone.clone()).unwrap().timestamp().as_millisecond(),
            _ => millis(text),
        };
        for unit in ["day", "week", "month"] {
            for (filter, fits) in filters {
                for (from, to) in times {
                    let query =
                        format!("by={unit}&time_zone={name}&received_from={from}&received_to={to}{filter}");
                    let trend = get(
                        &server,
                        &format!("/v1/staff/flows/visit/questions/recommend/trend?{query}"),
                    )
                    .await;
                    assert_eq!(trend["is_complete"], true);
                    let buckets = trend["buckets"].as_array().unwrap();
                    let mut day = bucket_of(instant(from), unit, &zone);
                    let range = instant(from)..instant(to);
                    for bucket in buckets {
                        assert_eq!(bucket["day"], day.to_string(), "{query}");
                        let inside: Vec<&Given> = given
                            .iter()
                            .filter(|given| fits(given) && range.contains(&given.at))
                            .filter(|given| bucket_of(given.at, unit, &zone) == day)
                            .collect();
                        assert_counts(bucket, &inside, &format!("{query} {day}"));
                        day = match unit {
                            "day" => day + 1.day(),
                            "week" => day + 1.week(),
                            _ => day + 1.month(),
                        };
                    }
                    let last = bucket_of(instant(to) - 1, unit, &zone).to_string();
                    assert_eq!(buckets.last().unwrap()["day"], last, "{query}");
                }
            }
        }
    }
}

#[tokio::test]
async fn a_trend_has_the_figures_that_the_summary_has_for_each_style() {
    let server = with_shapes().await;
    indexed(&server).await;
    let summary = get(&server, "/v1/staff/flows/shapes/summary").await;
    let questions = summary["questions"].as_array().unwrap();
    assert!(questions.len() > 4);
    for question in questions {
        let id = question["question_id"].as_str().unwrap();
        // The first one counts one by one up to the present, the second one by the roll-ups.
        for query in [
            "by=week",
            "by=month&received_to=2099-01-01&received_from=2098-01-01",
        ] {
            let path = format!("/v1/staff/flows/shapes/questions/{id}/trend?{query}");
            let trend = get(&server, &path).await;
            let buckets = trend["buckets"].as_array().unwrap();
            if query == "by=week" {
                assert_eq!(&trend["question"], question, "{id}");
                assert_eq!(buckets.len(), 26);
                let answered: u64 = buckets
                    .iter()
                    .map(|bucket| bucket["answered"].as_u64().unwrap())
                    .sum();
                assert_eq!(question["answered"], answered);
            } else {
                assert_eq!(trend["question"]["answered"], 0);
                assert_eq!(buckets.len(), 12);
            }
            for bucket in buckets {
                for list in ["options", "rows"] {
                    let length = |value: &Value| value[list].as_array().map(Vec::len);
                    assert_eq!(length(bucket), length(question), "{id}: nothing is left out");
                }
            }
            assert_eq!(buckets[0]["answered"], 0);
        }
    }
    let by_key = get(
        &server,
        "/v1/staff/flows/shapes/questions/several-key/trend?by=day",
    )
    .await;
    assert_eq!(by_key["question"]["question_id"], "several");
    assert_eq!(
        (&by_key["flow_id"], &by_key["by"], &by_key["time_zone"]),
        (&json!("shapes"), &json!("day"), &json!("UTC"))
    );
}

#[tokio::test]
async fn what_makes_no_trend_is_refused() {
    let server = TestServer::start().await;
    let path =
        |question: &str, query: &str| format!("/v1/staff/flows/visit/questions/{question}/trend?{query}");
    for (query, status, part) in [
        ("", 400, "by"),
        ("by=hour", 400, "hour"),
        ("by=day&time_zone=Mars/Olympus", 400, "IANA time zone"),
        (
            "by=day&received_from=2025-01-01&received_to=2026-02-06",
            400,
            "at most 400 buckets",
        ),
        (
            "by=day&received_from=2026-02-06&received_to=2026-02-06",
            400,
            "must be before",
        ),
        (
            "by=day&received_from=2026-02-07&received_to=2026-02-06",
            400,
            "must be before",
        ),
        ("by=day&received_from=2999-01-01", 400, "must be before"),
        ("by=day&flow_id=other", 400, "another flow"),
        ("by=day&zone=UTC", 400, "time_zone"),
        ("by=day&node_id=gone", 404, "node"),
    ] {
        let response = server.get_as_staff(&path("recommend", query)).await;
        assert_eq!(response.status(), status, "{query}");
        let problem = response.text().await.unwrap();
        assert!(problem.contains(part), "{query}: {problem}");
    }
    let unknown = server.get_as_staff(&path("gone", "by=day")).await;
    assert_eq!(unknown.status(), 404);
    let of_flow = "/v1/staff/flows/gone/questions/recommend/trend?by=day";
    assert_eq!(server.get_as_staff(of_flow).await.status(), 404);
    // 400 days.
    let most = path("mood", "by=day&received_from=2025-01-01&received_to=2026-02-05");
    assert_eq!(
        get(&server, &most).await["buckets"].as_array().unwrap().len(),
        400
    );
}
