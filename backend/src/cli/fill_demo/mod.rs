//! `pulsen fill-demo`: gives the demo of `make run` a past.

mod filling;
mod story;

use super::counted::counted;
use super::data_option::DataOption;
use super::error::CommandError;
use super::serve::secrets_from_environment;
use base::records::RecordKind;
use clap::Args;
use filling::Filling;
use std::collections::BTreeSet;
use std::io::Read;
use std::process::ExitCode;
use store::{FeedbackFilter, NodeScope, Store};
use story::Story;

/// Fill the database of a demo with feedback and chats of the past, read from standard input (`examples/demo`).
///
/// Each feedback is checked as one that a visitor sends. A database that has feedback of the demo already is left as it is. One that
/// has anything else is refused: its records must be those of the demo, and it must have no feedback.
#[derive(Debug, Args)]
pub(super) struct FillDemo {
    #[command(flatten)]
    data: DataOption,
}

impl FillDemo {
    /// Prints what was stored on standard output.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let mut json = String::new();
        std::io::stdin().read_to_string(&mut json)?;
        let story: Story = serde_json::from_str(&json)?;
        let secrets = secrets_from_environment()?;
        self.data.with_shared_store(async |store| {
            if has_feedback(&store, NodeScope::Only(story.nodes.clone())).await? {
                println!("the demo has its feedback already");
                return Ok(ExitCode::SUCCESS);
            }
            refuse_others(&store, &story).await?;
            let filling = Filling::new(&store, &secrets).await?;
            let (feedbacks, chats) = filling.fill(story).await?;
            println!(
                "filled the demo with {} and {} of the past three months",
                counted(feedbacks, "feedback"),
                counted(chats, "chat"),
            );
            Ok(ExitCode::SUCCESS)
        })
    }
}

/// Invented feedback must never get between that of real visitors.
async fn refuse_others(store: &Store, story: &Story) -> Result<(), CommandError> {
    if has_feedback(store, NodeScope::All).await? {
        return Err("this is no demo: the database has other feedback; nothing was stored".into());
    }
    refuse_other_records(store, RecordKind::Node, &story.nodes).await?;
    refuse_other_records(store, RecordKind::Flow, &story.flows).await
}

async fn refuse_other_records(
    store: &Store,
    kind: RecordKind,
    of_demo: &BTreeSet<String>,
) -> Result<(), CommandError> {
    let records = store.list_records(kind).await?;
    match records.into_iter().find(|record| !of_demo.contains(&record.id)) {
        None => Ok(()),
        Some(other) => Err(format!(
            "this is no demo: the database has another {}, {}; nothing was stored",
            kind.into_str(),
            other.id
        )
        .into()),
    }
}

async fn has_feedback(store: &Store, nodes: NodeScope) -> Result<bool, CommandError> {
    let newest = store
        .newest_feedbacks(&FeedbackFilter::of(nodes), None, 1)
        .await?;
    Ok(!newest.rows.is_empty())
}
