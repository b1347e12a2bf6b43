//! `pulsen dev`.

use super::counted::counted;
use super::error::CommandError;
use super::published::published;
use crate::dev::{Change, Project, around, watch};
use crate::server_address::ServerAddress;
use crate::{Assets, Bounds, Rates, Server, Settings, TextMessageSetting};
use clap::Args;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use store::{Location, Store};
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot::channel;

/// Shows a folder of records while you write them.
///
/// Checks the records, imports them into a temporary database, serves it, and follows: when you save a file, it checks and imports
/// again, and open pages reload. What is wrong with a file is shown over the pages and on standard error. Answers are lost at the end.
#[derive(Debug, Args)]
pub(super) struct Dev {
    /// Folder that holds flows/, nodes/, widgets/ and connectors/.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Opens the first link page in the browser.
    #[arg(long)]
    open: bool,

    /// Address of this machine and port to listen on; port 0 takes a free one.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
}

/// What an open page may hold up the end.
const STOP_LIMIT: Duration = Duration::from_secs(1);

impl Dev {
    /// Runs until it gets SIGTERM or Ctrl-C, and removes the database.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        if !self.folder.is_dir() {
            let folder = self.folder.display();
            return Err(format!("`{folder}` is no folder; `pulsen new` makes one from a template").into());
        }
        let data = tempfile::Builder::new().prefix("pulsen-dev-").tempdir()?;
        let outcome = Runtime::new()?.block_on(self.serve(data.path().to_owned()));
        data.close()?;
        outcome
    }

    async fn serve(self, data: PathBuf) -> Result<ExitCode, CommandError> {
        // Before anything is printed: anyone who reads it may send a signal at once.
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let location = Location::from(data.as_path());
        let server = Server::bind(settings(self.listen, data)?).await?;
        let address: ServerAddress = format!("http://{}", server.address()).parse()?;
        let project = Project::new(self.folder, Store::open(location).await?);
        let server = server.wrapped(|routes| around(routes, project.teller()));
        let (stop, stopped) = channel::<()>();
        let serving = tokio::spawn(server.run(async {
            // Its end is the signal.
            let _ = stopped.await;
        }));
        println!("listening on {}", address.origin());
        let (mut is_first, mut shown) = (true, Vec::new());
        let follow = watch(project.folder(), async || {
            let change = project.import().await?;
            report(&change, &address, &mut shown)?;
            if is_first && self.open {
                open(&first_page(&change, &address));
            }
            is_first = false;
            Ok::<_, CommandError>(())
        });
        let outcome = tokio::select! {
            outcome = follow => outcome,
            _ = terminate.recv() => Ok(()),
            _ = interrupt.recv() => Ok(()),
        };
        project.end();
        drop(stop);
        serving.await?;
        project.close().await;
        outcome?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A server for one person on their own machine.
fn settings(listen: SocketAddr, data: PathBuf) -> Result<Settings, CommandError> {
    Ok(Settings {
        assets: Assets::embedded(),
        // A page that the browser has kept would not follow.
        has_service_worker: false,
        allow_private_connectors: true,
        bounds: Bounds {
            rates: Rates::off(),
            ..Bounds::default()
        },
        text_messages: Some(TextMessageSetting::new("log:", None, None, None)?),
        stop_limit: STOP_LIMIT,
        ..Settings::new(listen, data)
    })
}

/// Prints what was found and imported, and where it can be seen, unless that has been `shown`.
fn report(change: &Change, address: &ServerAddress, shown: &mut Vec<String>) -> io::Result<()> {
    for finding in &*change.findings {
        eprintln!("{finding}");
    }
    let mut output = io::stdout().lock();
    match &change.imported {
        None => writeln!(output, "not imported")?,
        Some(imported) => {
            let flows = counted(imported.flows - imported.unchanged_flows, "changed flow");
            writeln!(output, "imported, with {flows}")?;
            let lines = published(&change.records, address);
            if lines != *shown {
                for line in &lines {
                    writeln!(output, "{line}")?;
                }
                writeln!(output, "save a file, and open pages reload; Ctrl-C ends")?;
                *shown = lines;
            }
        }
    }
    output.flush()
}

/// Returns the address of the first link page, or of the page that says what is wrong.
fn first_page(change: &Change, address: &ServerAddress) -> String {
    let node = change.records.nodes.first().filter(|_| change.imported.is_some());
    let Some(record) = node else {
        return address.at("/").into();
    };
    let mut page = address.at("/feedback");
    page.query_pairs_mut().append_pair("node_id", &record.node.id);
    page.into()
}

/// Opens an address in the browser. Where that is not possible, people open the printed one.
fn open(address: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let started = Command::new(program)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match started {
        // Nothing else waits for its end.
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(error) => eprintln!("pulsen: no browser was opened ({program}: {error})"),
    }
}
