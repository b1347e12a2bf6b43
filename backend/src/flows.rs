//! Loaded flows: parsed once, then shared by all requests.

use crate::store::{Store, StoreError};
use engine::Flow;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// One revision of a flow, ready for use.
pub(crate) struct LoadedFlow {
    pub(crate) flow: Arc<Flow>,
    pub(crate) revision: u32,
    /// The definition with its revision, as visitors get it.
    pub(crate) json: Box<RawValue>,
}

/// How many revisions are kept in memory. Beyond that all are dropped and loaded again as they are asked for: that
/// takes a millisecond each, and no book-keeping on every request.
const CAPACITY: usize = 512;

/// The flows of this process. A revision never changes, so what is in here is never out of date.
#[derive(Default)]
pub(crate) struct Flows {
    loaded: RwLock<HashMap<(String, u32), Arc<LoadedFlow>>>,
}

impl Flows {
    /// The newest revision of a flow; `None` where there is no such flow.
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

    /// One revision of a flow; `None` where there is no such revision.
    ///
    /// # Errors
    /// The database failed, or holds a definition that the engine does not accept.
    pub(crate) async fn revision(
        &self,
        store: &Store,
        id: &str,
        revision: u32,
    ) -> Result<Option<Arc<LoadedFlow>>, StoreError> {
        let key = (id.to_owned(), revision);
        if let Some(flow) = self
            .loaded
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
        {
            return Ok(Some(Arc::clone(flow)));
        }
        let Some(definition) = store.flow_definition(id, revision).await? else {
            return Ok(None);
        };
        let flow = load(&definition, revision).map_err(|message| StoreError::Document {
            what: format!("revision {revision} of the flow `{id}`"),
            message,
        })?;
        let flow = Arc::new(flow);
        let mut loaded = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
        if loaded.len() >= CAPACITY {
            loaded.clear();
        }
        loaded.insert(key, Arc::clone(&flow));
        Ok(Some(flow))
    }
}

fn load(definition: &str, revision: u32) -> Result<LoadedFlow, String> {
    let mut value: Value = serde_json::from_str(definition).map_err(|error| error.to_string())?;
    if let Value::Object(members) = &mut value {
        members.insert("revision".into(), revision.into());
    }
    let json = serde_json::value::to_raw_value(&value).map_err(|error| error.to_string())?;
    let flow = Flow::parse(json.get(), engine::native()).map_err(|error| error.to_string())?;
    Ok(LoadedFlow {
        flow: Arc::new(flow),
        revision,
        json,
    })
}
