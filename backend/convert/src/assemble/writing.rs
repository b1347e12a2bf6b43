//! Writes a draft as a flow.

use super::Assembled;
use super::comparison::Comparison;
use super::ids::Ids;
use super::paths::{Transition, Way};
use super::places::{Place, Places, item_at, items};
use super::rules::Rule;
use super::showing::{Showing, showing};
use crate::draft::{Content, Draft, Item, Question};
use crate::report::Report;
use crate::text::with_pipes;
use crate::variable::called;
use crate::words::{Word, word};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The ids of a draft's parts.
struct Named {
    pages: Vec<String>,
    elements: HashMap<Place, String>,
}

pub(super) fn write(mut draft: Draft, ways: Vec<Way>, id: &str, report: &mut Report) -> Assembled {
    let places = Places::of(&draft);
    let showings: HashMap<Place, Showing> = items(&draft)
        .filter(|(_, item)| !item.shown_if.is_empty())
        .filter_map(|(place, _)| Some((place, showing(&draft, &places, place)?)))
        .collect();
    let named = give_ids(&mut draft);
    fill_pipes(&mut draft, &places, report);
    let mut triggers = triggers_of(&draft, &places, &named, &showings);
    let mut origins = HashMap::new();
    let mut states = Vec::new();
    for (p, page) in draft.pages.iter().enumerate() {
        let mut elements = Vec::new();
        for (i, item) in page.items.iter().enumerate() {
            let place = (p, i);
            let id = named.elements.get(&place).cloned().unwrap_or_default();
            origins.insert(id.clone(), item.pointer.clone());
            let mut element = element_of(&item.content);
            element.insert("id".into(), id.into());
            element.insert("order".into(), (i + 1).into());
            if showings.get(&place).is_some_and(|showing| !showing.is_visible) {
                element.insert("isVisible".into(), false.into());
            }
            if let Some(triggers) = triggers.remove(&place) {
                element.insert("triggers".into(), triggers.into());
            }
            elements.push(Value::Object(element));
        }
        let state_id = named.pages.get(p).cloned().unwrap_or_default();
        let way = ways.get(p);
        let next = way.and_then(|way| named.pages.get(way.next?));
        if !page.is_end {
            let label = if page.button.is_empty() {
                word(Word::Next, &draft.languages)
            } else {
                page.button.clone()
            };
            let is_last = way.is_some_and(|way| {
                let is_end = |to: Option<usize>| {
                    to.is_none_or(|to| draft.pages.get(to).is_none_or(|page| page.is_end))
                };
                way.transitions.iter().all(|transition| is_end(transition.to)) && is_end(way.next)
            });
            elements.push(json!({
                "id": format!("{state_id}-next"), "type": if is_last { "submit" } else { "next_page" },
                "order": page.items.len() + 1, "body": label,
            }));
        }
        let mut state = Map::from_iter([("id".to_owned(), Value::from(state_id))]);
        if p == 0 {
            state.insert("isInitialState".into(), true.into());
        }
        if page.is_end {
            state.insert("style".into(), "thank_you".into());
        }
        if let Some(next) = next {
            state.insert("nextStateId".into(), next.clone().into());
        }
        if page.is_random && !page.is_end {
            state.insert("questionOrder".into(), "random".into());
        }
        state.insert("elements".into(), elements.into());
        states.push(Value::Object(state));
    }
    let mut transitions = Vec::new();
    let mut transition_origins = Vec::new();
    for (from, way) in named.pages.iter().zip(&ways) {
        for transition in &way.transitions {
            transitions.push(transition_of(transition, from, &draft, &places, &named));
            transition_origins.push(transition.pointer.clone());
        }
    }
    let languages: Vec<Value> = draft.languages.iter().map(|code| json!({"code": code})).collect();
    let mut flow = json!({"id": id, "name": draft.name, "languages": languages, "states": states, "transitions": transitions});
    let mut set = |name: &str, value: Value| {
        if let Some(flow) = flow.as_object_mut() {
            flow.insert(name.to_owned(), value);
        }
    };
    if let Some(own) = draft.languages.first() {
        set("defaultLanguageId", own.clone().into());
    }
    if !draft.scores.is_empty() {
        let scores = draft.scores.iter().map(|score| json!({"key": score.key}));
        set("scores", scores.collect());
    }
    if draft.has_progress {
        set("progress", "bar".into());
    }
    if draft.one_at_a_time {
        set("pace", "one".into());
    }
    Assembled {
        flow,
        elements: origins,
        transitions: transition_origins,
    }
}

/// Gives ids to all parts. Keys that are not unique are left out: nothing could name the question by them.
fn give_ids(draft: &mut Draft) -> Named {
    let (mut of_pages, mut of_questions, mut of_elements) = (Ids::default(), Ids::default(), Ids::default());
    for score in &draft.scores {
        of_questions.reserve(&score.key);
    }
    let mut keys = HashSet::new();
    let mut named = Named {
        pages: Vec::new(),
        elements: HashMap::new(),
    };
    for (p, page) in draft.pages.iter_mut().enumerate() {
        let fallback = if page.is_end { "thanks" } else { "page" };
        named.pages.push(of_pages.give(&page.name, fallback));
        for (i, item) in page.items.iter_mut().enumerate() {
            let id = match &mut item.content {
                Content::Question(question) => {
                    question.id = of_questions.give(&question.key, "q");
                    if !keys.insert(question.key.clone()) {
                        question.key = String::new();
                    }
                    give_inner_ids(question, &mut of_questions);
                    of_elements.give(&format!("e-{}", question.id), "e")
                }
                _ => of_elements.give("text", "text"),
            };
            named.elements.insert((p, i), id);
        }
    }
    named
}

fn give_inner_ids(question: &mut Question, of_questions: &mut Ids) {
    let (mut ids, mut keys) = (Ids::default(), HashSet::new());
    for option in &mut question.options {
        option.id = ids.give(&option.key, "o");
        if !keys.insert(option.key.clone()) {
            option.key = String::new();
        }
    }
    let mut keys = HashSet::new();
    for row in &mut question.statements {
        row.id = of_questions.give(&format!("{}-{}", question.id, row.key), "row");
        if !keys.insert(row.key.clone()) {
            row.key = String::new();
        }
    }
}

/// Replaces names of questions in pipes by ids, and those of variables by the keys of their scores. `places` has them under their names in the source.
fn fill_pipes(draft: &mut Draft, places: &Places, report: &mut Report) {
    let of_questions = places
        .names()
        .filter_map(|name| Some((name.to_owned(), places.find(draft, name)?.1.id.clone())));
    let of_scores = draft
        .scores
        .iter()
        .map(|score| (score.name.clone(), score.key.clone()));
    let ids: HashMap<String, String> = of_questions.chain(of_scores).collect();
    for page in &mut draft.pages {
        page.button
            .map(|text| with_pipes(text, |name| ids.get(name).cloned()));
        for item in &mut page.items {
            let pointer = item.pointer.clone();
            item.each_text(&mut |text| {
                text.map(|text| {
                    with_pipes(text, |name| {
                        let id = ids.get(name).cloned();
                        if id.is_none() {
                            let what = match called(name) {
                                Some(variable) => format!("the variable `{variable}` in a text"),
                                None => format!("the answer of `{name}` in a text"),
                            };
                            report.lost(&pointer, what, "a text without it");
                        }
                        id
                    })
                });
            });
        }
    }
}

fn element_of(content: &Content) -> Map<String, Value> {
    let mut element = Map::new();
    let mut set = |name: &str, value: Value| element.insert(name.to_owned(), value);
    match content {
        Content::Label(text) => {
            set("type", "label".into());
            set("body", json!(text));
        }
        Content::Link(text, url) => {
            set("type", "button_link".into());
            set("body", json!(text));
            set("url", url.clone().into());
        }
        Content::Question(question) => {
            set("type", "question".into());
            set("question", json!(question));
        }
    }
    element
}

/// Returns the triggers of each question's element: one for each comparison, with all that it shows or hides.
fn triggers_of(
    draft: &Draft,
    places: &Places,
    named: &Named,
    showings: &HashMap<Place, Showing>,
) -> HashMap<Place, Vec<Value>> {
    let mut targets: BTreeMap<(Place, Comparison, bool), Vec<&str>> = BTreeMap::new();
    let mut sorted: Vec<_> = showings.iter().collect();
    sorted.sort_by_key(|(place, _)| **place);
    for (target, showing) in sorted {
        for (name, comparison) in &showing.by {
            if let (Some((place, _)), Some(id)) = (places.find(draft, name), named.elements.get(target)) {
                let trigger = (place, comparison.clone(), showing.is_visible);
                targets.entry(trigger).or_default().push(id);
            }
        }
    }
    let mut triggers: HashMap<Place, Vec<Value>> = HashMap::new();
    for ((place, comparison, hides), targets) in targets {
        let question = item_at(draft, place).and_then(Item::question);
        let action = if hides { "make_invisible" } else { "make_visible" };
        let of_element = triggers.entry(place).or_default();
        match comparison {
            Comparison::Selected(positions) => {
                let options = positions.iter().filter_map(|at| question?.options.get(*at));
                of_element.extend(options.map(|option| {
                    json!({
                        "controlType": "option", "answerValue": option.key,
                        "scope": "element", "action": action, "targetIds": targets,
                    })
                }));
            }
            Comparison::Text(operator, value) => {
                let mut trigger = json!({
                    "controlType": "value", "ruleType": operator,
                    "scope": "element", "action": action, "targetIds": targets,
                });
                if let (false, Some(fields)) = (value.is_empty(), trigger.as_object_mut()) {
                    fields.insert("answerValue".into(), value.into());
                }
                of_element.push(trigger);
            }
        }
    }
    triggers
}

/// Returns the fields of a comparison in a rule, without what it compares.
fn rule_fields(comparison: &Comparison, rule: &Rule, question: &Question) -> Map<String, Value> {
    let mut fields = Map::new();
    let mut set = |name: &str, value: Value| fields.insert(name.into(), value);
    match comparison {
        Comparison::Selected(positions) => {
            set("operator", "option".into());
            let options = positions.iter().filter_map(|at| question.options.get(*at));
            set("optionIds", options.map(|option| option.id.as_str()).collect());
            let row = rule.row.as_ref();
            let row = row.and_then(|key| question.statements.iter().find(|row| row.key == *key));
            if let Some(row) = row {
                set("statementId", row.id.clone().into());
            }
        }
        Comparison::Text(operator, value) => {
            set("operator", (*operator).into());
            if !value.is_empty() {
                set("value", value.clone().into());
            }
        }
    }
    fields
}

fn transition_of(
    transition: &Transition,
    from: &str,
    draft: &Draft,
    places: &Places,
    named: &Named,
) -> Value {
    let no_question = Question::default();
    let rules = transition.rules.iter().filter_map(|rule| {
        let (field, id, question) = if let Some(score) = draft.score_named(&rule.subject) {
            ("score", &score.key, &no_question)
        } else {
            let (place, question) = places.find(draft, &rule.subject)?;
            ("elementId", named.elements.get(&place)?, question)
        };
        let tests = rule.any.iter().map(|comparison| {
            let mut fields = rule_fields(comparison, rule, question);
            fields.insert(field.into(), id.clone().into());
            Value::Object(fields)
        });
        let mut tests: Vec<Value> = tests.collect();
        if tests.len() > 1 {
            return Some(json!({"any": tests}));
        }
        tests.pop()
    });
    let mut object = json!({"fromStateId": from, "rules": rules.collect::<Vec<_>>()});
    if let (Some(to), Some(object)) = (
        transition.to.and_then(|to| named.pages.get(to)),
        object.as_object_mut(),
    ) {
        object.insert("toStateId".into(), to.clone().into());
    }
    object
}
