//! The question beside a widget's launcher (docs/widget.md#a-question-beside-the-launcher): the first one of the flow, where a
//! tap can answer it.

use super::schema::SchemaFinding;
use engine::codes::MISPLACED_FIELD;
use engine::{Flow, Question, SortedMap, Style};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The most options, and the most numbers of a scale, that there is room for.
const MAX_OPTIONS: usize = 5;
const MAX_NUMBERS: f64 = 11.0;

/// What every text that shows answers has (docs/flows.md#piping).
const PIPE: &str = "{{";

/// What the loader gets of the question.
#[derive(Debug, Serialize)]
pub struct BubbleQuestion<'a> {
    id: &'a str,
    style: Style,
    text: TextByLanguage<'a>,
    /// Those of a `radio` question.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    options: Vec<BubbleOption<'a>>,
    /// Those of the other styles: the lowest and the highest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<(f64, f64)>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    min_label: TextByLanguage<'a>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    max_label: TextByLanguage<'a>,
}

#[derive(Debug, Serialize)]
struct BubbleOption<'a> {
    id: &'a str,
    text: TextByLanguage<'a>,
}

/// By lower-case language code; an empty one for all languages.
type TextByLanguage<'a> = BTreeMap<&'a str, &'a str>;

impl<'a> BubbleQuestion<'a> {
    /// Returns what a flow asks first.
    ///
    /// # Errors
    /// Says why the launcher cannot ask it.
    pub fn of(flow: &'a Flow) -> Result<Self, &'static str> {
        let state = flow.state(flow.initial).ok_or("has no first page")?;
        if state.random_questions {
            return Err("asks the questions of its first page in a random order");
        }
        let mut elements = state.elements.iter().filter_map(|at| flow.element(*at));
        let question = elements
            .find(|element| element.visible && element.question.as_deref().is_some_and(is_asked))
            .and_then(|element| element.question.as_deref())
            .ok_or("asks nothing on its first page")?;
        let options: Vec<_> = match question.style {
            Style::Radio => options_of(question)?,
            Style::Star | Style::Score | Style::Ces => Vec::new(),
            _ => return Err("does not begin with a `radio`, `star`, `score` or `ces` question"),
        };
        check_texts(question)?;
        Ok(Self {
            id: &question.id,
            style: question.style,
            text: by_language(&question.body),
            scale: if options.is_empty() {
                Some(scale_of(question)?)
            } else {
                None
            },
            options,
            min_label: by_language(&question.min_label),
            max_label: by_language(&question.max_label),
        })
    }
}

fn is_asked(question: &Question) -> bool {
    !matches!(question.style, Style::HiddenField | Style::Plain | Style::Link)
}

fn check_texts(question: &Question) -> Result<(), &'static str> {
    let options = question.options.iter().map(|option| &option.body);
    let has_pipe = |texts: &SortedMap<Box<str>>| texts.iter().any(|(_, text)| text.contains(PIPE));
    let ends = [&question.min_label, &question.max_label];
    if std::iter::once(&question.body)
        .chain(options.clone())
        .any(SortedMap::is_empty)
    {
        Err("begins with a question that has no text, or an option without one")
    } else if std::iter::once(&question.body)
        .chain(ends)
        .chain(options)
        .any(has_pipe)
    {
        Err("shows answers in the texts of its first question")
    } else {
        Ok(())
    }
}

fn options_of(question: &Question) -> Result<Vec<BubbleOption<'_>>, &'static str> {
    let visible = || question.options.iter().filter(|option| option.visible);
    let options: Vec<_> = visible()
        .map(|option| BubbleOption {
            id: &option.id,
            text: by_language(&option.body),
        })
        .collect();
    if question.multi_select {
        Err("begins with a question with several answers")
    } else if question.random_options {
        Err("shows the options of its first question in a random order")
    } else if options.is_empty() || options.len() > MAX_OPTIONS {
        Err("begins with a question that does not have one to five options")
    } else if visible().any(|option| option.image_url.is_some()) {
        Err("shows pictures as options of its first question")
    } else {
        Ok(options)
    }
}

/// Returns the lowest and the highest number of a question.
fn scale_of(question: &Question) -> Result<(f64, f64), &'static str> {
    const REASON: &str =
        "begins with a scale of more than eleven numbers, of others than 0, 1, 2, …, or with a `step`";
    let (lowest, highest) = question.scale();
    let (lowest, highest) = lowest.zip(highest).ok_or(REASON)?;
    let steps_by_one = question.step.is_none_or(|step| (step - 1.0).abs() < f64::EPSILON);
    let is_whole = lowest.fract() == 0.0 && lowest >= 0.0;
    if !steps_by_one || !is_whole || highest - lowest >= MAX_NUMBERS {
        return Err(REASON);
    }
    Ok((lowest, highest))
}

fn by_language(texts: &SortedMap<Box<str>>) -> TextByLanguage<'_> {
    texts.iter().map(|(language, text)| (language, &**text)).collect()
}

/// Finds what a question beside the launcher leaves without effect: it has no place beside a side tab, and its own size.
pub(super) fn check_bubble_question(document: &Value) -> Option<SchemaFinding> {
    let is_on = |field: &str| match document.get(field) {
        Some(Value::Bool(is_on)) => *is_on,
        Some(Value::Number(number)) => number.as_f64() != Some(0.0),
        _ => false,
    };
    let others = [
        "modal_mode",
        "popover_text_vertical",
        "popover_text_width",
        "popover_text_height",
    ];
    let other = others.into_iter().find(|other| is_on(other))?;
    is_on("popover_question").then(|| SchemaFinding {
        code: MISPLACED_FIELD,
        pointer: "/popover_question".into(),
        message: format!("does not go with `{other}`"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::native;
    use serde_json::json;

    fn asked(question: &Value) -> Result<Value, &'static str> {
        let page = json!([
            {"id": "e0", "type": "question", "question": {"id": "q0", "style": "hidden_field", "prefill": "p"}},
            {"id": "e1", "type": "question", "isVisible": false, "question": {"id": "q1", "style": "text", "body": "?"}},
            {"id": "e2", "type": "label", "body": "Hello"},
            {"id": "e3", "type": "question", "question": question},
        ]);
        let flow = json!({"id": "f", "states": [{"id": "s", "elements": page}]}).to_string();
        let flow = Flow::parse(&flow, native()).unwrap();
        BubbleQuestion::of(&flow).map(|question| serde_json::to_value(question).unwrap())
    }

    fn radio(count: usize) -> Value {
        let options: Vec<_> = (0..count)
            .map(|at| json!({"id": format!("o{at}"), "body": {"en": format!("Option {at}")}}))
            .collect();
        json!({"id": "q", "style": "radio", "body": {"en": "How?", "tr": "Nasıl?"}, "options": options})
    }

    fn with(mut question: Value, field: &str, value: Value) -> Value {
        question[field] = value;
        question
    }

    #[test]
    fn it_has_the_texts_that_a_tap_needs() {
        let question = asked(&radio(2)).unwrap();
        assert_eq!(
            question,
            json!({
                "id": "q", "style": "radio", "text": {"en": "How?", "tr": "Nasıl?"},
                "options": [
                    {"id": "o0", "text": {"en": "Option 0"}},
                    {"id": "o1", "text": {"en": "Option 1"}},
                ]
            })
        );
        let star = json!({"id": "q", "style": "star", "body": "How?", "minLabel": "Bad", "maxLabel": "Good"});
        assert_eq!(
            asked(&star).unwrap(),
            json!({
                "id": "q", "style": "star", "text": {"": "How?"}, "scale": [1.0, 5.0],
                "min_label": {"": "Bad"}, "max_label": {"": "Good"}
            })
        );
        let score = json!({"id": "q", "style": "score", "body": "How?"});
        assert_eq!(asked(&score).unwrap()["scale"], json!([0.0, 10.0]));
    }

    #[test]
    fn others_are_refused_with_a_reason() {
        let score = json!({"id": "q", "style": "score", "body": "How?"});
        for (question, reason) in [
            (
                json!({"id": "q", "style": "text", "body": "?"}),
                "does not begin with",
            ),
            (radio(6), "one to five options"),
            (with(radio(2), "isMultiSelect", json!(true)), "several answers"),
            (with(radio(2), "optionOrder", json!("random")), "random order"),
            (with(radio(2), "body", json!("Hello {{p}}")), "shows answers"),
            (with(score.clone(), "max", json!(11)), "eleven numbers"),
            (with(score.clone(), "min", json!(-1)), "0, 1, 2"),
            (with(score.clone(), "min", json!(0.5)), "0, 1, 2"),
            (with(score.clone(), "step", json!(2)), "a `step`"),
            (with(score, "body", json!({})), "has no text"),
            (
                with(radio(1), "options", json!([{"id": "o"}])),
                "an option without one",
            ),
            (
                with(
                    radio(1),
                    "options",
                    json!([{"id": "o", "body": "A", "imageUrl": "https://shop.example/a.png"}]),
                ),
                "pictures as options",
            ),
            (json!({"id": "q", "style": "plain", "body": "?"}), "asks nothing"),
        ] {
            let error = asked(&question).unwrap_err();
            assert!(error.contains(reason), "{question}: {error}");
        }
    }

    #[test]
    fn it_does_not_go_with_a_side_tab_or_a_size() {
        let message = |document: Value| check_bubble_question(&document).map(|found| found.message);
        for (document, other) in [
            (
                json!({"popover_question": true, "modal_mode": true}),
                "modal_mode",
            ),
            (
                json!({"popover_question": true, "popover_text_width": 80}),
                "popover_text_width",
            ),
        ] {
            let expected = format!("does not go with `{other}`");
            assert_eq!(message(document), Some(expected));
        }
        for document in [
            json!({"popover_question": false, "modal_mode": true}),
            json!({"popover_question": true, "popover_text_width": 0, "popover_text": {"en": "Hi"}}),
            json!({"modal_mode": true}),
        ] {
            assert_eq!(message(document), None);
        }
    }
}
