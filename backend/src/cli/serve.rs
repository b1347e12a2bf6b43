//! `pulsen serve`.

use super::{Data, Failure};
use crate::{Assets, Server, Settings};
use clap::Args;
use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use url::Url;

/// `pulsen serve`: answers requests until it is told to stop (SIGTERM, or Ctrl-C).
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Address and port to listen on; port 0 takes a free one.
    #[arg(
        long,
        value_name = "ADDR",
        env = "PULSEN_LISTEN",
        default_value = "127.0.0.1:8080"
    )]
    listen: SocketAddr,

    #[command(flatten)]
    data: Data,

    /// The product's public site, where addresses that are none of ours are sent.
    #[arg(
        long,
        value_name = "URL",
        env = "PULSEN_SITE_URL",
        value_parser = web_address,
        default_value = "https://pulsen.example/"
    )]
    site_url: Url,

    /// Address by which visitors reach this server; needed behind a proxy. Without it, what a request was sent to.
    #[arg(long, value_name = "URL", env = "PULSEN_PUBLIC_URL", value_parser = origin_address)]
    public_url: Option<Url>,

    /// Secret of the server's keys, the same for all processes; without it they are kept in the database. Only from the
    /// environment: a command line can be read by other users of the machine.
    #[arg(skip)]
    secret: Option<String>,
}

/// Names the variable of [`Serve::secret`].
const SECRET: &str = "PULSEN_SECRET";

/// Shortest secret: 128 bits, were it hexadecimal.
const SECRET_LENGTH: usize = 32;

impl Serve {
    /// Prints `listening on http://ADDR` on standard output when ready, and nothing else there.
    pub(super) fn run(mut self) -> Result<ExitCode, Failure> {
        self.secret = secret_from_environment()?;
        let settings = Settings {
            listen: self.listen,
            data: self.data.data,
            site_url: Some(self.site_url),
            public_url: self.public_url,
            secret: self.secret,
            assets: Assets::embedded(),
        };
        Runtime::new()?.block_on(async {
            // Taken before the address is: whoever sees the line below may send a signal at once.
            let mut terminate = signal(SignalKind::terminate())?;
            let mut interrupt = signal(SignalKind::interrupt())?;
            let server = Server::bind(settings).await?;
            let mut output = std::io::stdout();
            writeln!(output, "listening on http://{}", server.address())?;
            output.flush()?;
            server
                .run(async move {
                    tokio::select! {
                        _ = terminate.recv() => {}
                        _ = interrupt.recv() => {}
                    }
                })
                .await?;
            Ok(ExitCode::SUCCESS)
        })
    }
}

fn secret_from_environment() -> Result<Option<String>, Failure> {
    match std::env::var(SECRET) {
        Err(std::env::VarError::NotPresent) => Ok(None),
        Err(error) => Err(format!("{SECRET} cannot be read: {error}").into()),
        Ok(secret) if secret.is_empty() => Ok(None),
        Ok(secret) if secret.len() < SECRET_LENGTH => {
            Err(format!("{SECRET} is too short: {SECRET_LENGTH} random characters are needed").into())
        }
        Ok(secret) => Ok(Some(secret)),
    }
}

fn web_address(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|error| error.to_string())?;
    if matches!(url.scheme(), "http" | "https") {
        Ok(url)
    } else {
        Err("an http or https address is expected".into())
    }
}

/// The loader and the frame lie at fixed paths: an address with a path of its own could not be served.
fn origin_address(text: &str) -> Result<Url, String> {
    let url = web_address(text)?;
    if url.path() == "/" && url.query().is_none() && url.fragment().is_none() {
        Ok(url)
    } else {
        Err("an address without a path is expected, such as https://feedback.example.com".into())
    }
}
