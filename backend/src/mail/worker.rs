//! Sends the mails that are due, for as long as the server runs (docs/mail.md#delivery).

use super::Mail;
use super::keys::MailKeys;
use super::letter::Letter;
use super::smtp::SendError;
use crate::background::{Background, Round, Task};
use crate::chat::{ChatTokens, language_of};
use crate::flows::Flows;
use crate::live::Live;
use base::random::{random_below, random_id};
use base::telemetry::{System, measured};
use base::time::{DAY, Millis, now};
use lettre::Address;
use std::convert::Infallible;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use store::{Claimed, ClaimedMail, MailClaim, MailableChat, Outcome, Store, StoreError, WriteError};
use tokio::sync::{Notify, Semaphore};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

/// Mails that are sent at the same time.
const AT_ONCE: usize = 8;

/// How much longer than the mail server may take a mail stays claimed.
const MARGIN: Duration = Duration::from_mins(1);

/// The longest pause between two attempts.
const LONGEST_PAUSE: Millis = 60 * 60 * 1000;

/// For how long a mail is tried.
const GIVEN_UP_AFTER: Millis = 2 * DAY;

/// How long mails under way may still take when the server stops.
const STOP_LIMIT: Duration = Duration::from_secs(5);

/// What sending mails needs.
pub(crate) struct MailParts {
    pub(crate) mail: Arc<Mail>,
    pub(crate) store: Arc<Store>,
    pub(crate) flows: Arc<Flows>,
    pub(crate) live: Arc<Live>,
    pub(crate) chat_tokens: ChatTokens,
    pub(crate) keys: MailKeys,
}

/// Starts sending what is due. When the server stops, mails under way may still be sent, so that none is sent again after a
/// restart; those that take longer may be.
pub(crate) fn start_mails(background: &mut Background, parts: MailParts) {
    let parts = Arc::new(parts);
    let (room, wake) = (Arc::new(Semaphore::new(AT_ONCE)), Arc::new(Notify::new()));
    let task = Task {
        name: "mail",
        wake: Arc::clone(&wake),
        stop_limit: Some(STOP_LIMIT),
    };
    background.start(task, move |round| {
        send_due(Arc::clone(&parts), Arc::clone(&room), Arc::clone(&wake), round)
    });
}

/// Begins to send what is due. A mail that ends makes room for the next one, so one that hangs delays no other.
async fn send_due(
    parts: Arc<MailParts>,
    room: Arc<Semaphore>,
    wake: Arc<Notify>,
    round: Round,
) -> Result<Duration, StoreError> {
    for mail in claim_due(&parts, room.available_permits(), &round.stopping).await? {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else {
            break;
        };
        let (parts, room, wake) = (Arc::clone(&parts), Arc::clone(&room), Arc::clone(&wake));
        round.spawn(async move {
            deliver(&parts, mail).await;
            let was_full = room.available_permits() == 0;
            drop(place);
            if was_full {
                wake.notify_one();
            }
        });
    }
    Ok(parts.mail.setting.interval)
}

/// Claims mails that are due, as many as there is room for.
async fn claim_due(
    parts: &MailParts,
    room: usize,
    stopping: &CancellationToken,
) -> Result<Vec<ClaimedMail>, StoreError> {
    let mut claimed = Vec::new();
    let mail = &parts.mail;
    while claimed.len() < room && !stopping.is_cancelled() {
        let (now, missing) = (now(), room - claimed.len());
        let due = parts
            .store
            .due_mails(now - millis(mail.setting.delay), now, missing)
            .await;
        // What is claimed already must be sent.
        let due = match due {
            Err(error) if claimed.is_empty() => return Err(error),
            due => due.unwrap_or_default(),
        };
        let are_all = due.len() < missing;
        for feedback_id in due {
            match claim(parts, mail, feedback_id).await {
                Ok(mail) => claimed.extend(mail),
                Err(error) => {
                    warn!(?error, "claiming a mail failed");
                    return Ok(claimed);
                }
            }
        }
        if are_all {
            break;
        }
    }
    Ok(claimed)
}

/// Claims a mail; `None` if it is not to be sent now, or another server has it.
async fn claim(
    parts: &MailParts,
    mail: &Mail,
    feedback_id: String,
) -> Result<Option<ClaimedMail>, WriteError<Infallible>> {
    let now = now();
    let claim = MailClaim {
        feedback_id,
        now,
        until: now + millis(mail.setting.send_limit + MARGIN),
        per_day: mail.setting.per_day,
    };
    Ok(match parts.store.claim_mail(claim).await? {
        Claimed::Mail(claimed) => Some(claimed),
        Claimed::Nothing => None,
        Claimed::Limited { to_all: true } => {
            let per_day = mail.setting.per_day;
            warn!(per_day, "daily mail limit reached; sending paused");
            None
        }
        Claimed::Limited { to_all: false } => {
            info!("daily mail limit of an address reached; next mail waits");
            None
        }
    })
}

/// Sends a claimed mail and notes what came of it. Where that fails, the mail is due again when its claim ends.
async fn deliver(parts: &MailParts, claimed: ClaimedMail) {
    let mail = &parts.mail;
    let outcome = attempt(parts, mail, &claimed).await.unwrap_or_else(|error| {
        error!(%error, "mail rendering failed; will retry");
        Outcome::Failed {
            not_before: now() + pause(mail.setting.first_retry, claimed.attempts),
        }
    });
    if let Err(error) = parts.store.note_mail(claimed, outcome).await {
        warn!(?error, "recording a mail result failed; it may be sent again");
    }
}

/// Sends a mail, if there is still something to tell.
async fn attempt(parts: &MailParts, mail: &Mail, claimed: &ClaimedMail) -> Result<Outcome, StoreError> {
    let feedback_id = &claimed.feedback_id;
    // Before what the customer has seen is read: who has seen a reply and then gone is not notified of it.
    let is_watched = parts.live.is_watched(feedback_id).await;
    let Some(found) = parts.store.mailable_chat(feedback_id).await? else {
        return Ok(Outcome::Ended { position: i64::MAX });
    };
    let position = found.chat.position;
    let Some(epoch) = found.chat.epoch else {
        return Ok(Outcome::Ended { position });
    };
    if found.replies.is_empty() || is_watched {
        return Ok(Outcome::Ended { position });
    }
    let sent = send(parts, mail, claimed, &found, epoch).await?;
    Ok(match sent {
        Ok(()) => Outcome::Sent {
            position,
            not_before: now() + millis(mail.setting.quiet_period),
        },
        Err(SendError::NoMailbox(reason)) => {
            warn!(%reason, "mail undeliverable; address removed from the chat");
            Outcome::Undeliverable
        }
        Err(SendError::Refused(reason)) => {
            error!(%reason, "mail delivery failed: rejected by the mail server; no retry");
            Outcome::Ended { position }
        }
        Err(SendError::Temporary(reason)) => later(mail, claimed, &reason, position),
    })
}

/// Builds a mail and hands it to the mail server.
async fn send(
    parts: &MailParts,
    mail: &Mail,
    claimed: &ClaimedMail,
    found: &MailableChat,
    epoch: i64,
) -> Result<Result<(), SendError>, StoreError> {
    let MailableChat { chat, replies } = found;
    let node = parts.store.node_with_chat(&chat.node_id).await?;
    let flow = parts
        .flows
        .revision(&parts.store, &chat.flow_id, chat.flow_revision)
        .await?;
    let (Some((node, settings)), Some(flow)) = (node, flow) else {
        return Ok(Err(SendError::Refused("the chat has no node or no flow".into())));
    };
    let (id, address) = (&claimed.feedback_id, &claimed.address_hash);
    let unwritable =
        |error: &dyn std::fmt::Display| SendError::Refused(format!("it cannot be written: {error}"));
    let to = match claimed.address.parse::<Address>() {
        Ok(to) => to,
        Err(error) => return Ok(Err(unwritable(&error))),
    };
    let token = parts.chat_tokens.mailed_token(id, epoch, claimed.number);
    let letter = Letter {
        from: &mail.setting.from,
        to: &to,
        node_name: node.name.as_deref(),
        language: &language_of(&flow.flow, chat.language_id.as_deref()),
        chat_link: &mail.chat_link(id, &token),
        stop_link: &mail.stop_link(id, address, &parts.keys.stop_token(id, address)),
        replies: if settings.email_includes_reply {
            replies
        } else {
            &[]
        },
        id: &match random_id() {
            Ok(id) => id,
            Err(error) => return Ok(Err(SendError::Temporary(error.to_string()))),
        },
    };
    let message = match letter.message() {
        Ok(message) => message,
        Err(error) => return Ok(Err(unwritable(&error))),
    };
    let server = &mail.setting.server;
    let formatted = message.formatted();
    let send = server.send(
        &mail.hello,
        message.envelope(),
        &formatted,
        mail.setting.send_limit,
    );
    Ok(measured(System::Mail, send).await)
}

/// Decides when a mail is tried again, or gives it up.
fn later(mail: &Mail, claimed: &ClaimedMail, reason: &str, position: i64) -> Outcome {
    let now = now();
    let attempts = claimed.attempts + 1;
    if now - claimed.reply_waits_since >= GIVEN_UP_AFTER {
        error!(
            reason,
            attempts, "mail delivery failed; no more retries after two days"
        );
        return Outcome::Ended { position };
    }
    let pause = pause(mail.setting.first_retry, claimed.attempts);
    warn!(
        reason,
        attempts,
        next_attempt_in_seconds = pause / 1000,
        "mail delivery failed; will retry"
    );
    Outcome::Failed {
        not_before: now + pause,
    }
}

/// Returns the pause after an attempt: twice as long as the one before, and up to a fifth longer, so that mails that failed
/// together do not come back together.
fn pause(first: Duration, attempts_before: u32) -> Millis {
    let pause = millis(first)
        .saturating_mul(1 << attempts_before.min(12))
        .min(LONGEST_PAUSE);
    let most = u32::try_from(pause / 5 + 1).ok().and_then(NonZeroU32::new);
    let random = most.and_then(|most| random_below(most).ok()).unwrap_or(0);
    pause + Millis::from(random)
}

fn millis(duration: Duration) -> Millis {
    Millis::try_from(duration.as_millis()).unwrap_or(Millis::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_an_hour() {
        let minute = Duration::from_mins(1);
        for (attempts, minutes) in [(0, 1), (1, 2), (5, 32), (6, 60), (u32::MAX, 60)] {
            let pause = pause(minute, attempts);
            let least = minutes * 60_000;
            assert!(
                (least..=least + least / 5).contains(&pause),
                "{attempts}: {pause}"
            );
        }
        assert_eq!(pause(Duration::ZERO, 3), 0);
    }
}
