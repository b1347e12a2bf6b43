//! The server with one difference: `POST /v1/feedbacks` reads the body and stores nothing. `bench/ingest.mjs` compares the
//! server with it. Usage: `parse_only FOLDER`.

use backend::{Assets, Bounds, Rates, Server, Settings};
use std::error::Error;
use std::io::Write;
use tokio::signal::unix::{SignalKind, signal};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: parse_only FOLDER")?;
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::WARN)
        .with_writer(std::io::stderr)
        .init();
    let mut terminate = signal(SignalKind::terminate())?;
    let server = Server::bind_parse_only(Settings {
        assets: Assets::embedded(),
        bounds: Bounds {
            rates: Rates::off(),
            ..Bounds::default()
        },
        ..Settings::new(([127, 0, 0, 1], 0).into(), folder.into())
    })
    .await?;
    let mut output = std::io::stdout();
    writeln!(output, "listening on http://{}", server.address())?;
    output.flush()?;
    server
        .run(async move {
            terminate.recv().await;
        })
        .await;
    Ok(())
}
