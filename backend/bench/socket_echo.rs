//! What `bench/socket/conformance.mjs` runs the conformance suite of Socket.IO's protocol against. Usage: `socket_echo ADDRESS`.

use std::error::Error;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1).ok_or("usage: socket_echo ADDRESS")?;
    let mut terminate = signal(SignalKind::terminate())?;
    let listener = TcpListener::bind(address).await?;
    println!("listening on http://{}", listener.local_addr()?);
    backend::serve_socket_echo(listener, async move {
        terminate.recv().await;
    })
    .await;
    Ok(())
}
