//! `/schema`: what editors check records by (docs/flows.md#schema).

use crate::http::openapi::problems::NotFound;
use crate::http::path::Path;
use crate::http::problem::Problem;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use base::records::{json_schema, kind_of_schema_file};

/// Shows the JSON Schema of what operators write: flows, nodes, widgets or connectors.
///
/// # Errors
/// 404 for any other file.
#[utoipa::path(
    get,
    path = "/schema/{file}",
    operation_id = "show_schema",
    tag = "Nodes, flows and widgets",
    responses(
        (status = 200, description = "the schema", body = Object, content_type = "application/schema+json"),
        NotFound,
    ),
)]
pub(in crate::http) async fn show(Path(file): Path<String>) -> Result<impl IntoResponse, Problem> {
    let kind = kind_of_schema_file(&file).ok_or(Problem::NotFound("schema"))?;
    let headers = [
        (CONTENT_TYPE, "application/schema+json"),
        // Another version of the server may have another one.
        (CACHE_CONTROL, "public, max-age=3600"),
    ];
    Ok((headers, json_schema(kind)))
}
