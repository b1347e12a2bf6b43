//! What operators define in files: flows, nodes and widgets (`wire.md`: "Widget and node records").
//!
//! The structs list exactly what may reach a browser. A file may hold more (a widget's `secret`, a node's `chat`);
//! that stays in the stored record, and nothing that serves visitors can leak it.

mod chat_settings;
mod folder;
mod hours;
mod node;
mod references;
mod widget;

pub(crate) use chat_settings::{ChatSettings, LocalText};
pub(crate) use folder::{FlowFile, Folder, NodeFile, WidgetFile, read_folder};
pub(crate) use node::{Node, OnceWithin};
pub(crate) use references::{Known, check_references};
pub(crate) use widget::{Widget, is_widget_code};

/// Something wrong in a file, as people are told: `file: /json/pointer: message`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FileError {
    /// The file's path, as it was named on the command line.
    pub(crate) file: String,
    /// JSON pointer; empty for the whole file.
    pub(crate) pointer: String,
    /// What is wrong there, and what would be right.
    pub(crate) message: String,
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pointer = if self.pointer.is_empty() {
            "/"
        } else {
            &self.pointer
        };
        write!(f, "{}: {pointer}: {}", self.file, self.message)
    }
}
