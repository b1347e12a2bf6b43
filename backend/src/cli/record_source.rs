//! Where `pulsen pull` and `pulsen diff` read records: in a database, or from a running server.

use super::data_option::DataOption;
use super::error::CommandError;
use super::staff_answers::{Record, Records};
use super::staff_client::{CallError, StaffClient, retry_for_a_minute};
use crate::server_address::ServerAddress;
use base::records::{RecordKind, SCHEMA_MEMBER, has_written_secrets};
use clap::Args;
use serde_json::Value;
use store::{ListedRecord, LiveRecord, Store};
use strum::VariantArray;
use tokio::runtime::Runtime;

/// Most records of each kind, and most bytes of all records, that a server may have.
const MOST_RECORDS: usize = 100_000;
const MOST_BYTES: usize = 1024 * 1024 * 1024;

/// Items of a part of a list.
const PART: &str = "200";

#[derive(Debug, Args)]
pub(super) struct RecordSource {
    /// Address of a running server: its records instead of those of --data or --database, as far as the token is for their nodes.
    #[arg(long, value_name = "URL", hide_env_values = true)]
    server: Option<ServerAddress>,

    /// Staff token for --server, as `pulsen staff-token` prints it. Prefer the environment variable: other users of the machine can read
    /// command lines.
    #[arg(
        long,
        value_name = "TOKEN",
        env = "PULSEN_STAFF_TOKEN",
        hide_env_values = true
    )]
    token: Option<String>,

    #[command(flatten)]
    data: DataOption,
}

/// What there is, by kind and id.
#[derive(Default)]
pub(super) struct StoredRecords {
    pub(super) live: Vec<StoredRecord>,
    pub(super) archived: Vec<(RecordKind, String)>,
}

/// A record that takes part, as its file is to have it.
pub(super) struct StoredRecord {
    pub(super) kind: RecordKind,
    pub(super) id: String,
    pub(super) record: Value,
}

/// Returns the file that has a record.
pub(super) type FileOf<'a> = &'a dyn Fn(RecordKind, &str) -> Option<&'a Value>;

impl RecordSource {
    /// Reads all records. Each keeps what its file has of its own.
    pub(super) fn read(self, file_of: FileOf<'_>) -> Result<StoredRecords, CommandError> {
        match self.server {
            None => self.data.with_store(async |store| stored(store, file_of).await),
            Some(server) => {
                let client = StaffClient::new(server, self.token)?;
                Runtime::new()?.block_on(served(&client, file_of))
            }
        }
    }
}

async fn stored(store: &Store, file_of: FileOf<'_>) -> Result<StoredRecords, CommandError> {
    let mut stored = StoredRecords::default();
    for &kind in RecordKind::VARIANTS {
        for LiveRecord { kind, id, text } in store.live_records(kind).await? {
            let mut record: Value = serde_json::from_str(&text)?;
            if let Some(file) = file_of(kind, &id) {
                store.keep_of_file(kind, &id, &mut record, file).await?;
            }
            stored.live.push(StoredRecord { kind, id, record });
        }
        let listed = store.list_records(kind).await?.into_iter();
        let gone = listed.filter(|record: &ListedRecord| record.is_archived);
        stored.archived.extend(gone.map(|record| (kind, record.id)));
    }
    Ok(stored)
}

async fn served(client: &StaffClient, file_of: FileOf<'_>) -> Result<StoredRecords, CommandError> {
    let (mut stored, mut bytes) = (StoredRecords::default(), 0);
    for &kind in RecordKind::VARIANTS {
        for item in list(client, kind).await? {
            let id = item.id;
            match item.revision {
                // Nobody has published it.
                None => {}
                Some(_) if item.archived => stored.archived.push((kind, id)),
                Some(_) => {
                    let (record, size) = served_record(client, kind, &id, file_of(kind, &id)).await?;
                    bytes += size;
                    if bytes > MOST_BYTES {
                        return Err(
                            format!("the records of the server have more than {MOST_BYTES} bytes").into(),
                        );
                    }
                    stored.live.push(StoredRecord { kind, id, record });
                }
            }
        }
    }
    Ok(stored)
}

/// Returns all records of a kind, without their texts.
async fn list(client: &StaffClient, kind: RecordKind) -> Result<Vec<Record>, CommandError> {
    let (mut all, mut after) = (Vec::new(), None::<String>);
    loop {
        let mut query = vec![("limit", PART)];
        query.extend(after.as_deref().map(|after| ("after", after)));
        let part: Records = retry_for_a_minute(async || client.get(&[kind.folder()], &query).await).await?;
        let is_empty = part.items.is_empty();
        all.extend(part.items);
        match part.next_cursor {
            None => return Ok(all),
            Some(_) if is_empty || all.len() > MOST_RECORDS => {
                return Err(format!("the list of {} of the server does not end", kind.folder()).into());
            }
            next => after = next,
        }
    }
}

/// Returns a record, and how many bytes it takes. A file is sent only if it writes out a secret, which may be what is stored.
async fn served_record(
    client: &StaffClient,
    kind: RecordKind,
    id: &str,
    file: Option<&Value>,
) -> Result<(Value, usize), CommandError> {
    let sent = file.filter(|file| has_written_secrets(kind, file));
    let call = async || client.record(kind, id, sent).await;
    let text = retry_for_a_minute(call).await?;
    let unreadable = |reason: String| {
        CallError::Refused(format!(
            "unreadable {} `{id}` of the server: {reason}",
            kind.into_str()
        ))
    };
    let mut record: Value = serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string()))?;
    if kind.id_of(&record) != Some(id) {
        return Err(unreadable("it is another one".to_owned()).into());
    }
    if let (Some(members), Some(schema)) = (
        record.as_object_mut(),
        file.and_then(|file| file.get(SCHEMA_MEMBER)),
    ) {
        members.insert(SCHEMA_MEMBER.to_owned(), schema.clone());
    }
    Ok((record, text.len()))
}
