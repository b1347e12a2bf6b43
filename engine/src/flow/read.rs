//! Reads a flow's JSON into a [`Definition`].

#[cfg(feature = "check")]
use super::definition::SilenceDefinition;
use super::definition::{
    Definition, ElementDefinition, RuleDefinition, StateDefinition, TransitionDefinition, TriggerDefinition,
};
#[cfg(feature = "check")]
use super::model::Pace;
use super::model::{ElementKind, Language, ProgressStyle, StateStyle};
use crate::json::{Reader, Result};
use crate::question::{Question, read_order};

/// Fields that the editor also writes. The elements and questions repeat those of the states, and the others describe a
/// visitor's session, not the flow.
const EDITOR_FIELDS: [&str; 6] = [
    "elements",
    "questions",
    "firstResponseTime",
    "creatorId",
    "userId",
    "preloadedResponses",
];

/// Reads the whole JSON document.
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
            "progress" => {
                flow.progress = r.choose(&[
                    ("none", ProgressStyle::None),
                    ("bar", ProgressStyle::Bar),
                    ("steps", ProgressStyle::Steps),
                ])?;
            }
            #[cfg(feature = "check")]
            "pace" => flow.pace = Some(r.choose(&[("page", Pace::Page), ("one", Pace::One)])?),
            "scores" => flow.scores = r.list(read_score)?,
            "states" => flow.states = r.list(read_state)?,
            "transitions" => flow.transitions = r.list(read_transition)?,
            #[cfg(feature = "check")]
            "silence" => flow.silence = r.list(read_silence)?,
            key if EDITOR_FIELDS.contains(&key) => r.skip()?,
            _ => r.skip_unknown()?,
        }
        Ok(())
    })?;
    r.end()?;
    if flow.id.is_empty() {
        return Err(r.error(reason!("a flow needs an `id`")));
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
            _ => r.skip_unknown()?,
        }
        Ok(())
    })?;
    if language.code.is_empty() {
        return Err(r.error(reason!("a language needs a `code`")));
    }
    if language.id.is_empty() {
        language.id = language.code.clone();
    }
    if language.name.is_empty() {
        language.name = language.code.clone();
    }
    Ok(language)
}

fn read_score(r: &mut Reader<'_>) -> Result<Box<str>> {
    let mut score = Box::default();
    r.object(&mut |r, key| {
        match key {
            "key" => score = r.string()?,
            _ => r.skip_unknown()?,
        }
        Ok(())
    })?;
    if score.is_empty() {
        Err(r.error(reason!("a score needs a `key`")))
    } else {
        Ok(score)
    }
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
            "title" => {
                state.title = Some(r.texts()?);
                state.pipes.append(&mut r.pipes);
            }
            "css" => state.css = Some(r.string()?),
            "cssUrl" => state.css_url = Some(r.string()?),
            "questionOrder" => state.random_questions = read_order(r)?,
            "redirectUrl" => {
                state.redirect_url = Some(r.text_with_pipes()?);
                state.pipes.append(&mut r.pipes);
            }
            "redirectAfterSeconds" => state.redirect_after_seconds = r.count()?,
            "elements" => state.elements = r.list(read_element)?,
            _ => r.skip_unknown()?,
        }
        Ok(())
    })?;
    if state.id.is_empty() {
        Err(r.error(reason!("a state needs an `id`")))
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
                    ("reference", ElementKind::Reference),
                    ("card", ElementKind::Card),
                    ("live_result", ElementKind::LiveResult),
                ])?);
            }
            "order" => element.order = r.number()?,
            "isVisible" => element.visible = r.boolean()?,
            "stateId" => r.skip()?,
            "body" => element.body = r.texts()?,
            "url" => element.url = Some(read_link(r)?),
            "button" => element.button = r.texts()?,
            "opensChat" => element.opens_chat = r.boolean()?,
            "questionKey" => element.question_key = Some(r.string()?),
            "value" => element.value = r.number()?,
            "score" => element.score = Some(r.string()?),
            "min" => element.min = r.number()?,
            "max" => element.max = r.number()?,
            "isSkip" => element.is_skip = r.boolean()?,
            "isPinned" => element.pinned = Some(r.boolean()?),
            "question" => element.question = Some(Box::new(Question::read(r)?)),
            "triggers" => element.triggers = r.list(read_trigger)?,
            _ => r.skip_unknown()?,
        }
        Ok(())
    })?;
    element.pipes = std::mem::take(&mut r.pipes);
    if element.id.is_empty() {
        return Err(r.error(reason!("an element needs an `id`")));
    }
    element.kind = kind.ok_or_else(|| r.error(reason!("an element needs a `type`")))?;
    match (element.kind, &element.question, &element.url) {
        (ElementKind::Question, None, _) => {
            Err(r.error(reason!("an element of type `question` needs a `question`")))
        }
        (ElementKind::ButtonLink, _, None) => {
            Err(r.error(reason!("an element of type `button_link` needs a `url`")))
        }
        (kind, _, _) if element.is_skip && kind != ElementKind::NextPage => {
            Err(r.error(reason!("only an element of type `next_page` can have `isSkip`")))
        }
        (ElementKind::Question, Some(_), _) => Ok(element),
        (_, Some(_), _) => Err(r.error(reason!(
            "only an element of type `question` can hold a `question`"
        ))),
        _ => Ok(element),
    }
}

/// Reads a URL that is safe to follow: dangerous schemes such as `javascript:` are rejected.
fn read_link(r: &mut Reader<'_>) -> Result<Box<str>> {
    let url = r.string()?;
    let end = url.bytes().position(|byte| byte == b':');
    let scheme = end.and_then(|end| url.get(..end)).unwrap_or_default();
    let safe = ["http", "https", "mailto", "tel"]
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known));
    if safe {
        Ok(url)
    } else {
        Err(r.error(reason!(
            "only http, https, mailto and tel addresses can be linked"
        )))
    }
}

fn read_trigger(r: &mut Reader<'_>) -> Result<TriggerDefinition> {
    let mut trigger = TriggerDefinition::default();
    r.object(&mut |r, key| {
        match key {
            "key" => trigger.key = r.string()?,
            "controlType" => trigger.control = r.string()?,
            "ruleType" => trigger.rule = r.string()?,
            "answerValue" => trigger.answer_value = r.text_or_number()?,
            "scope" => trigger.scope = read_scope(r)?,
            "action" => trigger.action = r.string()?,
            "targetIds" => trigger.target_ids = r.list(Reader::id)?,
            "targetOptionIds" => trigger.target_options = r.list(read_target_option)?,
            "targetEvents" => trigger.target_events = r.list(Reader::string)?,
            _ => r.skip_unknown()?,
        }
        Ok(())
    })?;
    Ok(trigger)
}

/// Reads the scope of a trigger. `event-dispatch` is another name of `event`.
fn read_scope(r: &mut Reader<'_>) -> Result<Box<str>> {
    let scope = r.string()?;
    Ok(if &*scope == "event-dispatch" {
        "event".into()
    } else {
        scope
    })
}

fn read_target_option(r: &mut Reader<'_>) -> Result<(Box<str>, Box<str>)> {
    let (mut question, mut option) = (Box::default(), Box::default());
    r.object(&mut |r, key| {
        match key {
            "questionKey" => question = r.string()?,
            "optionKey" => option = r.string()?,
            _ => r.skip_unknown()?,
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
            _ => r.skip_unknown()?,
        }
        Ok(())
    })?;
    Ok(transition)
}

fn read_rule(r: &mut Reader<'_>) -> Result<RuleDefinition> {
    let mut group = None;
    let mut rule = read_test(r, &mut |r| {
        group =
            Some(r.list(|r| read_test(r, &mut |r| Err(r.error(reason!("a group cannot be in a group")))))?);
        Ok(())
    })?;
    rule.any = group;
    Ok(rule)
}

/// Reads a rule that compares an answer or a score; `read_group` reads the field `any`.
fn read_test(
    r: &mut Reader<'_>,
    read_group: &mut dyn FnMut(&mut Reader<'_>) -> Result<()>,
) -> Result<RuleDefinition> {
    let mut rule = RuleDefinition::default();
    r.object(&mut |r, key| {
        match key {
            "any" => read_group(r)?,
            "elementId" => rule.element_id = r.id()?,
            "score" => rule.score = Some(r.string()?),
            "operator" => rule.operator = r.string()?,
            "value" => rule.value = r.text_or_number()?,
            "optionIds" => rule.option_ids = r.list(Reader::id)?,
            "statementId" => rule.statement_id = Some(r.id()?),
            _ => r.skip_unknown()?,
        }
        Ok(())
    })?;
    Ok(rule)
}

#[cfg(feature = "check")]
fn read_silence(r: &mut Reader<'_>) -> Result<SilenceDefinition> {
    let mut silence = SilenceDefinition::default();
    r.object(&mut |r, key| {
        match key {
            "code" => silence.code = r.string()?,
            "at" => silence.at = r.string()?,
            "reason" => silence.reason = r.string()?,
            _ => r.skip_unknown()?,
        }
        Ok(())
    })?;
    Ok(silence)
}

/// Returns the JSON pointers of what no visitor needs: fields that are unknown, those of the editor, and `silence`.
///
/// # Errors
/// The first error of the document.
#[cfg(feature = "native")]
pub fn private_fields(
    json: &str,
    platform: crate::PlatformRef,
) -> std::result::Result<Vec<String>, crate::FlowError> {
    let mut fields = read(&mut Reader::new(json, platform))?.unknown;
    fields.extend(EDITOR_FIELDS.map(|name| format!("/{name}")));
    fields.push("/silence".into());
    Ok(fields)
}
