//! Reads a flow's JSON into a [`Definition`]: right in shape, its references still unresolved.

use super::{ElementKind, Language, StateStyle};
use crate::json::{Reader, Result};
use crate::question::{MatrixForm, Question, QuestionOption, Statement, Style};
use crate::texts::Texts;

/// A flow as written.
#[derive(Default)]
pub(super) struct Definition {
    pub(super) id: Box<str>,
    pub(super) revision: Option<u32>,
    pub(super) name: Box<str>,
    pub(super) languages: Vec<Language>,
    pub(super) default_language_id: Option<Box<str>>,
    pub(super) allow_saving_incomplete: bool,
    pub(super) is_preview: bool,
    pub(super) is_single_element_preview: bool,
    pub(super) states: Vec<StateDefinition>,
    pub(super) transitions: Vec<TransitionDefinition>,
    /// Pointers of fields that no one knows.
    pub(super) unknown: Vec<String>,
}

#[derive(Default)]
pub(super) struct StateDefinition {
    pub(super) id: Box<str>,
    pub(super) style: StateStyle,
    pub(super) is_initial: bool,
    pub(super) next_state_id: Option<Box<str>>,
    pub(super) title: Option<Texts>,
    pub(super) css: Option<Box<str>>,
    pub(super) css_url: Option<Box<str>>,
    pub(super) elements: Vec<ElementDefinition>,
}

#[derive(Default)]
pub(super) struct ElementDefinition {
    pub(super) id: Box<str>,
    pub(super) kind: ElementKind,
    pub(super) order: f64,
    pub(super) visible: bool,
    pub(super) body: Texts,
    pub(super) url: Option<Box<str>>,
    pub(super) value: f64,
    pub(super) min: f64,
    pub(super) max: f64,
    pub(super) question: Option<Box<Question>>,
    pub(super) triggers: Vec<TriggerDefinition>,
}

#[derive(Default)]
pub(super) struct TriggerDefinition {
    pub(super) key: Box<str>,
    pub(super) control: Box<str>,
    pub(super) rule: Box<str>,
    pub(super) answer_value: Box<str>,
    pub(super) scope: Box<str>,
    pub(super) action: Box<str>,
    pub(super) target_ids: Vec<Box<str>>,
    pub(super) target_options: Vec<(Box<str>, Box<str>)>,
    pub(super) target_events: Vec<Box<str>>,
}

#[derive(Default)]
pub(super) struct TransitionDefinition {
    pub(super) from: Box<str>,
    pub(super) to: Option<Box<str>>,
    pub(super) rules: Vec<RuleDefinition>,
}

#[derive(Default)]
pub(super) struct RuleDefinition {
    pub(super) element_id: Box<str>,
    pub(super) operator: Box<str>,
    pub(super) value: Box<str>,
    pub(super) option_ids: Vec<Box<str>>,
    pub(super) statement_id: Option<Box<str>>,
}

/// Reads the whole document.
pub(super) fn read(r: &mut Reader<'_>) -> Result<Definition> {
    let mut flow = Definition::default();
    r.object(&mut |r, key| {
        match key {
            "id" => flow.id = r.id()?,
            "revision" => flow.revision = Some(r.count()?),
            "name" => flow.name = r.string()?,
            "languages" => flow.languages = r.list(read_language)?,
            "defaultLanguageId" => flow.default_language_id = Some(r.id()?),
            "allowSavingIncompleteSurvey" => flow.allow_saving_incomplete = r.boolean()?,
            "isPreview" => flow.is_preview = r.boolean()?,
            "isSingleElementPreview" => flow.is_single_element_preview = r.boolean()?,
            "states" => flow.states = r.list(read_state)?,
            "transitions" => flow.transitions = r.list(read_transition)?,
            // Of a flow's other fields (specification, section 3.4) the elements and questions are those of the
            // states, and the rest belongs to a visitor's run.
            "elements" | "questions" | "firstResponseTime" | "creatorId" | "userId"
            | "preloadedResponses" => {
                r.skip()?;
            }
            _ => r.unknown()?,
        }
        Ok(())
    })?;
    r.end()?;
    if flow.id.is_empty() {
        return Err(r.error("a flow needs an `id`"));
    }
    flow.unknown = std::mem::take(&mut r.unknown);
    Ok(flow)
}

fn read_language(r: &mut Reader<'_>) -> Result<Language> {
    let mut language = Language {
        id: Box::default(),
        code: Box::default(),
        name: Box::default(),
    };
    r.object(&mut |r, key| {
        match key {
            "id" => language.id = r.id()?,
            "code" => language.code = r.string()?.to_ascii_lowercase().into(),
            "name" => language.name = r.string()?,
            _ => r.unknown()?,
        }
        Ok(())
    })?;
    if language.code.is_empty() {
        return Err(r.error("a language needs a `code`"));
    }
    if language.name.is_empty() {
        language.name = language.code.clone();
    }
    Ok(language)
}

fn read_state(r: &mut Reader<'_>) -> Result<StateDefinition> {
    let mut state = StateDefinition::default();
    r.object(&mut |r, key| {
        match key {
            "id" => state.id = r.id()?,
            "name" => r.skip()?,
            "style" => {
                state.style = r.choose(&[
                    ("normal", StateStyle::Normal),
                    ("thank_you", StateStyle::ThankYou),
                    ("chat", StateStyle::Chat),
                ])?;
            }
            "isInitialState" => state.is_initial = r.boolean()?,
            "nextStateId" => state.next_state_id = Some(r.id()?),
            "title" => state.title = Some(r.texts()?),
            "css" => state.css = Some(r.string()?),
            "cssUrl" => state.css_url = Some(r.string()?),
            "elements" => state.elements = r.list(read_element)?,
            _ => r.unknown()?,
        }
        Ok(())
    })?;
    if state.id.is_empty() {
        Err(r.error("a state needs an `id`"))
    } else {
        Ok(state)
    }
}

fn read_element(r: &mut Reader<'_>) -> Result<ElementDefinition> {
    let mut element = ElementDefinition {
        visible: true,
        max: 100.0,
        ..ElementDefinition::default()
    };
    let mut kind = None;
    r.object(&mut |r, key| {
        match key {
            "id" => element.id = r.id()?,
            "type" => {
                kind = Some(r.choose(&[
                    ("question", ElementKind::Question),
                    ("next_page", ElementKind::NextPage),
                    ("label", ElementKind::Label),
                    ("submit", ElementKind::Submit),
                    ("footer", ElementKind::Footer),
                    ("button_link", ElementKind::ButtonLink),
                    ("gauge", ElementKind::Gauge),
                ])?);
            }
            "order" => element.order = r.number()?,
            "isVisible" => element.visible = r.boolean()?,
            "stateId" => r.skip()?,
            "body" => element.body = r.texts()?,
            "url" => element.url = Some(read_link(r)?),
            "value" => element.value = r.number()?,
            "min" => element.min = r.number()?,
            "max" => element.max = r.number()?,
            "question" => element.question = Some(Box::new(read_question(r)?)),
            "triggers" => element.triggers = r.list(read_trigger)?,
            _ => r.unknown()?,
        }
        Ok(())
    })?;
    if element.id.is_empty() {
        return Err(r.error("an element needs an `id`"));
    }
    element.kind = kind.ok_or_else(|| r.error("an element needs a `type`"))?;
    match (element.kind, &element.question, &element.url) {
        (ElementKind::Question, None, _) => Err(r.error("an element of type `question` needs a `question`")),
        (ElementKind::ButtonLink, _, None) => Err(r.error("an element of type `button_link` needs a `url`")),
        (ElementKind::Question, Some(_), _) => Ok(element),
        (_, Some(_), _) => Err(r.error("only an element of type `question` can hold a `question`")),
        _ => Ok(element),
    }
}

/// A link that a visitor can follow without harm; `javascript:` and the like never get this far.
fn read_link(r: &mut Reader<'_>) -> Result<Box<str>> {
    let url = r.string()?;
    let scheme = url.find(':').and_then(|end| url.get(..end)).unwrap_or_default();
    let safe = ["http", "https", "mailto", "tel"]
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known));
    if safe {
        Ok(url)
    } else {
        Err(r.error("only http, https, mailto and tel addresses can be linked"))
    }
}

fn read_question(r: &mut Reader<'_>) -> Result<Question> {
    let mut question = Question::default();
    let mut style = None;
    r.object(&mut |r, key| {
        match key {
            "id" => question.id = r.id()?,
            "key" => question.key = r.string()?,
            "style" => {
                let name = r.string()?;
                let known = Style::from_name(&name);
                style =
                    Some(known.ok_or_else(|| r.error_about(&name, "is not a question style known here"))?);
            }
            "body" => question.body = r.texts()?,
            "description" => question.description = r.texts()?,
            "placeholder" => question.placeholder = r.texts()?,
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
            "statements" => question.statements = r.list(read_statement)?,
            "extra" => question.matrix_form = read_extra(r)?,
            "bindingModel" => question.binding_model = Some(r.string()?),
            _ => r.unknown()?,
        }
        Ok(())
    })?;
    if question.id.is_empty() {
        return Err(r.error("a question needs an `id`"));
    }
    question.style = style.ok_or_else(|| r.error("a question needs a `style`"))?;
    Ok(question)
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
            _ => r.unknown()?,
        }
        Ok(())
    })?;
    if option.id.is_empty() {
        Err(r.error("an option needs an `id`"))
    } else {
        Ok(option)
    }
}

fn read_step(r: &mut Reader<'_>) -> Result<f64> {
    let step = r.number()?;
    if step > 0.0 {
        Ok(step)
    } else {
        Err(r.error("a step must be above 0"))
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
            _ => r.unknown()?,
        }
        Ok(())
    })?;
    if statement.id.is_empty() {
        Err(r.error("a statement needs an `id`"))
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
            _ => r.unknown()?,
        }
        Ok(())
    })?;
    Ok(form)
}

fn read_trigger(r: &mut Reader<'_>) -> Result<TriggerDefinition> {
    let mut trigger = TriggerDefinition::default();
    r.object(&mut |r, key| {
        match key {
            "key" => trigger.key = r.string()?,
            "controlType" => trigger.control = r.string()?,
            "ruleType" => trigger.rule = r.string()?,
            "answerValue" => trigger.answer_value = r.text_or_number()?,
            "scope" => trigger.scope = r.string()?,
            "action" => trigger.action = r.string()?,
            "targetIds" => trigger.target_ids = r.list(Reader::id)?,
            "targetOptionIds" => trigger.target_options = r.list(read_target_option)?,
            "targetEvents" => trigger.target_events = r.list(Reader::string)?,
            _ => r.unknown()?,
        }
        Ok(())
    })?;
    Ok(trigger)
}

fn read_target_option(r: &mut Reader<'_>) -> Result<(Box<str>, Box<str>)> {
    let (mut question, mut option) = (Box::default(), Box::default());
    r.object(&mut |r, key| {
        match key {
            "questionKey" => question = r.string()?,
            "optionKey" => option = r.string()?,
            _ => r.unknown()?,
        }
        Ok(())
    })?;
    Ok((question, option))
}

fn read_transition(r: &mut Reader<'_>) -> Result<TransitionDefinition> {
    let mut transition = TransitionDefinition::default();
    r.object(&mut |r, key| {
        match key {
            "fromStateId" => transition.from = r.id()?,
            "toStateId" => transition.to = Some(r.id()?),
            "rules" => transition.rules = r.list(read_rule)?,
            "id" => r.skip()?,
            _ => r.unknown()?,
        }
        Ok(())
    })?;
    Ok(transition)
}

fn read_rule(r: &mut Reader<'_>) -> Result<RuleDefinition> {
    let mut rule = RuleDefinition::default();
    r.object(&mut |r, key| {
        match key {
            "elementId" => rule.element_id = r.id()?,
            "operator" => rule.operator = r.string()?,
            "value" => rule.value = r.text_or_number()?,
            "optionIds" => rule.option_ids = r.list(Reader::id)?,
            "statementId" => rule.statement_id = Some(r.id()?),
            _ => r.unknown()?,
        }
        Ok(())
    })?;
    Ok(rule)
}
