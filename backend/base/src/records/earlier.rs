//! What changes of a flow mean for the answers that visitors gave before (docs/check.md#against-an-earlier-version).

use super::{Finding, FlowRecord, RecordSet};
use engine::codes::{
    CHANGED_ID, CHANGED_KEY, CHANGED_POINTS, CHANGED_SCALE, CHANGED_STYLE, COMPARED, REMOVED_OPTION,
    REMOVED_SCORE, SILENCE_WITHOUT_EFFECT,
};
use engine::{Code, Flow, Question, QuestionOption, Silences};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Compares flows with earlier versions of them, which have the same ids. Returns a warning for each change that separates answers
/// from their question, or mixes answers that mean different things, and that the flow does not silence.
#[must_use]
pub fn compare_with_earlier<'f>(
    records: &RecordSet,
    earlier: impl IntoIterator<Item = &'f Flow>,
) -> Vec<Finding> {
    let by_id = |flow: &'f Flow| (&*flow.id, flow);
    let earlier: HashMap<&str, &Flow> = earlier.into_iter().map(by_id).collect();
    let versions = records
        .flows
        .iter()
        .filter_map(|record| Some((record, *earlier.get(&*record.flow.id)?)));
    versions
        .flat_map(|(record, before)| compare(record, before))
        .collect()
}

fn compare(record: &FlowRecord, before: &Flow) -> Vec<Finding> {
    let document: Value = serde_json::from_str(&record.definition).unwrap_or_default();
    let mut comparison = Comparison {
        file: &record.file,
        pointer: String::new(),
        findings: Vec::new(),
    };
    let scores = before.scores.iter().map(|score| &**score);
    let (kept, gone): (Vec<&str>, Vec<&str>) =
        scores.partition(|score| record.flow.scores.iter().any(|kept| **kept == **score));
    for score in gone {
        comparison.report_removed_score(score);
    }
    for (question, pointer) in questions_of(&record.flow, &document) {
        comparison.pointer = pointer;
        match before.question(&question.id) {
            Some(earlier) => {
                comparison.compare(question, earlier);
                comparison.compare_points(question, earlier, &kept);
            }
            None => comparison.find_renamed(question, &record.flow, before),
        }
    }
    silence(&record.file, &document, &mut comparison.findings);
    comparison.findings
}

/// Removes the findings that the flow silences, and reports entries without effect.
fn silence(file: &str, document: &Value, findings: &mut Vec<Finding>) {
    let mut silenced = Vec::new();
    let mut unused = BTreeMap::new();
    let entries = document.get("silence").and_then(Value::as_array);
    for (at, entry) in entries.into_iter().flatten().enumerate() {
        let text = |field: &str| entry.get(field).and_then(Value::as_str);
        let name = text("code").unwrap_or_default();
        if let Some(code) = COMPARED.iter().find(|code| code.name == name) {
            silenced.push((code.name, text("at").unwrap_or_default(), at));
            unused.insert(at, code.name);
        }
    }
    let silences = Silences::new(silenced);
    findings.retain(|finding| {
        let entry = silences.entry_of(finding.code, &finding.pointer);
        if let Some(at) = entry {
            unused.remove(&at);
        }
        entry.is_none()
    });
    findings.extend(unused.into_iter().map(|(at, code)| {
        let pointer = format!("/silence/{at}");
        let message = "has no effect: this earlier version has no such difference";
        let mut finding = Finding::new(SILENCE_WITHOUT_EFFECT, file, pointer, message);
        finding.params.insert("code", code.to_owned());
        finding
    }));
}

/// Returns the questions of a flow, each with its JSON pointer.
fn questions_of<'f>(flow: &'f Flow, document: &Value) -> Vec<(&'f Question, String)> {
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
        let ids: HashSet<&str> = options.iter().map(|option| &*option.id).collect();
        for option in earlier.iter().filter(|option| !ids.contains(&*option.id)) {
            self.report_removed("options", &option.id);
        }
    }

    /// Reports the scores to which an answer adds other points than before. Options that are gone are reported anyway.
    fn compare_points(&mut self, question: &Question, earlier: &Question, scores: &[&str]) {
        let mut options = same_options(&question.options, &earlier.options);
        for row in &question.statements {
            if let Some(before) = earlier.statements.iter().find(|other| other.id == row.id) {
                options.extend(same_options(&row.options, &before.options));
            }
        }
        for score in scores {
            let is_changed = question.points.of(score) != earlier.points.of(score)
                || options
                    .iter()
                    .any(|(option, before)| option.points.of(score) != before.points.of(score));
            if is_changed {
                let message = format!(
                    "adds other points to the score `{score}` than before: averages would mix both. Add another score, with a \
                     key of its own"
                );
                let finding = Finding::new(CHANGED_POINTS, self.file, self.pointer.clone(), message);
                self.findings.push(finding);
            }
        }
    }

    fn report_removed_score(&mut self, score: &str) {
        let message = format!(
            "no longer have `{score}`, which earlier feedback has: its results end here. Keep it if the results matter"
        );
        let finding = Finding::new(REMOVED_SCORE, self.file, "/scores".to_owned(), message);
        self.findings.push(finding);
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

/// Returns the options that are in both lists by their ids, each with the earlier one.
fn same_options<'o>(
    options: &'o [QuestionOption],
    earlier: &'o [QuestionOption],
) -> Vec<(&'o QuestionOption, &'o QuestionOption)> {
    let earlier: HashMap<&str, &QuestionOption> =
        earlier.iter().map(|option| (&*option.id, option)).collect();
    let same = options
        .iter()
        .filter_map(|option| Some((option, *earlier.get(&*option.id)?)));
    same.collect()
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

    fn records(scores: &[&str], questions: &Value) -> (tempfile::TempDir, RecordSet) {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("flows")).unwrap();
        let elements: Vec<Value> = (0..)
            .zip(questions.as_array().unwrap())
            .map(|(at, question)| json!({"id": format!("e{at}"), "type": "question", "question": question}))
            .collect();
        let scores: Vec<Value> = scores.iter().map(|key| json!({"key": key})).collect();
        let flow = json!({"id": "f", "scores": scores, "states": [
            {"id": "hello", "nextStateId": "s", "elements": [{"id": "text", "type": "label", "body": "Hello"}]},
            {"id": "s", "elements": elements}]});
        fs::write(folder.path().join("flows/f.json"), flow.to_string()).unwrap();
        let records = RecordSet::read_folder(folder.path());
        assert!(!records.has_errors(), "{:?}", records.findings);
        (folder, records)
    }

    fn found(before: &Value, now: &Value) -> Vec<(&'static str, String)> {
        found_with_scores((&[], before), (&[], now))
    }

    /// Each version has the keys of its scores, and its questions.
    fn found_with_scores(before: (&[&str], &Value), now: (&[&str], &Value)) -> Vec<(&'static str, String)> {
        let ((_one, before), (_other, now)) = (records(before.0, before.1), records(now.0, now.1));
        let findings = compare_with_earlier(&now, before.flows.iter().map(|record| &record.flow));
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
    fn scores_that_are_gone_or_get_other_points_are_found() {
        let version = |factor: f64, option: f64, cell: f64| {
            json!([
                {"id": "n", "style": "score", "body": "?", "scores": {"fit": factor, "old": 1}},
                {"id": "c", "style": "radio", "body": "?", "options": [{"id": "a", "scores": {"fit": option}}, {"id": "b"}]},
                {"id": "m", "style": "matrix", "body": "?", "options": [{"id": "o"}], "statements": [
                    {"id": "r", "options": [{"id": "x", "scores": {"fit": cell}}]}]}])
        };
        let without_old = |mut version: Value| {
            version[0]["scores"].as_object_mut().unwrap().remove("old");
            version
        };
        let before = version(1.0, 2.0, 3.0);
        let found = |keys: &[&str], now: &Value| found_with_scores((&["fit", "old"], &before), (keys, now));
        let changed = |at: usize| vec![("changed-points", format!("/states/1/elements/{at}/question"))];
        assert_eq!(found(&["fit", "old"], &before), []);
        assert_eq!(found(&["old", "fit"], &version(1.5, 2.0, 3.0)), changed(0));
        assert_eq!(found(&["fit", "old"], &version(1.0, 0.0, 3.0)), changed(1));
        assert_eq!(found(&["fit", "old"], &version(1.0, 2.0, 3.5)), changed(2));
        // The points of a score that is gone are nothing that could be mixed.
        let now = without_old(before.clone());
        assert_eq!(found(&["fit"], &now), [("removed-score", "/scores".to_owned())]);
        // An option that is new has no earlier answers, nor has another score.
        let mut more = before.clone();
        more[1]["options"]
            .as_array_mut()
            .unwrap()
            .push(json!({"id": "z", "scores": {"fit": 9, "new": 1}}));
        assert_eq!(found(&["fit", "old", "new"], &more), []);
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
