//! Everything that is held about somebody, as one JSON document (docs/deletion.md#personal-data-export).

use crate::staff::DeviceHashes;
use base::json::to_text;
use base::time::{now, to_rfc3339};
use serde_json::{Map, Value};
use std::sync::Arc;
use store::{HeldParts, HeldRow, Holder, Store, StoreError};

/// For whom a document is made.
pub(crate) enum Reader {
    /// The operator, at the server's machine: as it is stored.
    Operator,
    /// Staff, who cannot act as the customer: devices are hashes, and keys of requests are left out
    /// (docs/staff.md#what-a-token-never-yields).
    Staff(DeviceHashes),
}

/// A document in the making.
pub(crate) struct HeldDocument {
    store: Arc<Store>,
    parts: HeldParts,
    reader: Reader,
    progress: Progress,
    /// The files that rows name.
    pub(crate) files: Vec<HeldFile>,
    /// How many rows there are in it.
    pub(crate) rows: usize,
}

/// A file of somebody.
pub(crate) struct HeldFile {
    /// The id of its row.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) storage_key: String,
}

/// Returns whether anything is held about somebody, of what erasing would remove.
pub(crate) async fn holds_anything(store: &Store, holder: &Holder) -> Result<bool, StoreError> {
    let mut parts = HeldParts::of(holder);
    while let Some((_, rows)) = parts.next(store).await? {
        if !rows.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

#[derive(Clone, Copy, PartialEq)]
enum Progress {
    Begin,
    /// A list is open, of this table if there is one.
    In(Option<&'static str>),
    End,
}

impl HeldDocument {
    pub(crate) fn begin(store: Arc<Store>, holder: &Holder, reader: Reader) -> Self {
        Self {
            store,
            parts: HeldParts::of(holder),
            reader,
            progress: Progress::Begin,
            files: Vec::new(),
            rows: 0,
        }
    }

    /// Returns the next part of the document; `None` after its end.
    pub(crate) async fn next(&mut self) -> Result<Option<String>, StoreError> {
        let mut text = String::new();
        let mut open = match self.progress {
            Progress::Begin => {
                text = format!("{{\"written_at\":{}", to_text(&to_rfc3339(now())));
                None
            }
            Progress::In(table) => table,
            Progress::End => return Ok(None),
        };
        let Some((table, rows)) = self.parts.next(&self.store).await? else {
            self.progress = Progress::End;
            text.push_str(if open.is_some() { "]}\n" } else { "}\n" });
            return Ok(Some(text));
        };
        for HeldRow(row) in rows {
            if open == Some(table) {
                text.push_str(",\n");
            } else {
                let end = if open.is_some() { "]" } else { "" };
                text.push_str(&format!("{end},\n{}:[\n", to_text(&table)));
                open = Some(table);
            }
            text.push_str(&to_text(&self.shown(row)));
            self.rows += 1;
        }
        self.progress = Progress::In(open);
        Ok(Some(text))
    }

    /// Takes out of a row what its reader does not get, and notes its file.
    fn shown(&mut self, mut row: Map<String, Value>) -> Map<String, Value> {
        if let Some(Value::String(storage_key)) = row.remove("storage_key") {
            let id = row.get("id").and_then(Value::as_str).unwrap_or(&storage_key);
            self.files.push(HeldFile {
                id: id.to_owned(),
                name: format!("{id}{}", extension(&row)),
                storage_key,
            });
        }
        if let Reader::Staff(hashes) = &self.reader {
            row.remove("key");
            if let Some(Value::String(device)) = row.get_mut("device_id") {
                *device = hashes.hash(device);
            }
        }
        row
    }
}

/// Returns the extension of a file's name with its dot, if it is one that could be anything's.
fn extension(row: &Map<String, Value>) -> String {
    let name = row.get("name").and_then(Value::as_str).unwrap_or_default();
    match name.rsplit_once('.') {
        Some((_, end)) if end.chars().all(|character| character.is_ascii_alphanumeric()) => format!(".{end}"),
        _ => String::new(),
    }
}
