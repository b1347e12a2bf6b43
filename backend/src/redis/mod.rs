//! The Redis that the processes of one deployment share (docs/scale.md#redis).
//!
//! Nothing depends on it: what it does not do in time, each process does for itself, and nothing that must not be lost is
//! in it. Anyone who uses the same Redis for something else, or for another deployment, is not disturbed: names begin with
//! one that only the holders of the server's secret know, and hold hashes of what they represent.
//!
//! `absent.rs` stands in for this module in a build without it: both have the same interface.

mod address;
mod channel;
mod counts;
mod presence;

pub use address::{RedisAddress, RedisAddressError};

use crate::server_key::{derive_mac, mac_of};
use base::encoding::base64url;
use fred::clients::Client;
use fred::error::ErrorKind;
use fred::interfaces::{ClientLike, EventInterface};
use fred::types::config::{ReconnectPolicy, UnresponsiveConfig};
use fred::types::{Builder, ClientState};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use tracing::warn;

/// The name of its secret in the database.
pub(crate) const SECRET: &str = "redis";

/// What the key of its names is derived for.
const PURPOSE: &str = "redis";

/// How long a server that starts waits for Redis before it continues without.
const FIRST_WAIT: Duration = Duration::from_secs(3);

/// How long a command may take. Requests of visitors wait with it.
const COMMAND_LIMIT: Duration = Duration::from_millis(250);

/// How long making a connection may take, and how long one may be silent when it owes an answer.
const CONNECTION_LIMIT: Duration = Duration::from_secs(2);

/// The longest pause between two attempts to connect, in milliseconds, and by how much it grows.
const RECONNECT_PAUSE: u32 = 1_000;
const RECONNECT_STEP: u32 = 100;

/// How many messages may wait for this process before some are lost, which it notices.
const WAITING_MESSAGES: usize = 4_096;

/// The connections to Redis.
pub(crate) struct Redis {
    commands: Client,
    /// A connection of its own: one that listens takes no other command.
    listener: Client,
    names: Hmac<Sha256>,
    deployment: String,
}

/// Why Redis cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RedisError {
    #[error("Redis rejected the connection: {0}; see --redis")]
    Refused(String),
    #[error("Redis unavailable")]
    Away,
    #[error("Redis: {0}")]
    Failed(#[from] fred::error::Error),
}

impl Redis {
    /// Connects, and keeps connecting whenever the connection is lost.
    ///
    /// # Errors
    /// Redis refuses the user or the password. That it is unavailable is no error.
    pub(crate) async fn open(address: &RedisAddress, secret: &str) -> Result<Arc<Self>, RedisError> {
        let mut builder = Builder::from_config(address.0.clone());
        builder.set_policy(ReconnectPolicy::new_linear(0, RECONNECT_PAUSE, RECONNECT_STEP));
        builder.with_connection_config(|config| {
            config.connection_timeout = CONNECTION_LIMIT;
            config.internal_command_timeout = CONNECTION_LIMIT;
            config.max_command_attempts = 1;
            config.reconnect_on_auth_error = true;
            config.unresponsive = UnresponsiveConfig {
                max_timeout: Some(CONNECTION_LIMIT),
                interval: CONNECTION_LIMIT / 4,
            };
        });
        builder.with_performance_config(|config| {
            config.default_command_timeout = COMMAND_LIMIT;
            config.broadcast_channel_capacity = WAITING_MESSAGES;
        });
        let names = derive_mac(secret, PURPOSE);
        let redis = Arc::new(Self {
            commands: builder.build()?,
            listener: builder.build()?,
            deployment: short_name(&names, &["deployment"]),
            names,
        });
        redis.connect(address).await?;
        Ok(redis)
    }

    async fn connect(&self, address: &RedisAddress) -> Result<(), RedisError> {
        let mut errors = self.commands.error_rx();
        for client in [&self.commands, &self.listener] {
            drop(client.connect());
        }
        let connected = async {
            self.commands.wait_for_connect().await?;
            self.listener.wait_for_connect().await
        };
        let refused = async {
            while let Ok((error, _)) = errors.recv().await {
                if *error.kind() == ErrorKind::Auth {
                    return error;
                }
            }
            pending().await
        };
        tokio::select! {
            connected = timeout(FIRST_WAIT, connected) => if !matches!(connected, Ok(Ok(()))) {
                warn!(?address, "Redis unavailable; continuing without it");
            },
            error = refused => return Err(RedisError::Refused(error.details().into())),
        }
        Ok(())
    }

    /// Returns whether there is a connection. A command without one would wait for it.
    pub(crate) fn is_connected(&self) -> bool {
        self.commands.state() == ClientState::Connected
    }

    /// Returns the name under which something is known in Redis.
    fn name(&self, purpose: &str, texts: &[&str]) -> String {
        let hash = short_name(&self.names, texts);
        format!("pulsen:{}:{purpose}:{hash}", self.deployment)
    }

    /// Ends the connections.
    pub(crate) async fn close(&self) {
        for client in [&self.commands, &self.listener] {
            // Fails if there is no connection.
            let _ = timeout(COMMAND_LIMIT, client.quit()).await;
        }
    }
}

/// Returns 128 bits of a keyed hash of texts.
fn short_name(names: &Hmac<Sha256>, texts: &[&str]) -> String {
    let hash = mac_of(names, texts).finalize().into_bytes();
    base64url(hash.get(..16).unwrap_or(&hash))
}
