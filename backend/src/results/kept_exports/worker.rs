//! Makes the exports that are due, one after the other, and deletes those whose time is over, for as long as the server runs.

use super::file::{FileError, FileInParts, LEASE};
use super::{EXPORT_LIFE, KeptExports};
use crate::background::{Background, Task};
use crate::results::{ExportError, ExportWork, FeedbackExport};
use crate::uploads::{RoundError, delete_released_exports};
use base::time::{Millis, now};
use std::sync::Arc;
use std::time::Duration;
use store::{ClaimedExport, ExportClaim, ExportOutcome, ExportProblem, ExportResult};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

/// How often it is looked for exports that were ordered at other servers, or that wait no more.
const INTERVAL: Duration = Duration::from_secs(2);

/// How often it is looked for exports whose time is over.
const EXPIRY_INTERVAL: Duration = Duration::from_mins(1);

/// How long a server that stops waits for its export to be handed back.
const STOP_LIMIT: Duration = Duration::from_secs(2);

/// The pause before an export is made once more that could not be finished.
const RETRY_AFTER: Millis = 60 * 1000;

/// How often an export is begun at most, also by servers that end in the middle.
const MOST_ATTEMPTS: i64 = 5;

/// Starts making exports, and deleting them.
pub(crate) fn start_exports(background: &mut Background, exports: &Arc<KeptExports>) {
    let making = Task {
        name: "exports",
        wake: Arc::clone(&exports.ordered),
        stop_limit: Some(STOP_LIMIT),
    };
    let makes = Arc::clone(exports);
    background.start(making, move |round| make_due(Arc::clone(&makes), round.stopping));
    let deleting = Task {
        name: "expired exports",
        wake: Arc::clone(&exports.removed),
        stop_limit: Some(Duration::ZERO),
    };
    let deletes = Arc::clone(exports);
    background.start(deleting, move |_| delete_old(Arc::clone(&deletes)));
}

/// Makes all exports that are due. Looks before it writes: mostly there is none.
async fn make_due(exports: Arc<KeptExports>, stopping: CancellationToken) -> Result<Duration, FileError> {
    let store = &exports.reader.store;
    while !stopping.is_cancelled() {
        let begun = now();
        if !store.has_due_exports(begun).await.map_err(ExportError::from)? {
            break;
        }
        let claim = ExportClaim {
            now: begun,
            until: begun + LEASE,
        };
        let Some(export) = store.claim_export(claim).await? else {
            break;
        };
        let made = stopping.run_until_cancelled(make(&exports, &export)).await;
        let result = match made {
            // Another server may begin at once.
            None => ExportResult::Again { at: now() },
            Some(Ok(result)) => result,
            Some(Err(FileError::Lost)) => {
                exports.note_removal();
                continue;
            }
            Some(Err(error)) => result_of(&export, &error),
        };
        let outcome = ExportOutcome {
            export,
            now: now(),
            result,
        };
        store.end_export(outcome).await?;
        if !matches!(result, ExportResult::Done { .. }) {
            exports.note_removal();
        }
    }
    Ok(INTERVAL)
}

async fn make(exports: &KeptExports, claimed: &ClaimedExport) -> Result<ExportResult, FileError> {
    if claimed.attempts > MOST_ATTEMPTS {
        error!(
            export = claimed.id,
            "export given up: servers ended while they made it"
        );
        return Ok(ExportResult::Failed(ExportProblem::Failed));
    }
    let work: ExportWork = serde_json::from_str(&claimed.work)?;
    let mut export = FeedbackExport::begin(exports.reader.clone(), work).await?;
    let mut file = FileInParts::new(exports, claimed);
    while let Some(bytes) = export.next_part().await? {
        file.add(&bytes, export.feedbacks()).await?;
    }
    let feedbacks = export.feedbacks();
    let bytes = file.finish(feedbacks).await?;
    info!(export = claimed.id, feedbacks, bytes, "export made");
    Ok(ExportResult::Done {
        feedbacks,
        bytes,
        expires_at: now() + EXPORT_LIFE,
    })
}

/// Returns whether an export is made once more after an error, or why it has failed.
fn result_of(export: &ClaimedExport, error: &FileError) -> ExportResult {
    let (problem, may_pass) = match error {
        FileError::TooLarge => (ExportProblem::TooLarge, false),
        FileError::NoRoom => (ExportProblem::NoRoom, true),
        FileError::Export(ExportError::TooManyColumns { .. }) => (ExportProblem::TooManyColumns, false),
        FileError::Export(ExportError::Store(_)) | FileError::Storage(_) | FileError::Write(_) => {
            (ExportProblem::Failed, true)
        }
        _ => (ExportProblem::Failed, false),
    };
    if may_pass && export.attempts < MOST_ATTEMPTS {
        warn!(export = export.id, %error, "export failed; will retry");
        return ExportResult::Again {
            at: now() + RETRY_AFTER,
        };
    }
    error!(export = export.id, %error, "export failed");
    ExportResult::Failed(problem)
}

/// Removes exports whose time is over, and deletes the files of all that were removed.
async fn delete_old(exports: Arc<KeptExports>) -> Result<Duration, RoundError> {
    let store = &exports.reader.store;
    store.remove_expired_exports(now()).await?;
    delete_released_exports(store, &exports.storage, None).await?;
    Ok(EXPIRY_INTERVAL)
}
