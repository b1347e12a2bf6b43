//! Variables that only answers add to become scores. A variable with any other change is left out as a whole: a part of its sum
//! would lead visitors to wrong pages.

use super::comparison::{Answers, Comparison, answers_of, positive};
use super::ids::stem_of;
use super::places::{Place, Places};
use crate::condition::{Condition, Is};
use crate::draft::{Content, Draft, Question, Score};
use crate::node::shortest;
use crate::report::Report;
use crate::variable::{By, Change, Variable, called};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The most scores of a flow, and the most points that it has in all (docs/flows.md#limits).
const MAX_SCORES: usize = 20;
const MAX_ENTRIES: usize = 10_000;

/// The most points that an option adds, in both directions.
const MAX_POINTS: f64 = 1e6;

/// Points by what adds them: an option of a question by its position, or the question's number.
type Points = BTreeMap<(Place, Option<usize>), f64>;

/// A change, and the page that it belongs to.
type Placed = (usize, Change);

/// Gives options and questions the points of the draft's variables. Reports the variables that are no scores, and leaves out the
/// jumps that depend on them.
pub(super) fn settle(draft: &mut Draft, report: &mut Report) {
    let mut changes: BTreeMap<String, Vec<Placed>> = BTreeMap::new();
    for (at, page) in draft.pages.iter_mut().enumerate() {
        for change in page.changes.drain(..) {
            let of_variable = changes.entry(change.variable.clone()).or_default();
            of_variable.push((at, change));
        }
    }
    let variables = all_variables(draft, &changes);
    let mut keys = Keys::of(draft);
    let places = Places::of(draft);
    let mut entries = 0;
    for variable in &variables {
        let changes = changes.remove(&variable.name).unwrap_or_default();
        let has_room =
            |points: &Points| draft.scores.len() < MAX_SCORES && entries + points.len() <= MAX_ENTRIES;
        match points_of(draft, &places, variable, &changes) {
            Ok(points) if has_room(&points) => {
                entries += points.len();
                report_differences(draft, &places, variable, &changes, report);
                let key = keys.give(&variable.label);
                add(draft, &key, points);
                draft.scores.push(Score {
                    name: variable.name.clone(),
                    key,
                    starts_at: variable.starts_at.unwrap_or_default(),
                });
            }
            Ok(_) => leave_out(variable, &changes, &HashMap::new(), report),
            Err(reasons) => leave_out(variable, &changes, &reasons, report),
        }
    }
    drop_jumps(draft, &variables, report);
}

/// Returns the variables, each once, also those that the source changes but does not list.
fn all_variables(draft: &mut Draft, changes: &BTreeMap<String, Vec<Placed>>) -> Vec<Variable> {
    let mut variables = std::mem::take(&mut draft.variables);
    let mut known = HashSet::new();
    variables.retain(|variable| known.insert(variable.name.clone()));
    for (name, of_variable) in changes {
        if let Some((_, first)) = of_variable.first().filter(|_| !known.contains(name)) {
            variables.push(Variable {
                name: name.clone(),
                label: called(name).unwrap_or(name).to_owned(),
                pointer: first.pointer.clone(),
                starts_at: Some(0.0),
            });
        }
    }
    variables
}

/// Returns what adds to a variable, or why a flow cannot say it, by the pointer of each change.
fn points_of(
    draft: &Draft,
    places: &Places,
    variable: &Variable,
    changes: &[Placed],
) -> Result<Points, HashMap<String, String>> {
    let mut points = Points::new();
    let mut reasons = HashMap::new();
    let start = variable.starts_at;
    let assigns = |(_, change): &Placed| matches!(change.by, By::Assigns(_));
    for (page, change) in changes {
        match targets_of(draft, places, *page, change) {
            Ok((place, targets)) => {
                for target in targets {
                    let entry = points.entry((place, target)).or_default();
                    match &change.by {
                        By::Adds(number) | By::AddsAnswer(_, number) => *entry += number,
                        By::Assigns(number) => *entry = number - start.unwrap_or_default(),
                        By::Unsayable(_) => {}
                    }
                }
            }
            Err(reason) => drop(reasons.insert(change.pointer.clone(), reason)),
        }
    }
    // Points stand for assignments only if no two of them are ever added up.
    let are_exclusive = || {
        let mut places = points.keys().map(|(place, _)| place);
        let first = places.next();
        let is_single = points.len() < 2 || points.keys().all(|(place, _)| is_single_choice(draft, *place));
        changes.iter().all(assigns) && places.all(|place| Some(place) == first) && is_single
    };
    if reasons.is_empty() && changes.iter().any(assigns) && !are_exclusive() {
        for (_, change) in changes.iter().filter(|change| assigns(change)) {
            let reason = "it replaces what other answers add".to_owned();
            reasons.insert(change.pointer.clone(), reason);
        }
    }
    let is_in_bounds = points.values().all(|number| number.abs() <= MAX_POINTS);
    if start.is_some() && !changes.is_empty() && is_in_bounds && reasons.is_empty() {
        points.values_mut().for_each(|number| *number = rounded(*number));
        points.retain(|_, number| *number != 0.0);
        return Ok(points);
    }
    Err(reasons)
}

/// Rounds as scores are rounded: 0.1 and 0.2 are 0.3.
pub(super) fn rounded(number: f64) -> f64 {
    // Not "-0".
    (number * 1e6).round() / 1e6 + 0.0
}

fn is_single_choice(draft: &Draft, place: Place) -> bool {
    let question = super::places::item_at(draft, place).and_then(|item| item.question());
    question.is_some_and(|question| matches!(question.style, "radio" | "dropdown"))
}

/// Returns the question that a change depends on, and the options with which it happens; `None` stands for the question's number.
fn targets_of(
    draft: &Draft,
    places: &Places,
    page: usize,
    change: &Change,
) -> Result<(Place, Vec<Option<usize>>), String> {
    let of_condition = change.when.as_ref().map(Condition::questions);
    let of_condition = of_condition.unwrap_or_default();
    let name = match &change.by {
        By::Unsayable(reason) => return Err(reason.clone()),
        By::AddsAnswer(name, _) => name,
        By::Adds(_) | By::Assigns(_) => *of_condition.first().ok_or("it depends on no answer")?,
    };
    if of_condition.iter().any(|other| *other != name) {
        return Err("it depends on several answers".into());
    }
    let (place, question) = places.find(draft, name).ok_or("it depends on no question")?;
    if place.0 > page {
        return Err("it depends on a question that is asked later".into());
    }
    if matches!(change.by, By::AddsAnswer(..)) {
        let is_number = answers_of(question) == Answers::Number;
        let is_answered = change.when.as_ref().is_none_or(is_answered);
        return match (is_number, is_answered) {
            (false, _) => Err("the answer is no number".into()),
            (_, false) => Err("the answer counts only under a condition".into()),
            _ => Ok((place, vec![None])),
        };
    }
    let is_answered = question.is_required && place.0 == page;
    let chosen = change
        .when
        .as_ref()
        .and_then(|when| chosen(question, when, is_answered));
    let chosen = chosen.ok_or("no single option decides about it")?;
    Ok((place, chosen.into_iter().map(Some).collect()))
}

fn is_answered(condition: &Condition) -> bool {
    match condition {
        Condition::Test(test) => test.is == Is::Answered && test.row.is_none(),
        Condition::All(parts) | Condition::Any(parts) => !parts.is_empty() && parts.iter().all(is_answered),
        Condition::Not(_) => false,
    }
}

/// Returns the options of which each makes a condition hold, and never two at once. `None` if there are none, or if it can hold
/// without one.
fn chosen(question: &Question, condition: &Condition, is_answered: bool) -> Option<Vec<usize>> {
    match question.style {
        "radio" | "dropdown" => {
            let mut holds = holding(condition, question)?;
            let without_answer = holds.pop()?;
            let options = (0..).zip(holds).filter(|(_, holds)| *holds);
            let options: Vec<usize> = options.map(|(at, _)| at).collect();
            (!options.is_empty() && (is_answered || !without_answer)).then_some(options)
        }
        "checklist" => {
            let ways = condition.ways(true)?;
            let [way] = ways.as_slice() else { return None };
            let [literal] = way.as_slice() else { return None };
            match positive(&literal.test, question, true).filter(|_| literal.holds)? {
                Comparison::Selected(options) if options.len() == 1 => Some(options),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Returns with which options a condition holds, and at the end whether it holds without an answer.
fn holding(condition: &Condition, question: &Question) -> Option<Vec<bool>> {
    let count = question.options.len();
    let folded = |parts: &[Condition], start: bool, fold: fn(bool, bool) -> bool| {
        let mut whole = vec![start; count + 1];
        for part in parts {
            let holds = holding(part, question)?;
            for (all, one) in whole.iter_mut().zip(holds) {
                *all = fold(*all, one);
            }
        }
        Some(whole)
    };
    match condition {
        Condition::Test(test) if test.is == Is::Answered && test.row.is_none() => {
            Some((0..=count).map(|at| at < count).collect())
        }
        Condition::Test(test) => match positive(test, question, true)? {
            Comparison::Selected(options) => {
                let mut holds = vec![false; count + 1];
                for at in options {
                    *holds.get_mut(at)? = true;
                }
                Some(holds)
            }
            Comparison::Text(..) => None,
        },
        Condition::Not(inner) => Some(
            holding(inner, question)?
                .into_iter()
                .map(|holds| !holds)
                .collect(),
        ),
        Condition::All(parts) => folded(parts, true, |all, one| all && one),
        Condition::Any(parts) => folded(parts, false, |all, one| all || one),
    }
}

fn add(draft: &mut Draft, key: &str, points: Points) {
    for (((p, i), option), number) in points {
        let item = draft.pages.get_mut(p).and_then(|page| page.items.get_mut(i));
        let Some(Content::Question(question)) = item.map(|item| &mut item.content) else {
            continue;
        };
        let scores = match option {
            Some(at) => question.options.get_mut(at).map(|option| &mut option.scores),
            None => Some(&mut question.scores),
        };
        if let Some(scores) = scores {
            scores.insert(key.to_owned(), number);
        }
    }
}

fn report_differences(
    draft: &Draft,
    places: &Places,
    variable: &Variable,
    changes: &[Placed],
    report: &mut Report,
) {
    if let Some(start) = variable.starts_at.filter(|start| *start != 0.0) {
        report.changed(
            &variable.pointer,
            format!(
                "the variable `{}`, which begins at {}",
                variable.label,
                shortest(start)
            ),
            "a score that begins at 0; conditions compare accordingly",
        );
    }
    for (_, change) in changes
        .iter()
        .filter(|(page, change)| is_late(draft, places, *page, change))
    {
        report.changed(
            &change.pointer,
            "points that a later page adds",
            "added as soon as the question is answered",
        );
    }
}

/// Returns whether a change happens on a later page than the question that it depends on.
fn is_late(draft: &Draft, places: &Places, page: usize, change: &Change) -> bool {
    targets_of(draft, places, page, change).is_ok_and(|((asked, _), _)| asked < page)
}

fn leave_out(
    variable: &Variable,
    changes: &[Placed],
    reasons: &HashMap<String, String>,
    report: &mut Report,
) {
    for (_, change) in changes {
        let reason = reasons.get(&change.pointer);
        let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
        let what = format!("a calculation of `{}`{reason}", variable.label);
        report.lost(&change.pointer, what, "left out");
    }
    report.lost(
        &variable.pointer,
        format!("the variable `{}`", variable.label),
        "left out, with what depends on it",
    );
}

/// Leaves out the jumps that compare a variable which is no score.
fn drop_jumps(draft: &mut Draft, variables: &[Variable], report: &mut Report) {
    let scores: HashSet<&str> = draft.scores.iter().map(|score| score.name.as_str()).collect();
    for page in &mut draft.pages {
        page.jumps.retain(|jump| {
            let names = jump.when.as_ref().map(Condition::questions).unwrap_or_default();
            let mut unknown = names.into_iter().filter(|name| !scores.contains(name));
            let Some((name, called)) = unknown.find_map(|name| Some((name, called(name)?))) else {
                return true;
            };
            let variable = variables.iter().find(|variable| variable.name == name);
            let label = variable.map_or(called, |variable| &variable.label);
            let what = format!("a jump that depends on the variable `{label}`");
            report.lost(&jump.pointer, what, "left out");
            false
        });
    }
}

/// The keys that are taken: a score shares none with a question.
struct Keys(HashSet<String>);

impl Keys {
    fn of(draft: &Draft) -> Self {
        let mut keys = HashSet::new();
        for (_, item) in super::places::items(draft) {
            let Some(question) = item.question() else { continue };
            let rows = question.statements.iter().map(|row| &row.key);
            keys.extend(rows.chain([&question.key]).cloned());
            keys.insert(stem_of(&question.key, "q"));
        }
        Self(keys)
    }

    fn give(&mut self, label: &str) -> String {
        let stem = stem_of(label, "score");
        let mut key = stem.clone();
        let mut number = 1;
        while !self.0.insert(key.clone()) {
            number += 1;
            key = format!("{stem}_{number}");
        }
        key
    }
}
