//! Which answers visitors can give, as far as rules can tell them apart.

use crate::answer::Answer;
use crate::question::{AnswerKind, Question, Style};

/// The answers to a question.
pub(super) enum PossibleAnswers {
    /// Each of them, or for choices of several each of their parts.
    Listed(Vec<Answer>),
    /// The numbers between two bounds, which are possible themselves. `None` is no bound.
    Numbers(Option<f64>, Option<f64>),
    /// Answers whose texts are no numbers: dates, names, and files, which have none.
    Unordered(Vec<Answer>),
    /// Any text.
    Texts,
}

/// Most steps of a scale that are listed.
const MAX_LISTED: f64 = 1_000.0;

pub(super) fn possible_answers(question: &Question) -> PossibleAnswers {
    use PossibleAnswers::{Listed, Numbers, Texts, Unordered};
    let choice = |options: usize| {
        let positions = (0..).take(options);
        Listed(
            positions
                .map(|at| Answer::Options(vec![at], Box::default()))
                .collect(),
        )
    };
    match question.answer_style() {
        Style::Plain | Style::Link => Listed(Vec::new()),
        Style::Agreement => Listed(vec![Answer::Checked(true)]),
        Style::Score | Style::Star | Style::Ces | Style::CustomScore => {
            listed_scale(question).map_or_else(|| Numbers(question.scale().0, question.scale().1), Listed)
        }
        Style::Slider | Style::Numeric | Style::Age => Numbers(question.scale().0, question.scale().1),
        Style::Ranking => {
            let all = (0..).take(question.options.len());
            Listed(vec![Answer::Ranking(all.collect())])
        }
        Style::Matrix => Listed(cells(question)),
        Style::File | Style::Screenshot => Unordered(vec![Answer::Files(Vec::new())]),
        Style::Datepicker => Unordered(vec![Answer::Date("2026-12-31".into())]),
        Style::Naming => Texts,
        _ if question.answer_kind() == AnswerKind::Options => choice(question.options.len()),
        _ => Texts,
    }
}

/// Returns the numbers of a scale; `None` if there are too many, or no bounds.
fn listed_scale(question: &Question) -> Option<Vec<Answer>> {
    let (low, high) = question.scale();
    let (low, high) = low.zip(high)?;
    let step = question.step.unwrap_or(1.0);
    let steps = ((high - low) / step).floor();
    if !(0.0..=MAX_LISTED).contains(&steps) {
        return None;
    }
    let numbers = (0_u32..).map(f64::from).take_while(|at| *at <= steps);
    Some(numbers.map(|at| Answer::Number(low + at * step)).collect())
}

/// Returns each cell of a matrix as an answer.
fn cells(question: &Question) -> Vec<Answer> {
    let rows = (0..).zip(&question.statements);
    let cells = rows.flat_map(|(row, statement)| {
        let options = (0..).zip(question.options_of(statement));
        options.map(move |(option, _)| Answer::Matrix(vec![(row, option)]))
    });
    cells.collect()
}
