//! How far staff are with a feedback (docs/staff.md#review).

use crate::database::bind_by_name;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How far staff are with a feedback.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema, strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum ReviewState {
    /// Nobody has begun, or the visitor has continued since.
    New,
    InProgress,
    Done,
}

bind_by_name!(ReviewState);
