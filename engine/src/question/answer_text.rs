//! Answers as wire values, and as the texts that rules and triggers compare.

use super::model::Question;
use super::style::Style;
use super::styles::CHECKED;
use crate::answer::{Answer, AnswerInput};
use crate::contact_text::contact_text;
use crate::platform::Platform;
use crate::sorted_map::SortedMap;

impl Answer {
    /// Converts the answer back to its form on the wire.
    pub(crate) fn to_input(&self, question: &Question) -> AnswerInput {
        let ids = |options: &[u32]| {
            let ids = options.iter().filter_map(|at| question.option(*at));
            ids.map(|option| option.id.as_ref().into()).collect()
        };
        let mut input = AnswerInput::default();
        match self {
            Self::Text(text) => input.text = Some(text.as_ref().into()),
            Self::Number(number) => input.number = Some(*number),
            Self::Options(options, text) => {
                input.option_ids = Some(ids(options));
                input.other_text = Some(text.as_ref().into()).filter(|text: &String| !text.is_empty());
            }
            Self::Ranking(ranking) => input.ranking = Some(ids(ranking)),
            Self::Matrix(cells) => input.matrix = Some(cells_by_id(question, cells)),
            Self::Date(date) => input.date = Some(date.as_ref().into()),
            Self::Checked(checked) => input.checked = Some(*checked),
            Self::Phone(phone) => input.phone = Some(phone.as_ref().into()),
            Self::Files(files) => input.files = Some(files.clone()),
            Self::Name(name) => input.fields = Some(name.clone()),
        }
        input
    }

    /// Returns whether `test` accepts any text that rules and triggers compare: the trimmed text, the number, or the key
    /// of each selected option (docs/flows.md#operators).
    pub(crate) fn any_text(
        &self,
        question: &Question,
        platform: &dyn Platform,
        test: &mut dyn FnMut(&str) -> bool,
    ) -> bool {
        match self {
            Self::Phone(text) => test(&contact_text(text)),
            Self::Text(text) if question.answer_style() == Style::Email => test(&contact_text(text)),
            Self::Text(text) | Self::Date(text) => test(text.trim()),
            Self::Number(number) => test(&platform.format_number(*number)),
            Self::Options(options, _) | Self::Ranking(options) => options
                .iter()
                .filter_map(|at| question.option(*at))
                .any(|option| test(&option.key)),
            Self::Matrix(cells) => cells.iter().any(|(row, at)| {
                let statement = question.statements.get(*row as usize);
                let option = statement.and_then(|statement| question.options_of(statement).get(*at as usize));
                option.is_some_and(|option| test(&option.key))
            }),
            Self::Checked(checked) => *checked && test(CHECKED),
            Self::Name(name) => test(&name.joined()),
            Self::Files(_) => false,
        }
    }

    /// Returns whether the option at `at` is selected. A number selects the option whose key spells it.
    pub(crate) fn selects_option(&self, at: u32, question: &Question, platform: &dyn Platform) -> bool {
        match self {
            Self::Options(options, _) | Self::Ranking(options) => options.contains(&at),
            Self::Number(number) => question
                .option(at)
                .is_some_and(|option| option.has_key_equal_to(*number, platform)),
            Self::Matrix(cells) => cells
                .iter()
                .any(|(row, option)| *option == at && question.uses_shared_options(*row)),
            _ => false,
        }
    }
}

fn cells_by_id(question: &Question, cells: &[(u32, u32)]) -> SortedMap<Vec<String>> {
    let mut matrix: SortedMap<Vec<String>> = SortedMap::new();
    for (row, at) in cells {
        let Some(statement) = question.statements.get(*row as usize) else {
            continue;
        };
        let Some(option) = question.options_of(statement).get(*at as usize) else {
            continue;
        };
        let id = option.id.as_ref().into();
        match matrix.get_mut(&statement.id) {
            Some(ids) => ids.push(id),
            None => {
                matrix.insert(&statement.id, vec![id]);
            }
        }
    }
    matrix
}
