//! Texts that are made for many requests, such as pages: each is made and compressed once, and kept while there is room.

use crate::assets::{Asset, Compression};
use base::encoding::base64url;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes that each document takes beside its content.
const OVERHEAD: usize = 512;

/// A text with its compressed forms.
pub(crate) struct Document<E = ()> {
    /// For the header `ETag`. Weak: the same text is sent in several encodings.
    pub(crate) etag: String,
    pub(crate) file: Asset,
    /// What its maker needs each time it is sent.
    pub(crate) extra: E,
}

/// Names everything that a document depends on: two documents with one key have the same text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Key([u8; 32]);

/// The documents in memory.
pub(crate) struct Documents<E = ()> {
    kept: Mutex<Kept<E>>,
    capacity: usize,
}

struct Kept<E> {
    documents: HashMap<Key, Entry<E>>,
    bytes: usize,
    /// Counts the uses, so that the least recent one is known.
    uses: u64,
}

struct Entry<E> {
    document: Arc<Document<E>>,
    last_use: u64,
}

impl Key {
    /// Returns the key of these inputs. `kind` tells documents apart that are made in different ways.
    pub(crate) fn new(kind: &str, inputs: &str) -> Self {
        let hash = Sha256::new().chain_update(kind).chain_update("\0");
        Self(hash.chain_update(inputs).finalize().into())
    }
}

impl Document {
    /// Makes a document that is not compressed yet.
    pub(crate) fn plain(content_type: &'static str, text: String) -> Self {
        Self {
            etag: etag(&text),
            file: Asset::plain(content_type, text.into_bytes()),
            extra: (),
        }
    }

    /// Makes a document with its compressed forms. Blocks while it compresses.
    pub(crate) fn compressed(content_type: &'static str, text: String, compression: Compression) -> Self {
        Self {
            etag: etag(&text),
            file: Asset::compressed(content_type, text.into_bytes(), compression),
            extra: (),
        }
    }

    /// Adds what its maker needs each time it is sent.
    pub(crate) fn with<E>(self, extra: E) -> Document<E> {
        Document {
            etag: self.etag,
            file: self.file,
            extra,
        }
    }
}

fn etag(text: &str) -> String {
    format!("W/\"{}\"", base64url(&Sha256::digest(text)))
}

impl Documents {
    /// Returns a document, which `text` makes if it is not in memory.
    pub(crate) async fn get(
        &self,
        key: Key,
        content_type: &'static str,
        compression: Compression,
        text: impl FnOnce() -> String,
    ) -> Arc<Document> {
        match self.find(key) {
            Some(document) => document,
            None => self.add(key, content_type, compression, text(), ()).await,
        }
    }
}

impl<E> Documents<E> {
    /// Keeps documents of at most so many bytes in all, with their compressed forms.
    pub(crate) fn new(capacity: usize) -> Self {
        let kept = Kept {
            documents: HashMap::new(),
            bytes: 0,
            uses: 0,
        };
        Self {
            kept: Mutex::new(kept),
            capacity,
        }
    }

    /// Makes a document of a text, and keeps it.
    pub(crate) async fn add(
        &self,
        key: Key,
        content_type: &'static str,
        compression: Compression,
        text: String,
        extra: E,
    ) -> Arc<Document<E>> {
        let compress = {
            let text = text.clone();
            move || Document::compressed(content_type, text, compression)
        };
        // Compressing takes milliseconds, or more for a large flow.
        match tokio::task::spawn_blocking(compress).await {
            Ok(document) => self.keep(key, Arc::new(document.with(extra))),
            // The runtime is stopping.
            Err(_) => Arc::new(Document::plain(content_type, text).with(extra)),
        }
    }

    /// Returns a document that is in memory.
    pub(crate) fn find(&self, key: Key) -> Option<Arc<Document<E>>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.uses += 1;
        let now = kept.uses;
        let entry = kept.documents.get_mut(&key)?;
        entry.last_use = now;
        Some(Arc::clone(&entry.document))
    }

    /// Keeps a document, and drops those that were not used for the longest time if there is no room.
    fn keep(&self, key: Key, document: Arc<Document<E>>) -> Arc<Document<E>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let weight = weight(&document);
        if weight > self.capacity {
            return document;
        }
        kept.uses += 1;
        let entry = Entry {
            document: Arc::clone(&document),
            last_use: kept.uses,
        };
        kept.bytes += weight;
        if let Some(replaced) = kept.documents.insert(key, entry) {
            kept.bytes -= self::weight(&replaced.document);
        }
        while kept.bytes > self.capacity {
            let oldest = kept.documents.iter().min_by_key(|(_, entry)| entry.last_use);
            let Some(oldest) = oldest.map(|(key, _)| *key) else {
                break;
            };
            if let Some(dropped) = kept.documents.remove(&oldest) {
                kept.bytes -= self::weight(&dropped.document);
            }
        }
        document
    }
}

fn weight<E>(document: &Document<E>) -> usize {
    document.file.bytes() + OVERHEAD
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn get(documents: &Documents, name: &str, text: &str) -> (String, bool) {
        let mut is_made = false;
        let make = || {
            is_made = true;
            text.to_owned()
        };
        let key = Key::new("test", name);
        let document = documents.get(key, "text/plain", Compression::Fast, make).await;
        (document.file.text().unwrap().to_owned(), is_made)
    }

    #[tokio::test]
    async fn a_document_is_made_once() {
        let documents = Documents::new(100_000);
        assert_eq!(get(&documents, "a", "one").await, ("one".into(), true));
        assert_eq!(get(&documents, "a", "other").await, ("one".into(), false));
        assert_eq!(get(&documents, "b", "two").await, ("two".into(), true));
    }

    #[tokio::test]
    async fn the_least_recently_used_entry_is_evicted() {
        // Room for two of them.
        let documents = Documents::new(2 * OVERHEAD + 300);
        for name in ["a", "b", "a", "c"] {
            get(&documents, name, name).await;
        }
        assert!(!get(&documents, "a", "a").await.1);
        assert!(!get(&documents, "c", "c").await.1);
        assert!(get(&documents, "b", "b").await.1);
        for number in 0..1_000 {
            get(&documents, &number.to_string(), "text").await;
        }
        let kept = documents.kept.lock().unwrap();
        assert!(kept.bytes <= documents.capacity && kept.documents.len() <= 2);
        let bytes: usize = kept.documents.values().map(|entry| weight(&entry.document)).sum();
        assert_eq!(kept.bytes, bytes);
    }

    #[tokio::test]
    async fn entries_larger_than_the_cache_are_not_kept() {
        let documents = Documents::new(2 * OVERHEAD);
        get(&documents, "small", "small").await;
        let large = "large".repeat(OVERHEAD);
        assert!(get(&documents, "large", &large).await.1);
        assert!(get(&documents, "large", &large).await.1);
        assert!(!get(&documents, "small", "small").await.1);
    }
}
