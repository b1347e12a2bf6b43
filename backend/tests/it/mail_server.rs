//! A mail server: the third party that the server hands its mails to. It speaks as much SMTP as a submission needs.

use crate::certificates::make_certificate;
use crate::deadline::within_limit;
use mailparse::{MailHeaderMap, ParsedMail, parse_mail};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use std::path::Path;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio_rustls::TlsAcceptor;

/// The address of servers that send mails, where links in them lead.
pub(crate) const PUBLIC_URL: &str = "https://example.com/feedback";

/// What the server does with a mail.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Behavior {
    Accepts,
    /// Takes none now (451).
    IsBusy,
    /// Knows nobody of that name (550 5.1.1).
    KnowsNobody,
    /// Takes no such mail (554 5.7.1).
    Refuses,
    /// Takes no such sender before he has proven himself (535).
    WantsProof,
    /// Has taken the mail, and does not say so.
    Hangs,
    /// As [`Behavior::Hangs`] with the mails to this address; takes the others.
    HangsFor(&'static str),
}

/// A mail that the server has taken.
#[derive(Debug, Clone)]
pub(crate) struct Received {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) message: String,
}

#[derive(Clone)]
pub(crate) struct MailServer {
    /// `127.0.0.1:PORT`.
    pub(crate) address: String,
    state: Arc<State>,
}

struct State {
    behavior: Mutex<Behavior>,
    commands: Mutex<Vec<String>>,
    received: Mutex<Vec<Received>>,
    happened: Notify,
    tls: Option<TlsAcceptor>,
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

impl MailServer {
    /// Starts a server without encryption on a free port. It ends with the test.
    pub(crate) async fn start() -> Self {
        Self::with_tls(None).await
    }

    /// Starts a server that offers STARTTLS, with a certificate of an authority in a folder.
    pub(crate) async fn with_certificate(folder: &Path, authority: &str) -> Self {
        make_certificate(folder, authority, "IP:127.0.0.1");
        let certificate = CertificateDer::from_pem_file(folder.join("server.pem")).unwrap();
        let key = PrivateKeyDer::from_pem_file(folder.join("server.key")).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .unwrap();
        Self::with_tls(Some(TlsAcceptor::from(Arc::new(config)))).await
    }

    async fn with_tls(tls: Option<TlsAcceptor>) -> Self {
        let state = Arc::new(State {
            behavior: Mutex::new(Behavior::Accepts),
            commands: Mutex::default(),
            received: Mutex::default(),
            happened: Notify::new(),
            tls,
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                // Fails when the client goes away.
                tokio::spawn(converse(Box::new(stream), Arc::clone(&shared)));
            }
        });
        Self { address, state }
    }

    pub(crate) fn behave(&self, behavior: Behavior) {
        *self.state.behavior.lock().unwrap() = behavior;
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.state.received.lock().unwrap().clone()
    }

    /// Returns the first words of all commands, in capitals.
    pub(crate) fn commands(&self) -> Vec<String> {
        self.state.commands.lock().unwrap().clone()
    }

    /// Waits until so many mails have been taken since the start, and returns the last one.
    pub(crate) async fn wait_for(&self, mails: usize) -> Received {
        self.wait_until(|server| server.received().len() >= mails).await;
        self.received()[mails - 1].clone()
    }

    /// Waits until a command was sent so often since the start.
    pub(crate) async fn wait_for_command(&self, name: &str, times: usize) {
        let count = |server: &Self| {
            server
                .commands()
                .iter()
                .filter(|command| *command == name)
                .count()
        };
        self.wait_until(|server| count(server) >= times).await;
    }

    async fn wait_until(&self, condition: impl Fn(&Self) -> bool) {
        let waited = async {
            loop {
                let happened = self.state.happened.notified();
                tokio::pin!(happened);
                happened.as_mut().enable();
                if condition(self) {
                    return;
                }
                happened.await;
            }
        };
        within_limit("the mail server is used", waited).await;
    }
}

impl Received {
    pub(crate) fn parsed(&self) -> ParsedMail<'_> {
        parse_mail(self.message.as_bytes()).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> String {
        self.parsed().headers.get_first_value(name).unwrap_or_default()
    }

    /// Returns the text of the plain part.
    pub(crate) fn text(&self) -> String {
        self.parsed().subparts[0]
            .get_body()
            .unwrap()
            .replace("\r\n", "\n")
    }

    /// Returns the text of the HTML part.
    pub(crate) fn html(&self) -> String {
        self.parsed().subparts[1].get_body().unwrap()
    }

    /// Returns the token of the link that opens the chat.
    pub(crate) fn token(&self) -> String {
        let text = self.text();
        let (_, rest) = text.split_once("/chat?").unwrap();
        let (_, rest) = rest.split_once("token=").unwrap();
        rest.split_whitespace().next().unwrap().to_owned()
    }

    /// Returns the path of the link that stops the mails.
    pub(crate) fn stop_path(&self) -> String {
        let header = self.header("List-Unsubscribe");
        let address = header.trim_matches(['<', '>']);
        address.strip_prefix(PUBLIC_URL).unwrap().to_owned()
    }
}

async fn converse(stream: Box<dyn Stream>, state: Arc<State>) {
    // An error: the client is gone.
    let _ = try_converse(stream, state).await;
}

async fn try_converse(stream: Box<dyn Stream>, state: Arc<State>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 mail.example ready\r\n").await?;
    let mut is_encrypted = false;
    let (mut from, mut to) = (String::new(), String::new());
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let line = line.trim_end();
        let name = line
            .split([' ', ':'])
            .next()
            .unwrap_or_default()
            .to_ascii_uppercase();
        state.commands.lock().unwrap().push(name.clone());
        state.happened.notify_waiters();
        let behavior = *state.behavior.lock().unwrap();
        let reply = match name.as_str() {
            "EHLO" if state.tls.is_some() && !is_encrypted => {
                "250-mail.example\r\n250-AUTH PLAIN\r\n250 STARTTLS".into()
            }
            "EHLO" => "250-mail.example\r\n250 AUTH PLAIN".into(),
            "STARTTLS" => {
                let Some(tls) = &state.tls else {
                    stream.write_all(b"454 4.7.0 not now\r\n").await?;
                    continue;
                };
                stream.write_all(b"220 go ahead\r\n").await?;
                let encrypted: Box<dyn Stream> = Box::new(tls.accept(stream.into_inner()).await?);
                stream = BufReader::new(encrypted);
                is_encrypted = true;
                continue;
            }
            "AUTH" if behavior == Behavior::WantsProof => "535 5.7.8 wrong password".into(),
            "AUTH" => "235 2.7.0 welcome".into(),
            "MAIL" => {
                from = address_in(line);
                "250 2.1.0 ok".into()
            }
            "RCPT" => {
                to = address_in(line);
                match behavior {
                    Behavior::IsBusy => format!("451 4.3.0 <{to}> later"),
                    Behavior::KnowsNobody => format!("550 5.1.1 <{to}>: no such user"),
                    _ => "250 2.1.5 ok".into(),
                }
            }
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await?;
                let message = read_message(&mut stream).await?;
                if behavior == Behavior::Refuses {
                    "554 5.7.1 looks like spam".into()
                } else {
                    let hangs = behavior == Behavior::Hangs
                        || matches!(behavior, Behavior::HangsFor(address) if address == to);
                    let (from, to) = (from.clone(), to.clone());
                    state
                        .received
                        .lock()
                        .unwrap()
                        .push(Received { from, to, message });
                    state.happened.notify_waiters();
                    if hangs {
                        std::future::pending::<()>().await;
                    }
                    "250 2.0.0 taken".to_owned()
                }
            }
            "QUIT" => "221 bye".into(),
            _ => "500 5.5.1 unknown".into(),
        };
        stream.write_all(format!("{reply}\r\n").as_bytes()).await?;
    }
}

/// Reads a message up to the dot on a line of its own.
async fn read_message(stream: &mut BufReader<Box<dyn Stream>>) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n.\r\n") {
        bytes.push(stream.read_u8().await?);
    }
    bytes.truncate(bytes.len() - 3);
    Ok(String::from_utf8(bytes).unwrap().replace("\r\n..", "\r\n."))
}

fn address_in(command: &str) -> String {
    let (_, rest) = command.split_once('<').unwrap();
    rest.split('>').next().unwrap().to_owned()
}
