//! A proxy in front of a server, with the faults of real ones.

use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};

/// What the proxy does with the next connections.
#[derive(Debug, Clone)]
pub(crate) enum Mode {
    /// Passes everything on to a server.
    Forward(String),
    /// Answers that there is no server.
    BadGateway,
    /// Passes the next request on to a server and loses the answer; then as [`Mode::Forward`].
    LoseAnswer(String),
}

pub(crate) struct Proxy {
    pub(crate) address: String,
    mode: Arc<Mutex<Mode>>,
}

impl Proxy {
    /// Starts a proxy that forwards to a server with this address.
    pub(crate) async fn start(server: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let mode = Arc::new(Mutex::new(Mode::Forward(server.to_owned())));
        let of_connections = Arc::clone(&mode);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let mut next = of_connections.lock().unwrap();
                let mode = next.clone();
                if let Mode::LoseAnswer(server) = &mode {
                    *next = Mode::Forward(server.clone());
                }
                drop(next);
                tokio::spawn(serve(client, mode));
            }
        });
        Self { address, mode }
    }

    pub(crate) fn set(&self, mode: Mode) {
        *self.mode.lock().unwrap() = mode;
    }
}

async fn serve(mut client: TcpStream, mode: Mode) -> std::io::Result<()> {
    let connect = async |server: &str| TcpStream::connect(server.trim_start_matches("http://")).await;
    match mode {
        Mode::Forward(server) => {
            copy_bidirectional(&mut client, &mut connect(&server).await?).await?;
        }
        Mode::BadGateway => {
            let _ = client.read(&mut [0; 4_096]).await?;
            let answer = "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
            client.write_all(answer.as_bytes()).await?;
        }
        Mode::LoseAnswer(server) => {
            let mut server = connect(&server).await?;
            let (mut from_client, mut from_server) = ([0; 4_096], [0; 4_096]);
            loop {
                tokio::select! {
                    read = client.read(&mut from_client) => server.write_all(&from_client[..read?]).await?,
                    // What the server answers goes nowhere.
                    read = server.read(&mut from_server) => return read.map(drop),
                }
            }
        }
    }
    Ok(())
}
