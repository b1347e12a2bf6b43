//! What a running server knows about itself, by codes for programs and for the console, which says it in the reader's language
//! (docs/staff.md#the-server).

use crate::finding::Finding;
use serde::Serialize;
use utoipa::ToSchema;

/// A finding about a running server, and what programs know it by.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    pub(crate) code: ConditionCode,
    /// What is counted: mails, deliveries, or free MiB.
    pub(crate) number: Option<i64>,
    pub(crate) finding: Finding,
}

/// What a server knows about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ConditionCode {
    NoRiskyOption,
    VisitorsUnencrypted,
    ProxyNotTrusted,
    AllProxiesTrusted,
    NoRateLimits,
    NoSignInLimit,
    PrivateConnectors,
    PrivateWebhooks,
    PublicMetrics,
    TextMessagesLogged,
    MailUnencrypted,
    ScannerUnencrypted,
    ActiveDocuments,
    RunsAsRoot,
    DatabaseUnencrypted,
    RedisUnencrypted,
    FilesUnencrypted,
    TracesUnencrypted,
    DatabaseReady,
    DatabaseUnavailable,
    DatabaseSpace,
    DatabaseSpaceLow,
    DatabaseSpaceUnknown,
    FileSpace,
    FileSpaceLow,
    FileSpaceUnknown,
    RedisReady,
    RedisUnavailable,
    MailPunctual,
    MailLate,
    DeliveriesPunctual,
    DeliveriesLate,
    DeliveriesFailed,
}

impl Condition {
    pub(crate) fn new(code: ConditionCode, finding: Finding) -> Self {
        Self {
            code,
            number: None,
            finding,
        }
    }

    /// The condition of so many.
    pub(crate) fn of(self, number: i64) -> Self {
        Self {
            number: Some(number),
            ..self
        }
    }
}
