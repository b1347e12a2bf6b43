//! What the processes tell each other.

use super::{COMMAND_LIMIT, Redis, RedisError};
use fred::clients::Client;
use fred::interfaces::{ClientLike, EventInterface, PubsubInterface};
use fred::types::config::Server;
use fred::types::{ClientState, Message};
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::sleep;
use tracing::{info, warn};

/// Before another attempt to listen.
const LISTEN_AGAIN: Duration = Duration::from_secs(1);

/// What a process hears.
enum Heard {
    Message(Vec<u8>),
    /// It listens from now on; what was told before may have been missed.
    Begin,
}

/// Listens to the processes, whenever there is a connection.
struct Listener {
    client: Client,
    channel: String,
    messages: Receiver<Message>,
    connections: Receiver<Server>,
    is_listening: bool,
}

impl Redis {
    /// Tells all processes something.
    pub(crate) async fn tell(&self, message: Vec<u8>) -> Result<(), RedisError> {
        if !self.is_connected() {
            return Err(RedisError::Away);
        }
        let told = self
            .commands
            .publish::<(), _, _>(self.channel(), message.as_slice());
        match tokio::time::timeout(4 * COMMAND_LIMIT, told).await {
            Ok(told) => Ok(told?),
            Err(_) => Err(RedisError::Away),
        }
    }

    /// Listens to what the processes tell, this one included, until the connections are closed. `on_begin` is called whenever it
    /// begins to listen: what was told before may have been missed.
    pub(crate) async fn hear(&self, on_begin: impl Fn(), on_message: impl Fn(&[u8])) {
        let mut listener = self.listen();
        while let Some(heard) = listener.next().await {
            match heard {
                Heard::Begin => on_begin(),
                Heard::Message(message) => on_message(&message),
            }
        }
    }

    fn listen(&self) -> Listener {
        Listener {
            client: self.listener.clone(),
            channel: self.channel(),
            messages: self.listener.message_rx(),
            connections: self.listener.reconnect_rx(),
            is_listening: false,
        }
    }

    fn channel(&self) -> String {
        self.name("live", &["channel"])
    }
}

impl Listener {
    /// Waits for what comes next; `None` once the connections are closed.
    async fn next(&mut self) -> Option<Heard> {
        loop {
            if !self.is_listening && self.client.state() == ClientState::Connected {
                match self.client.subscribe(self.channel.clone()).await {
                    Ok(()) => {
                        self.is_listening = true;
                        info!("Redis connected");
                        return Some(Heard::Begin);
                    }
                    Err(error) => warn!(%error, "Redis subscription failed; will retry"),
                }
            }
            tokio::select! {
                connected = self.connections.recv() => match connected {
                    // A new connection knows nothing of what the one before listened to.
                    Ok(_) | Err(RecvError::Lagged(_)) => self.is_listening = false,
                    Err(RecvError::Closed) => return None,
                },
                message = self.messages.recv() => match message {
                    Ok(message) => {
                        let bytes = message.value.as_bytes().unwrap_or_default();
                        return Some(Heard::Message(bytes.to_vec()));
                    }
                    Err(RecvError::Lagged(_)) => return Some(Heard::Begin),
                    Err(RecvError::Closed) => return None,
                },
                () = sleep(LISTEN_AGAIN), if !self.is_listening => {}
            }
        }
    }
}
