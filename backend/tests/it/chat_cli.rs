//! `pulsen chat`: scripts answer for a business.

use crate::chat::{Chat, texts};
use crate::process::{ServerProcess, pulsen};
use crate::proxy::{Mode, Proxy};
use crate::server::{RECORDS, client, import, staff_token};
use crate::upload::png;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;
use tokio::task::spawn_blocking;

/// A terminal of a member of staff.
struct Terminal {
    token: String,
    server: String,
}

impl Terminal {
    /// Returns one that reaches the server at another address.
    fn at(&self, server: &str) -> Self {
        Self {
            token: self.token.clone(),
            server: server.to_owned(),
        }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = pulsen();
        command
            .arg("chat")
            .args(arguments)
            .args(["--server", &self.server])
            .env("PULSEN_STAFF_TOKEN", &self.token);
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that must succeed; returns its lines.
    fn lines(&self, arguments: &[&str]) -> Vec<String> {
        let output = self.run(arguments);
        assert!(output.status.success(), "{}", errors(&output));
        lines(&output)
    }

    /// Runs a command that must fail; returns what it says.
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        errors(&output)
    }
}

fn lines(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(str::to_owned).collect()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Starts a server with the records of the tests. Its data is removed with the first value.
fn set_up() -> (TempDir, ServerProcess, Terminal) {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let token = staff_token(data.path());
    let server = ServerProcess::start(data.path());
    let terminal = Terminal {
        token,
        server: server.address.clone(),
    };
    (data, server, terminal)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn staff_list_reply_close_and_export() {
    let (_data, server, terminal) = set_up();
    let chat = Chat::open_at(&server.address, &client()).await;
    chat.say("Is anybody\n\u{1b}[2Jthere?\u{202E}").await;

    let listed = terminal.lines(&["list", "--status", "open", "--node", "door"]);
    assert_eq!(listed.len(), 1);
    let fields: Vec<&str> = listed[0].split('\t').collect();
    let short = fields[0];
    assert!(short.len() < 20 && chat.id.starts_with(short), "{short}");
    assert_eq!(
        (fields[1], fields[2], fields[4], fields[5], fields[6]),
        (
            "open, waits",
            "door",
            "-",
            "1 unread",
            "customer: Is anybody  [2Jthere? "
        )
    );

    assert!(terminal.lines(&["list", "--assigned", "me"]).is_empty());
    terminal.lines(&["reply", short, "Yes, I am."]);
    chat.say("Good.").await;
    assert!(terminal.lines(&["list"])[0].contains("\t1 unread\t"));
    assert_eq!(terminal.lines(&["close", short]), ["closed"]);
    assert_eq!(terminal.lines(&["close", short]), ["closed"], "a repeat");
    assert_eq!(texts(&chat.whole().await)[1..], ["Yes, I am.", "Good."]);
    assert_eq!(
        terminal.refused(&["reply", short, "too late"]),
        "pulsen: The chat is not open: It is closed.\n"
    );
    let transcript = terminal.lines(&["transcript", short]);
    assert!(
        transcript
            .iter()
            .any(|line| line.ends_with(" customer: Is anybody")),
        "{transcript:?}"
    );
    assert!(transcript.contains(&"   [2Jthere? ".to_owned()), "{transcript:?}");
    let json = terminal.run(&["transcript", short, "--json"]);
    assert!(!String::from_utf8_lossy(&json.stdout).contains('\u{202E}'));
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(
        texts(&json)[0],
        "Is anybody\n\u{1b}[2Jthere?\u{202E}",
        "its meaning is kept"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_beginning_of_an_id_names_one_chat_or_none() {
    let (_data, server, terminal) = set_up();
    let one = Chat::open_at(&server.address, &client()).await;
    Chat::open_at(&server.address, &client()).await;
    let several = terminal.refused(&["close", &one.id[..3]]);
    assert!(
        several.contains("several ids begin with") && several.contains(&one.id),
        "{several}"
    );
    assert!(
        terminal
            .refused(&["close", "zz"])
            .contains("there is no chat whose id begins with `zz`")
    );
    assert_eq!(terminal.lines(&["close", &one.id]), ["closed"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reply_whose_answer_is_lost_is_stored_once() {
    let (_data, server, direct) = set_up();
    let proxy = Proxy::start(&server.address).await;
    let terminal = direct.at(&proxy.address);
    let chat = Chat::open_at(&server.address, &client()).await;
    proxy.set(Mode::LoseAnswer(server.address.clone()));
    let id = chat.id.clone();
    let replied = spawn_blocking(move || terminal.run(&["reply", &id, "once"]))
        .await
        .unwrap();
    assert!(replied.status.success(), "{}", errors(&replied));
    assert!(errors(&replied).contains("trying again"), "{}", errors(&replied));
    assert_eq!(texts(&chat.whole().await), ["once"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reply_waits_for_a_server_that_a_proxy_does_not_reach() {
    let (_data, server, direct) = set_up();
    let proxy = Proxy::start(&server.address).await;
    let chat = Chat::open_at(&server.address, &client()).await;
    proxy.set(Mode::BadGateway);
    let terminal = direct.at(&proxy.address);
    let mut replying = terminal.command(&["reply", &chat.id, "once"]);
    let mut replying = replying.stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(replying.stderr.take().unwrap());
    let (replying, said) = spawn_blocking(move || {
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        (replying, line)
    })
    .await
    .unwrap();
    assert!(said.contains("502") && said.contains("trying again"), "{said}");
    proxy.set(Mode::Forward(server.address.clone()));
    let replied = spawn_blocking(move || replying.wait_with_output()).await.unwrap();
    assert!(replied.unwrap().status.success());
    assert_eq!(texts(&chat.whole().await), ["once"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn canned_replies_and_keys_are_sent() {
    let (_data, server, terminal) = set_up();
    let chat = Chat::open_at(&server.address, &client()).await;
    let put = client()
        .put(format!("{}/v1/staff/canned_replies/hello", server.address))
        .bearer_auth(&terminal.token);
    let body = serde_json::json!({"title": "Hello", "body": "Hello!\nHow can we help?"});
    assert_eq!(put.json(&body).send().await.unwrap().status(), 200);
    terminal.lines(&["reply", &chat.id, "--canned", "hello"]);
    let gone = terminal.refused(&["reply", &chat.id, "--canned", "gone"]);
    assert!(gone.contains("there is no canned reply `gone`"), "{gone}");
    for _ in 0..2 {
        let key = "00000000-0000-4000-8000-000000000001";
        terminal.lines(&["reply", &chat.id, "Well?", "--key", key]);
    }
    assert_eq!(texts(&chat.whole().await), ["Hello!\nHow can we help?", "Well?"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_image_is_sent_with_a_text_or_alone() {
    let (data, server, terminal) = set_up();
    let chat = Chat::open_at(&server.address, &client()).await;
    let file = data.path().join("plan.png");
    std::fs::write(&file, png()).unwrap();
    let image = file.to_str().unwrap();
    for _ in 0..2 {
        let key = "00000000-0000-4000-8000-000000000002";
        terminal.lines(&["reply", &chat.id, "The plan", "--image", image, "--key", key]);
    }
    terminal.lines(&["reply", &chat.id, "--image", image]);
    let shown = chat.whole().await;
    assert_eq!(texts(&shown), ["The plan", ""]);
    for item in shown["timeline_items"].as_array().unwrap() {
        let attachment = &item["detail"]["comment"]["attachment"];
        assert_eq!(
            (&attachment["name"], &attachment["type"]),
            (&"plan.png".into(), &"image/png".into())
        );
    }

    let absent = terminal.refused(&["reply", &chat.id, "--image", "/nowhere/plan.png"]);
    assert!(
        absent.contains("the image /nowhere/plan.png cannot be opened"),
        "{absent}"
    );
    std::fs::write(&file, "not an image").unwrap();
    let wrong = terminal.refused(&["reply", &chat.id, "--image", image]);
    assert!(wrong.contains("JPEG"), "{wrong}");
    std::fs::File::create(&file)
        .unwrap()
        .set_len(10 * 1024 * 1024 + 1)
        .unwrap();
    let large = terminal.refused(&["reply", &chat.id, "--image", image]);
    assert!(large.contains("is larger than 10 MiB"), "{large}");
}

#[test]
fn a_missing_token_or_server_is_reported() {
    for (arguments, words) in [
        (vec!["chat", "list"], "a staff token is needed"),
        (
            vec!["chat", "list", "--token", "t", "--server", "http://127.0.0.1:1"],
            "server unreachable",
        ),
    ] {
        let output = pulsen().args(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let error = errors(&output);
        assert!(error.contains(words), "{error}");
    }
}
