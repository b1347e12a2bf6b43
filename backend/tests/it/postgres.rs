//! A PostgreSQL of one test, which can be stopped and started again. Unlike the one that all tests share, it waits for the
//! disk.

use crate::process::printed;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A running PostgreSQL.
pub(crate) struct Postgres {
    folder: TempDir,
    port: u16,
}

/// Not the address that other tests use: none of them takes the port while this server is down.
const HOST: &str = "127.0.0.2";

impl Postgres {
    /// Creates a database and starts its server.
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        if is_root() {
            printed(Command::new("chown").arg("postgres").arg(folder.path()));
        }
        let port = TcpListener::bind((HOST, 0)).unwrap().local_addr().unwrap().port();
        let postgres = Self { folder, port };
        printed(postgres.command("initdb").args([
            "-A",
            "trust",
            "-U",
            "pulsen",
            "--no-locale",
            "-E",
            "UTF8",
            "--no-sync",
        ]));
        postgres.restart();
        postgres
    }

    pub(crate) fn address(&self) -> String {
        format!("postgres://pulsen@{HOST}:{}/postgres", self.port)
    }

    /// Stops the server at once, as a crash does.
    pub(crate) fn stop(&self) {
        self.control(&["stop", "-m", "immediate"]);
    }

    /// Starts the server, and returns when it takes connections.
    pub(crate) fn restart(&self) {
        let settings = format!(
            "-p {} -c listen_addresses={HOST} -c unix_socket_directories=",
            self.port
        );
        self.control(&["start", "-w", "-l", "log", "-o", &settings]);
    }

    fn control(&self, arguments: &[&str]) {
        let mut command = self.command("pg_ctl");
        // Not a pipe: the server would keep it open.
        command
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        assert!(command.status().unwrap().success(), "pg_ctl {arguments:?}");
    }

    /// Returns a command on this server's data. PostgreSQL refuses to run as root.
    fn command(&self, program: &str) -> Command {
        let programs = std::env::var("PULSEN_TEST_POSTGRES_BIN").expect(".ci/with-postgres sets it");
        let program = PathBuf::from(programs).join(program);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
            command.arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(self.folder.path()).args(["-D", "data"]);
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut stop = self.command("pg_ctl");
        stop.args(["stop", "-m", "immediate"])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // Fails if the test has stopped it.
        let _ = stop.status();
    }
}

fn is_root() -> bool {
    printed(Command::new("id").arg("-u")) == "0"
}
