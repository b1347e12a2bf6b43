//! A scanner for viruses that speaks the protocol of ClamAV's daemon. `deploy/test/scanner.test.mjs` has the real one.

use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// What the scanner takes for a virus.
pub(crate) const VIRUS: &[u8] = b"not a virus, but found";

/// What the scanner does with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Behavior {
    Scans,
    /// Takes only the first part, says so, and closes.
    IsFull,
    /// Closes without a word.
    Dies,
    /// Says what no scanner says.
    Babbles,
}

pub(crate) struct ScannerServer {
    pub(crate) address: String,
    behavior: Arc<Mutex<Behavior>>,
    scanned: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl ScannerServer {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Self {
            address: format!("tcp://{}", listener.local_addr().unwrap()),
            behavior: Arc::new(Mutex::new(Behavior::Scans)),
            scanned: Arc::default(),
        };
        let (behavior, scanned) = (Arc::clone(&server.behavior), Arc::clone(&server.scanned));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let behavior = *behavior.lock().unwrap();
                let scanned = Arc::clone(&scanned);
                tokio::spawn(async move {
                    // The client may be gone.
                    let _ = serve(client, behavior, &scanned).await;
                });
            }
        });
        server
    }

    pub(crate) fn behave(&self, behavior: Behavior) {
        *self.behavior.lock().unwrap() = behavior;
    }

    /// Returns the files that were scanned.
    pub(crate) fn scanned(&self) -> Vec<Vec<u8>> {
        self.scanned.lock().unwrap().clone()
    }
}

async fn serve(client: TcpStream, behavior: Behavior, scanned: &Mutex<Vec<Vec<u8>>>) -> std::io::Result<()> {
    let mut client = BufReader::new(client);
    let mut command = Vec::new();
    client.read_until(0, &mut command).await?;
    if command == b"zPING\0" {
        return client.write_all(b"PONG\0").await;
    }
    assert_eq!(command, b"zINSTREAM\0");
    match behavior {
        Behavior::Dies => return Ok(()),
        Behavior::Babbles => return client.write_all(b"stream: perhaps\0").await,
        Behavior::Scans | Behavior::IsFull => {}
    }
    let mut file = Vec::new();
    loop {
        let length = client.read_u32().await?;
        if length == 0 {
            break;
        }
        if behavior == Behavior::IsFull {
            return client.write_all(b"INSTREAM size limit exceeded. ERROR\0").await;
        }
        let mut part = vec![0; length as usize];
        client.read_exact(&mut part).await?;
        file.extend(part);
    }
    let found = file.windows(VIRUS.len()).any(|window| window == VIRUS);
    scanned.lock().unwrap().push(file);
    let answer: &[u8] = if found {
        b"stream: Test.Virus FOUND\0"
    } else {
        b"stream: OK\0"
    };
    client.write_all(answer).await
}
