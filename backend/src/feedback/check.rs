//! Checks a submission against the flow revision that it names.

use super::bindings::Bindings;
use super::evidence::Evidence;
use super::origin::origin_and_path;
use super::personal_data::mask_personal_data;
use super::phone_proofs::take_proofs;
use super::state_times::check_state_times;
use super::stored_responses::stored_responses;
use super::submission::Submission;
use crate::chat::FIRST_EPOCH;
use crate::flows::LoadedFlow;
use crate::phone_verification::PhoneKeys;
use crate::staff::AddressHashes;
use base::customers::customer_id;
use base::input::fault::{Fault, FaultKey, Faults};
use base::records::{ChatSettings, FeedbackNode};
use base::time::Millis;
use engine::{Feedback, StateStyle, check_submission, clean_contacts};
use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::Arc;
use store::{Binding, CheckedSubmission, CountedQuota, FeedbackStatus, NewFeedback, Scores, UploadClaim};

/// What a submission is checked against.
pub(crate) struct SubmissionCheck {
    pub(crate) node: Arc<FeedbackNode>,
    pub(crate) chat: Arc<ChatSettings>,
    pub(crate) flow: Arc<LoadedFlow>,
    /// The newest revision of the flow, if it is another one.
    pub(crate) newest: Option<Arc<LoadedFlow>>,
    /// What the submission proves about its customer.
    pub(crate) evidence: Evidence,
    pub(crate) phone_keys: PhoneKeys,
    /// The stored bindings that the submission names.
    pub(crate) bindings: Vec<Binding>,
    /// The id of the feedback if it is a new one.
    pub(crate) new_id: String,
    /// The hash by which staff know the device.
    pub(crate) device_hash: String,
    /// The address of the client, if it says anything about them.
    pub(crate) client: Option<IpAddr>,
    pub(crate) address_hashes: AddressHashes,
    pub(crate) received_at: Millis,
}

impl SubmissionCheck {
    /// Checks that a visitor of the flow could have sent a submission, and prepares it for the store.
    ///
    /// # Errors
    /// Each answer that a visitor of this flow could not have given, each required answer that is missing, each phone number
    /// that has to be verified and is not, and attributes that the host's server had to sign.
    pub(crate) fn run(self, submission: Submission) -> Result<CheckedSubmission, Faults> {
        let Self {
            node,
            chat,
            flow,
            newest,
            evidence,
            phone_keys,
            bindings,
            new_id,
            device_hash,
            client,
            address_hashes,
            received_at,
        } = self;
        let Submission {
            mut feedback,
            customer,
            state_times,
            reference,
            created_at,
            status,
            continues,
            key,
            tracking,
            signature: _,
        } = submission;
        let is_partial = status == FeedbackStatus::Partial;
        let check = check_submission(&flow.flow, &feedback, is_partial, engine::native());
        let mut faults: Faults = check.errors.into_iter().map(Fault::from).collect();
        faults.leave_out(check.errors_left_out);
        let uploads = claimed_uploads(&feedback, &mut faults);
        check_state_times(&state_times, &flow.flow, &mut faults);
        faults.into_result()?;
        clean_contacts(&flow.flow, &mut feedback.responses);
        evidence.check_claims(customer.as_ref(), &mut feedback.user_id)?;
        let opens_chat = check.end == Some(StateStyle::Chat);
        let once_within = node.once_within().max(evidence.once_within());
        let verified = take_proofs(&mut feedback, &flow.flow, &phone_keys, received_at)?;
        let proven = evidence.prove(customer, received_at);
        let sender_hash = address_hashes.hash_sender(proven.key.as_deref(), client);
        let bindings = Bindings::of(&feedback, bindings, &flow.flow);
        let newest = newest.as_deref().map(|newest| &*newest.flow);
        let (responses, customer) = mask_personal_data(feedback.responses, proven.fields, &flow.flow, newest);
        Ok(CheckedSubmission {
            new_id,
            device_hash,
            address_hash: client.map(|address| address_hashes.hash(address)),
            continues,
            key,
            once_within,
            quota: CountedQuota::of(node.quota_at(received_at), sender_hash),
            queue: chat.queue_rule(node.operates_at(received_at)),
            offers_chat: check.offers_chat,
            uploads,
            asks_for_files: flow.asks_for_files(),
            weight: None,
            feedback: NewFeedback {
                status,
                device_id: feedback.device_id,
                node_id: feedback.node_id,
                flow_id: feedback.flow_id,
                flow_revision: flow.revision,
                user_id: proven.user_id.or(feedback.user_id),
                language_id: feedback.language_id,
                origin_url: feedback
                    .origin_url
                    .and_then(|url| origin_and_path(&url, node.campaign_parameters())),
                created_at,
                created_offline: feedback.created_offline,
                time_spent_in_seconds: feedback.time_spent_in_seconds,
                state_times,
                scores: Scores(
                    check
                        .scores
                        .iter()
                        .map(|(key, score)| (key.to_owned(), *score))
                        .collect(),
                ),
                reference,
                received_at,
                responses: stored_responses(responses, &verified, &bindings),
                customer_id: customer.as_ref().and_then(customer_id),
                customer: customer.map(|customer| customer.to_string()),
                tracking: tracking.map(|tracking| tracking.to_string()),
                customer_verified: proven.is_verified,
                attributes_verified: proven.attributes_verified,
                verified_customer: proven.key,
                chat_epoch: opens_chat.then_some(FIRST_EPOCH),
            },
        })
    }
}

/// Most files of a feedback: far more than a device may upload before it submits.
const MAX_UPLOADS: usize = 100;

/// Returns the uploads among the answers (docs/api.md#uploads-of-a-feedback). Whether they exist, the store knows.
fn claimed_uploads(feedback: &Feedback, faults: &mut Faults) -> Vec<UploadClaim> {
    let mut claims = Vec::new();
    let mut claimed = HashSet::new();
    for (position, item) in feedback.responses.iter().enumerate() {
        let Some(upload_id) = &item.active_storage_blob_id else {
            continue;
        };
        if !claimed.insert(upload_id.as_str()) || claims.len() == MAX_UPLOADS {
            faults.push(Fault::unknown_upload(position));
            continue;
        }
        claims.push(UploadClaim {
            position,
            upload_id: upload_id.clone(),
            question_id: item.question_id.clone(),
        });
    }
    for (position, id) in feedback.attachment_ids.iter().enumerate() {
        if !claimed.contains(id.as_str()) {
            let detail = "no response item names this upload";
            faults.push(Fault::at(
                &format!("/attachment_ids/{position}"),
                FaultKey::UnknownUpload,
                detail,
            ));
        }
    }
    claims
}
