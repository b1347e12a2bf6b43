//! Whose an upload is, and the question that it is for (docs/api.md#uploads). Known before the file is read.

use super::device_id::device_id;
use super::flow_target::find_flow_target;
use super::problem::Problem;
use crate::application::AppState;
use crate::feedback::signature_header;
use axum::http::HeaderMap;
use base::input::fault::{Fault, FaultKey};
use base::records::{FeedbackNode, LinkSignature};
use serde::Deserialize;
use std::net::IpAddr;
use store::UploadOwner;
use utoipa::IntoParams;

/// What an upload is for, from the query or from fields of the form.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UploadParameters {
    /// The node. Here or in the form.
    node_id: Option<String>,
    /// The question that asks for the file. Here or in the form.
    question_id: Option<String>,
    /// The flow that the visitor answers; absent: one of those that the node has now.
    flow_id: Option<String>,
    /// The number of its revision; absent: the newest.
    flow_revision: Option<String>,
}

/// Who uploads.
pub(super) struct Uploader {
    pub(super) device_id: String,
    /// `None` if the address may be shared by many, or does not matter.
    pub(super) client: Option<IpAddr>,
    /// Of the signed link by which the visitor came.
    signature: Option<String>,
}

impl UploadParameters {
    /// Returns whether the upload can be judged by them.
    pub(super) fn are_complete(&self) -> bool {
        self.node_id.is_some() && self.question_id.is_some()
    }

    /// Takes a field of the form for a parameter that is not there yet. Other fields are ignored.
    pub(super) fn set(&mut self, name: &str, text: String) {
        let parameter = match name {
            "node_id" => &mut self.node_id,
            "question_id" => &mut self.question_id,
            "flow_id" => &mut self.flow_id,
            "flow_revision" => &mut self.flow_revision,
            _ => return,
        };
        parameter.get_or_insert(text);
    }
}

impl Uploader {
    /// Reads the headers.
    ///
    /// # Errors
    /// 422 without a device id, and for one that is too long.
    pub(super) fn read(headers: &HeaderMap) -> Result<Self, Problem> {
        let missing = || {
            let detail = "the header X-Device-Id with the device id of the feedback is expected";
            Fault::at("/device_id", FaultKey::Required, detail)
        };
        let device_id = device_id(headers, None)?.ok_or_else(missing)?;
        Ok(Self {
            device_id,
            client: None,
            signature: signature_header(headers).map(str::to_owned),
        })
    }
}

/// Checks that a node takes files for a question now.
///
/// # Errors
/// 422 for what is missing or unknown; 403 or 400 where the node takes no feedback now or not by this link; 503.
pub(super) async fn find_owner(
    app: &AppState,
    uploader: &Uploader,
    parameters: &UploadParameters,
) -> Result<UploadOwner, Problem> {
    let node_id = required("/node_id", parameters.node_id.as_deref())?;
    let question_id = required("/question_id", parameters.question_id.as_deref())?;
    let unknown_node = || Fault::at("/node_id", FaultKey::UnknownNode, "there is no such node");
    let node = app.store.node(node_id).await?.ok_or_else(unknown_node)?;
    let signature: LinkSignature = node.check_signature(uploader.signature.as_deref());
    if let Some(reason) = app.unavailability_of(&node, &signature).await? {
        return Err(reason.into());
    }
    if !asks(app, &node, parameters, question_id).await? {
        let detail = "the flow has no question of style `file` or `screenshot` with this id";
        return Err(Fault::at("/question_id", FaultKey::UnknownQuestion, detail).into());
    }
    Ok(UploadOwner {
        device_id: uploader.device_id.clone(),
        node_id: node.id,
        question_id: Some(question_id.to_owned()),
        source: app.uploads.source(uploader.client, &uploader.device_id),
    })
}

/// Returns whether a flow of the node asks for files with this question: the named one, or else one of those that it has now.
async fn asks(
    app: &AppState,
    node: &FeedbackNode,
    parameters: &UploadParameters,
    question_id: &str,
) -> Result<bool, Problem> {
    if let Some(flow_id) = &parameters.flow_id {
        let revision = parameters.flow_revision.as_deref();
        let revision = revision.map(revision_number).transpose()?;
        // Files of a feedback that was given without a connection come before it. How old the revision may be, is decided
        // when the feedback takes them.
        let target = find_flow_target(app, &node.id, flow_id, revision, true).await?;
        return Ok(target.flow.takes_files(question_id));
    }
    let flow_ids = [Some(&node.flow_id), node.non_operating_hours_flow_id.as_ref()];
    for flow_id in flow_ids.into_iter().flatten() {
        let flow = app.flows.newest(&app.store, flow_id).await?;
        if flow.is_some_and(|flow| flow.takes_files(question_id)) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn revision_number(revision: &str) -> Result<u32, Fault> {
    let detail = "the number of a revision is expected";
    revision
        .parse()
        .map_err(|_| Fault::at("/flow_revision", FaultKey::WrongType, detail))
}

fn required<'a>(pointer: &str, value: Option<&'a str>) -> Result<&'a str, Problem> {
    let missing = || {
        Fault::at(
            pointer,
            FaultKey::Required,
            "expected in the query, or as a field of the form before `file`",
        )
    };
    Ok(value.filter(|value| !value.is_empty()).ok_or_else(missing)?)
}
