//! People as their colleagues see them (docs/staff.md#colleagues).

use crate::database::query;
use crate::error::StoreError;
use crate::handle::Store;
use crate::node_scope::NodeScope;
use base::roles::{Role, UnknownRole};
use base::time::Millis;
use sqlx::FromRow;

/// A person who can sign in.
#[derive(Debug)]
pub struct Colleague {
    pub name: String,
    pub role: Role,
    pub nodes: NodeScope,
    /// When they last made a call, to the minute; `None` without a session.
    pub last_seen_at: Option<Millis>,
}

#[derive(FromRow)]
struct ColleagueRow {
    name: String,
    role: String,
    nodes: Option<String>,
    last_seen_at: Option<Millis>,
}

impl Store {
    /// Returns all people who are not disabled and come after a name, by their names.
    pub async fn colleagues(&self, after: Option<&str>) -> Result<Vec<Colleague>, StoreError> {
        let rows: Vec<ColleagueRow> = query(
            "SELECT name, role, nodes, (SELECT MAX(last_used_at) FROM staff_sessions WHERE user_id = users.id) AS last_seen_at
             FROM users WHERE disabled_at IS NULL AND name > $1 ORDER BY name",
        )
        .bind(after.unwrap_or_default())
        .fetch_all(&self.db)
        .await?;
        rows.into_iter().map(Colleague::try_from).collect()
    }
}

impl TryFrom<ColleagueRow> for Colleague {
    type Error = StoreError;

    fn try_from(row: ColleagueRow) -> Result<Self, StoreError> {
        let what = |field: &str| format!("the {field} of the person `{}`", row.name);
        let role = row
            .role
            .parse()
            .map_err(|error: UnknownRole| StoreError::Document {
                what: what("role"),
                message: error.to_string(),
            })?;
        Ok(Self {
            nodes: NodeScope::from_document(row.nodes.as_deref(), || what("list of nodes"))?,
            role,
            last_seen_at: row.last_seen_at,
            name: row.name,
        })
    }
}
