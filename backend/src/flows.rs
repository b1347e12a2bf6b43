//! Loaded flows: parsed once, then shared by all requests.

use crate::assets::Compression;
use crate::documents::{Document, Documents, Key};
use base::json::canonical;
use engine::{AnswerKind, Flow, Pace, Question, QuestionCounts, Style, private_fields};
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, PoisonError, RwLock};
use store::{Store, StoreError};
use tracing::warn;

/// One revision of a flow, ready for use.
pub(crate) struct LoadedFlow {
    pub(crate) flow: Arc<Flow>,
    pub(crate) revision: u32,
    /// The definition with its revision, as visitors get it: by the API and as a script of a page. It has no fields but those
    /// that the engine knows, and every `<` in it is escaped, so that nothing in it can end that script.
    pub(crate) json: Box<str>,
    pub(crate) outline: FlowOutline,
    /// The parameters of the page's address that answer questions.
    parameters: BTreeSet<Box<str>>,
    /// Whether a small submission is checked so quickly that it need not leave the thread that serves other requests.
    pub(crate) is_quick_to_check: bool,
}

/// What a page must know of its flow before the engine has read it (docs/api.md#boot-data).
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FlowOutline {
    id: Box<str>,
    revision: u32,
    is_preview: bool,
    is_single_element_preview: bool,
    /// The styles of its questions that visitors see, each once, in document order.
    pub(crate) styles: Vec<Style>,
    /// The codes of its languages.
    languages: Vec<Box<str>>,
    /// The parameters of the address of a host page that its hidden fields read.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) hidden_fields: BTreeSet<Box<str>>,
    /// How many questions visitors see at a time, where the flow says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pace: Option<Pace>,
    /// By state how many questions of each style follow it, where visitors see how long they take. States before an end have none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    ahead: BTreeMap<Box<str>, QuestionCounts>,
}

/// Most bytes of definitions in memory; a parsed flow takes some times as much. Beyond that all are dropped and loaded again
/// on demand: that takes a millisecond each, and no bookkeeping on every request.
const LOADED_BYTES: usize = 64 * 1024 * 1024;

/// Most bytes of definitions in memory as they are sent, with their compressed forms.
const SENT_BYTES: usize = 32 * 1024 * 1024;

/// Most bytes of a definition that is quick to check.
const QUICK_LENGTH: usize = 64 * 1024;

/// The operator of rules with patterns, as it is in stored definitions. Only patterns take a time that depends on more than
/// the lengths of flow and answers: they may have to be compiled first.
const PATTERN_OPERATOR: &str = "\"regex\"";

/// The flows of this process. A revision never changes, so what is in here is never out of date.
pub(crate) struct Flows {
    loaded: RwLock<Loaded>,
    sent: Documents,
}

#[derive(Default)]
struct Loaded {
    flows: HashMap<(String, u32), Arc<LoadedFlow>>,
    bytes: usize,
}

impl Default for Flows {
    fn default() -> Self {
        Self {
            loaded: RwLock::default(),
            sent: Documents::new(SENT_BYTES),
        }
    }
}

impl Flows {
    /// Returns the newest revision of a flow; `None` if there is no such flow.
    ///
    /// # Errors
    /// The database failed, or holds a definition that the engine does not accept.
    pub(crate) async fn newest(
        &self,
        store: &Store,
        id: &str,
    ) -> Result<Option<Arc<LoadedFlow>>, StoreError> {
        match store.newest_revision(id).await? {
            Some(revision) => self.revision(store, id, revision).await,
            None => Ok(None),
        }
    }

    /// Returns one revision of a flow; `None` if there is no such revision.
    ///
    /// # Errors
    /// The database failed, or holds a definition that the engine does not accept.
    pub(crate) async fn revision(
        &self,
        store: &Store,
        id: &str,
        revision: u32,
    ) -> Result<Option<Arc<LoadedFlow>>, StoreError> {
        if let Some(flow) = self.kept(id, revision) {
            return Ok(Some(flow));
        }
        let Some(flow) = load(store, id, revision).await? else {
            return Ok(None);
        };
        let mut loaded = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
        if loaded.bytes + flow.json.len() > LOADED_BYTES {
            *loaded = Loaded::default();
        }
        // Two requests may have loaded it at the same time.
        let key = (id.to_owned(), revision);
        if loaded.flows.insert(key, Arc::clone(&flow)).is_none() {
            loaded.bytes += flow.json.len();
        }
        Ok(Some(flow))
    }

    fn kept(&self, id: &str, revision: u32) -> Option<Arc<LoadedFlow>> {
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
        loaded.flows.get(&(id.to_owned(), revision)).map(Arc::clone)
    }

    /// Returns the revisions of a flow, the newest first, or only one of them. Those that cannot be read are left out. None is kept that is
    /// not kept already: visitors need the present ones, and old ones would drive them out.
    pub(crate) async fn all_revisions(
        &self,
        store: &Store,
        id: &str,
        only: Option<u32>,
    ) -> Result<Vec<Arc<LoadedFlow>>, StoreError> {
        let mut flows = Vec::new();
        for revision in store.revisions_of(id).await? {
            if only.is_some_and(|only| only != revision) {
                continue;
            }
            flows.extend(self.read(store, id, revision).await?);
        }
        Ok(flows)
    }

    /// Returns one revision of a flow without keeping it; `None` if there is none that can be read.
    pub(crate) async fn read(
        &self,
        store: &Store,
        id: &str,
        revision: u32,
    ) -> Result<Option<Arc<LoadedFlow>>, StoreError> {
        if let Some(flow) = self.kept(id, revision) {
            return Ok(Some(flow));
        }
        match load(store, id, revision).await {
            Err(error @ StoreError::Document { .. }) => {
                warn!(%error, "flow revision unreadable; left out of filters, exports and summaries");
                Ok(None)
            }
            loaded => loaded,
        }
    }

    /// Returns the definition of a flow as it is sent.
    pub(crate) async fn document(&self, flow: &LoadedFlow) -> Arc<Document> {
        let key = Key::new("flow", &format!("{} {}", flow.revision, flow.flow.id));
        let text = || flow.json.clone().into();
        self.sent
            .get(key, "application/json", Compression::Fast, text)
            .await
    }
}

/// Reads a revision of a flow; `None` if there is none.
async fn load(store: &Store, id: &str, revision: u32) -> Result<Option<Arc<LoadedFlow>>, StoreError> {
    let Some(definition) = store.flow_definition(id, revision).await? else {
        return Ok(None);
    };
    let flow = LoadedFlow::new(&definition, revision).map_err(|message| StoreError::Document {
        what: format!("revision {revision} of the flow `{id}`"),
        message,
    })?;
    Ok(Some(Arc::new(flow)))
}

impl LoadedFlow {
    /// Returns whether a question of the flow is answered with files.
    pub(crate) fn asks_for_files(&self) -> bool {
        self.questions()
            .any(|question| question.answer_kind() == AnswerKind::Files)
    }

    fn questions(&self) -> impl Iterator<Item = &Question> {
        let elements = self.flow.elements.iter();
        elements.filter_map(|element| element.question.as_deref())
    }

    /// Returns whether this question is answered with files; false as well if there is no such question.
    pub(crate) fn takes_files(&self, question_id: &str) -> bool {
        let question = self.flow.question(question_id);
        question.is_some_and(|question| question.answer_kind() == AnswerKind::Files)
    }

    /// Returns whether a question is answered by one of these parameters of the page's address.
    pub(crate) fn reads_any<'a>(&self, mut parameters: impl Iterator<Item = &'a String>) -> bool {
        parameters.any(|name| self.parameters.contains(name.as_str()))
    }

    /// Parses a stored definition: an object with members, but without a revision.
    fn new(definition: &str, revision: u32) -> Result<Self, String> {
        let definition = public_definition(definition)?;
        let members = definition
            .strip_prefix('{')
            .ok_or("the definition is not an object")?;
        let json = format!("{{\"revision\":{revision},{members}").replace('<', "\\u003c");
        let flow = Flow::parse(&json, engine::native()).map_err(|error| error.to_string())?;
        Ok(Self {
            is_quick_to_check: json.len() <= QUICK_LENGTH && !json.contains(PATTERN_OPERATOR),
            outline: FlowOutline::new(&flow, revision),
            parameters: flow
                .elements
                .iter()
                .filter_map(|element| element.question.as_ref()?.prefill.clone())
                .collect(),
            flow: Arc::new(flow),
            revision,
            json: json.into(),
        })
    }
}

/// Removes what no visitor needs: an editor's own fields, and whatever the engine does not know.
fn public_definition(definition: &str) -> Result<Cow<'_, str>, String> {
    let private = private_fields(definition, engine::native()).map_err(|error| error.to_string())?;
    let mut document: Value = serde_json::from_str(definition).map_err(|error| error.to_string())?;
    let mut is_changed = false;
    for pointer in private {
        is_changed |= remove(&mut document, &pointer).is_some();
    }
    Ok(if is_changed {
        Cow::Owned(canonical(&mut document))
    } else {
        Cow::Borrowed(definition)
    })
}

/// Removes the member of an object that a JSON pointer names.
fn remove(document: &mut Value, pointer: &str) -> Option<Value> {
    let (parent, name) = pointer.rsplit_once('/')?;
    let name = name.replace("~1", "/").replace("~0", "~");
    document.pointer_mut(parent)?.as_object_mut()?.remove(&name)
}

impl FlowOutline {
    fn new(flow: &Flow, revision: u32) -> Self {
        let questions = flow
            .elements
            .iter()
            .filter_map(|element| element.question.as_deref());
        let mut styles = Vec::new();
        let mut hidden_fields = BTreeSet::new();
        for question in questions {
            if question.style == Style::HiddenField {
                hidden_fields.extend(question.prefill.clone());
            }
            if question.style.is_shown() && !styles.contains(&question.style) {
                styles.push(question.style);
            }
        }
        Self {
            id: flow.id.clone(),
            revision,
            is_preview: flow.is_preview,
            is_single_element_preview: flow.is_single_element_preview,
            styles,
            languages: flow
                .languages
                .iter()
                .map(|language| language.code.clone())
                .collect(),
            hidden_fields,
            pace: flow.pace,
            ahead: match flow.pace {
                Some(Pace::One) => questions_ahead(flow),
                _ => BTreeMap::new(),
            },
        }
    }
}

fn questions_ahead(flow: &Flow) -> BTreeMap<Box<str>, QuestionCounts> {
    let states = flow.states.iter().map(|state| state.id.clone());
    let pages = states.zip(flow.questions_ahead());
    pages.filter(|(_, counts)| !counts.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use sqlx::{Connection, SqliteConnection};

    #[test]
    fn the_definition_gets_its_revision_and_cannot_end_a_script() {
        let definition = r#"{"id":"f","languages":[{"code":"EN","id":"l1"}],"states":[{"elements":[
            {"id":"e1","question":{"body":"</script>","id":"q1","style":"text"},"type":"question"},
            {"id":"e2","question":{"body":"b","id":"q2","style":"email"},"type":"question"},
            {"id":"e3","question":{"body":"c","id":"q3","style":"text"},"type":"question"}],"id":"s"}]}"#;
        let loaded = LoadedFlow::new(definition, 3).unwrap();
        assert_eq!(
            &*loaded.json,
            definition
                .replacen('{', "{\"revision\":3,", 1)
                .replace("</script>", "\\u003c/script>")
        );
        assert_eq!(loaded.flow.revision, Some(3));
        assert_eq!(
            serde_json::to_value(&loaded.outline).unwrap(),
            json!({
                "id": "f", "revision": 3, "isPreview": false, "isSingleElementPreview": false,
                "styles": ["text", "email"], "languages": ["en"],
            })
        );
        assert!(LoadedFlow::new("[]", 1).is_err());
    }

    #[test]
    fn the_outline_has_the_pace_and_what_is_asked_after_each_page() {
        let definition = r#"{"id":"f","pace":"one","states":[
            {"id":"s","nextStateId":"t"},
            {"elements":[{"id":"e1","question":{"id":"q1","style":"text"},"type":"question"}],"id":"t"}]}"#;
        let outline = |definition: &str| {
            let loaded = LoadedFlow::new(definition, 1).unwrap();
            serde_json::to_value(&loaded.outline).unwrap()
        };
        let paced = outline(definition);
        assert_eq!(paced["pace"], "one");
        assert_eq!(paced["ahead"], json!({"s": {"text": 1}}));
        let pages = outline(&definition.replace(r#""pace":"one""#, r#""pace":"page""#));
        assert_eq!((&pages["pace"], pages.get("ahead")), (&json!("page"), None));
    }

    #[tokio::test]
    async fn an_export_evicts_nothing_that_visitors_need() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let file = format!("sqlite://{}", folder.path().join("pulsen.db").display());
        let mut connection = SqliteConnection::connect(&file).await.unwrap();
        let definition =
            r#"{"id":"f","languages":[{"code":"en","id":"l"}],"states":[{"id":"s","elements":[]}]}"#;
        for revision in 1..=3 {
            let insert = "INSERT INTO flow_revisions (flow_id, revision, definition, imported_at) VALUES ('f', $1, $2, 0)";
            let insert = sqlx::query(insert).bind(revision).bind(definition);
            insert.execute(&mut connection).await.unwrap();
        }
        let flows = Flows::default();
        let newest = flows.newest(&store, "f").await.unwrap().unwrap();
        let all = flows.all_revisions(&store, "f", None).await.unwrap();
        let revisions: Vec<u32> = all.iter().map(|flow| flow.revision).collect();
        assert_eq!(revisions, [3, 2, 1]);
        assert!(Arc::ptr_eq(&all[0], &newest));
        assert!(flows.kept("f", 3).is_some() && flows.kept("f", 2).is_none());
        store.close().await;
    }

    #[test]
    fn a_flow_with_a_pattern_is_not_quick_to_check() {
        let with_operator = |operator: &str| {
            json!({"id": "f", "languages": [{"id": "l1", "code": "en"}], "states": [{"id": "s", "elements": [
                {"id": "e1", "type": "question", "question": {"id": "q1", "style": "text"}}]}],
                "transitions": [{"fromStateId": "s", "toStateId": "s",
                    "rules": [{"elementId": "e1", "operator": operator, "value": "late"}]}]})
            .to_string()
        };
        let is_quick = |operator| {
            LoadedFlow::new(&with_operator(operator), 1)
                .unwrap()
                .is_quick_to_check
        };
        assert!(is_quick("contains"));
        assert!(!is_quick("regex"));
    }

    #[test]
    fn visitors_get_known_fields_only() {
        let mut definition = json!({
            "id": "f", "creatorId": "SECRET", "userId": "SECRET", "preloadedResponses": {"q": "SECRET"}, "questions": [],
            "apiKey": "SECRET", "languages": [{"id": "l", "code": "en", "note": "SECRET"}],
            "states": [{"id": "s", "a/b~c": "SECRET", "elements": [
                {"id": "e", "type": "question", "owner": {"key": "SECRET"},
                 "question": {"id": "q", "style": "radio", "body": "b", "token": "SECRET",
                              "options": [{"id": "o", "key": "k", "price": "SECRET"}]},
                 "triggers": [{"key": "t", "controlType": "option", "answerValue": "k", "scope": "event",
                               "targetEvents": ["x"], "hint": "SECRET"}]}]}],
            "transitions": [{"fromStateId": "s", "toStateId": "s", "x": "SECRET",
                             "rules": [{"elementId": "e", "operator": "equal", "value": "v", "y": "SECRET"}]}],
        });
        let loaded = LoadedFlow::new(&canonical(&mut definition), 1).unwrap();
        assert!(!loaded.json.contains("SECRET"), "{}", loaded.json);
        let shown: Value = serde_json::from_str(&loaded.json).unwrap();
        assert_eq!(
            shown["states"][0]["elements"][0]["question"]["options"],
            json!([{"id": "o", "key": "k"}])
        );
        assert_eq!(shown["transitions"][0]["rules"][0]["value"], "v");
    }
}
