//! Reads a folder of records: `flows/`, `nodes/` and `widgets/`, one record in each file.

use super::{ChatSettings, FileError, Node, Widget};
use crate::json::{canonical, drop_nulls, read};
use engine::{Finding, Flow, Severity, Style};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::Path;

/// A folder whose every file is right in itself.
#[derive(Debug, Default)]
pub(crate) struct Folder {
    pub(crate) flows: Vec<FlowFile>,
    pub(crate) nodes: Vec<NodeFile>,
    pub(crate) widgets: Vec<WidgetFile>,
    /// What the operator should look at although it is not wrong.
    pub(crate) warnings: Vec<FileError>,
}

/// A flow and the text that is stored of it.
#[derive(Debug)]
pub(crate) struct FlowFile {
    pub(crate) flow: Flow,
    /// Canonical JSON without `revision`: equal flows have equal texts.
    pub(crate) definition: String,
}

/// A node, where it came from, and the text that is stored of it.
#[derive(Debug)]
pub(crate) struct NodeFile {
    pub(crate) file: String,
    pub(crate) node: Node,
    /// The whole record, with what is not public.
    pub(crate) record: String,
}

/// A widget, where it came from, and the text that is stored of it.
#[derive(Debug)]
pub(crate) struct WidgetFile {
    pub(crate) file: String,
    pub(crate) widget: Widget,
    /// The whole record, with what is not public.
    pub(crate) record: String,
}

/// Reads all records below `root`.
///
/// # Errors
/// Everything that is wrong in any of the files, not only the first of it.
pub(crate) fn read_folder(root: &Path) -> Result<Folder, Vec<FileError>> {
    let mut folder = Folder::default();
    let mut errors = Vec::new();
    let mut files = 0;
    for (name, read_file) in [
        (
            "flows",
            read_flow as fn(&mut Folder, &str, &str) -> Result<(), Vec<FileError>>,
        ),
        ("nodes", read_node),
        ("widgets", read_widget),
    ] {
        match json_files(&root.join(name)) {
            Err(error) => errors.push(error),
            Ok(found) => {
                files += found.len();
                for (file, text) in found {
                    match text {
                        Ok(text) => {
                            errors.extend(read_file(&mut folder, &file, &text).err().into_iter().flatten())
                        }
                        Err(error) => errors.push(error),
                    }
                }
            }
        }
    }
    if files == 0 && errors.is_empty() {
        let message = "there is no .json file in its folders flows, nodes and widgets".into();
        errors.push(FileError {
            file: root.display().to_string(),
            pointer: String::new(),
            message,
        });
    }
    if errors.is_empty() {
        Ok(folder)
    } else {
        Err(errors)
    }
}

type NamedText = (String, Result<String, FileError>);

/// The texts of all `.json` files of a folder, by name. A folder that does not exist has none.
fn json_files(folder: &Path) -> Result<Vec<NamedText>, FileError> {
    let unreadable = |path: &Path, error: std::io::Error| FileError {
        file: path.display().to_string(),
        pointer: String::new(),
        message: format!("cannot be read: {error}"),
    };
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(folder, error)),
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| unreadable(folder, error))?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            paths.push(path);
        }
    }
    paths.sort();
    let text = |path: &Path| std::fs::read_to_string(path).map_err(|error| unreadable(path, error));
    Ok(paths
        .iter()
        .map(|path| (path.display().to_string(), text(path)))
        .collect())
}

fn read_flow(folder: &mut Folder, file: &str, text: &str) -> Result<(), Vec<FileError>> {
    let (errors, warnings): (Vec<_>, Vec<_>) = engine::check_flow(text, engine::native())
        .into_iter()
        .partition(|f| f.severity == Severity::Error);
    let in_file = |pointer: String, message: String| FileError {
        file: file.into(),
        pointer,
        message,
    };
    let warning = |finding: Finding| in_file(finding.pointer, format!("warning: {}", finding.message));
    folder.warnings.extend(warnings.into_iter().map(warning));
    if !errors.is_empty() {
        return Err(errors
            .into_iter()
            .map(|finding| in_file(finding.pointer, finding.message))
            .collect());
    }
    let flow =
        Flow::parse(text, engine::native()).map_err(|error| vec![in_file(error.pointer, error.message)])?;
    let unserved = unserved_questions(&flow);
    if !unserved.is_empty() {
        return Err(unserved
            .into_iter()
            .map(|message| in_file("/states".into(), message))
            .collect());
    }
    if folder.flows.iter().any(|other| other.flow.id == flow.id) {
        return Err(vec![in_file(
            "/id".into(),
            format!("another file has the flow `{}` already", flow.id),
        )]);
    }
    let mut value: Value = parse(file, text)?;
    if let Value::Object(members) = &mut value {
        // The server's own to give (wire.md, `revision`).
        members.remove("revision");
    }
    folder.flows.push(FlowFile {
        flow,
        definition: canonical(value),
    });
    Ok(())
}

/// Questions that need calls which this server does not answer yet: uploads, verification by text message, look-ups.
/// Visitors would get stuck on them.
fn unserved_questions(flow: &Flow) -> Vec<String> {
    let questions = flow
        .elements
        .iter()
        .filter_map(|element| element.question.as_deref());
    let unserved = questions.filter(|question| {
        let needs_calls = matches!(
            question.style,
            Style::File | Style::Screenshot | Style::PhoneVerification | Style::DynamicRequest
        );
        needs_calls || question.binding_model.is_some()
    });
    unserved
        .map(|question| {
            format!(
                "the question `{}` needs uploads, text messages or look-ups, which this server does not offer yet",
                question.id
            )
        })
        .collect()
}

fn read_node(folder: &mut Folder, file: &str, text: &str) -> Result<(), Vec<FileError>> {
    let (node, record) = read_record::<Node>(file, text)?;
    let mut errors = node.check(file);
    errors.extend(misread_chat_settings(file, &record));
    if folder.nodes.iter().any(|other| other.node.id == node.id) {
        errors.push(repeated(file, "/id", "node", &node.id));
    }
    folder.nodes.push(NodeFile {
        file: file.into(),
        node,
        record,
    });
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn read_widget(folder: &mut Folder, file: &str, text: &str) -> Result<(), Vec<FileError>> {
    let (widget, record) = read_record::<Widget>(file, text)?;
    let mut errors = widget.check(file);
    if folder
        .widgets
        .iter()
        .any(|other| other.widget.code == widget.code)
    {
        errors.push(repeated(file, "/code", "widget", &widget.code));
    }
    folder.widgets.push(WidgetFile {
        file: file.into(),
        widget,
        record,
    });
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// A node's `chat` is not among its public fields, so it is read by itself.
fn misread_chat_settings(file: &str, record: &str) -> Option<FileError> {
    let record: Value = serde_json::from_str(record).ok()?;
    let misread = read::<ChatSettings>(record.get("chat")?.clone()).err()?;
    Some(FileError {
        file: file.into(),
        pointer: format!("/chat{}", misread.pointer),
        message: misread.message,
    })
}

fn read_record<T: DeserializeOwned>(file: &str, text: &str) -> Result<(T, String), Vec<FileError>> {
    let mut value = parse(file, text)?;
    drop_nulls(&mut value);
    let record = canonical(value.clone());
    let typed = read(value).map_err(|misread| {
        vec![FileError {
            file: file.into(),
            pointer: misread.pointer,
            message: misread.message,
        }]
    })?;
    Ok((typed, record))
}

fn parse(file: &str, text: &str) -> Result<Value, Vec<FileError>> {
    serde_json::from_str(text).map_err(|error| {
        vec![FileError {
            file: file.into(),
            pointer: String::new(),
            message: format!("is not JSON: {error}"),
        }]
    })
}

fn repeated(file: &str, pointer: &str, what: &str, id: &str) -> FileError {
    let message = format!("another file has the {what} `{id}` already");
    FileError {
        file: file.into(),
        pointer: pointer.into(),
        message,
    }
}
