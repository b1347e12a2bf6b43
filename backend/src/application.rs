//! The running application: what the handlers of requests share, and background workers get parts of.

use crate::accounts::Accounts;
use crate::admission::Admission;
use crate::chat::{ChatTokens, ReplyTimes};
use crate::condition::Condition;
use crate::connectors::Connectors;
use crate::console::Console;
use crate::counters::StepCounter;
use crate::disk_room::DiskRoom;
use crate::documents::Document;
use crate::editing::RecordWork;
use crate::erasure::Eraser;
use crate::flows::Flows;
use crate::live::Live;
use crate::loader::Loader;
use crate::mail::{Mail, MailKeys};
use crate::pages::Pages;
use crate::phone_verification::PhoneKeys;
use crate::results::{KeptExports, LiveResults};
use crate::revision_life::RevisionLife;
use crate::server_address::ServerAddress;
use crate::staff::{AddressHashes, DeviceHashes, FeedbackReader, NetworkHashes, TokenUses};
use crate::text_messages::TextMessages;
use crate::uploads::Uploads;
use crate::webhooks::Webhooks;
use axum::http::HeaderValue;
use base::code_limits::SendLimits;
use base::customers::verified_customer;
use base::records::{FeedbackNode, LinkSignature, Unavailability};
use base::time::{Millis, now};
use std::net::IpAddr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use store::{Store, StoreError};
use tokio::sync::Semaphore;

/// How this process has started.
pub(crate) struct ServerStart {
    pub(crate) at: Millis,
    /// What is risky about its settings, or that nothing is.
    pub(crate) configuration: Vec<Condition>,
}

/// The state of the running application: one for the process.
pub(crate) struct AppState {
    pub(crate) store: Arc<Store>,
    pub(crate) flows: Arc<Flows>,
    pub(crate) reply_times: ReplyTimes,
    pub(crate) chat_tokens: ChatTokens,
    pub(crate) device_hashes: DeviceHashes,
    pub(crate) address_hashes: AddressHashes,
    pub(crate) network_hashes: NetworkHashes,
    pub(crate) token_uses: TokenUses,
    pub(crate) accounts: Accounts,
    pub(crate) phone_keys: PhoneKeys,
    pub(crate) send_limits: SendLimits,
    /// `None`: text messages cannot be sent.
    pub(crate) text_messages: Option<TextMessages>,
    pub(crate) mail_keys: MailKeys,
    /// `None`: no mails can be sent.
    pub(crate) mail: Option<Arc<Mail>>,
    pub(crate) connectors: Connectors,
    pub(crate) webhooks: Arc<Webhooks>,
    /// How many exports may still begin that are sent while they are made.
    pub(crate) exports: Arc<Semaphore>,
    pub(crate) kept_exports: Arc<KeptExports>,
    pub(crate) record_work: RecordWork,
    pub(crate) live: Arc<Live>,
    pub(crate) live_results: LiveResults,
    /// `None`: nothing is counted.
    pub(crate) counter: Option<Arc<StepCounter>>,
    pub(crate) uploads: Arc<Uploads>,
    pub(crate) room: Arc<DiskRoom>,
    pub(crate) eraser: Arc<Eraser>,
    pub(crate) admission: Admission,
    /// How long submissions may answer what an import has superseded.
    pub(crate) revision_life: RevisionLife,
    pub(crate) pages: Pages,
    /// How this interface is described to programs.
    pub(crate) description: LazyLock<Document>,
    /// Whether browsers may keep pages for when there is no connection.
    pub(crate) has_service_worker: bool,
    pub(crate) loader: Loader,
    pub(crate) console: Console,
    /// Where unknown paths are redirected to.
    pub(crate) site_url: Option<HeaderValue>,
    /// The address by which others reach this server; `None`: the origin that a request was sent to.
    pub(crate) public_url: Option<ServerAddress>,
    /// The address by which staff reach this server, if they have a host of their own.
    pub(crate) staff_url: Option<ServerAddress>,
    /// Whether people have to set up a second factor before anything else.
    pub(crate) requires_second_factor: bool,
    pub(crate) start: ServerStart,
    /// Whether this process takes no more visitors, since it is about to stop.
    pub(crate) is_stopping: AtomicBool,
}

impl AppState {
    /// Returns why a node takes no feedback now from a link with this signature; `None` if it does.
    pub(crate) async fn unavailability_of(
        &self,
        node: &FeedbackNode,
        signature: &LinkSignature,
    ) -> Result<Option<Unavailability>, StoreError> {
        if node.refuses_signature(signature) {
            return Ok(Some(Unavailability::InvalidSignature));
        }
        let moment = now();
        if let Some(reason) = node.unavailability_at(moment) {
            return Ok(Some(reason));
        }
        let Some(quota) = node.quota_at(moment) else {
            return Ok(None);
        };
        let is_used_up = self.store.is_quota_used_up(&node.id, quota).await?;
        Ok(is_used_up.then_some(Unavailability::QuotaUsedUp))
    }

    /// Returns why a node takes no feedback now from a client who comes by a link with this signature, also because they have used as
    /// much of its quota as one may; `None` if it does.
    pub(crate) async fn unavailability_for(
        &self,
        node: &FeedbackNode,
        signature: &LinkSignature,
        client: Option<IpAddr>,
    ) -> Result<Option<Unavailability>, StoreError> {
        let for_anybody = self.unavailability_of(node, signature).await?;
        let (None, Some(quota)) = (for_anybody, node.quota_at(now())) else {
            return Ok(for_anybody);
        };
        let customer = signature
            .claims()
            .and_then(|claims| verified_customer(&claims.customer));
        let Some(sender) = self.address_hashes.hash_sender(customer.as_deref(), client) else {
            return Ok(None);
        };
        let is_used_up = self.store.is_share_used_up(&node.id, quota, &sender).await?;
        Ok(is_used_up.then_some(Unavailability::QuotaUsedUp))
    }

    /// Returns the configured address by which staff reach this server.
    pub(crate) fn staff_address(&self) -> Option<&ServerAddress> {
        self.staff_url.as_ref().or(self.public_url.as_ref())
    }

    /// Returns what reads feedback, for those who need nothing else.
    pub(crate) fn feedback_reader(&self) -> FeedbackReader {
        FeedbackReader::new(&self.store, &self.flows, &self.device_hashes)
    }

    /// Returns the product's site, for pages.
    pub(crate) fn site_url(&self) -> Option<&str> {
        self.site_url.as_ref()?.to_str().ok()
    }
}
