//! `pulsen export` (docs/results.md#command-line).

use super::error::CommandError;
use super::staff_client::{ServerAccess, StaffClient};
use clap::{Args, ValueEnum};
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokio::runtime::Runtime;

/// Only the owner may read what is written.
const FILE_MODE: u32 = 0o600;

/// Take feedback out of a running server, as CSV, NDJSON, Parquet or a workbook of Microsoft Excel.
#[derive(Debug, Args)]
pub(super) struct Export {
    /// CSV, Parquet and XLSX are tables, of one flow; NDJSON has each feedback on a line.
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: Format,

    /// The file to write; without it, or with `-`, standard output. It appears when it is complete.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Id of the flow.
    #[arg(long, value_name = "ID")]
    flow: Option<String>,

    /// Id of the node.
    #[arg(long, value_name = "ID")]
    node: Option<String>,

    /// Any filter of the list of feedback, such as `status=complete` or `received_from=2026-11-01`; may be repeated.
    #[arg(long = "filter", value_name = "NAME=VALUE", value_parser = name_and_value)]
    filters: Vec<(String, String)>,

    /// Name columns by ids, or by texts and ids.
    #[arg(long, value_name = "ids|texts", default_value = "ids")]
    header: Naming,

    /// Name selected options by ids, or by their texts.
    #[arg(long, value_name = "ids|texts", default_value = "ids")]
    values: Naming,

    /// Begin CSV with a byte order mark, by which Microsoft Excel knows UTF-8.
    #[arg(long)]
    bom: bool,

    /// Separator of the cells of CSV; with semicolons, numbers have decimal commas.
    #[arg(long, value_name = "SEPARATOR", default_value = "comma")]
    separator: Separator,

    #[command(flatten)]
    access: ServerAccess,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Csv,
    Ndjson,
    Parquet,
    Xlsx,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Separator {
    Comma,
    Semicolon,
    Tab,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Naming {
    Ids,
    Texts,
}

impl Export {
    /// Fails if the server refuses the call, cannot be reached, or ends early.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let mut query = self.filters;
        let mut add = |name: &str, value: Option<String>| {
            query.extend(value.map(|value| (name.to_owned(), value)));
        };
        add("flow_id", self.flow);
        add("node_id", self.node);
        for (name, value) in [
            ("format", self.format.to_possible_value()),
            ("header", self.header.to_possible_value()),
            ("values", self.values.to_possible_value()),
            ("separator", self.separator.to_possible_value()),
        ] {
            add(name, value.map(|value| value.get_name().to_owned()));
        }
        add("bom", self.bom.then(|| "true".to_owned()));
        let is_table = !matches!(self.format, Format::Ndjson);
        if is_table && !query.iter().any(|(name, _)| name == "flow_id") {
            return Err(
                "a table has the questions of one flow: name it with --flow ID, or take --format ndjson"
                    .into(),
            );
        }
        let client = self.access.client()?;
        let runtime = Runtime::new()?;
        match self.output.filter(|path| path != Path::new("-")) {
            None => runtime.block_on(copy(&client, &query, io::stdout().lock()))?,
            Some(path) => {
                let unfinished = unfinished(&path);
                let file = OpenOptions::new()
                    .write(true)
                    .create(true)
                    .truncate(true)
                    .mode(FILE_MODE)
                    .open(&unfinished)
                    .map_err(|error| format!("{} cannot be written: {error}", unfinished.display()))?;
                let copied = runtime.block_on(copy(&client, &query, BufWriter::new(file)));
                if copied.is_err() {
                    // What is there is no export.
                    let _ = std::fs::remove_file(&unfinished);
                }
                copied?;
                std::fs::rename(&unfinished, &path)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

async fn copy(
    client: &StaffClient,
    query: &[(String, String)],
    mut output: impl Write,
) -> Result<(), CommandError> {
    let mut response = client.export(query).await?;
    while let Some(chunk) = response.chunk().await? {
        output.write_all(&chunk)?;
    }
    output.flush()?;
    Ok(())
}

/// Returns where a file is until it is complete: beside it, so that it need only be renamed.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".unfinished");
    path.with_file_name(name)
}

fn name_and_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or("write it as NAME=VALUE, such as status=complete")?;
    Ok((name.to_owned(), value.to_owned()))
}
