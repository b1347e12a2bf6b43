//! The options of `pulsen serve` for files of visitors (docs/api.md#accepted-files).

use crate::uploads::{ScannerAddress, UploadChecks};
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct UploadOptions {
    /// Address of a scanner for viruses that speaks the protocol of ClamAV's clamd, such as unix:/run/clamav/clamd.ctl or
    /// tcp://127.0.0.1:3310. Each file is scanned before it is stored; while the scanner is unavailable, files are refused.
    #[arg(long, value_name = "ADDR", env = "PULSEN_SCAN")]
    scan: Option<ScannerAddress>,

    /// Accepts PDF documents with scripts, programs to launch, or files in them, and those that are encrypted so that this
    /// cannot be seen.
    #[arg(long, env = "PULSEN_ALLOW_ACTIVE_DOCUMENTS")]
    allow_active_documents: bool,
}

impl UploadOptions {
    pub(super) fn checks(self) -> UploadChecks {
        UploadChecks {
            scanner: self.scan,
            allow_active_documents: self.allow_active_documents,
        }
    }
}
