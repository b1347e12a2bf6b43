//! Reads of connectors, and of what their calls need to know.

use crate::database::query;
use crate::error::{StoreError, parse_document};
use crate::handle::Store;
use base::records::Connector;

impl Store {
    /// Returns a connector by its id.
    pub async fn connector(&self, id: &str) -> Result<Option<Connector>, StoreError> {
        let record: Option<String> = query("SELECT record FROM connectors WHERE id = $1")
            .bind(id)
            .scalar_optional(&self.db)
            .await?;
        record
            .map(|record| parse_document(&record, || format!("the connector `{id}`")))
            .transpose()
    }

    /// Returns the flow whose newest revision looks up a question; `None` if there is none or more than one.
    pub async fn flow_of_looked_up_question(&self, question_id: &str) -> Result<Option<String>, StoreError> {
        let flows = query("SELECT flow_id FROM looked_up_questions WHERE question_id = $1 LIMIT 2");
        let flows: Vec<(String,)> = flows.bind(question_id).fetch_all(&self.db).await?;
        Ok(only(flows))
    }

    /// Returns the node whose visitors answer a flow; `None` if there is none or more than one.
    pub async fn only_node_of_flow(&self, flow_id: &str) -> Result<Option<String>, StoreError> {
        let nodes = query("SELECT node_id FROM node_flows WHERE flow_id = $1 LIMIT 2");
        let nodes: Vec<(String,)> = nodes.bind(flow_id).fetch_all(&self.db).await?;
        Ok(only(nodes))
    }
}

fn only(rows: Vec<(String,)>) -> Option<String> {
    let mut rows = rows.into_iter();
    match (rows.next(), rows.next()) {
        (Some((id,)), None) => Some(id),
        _ => None,
    }
}
