//! Has a scanner for viruses look at a file before it is stored (docs/api.md#scanner): the protocol of ClamAV's daemon, `clamd`.
//!
//! A file that could not be scanned is not stored: who wants to bring one past the scanner would only have to overload it.

mod address;

pub use address::{ScannerAddress, ScannerAddressError};

use super::incoming::ReceivedFile;
use base::telemetry::{System, measured};
use std::io;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpStream, UnixStream};
use tokio::sync::Semaphore;

/// For a file, with the wait for a turn. Pages give an upload up that has not moved for twice as long.
const SCAN_LIMIT: Duration = Duration::from_secs(30);

/// For the answer to a greeting.
const GREETING_LIMIT: Duration = Duration::from_secs(5);

/// Files that are scanned at the same time. Fewer than a scanner has threads by default, which others may use as well.
const AT_ONCE: usize = 8;

/// Bytes that are read and sent at a time.
const PART: usize = 128 * 1024;

/// Most bytes of an answer.
const LONGEST_ANSWER: u64 = 4 * 1024;

/// Most characters of an answer in the log.
const SHOWN: usize = 200;

/// What a scanner says of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Clean,
    /// With the scanner's name of what it has found.
    Found(String),
}

/// Why a file was not scanned.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ScanError {
    #[error(transparent)]
    Unreachable(#[from] io::Error),
    #[error("no answer in time")]
    Late,
    #[error("it answers `{0}`")]
    Refused(String),
}

/// The scanner of this server.
pub(crate) struct Scanner {
    address: ScannerAddress,
    permits: Semaphore,
}

impl Scanner {
    pub(crate) fn new(address: ScannerAddress) -> Self {
        Self {
            address,
            permits: Semaphore::new(AT_ONCE),
        }
    }

    /// Has a file scanned.
    ///
    /// # Errors
    /// The scanner cannot be reached, is too slow, or does not take the file.
    pub(super) async fn scan(&self, file: &ReceivedFile) -> Result<Verdict, ScanError> {
        let scan = async {
            let _permit = self.permits.acquire().await.map_err(io::Error::other)?;
            let mut connection = self.connect().await?;
            let sent = send(&mut connection, file).await;
            // A scanner that takes no more of a file says why, and closes.
            match (answer(&mut connection).await, sent) {
                (Ok(text), _) if !text.is_empty() => read_verdict(&text),
                (_, Err(error)) | (Err(error), Ok(())) => Err(error.into()),
                (Ok(_), Ok(())) => Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
            }
        };
        measured(System::Scanner, within(SCAN_LIMIT, scan)).await
    }

    /// Asks whether the scanner is there.
    ///
    /// # Errors
    /// It cannot be reached, is too slow, or is no scanner.
    pub(crate) async fn greet(&self) -> Result<(), ScanError> {
        let greet = async {
            let mut connection = self.connect().await?;
            connection.write_all(b"zPING\0").await?;
            match &*answer(&mut connection).await? {
                "PONG" => Ok(()),
                other => Err(refused(other)),
            }
        };
        within(GREETING_LIMIT, greet).await
    }

    async fn connect(&self) -> io::Result<Box<dyn Connection>> {
        let connection: Box<dyn Connection> = match &self.address {
            ScannerAddress::Unix(path) => Box::new(UnixStream::connect(path).await?),
            ScannerAddress::Tcp { host, port } => Box::new(TcpStream::connect((host.as_str(), *port)).await?),
        };
        Ok(connection)
    }
}

trait Connection: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Connection for T {}

/// Sends a file in parts, each after its length; the last one is empty.
async fn send(connection: &mut Box<dyn Connection>, file: &ReceivedFile) -> io::Result<()> {
    connection.write_all(b"zINSTREAM\0").await?;
    let mut at = 0;
    loop {
        let part = file.part(at, PART).await?;
        let length = u32::try_from(part.len()).map_err(io::Error::other)?;
        connection.write_all(&length.to_be_bytes()).await?;
        connection.write_all(&part).await?;
        if part.is_empty() {
            return connection.flush().await;
        }
        at += part.len() as u64;
    }
}

/// Reads an answer up to its end.
async fn answer(connection: &mut Box<dyn Connection>) -> io::Result<String> {
    let mut bytes = Vec::new();
    let mut connection = BufReader::new(connection.take(LONGEST_ANSWER));
    connection.read_until(0, &mut bytes).await?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.trim_end_matches('\0').trim().to_owned())
}

/// Reads what a scanner says: `stream: OK`, `stream: NAME FOUND`, or an error.
fn read_verdict(answer: &str) -> Result<Verdict, ScanError> {
    let said = answer.strip_prefix("stream: ").ok_or_else(|| refused(answer))?;
    match said.strip_suffix(" FOUND") {
        Some(name) => Ok(Verdict::Found(shortened(name))),
        None if said == "OK" => Ok(Verdict::Clean),
        None => Err(refused(answer)),
    }
}

fn refused(answer: &str) -> ScanError {
    ScanError::Refused(shortened(answer))
}

fn shortened(text: &str) -> String {
    text.chars()
        .filter(|sign| !sign.is_control())
        .take(SHOWN)
        .collect()
}

async fn within<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, ScanError>>,
) -> Result<T, ScanError> {
    tokio::time::timeout(limit, work)
        .await
        .unwrap_or(Err(ScanError::Late))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ok_is_clean() {
        assert_eq!(read_verdict("stream: OK").unwrap(), Verdict::Clean);
        let found = read_verdict("stream: Win.Test.EICAR_HDB-1 FOUND").unwrap();
        assert_eq!(found, Verdict::Found("Win.Test.EICAR_HDB-1".into()));
        for other in [
            "",
            "OK",
            "stream: ok",
            "stream: OK?",
            "stream: x ERROR",
            "INSTREAM size limit exceeded. ERROR",
            "UNKNOWN COMMAND",
        ] {
            assert!(read_verdict(other).is_err(), "{other}");
        }
    }
}
