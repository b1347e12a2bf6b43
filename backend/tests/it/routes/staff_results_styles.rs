//! Every question style in results: its columns in exports, what filters find of it, what summaries count (docs/results.md).

use super::feedbacks::accepted;
use super::staff_exports::{export, row_of_csv, server_with};
use super::staff_results::{by, get, indexed};
use crate::submission::{happy, with, with_responses};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What results have of the answer to a question.
#[derive(Clone, Copy, PartialEq)]
enum Counted {
    Number,
    Options,
    Rows,
    /// Only how many have answered.
    Answered,
    Nothing,
}

use Counted::{Answered, Nothing, Number, Options, Rows};

/// A style, its response items, the columns with their values, and what is counted.
type Case = (
    &'static str,
    Value,
    &'static [(&'static str, &'static str)],
    Counted,
);

fn cases() -> Vec<Case> {
    let text = |text: &str| json!([{"body": text}]);
    let one = || json!([{"option_id": "x"}]);
    const ONE: &[(&str, &str)] = &[("", "x")];
    const SEVERAL: &[(&str, &str)] = &[("/x", "1"), ("/y", "0")];
    vec![
        ("text", text("a"), &[("", "a")], Answered),
        ("textarea", text("a"), &[("", "a")], Answered),
        ("email", text("ann@x.example"), &[("", "ann@x.example")], Answered),
        ("external_id", text("e-7"), &[("", "e-7")], Answered),
        ("naming", text("Ada Lovelace"), &[("", "Ada Lovelace")], Answered),
        ("datepicker", text("2026-11-26"), &[("", "2026-11-26")], Answered),
        (
            "phone_number",
            text("+905321234567"),
            &[("", "'+905321234567")],
            Answered,
        ),
        ("agreement", text("true"), &[("", "true")], Answered),
        ("hidden_field", text("mail"), &[("", "mail")], Answered),
        ("numeric", text("4"), &[("", "4")], Number),
        ("age", text("4"), &[("", "4")], Number),
        ("slider", text("4"), &[("", "4")], Number),
        ("score", text("4"), &[("", "4")], Number),
        ("star", text("4"), &[("", "4")], Number),
        ("ces", text("4"), &[("", "4")], Number),
        ("custom_score", text("4"), &[("", "4")], Number),
        ("radio", one(), ONE, Options),
        ("dropdown", one(), ONE, Options),
        ("gender", one(), ONE, Options),
        ("dynamic_multiple_choice", one(), ONE, Options),
        ("customer_schema", one(), ONE, Options),
        ("random", one(), ONE, Options),
        ("checklist", one(), SEVERAL, Options),
        ("dynamic_multiple_value", one(), SEVERAL, Options),
        (
            "ranking",
            json!([{"option_id": "y", "ranking": 1}, {"option_id": "x", "ranking": 2}]),
            &[("/x", "2"), ("/y", "1")],
            Options,
        ),
        (
            "matrix",
            json!([{"question_id": "row", "option_id": "x"}]),
            &[("/row", "x")],
            Rows,
        ),
        ("plain", json!([]), &[], Nothing),
        ("link", json!([]), &[], Nothing),
    ]
}

/// Styles whose answers need a file, the proof of a number, or a connector: tests of those send them.
const ELSEWHERE: [&str; 4] = ["file", "screenshot", "phone_verification", "dynamic_request"];

fn flow(cases: &[Case]) -> Value {
    let option = |id: &str| json!({"id": id, "key": id, "body": id});
    let elements: Vec<Value> = cases
        .iter()
        .map(|(style, _, _, counted)| {
            let mut question = json!({"id": style, "key": style, "style": style, "body": style});
            if matches!(counted, Options | Rows) {
                question["options"] = json!([option("x"), option("y")]);
            }
            match *style {
                "matrix" => question["statements"] = json!([{"id": "row", "key": "row", "body": "Row"}]),
                "custom_score" => {
                    question["min"] = 0.into();
                    question["max"] = 5.into();
                }
                _ => {}
            }
            json!({"id": format!("e-{style}"), "type": "question", "question": question})
        })
        .collect();
    json!({"id": "styles", "states": [
        {"id": "s", "isInitialState": true, "nextStateId": "end", "elements": elements},
        {"id": "end", "style": "thank_you", "elements": []},
    ]})
}

#[test]
fn each_style_has_a_case() {
    let schema: Value = serde_json::from_str(engine::FLOW_SCHEMA).unwrap();
    let styles = &schema["$defs"]["question"]["properties"]["style"]["enum"];
    let known: BTreeSet<&str> = styles
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let cases = cases();
    let tested = cases.iter().map(|(style, ..)| *style).chain(ELSEWHERE);
    assert_eq!(tested.collect::<BTreeSet<_>>(), known);
}

#[tokio::test]
async fn each_style_is_exported_found_and_counted() {
    let cases = cases();
    let server = server_with(flow(&cases)).await;
    let responses: Vec<Value> = cases
        .iter()
        .flat_map(|(style, items, ..)| {
            items.as_array().unwrap().iter().map(|item| {
                let mut item = item.clone();
                let members = item.as_object_mut().unwrap();
                members.entry("question_id").or_insert_with(|| (*style).into());
                item
            })
        })
        .collect();
    let submission = with(with(by("a", happy("d")), "flow_id", "styles"), "node_id", "desk");
    accepted(server.submit(&with_responses(submission, responses.into()))).await;
    indexed(&server).await;

    let row = row_of_csv(&export(&server, "format=csv&flow_id=styles").await);
    let summary = get(&server, "/v1/staff/flows/styles/summary").await;
    let questions = summary["questions"].as_array().unwrap();
    for (style, _, columns, counted) in cases {
        let prefix = format!("answer/{style}");
        let of_style = |name: &str| name == prefix || name.starts_with(&format!("{prefix}/"));
        let exported: Vec<(&str, &str)> = row
            .iter()
            .filter(|(name, _)| of_style(name))
            .map(|(name, value)| (&name[prefix.len()..], value.as_str()))
            .collect();
        assert_eq!(exported, columns, "{style}");

        let question = questions.iter().find(|question| question["question_id"] == style);
        let Some(question) = question else {
            assert!(counted == Nothing, "{style} is not in the summary");
            continue;
        };
        assert!(counted != Nothing, "{style} is in the summary");
        let is_number = question["numbers"]["mean"] == 4.0;
        assert_eq!(is_number, counted == Number, "{style}: {question}");
        let list = |name: &str| question[name].as_array().map_or(0, Vec::len);
        assert_eq!(list("options") > 0, counted == Options, "{style}: {question}");
        assert_eq!(list("rows") > 0, counted == Rows, "{style}: {question}");
        if counted == Rows {
            continue;
        }
        assert_eq!(question["answered"], 1, "{style}");
        let filter = match counted {
            Number => "&at_least=4&at_most=4",
            Options => "&option_id=x",
            _ => "",
        };
        let path = format!("/v1/staff/feedbacks?question_id={style}{filter}");
        let found = get(&server, &path).await;
        assert_eq!(found["items"].as_array().unwrap().len(), 1, "{path}");
    }
}
