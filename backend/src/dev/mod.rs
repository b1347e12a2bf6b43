//! The server of `pulsen dev` (docs/first-flow.md): it serves a folder of records from a temporary database, imports them again
//! when one is saved, and has open pages reload.
//!
//! None of it is part of a server that `pulsen serve` runs: the routes and what pages get besides are laid around its own.

mod home;
mod pages;
mod project;
mod routes;
mod watch;

pub(crate) use project::{Change, Project};
pub(crate) use routes::around;
pub(crate) use watch::watch;

use base::records::Finding;
use serde::Serialize;
use std::sync::Arc;
use tokio::sync::watch::{Receiver, Sender};

/// What open pages are told.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    /// Counts all that happened.
    pub(crate) sequence: u64,
    /// Counts the imports: a page that shows an earlier one reloads.
    pub(crate) version: u64,
    /// Nothing more will happen.
    pub(crate) is_over: bool,
    pub(crate) findings: Arc<[Finding]>,
    /// What was imported last, for the home page.
    pub(crate) published: Arc<Published>,
}

/// What can be seen of a project.
#[derive(Debug, Default)]
pub(crate) struct Published {
    /// The id and the name of each node.
    pub(crate) nodes: Vec<(String, String)>,
    /// The code of each widget.
    pub(crate) widgets: Vec<String>,
}

/// The state as pages read it.
#[derive(Debug, Serialize)]
struct Told {
    sequence: u64,
    version: u64,
    findings: Vec<ToldFinding>,
}

#[derive(Debug, Serialize)]
struct ToldFinding {
    /// File, line, column, pointer and message, as `pulsen check` prints them.
    text: String,
    is_error: bool,
}

/// Both ends of the channel through which the project tells pages what happens.
pub(crate) type Teller = Sender<State>;
type Listener = Receiver<State>;

impl State {
    fn told(&self) -> Told {
        let findings = self.findings.iter().map(|finding| ToldFinding {
            text: finding.to_string(),
            is_error: finding.is_error(),
        });
        Told {
            sequence: self.sequence,
            version: self.version,
            findings: findings.collect(),
        }
    }
}
