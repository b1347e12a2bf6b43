//! The chats whose tokens a request holds (docs/api.md#previous-feedbacks).

use super::problem::Problem;
use crate::application::AppState;
use crate::chat::ChatTokens;
use axum::http::{HeaderMap, HeaderName};
use std::collections::HashMap;
use store::{ChatCursor, HeldChat, UnreadReply};

/// The header with the chats that a browser has, each with its token.
const HEADER: HeaderName = HeaderName::from_static("x-chat-tokens");

/// Most chats of one request.
const MOST_CHATS: usize = 20;

/// Most bytes of the header.
const MOST_BYTES: usize = 4 * 1024;

/// The chats that a request names, by their feedback's id.
#[derive(Debug, Default)]
pub(super) struct NamedChats(HashMap<String, NamedChat>);

#[derive(Debug, PartialEq)]
struct NamedChat {
    token: String,
    /// Up to which position of the chat the visitor has seen it.
    seen: i64,
}

impl NamedChats {
    /// Reads the header: `ID:TOKEN` or `ID:TOKEN:CURSOR` for each chat, separated by commas.
    ///
    /// # Errors
    /// 400 for another form, for too many chats and for too many bytes.
    pub(super) fn read(headers: &HeaderMap) -> Result<Self, Problem> {
        let mut chats = HashMap::new();
        let mut bytes = 0;
        for value in headers.get_all(HEADER) {
            bytes += value.len();
            if bytes > MOST_BYTES {
                return Err(invalid(&format!("at most {MOST_BYTES} bytes are accepted")));
            }
            let text = value.to_str().map_err(|_| invalid(FORM))?;
            for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
                let (id, chat) = parse(entry).ok_or_else(|| invalid(FORM))?;
                chats.insert(id, chat);
            }
        }
        if chats.len() > MOST_CHATS {
            return Err(invalid(&format!("at most {MOST_CHATS} chats are accepted")));
        }
        Ok(Self(chats))
    }

    /// Returns those of the chats that are a node's and whose token is right, the newest first. The others are left out: which
    /// of them exist is not told, and a browser may well hold a token that is no longer good for anything.
    ///
    /// # Errors
    /// The holders of one of the tokens ask too often; the database failed.
    pub(super) async fn prove(&self, app: &AppState, node_id: &str) -> Result<Vec<HeldChat>, Problem> {
        // Nothing that has another form is looked up.
        let ids: Vec<_> = self
            .0
            .iter()
            .filter(|(_, chat)| ChatTokens::has_form(&chat.token))
            .map(|(id, _)| id.as_str())
            .collect();
        let mut held: Vec<_> = app
            .store
            .chats_at_node(node_id, &ids)
            .await?
            .into_iter()
            .filter(|chat| self.has_token_of(app, chat))
            .collect();
        for chat in &held {
            app.admission.rates.count_chat(&chat.feedback_id).await?;
        }
        held.sort_by(|one, other| {
            (other.created_at, &other.feedback_id).cmp(&(one.created_at, &one.feedback_id))
        });
        Ok(held)
    }

    /// Counts what the visitor has not seen of these chats.
    pub(super) async fn unread(
        &self,
        app: &AppState,
        held: &[HeldChat],
    ) -> Result<HashMap<String, u32>, Problem> {
        let ids = held.iter().map(|chat| chat.feedback_id.as_str());
        Ok(app.store.unread_replies(&self.seen(ids)).await?)
    }

    /// Returns the newest replies that the visitor has not seen, by chat.
    pub(super) async fn unread_replies<'a>(
        &self,
        app: &AppState,
        ids: impl Iterator<Item = &'a str>,
    ) -> Result<HashMap<String, UnreadReply>, Problem> {
        let replies = app.store.newest_unread_replies(&self.seen(ids)).await?;
        let by_chat = replies
            .into_iter()
            .map(|reply| (reply.feedback_id.clone(), reply));
        Ok(by_chat.collect())
    }

    /// Returns these chats with the positions up to which the visitor has seen them.
    fn seen<'a>(&self, ids: impl Iterator<Item = &'a str>) -> Vec<(&'a str, i64)> {
        ids.filter_map(|id| Some((id, self.0.get(id)?.seen))).collect()
    }

    fn has_token_of(&self, app: &AppState, chat: &HeldChat) -> bool {
        let (Some(named), Some(keys)) = (self.0.get(&chat.feedback_id), chat.keys()) else {
            return false;
        };
        let kind = app.chat_tokens.kind_of(&named.token, &chat.feedback_id, keys);
        kind.is_some()
    }
}

const FORM: &str = "for each chat `ID:TOKEN` or `ID:TOKEN:CURSOR` is expected, separated by commas";

fn invalid(detail: &str) -> Problem {
    Problem::InvalidChatTokens(detail.to_owned())
}

fn parse(entry: &str) -> Option<(String, NamedChat)> {
    let mut parts = entry.split(':');
    let id = parts.next().filter(|id| !id.is_empty())?;
    let token = parts.next()?;
    // What is counted is how much came after a position: that of another history is as good a guess as any.
    let seen = match parts.next() {
        None => 0,
        Some(cursor) => cursor.parse::<ChatCursor>().ok()?.position(),
    };
    let chat = NamedChat {
        token: token.to_owned(),
        seen,
    };
    parts.next().is_none().then(|| (id.to_owned(), chat))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn read(values: &[&str]) -> Result<NamedChats, Problem> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(HEADER, HeaderValue::from_str(value).unwrap());
        }
        NamedChats::read(&headers)
    }

    #[test]
    fn chats_have_a_token_and_perhaps_a_cursor() {
        let named = read(&["a:x, b:y:7.123456789 ,", "c:z:0"]).unwrap();
        let of = |id: &str| {
            let chat = &named.0[id];
            (chat.token.as_str(), chat.seen)
        };
        assert_eq!((of("a"), of("b"), of("c")), (("x", 0), ("y", 7), ("z", 0)));
        assert!(read(&[]).unwrap().0.is_empty());
        for wrong in ["a", ":x", "a:x:y", "a:x:", "a:x:1:2"] {
            assert!(
                matches!(read(&[wrong]), Err(Problem::InvalidChatTokens(_))),
                "{wrong}"
            );
        }
    }

    #[test]
    fn their_number_and_their_bytes_are_bounded() {
        let list = |number: usize| {
            let entries: Vec<_> = (0..number).map(|index| format!("{index}:x")).collect();
            entries.join(",")
        };
        assert!(read(&[&list(MOST_CHATS)]).is_ok());
        assert!(read(&[&list(MOST_CHATS + 1)]).is_err());
        let long = format!("a:{}", "x".repeat(MOST_BYTES / 2));
        assert!(read(&[&long]).is_ok());
        assert!(read(&[&long, &long]).is_err());
    }
}
