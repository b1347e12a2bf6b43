//! Reads a question's JSON.

use super::model::{HIDDEN_FIELD_LENGTH, MatrixForm, Question, QuestionOption, Statement};
use super::style::Style;
use crate::json::{Reader, Result};
use crate::score::Points;

impl Question {
    pub(crate) fn read(r: &mut Reader<'_>) -> Result<Self> {
        let mut question = Self::default();
        let mut style = None;
        r.object(&mut |r, key| {
            match key {
                "id" => question.id = r.id()?,
                "key" => question.key = r.string()?,
                "style" => {
                    let name = r.string()?;
                    let known = Style::from_name(&name);
                    style = Some(known.ok_or_else(|| {
                        r.error_of_word(&name, reason!("a question style"), Style::names())
                    })?);
                }
                "body" => question.body = r.texts()?,
                "description" => question.description = r.texts()?,
                "placeholder" => question.placeholder = r.texts()?,
                "terms" => question.terms = r.texts()?,
                "schemaType" => question.schema_type = Some(read_schema_type(r)?),
                "minLabel" => question.min_label = r.texts()?,
                "maxLabel" => question.max_label = r.texts()?,
                "isRequired" => question.required = r.boolean()?,
                "isMultiSelect" => question.multi_select = r.boolean()?,
                "hidePersonalData" => question.hide_personal_data = r.boolean()?,
                "minSelectionCount" => question.min_selection = Some(r.count()?),
                "maxSelectionCount" => question.max_selection = Some(r.count()?),
                "minResponseLength" => question.min_length = Some(r.count()?),
                "maxResponseLength" => question.max_length = Some(r.count()?),
                "min" => question.min = Some(r.number()?),
                "max" => question.max = Some(r.number()?),
                "lowerLimit" => question.lower_limit = Some(r.number()?),
                "upperLimit" => question.upper_limit = Some(r.number()?),
                "step" => question.step = Some(read_step(r)?),
                "options" => question.options = r.list(read_option)?,
                "optionOrder" => question.random_options = read_order(r)?,
                "statementOrder" => question.random_statements = read_order(r)?,
                "statements" => question.statements = r.list(read_statement)?,
                "extra" => question.matrix_form = read_extra(r)?,
                "scores" => question.points = Points::read(r)?,
                "prefill" => question.prefill = Some(r.string()?),
                "bindingModel" => question.binding_model = Some(r.string()?).filter(|name| !name.is_empty()),
                _ => r.skip_unknown()?,
            }
            Ok(())
        })?;
        if question.id.is_empty() {
            return Err(r.error(reason!("a question needs an `id`")));
        }
        question.style = style.ok_or_else(|| r.error(reason!("a question needs a `style`")))?;
        if question.style == Style::HiddenField {
            question.max_length = question.max_length.or(Some(HIDDEN_FIELD_LENGTH));
        }
        if question.schema_type.is_some() && question.style != Style::CustomerSchema {
            return Err(r.error(reason!("only a `customer_schema` can have a `schemaType`")));
        }
        Ok(question)
    }
}

/// Reads whether an order is random.
pub(crate) fn read_order(r: &mut Reader<'_>) -> Result<bool> {
    r.choose(&[("written", false), ("random", true)])
}

fn read_option(r: &mut Reader<'_>) -> Result<QuestionOption> {
    let mut option = QuestionOption {
        visible: true,
        ..QuestionOption::default()
    };
    r.object(&mut |r, key| {
        match key {
            "id" => option.id = r.id()?,
            "key" => option.key = r.string()?,
            "body" => option.body = r.texts()?,
            "isVisible" => option.visible = r.boolean()?,
            "imageUrl" => option.image_url = Some(r.string()?),
            "isExclusive" => option.exclusive = r.boolean()?,
            "asksForText" => option.asks_for_text = r.boolean()?,
            "isPinned" => option.pinned = Some(r.boolean()?),
            "scores" => option.points = Points::read(r)?,
            _ => r.skip_unknown()?,
        }
        Ok(())
    })?;
    if option.id.is_empty() {
        Err(r.error(reason!("an option needs an `id`")))
    } else {
        Ok(option)
    }
}

fn read_schema_type(r: &mut Reader<'_>) -> Result<Style> {
    r.choose(&[
        ("text", Style::Text),
        ("textarea", Style::Textarea),
        ("email", Style::Email),
        ("numeric", Style::Numeric),
        ("datepicker", Style::Datepicker),
        ("phone_number", Style::PhoneNumber),
        ("agreement", Style::Agreement),
    ])
}

fn read_step(r: &mut Reader<'_>) -> Result<f64> {
    let step = r.number()?;
    if step > 0.0 {
        Ok(step)
    } else {
        Err(r.error(reason!("a step must be above 0")))
    }
}

fn read_statement(r: &mut Reader<'_>) -> Result<Statement> {
    let mut statement = Statement::default();
    r.object(&mut |r, key| {
        match key {
            "id" => statement.id = r.id()?,
            "key" => statement.key = r.string()?,
            "body" => statement.body = r.texts()?,
            "options" => statement.options = r.list(read_option)?,
            "isPinned" => statement.pinned = Some(r.boolean()?),
            _ => r.skip_unknown()?,
        }
        Ok(())
    })?;
    if statement.id.is_empty() {
        Err(r.error(reason!("a statement needs an `id`")))
    } else {
        Ok(statement)
    }
}

fn read_extra(r: &mut Reader<'_>) -> Result<MatrixForm> {
    let mut form = MatrixForm::default();
    r.object(&mut |r, key| {
        match key {
            "matrix_question_type" => {
                form = r.choose(&[
                    ("conjoint", MatrixForm::Conjoint),
                    ("maxdiff", MatrixForm::Maxdiff),
                    ("other", MatrixForm::Other),
                ])?;
            }
            _ => r.skip_unknown()?,
        }
        Ok(())
    })?;
    Ok(form)
}
