//! `pulsen webhook` (docs/webhooks.md#command-line).

use super::error::CommandError;
use super::output::print_line;
use super::plain_text::one_line;
use super::staff_answers::{Deliveries, Delivery, ReplayedDeliveries, Tested, Webhook, Webhooks};
use super::staff_client::{ServerAccess, StaffClient, retry_for_a_minute};
use clap::{Args, Subcommand};
use reqwest::Method;
use serde_json::{Value, json};
use std::process::ExitCode;
use tokio::runtime::Runtime;

/// Webhooks: addresses that a running server tells what happens.
#[derive(Debug, Args)]
pub(super) struct WebhookCommand {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    access: ServerAccess,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print webhooks: id, state, events, nodes, address.
    List,
    /// Create or replace a webhook. The secret of a new one is printed once.
    Put {
        #[arg(value_name = "ID")]
        id: String,
        #[arg(value_name = "URL")]
        url: String,
        /// What it is told: feedback.partial, feedback.completed, chat.message, chat.status_changed, chat.rated.
        #[arg(long, value_name = "EVENTS", value_delimiter = ',', required = true)]
        events: Vec<String>,
        /// Only what happens at these nodes.
        #[arg(long, value_name = "IDS", value_delimiter = ',')]
        nodes: Vec<String>,
        #[arg(long, value_name = "TEXT")]
        description: Option<String>,
        /// Tell it nothing for now.
        #[arg(long)]
        disabled: bool,
    },
    /// Delete a webhook with its deliveries.
    Delete {
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Call a webhook with an event of the type webhook.test; exit 1 if it is not taken.
    Test {
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Give a webhook a new secret, and print it once.
    RotateSecret {
        #[arg(value_name = "ID")]
        id: String,
        /// For how long the secret before signs as well.
        #[arg(long, value_name = "HOURS", default_value_t = 24, value_parser = clap::value_parser!(u32).range(..=168))]
        keep_old_hours: u32,
    },
    /// Print the deliveries of a webhook, newest first: delivery, state, event, feedback, tries, when, why not.
    Deliveries {
        #[arg(value_name = "ID")]
        id: String,
        /// Only those: waiting, delivered, dead.
        #[arg(long, value_name = "STATE")]
        state: Option<String>,
        /// Most that are printed.
        #[arg(long, value_name = "NUMBER", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=200))]
        limit: u32,
    },
    /// Send a delivery once more, or all that were given up since a time.
    Replay {
        #[arg(value_name = "ID")]
        id: String,
        #[arg(value_name = "DELIVERY", required_unless_present = "dead_since")]
        delivery: Option<String>,
        /// A time such as 2026-11-21T10:20:30Z.
        #[arg(long, value_name = "TIME", conflicts_with = "delivery")]
        dead_since: Option<String>,
    },
}

impl WebhookCommand {
    /// Fails if the server refuses the call or cannot be reached.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let client = self.access.client()?;
        Runtime::new()?.block_on(self.command.run(&client))
    }
}

impl Command {
    async fn run(self, client: &StaffClient) -> Result<ExitCode, CommandError> {
        match self {
            Self::List => list(client).await?,
            Self::Put {
                id,
                url,
                events,
                nodes,
                description,
                disabled,
            } => {
                let nodes = (!nodes.is_empty()).then_some(nodes);
                let body = json!({"url": url, "events": events, "nodes": nodes, "description": description,
                    "enabled": !disabled});
                put(client, &id, &body).await?;
            }
            Self::Delete { id } => {
                retry_for_a_minute(async || client.delete(&["webhooks", &id]).await).await?;
            }
            Self::Test { id } => return test(client, &id).await,
            Self::RotateSecret { id, keep_old_hours } => {
                let body = json!({"keep_old_seconds": keep_old_hours * 60 * 60});
                // Once: another try would end the secret that the first one may have made.
                let path = ["webhooks", &id, "rotate_secret"];
                let webhook: Webhook = client.change(Method::POST, &path, &body).await?;
                print_secret(&webhook)?;
            }
            Self::Deliveries { id, state, limit } => deliveries(client, &id, state.as_deref(), limit).await?,
            Self::Replay {
                id,
                delivery,
                dead_since,
            } => replay(client, &id, delivery.as_deref(), dead_since.as_deref()).await?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

async fn list(client: &StaffClient) -> Result<(), CommandError> {
    let webhooks: Webhooks = retry_for_a_minute(async || client.get(&["webhooks"], &[]).await).await?;
    for webhook in &webhooks.items {
        print_line(&line(webhook))?;
    }
    Ok(())
}

async fn put(client: &StaffClient, id: &str, body: &Value) -> Result<(), CommandError> {
    let call = async || client.change(Method::PUT, &["webhooks", id], body).await;
    let webhook: Webhook = retry_for_a_minute(call).await?;
    print_line(&line(&webhook))?;
    print_secret(&webhook)
}

async fn test(client: &StaffClient, id: &str) -> Result<ExitCode, CommandError> {
    let tested: Tested = client
        .change(Method::POST, &["webhooks", id, "test"], &json!({}))
        .await?;
    match tested.error {
        None => {
            print_line("delivered")?;
            Ok(ExitCode::SUCCESS)
        }
        Some(error) => Err(format!("not delivered: {}", one_line(&error)).into()),
    }
}

async fn deliveries(
    client: &StaffClient,
    id: &str,
    state: Option<&str>,
    limit: u32,
) -> Result<(), CommandError> {
    let limit = limit.to_string();
    let mut query = vec![("limit", limit.as_str())];
    query.extend(state.map(|state| ("state", state)));
    let path = ["webhooks", id, "deliveries"];
    let deliveries: Deliveries = retry_for_a_minute(async || client.get(&path, &query).await).await?;
    for delivery in &deliveries.items {
        print_line(&delivery_line(delivery))?;
    }
    Ok(())
}

async fn replay(
    client: &StaffClient,
    id: &str,
    delivery: Option<&str>,
    dead_since: Option<&str>,
) -> Result<(), CommandError> {
    let (path, body) = match delivery {
        Some(delivery) => (vec!["webhooks", id, "deliveries", delivery, "replay"], json!({})),
        None => (
            vec!["webhooks", id, "replay_dead"],
            json!({ "since": dead_since }),
        ),
    };
    let mut replayed = 0;
    loop {
        let call = async || client.change(Method::POST, &path, &body).await;
        let part: ReplayedDeliveries = retry_for_a_minute(call).await?;
        replayed += part.replayed;
        if !part.has_more {
            return print_line(&format!("{replayed} replayed"));
        }
    }
}

fn print_secret(webhook: &Webhook) -> Result<(), CommandError> {
    match &webhook.secret {
        Some(secret) => print_line(&format!("secret\t{}", one_line(secret))),
        None => Ok(()),
    }
}

fn line(webhook: &Webhook) -> String {
    let state = match (webhook.enabled, &webhook.gone_at, webhook.failures) {
        (true, _, 0) => "enabled".to_owned(),
        (true, _, failures) => format!("failing ({failures})"),
        (false, Some(_), _) => "gone".to_owned(),
        (false, None, _) => "disabled".to_owned(),
    };
    let nodes = webhook.nodes.as_ref().map(|nodes| nodes.join(","));
    [
        one_line(&webhook.id),
        state,
        one_line(&webhook.events.join(",")),
        one_line(nodes.as_deref().unwrap_or("all nodes")),
        one_line(&webhook.url),
    ]
    .join("\t")
}

fn delivery_line(delivery: &Delivery) -> String {
    let at = delivery.next_at.as_ref().or(delivery.finished_at.as_ref());
    [
        one_line(&delivery.id),
        one_line(&delivery.state),
        one_line(&delivery.r#type),
        one_line(&delivery.feedback_id),
        delivery.attempts.to_string(),
        one_line(at.map_or("-", String::as_str)),
        one_line(delivery.last_error.as_deref().unwrap_or("-")),
    ]
    .join("\t")
}
