//! `pulsen new`.

use super::error::CommandError;
use super::schema::write_schemas;
use crate::templates::{Names, ProjectFile, Template, templates};
use clap::Args;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tempfile::TempDir;

/// Begins a project: writes the flow, the node and the widget of a template into a folder.
///
/// Without arguments it lists the templates. The records get ids and a code of their own, so that several projects can be
/// imported into one server.
#[derive(Debug, Args)]
pub(super) struct New {
    /// The template, such as nps.
    #[arg(requires = "folder")]
    template: Option<String>,

    /// Folder of the project; it is created, or has none of the folders flows, nodes, widgets and schema.
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,

    /// The name of your business, which visitors see.
    #[arg(long, value_name = "NAME", requires = "template")]
    name: Option<String>,
}

/// The folders of a project. The schemas are what editors complete and check the records by.
const FOLDERS: [&str; 4] = ["schema", "flows", "nodes", "widgets"];

impl New {
    /// Writes all files or none.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let (Some(name), Some(folder)) = (&self.template, &self.folder) else {
            list();
            return Ok(ExitCode::SUCCESS);
        };
        let template = find(name)?;
        let names = Names::fresh(&template, self.name)?;
        let files = template.records(&names);
        write_project(folder, &files).map_err(|error| format!("`{}`: {error}", folder.display()))?;
        let shown = folder.display();
        for file in &files {
            println!("{shown}/{}/{}", file.folder, file.name);
        }
        println!("\nNext: pulsen dev {shown} --open");
        Ok(ExitCode::SUCCESS)
    }
}

fn list() {
    let templates = templates();
    let width = templates.iter().map(|template| template.name.len()).max();
    let width = width.unwrap_or_default();
    for Template { name, title, about } in &templates {
        println!("{name:width$}  {title}\n{:width$}  {about}\n", "");
    }
    println!("pulsen new TEMPLATE DIR begins a project with one of them.");
}

fn find(name: &str) -> Result<Template, CommandError> {
    let mut all = templates();
    match all.iter().position(|template| template.name == name) {
        Some(at) => Ok(all.swap_remove(at)),
        None => {
            let names = all.iter().map(|template| template.name.as_str());
            let meant = engine::nearest(name, names.clone())
                .map(|meant| format!("; did you mean `{meant}`?"))
                .unwrap_or_default();
            let names = names.collect::<Vec<_>>().join(", ");
            Err(format!("there is no template `{name}`{meant} The templates: {names}").into())
        }
    }
}

/// Writes the files beside their place, and then moves them there folder by folder.
fn write_project(folder: &Path, files: &[ProjectFile]) -> io::Result<()> {
    if let Some(taken) = FOLDERS.iter().find(|name| folder.join(name).exists()) {
        let message = format!("there is a folder `{taken}` already; name a new folder");
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
    }
    let was_there = folder.exists();
    std::fs::create_dir_all(folder)?;
    let written = write_beside(folder, files).and_then(|beside| move_folders(beside.path(), folder));
    if written.is_err() && !was_there {
        // It is empty; if it cannot be removed, the first error is the one to report.
        let _ = std::fs::remove_dir(folder);
    }
    written
}

fn write_beside(folder: &Path, files: &[ProjectFile]) -> io::Result<TempDir> {
    let beside = tempfile::Builder::new()
        .prefix(".pulsen-new-")
        .tempdir_in(folder)?;
    write_schemas(&beside.path().join("schema"))?;
    for file in files {
        let of_kind = beside.path().join(file.folder);
        std::fs::create_dir_all(&of_kind)?;
        std::fs::write(of_kind.join(&file.name), &file.text)?;
    }
    Ok(beside)
}

/// Moves all of them or none.
fn move_folders(from: &Path, to: &Path) -> io::Result<()> {
    for (at, name) in FOLDERS.iter().enumerate() {
        if let Err(error) = std::fs::rename(from.join(name), to.join(name)) {
            for moved in FOLDERS.iter().take(at) {
                let _ = std::fs::rename(to.join(moved), from.join(moved));
            }
            return Err(error);
        }
    }
    Ok(())
}
