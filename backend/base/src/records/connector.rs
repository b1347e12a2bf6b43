//! A connector: a call to another system that looks up what follows from an answer (docs/connectors.md).

use crate::secret_source::SecretSource;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;

/// A connector's record. Nothing of it is ever sent to a browser.
#[derive(Debug, Deserialize)]
pub struct Connector {
    pub id: String,
    #[serde(default)]
    pub method: ConnectorMethod,
    /// A [`super::UrlTemplate`].
    pub url: String,
    #[serde(default)]
    pub headers: BTreeMap<String, SecretSource>,
    /// JSON whose texts are templates.
    pub body: Option<Value>,
    #[serde(default = "default_timeout_ms")]
    timeout_ms: u32,
    /// Which value of the response, by JSON pointer, answers which question, by id or key.
    #[serde(default)]
    pub questions: BTreeMap<String, String>,
    /// Which values of the response, by JSON pointer, are stored with the feedback, and their names.
    #[serde(default)]
    pub data: BTreeMap<String, String>,
    /// The nodes whose visitors may use it; empty: all.
    #[serde(default)]
    pub nodes: Vec<String>,
    /// The flows that may use it; empty: all.
    #[serde(default)]
    pub flows: Vec<String>,
}

/// The method of a connector's calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ConnectorMethod {
    Get,
    #[default]
    Post,
    Put,
}

/// How long a call may take, in milliseconds (docs/connectors.md#fields).
const DEFAULT_TIMEOUT_MS: u32 = 5_000;

fn default_timeout_ms() -> u32 {
    DEFAULT_TIMEOUT_MS
}

impl Connector {
    /// Returns how long its target may take.
    pub fn timeout(&self) -> Duration {
        Duration::from_millis(self.timeout_ms.into())
    }

    /// Tells whether questions of a flow may use it.
    pub fn serves_flow(&self, flow_id: &str) -> bool {
        self.flows.is_empty() || self.flows.iter().any(|id| id == flow_id)
    }

    /// Tells whether visitors of a node may use it.
    pub fn serves_node(&self, node_id: &str) -> bool {
        self.nodes.is_empty() || self.nodes.iter().any(|id| id == node_id)
    }
}
