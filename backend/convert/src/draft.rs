//! A survey between its source and its flow: pages of items, as all sources have them.

use crate::condition::Condition;
use crate::text::Text;
use crate::variable::{Change, Variable};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// What a source asks.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) name: String,
    /// Codes of languages, the survey's own one first; empty if the source does not say.
    pub(crate) languages: Vec<String>,
    pub(crate) pages: Vec<Page>,
    pub(crate) variables: Vec<Variable>,
    /// The variables that a flow can have.
    pub(crate) scores: Vec<Score>,
    pub(crate) has_progress: bool,
    /// What leads to no page in particular leads to the thank-you page that every flow has, not to the first end.
    pub(crate) has_default_end: bool,
    /// Asks one question at a time.
    pub(crate) one_at_a_time: bool,
}

#[derive(Default)]
pub(crate) struct Page {
    /// What jumps name it by.
    pub(crate) name: String,
    pub(crate) pointer: String,
    pub(crate) is_end: bool,
    pub(crate) items: Vec<Item>,
    /// All of them must hold, or the page is passed over.
    pub(crate) shown_if: Vec<Shown>,
    /// The first one whose condition holds is taken.
    pub(crate) jumps: Vec<Jump>,
    /// What leaving it does to variables.
    pub(crate) changes: Vec<Change>,
    pub(crate) next: Next,
    /// The label of the button; “Next” if empty.
    pub(crate) button: Text,
    pub(crate) is_random: bool,
    /// The address to which an end leads by itself, and where the source has it.
    pub(crate) redirect: Option<(String, String)>,
}

/// A number that answers add to.
pub(crate) struct Score {
    /// What conditions and pipes of the draft name it by.
    pub(crate) name: String,
    pub(crate) key: String,
    /// What it begins at in the source; in a flow that is 0.
    pub(crate) starts_at: f64,
}

impl Draft {
    pub(crate) fn score_named(&self, name: &str) -> Option<&Score> {
        self.scores.iter().find(|score| score.name == name)
    }
}

/// Where a page leads if no jump is taken.
#[derive(Default, PartialEq, Eq)]
pub(crate) enum Next {
    /// To the page after it that is no end.
    #[default]
    Following,
    To(Target),
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Target {
    Page(String),
    /// The first end, or the thank-you page that every flow has.
    End,
}

pub(crate) struct Jump {
    pub(crate) pointer: String,
    /// `None` always holds.
    pub(crate) when: Option<Condition>,
    pub(crate) to: Target,
}

/// A condition, and where the source has it.
#[derive(Clone, PartialEq)]
pub(crate) struct Shown {
    pub(crate) condition: Condition,
    pub(crate) pointer: String,
}

pub(crate) struct Item {
    pub(crate) pointer: String,
    pub(crate) content: Content,
    /// All of them must hold.
    pub(crate) shown_if: Vec<Shown>,
}

pub(crate) enum Content {
    Label(Text),
    /// A link with its address.
    Link(Text, String),
    Question(Box<Question>),
}

impl Item {
    pub(crate) fn new(pointer: &str, content: Content) -> Self {
        Self {
            pointer: pointer.to_owned(),
            content,
            shown_if: Vec::new(),
        }
    }

    pub(crate) fn question(&self) -> Option<&Question> {
        match &self.content {
            Content::Question(question) => Some(question),
            _ => None,
        }
    }

    /// Visits every text.
    pub(crate) fn each_text(&mut self, visit: &mut dyn FnMut(&mut Text)) {
        match &mut self.content {
            Content::Label(text) | Content::Link(text, _) => visit(text),
            Content::Question(question) => question.each_text(visit),
        }
    }
}

/// A question as flows have it.
#[derive(Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Question {
    /// What conditions and pipes of the draft name it by.
    #[serde(skip)]
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) key: String,
    pub(crate) style: &'static str,
    pub(crate) body: Text,
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub(crate) description: Text,
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub(crate) placeholder: Text,
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub(crate) terms: Text,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) is_required: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) is_multi_select: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) options: Vec<Choice>,
    #[serde(
        rename = "optionOrder",
        skip_serializing_if = "is_false",
        serialize_with = "random"
    )]
    pub(crate) is_random: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) statements: Vec<Row>,
    #[serde(
        rename = "statementOrder",
        skip_serializing_if = "is_false",
        serialize_with = "random"
    )]
    pub(crate) has_random_rows: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) min_selection_count: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_selection_count: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) min_response_length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_response_length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "number")]
    pub(crate) lower_limit: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "number")]
    pub(crate) upper_limit: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "number")]
    pub(crate) min: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "number")]
    pub(crate) max: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "number")]
    pub(crate) step: Option<f64>,
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub(crate) min_label: Text,
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub(crate) max_label: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) prefill: Option<String>,
    /// By the key of a score, what the answered number is multiplied by.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", serialize_with = "points")]
    pub(crate) scores: BTreeMap<String, f64>,
}

#[derive(Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Choice {
    pub(crate) id: String,
    /// The choice's value in the source.
    pub(crate) key: String,
    #[serde(skip_serializing_if = "Text::is_empty")]
    pub(crate) body: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) image_url: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) asks_for_text: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) is_exclusive: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) is_pinned: bool,
    /// By the key of a score, what the option adds to it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", serialize_with = "points")]
    pub(crate) scores: BTreeMap<String, f64>,
}

#[derive(Clone, Default, Serialize)]
pub(crate) struct Row {
    pub(crate) id: String,
    /// The row's value in the source.
    pub(crate) key: String,
    pub(crate) body: Text,
}

impl Question {
    pub(crate) fn new(name: impl Into<String>, style: &'static str, body: Text) -> Self {
        let name: String = name.into();
        Self {
            key: name.clone(),
            name,
            style,
            body,
            ..Self::default()
        }
    }

    /// Visits every text.
    pub(crate) fn each_text(&mut self, visit: &mut dyn FnMut(&mut Text)) {
        for text in [
            &mut self.body,
            &mut self.description,
            &mut self.placeholder,
            &mut self.terms,
            &mut self.min_label,
            &mut self.max_label,
        ] {
            visit(text);
        }
        self.options.iter_mut().for_each(|choice| visit(&mut choice.body));
        self.statements.iter_mut().for_each(|row| visit(&mut row.body));
    }
}

impl Choice {
    pub(crate) fn new(key: impl Into<String>, body: Text) -> Self {
        Self {
            key: key.into(),
            body,
            ..Self::default()
        }
    }
}

// serde passes references.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn random<S: Serializer>(_: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str("random")
}

/// Writes whole numbers without a fraction.
#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)]
fn number<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    number.map(number_as_short).serialize(serializer)
}

fn points<S: Serializer>(points: &BTreeMap<String, f64>, serializer: S) -> Result<S::Ok, S::Error> {
    let points = points.iter();
    serializer.collect_map(points.map(|(key, number)| (key, number_as_short(*number))))
}

fn number_as_short(number: f64) -> serde_json::Number {
    let whole = (number.fract() == 0.0 && number.abs() < 1e15).then(|| (number as i64).into());
    whole
        .or_else(|| serde_json::Number::from_f64(number))
        .unwrap_or_else(|| 0.into())
}
