//! Rows that ask something, by their type.

use super::Reader;
use super::workbook::Row;
use crate::draft::{Choice, Content, Item, Question};
use crate::text::Text;
use crate::words::{Word, word};

/// What a device records by itself.
const METADATA: [&str; 14] = [
    "start",
    "end",
    "today",
    "deviceid",
    "phonenumber",
    "phone number",
    "username",
    "email",
    "audit",
    "simserial",
    "subscriberid",
    "start-geopoint",
    "background-audio",
    "background-geopoint",
];

impl Reader<'_> {
    pub(super) fn question(&mut self, row: &Row, kind: &str, lower: &str) {
        let pointer = self.survey.pointer(row, "type");
        let name = self.survey.get(row, &["name"]).unwrap_or_default().to_owned();
        let mut question = Question::new(name.as_str(), "text", self.text(self.survey, row, "label"));
        if question.body.is_empty() {
            question.body = Text::of(&self.language, name.as_str());
        }
        question.description = self.text(self.survey, row, "hint");
        let list = kind.split(' ').nth(1).unwrap_or_default();
        let appearance = self
            .survey
            .get(row, &["appearance"])
            .unwrap_or_default()
            .to_lowercase();
        let mut words = lower.split(' ');
        match (words.next().unwrap_or_default(), words.next().unwrap_or_default()) {
            ("note", _) => {
                self.report.count_mapped();
                let text = question.body.joined(&question.description, "\n");
                return self.add(Item::new(&pointer, Content::Label(text)));
            }
            ("barcode", _) => self
                .report
                .changed(&pointer, "a barcode that is scanned", "asked as a text"),
            ("text" | "string", _) if appearance.contains("multiline") => question.style = "textarea",
            ("text" | "string", _) => {}
            ("integer" | "int", _) => {
                question.style = "numeric";
                question.step = Some(1.0);
            }
            ("decimal", _) => question.style = "numeric",
            ("date", _) => question.style = "datepicker",
            ("datetime", _) => {
                question.style = "datepicker";
                self.report
                    .changed(&pointer, "a day with its time", "asked for the day");
            }
            ("time", _) => self.report.changed(&pointer, "a time of day", "asked as a text"),
            ("select", "one") => self.select(
                row,
                kind,
                if appearance.contains("minimal") {
                    "dropdown"
                } else {
                    "radio"
                },
                &mut question,
            ),
            ("select", "multiple") => self.select(row, kind, "checklist", &mut question),
            ("select1", _) => self.listed(row, list, kind, "radio", &mut question),
            ("rank", _) => self.listed(row, list, kind, "ranking", &mut question),
            ("image" | "photo" | "file", _) => {
                question.style = "file";
                if lower == "file" {
                    self.report
                        .changed(&pointer, "a file of any type", "images and PDF documents");
                }
            }
            ("acknowledge" | "trigger", _) => question.style = "agreement",
            ("range", _) => self.range(row, &mut question),
            ("hidden", _) => {
                question.style = "hidden_field";
                question.description = Text::default();
            }
            ("calculate" | "calculation", _) => {
                return self.report.lost(&pointer, "a calculated value", "left out");
            }
            _ if METADATA.contains(&lower) => {
                return self
                    .report
                    .lost(&pointer, format!("`{lower}`, which a device records"), "left out");
            }
            _ => {
                return self
                    .report
                    .lose_question(&pointer, format!("a question of the type `{kind}`"));
            }
        }
        self.settings(row, &mut question);
        self.report.count_mapped();
        self.add(Item::new(&pointer, Content::Question(Box::new(question))));
    }

    /// Reads the list of `select_one LIST`, with `or_other` behind it.
    fn select(&mut self, row: &Row, kind: &str, style: &'static str, question: &mut Question) {
        let words: Vec<&str> = kind.split(' ').collect();
        // Both `select_one LIST` and `select one LIST`.
        let list = words.get(if words.first().is_some_and(|word| word.contains('_')) {
            1
        } else {
            2
        });
        self.listed(row, list.copied().unwrap_or_default(), kind, style, question);
    }

    fn listed(&mut self, row: &Row, list: &str, kind: &str, style: &'static str, question: &mut Question) {
        question.style = style;
        question.options = self.list(list);
        if question.options.is_empty() {
            let pointer = self.survey.pointer(row, "type");
            self.report.changed(
                &pointer,
                "choices that are not in the workbook",
                "asked as a text",
            );
            question.style = "text";
            return;
        }
        if kind.to_lowercase().replace('_', " ").ends_with("or other") && style != "ranking" {
            question.options.push(Choice {
                asks_for_text: true,
                ..Choice::new("other", word(Word::Other, std::slice::from_ref(&self.language)))
            });
        }
        if self.survey.get(row, &["choice_filter"]).is_some() {
            let pointer = self.survey.pointer(row, "choice_filter");
            self.report
                .lost(&pointer, "a filter of choices", "all of them are offered");
        }
        let parameters = self.survey.get(row, &["parameters"]).unwrap_or_default();
        question.is_random = parameters.contains("randomize=true");
    }

    fn list(&self, list: &str) -> Vec<Choice> {
        let Some(table) = self.choices else {
            return Vec::new();
        };
        let rows = table
            .rows
            .iter()
            .filter(|row| table.get(row, &["list_name", "list name", "listname"]) == Some(list));
        let choice = |row: &Row| {
            let name = table.get(row, &["name", "value"])?;
            let label = self.text(table, row, "label");
            let label = if label.is_empty() {
                Text::of(&self.language, name)
            } else {
                label
            };
            Some(Choice::new(name, label))
        };
        rows.filter_map(choice).collect()
    }

    fn range(&mut self, row: &Row, question: &mut Question) {
        question.style = "slider";
        let parameters = self
            .survey
            .get(row, &["parameters"])
            .unwrap_or_default()
            .replace(" = ", "=");
        let parameter = |name: &str| {
            let found = parameters
                .split([' ', ';', ','])
                .find_map(|part| part.trim().strip_prefix(name)?.strip_prefix('='));
            found.and_then(|number| number.trim().parse::<f64>().ok())
        };
        question.min = parameter("start").or(Some(1.0));
        question.max = parameter("end").or(Some(10.0));
        question.step = parameter("step").or(Some(1.0)).filter(|step| *step > 0.0);
    }

    /// Reads what a row says beside its type.
    fn settings(&mut self, row: &Row, question: &mut Question) {
        let survey = self.survey;
        match survey.get(row, &["required"]).map(str::to_lowercase).as_deref() {
            None | Some("no" | "false" | "false()") => {}
            Some("yes" | "true" | "true()" | "1") => question.is_required = question.style != "hidden_field",
            Some(_) => self.report.lost(
                &survey.pointer(row, "required"),
                "an answer that is required under a condition",
                "optional",
            ),
        }
        if let Some(constraint) = survey.get(row, &["constraint"]) {
            let is_exclusive = constraint
                .replace(">=", "")
                .replace("<=", "")
                .contains(['<', '>']);
            let is_sayable = question.style == "numeric" && (question.step.is_some() || !is_exclusive);
            match bounds(constraint).filter(|_| is_sayable) {
                Some((lower, upper)) => (question.lower_limit, question.upper_limit) = (lower, upper),
                None => self
                    .report
                    .lost(&survey.pointer(row, "constraint"), "a constraint", "not checked"),
            }
        }
        for (column, what) in [
            ("default", "a default answer"),
            ("calculation", "a calculated answer"),
            ("read_only", "an answer that cannot be changed"),
        ] {
            if survey
                .get(row, &[column])
                .is_some_and(|cell| !matches!(cell.to_lowercase().as_str(), "no" | "false"))
            {
                self.report.lost(&survey.pointer(row, column), what, "left out");
            }
        }
        for (_, name) in &survey.columns {
            let is_medium = ["image", "audio", "video", "media"]
                .iter()
                .any(|medium| name.starts_with(medium));
            if is_medium && survey.get(row, &[name]).is_some() {
                self.report.lost(
                    &survey.pointer(row, name),
                    "a picture, sound or video of a question",
                    "left out",
                );
            }
        }
    }
}

/// Reads `. >= 0 and . < 120` as bounds of a number. Bounds that exclude a whole number move to the next one.
fn bounds(constraint: &str) -> Option<(Option<f64>, Option<f64>)> {
    let (mut lower, mut upper) = (None, None);
    for part in constraint.split(" and ") {
        let comparison = part
            .trim()
            .trim_matches(['(', ')'])
            .trim()
            .strip_prefix('.')?
            .trim();
        if let Some(number) = comparison.strip_prefix(">=") {
            lower = Some(number.trim().parse().ok()?);
        } else if let Some(number) = comparison.strip_prefix("<=") {
            upper = Some(number.trim().parse().ok()?);
        } else if let Some(number) = comparison.strip_prefix('>') {
            lower = Some(
                number
                    .trim()
                    .parse::<f64>()
                    .ok()
                    .filter(|number| number.fract() == 0.0)?
                    + 1.0,
            );
        } else {
            let number = comparison.strip_prefix('<')?;
            upper = Some(
                number
                    .trim()
                    .parse::<f64>()
                    .ok()
                    .filter(|number| number.fract() == 0.0)?
                    - 1.0,
            );
        }
    }
    Some((lower, upper)).filter(|(lower, upper): &(Option<f64>, Option<f64>)| {
        [lower, upper]
            .iter()
            .all(|bound| bound.is_none_or(f64::is_finite))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_bounds_of_numbers() {
        for (constraint, expected) in [
            (". >= 0 and . <= 120", Some((Some(0.0), Some(120.0)))),
            (".>17", Some((Some(18.0), None))),
            ("(. < 10)", Some((None, Some(9.0)))),
            (". > 0.5", None),
            ("regex(., '^a')", None),
            (". <= ${max}", None),
        ] {
            assert_eq!(bounds(constraint), expected, "{constraint}");
        }
    }
}
