//! `pulsen erase`.

use super::data_option::DataOption;
use super::error::CommandError;
use super::serve::secrets_from_environment;
use super::somebody::{Named, Somebody, nothing_held};
use crate::FilesAddress;
use crate::erasure::{Eraser, ErasureProgress, holds_anything};
use crate::staff::DeviceHashes;
use crate::uploads::{FILES_FOLDER, FileStorage};
use clap::Args;
use std::process::ExitCode;
use std::sync::Arc;
use store::{ErasureSubject, NodeScope, Store};

/// Under which name it is written down.
const NAME: &str = "pulsen erase";

/// Erases a feedback, or everything that belongs to a device, a customer or a person: answers, files, chats, e-mail addresses
/// (docs/deletion.md). A server may run meanwhile.
#[derive(Debug, Args)]
pub(super) struct Erase {
    #[command(flatten)]
    somebody: Somebody,

    /// Only what this node has.
    #[arg(long, value_name = "NODE")]
    node: Option<String>,

    /// Storage for uploads that speaks S3, as of `pulsen serve`.
    #[arg(long, value_name = "URL", env = "PULSEN_FILES", hide_env_values = true)]
    files: Option<FilesAddress>,

    #[command(flatten)]
    data: DataOption,
}

impl Erase {
    /// Prints how many feedbacks were erased on standard output.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let nodes = self.node.as_deref().map_or(NodeScope::All, NodeScope::of);
        let secrets = secrets_from_environment()?;
        let named = self.somebody.into_named().ok_or("name what to erase")?;
        self.data.with_shared_store(async |store| {
            let files = FileStorage::open(self.files.as_ref(), &self.data.data.join(FILES_FOLDER))?;
            let hashes = DeviceHashes::new(&store, &secrets).await?;
            let eraser = Eraser::new(Arc::clone(&store), Arc::new(files), hashes);
            let named = named.resolved(&eraser).await?;
            let holder = named.holder(&store, &nodes).await?;
            if !holds_anything(&store, &holder).await? {
                // An earlier erasure may have left something in the log of the database.
                eraser.wipe().await?;
                return Err(nothing_held("erased").into());
            }
            let mut outcome = Outcome::default();
            match &named {
                Named::Subject(subject) => outcome.add(&store, &eraser, subject.clone(), &nodes).await?,
                Named::Contact(contact) => {
                    for id in holder.customer_ids {
                        outcome
                            .add(&store, &eraser, ErasureSubject::Customer(id), &nodes)
                            .await?;
                    }
                    // Without what went with the customers.
                    for id in store.holder_of_contact(contact, &nodes).await?.feedback_ids {
                        outcome
                            .add(&store, &eraser, ErasureSubject::Feedback(id), &nodes)
                            .await?;
                    }
                }
            }
            let is_wiped = eraser.wipe().await?;
            match outcome.feedbacks {
                1 => println!("erased 1 feedback, with what belongs to it"),
                feedbacks => println!("erased {feedbacks} feedbacks, with what belongs to them"),
            }
            if outcome.are_files_left {
                return Err("some files could not be deleted: the server, or the same command, tries again".into());
            }
            if !is_wiped {
                eprintln!("the log of the database is in use: a running server, or the same command, empties it later");
            }
            Ok(ExitCode::SUCCESS)
        })
    }
}

/// What was erased.
#[derive(Default)]
struct Outcome {
    feedbacks: i64,
    are_files_left: bool,
}

impl Outcome {
    /// Orders to erase somebody or something, and carries it out.
    async fn add(
        &mut self,
        store: &Store,
        eraser: &Eraser,
        subject: ErasureSubject,
        nodes: &NodeScope,
    ) -> Result<(), CommandError> {
        let id = eraser.order(subject, nodes.clone(), NAME).await?;
        self.are_files_left |= eraser.carry_out(&id, None).await? != ErasureProgress::Erased;
        self.feedbacks += store.erasure(&id).await?.ok_or("the order is gone")?.feedbacks;
        Ok(())
    }
}
