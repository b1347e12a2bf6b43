//! Texts of connectors with places for what a visitor has answered (docs/connectors.md#placeholders).

use std::collections::BTreeMap;

/// A text with places for values, such as `order-{{answer}}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    Value(Placeholder),
}

/// What a place is filled with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Placeholder {
    /// The answer that is looked up.
    Answer,
    /// The answer to the question with this key, or id where it has no key.
    AnswerTo(String),
    FlowId,
    QuestionId,
    NodeId,
}

/// The values of one look-up.
#[derive(Debug)]
pub struct TemplateValues<'a> {
    pub answer: &'a str,
    /// By question key, or id where there is no key.
    pub answers: &'a BTreeMap<String, String>,
    pub flow_id: &'a str,
    pub question_id: &'a str,
    pub node_id: &'a str,
}

/// A text is no template; completes the sentence "… ".
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    #[error("`{{{{` has no `}}}}`")]
    Open,
    #[error(
        "`{{{{{0}}}}}` is not known: `answer`, `answers.KEY`, `flow_id`, `question_id` and `node_id` are"
    )]
    Unknown(String),
}

impl Template {
    /// Reads a text. Values are put in once: what they contain is never read as a template.
    ///
    /// # Errors
    /// A place does not end, or names no value.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{{") {
            let (name, after) = after.split_once("}}").ok_or(TemplateError::Open)?;
            push_text(&mut parts, before);
            parts.push(Part::Value(Placeholder::parse(name.trim())?));
            rest = after;
        }
        push_text(&mut parts, rest);
        Ok(Self { parts })
    }

    pub(super) fn of(parts: Vec<Part>) -> Self {
        Self { parts }
    }

    pub(super) fn into_parts(self) -> Vec<Part> {
        self.parts
    }

    /// Returns the value that is the whole text.
    pub fn whole(&self) -> Option<&Placeholder> {
        match self.parts.as_slice() {
            [Part::Value(value)] => Some(value),
            _ => None,
        }
    }

    /// Tells whether the text has places for values.
    pub fn has_values(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Value(_)))
    }

    /// Puts the values in, each changed by `encode`. A value that is missing is empty.
    pub fn render(&self, values: &TemplateValues<'_>, encode: impl Fn(&str) -> String) -> String {
        let text = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Value(value) => encode(values.get(value).unwrap_or_default()),
        };
        self.parts.iter().map(text).collect()
    }
}

fn push_text(parts: &mut Vec<Part>, text: &str) {
    if !text.is_empty() {
        parts.push(Part::Text(text.to_owned()));
    }
}

impl Placeholder {
    fn parse(name: &str) -> Result<Self, TemplateError> {
        match name {
            "answer" => Ok(Self::Answer),
            "flow_id" => Ok(Self::FlowId),
            "question_id" => Ok(Self::QuestionId),
            "node_id" => Ok(Self::NodeId),
            _ => match name.strip_prefix("answers.") {
                Some(key) if !key.is_empty() => Ok(Self::AnswerTo(key.to_owned())),
                _ => Err(TemplateError::Unknown(name.to_owned())),
            },
        }
    }
}

impl TemplateValues<'_> {
    /// Returns a value; `None` for a question that has no answer.
    pub fn get(&self, placeholder: &Placeholder) -> Option<&str> {
        match placeholder {
            Placeholder::Answer => Some(self.answer),
            Placeholder::AnswerTo(key) => self.answers.get(key).map(String::as_str),
            Placeholder::FlowId => Some(self.flow_id),
            Placeholder::QuestionId => Some(self.question_id),
            Placeholder::NodeId => Some(self.node_id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_put_in_once() {
        let answers = BTreeMap::from([("city".to_owned(), "{{node_id}}".to_owned())]);
        let values = TemplateValues {
            answer: "}}{{flow_id}}",
            answers: &answers,
            flow_id: "f",
            question_id: "q",
            node_id: "n",
        };
        let render = |text: &str| Template::parse(text).unwrap().render(&values, str::to_owned);
        assert_eq!(
            render(
                "{{answer}}|{{ answers.city }}|{{flow_id}}{{question_id}}{{node_id}}|{{answers.none}}|}}{"
            ),
            "}}{{flow_id}}|{{node_id}}|fqn||}}{"
        );
        assert_eq!(render(""), "");
    }

    #[test]
    fn places_that_mean_nothing_are_errors() {
        assert_eq!(Template::parse("a{{answer"), Err(TemplateError::Open));
        for name in ["", "answers", "answers.", "env.SECRET", "Answer"] {
            assert_eq!(
                Template::parse(&format!("{{{{{name}}}}}")),
                Err(TemplateError::Unknown(name.into()))
            );
        }
        assert_eq!(
            Template::parse("{{x}}").unwrap_err().to_string(),
            "`{{x}}` is not known: `answer`, `answers.KEY`, `flow_id`, `question_id` and `node_id` are"
        );
        assert_eq!(TemplateError::Open.to_string(), "`{{` has no `}}`");
    }
}
