//! `/v1/staff/flows`, `/nodes`, `/widgets` and `/connectors`: records (docs/records.md).
//!
//! | module | content |
//! |---|---|
//! | `calls` | the calls, which are the same for each kind |
//! | `items` | what they read and return |
//! | `reading`, `changing` | what they do |
//! | `publishing` | makes a draft the newest revision of its flow |
//! | `pulling` | shows a record beside the file that has it |

mod calls;
mod changing;
mod items;
pub(in crate::http) mod publishing;
pub(in crate::http) mod pulling;
mod reading;

pub(in crate::http) use calls::{connectors, flows, nodes, widgets};

use crate::application::AppState;
use crate::http::problem::Problem;
use crate::http::record_scope::RecordUse;
use crate::http::staff_access::Staff;
use base::records::RecordKind;
use std::sync::Arc;

/// A call about records of a kind.
struct RecordCall {
    staff: Staff,
    app: Arc<AppState>,
    kind: RecordKind,
}

impl RecordCall {
    async fn enter(&self, id: &str, record_use: RecordUse) -> Result<(), Problem> {
        self.staff
            .enter_record(&self.app, (self.kind, id), record_use)
            .await
    }

    /// Returns what is not found.
    fn nothing(&self) -> Problem {
        Problem::NotFound(self.kind.into_str())
    }
}
