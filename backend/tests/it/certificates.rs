//! Certificates for the servers of tests, made with `openssl`.

use crate::process::printed;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A key that is made quickly.
const NEW_KEY: &str = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";

/// Makes an authority for certificates; returns the file of its own.
pub(crate) fn make_authority(folder: &Path, name: &str) -> PathBuf {
    openssl(
        folder,
        &format!("req -x509 {NEW_KEY} -keyout {name}.key -out {name}.pem -subj /CN={name} -days 2"),
    );
    folder.join(format!("{name}.pem"))
}

/// Makes `server.key` and `server.pem`, a certificate for a name such as `IP:127.0.0.1`, signed by an authority in the folder.
pub(crate) fn make_certificate(folder: &Path, authority: &str, name: &str) {
    openssl(
        folder,
        &format!("req -new {NEW_KEY} -keyout server.key -out server.csr -subj /CN=test"),
    );
    std::fs::write(folder.join("names"), format!("subjectAltName={name}")).unwrap();
    openssl(
        folder,
        &format!(
            "x509 -req -in server.csr -CA {authority}.pem -CAkey {authority}.key -CAcreateserial -days 2 -extfile names \
             -out server.pem"
        ),
    );
}

fn openssl(folder: &Path, arguments: &str) {
    let mut command = Command::new("openssl");
    printed(command.current_dir(folder).args(arguments.split_whitespace()));
}
