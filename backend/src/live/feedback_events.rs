//! The events that bring new and changed feedback to the staff who follow it (docs/api.md#socket).
//!
//! Feedback has an order of changes in the database, which this process reads from where it has come to: it is woken by commits
//! of its own and of others, and looks now and then where others may write. In a burst it sends a few and says from where to fetch
//! the rest, so that no flood of feedback becomes one of events.

use super::peers::Peers;
use super::staff_room::{StaffRooms, feedback_room};
use crate::staff::{FeedbackItems, FeedbackReader, Texts};
use base::time::Millis;
use serde_json::{Value, json};
use socketioxide::extract::SocketRef;
use socketioxide::socket::Sid;
use socketioxide::{SendError, SocketError, SocketIo};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use store::{FeedbackFilter, ListCursor, NodeScope, StoreError};
use tokio::sync::Mutex;
use tokio::time::{sleep, timeout};
use tracing::{error, warn};

/// The event with a feedback that is new or has changed.
const FEEDBACK: &str = "feedback";

/// The event that says from when on a client has to fetch what has changed.
const FEEDBACKS_MISSED: &str = "feedbacks_missed";

/// Least time between two looks.
const PAUSE: Duration = Duration::from_millis(500);

/// How often it is looked for what other processes have written without telling.
const INTERVAL: Duration = Duration::from_secs(15);

/// Before those who are behind are told again.
const RETRY: Duration = Duration::from_secs(1);

/// Most feedbacks of one look; fewer than packets may wait for a client.
const MOST: u32 = 20;

/// Most bytes of an event. Longer feedback is fetched.
const LONGEST: usize = 32 * 1024;

/// Sends feedback to the staff who follow it.
pub(super) struct FeedbackEvents {
    pub(super) reader: FeedbackReader,
    pub(super) io: SocketIo,
    pub(super) staff: Arc<StaffRooms>,
    pub(super) peers: Option<Arc<Peers>>,
    /// Whether other processes may write to the same database.
    pub(super) is_shared: bool,
    pub(super) progress: Mutex<Progress>,
}

/// What was sent.
#[derive(Default)]
pub(super) struct Progress {
    /// The last change that was seen; `None` before the first look.
    known: Option<ListCursor>,
    /// The sockets that have missed something, each with the time of the first change.
    behind: HashMap<Sid, Millis>,
}

/// What a look has found.
struct Look {
    has_changed: bool,
    /// Whether somebody could not be told that they have missed something.
    is_unfinished: bool,
}

/// Why it is looked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wake {
    /// This process has committed something.
    Own,
    Other,
}

impl FeedbackEvents {
    /// Sends what changes until the store is closed.
    pub(super) async fn run(&self) {
        let mut commits = self.reader.store.commits();
        let mut wake = Wake::Other;
        loop {
            let look = self.look().await.unwrap_or_else(|error| {
                warn!(%error, "looking for changed feedback failed; will retry");
                Look {
                    has_changed: false,
                    is_unfinished: true,
                }
            });
            if let Some(peers) = self
                .peers
                .as_ref()
                .filter(|_| look.has_changed && wake == Wake::Own)
            {
                peers.feedback.tell();
            }
            sleep(PAUSE).await;
            let longest = match (look.is_unfinished, self.is_shared) {
                (true, _) => RETRY,
                (false, true) => INTERVAL,
                (false, false) => Duration::MAX,
            };
            let woken = async {
                tokio::select! {
                    biased;
                    changed = commits.changed() => changed.map(|()| Wake::Own),
                    () = self.heard() => Ok(Wake::Other),
                }
            };
            wake = match timeout(longest, woken).await {
                Ok(Ok(wake)) => wake,
                Ok(Err(_)) => return,
                Err(_) => Wake::Other,
            };
        }
    }

    async fn heard(&self) {
        match &self.peers {
            Some(peers) => peers.feedback.heard().await,
            None => std::future::pending().await,
        }
    }

    /// Sends what has changed since the last look.
    async fn look(&self) -> Result<Look, StoreError> {
        let mut progress = self.progress.lock().await;
        let store = &self.reader.store;
        let is_followed = !self.followers(None).await?.is_empty();
        let known = match progress.known.clone() {
            Some(known) if is_followed => known,
            known => {
                let end = store.last_changed_feedback().await?;
                let has_changed = known.is_some_and(|known| known != end);
                *progress = Progress {
                    known: Some(end),
                    behind: HashMap::new(),
                };
                return Ok(Look {
                    has_changed,
                    is_unfinished: false,
                });
            }
        };
        let everything = FeedbackFilter::of(NodeScope::All);
        let part = store
            .changed_feedbacks(&everything, known.place, Some(&known), MOST + 1)
            .await?;
        let mut rows = part.rows;
        let has_more = rows.len() > MOST as usize || part.looked_at_until.is_some();
        rows.truncate(MOST as usize);
        let last = rows.last().map(|row| ListCursor {
            place: row.updated_at,
            feedback_id: row.id.clone(),
        });
        let items = FeedbackItems::load(&self.reader, String::new(), &rows, Texts::With).await?;
        for row in rows {
            let (node_id, updated_at) = (row.node_id.clone(), row.updated_at);
            let followers = self.followers(Some(&node_id)).await?;
            if followers.is_empty() {
                continue;
            }
            let item = items.item(row).and_then(serde_json::to_value);
            let item = item.inspect_err(|error| error!(%error, "staff event serialization failed"));
            let event = item.ok().filter(|item| item.to_string().len() <= LONGEST);
            for socket in followers {
                let is_sent = event.as_ref().is_some_and(|event| {
                    !progress.behind.contains_key(&socket.id) && is_sent(&socket, FEEDBACK, event)
                });
                if !is_sent {
                    progress.behind.entry(socket.id).or_insert(updated_at);
                }
            }
        }
        let has_changed = last.is_some();
        if let Some(last) = last {
            progress.known = Some(if has_more {
                store.last_changed_feedback().await?
            } else {
                last.clone()
            });
            self.tell_who_is_behind(&mut progress.behind, has_more.then_some(last.place))
                .await?;
        } else if !progress.behind.is_empty() {
            self.tell_who_is_behind(&mut progress.behind, None).await?;
        }
        Ok(Look {
            has_changed,
            is_unfinished: !progress.behind.is_empty(),
        })
    }

    /// Returns the sockets that follow the feedback of a node, or any.
    async fn followers(&self, node_id: Option<&str>) -> Result<Vec<SocketRef>, StoreError> {
        let store = &self.reader.store;
        let rooms = match node_id {
            Some(node_id) => self.staff.rooms_of(store, node_id).await?,
            None => self.staff.all_rooms(store).await?,
        };
        if rooms.is_empty() {
            return Ok(Vec::new());
        }
        let rooms: Vec<String> = rooms.iter().map(|room| feedback_room(room)).collect();
        Ok(self.io.within(rooms).sockets())
    }

    /// Tells those who are behind from when on to fetch; with a time all who follow the inbox are. Keeps those whose queues are full.
    async fn tell_who_is_behind(
        &self,
        behind: &mut HashMap<Sid, Millis>,
        all_since: Option<Millis>,
    ) -> Result<(), StoreError> {
        if all_since.is_none() && behind.is_empty() {
            return Ok(());
        }
        let mut still = HashMap::new();
        for socket in self.followers(None).await? {
            let Some(since) = behind.get(&socket.id).copied().or(all_since) else {
                continue;
            };
            if !is_sent(&socket, FEEDBACKS_MISSED, &json!({ "updated_since": since })) {
                still.insert(socket.id, since);
            }
        }
        *behind = still;
        Ok(())
    }
}

/// Sends an event to a socket, and returns whether its queue had room. One that was closed meanwhile needs nothing: its client connects
/// again and fetches.
fn is_sent(socket: &SocketRef, event: &str, data: &Value) -> bool {
    match socket.emit(event, data) {
        Ok(()) | Err(SendError::Socket(SocketError::Closed)) => true,
        Err(SendError::Socket(SocketError::InternalChannelFull)) => false,
        Err(error) => {
            error!(%error, "staff event serialization failed");
            true
        }
    }
}
