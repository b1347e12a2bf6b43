//! `pulsen erase`.

use super::data_option::DataOption;
use super::error::CommandError;
use super::serve::secrets_from_environment;
use super::somebody::{Somebody, nothing_held};
use crate::FilesAddress;
use crate::erasure::{Eraser, ErasureProgress, holds_anything};
use crate::staff::DeviceHashes;
use crate::store::NodeScope;
use crate::uploads::{FILES_FOLDER, FileStorage};
use clap::Args;
use std::process::ExitCode;
use std::sync::Arc;

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
        let subject = self.somebody.into_subject().ok_or("name what to erase")?;
        self.data.with_shared_store(async |store| {
            let files = FileStorage::open(self.files.as_ref(), &self.data.data.join(FILES_FOLDER))?;
            let hashes = DeviceHashes::new(&store, &secrets).await?;
            let eraser = Eraser::new(Arc::clone(&store), Arc::new(files), hashes);
            let subject = eraser.resolve(subject).await?;
            if !holds_anything(&store, &store.holder(&subject, &nodes).await?).await? {
                // An earlier erasure may have left something in the log of the database.
                eraser.wipe().await?;
                return Err(nothing_held("erased").into());
            }
            let id = eraser.order(subject, nodes, NAME).await?;
            let progress = eraser.carry_out(&id, None).await?;
            let is_wiped = eraser.wipe().await?;
            let order = store.erasure(&id).await?.ok_or("the order is gone")?;
            match order.feedbacks {
                1 => println!("erased 1 feedback, with what belongs to it"),
                feedbacks => println!("erased {feedbacks} feedbacks, with what belongs to them"),
            }
            if progress != ErasureProgress::Erased {
                return Err("some files could not be deleted: the server, or the same command, tries again".into());
            }
            if !is_wiped {
                eprintln!("the log of the database is in use: a running server, or the same command, empties it later");
            }
            Ok(ExitCode::SUCCESS)
        })
    }
}
