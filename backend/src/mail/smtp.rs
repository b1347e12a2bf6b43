//! One conversation with the operator's mail server for each mail.

use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use std::error::Error as _;
use std::time::Duration;
use tokio::time::timeout;

/// How long the server may take to say goodbye. The mail is its own by then.
const GOODBYE_LIMIT: Duration = Duration::from_secs(2);

/// Replies about the sender's authentication (RFC 4954, section 6), which the operator can mend.
const AUTHENTICATION_CODES: [u16; 4] = [530, 534, 535, 538];

/// How to reach the mail server.
#[derive(Clone)]
pub(super) struct SmtpServer {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) encryption: Encryption,
    pub(super) credentials: Option<Credentials>,
}

/// Whether the conversation is encrypted. None of these falls back to another one.
#[derive(Clone)]
pub(super) enum Encryption {
    None,
    /// Demanded after the connection (RFC 3207).
    StartTls(TlsParameters),
    /// From the first byte (RFC 8314).
    FromTheBeginning(TlsParameters),
}

/// Why a mail was not sent. The reason holds nothing that the server says in words: it repeats addresses.
#[derive(Debug)]
pub(super) enum SendError {
    /// A later attempt may succeed.
    Temporary(String),
    /// The server will not take this mail.
    Refused(String),
    /// There is no such mailbox.
    NoMailbox(String),
}

impl SmtpServer {
    /// Sends one mail.
    ///
    /// # Errors
    /// The server cannot be reached, does not reply in time, or does not take the mail. If it took too long, it may have
    /// taken the mail all the same.
    pub(super) async fn send(
        &self,
        hello: &ClientId,
        envelope: &Envelope,
        mail: &[u8],
        limit: Duration,
    ) -> Result<(), SendError> {
        let conversation = async {
            // Whatever goes wrong before the mail is offered has nothing to do with it.
            let connected = self.connect(hello).await;
            let mut connection = connected.map_err(|error| SendError::Temporary(reason(&error)))?;
            connection
                .send(envelope, mail)
                .await
                .map_err(|error| judged(&error))?;
            Ok(connection)
        };
        let sent = timeout(limit, conversation).await;
        let mut connection = sent.map_err(|_| SendError::Temporary("the server takes too long".into()))??;
        let _ = timeout(GOODBYE_LIMIT, connection.abort()).await;
        Ok(())
    }

    /// Tries whether the server lets this one in.
    ///
    /// # Errors
    /// It cannot be reached, does not reply in time, or refuses the password.
    pub(super) async fn try_connection(&self, hello: &ClientId, limit: Duration) -> Result<(), String> {
        let connected = timeout(limit, self.connect(hello)).await;
        let connected = connected.map_err(|_| "the server takes too long".to_owned())?;
        let mut connection = connected.map_err(|error| reason(&error))?;
        let _ = timeout(GOODBYE_LIMIT, connection.abort()).await;
        Ok(())
    }

    async fn connect(&self, hello: &ClientId) -> Result<AsyncSmtpConnection, Error> {
        let tls = match &self.encryption {
            Encryption::FromTheBeginning(tls) => Some(tls.clone()),
            Encryption::None | Encryption::StartTls(_) => None,
        };
        let server = (self.host.as_str(), self.port);
        let mut connection = AsyncSmtpConnection::connect_tokio1(server, None, hello, tls, None).await?;
        if let Encryption::StartTls(tls) = &self.encryption {
            connection.starttls(tls.clone(), hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection
                .auth(&[Mechanism::Plain, Mechanism::Login], credentials)
                .await?;
        }
        Ok(connection)
    }
}

/// Judges the server's reply to a mail.
fn judged(error: &Error) -> SendError {
    let reason = reason(error);
    let is_of_operator = error
        .status()
        .is_some_and(|code| AUTHENTICATION_CODES.contains(&code.into()));
    if !error.is_permanent() || is_of_operator {
        return SendError::Temporary(reason);
    }
    // X.1.Y is about the address (RFC 3463, section 3.2).
    if enhanced_code(error).is_some_and(|code| code.starts_with("5.1.")) {
        SendError::NoMailbox(reason)
    } else {
        SendError::Refused(reason)
    }
}

/// Says what went wrong: of a reply its codes, of anything else the whole error.
fn reason(error: &Error) -> String {
    match (error.status(), enhanced_code(error)) {
        (Some(code), Some(enhanced)) => format!("the server replies {code} {enhanced}"),
        (Some(code), None) => format!("the server replies {code}"),
        (None, _) => error.to_string(),
    }
}

/// Returns the code like `5.1.1` at the beginning of a reply's text (RFC 2034).
fn enhanced_code(error: &Error) -> Option<String> {
    error.status()?;
    let text = error.source()?.to_string();
    let first = text.split_whitespace().next()?;
    let is_number =
        |part: &str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_code = first.split('.').count() == 3 && first.split('.').all(is_number);
    is_code.then(|| first.to_owned())
}
