//! Reads files that others may have put there. A pipe or a device would keep the reader forever, or be used by being read;
//! a symbolic link leads to what its maker could not read.

use rustix::fs::OFlags;
use std::fs::{File, OpenOptions, symlink_metadata};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// How symbolic links are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    Followed,
    /// Of the last part of the path.
    Refused,
}

/// Opens a regular file for reading.
///
/// # Errors
/// It is none, or cannot be opened. The error does not name the path.
pub fn open_regular(path: &Path, links: Links) -> io::Result<File> {
    let mut flags = OFlags::NONBLOCK;
    let metadata = match links {
        Links::Followed => path.metadata()?,
        Links::Refused => {
            flags |= OFlags::NOFOLLOW;
            symlink_metadata(path)?
        }
    };
    // Before it is opened, which can do something to a device; and again, since it may have been replaced.
    validate(metadata.file_type())?;
    let flags = i32::try_from(flags.bits()).map_err(io::Error::other)?;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    validate(file.metadata()?.file_type())?;
    Ok(file)
}

/// Reads a regular file as text.
///
/// # Errors
/// As of [`open_regular`]; it is not UTF-8.
pub fn read_regular(path: &Path, links: Links) -> io::Result<String> {
    let mut text = String::new();
    open_regular(path, links)?.read_to_string(&mut text)?;
    Ok(text)
}

fn validate(kind: std::fs::FileType) -> io::Result<()> {
    let wrong = if kind.is_symlink() {
        "it is a symbolic link"
    } else if kind.is_dir() {
        "it is a folder"
    } else if kind.is_file() {
        return Ok(());
    } else {
        "it is no regular file"
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, wrong))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    #[test]
    fn only_regular_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("file"), "text").unwrap();
        std::fs::create_dir(path("folder")).unwrap();
        symlink(path("file"), path("link")).unwrap();
        symlink("/dev/zero", path("link to a device")).unwrap();
        assert!(
            Command::new("mkfifo")
                .arg(path("pipe"))
                .status()
                .unwrap()
                .success()
        );
        let read = |name: &str, links| read_regular(&path(name), links).map_err(|error| error.to_string());
        for links in [Links::Followed, Links::Refused] {
            assert_eq!(read("file", links).unwrap(), "text");
            assert_eq!(read("folder", links).unwrap_err(), "it is a folder");
            // Nobody writes to it: opened otherwise, it would wait forever.
            assert_eq!(read("pipe", links).unwrap_err(), "it is no regular file");
            assert!(read("missing", links).is_err());
        }
        assert_eq!(read("link", Links::Followed).unwrap(), "text");
        assert_eq!(read("link", Links::Refused).unwrap_err(), "it is a symbolic link");
        assert_eq!(
            read("link to a device", Links::Followed).unwrap_err(),
            "it is no regular file"
        );
    }
}
