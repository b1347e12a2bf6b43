//! Reads and checks record files. `pulsen check` and `pulsen import` both do it here, so they find the same.

use super::address_pattern::check_address_patterns;
use super::bubble_question::check_bubble_question;
use super::codes::{MISNAMED_FOLDER, NO_RECORDS};
use super::connector_fields::{CONNECTOR_FIELDS, check_connector};
use super::field::Field;
use super::fixed_files::add_fixes;
use super::json_schema::SCHEMA_MEMBER;
use super::node_checks::check_node;
use super::node_fields::NODE_FIELDS;
use super::record_text::{read_text, unreadable};
use super::schema::{SchemaFinding, check_document};
use super::widget::{check_display_share, check_lengths};
use super::widget_fields::WIDGET_FIELDS;
use super::widget_rules::check_secure_mode;
use super::{Connector, FeedbackNode, Finding, RecordKind, WidgetConfiguration};
use crate::json::{canonical, drop_nulls, read};
use engine::codes::{DUPLICATE, NOT_JSON, WRONG_VALUE};
use engine::{Code, Flow, check_json, nearest, positions_of};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use strum::VariantArray;

/// The records of some files, and everything that was found in them.
#[derive(Debug, Default)]
pub struct RecordSet {
    pub flows: Vec<FlowRecord>,
    pub nodes: Vec<NodeRecord>,
    pub widgets: Vec<WidgetRecord>,
    pub connectors: Vec<ConnectorRecord>,
    /// File by file, in the order in which they were read.
    pub findings: Vec<Finding>,
    /// What each file that was read holds, and its text.
    pub(super) texts: HashMap<String, (RecordKind, String)>,
    files: HashMap<RecordKind, usize>,
}

/// A flow and the file that it was read from.
#[derive(Debug)]
pub struct FlowRecord {
    pub file: String,
    pub flow: Flow,
    /// Canonical JSON without `revision` and `$schema`: equal flows have equal texts.
    pub definition: String,
}

/// A node and the file that it was read from.
#[derive(Debug)]
pub struct NodeRecord {
    pub file: String,
    pub node: FeedbackNode,
    /// The whole record as canonical JSON, with what is not public.
    pub record: String,
}

/// A widget and the file that it was read from.
#[derive(Debug)]
pub struct WidgetRecord {
    pub file: String,
    pub widget: WidgetConfiguration,
    /// The whole record as canonical JSON, with what is not public.
    pub record: String,
}

/// A connector and the file that it was read from.
#[derive(Debug)]
pub struct ConnectorRecord {
    pub file: String,
    pub connector: Connector,
    /// The whole record as canonical JSON.
    pub record: String,
}

impl RecordSet {
    /// Reads all records of a folder: each `.json` file in its folders `flows`, `nodes`, `widgets` and `connectors`.
    pub fn read_folder(root: &Path) -> Self {
        let mut records = Self::default();
        let mut has_files = false;
        for &kind in RecordKind::VARIANTS {
            match json_files(&root.join(kind.folder())) {
                Ok(paths) => {
                    has_files |= !paths.is_empty();
                    for path in paths {
                        match validate_inside(&path, root) {
                            Ok(()) => records.add_file(&path, kind),
                            Err(error) => records.findings.push(unreadable(&path, &error)),
                        }
                    }
                }
                Err(error) => records.findings.push(*error),
            }
        }
        if !has_files && records.findings.is_empty() {
            records.findings.push(nothing_in(root));
        }
        records.findings.extend(misnamed_folders(root));
        records
    }

    /// Reads and checks one record that is no file; `name` stands where findings name a file.
    pub fn of_text(kind: RecordKind, name: &str, text: String) -> Self {
        let mut records = Self::default();
        records.add_text(kind, name.to_owned(), text);
        records
    }

    /// Reads a file whose folder or content tells what it defines; a file that could be anything counts as a flow.
    pub fn add_any_file(&mut self, path: &Path) {
        let content = read_text(path).ok();
        let content = content.and_then(|text| serde_json::from_str(&text).ok());
        self.add_file(path, RecordKind::of_file(path, &content.unwrap_or_default()));
    }

    /// Returns whether anything was found that keeps a record from being imported.
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(Finding::is_error)
    }

    fn add_file(&mut self, path: &Path, kind: RecordKind) {
        match read_text(path) {
            Ok(text) => self.add_text(kind, path.display().to_string(), text),
            Err(finding) => self.findings.push(*finding),
        }
    }

    fn add_text(&mut self, kind: RecordKind, file: String, text: String) {
        *self.files.entry(kind).or_default() += 1;
        let earlier = self.findings.len();
        match kind {
            RecordKind::Flow => self.add_flow(&file, &text),
            RecordKind::Node => self.add_node(&file, &text),
            RecordKind::Widget => self.add_widget(&file, &text),
            RecordKind::Connector => self.add_connector(&file, &text),
        }
        let mut found = self.findings.split_off(earlier);
        add_fixes(kind, &text, &mut found);
        self.texts.insert(file, (kind, text));
        self.locate(&mut found);
        self.findings.append(&mut found);
    }

    /// Returns how many files of a kind were read.
    pub fn number_of(&self, kind: RecordKind) -> usize {
        self.files.get(&kind).copied().unwrap_or_default()
    }

    /// Adds what was found in these records as a whole, with its positions.
    pub fn add_findings(&mut self, mut found: Vec<Finding>) {
        self.locate(&mut found);
        self.findings.append(&mut found);
    }

    /// Adds the positions of findings in the files of these records.
    pub fn locate(&self, findings: &mut [Finding]) {
        for of_file in findings.chunk_by_mut(|one, other| one.file == other.file) {
            let text = of_file.first().and_then(|found| self.texts.get(&found.file));
            let Some((_, text)) = text else { continue };
            let positions = positions_of(text, of_file.iter().map(|found| &*found.pointer));
            for (found, position) in of_file.iter_mut().zip(positions) {
                found.position.get_or_insert(position);
            }
        }
    }

    fn add_flow(&mut self, file: &str, text: &str) {
        let earlier = self.findings.len();
        let found = engine::check_flow(text, engine::native()).into_iter();
        self.findings
            .extend(found.map(|found| Finding::of_flow(file, found)));
        if self.findings.iter().skip(earlier).any(Finding::is_error) {
            return;
        }
        let Some(mut document) = self.read_document(file, text) else {
            return;
        };
        match Flow::parse(text, engine::native()) {
            Err(error) => self.error(error.code, file, &error.pointer, error.message),
            Ok(flow) if self.flows.iter().any(|other| other.flow.id == flow.id) => {
                self.repeated(file, "/id", RecordKind::Flow, &flow.id);
            }
            Ok(flow) => {
                if let Value::Object(members) = &mut document {
                    // The server counts revisions; a file that was exported from one may hold it.
                    members.remove("revision");
                    members.remove(SCHEMA_MEMBER);
                }
                let definition = canonical(&mut document);
                self.flows.push(FlowRecord {
                    file: file.into(),
                    flow,
                    definition,
                });
            }
        }
    }

    fn add_node(&mut self, file: &str, text: &str) {
        let checked = self.read_record::<FeedbackNode>(file, text, NODE_FIELDS, check_node);
        let Some((node, record)) = checked else { return };
        if self.nodes.iter().any(|other| other.node.id == node.id) {
            self.repeated(file, "/id", RecordKind::Node, &node.id);
        }
        self.nodes.push(NodeRecord {
            file: file.into(),
            node,
            record,
        });
    }

    fn add_widget(&mut self, file: &str, text: &str) {
        let checked = self.read_record::<WidgetConfiguration>(file, text, WIDGET_FIELDS, check_widget);
        let Some((widget, record)) = checked else { return };
        let is_repeated = self.widgets.iter().any(|other| other.widget.code == widget.code);
        if is_repeated {
            self.repeated(file, "/code", RecordKind::Widget, &widget.code);
        }
        self.widgets.push(WidgetRecord {
            file: file.into(),
            widget,
            record,
        });
    }

    fn add_connector(&mut self, file: &str, text: &str) {
        let checked = self.read_record::<Connector>(file, text, CONNECTOR_FIELDS, check_connector);
        let Some((connector, record)) = checked else {
            return;
        };
        if self
            .connectors
            .iter()
            .any(|other| other.connector.id == connector.id)
        {
            self.repeated(file, "/id", RecordKind::Connector, &connector.id);
        }
        self.connectors.push(ConnectorRecord {
            file: file.into(),
            connector,
            record,
        });
    }

    /// Checks a node, widget or connector; returns it with its canonical text if it has no error.
    fn read_record<T: DeserializeOwned>(
        &mut self,
        file: &str,
        text: &str,
        fields: &[Field],
        check_more: fn(&Value) -> Vec<SchemaFinding>,
    ) -> Option<(T, String)> {
        let faults = check_json(text);
        if !faults.is_empty() {
            let faults = faults.into_iter().map(|fault| Finding::of_text(file, fault));
            self.findings.extend(faults);
            return None;
        }
        let mut document = self.read_document(file, text)?;
        if let Value::Object(members) = &mut document {
            members.remove(SCHEMA_MEMBER);
        }
        let mut findings = check_document(&document, fields);
        findings.extend(check_more(&document));
        let has_errors = findings.iter().any(SchemaFinding::is_error);
        self.add_schema_findings(file, findings);
        if has_errors {
            return None;
        }
        drop_nulls(&mut document);
        let record = canonical(&mut document);
        match read(document) {
            Ok(typed) => Some((typed, record)),
            Err(error) => {
                self.error(WRONG_VALUE, file, &error.pointer, error.message);
                None
            }
        }
    }

    /// Reads a text in which the engine finds no fault. What is stored is read more strictly, such as half of a pair of surrogates.
    fn read_document(&mut self, file: &str, text: &str) -> Option<Value> {
        serde_json::from_str(text)
            .map_err(|error| self.error(NOT_JSON, file, "", format!("is not JSON: {error}")))
            .ok()
    }

    fn add_schema_findings(&mut self, file: &str, findings: Vec<SchemaFinding>) {
        self.findings.extend(
            findings
                .into_iter()
                .map(|found| Finding::new(found.code, file, found.pointer, found.message)),
        );
    }

    fn repeated(&mut self, file: &str, pointer: &str, kind: RecordKind, id: &str) {
        let message = format!("another file has the {} `{id}` already", kind.into_str());
        self.error(DUPLICATE, file, pointer, message);
    }

    fn error(&mut self, code: Code, file: &str, pointer: &str, message: impl Into<String>) {
        self.findings.push(Finding::new(code, file, pointer, message));
    }
}

/// Finds what single fields of a widget's file do not show.
fn check_widget(document: &Value) -> Vec<SchemaFinding> {
    let mut findings = check_lengths(document);
    findings.extend(check_display_share(document));
    findings.extend(check_bubble_question(document));
    findings.extend(check_secure_mode(document));
    findings.extend(check_address_patterns(document));
    findings
}

/// Returns the `.json` files of a folder by name; none for a folder that does not exist.
pub(super) fn json_files(folder: &Path) -> Result<Vec<PathBuf>, Box<Finding>> {
    use std::io::ErrorKind::{NotADirectory, NotFound};
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if matches!(error.kind(), NotFound | NotADirectory) => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(folder, &error).into()),
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| unreadable(folder, &error))?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Says why a folder has no records.
/// Finds the folders whose name is a typing error away from one that is read: their records would be missing, and pruned.
fn misnamed_folders(root: &Path) -> Vec<Finding> {
    let entries = std::fs::read_dir(root).into_iter().flatten().flatten();
    let mut folders: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    let misnamed = folders.iter().filter_map(|path| {
        let name = path.file_name()?.to_str()?;
        let meant = nearest(name, folder_names()).filter(|meant| *meant != name)?;
        let message =
            format!("is not read; rename it to `{meant}`, which it is close to, or move it elsewhere");
        Some(Finding::new(
            MISNAMED_FOLDER,
            path.display().to_string(),
            "",
            message,
        ))
    });
    misnamed.collect()
}

fn folder_names() -> impl Iterator<Item = &'static str> {
    RecordKind::VARIANTS.iter().map(|kind| kind.folder())
}

fn nothing_in(root: &Path) -> Finding {
    let name = root.display().to_string();
    let own_name = root
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let message = if !root.exists() {
        "there is no such file or folder"
    } else if !root.is_dir() {
        "is a file; a folder is expected that holds flows, nodes, widgets and connectors"
    } else if folder_names().any(|folder| folder == own_name) {
        "name the folder that this one is in: it is expected to hold flows, nodes, widgets and connectors"
    } else {
        "there is no .json file in its folders flows, nodes, widgets and connectors"
    };
    Finding::new(NO_RECORDS, name, "", message)
}

/// Checks that symbolic links, also those of folders, lead nowhere outside of the folder with the records.
pub(super) fn validate_inside(path: &Path, root: &Path) -> io::Result<()> {
    if path.canonicalize()?.starts_with(root.canonicalize()?) {
        Ok(())
    } else {
        let message = "it is a symbolic link to what is outside of the folder";
        Err(io::Error::new(io::ErrorKind::InvalidInput, message))
    }
}
