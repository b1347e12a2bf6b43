//! `pulsen convert`.

use super::counted::counted;
use super::error::CommandError;
use super::long_text::print_long_text;
use ::convert::{Conversion, MAX_BYTES, Report, Source};
use base::records::{RecordKind, canonical_form};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Converts a survey of another product into a flow that `pulsen check` accepts.
///
/// Prints the flow on standard output, and what was lost or changed on standard error: one line for each finding, with a
/// pointer into the survey and what was done instead.
#[derive(Debug, Args)]
pub(super) struct Convert {
    /// The survey: a file that the other product exports.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The product; recognized by the file's content by default.
    #[arg(long, value_name = "PRODUCT", value_parser = source_parser())]
    from: Option<Source>,

    /// Writes the flow into this folder instead, such as the `flows` of what is imported. The file has the flow's id as its name.
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,

    /// How the report is written: lines of text, or one JSON object.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

fn source_parser() -> impl TypedValueParser<Value = Source> {
    PossibleValuesParser::new(Source::ALL.map(Source::name)).try_map(|name| {
        let mut sources = Source::ALL.into_iter();
        sources
            .find(|source| source.name() == name)
            .ok_or("is no product")
    })
}

impl Convert {
    /// Fails if the file is no survey, or too large for a flow. What was lost is no failure.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let name = self.file.display();
        let survey = read_bounded(&self.file).map_err(|error| format!("{name}: cannot be read: {error}"))?;
        let id = self.file.file_stem().unwrap_or_default().to_string_lossy();
        let conversion =
            ::convert::convert(&survey, self.from, &id).map_err(|error| format!("{name}: {error}"))?;
        let flow = canonical_form(RecordKind::Flow, &conversion.flow);
        match &self.into {
            Some(folder) => {
                let id = conversion.flow.get("id").and_then(serde_json::Value::as_str);
                let file = folder.join(format!("{}.json", id.unwrap_or("flow")));
                write_new(&file, &flow)
                    .map_err(|error| format!("`{}` cannot be written: {error}", file.display()))?;
            }
            None => print_long_text(&flow)?,
        }
        let mut output = std::io::stderr().lock();
        match self.format {
            Format::Text => write_text(&conversion, &mut output)?,
            Format::Json => writeln!(output, "{}", json(&conversion)?)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Reads no more than a survey may have; what is longer is refused by its length.
fn read_bounded(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut survey = Vec::new();
    std::fs::File::open(file)?
        .take(MAX_BYTES as u64 + 1)
        .read_to_end(&mut survey)?;
    Ok(survey)
}

/// Writes a file that does not exist: what has been edited since an earlier conversion stays.
fn write_new(file: &Path, flow: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::File::create_new(file)?.write_all(flow.as_bytes())
}

fn write_text(conversion: &Conversion, output: &mut impl Write) -> std::io::Result<()> {
    let Report {
        questions,
        mapped,
        findings,
        ..
    } = &conversion.report;
    for finding in findings {
        writeln!(output, "{finding}")?;
    }
    writeln!(
        output,
        "converted {mapped} of {} of {}, with {}",
        counted(*questions, "question"),
        conversion.source.name(),
        counted(findings.len(), "finding"),
    )
}

fn json(conversion: &Conversion) -> serde_json::Result<String> {
    let mut report = serde_json::to_value(&conversion.report)?;
    if let Some(report) = report.as_object_mut() {
        report.insert("source".into(), conversion.source.name().into());
    }
    serde_json::to_string_pretty(&report)
}
