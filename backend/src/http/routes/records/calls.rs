//! The calls of records, which are the same for each kind.

use super::RecordCall;
use super::items::{
    ChangedItem, DiffItem, DiffQuery, ListQuery, NoteQuery, RecordItem, RevisionItem, RevisionsQuery,
};
use crate::application::AppState;
use crate::http::body::RecordBody;
use crate::http::list::List;
use crate::http::openapi::headers::PreconditionHeaders;
use crate::http::openapi::problems::{
    DraftChanged, InvalidJson, InvalidQuery, NotFound, PreconditionRequired, RecordInUse, RecordsAreFiles,
    Unprocessable,
};
use crate::http::openapi::shapes::RecordFile;
use crate::http::path::Path;
use crate::http::preconditions::Expected;
use crate::http::problem::Problem;
use crate::http::query::Parameters;
use crate::http::staff_access::Staff;
use axum::extract::State;
use axum::response::IntoResponse;
use base::records::RecordKind;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Makes a module with the calls of a kind. Paths and operations are written out, as the description needs them.
macro_rules! record_calls {
    (
        $module:ident, $kind:expr,
        $list_path:tt, $record_path:tt, $revisions_path:tt, $revision_path:tt, $restore_path:tt, $diff_path:tt,
        $list:tt, $show:tt, $put:tt, $archive:tt, $list_revisions:tt, $show_revision:tt, $restore:tt,
        $compare:tt $(,)?
    ) => {
        pub(in crate::http) mod $module {
            use super::*;

            fn call(staff: Staff, app: Arc<AppState>) -> RecordCall {
                RecordCall {
                    staff,
                    app,
                    kind: $kind,
                }
            }

            /// Returns the routes.
            pub(in crate::http) fn routes() -> OpenApiRouter<Arc<AppState>> {
                OpenApiRouter::default()
                    .routes(routes!(list))
                    .routes(routes!(show, put, archive))
                    .routes(routes!(list_revisions))
                    .routes(routes!(show_revision))
                    .routes(routes!(restore))
                    .routes(routes!(compare))
            }

            /// Lists records of the nodes that the token is for, by their ids, also those that are archived.
            ///
            /// # Errors
            /// 400 for an invalid query; 401; 403 for a node that the token is not for; 404 for one that does not exist.
            #[utoipa::path(
                get,
                path = $list_path,
                operation_id = $list,
                tag = "Staff: records",
                params(ListQuery),
                responses((status = 200, description = "a part of the list", body = List<RecordItem>), InvalidQuery, NotFound),
            )]
            pub(in crate::http) async fn list(
                staff: Staff,
                State(app): State<Arc<AppState>>,
                Parameters(query): Parameters<ListQuery>,
            ) -> Result<impl IntoResponse, Problem> {
                call(staff, app).list(query).await
            }

            /// Shows a record as a file has it, with its revision as `ETag`. In place of a secret stands `{"stored": true}`.
            ///
            /// # Errors
            /// 404 if there is none; 401, 403.
            #[utoipa::path(
                get,
                path = $record_path,
                operation_id = $show,
                tag = "Staff: records",
                responses((status = 200, description = "the record", body = RecordFile), NotFound),
            )]
            pub(in crate::http) async fn show(
                staff: Staff,
                State(app): State<Arc<AppState>>,
                Path(id): Path<String>,
            ) -> Result<impl IntoResponse, Problem> {
                call(staff, app).show(&id, None).await
            }

            /// Stores a record as a new revision, in place of the one that is there.
            ///
            /// The body is the text of its file. `{"stored": true}` keeps the secret that is stored. A repeat changes nothing.
            ///
            /// # Errors
            /// 422 `invalid_record` with each error that the check finds; 409 `records_are_files`; 412, 428; 400, 401, 403, 413, 503.
            #[utoipa::path(
                put,
                path = $record_path,
                operation_id = $put,
                tag = "Staff: records",
                params(PreconditionHeaders, NoteQuery),
                request_body = RecordFile,
                responses(
                    (status = 200, description = "stored", body = ChangedItem),
                    InvalidQuery, InvalidJson, Unprocessable, DraftChanged, PreconditionRequired, RecordsAreFiles, NotFound,
                ),
            )]
            pub(in crate::http) async fn put(
                staff: Staff,
                State(app): State<Arc<AppState>>,
                Path(id): Path<String>,
                Parameters(query): Parameters<NoteQuery>,
                expected: Expected,
                RecordBody(text): RecordBody,
            ) -> Result<impl IntoResponse, Problem> {
                call(staff, app).put(&id, expected, query, text).await
            }

            /// Archives a record: it asks no more, and what was answered stays.
            ///
            /// # Errors
            /// 409 `record_in_use` with what depends on it, `records_are_files`; 404 if there is none, or it is archived; 412, 428; 401, 403,
            /// 503.
            #[utoipa::path(
                delete,
                path = $record_path,
                operation_id = $archive,
                tag = "Staff: records",
                params(PreconditionHeaders, NoteQuery),
                responses(
                    (status = 200, description = "archived", body = ChangedItem),
                    InvalidQuery, Unprocessable, DraftChanged, PreconditionRequired, RecordsAreFiles, RecordInUse, NotFound,
                ),
            )]
            pub(in crate::http) async fn archive(
                staff: Staff,
                State(app): State<Arc<AppState>>,
                Path(id): Path<String>,
                Parameters(query): Parameters<NoteQuery>,
                expected: Expected,
            ) -> Result<impl IntoResponse, Problem> {
                call(staff, app).archive(&id, expected, query).await
            }

            /// Lists the revisions of a record, last first.
            ///
            /// # Errors
            /// 404 if there is no such record; 400, 401, 403.
            #[utoipa::path(
                get,
                path = $revisions_path,
                operation_id = $list_revisions,
                tag = "Staff: records",
                params(RevisionsQuery),
                responses((status = 200, description = "a part of the list", body = List<RevisionItem>), InvalidQuery, NotFound),
            )]
            pub(in crate::http) async fn list_revisions(
                staff: Staff,
                State(app): State<Arc<AppState>>,
                Path(id): Path<String>,
                Parameters(query): Parameters<RevisionsQuery>,
            ) -> Result<impl IntoResponse, Problem> {
                call(staff, app).list_revisions(&id, query).await
            }

            /// Shows a revision of a record as a file would have it.
            ///
            /// # Errors
            /// 404 if there is none; 401, 403.
            #[utoipa::path(
                get,
                path = $revision_path,
                operation_id = $show_revision,
                tag = "Staff: records",
                responses((status = 200, description = "the revision", body = RecordFile), NotFound),
            )]
            pub(in crate::http) async fn show_revision(
                staff: Staff,
                State(app): State<Arc<AppState>>,
                Path((id, revision)): Path<(String, u32)>,
            ) -> Result<impl IntoResponse, Problem> {
                call(staff, app).show(&id, Some(revision)).await
            }

            /// Makes an earlier revision the newest one, also of a record that is archived.
            ///
            /// # Errors
            /// As of storing the record.
            #[utoipa::path(
                post,
                path = $restore_path,
                operation_id = $restore,
                tag = "Staff: records",
                params(PreconditionHeaders, NoteQuery),
                responses(
                    (status = 200, description = "restored", body = ChangedItem),
                    InvalidQuery, Unprocessable, DraftChanged, PreconditionRequired, RecordsAreFiles, NotFound,
                ),
            )]
            pub(in crate::http) async fn restore(
                staff: Staff,
                State(app): State<Arc<AppState>>,
                Path((id, revision)): Path<(String, u32)>,
                Parameters(query): Parameters<NoteQuery>,
                expected: Expected,
            ) -> Result<impl IntoResponse, Problem> {
                call(staff, app).restore(&id, revision, expected, query).await
            }

            /// Compares two revisions of a record, or of a flow its draft with one.
            ///
            /// # Errors
            /// 400 for a side that is no revision; 404 for one that there is not; 401, 403.
            #[utoipa::path(
                get,
                path = $diff_path,
                operation_id = $compare,
                tag = "Staff: records",
                params(DiffQuery),
                responses((status = 200, description = "how they differ", body = DiffItem), InvalidQuery, NotFound),
            )]
            pub(in crate::http) async fn compare(
                staff: Staff,
                State(app): State<Arc<AppState>>,
                Path(id): Path<String>,
                Parameters(query): Parameters<DiffQuery>,
            ) -> Result<impl IntoResponse, Problem> {
                call(staff, app).compare(&id, query).await
            }
        }
    };
}

record_calls!(
    flows,
    RecordKind::Flow,
    "/v1/staff/flows",
    "/v1/staff/flows/{flow_id}",
    "/v1/staff/flows/{flow_id}/revisions",
    "/v1/staff/flows/{flow_id}/revisions/{revision}",
    "/v1/staff/flows/{flow_id}/revisions/{revision}/restore",
    "/v1/staff/flows/{flow_id}/diff",
    "list_flows",
    "show_flow_record",
    "put_flow",
    "archive_flow",
    "list_flow_revisions",
    "show_flow_revision",
    "restore_flow",
    "compare_flow",
);

record_calls!(
    nodes,
    RecordKind::Node,
    "/v1/staff/nodes",
    "/v1/staff/nodes/{node_id}",
    "/v1/staff/nodes/{node_id}/revisions",
    "/v1/staff/nodes/{node_id}/revisions/{revision}",
    "/v1/staff/nodes/{node_id}/revisions/{revision}/restore",
    "/v1/staff/nodes/{node_id}/diff",
    "list_nodes",
    "show_node_record",
    "put_node",
    "archive_node",
    "list_node_revisions",
    "show_node_revision",
    "restore_node",
    "compare_node",
);

record_calls!(
    widgets,
    RecordKind::Widget,
    "/v1/staff/widgets",
    "/v1/staff/widgets/{widget_code}",
    "/v1/staff/widgets/{widget_code}/revisions",
    "/v1/staff/widgets/{widget_code}/revisions/{revision}",
    "/v1/staff/widgets/{widget_code}/revisions/{revision}/restore",
    "/v1/staff/widgets/{widget_code}/diff",
    "list_widgets",
    "show_widget_record",
    "put_widget",
    "archive_widget",
    "list_widget_revisions",
    "show_widget_revision",
    "restore_widget",
    "compare_widget",
);

record_calls!(
    connectors,
    RecordKind::Connector,
    "/v1/staff/connectors",
    "/v1/staff/connectors/{connector_id}",
    "/v1/staff/connectors/{connector_id}/revisions",
    "/v1/staff/connectors/{connector_id}/revisions/{revision}",
    "/v1/staff/connectors/{connector_id}/revisions/{revision}/restore",
    "/v1/staff/connectors/{connector_id}/diff",
    "list_connectors",
    "show_connector_record",
    "put_connector",
    "archive_connector",
    "list_connector_revisions",
    "show_connector_revision",
    "restore_connector",
    "compare_connector",
);
