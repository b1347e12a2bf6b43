//! `pulsen dev`: the real program, with files that are saved while it runs.

use crate::process::{printed, pulsen, signal};
use crate::server::client;
use reqwest::Response;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use tempfile::TempDir;

/// A running `pulsen dev` with a project of its own.
struct Dev {
    child: Child,
    output: BufReader<ChildStdout>,
    folder: TempDir,
    address: String,
}

impl Dev {
    /// Starts it on a project in a folder.
    fn start(folder: TempDir, options: &[&str]) -> Self {
        let mut command = pulsen();
        command.args(["dev", "--listen", "127.0.0.1:0"]).args(options);
        command.arg(folder.path().join("project"));
        command.env("TMPDIR", folder.path().join("tmp"));
        command.env("PATH", folder.path().join("bin"));
        let streams = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = streams.spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut dev = Self {
            child,
            output,
            folder,
            address: String::new(),
        };
        let line = dev.next_line();
        line.strip_prefix("listening on ")
            .unwrap()
            .clone_into(&mut dev.address);
        dev
    }

    fn next_line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }

    async fn get(&self, path: &str) -> Response {
        // Not the client of other tests: the description of the interface has none of this.
        let request = client().0.get(format!("{}{path}", self.address));
        request
            .header("Accept-Encoding", "br, gzip")
            .send()
            .await
            .unwrap()
    }

    /// Returns what open pages are told, once there is more than what they know.
    async fn state(&self, known: &Value) -> Value {
        let after = known["sequence"].as_u64();
        let after = after.map_or_else(String::new, |after| format!("?after={after}"));
        let text = self
            .get(&format!("/_dev/state{after}"))
            .await
            .text()
            .await
            .unwrap();
        serde_json::from_str(&text).unwrap()
    }

    /// Ends it by a signal, and returns what it has written on standard error. Nothing of its database may be left.
    fn stop(mut self, name: &str) -> String {
        signal(self.child.id(), name);
        let mut errors = String::new();
        let mut stream = self.child.stderr.take().unwrap();
        stream.read_to_string(&mut errors).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{errors}");
        let left: Vec<_> = fs::read_dir(self.folder.path().join("tmp")).unwrap().collect();
        assert!(left.is_empty(), "{left:?}");
        errors
    }
}

impl Drop for Dev {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a folder with a project, an empty folder for what is temporary, and one for programs.
fn project() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    printed(pulsen().args(["new", "csat"]).arg(folder.path().join("project")));
    fs::create_dir(folder.path().join("tmp")).unwrap();
    fs::create_dir(folder.path().join("bin")).unwrap();
    folder
}

fn only_file(folder: &Path, kind: &str) -> PathBuf {
    let mut files = fs::read_dir(folder.join("project").join(kind)).unwrap();
    files.next().unwrap().unwrap().path()
}

/// Replaces a text in the project's flow.
fn edit(folder: &Path, from: &str, to: &str) {
    let flow = only_file(folder, "flows");
    let text = fs::read_to_string(&flow).unwrap();
    assert!(text.contains(from));
    // At once, as many editors do: no half of it is seen.
    let new = folder.join("new");
    fs::write(&new, text.replacen(from, to, 1)).unwrap();
    fs::rename(new, flow).unwrap();
}

fn node_of(folder: &Path) -> String {
    let file = only_file(folder, "nodes");
    file.file_stem().unwrap().to_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_project_is_served_and_followed() {
    let folder = project();
    let node = node_of(folder.path());
    let mut dev = Dev::start(folder, &[]);
    let page = format!("/feedback?node_id={node}");
    assert_eq!(dev.next_line(), "imported, with 1 changed flow");
    assert_eq!(dev.next_line(), format!("node {node}: {}{page}", dev.address));
    let tag = dev.next_line();
    assert!(
        tag.starts_with("widget PSN-") && tag.contains("<script async src="),
        "{tag}"
    );
    let loader = tag
        .split('"')
        .nth(1)
        .unwrap()
        .strip_prefix(&dev.address)
        .unwrap()
        .to_owned();
    dev.next_line();

    let state = dev.state(&Value::Null).await;
    assert_eq!(state["findings"].as_array().map(Vec::len), Some(0));
    let script = format!("/_dev/reload.js?version={}", state["version"]);
    for path in [page.as_str(), "/"] {
        let response = dev.get(path).await;
        assert_allows_script(&response);
        let html = response.text().await.unwrap();
        assert!(html.contains(&script), "{path}: {html}");
    }
    let loader = dev.get(&loader).await.text().await.unwrap();
    assert!(loader.contains("/_dev/state"));

    edit(
        dev.folder.path(),
        "How satisfied are you with your purchase?",
        "Happy?",
    );
    let changed = dev.state(&state).await;
    assert_ne!(changed["version"], state["version"]);
    assert_eq!(dev.next_line(), "imported, with 1 changed flow");
    assert!(dev.get(&page).await.text().await.unwrap().contains("Happy?"));
    assert_eq!(dev.stop("-TERM"), "");
}

#[tokio::test]
async fn an_error_is_told_and_the_last_good_version_stays() {
    let folder = project();
    let node = node_of(folder.path());
    let mut dev = Dev::start(folder, &[]);
    let printed: Vec<_> = (0..4).map(|_| dev.next_line()).collect();
    assert_eq!(printed[0], "imported, with 1 changed flow");
    let state = dev.state(&Value::Null).await;
    edit(dev.folder.path(), "\"isRequired\"", "\"required\"");
    let broken = dev.state(&state).await;
    assert_eq!(broken["version"], state["version"]);
    let finding = broken["findings"][0]["text"].as_str().unwrap();
    assert!(
        finding.contains(".json:") && finding.contains("did you mean `isRequired`?"),
        "{finding}"
    );
    assert_eq!(broken["findings"][0]["is_error"], true);
    let page = dev.get(&format!("/feedback?node_id={node}")).await;
    assert_eq!(page.status(), 200);
    edit(dev.folder.path(), "\"required\"", "\"isRequired\"");
    let mended = dev.state(&broken).await;
    assert_eq!(mended["findings"].as_array().map(Vec::len), Some(0));
    let printed = [dev.next_line(), dev.next_line()];
    assert_eq!(printed, ["not imported", "imported, with 0 changed flows"]);
    let errors = dev.stop("-INT");
    assert!(errors.contains("did you mean `isRequired`?"), "{errors}");
}

#[tokio::test]
async fn a_project_that_begins_with_an_error_has_pages_that_say_so() {
    let folder = project();
    let node = node_of(folder.path());
    edit(folder.path(), "\"isRequired\"", "\"required\"");
    let mut dev = Dev::start(folder, &[]);
    assert_eq!(dev.next_line(), "not imported");
    for path in ["/".to_owned(), format!("/feedback?node_id={node}")] {
        let request = client().0.get(format!("{}{path}", dev.address));
        let response = request.header("Accept", "text/html").send().await.unwrap();
        assert_allows_script(&response);
        assert!(
            response
                .text()
                .await
                .unwrap()
                .contains("/_dev/reload.js?version=")
        );
    }
    let state = dev.state(&Value::Null).await;
    edit(dev.folder.path(), "\"required\"", "\"isRequired\"");
    let mended = dev.state(&state).await;
    assert_ne!(mended["version"], state["version"]);
    assert_eq!(dev.next_line(), "imported, with 1 changed flow");
    assert!(dev.next_line().starts_with(&format!("node {node}: ")));
    dev.stop("-TERM");
}

#[tokio::test]
async fn the_first_link_page_is_opened_in_the_browser() {
    let folder = project();
    let node = node_of(folder.path());
    let (browser, opened) = (folder.path().join("bin/xdg-open"), folder.path().join("opened"));
    // A pipe: reading it waits for the browser.
    assert!(Command::new("mkfifo").arg(&opened).status().unwrap().success());
    fs::write(
        &browser,
        format!("#!/bin/sh\necho \"$1\" > '{}'\n", opened.display()),
    )
    .unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    let dev = Dev::start(folder, &["--open"]);
    let address = fs::read_to_string(opened).unwrap();
    assert_eq!(address.trim(), format!("{}/feedback?node_id={node}", dev.address));
    dev.stop("-TERM");
}

/// Fails unless the policy of a page lets the script that reloads run and ask the server.
fn assert_allows_script(page: &Response) {
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    assert!(
        policy.contains("script-src 'self'") && policy.contains("connect-src 'self'"),
        "{policy}"
    );
}
