//! What only the server needs of a style: reading its response items.

use super::agreement::Agreement;
use super::agreement::CHECKED;
use super::choice::Choice;
use super::date::Datepicker;
use super::display_only::DisplayOnly;
use super::file::File;
use super::matrix::Matrix;
use super::naming::Naming;
use super::number::Number;
use super::phone::Phone;
use super::ranking::Ranking;
use super::text::Text;
use crate::answer::{Answer, AnswerInput, FileAnswer, NameAnswer};
use crate::feedback::ResponseItem;
use crate::platform::{Platform, parse_number};
use crate::question::behavior::{AnswerBehavior, NativeBehavior, ReadItemsResult, ResponseItemError};
use crate::question::model::Question;
use crate::sorted_map::SortedMap;
use std::collections::{BTreeMap, HashSet};

impl NativeBehavior for Text {
    fn read_items(&self, _: &Question, items: &[&ResponseItem], _: &dyn Platform) -> ReadItemsResult {
        Ok(AnswerInput::text(read_body_item(items)?))
    }
}

impl NativeBehavior for Choice {
    fn read_items(&self, question: &Question, items: &[&ResponseItem], _: &dyn Platform) -> ReadItemsResult {
        let mut ids = BTreeMap::new();
        let mut other_text = None;
        for (at, item) in items.iter().enumerate() {
            let (option, id) = read_option_id(item, at, |id| question.option_with_id(id))?;
            let asks_for_text = question.option(option).is_some_and(|option| option.asks_for_text);
            let text = item.body.clone().filter(|text| !text.is_empty());
            if text.is_some() && !asks_for_text || ids.insert(option, id).is_some() {
                return Err((at, ResponseItemError::InvalidAnswer));
            }
            other_text = other_text.or(text);
        }
        let input = AnswerInput {
            other_text,
            ..AnswerInput::options(ids.into_values())
        };
        match self.parse_answer(question, &input, None) {
            // No visitor can have selected an exclusive option together with others.
            Some(Answer::Options(kept, _)) if kept.len() < items.len() => {
                Err((0, ResponseItemError::InvalidAnswer))
            }
            _ => Ok(input),
        }
    }
}

impl NativeBehavior for Ranking {
    fn read_items(&self, question: &Question, items: &[&ResponseItem], _: &dyn Platform) -> ReadItemsResult {
        let mut ids = vec![None; items.len()];
        let mut ranked = HashSet::new();
        for (at, item) in items.iter().enumerate() {
            let (option, id) = read_option_id(item, at, |id| question.option_with_id(id))?;
            let place = item
                .ranking
                .and_then(|place| place.checked_sub(1))
                .ok_or((at, ResponseItemError::InvalidAnswer))?;
            let slot = ids
                .get_mut(place as usize)
                .filter(|slot| slot.is_none())
                .ok_or((at, ResponseItemError::InvalidAnswer))?;
            *slot = Some(id);
            if !ranked.insert(option) {
                return Err((at, ResponseItemError::InvalidAnswer));
            }
        }
        Ok(AnswerInput {
            ranking: Some(ids.into_iter().flatten().map(Into::into).collect()),
            ..AnswerInput::default()
        })
    }
}

impl NativeBehavior for Matrix {
    fn read_items(&self, question: &Question, items: &[&ResponseItem], _: &dyn Platform) -> ReadItemsResult {
        let mut rows = BTreeMap::<&str, BTreeMap<u32, &str>>::new();
        for (at, item) in items.iter().enumerate() {
            let row = question
                .statement_with_id(&item.question_id)
                .ok_or((at, ResponseItemError::InvalidAnswer))?;
            let (option, id) = read_option_id(item, at, |id| question.option_of_row(row, id))?;
            let ids = rows.entry(&item.question_id).or_default();
            if ids.insert(option, id).is_some() {
                return Err((at, ResponseItemError::InvalidAnswer));
            }
        }
        let mut matrix = SortedMap::new();
        for (statement_id, ids) in rows {
            let ids: Vec<String> = ids.into_values().map(Into::into).collect();
            matrix.insert(statement_id, ids);
        }
        Ok(AnswerInput {
            matrix: Some(matrix),
            ..AnswerInput::default()
        })
    }
}

impl NativeBehavior for Number {
    fn read_items(
        &self,
        question: &Question,
        items: &[&ResponseItem],
        platform: &dyn Platform,
    ) -> ReadItemsResult {
        let [item] = items else {
            return Err((1, ResponseItemError::InvalidAnswer));
        };
        let option = match item.option_id.as_deref() {
            None => None,
            Some(id) => {
                let at = question
                    .option_with_id(id)
                    .ok_or((0, ResponseItemError::UnknownOption))?;
                question.option(at)
            }
        };
        let text = item.body.as_deref().or(option.map(|option| &*option.key));
        let number = text
            .and_then(|text| parse_number(text, platform))
            .ok_or((0, ResponseItemError::InvalidAnswer))?;
        match option {
            Some(option) if !option.has_key_equal_to(number, platform) => {
                Err((0, ResponseItemError::InvalidAnswer))
            }
            _ => Ok(AnswerInput::number(number)),
        }
    }
}

impl NativeBehavior for Naming {
    /// A response item holds both names in one text. No rule depends on where the first one ends, so all of it becomes
    /// the given name.
    fn read_items(&self, _: &Question, items: &[&ResponseItem], _: &dyn Platform) -> ReadItemsResult {
        let fields = NameAnswer {
            name: read_body_item(items)?.into(),
            surname: String::new(),
        };
        Ok(AnswerInput {
            fields: Some(fields),
            ..AnswerInput::default()
        })
    }
}

impl NativeBehavior for Agreement {
    fn read_items(&self, _: &Question, items: &[&ResponseItem], _: &dyn Platform) -> ReadItemsResult {
        match read_body_item(items)? {
            CHECKED => Ok(AnswerInput {
                checked: Some(true),
                ..AnswerInput::default()
            }),
            _ => Err((0, ResponseItemError::InvalidAnswer)),
        }
    }
}

impl NativeBehavior for Datepicker {
    fn read_items(&self, _: &Question, items: &[&ResponseItem], _: &dyn Platform) -> ReadItemsResult {
        Ok(AnswerInput {
            date: Some(read_body_item(items)?.into()),
            ..AnswerInput::default()
        })
    }
}

impl NativeBehavior for Phone {
    fn read_items(&self, _: &Question, items: &[&ResponseItem], _: &dyn Platform) -> ReadItemsResult {
        Ok(AnswerInput {
            phone: Some(read_body_item(items)?.into()),
            ..AnswerInput::default()
        })
    }
}

impl NativeBehavior for File {
    fn read_items(&self, _: &Question, items: &[&ResponseItem], _: &dyn Platform) -> ReadItemsResult {
        let mut files = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let id = item
                .active_storage_blob_id
                .clone()
                .ok_or((at, ResponseItemError::InvalidAnswer))?;
            files.push(FileAnswer {
                id,
                ..FileAnswer::default()
            });
        }
        Ok(AnswerInput {
            files: Some(files),
            ..AnswerInput::default()
        })
    }
}

impl NativeBehavior for DisplayOnly {
    fn read_items(&self, _: &Question, _: &[&ResponseItem], _: &dyn Platform) -> ReadItemsResult {
        Err((0, ResponseItemError::InvalidAnswer))
    }
}

/// Returns the text of the only response item of an answer that is one text.
fn read_body_item<'a>(items: &[&'a ResponseItem]) -> Result<&'a str, (usize, ResponseItemError)> {
    match items {
        [
            ResponseItem {
                body: Some(body),
                option_id: None,
                ..
            },
        ] => Ok(body),
        [_] => Err((0, ResponseItemError::InvalidAnswer)),
        _ => Err((1, ResponseItemError::InvalidAnswer)),
    }
}

/// Returns the position and the id of the option that the item at `at` names; `find` looks the id up.
fn read_option_id(
    item: &ResponseItem,
    at: usize,
    find: impl FnOnce(&str) -> Option<u32>,
) -> Result<(u32, &str), (usize, ResponseItemError)> {
    let id = item
        .option_id
        .as_deref()
        .ok_or((at, ResponseItemError::InvalidAnswer))?;
    let option = find(id).ok_or((at, ResponseItemError::UnknownOption))?;
    Ok((option, id))
}
