//! What changes of a flow mean for the answers that visitors gave before (docs/check.md#against-an-earlier-version).

use super::codes::{CHANGED_ID, CHANGED_KEY, CHANGED_SCALE, CHANGED_STYLE, REMOVED_OPTION};
use super::{Finding, FlowRecord, RecordSet};
use engine::{Code, Flow, Question, QuestionOption};
use serde_json::Value;

/// Compares flows with earlier versions of them, which have the same ids. Returns a warning for each change that separates answers
/// from their question, or mixes answers that mean different things.
#[must_use]
pub fn compare_with_earlier(records: &RecordSet, earlier: &RecordSet) -> Vec<Finding> {
    let versions = records.flows.iter().filter_map(|record| {
        let of_same_id = |other: &&FlowRecord| other.flow.id == record.flow.id;
        Some((record, &earlier.flows.iter().find(of_same_id)?.flow))
    });
    versions
        .flat_map(|(record, before)| compare(record, before))
        .collect()
}

fn compare(record: &FlowRecord, before: &Flow) -> Vec<Finding> {
    let mut comparison = Comparison {
        file: &record.file,
        pointer: String::new(),
        findings: Vec::new(),
    };
    for (question, pointer) in questions_of(record) {
        comparison.pointer = pointer;
        match before.question(&question.id) {
            Some(earlier) => comparison.compare(question, earlier),
            None => comparison.find_renamed(question, &record.flow, before),
        }
    }
    comparison.findings
}

/// Returns the questions of a flow, each with its JSON pointer.
fn questions_of(FlowRecord { flow, definition, .. }: &FlowRecord) -> Vec<(&Question, String)> {
    let document: Value = serde_json::from_str(definition).unwrap_or_default();
    let list = |value: &Value, field: &str| value.get(field).and_then(Value::as_array).map_or(0, Vec::len);
    let states = document.get("states").and_then(Value::as_array);
    let states = states.into_iter().flatten().enumerate();
    let pointers = states.flat_map(|(s, state)| {
        let elements = 0..list(state, "elements");
        elements.map(move |e| format!("/states/{s}/elements/{e}/question"))
    });
    // The elements of a flow are in the order of the document.
    let elements = flow.elements.iter().zip(pointers);
    elements
        .filter_map(|(element, pointer)| Some((element.question.as_deref()?, pointer)))
        .collect()
}

struct Comparison<'a> {
    file: &'a str,
    /// Of the question.
    pointer: String,
    findings: Vec<Finding>,
}

impl Comparison<'_> {
    fn compare(&mut self, question: &Question, earlier: &Question) {
        if question.style != earlier.style {
            self.add(
                CHANGED_STYLE,
                "style",
                "is another one than before, so earlier answers have another form: ask a new question, with an id and a key of its own"
                    .into(),
            );
        } else if (question.scale(), question.step) != (earlier.scale(), earlier.step) {
            let message = format!(
                "has another scale than before, {}: averages would mix both. Ask a new question, with an id and a key of its own",
                scale_in_words(earlier)
            );
            self.add(CHANGED_SCALE, "style", message);
        }
        if !earlier.key.is_empty() && question.key != earlier.key {
            let message = format!(
                "was `{}` before: filters, exports and links that name the question by it will not find it",
                earlier.key
            );
            self.add(CHANGED_KEY, "key", message);
        }
        self.compare_options(&question.options, &earlier.options);
        for row in &earlier.statements {
            match question.statements.iter().find(|other| other.id == row.id) {
                Some(statement) => self.compare_options(&statement.options, &row.options),
                None => self.report_removed("statements", &row.id),
            }
        }
    }

    fn compare_options(&mut self, options: &[QuestionOption], earlier: &[QuestionOption]) {
        let removed = earlier
            .iter()
            .filter(|option| options.iter().all(|other| other.id != option.id));
        for option in removed {
            self.report_removed("options", &option.id);
        }
    }

    fn report_removed(&mut self, field: &str, id: &str) {
        let message =
            format!("no longer have `{id}`, which answers may name: keep it, and hide it with `isVisible`");
        self.add(REMOVED_OPTION, field, message);
    }

    /// Reports a question that is new by its id, but has the key of one that is gone.
    fn find_renamed(&mut self, question: &Question, flow: &Flow, before: &Flow) {
        let has_key = |other: &&Question| !other.key.is_empty() && other.key == question.key;
        let elements = before.elements.iter();
        let mut questions = elements.filter_map(|element| element.question.as_deref());
        let earlier = questions
            .find(has_key)
            .filter(|other| flow.question(&other.id).is_none());
        if let Some(earlier) = earlier {
            let message = format!(
                "was `{}` before: answers that were given to it stay apart. Keep the id, or give the new question a key of its own",
                earlier.id
            );
            self.add(CHANGED_ID, "id", message);
        }
    }

    fn add(&mut self, code: Code, field: &str, message: String) {
        let pointer = format!("{}/{field}", self.pointer);
        self.findings
            .push(Finding::new(code, self.file, pointer, message));
    }
}

fn scale_in_words(question: &Question) -> String {
    let (low, high) = question.scale();
    let bound = |bound: Option<f64>| bound.map_or_else(|| "any number".to_owned(), |bound| bound.to_string());
    let step = question
        .step
        .map_or_else(String::new, |step| format!(" by {step}"));
    format!("{} to {}{step}", bound(low), bound(high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::fs;

    fn records(questions: &Value) -> (tempfile::TempDir, RecordSet) {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("flows")).unwrap();
        let elements: Vec<Value> = (0..)
            .zip(questions.as_array().unwrap())
            .map(|(at, question)| json!({"id": format!("e{at}"), "type": "question", "question": question}))
            .collect();
        let flow = json!({"id": "f", "states": [
            {"id": "hello", "nextStateId": "s", "elements": [{"id": "text", "type": "label", "body": "Hello"}]},
            {"id": "s", "elements": elements}]});
        fs::write(folder.path().join("flows/f.json"), flow.to_string()).unwrap();
        let records = RecordSet::read_folder(folder.path());
        assert!(!records.has_errors(), "{:?}", records.findings);
        (folder, records)
    }

    fn found(before: &Value, now: &Value) -> Vec<(&'static str, String)> {
        let ((_one, before), (_other, now)) = (records(before), records(now));
        let findings = compare_with_earlier(&now, &before);
        findings
            .into_iter()
            .map(|finding| (finding.code.name, finding.pointer))
            .collect()
    }

    #[test]
    fn changes_that_harm_answers_are_found() {
        let choice = json!({"id": "q", "key": "k", "style": "radio", "body": "?", "options": [{"id": "a"}, {"id": "b"}]});
        let score = json!({"id": "n", "key": "n", "style": "score", "body": "?"});
        let with = |question: &Value, field: &str, value: Value| {
            let mut changed = question.clone();
            changed[field] = value;
            changed
        };
        let at = |field: &str| format!("/states/1/elements/0/question/{field}");
        for (before, now, code, field) in [
            (&choice, with(&choice, "id", json!("new")), "changed-id", "id"),
            (&choice, with(&choice, "key", json!("new")), "changed-key", "key"),
            (
                &choice,
                with(&choice, "style", json!("dropdown")),
                "changed-style",
                "style",
            ),
            (
                &choice,
                with(&choice, "options", json!([{"id": "b"}])),
                "removed-option",
                "options",
            ),
            (&score, with(&score, "max", json!(5)), "changed-scale", "style"),
        ] {
            assert_eq!(
                found(&json!([before]), &json!([now])),
                [(code, at(field))],
                "{now}"
            );
        }
    }

    #[test]
    fn rows_of_a_matrix_and_their_options_are_compared() {
        let matrix = |rows: Value| json!([{"id": "m", "style": "matrix", "body": "?", "options": [{"id": "o"}], "statements": rows}]);
        let before = matrix(json!([{"id": "r1", "options": [{"id": "x"}, {"id": "y"}]}, {"id": "r2"}]));
        let now = matrix(json!([{"id": "r1", "options": [{"id": "y"}]}]));
        let codes: Vec<_> = found(&before, &now).into_iter().map(|(code, _)| code).collect();
        assert_eq!(codes, ["removed-option", "removed-option"]);
    }

    #[test]
    fn other_changes_and_other_flows_are_none() {
        let before = json!([
            {"id": "q", "key": "k", "style": "radio", "body": "?", "options": [{"id": "a"}]},
            {"id": "gone", "key": "gone", "style": "text", "body": "?"}]);
        let now = json!([
            {"id": "new", "key": "new", "style": "text", "body": "?"},
            {"id": "q", "key": "k", "style": "radio", "body": "Changed?", "options": [{"id": "z"}, {"id": "a"}]}]);
        assert_eq!(found(&before, &now), []);
        assert_eq!(found(&before, &before), []);
    }
}
