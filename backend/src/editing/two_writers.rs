//! Two people write in one draft, in many orders of reading, writing, lost responses and repeats: nothing is lost, nothing is written
//! twice.

use super::{DocumentPatch, DraftDocument};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Arc;
use store::{
    ActBy, Draft, DraftBase, DraftChange, DraftRefusal, IdempotencyKey, StaffAct, Store, WriteError,
};
use tokio::task::JoinSet;

/// Drafts that are written in at the same time.
const DRAFTS: u64 = 100;

/// In each of them, one after the other. Together 10,000.
const INTERLEAVINGS: usize = 100;

/// What each writer adds in one interleaving.
const ENTRIES: usize = 2;

/// Sent requests that a network may deliver once more.
const DELAYED: usize = 6;

/// Numbers in a fixed order without pattern (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn one_in(&mut self, many: u64) -> bool {
        self.draw().is_multiple_of(many)
    }
}

/// Somebody who wants to add entries to the draft.
struct Writer {
    name: &'static str,
    wanted: VecDeque<String>,
    /// The draft as it was read.
    seen: Option<Draft>,
    /// A request whose response is not there.
    sent: Option<DraftChange>,
}

struct Scene {
    store: Arc<Store>,
    flow_id: String,
    numbers: Numbers,
    /// Names of versions and keys.
    made: u64,
    delayed: VecDeque<(DraftChange, String)>,
}

impl Scene {
    async fn draft(&self) -> Draft {
        self.store.draft(&self.flow_id).await.unwrap().unwrap()
    }

    fn change(&mut self, from: Option<String>, document: DraftDocument, by: &str) -> DraftChange {
        self.made += 1;
        let name = format!("{}-{}", self.flow_id, self.made);
        DraftChange {
            flow_id: self.flow_id.clone(),
            base: DraftBase::Unchanged,
            title: document.title,
            key: from.clone().map(|from| IdempotencyKey {
                key: name.clone(),
                fingerprint: format!("{from} {}", document.text),
            }),
            definition: document.text,
            from,
            to: name,
            by: ActBy {
                staff: by.to_owned(),
                at: i64::try_from(self.made).unwrap(),
            },
            act: StaffAct::EditDraft,
        }
    }

    /// Has a writer do the next thing.
    async fn step(&mut self, writer: &mut Writer) {
        let Some(entry) = writer.wanted.front() else {
            return;
        };
        let Some(seen) = &writer.seen else {
            writer.seen = Some(self.draft().await);
            return;
        };
        if writer.sent.is_none() {
            let patch = json!([{"op": "add", "path": "/log/-", "value": entry}]);
            let patch = DocumentPatch::parse(patch).unwrap();
            let document = DraftDocument::patched(&seen.definition, patch).unwrap();
            writer.sent = Some(self.change(Some(seen.state.version.clone()), document, writer.name));
        }
        let change = writer.sent.clone().unwrap();
        let answer = self.store.change_draft(change.clone()).await;
        if self.numbers.one_in(4) {
            // The response is lost: the same request again, at some later time.
            return;
        }
        match answer {
            Ok(version) => {
                self.delayed.push_back((change, version));
                if self.delayed.len() > DELAYED {
                    self.delayed.pop_front();
                }
                writer.wanted.pop_front();
            }
            Err(WriteError::Refused(DraftRefusal::Changed(_))) => {}
            Err(error) => panic!("{error:?}"),
        }
        (writer.seen, writer.sent) = (None, None);
    }

    /// Delivers a request that was answered before once more.
    async fn repeat_something(&mut self) {
        if let Some((change, version)) = self.delayed.pop_front() {
            assert_eq!(self.store.change_draft(change).await, Ok(version));
        }
    }

    async fn interleave(&mut self, number: usize) -> Vec<String> {
        let mut writers = ["ann", "bob"].map(|name| Writer {
            name,
            wanted: (0..ENTRIES)
                .map(|entry| format!("{name} {number} {entry}"))
                .collect(),
            seen: None,
            sent: None,
        });
        let mut entries: Vec<String> = writers.iter().flat_map(|writer| writer.wanted.clone()).collect();
        while writers.iter().any(|writer| !writer.wanted.is_empty()) {
            let [ann, bob] = &mut writers;
            let writer = if self.numbers.one_in(2) { ann } else { bob };
            self.step(writer).await;
            if self.numbers.one_in(8) {
                self.repeat_something().await;
            }
        }
        entries.sort();
        entries
    }

    async fn play(mut self) {
        let empty = DraftDocument::read(r#"{"log": []}"#).unwrap();
        let begun = self.change(None, empty, "ann");
        self.store.change_draft(begun).await.unwrap();
        let mut expected = Vec::new();
        for number in 0..INTERLEAVINGS {
            expected.extend(self.interleave(number).await);
        }
        let draft: Value = serde_json::from_str(&self.draft().await.definition).unwrap();
        let mut log: Vec<&str> = draft["log"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry.as_str().unwrap())
            .collect();
        for name in ["ann", "bob"] {
            let own = log.iter().filter(|entry| entry.starts_with(name));
            let own: Vec<_> = own.collect();
            assert_eq!(own.len(), INTERLEAVINGS * ENTRIES, "{}", self.flow_id);
        }
        log.sort_unstable();
        expected.sort();
        assert_eq!(log, expected, "{}", self.flow_id);
    }
}

#[tokio::test]
async fn nothing_is_lost_or_written_twice_in_ten_thousand_interleavings() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(Store::open(folder.path()).await.unwrap());
    let mut scenes: JoinSet<()> = (0..DRAFTS)
        .map(|number| Scene {
            store: Arc::clone(&store),
            flow_id: format!("flow-{number}"),
            numbers: Numbers(number),
            made: 0,
            delayed: VecDeque::new(),
        })
        .map(Scene::play)
        .collect();
    while let Some(played) = scenes.join_next().await {
        played.unwrap();
    }
    store.close().await;
}
