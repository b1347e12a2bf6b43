//! Stores a past by the jobs of the server, with the times that it names.

use super::story::{PastAct, PastChat, PastCounters, PastFeedback, Story};
use crate::cli::error::CommandError;
use crate::feedback::{Evidence, Submission, SubmissionCheck};
use crate::flows::Flows;
use crate::phone_verification::PhoneKeys;
use crate::server_key::Secrets;
use crate::staff::{AddressHashes, DeviceHashes};
use axum::http::{HeaderMap, HeaderValue};
use base::random::{ordered_id, random_id};
use base::records::{LinkSignature, QueueRule};
use base::time::Millis;
use futures_util::future::try_join_all;
use std::fmt::Debug;
use store::{
    ActBy, ChatAct, ChatActKind, CheckedSubmission, CounterBatch, CounterPlace, Counters, FeedbackAct,
    FeedbackActKind, MessageKind, NewFeedbackNote, NewMessage, NewRating, Sender, Store, WriteError,
};

/// Who has answered, in the demo.
const STAFF: &str = "Ann";

/// How long after a feedback staff have looked at it.
const UNTIL_REVIEW: Millis = 3 * 60 * 60 * 1_000;

/// Stores a past.
pub(super) struct Filling<'a> {
    store: &'a Store,
    flows: Flows,
    device_hashes: DeviceHashes,
    address_hashes: AddressHashes,
    phone_keys: PhoneKeys,
}

impl<'a> Filling<'a> {
    pub(super) async fn new(store: &'a Store, secrets: &Secrets) -> Result<Self, CommandError> {
        Ok(Self {
            store,
            flows: Flows::default(),
            device_hashes: DeviceHashes::new(store, secrets).await?,
            address_hashes: AddressHashes::new(store, secrets).await?,
            phone_keys: PhoneKeys::new(store, secrets).await?,
        })
    }

    /// Stores a story, and returns how many feedbacks and chats it has. Everything is checked before anything is stored. What can be
    /// written at once waits for one commit.
    ///
    /// # Errors
    /// A feedback does not fit its flow, or the database fails.
    pub(super) async fn fill(&self, story: Story) -> Result<(usize, usize), CommandError> {
        let mut submissions = Vec::with_capacity(story.feedbacks.len());
        for past in &story.feedbacks {
            submissions.push(self.check(past).await?);
        }
        let devices: Vec<_> = submissions.iter().map(Device::of).collect();
        let stored = submissions.into_iter().map(|submission| self.submit(submission));
        let ids = try_join_all(stored).await?;
        let feedbacks = || ids.iter().zip(&story.feedbacks);
        let quiet = feedbacks().filter(|(_, past)| past.chat.is_none());
        try_join_all(quiet.map(|(id, past)| self.review(id, past, past.at + UNTIL_REVIEW))).await?;
        let told = feedbacks().zip(&devices).filter_map(|((id, past), device)| {
            let chat = past.chat.as_ref()?;
            Some(ToldChat {
                id,
                past,
                chat,
                device,
            })
        });
        let told: Vec<_> = told.collect();
        self.tell(&told).await?;
        let counters = CounterBatch(story.counters.into_iter().map(counted).collect());
        self.store.add_counters(counters).await.map_err(not_stored)?;
        Ok((ids.len(), told.len()))
    }

    /// Checks a feedback as one that a visitor sends.
    async fn check(&self, past: &PastFeedback) -> Result<CheckedSubmission, CommandError> {
        let body = past.body.get();
        let refused = |why: &dyn Debug| format!("{why:?}: {body}");
        let mut headers = HeaderMap::new();
        if past.is_partial {
            headers.insert("x-completed", HeaderValue::from_static("true"));
        }
        let submission = Submission::read(&headers, body.as_bytes()).map_err(|why| refused(&why))?;
        let feedback = &submission.feedback;
        let target = self.store.target(&feedback.node_id, &feedback.flow_id).await?;
        let target = target.ok_or_else(|| refused(&"no such node"))?;
        let flow = self.flows.newest(self.store, &feedback.flow_id).await?;
        let flow = flow.ok_or_else(|| refused(&"no such flow"))?;
        let widget = match &feedback.widget_code {
            Some(code) => self.store.widget_rules(code, &feedback.node_id).await?,
            None => None,
        };
        let check = SubmissionCheck {
            node: target.node,
            chat: target.chat,
            flow,
            newest: None,
            evidence: Evidence {
                signature: LinkSignature::Unsigned,
                widget,
                needs_signed: false,
                customer: None,
            },
            phone_keys: self.phone_keys.clone(),
            bindings: Vec::new(),
            new_id: ordered_id(past.at)?,
            device_hash: self.device_hashes.hash(&feedback.device_id),
            client: None,
            address_hashes: self.address_hashes.clone(),
            received_at: past.at,
        };
        let mut checked = check.run(submission).map_err(|why| refused(&why))?;
        if past.chat.as_ref().is_some_and(|chat| chat.is_queued) {
            checked.queue = QueueRule::Always;
        }
        if past.chat.is_some() != checked.feedback.chat_epoch.is_some() {
            return Err(refused(&"only a flow that ends in a chat has one").into());
        }
        Ok(checked)
    }

    async fn submit(&self, submission: CheckedSubmission) -> Result<String, CommandError> {
        let receipt = self.store.submit(submission).await.map_err(not_stored)?;
        Ok(receipt.id)
    }

    /// Does what staff have done with a feedback.
    async fn review(&self, feedback_id: &str, past: &PastFeedback, at: Millis) -> Result<(), CommandError> {
        if let Some(body) = &past.note {
            let note = NewFeedbackNote {
                feedback_id: feedback_id.into(),
                id: random_id()?,
                by: by(at),
                body: body.clone(),
            };
            self.store.add_feedback_note(note).await.map_err(not_stored)?;
        }
        let tags = (!past.tags.is_empty()).then(|| FeedbackActKind::Tag {
            add: past.tags.clone(),
            remove: Vec::new(),
        });
        let review = past.review.map(FeedbackActKind::SetReview);
        for kind in tags.into_iter().chain(review) {
            let act = FeedbackAct {
                feedback_id: feedback_id.into(),
                by: by(at),
                kind,
            };
            self.store.act_on_feedback(act).await.map_err(not_stored)?;
        }
        Ok(())
    }

    /// Lets chats happen, one thing after the other, so that the list of chats has them in the order of their last changes.
    async fn tell(&self, chats: &[ToldChat<'_>]) -> Result<(), CommandError> {
        let mut moments = Vec::new();
        for told in chats {
            moments.push((told.past.at, told, None));
            let steps = told.chat.steps.iter();
            moments.extend(steps.map(|step| (step.at, told, Some(&step.act))));
        }
        moments.sort_by_key(|(at, ..)| *at);
        for (at, told, act) in moments {
            match act {
                None => self.review(told.id, told.past, at).await?,
                Some(act) => self.do_in_chat(told, at, act).await?,
            }
        }
        Ok(())
    }

    async fn do_in_chat(&self, told: &ToldChat<'_>, at: Millis, act: &PastAct) -> Result<(), CommandError> {
        let kind = match act {
            PastAct::Customer(body) => {
                let message = message(told, at, told.device.sender(), body);
                return self.add(message).await;
            }
            PastAct::Reply(body) => return self.add(message(told, at, staff(), body)).await,
            PastAct::Note(body) => {
                let note = NewMessage {
                    kind: MessageKind::Note,
                    ..message(told, at, staff(), body)
                };
                return self.add(note).await;
            }
            PastAct::Rate(rating) => {
                let rating = NewRating {
                    feedback_id: told.id.into(),
                    rating: *rating,
                    is_enabled: true,
                    created_at: at,
                };
                self.store.add_rating(rating).await.map_err(not_stored)?;
                return Ok(());
            }
            PastAct::Assign(to) => ChatActKind::Assign { to: Some(to.clone()) },
            PastAct::Close {} => ChatActKind::Close,
            PastAct::Snooze { until } => ChatActKind::Snooze { until: Some(*until) },
        };
        // Who does something with a chat has read it.
        let read = ChatActKind::Read { position: i64::MAX };
        for kind in [read, kind] {
            let act = ChatAct {
                feedback_id: told.id.into(),
                by: by(at),
                kind,
            };
            self.store.act_on_chat(act).await.map_err(not_stored)?;
        }
        Ok(())
    }

    async fn add(&self, message: NewMessage) -> Result<(), CommandError> {
        let new_id = random_id()?;
        let message = NewMessage { new_id, ..message };
        self.store.add_message(message).await.map_err(not_stored)?;
        Ok(())
    }
}

/// A chat that is stored, and what happens in it.
struct ToldChat<'a> {
    id: &'a str,
    past: &'a PastFeedback,
    chat: &'a PastChat,
    device: &'a Device,
}

/// The device on which a feedback was given.
struct Device {
    id: String,
    hash: String,
}

impl Device {
    fn of(submission: &CheckedSubmission) -> Self {
        Self {
            id: submission.feedback.device_id.clone(),
            hash: submission.device_hash.clone(),
        }
    }

    fn sender(&self) -> Sender {
        Sender::Customer {
            device_id: self.id.clone(),
            device_hash: self.hash.clone(),
        }
    }
}

fn by(at: Millis) -> ActBy {
    ActBy {
        staff: STAFF.into(),
        at,
    }
}

fn staff() -> Sender {
    Sender::Staff { name: STAFF.into() }
}

/// A message, but for its id.
fn message(told: &ToldChat<'_>, at: Millis, sender: Sender, body: &str) -> NewMessage {
    NewMessage {
        feedback_id: told.id.into(),
        new_id: String::new(),
        sender,
        kind: MessageKind::Message,
        body: body.into(),
        upload_id: None,
        is_outside_hours: false,
        client_key: None,
        key: None,
        created_at: at,
    }
}

fn counted(past: PastCounters) -> (CounterPlace, Counters) {
    let place = CounterPlace {
        flow_id: past.flow_id,
        begins_at: past.begins_at,
        node_id: past.node_id,
        widget_code: past.widget_code,
    };
    let counters = Counters {
        shown: past.shown,
        opened: past.opened,
        started: past.started,
    };
    (place, counters)
}

fn not_stored<R: Debug>(error: WriteError<R>) -> CommandError {
    format!("the database has not taken it: {error:?}").into()
}
