//! The surveys in `fixtures/`: what each becomes, and what is reported.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use convert::{Source, convert};
use engine::{Severity, check_flow, native};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the surveys in the folder of a product.
fn surveys_of(source: Source) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(source.name());
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let is_survey = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        !name.ends_with(".flow.json") && !name.ends_with(".report.txt")
    };
    let mut surveys: Vec<PathBuf> = files.filter(is_survey).collect();
    surveys.sort();
    surveys
}

#[test]
fn converts_surveys_of_every_product() {
    let writes = std::env::var_os("CONVERT_FIXTURES").is_some();
    for source in Source::ALL {
        for path in surveys_of(source) {
            let mut survey = fs::read(&path).unwrap();
            if source == Source::XlsForm {
                survey = support::workbook(&serde_json::from_slice(&survey).unwrap());
            }
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let conversion =
                convert(&survey, None, &name).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(conversion.source, source, "{}", path.display());
            let flow = serde_json::to_string_pretty(&conversion.flow).unwrap() + "\n";
            let errors = check_flow(&flow, native())
                .into_iter()
                .filter(|finding| finding.code.severity == Severity::Error);
            assert_eq!(
                errors.map(|error| error.message).collect::<Vec<_>>(),
                Vec::<String>::new(),
                "{}",
                path.display()
            );
            let report = conversion.report;
            let mut lines = format!("{} of {} questions\n", report.mapped, report.questions);
            for finding in report.findings {
                writeln!(lines, "{finding}").unwrap();
            }
            for (ending, found) in [("flow.json", flow), ("report.txt", lines)] {
                let expected = path.with_file_name(format!("{name}.{ending}"));
                if writes {
                    fs::write(&expected, &found).unwrap();
                }
                let text = fs::read_to_string(&expected).unwrap_or_default();
                assert_eq!(found, text, "{}", expected.display());
            }
        }
    }
}
