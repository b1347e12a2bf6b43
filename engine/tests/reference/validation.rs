//! Validates answers (docs/engine.md#validation).

use super::items::{answer_style, asks_for_text, is_blank};
use super::json::{list, options, text};
use super::texts::one_text;
use serde_json::Value;

/// Returns the key of the message if the answer is invalid; `visible` are the ids of the visible options.
pub(crate) fn validate(question: &Value, answer: Option<&Value>, visible: &[&str]) -> Option<&'static str> {
    let style = answer_style(question);
    if ["plain", "link", "random"].contains(&style) {
        return None;
    }
    let required = question["isRequired"] == true;
    let Some(answer) = answer.filter(|answer| !is_blank(answer)) else {
        return (required && is_answerable(question, style, visible)).then_some("required");
    };
    let many = question["isMultiSelect"] == true;
    let given = one_text(answer).unwrap_or_default();
    match style {
        "ranking" => (required && list(answer, "ranking").len() < visible.len()).then_some("required"),
        "matrix" => validate_matrix(question, answer, many, visible),
        "numeric" | "age" | "slider" | "score" | "star" | "ces" | "custom_score" => {
            let Some(number) = answer["number"].as_f64() else {
                return Some("invalid_number");
            };
            validate_number(question, style, number)
        }
        "file" | "screenshot" => (list(answer, "files").len() > 1 && !many).then_some("invalid_answer"),
        "agreement" => None,
        "datepicker" => (!["2026-11-21", "2024-02-29"].contains(&given.as_str())).then_some("invalid_answer"),
        "phone_number" | "phone_verification" => (!is_phone(&given)).then_some("invalid_phone"),
        "email" if !is_address(&given) => Some("invalid_email"),
        _ if !list(answer, "optionIds").is_empty() => {
            let count = list(answer, "optionIds").len();
            let allows_multiple = many || ["checklist", "dynamic_multiple_value"].contains(&style);
            let bound = |field: &str| question[field].as_u64().map(|bound| bound as usize);
            let is_exclusive = |id: &Value| {
                options(question).any(|option| option["id"] == *id && option["isExclusive"] == true)
            };
            let has_exclusive = list(answer, "optionIds").iter().any(is_exclusive);
            if count > 1 && !allows_multiple {
                Some("invalid_answer")
            } else if bound("maxSelectionCount").is_some_and(|most| count > most) {
                Some("max_selection")
            } else if list(answer, "optionIds")
                .iter()
                .any(|id| asks_for_text(question, id))
                && text(answer, "otherText").trim().is_empty()
            {
                Some("required")
            } else {
                let least = bound("minSelectionCount").unwrap_or_default();
                (!has_exclusive && count < least && count < visible.len()).then_some("min_selection")
            }
        }
        _ => {
            let length = given.chars().count() as u64;
            let bound = |field: &str| question[field].as_u64();
            match (bound("minResponseLength"), bound("maxResponseLength")) {
                (Some(least), Some(most)) => (length < least || length > most).then_some("length_between"),
                (Some(least), None) if length < least => Some("length_min"),
                (_, most) => (length > most.unwrap_or(10_000)).then_some("length_max"),
            }
        }
    }
}

fn validate_matrix(question: &Value, answer: &Value, many: bool, visible: &[&str]) -> Option<&'static str> {
    // For each row, the number of selected options and the number that could be selected.
    let rows = list(question, "statements").iter().map(|row| {
        let possible = count_options(row, visible);
        let selected = list(&answer["matrix"], text(row, "id")).len();
        (selected, if many { possible } else { possible.min(1) })
    });
    let rows: Vec<(usize, usize)> = rows.collect();
    let is_maxdiff = question["extra"]["matrix_question_type"] == "maxdiff";
    let mut statements = list(question, "statements").iter();
    // Each option is a mark, which one row gets.
    let has_marks = is_maxdiff
        && !many
        && list(question, "options").len() > 1
        && statements.all(|row| list(row, "options").is_empty());
    let cells = answer["matrix"]
        .as_object()
        .into_iter()
        .flat_map(|rows| rows.values());
    let given: Vec<&Value> = cells.filter_map(Value::as_array).flatten().collect();
    let repeats = has_marks
        && given
            .iter()
            .enumerate()
            .any(|(at, mark)| given[..at].contains(mark));
    if repeats || !many && rows.iter().any(|(selected, _)| *selected > 1) {
        return Some("invalid_answer");
    }
    let is_missing = if is_maxdiff {
        let total: usize = rows.iter().map(|(selected, _)| selected).sum();
        let possible: usize = rows.iter().map(|(_, possible)| possible).sum();
        let most = if has_marks { visible.len() } else { possible };
        total < 2 && total < possible.min(most)
    } else {
        rows.iter()
            .any(|(selected, possible)| *selected == 0 && *possible > 0)
    };
    is_missing.then_some("answer_all")
}

/// Returns the number of options that a row of a matrix offers.
fn count_options(row: &Value, visible: &[&str]) -> usize {
    match list(row, "options") {
        [] => visible.len(),
        own => own.iter().filter(|option| option["isVisible"] != false).count(),
    }
}

/// Returns whether the visitor can answer at all.
fn is_answerable(question: &Value, style: &str, visible: &[&str]) -> bool {
    match style {
        "matrix" => list(question, "statements")
            .iter()
            .any(|row| count_options(row, visible) > 0),
        "radio"
        | "dropdown"
        | "gender"
        | "checklist"
        | "dynamic_multiple_choice"
        | "dynamic_multiple_value"
        | "ranking" => !visible.is_empty(),
        "customer_schema" => list(question, "options").is_empty() || !visible.is_empty(),
        _ => true,
    }
}

fn validate_number(question: &Value, style: &str, number: f64) -> Option<&'static str> {
    let given = |field: &str| question[field].as_f64();
    let (low, high, names) = match style {
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
    let whole = ["age", "score", "star", "ces"].contains(&style);
    match (low, high) {
        (Some(_), Some(_)) if outside => Some(names),
        (Some(_), None) if outside => Some("number_min"),
        (None, Some(_)) if outside => Some("number_max"),
        _ => (whole && number.fract() != 0.0).then_some("invalid_answer"),
    }
}

/// Random visitors enter one of these two valid numbers, or an invalid one.
fn is_phone(text: &str) -> bool {
    text == "+905321234567" || text == "+4915112345678"
}

/// Random visitors enter one of these valid addresses, or an invalid one.
fn is_address(text: &str) -> bool {
    ["a@b.co", "a7@example.com", "ayşe@örnek.com"].contains(&text)
}
