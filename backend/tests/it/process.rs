//! The `pulsen` binary as a process.

use crate::database::with_data;
use crate::deadline::HANGS;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};

/// Returns a command for `pulsen` without the `PULSEN_…` variables of this environment.
pub(crate) fn pulsen() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pulsen"));
    let settings = std::env::vars()
        .map(|(name, _)| name)
        .filter(|name| name.starts_with("PULSEN_"));
    for name in settings {
        command.env_remove(name);
    }
    // Discard; nothing listens there.
    command.env("PULSEN_SERVER", "http://127.0.0.1:9");
    // Tests must not depend on the room that the disk of this machine has.
    command.env("PULSEN_DISK_RESERVE", "0");
    command
}

/// Runs a command and returns its exit code, standard output and standard error.
pub(crate) fn run(command: &mut Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// Runs a command that must succeed, and returns its standard output.
pub(crate) fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A server in a process of its own.
pub(crate) struct ServerProcess {
    child: Child,
    /// A file, not a pipe: a pipe that nobody reads fills up and blocks the server.
    log: File,
    pub(crate) address: String,
}

impl ServerProcess {
    /// Starts `pulsen serve` on a free port and returns when it is ready.
    pub(crate) fn start(data: &Path) -> Self {
        Self::start_with(data, &["--rate-limit", "off"])
    }

    /// Starts it with further options.
    pub(crate) fn start_with(data: &Path, options: &[&str]) -> Self {
        let mut command = pulsen();
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(options);
        Self::spawn(with_data(&mut command, data))
    }

    /// Starts a `pulsen serve` with other arguments.
    pub(crate) fn spawn(command: &mut Command) -> Self {
        let log = tempfile::tempfile().unwrap();
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(log.try_clone().unwrap())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line.trim().strip_prefix("listening on ").map(str::to_owned);
        let mut server = Self {
            child,
            log,
            address: address.unwrap_or_default(),
        };
        assert!(
            !server.address.is_empty(),
            "the server did not start: {line}{}",
            server.read_log()
        );
        server
    }

    fn read_log(&mut self) -> String {
        let mut log = String::new();
        self.log.rewind().unwrap();
        self.log.read_to_string(&mut log).unwrap();
        log
    }

    /// Returns the id of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the most resident memory that the process has had, in KiB.
    pub(crate) fn peak_memory(&self) -> usize {
        self.memory_as("VmHWM:")
    }

    /// Returns the resident memory of the process, in KiB.
    pub(crate) fn memory(&self) -> usize {
        self.memory_as("VmRSS:")
    }

    fn memory_as(&self, name: &str) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let size = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        size.trim().strip_suffix(" kB").unwrap().parse().unwrap()
    }

    /// Kills the process (SIGKILL).
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops the process (SIGTERM) and returns its log.
    pub(crate) fn terminate(mut self) -> String {
        signal(self.child.id(), "-TERM");
        let status = self.wait_for_end();
        let log = self.read_log();
        assert!(status.success(), "{status:?}: {log}");
        log
    }

    /// Waits until the process has ended, and kills it if it takes too long.
    fn wait_for_end(&mut self) -> ExitStatus {
        let id = self.child.id();
        let (end, ended) = mpsc::channel::<()>();
        let watch = std::thread::spawn(move || {
            if ended.recv_timeout(HANGS) == Err(RecvTimeoutError::Timeout) {
                signal(id, "-KILL");
            }
        });
        let status = self.child.wait().unwrap();
        drop(end);
        watch.join().unwrap();
        status
    }
}

pub(crate) fn signal(process: u32, signal: &str) {
    let mut kill = Command::new("kill");
    let status = kill.args([signal, &process.to_string()]).status();
    assert!(status.unwrap().success());
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
