//! `pulsen chat`: a business answers from a terminal.

use crate::chat::{Chat, configure_in, texts};
use crate::database::with_data;
use crate::deadline::{HANGS, within_limit};
use crate::process::{ServerProcess, printed, pulsen};
use crate::proxy::{Held, Mode, Proxy};
use crate::server::{RECORDS, client, import, staff_token};
use crate::upload::png;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
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

    fn start(&self, arguments: &[&str]) -> Running {
        let mut child = self.command(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (print, printed) = mpsc::channel();
        // Ends with the command, or with the test.
        std::thread::spawn(move || {
            output
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| print.send(line))
        });
        Running { child, printed }
    }
}

/// A command that prints what happens.
struct Running {
    child: Child,
    printed: mpsc::Receiver<String>,
}

impl Running {
    fn next_line(&self) -> String {
        let line = self.printed.recv_timeout(HANGS);
        line.expect("the command prints another line")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
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
async fn staff_list_follow_reply_and_close() {
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

    let mut followed = terminal.start(&["follow", short]);
    let answers = [(); 4].map(|()| followed.next_line());
    assert_eq!(
        answers,
        ["How was it? </script><b>", "  Bad", "Why?", "  Too cold"]
    );
    assert!(
        followed
            .next_line()
            .ends_with(" customer: Is anybody  [2Jthere? ")
    );
    terminal.lines(&["reply", short, "Yes, I am."]);
    assert!(
        followed.next_line().ends_with(" tests (staff): Yes, I am."),
        "live"
    );
    terminal.lines(&["note", short, "shivers"]);
    assert!(followed.next_line().ends_with(" tests (note): shivers"));
    chat.say("Good.").await;
    assert!(followed.next_line().ends_with(" customer: Good."));
    assert_eq!(terminal.lines(&["close", short]), ["closed"]);
    assert_eq!(followed.next_line(), "-- closed by tests", "and it ends");
    assert!(followed.child.wait().unwrap().success());
    assert_eq!(texts(&chat.whole().await)[1..], ["Yes, I am.", "Good."]);

    assert_eq!(
        terminal.refused(&["reply", short, "too late"]),
        "pulsen: The chat is not open: It is closed.\n"
    );
    assert_eq!(terminal.lines(&["reopen", short]), ["open"]);
    assert_eq!(terminal.lines(&["claim", short]), ["assigned to tests"]);
    assert_eq!(terminal.lines(&["list", "--assigned", "me"]).len(), 1);
    assert_eq!(terminal.lines(&["assign", short]), ["assigned to nobody"]);
    assert_eq!(terminal.lines(&["accept", short]), ["open"]);
    terminal.lines(&["read", short]);
    assert_eq!(
        terminal.lines(&["block-sender", short]),
        ["closed", "blocked: device; the address is not known"]
    );
    assert_eq!(chat.send("again").send().await.unwrap().status(), 403);
    assert!(terminal.lines(&["list"])[0].contains("\t0 unread\t"));
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
    let several = terminal.refused(&["claim", &one.id[..3]]);
    assert!(
        several.contains("several ids begin with") && several.contains(&one.id),
        "{several}"
    );
    assert!(
        terminal
            .refused(&["claim", "zz"])
            .contains("there is no chat whose id begins with `zz`")
    );
    assert_eq!(terminal.lines(&["claim", &one.id]), ["assigned to tests"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_inbox_is_followed_through_a_restart_and_an_absent_server() {
    let (data, server, direct) = set_up();
    let proxy = Proxy::start(&server.address).await;
    let terminal = direct.at(&proxy.address);
    let chat = Chat::open_at(&server.address, &client()).await;
    chat.say("before").await;
    let inbox = terminal.start(&["inbox", "--follow"]);
    let short = chat.id[..14].to_owned();
    assert!(
        inbox
            .next_line()
            .starts_with(&format!("{short}\topen, waits\tdoor\t"))
    );
    chat.say("live").await;
    assert!(inbox.next_line().ends_with(" customer: live"));

    proxy.set(Mode::BadGateway);
    server.kill();
    let server = ServerProcess::start(data.path());
    let chat = chat.at(&server.address);
    chat.say("meanwhile").await;
    proxy.set(Mode::Forward(server.address.clone()));
    let line = inbox.next_line();
    assert!(
        line.starts_with(&format!("{short} door 20")) && line.ends_with(" customer: meanwhile"),
        "{line}"
    );
    let other = Chat::open_at(&server.address, &client()).await;
    assert_eq!(
        inbox.next_line(),
        format!("{} door -- open", &other.id[..14]),
        "a new one"
    );
    other.say("Hello").await;
    assert!(inbox.next_line().ends_with(" customer: Hello"));
    let direct = direct.at(&server.address);
    direct.lines(&["claim", &chat.id]);
    assert_eq!(inbox.next_line(), format!("{short} door -- assigned to tests"));
    direct.lines(&["close", &chat.id]);
    assert_eq!(inbox.next_line(), format!("{short} door -- closed by tests"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_are_followed() {
    let (data, server, terminal) = set_up();
    configure_in(data.path(), serde_json::json!({"chat": {"rating_enabled": true}}));
    let chat = Chat::open_at(&server.address, &client()).await;
    let inbox = terminal.start(&["inbox", "--follow"]);
    let short = chat.id[..14].to_owned();
    assert!(inbox.next_line().starts_with(&short));
    for _ in 0..2 {
        chat.say("Hello").await;
        assert!(inbox.next_line().ends_with(" customer: Hello"));
        terminal.lines(&["close", &short]);
        assert_eq!(inbox.next_line(), format!("{short} door -- closed by tests"));
        assert_eq!(chat.rate(100).send().await.unwrap().status(), 200);
        let line = inbox.next_line();
        assert!(
            line.starts_with(&format!("{short} door 20")) && line.ends_with("Z rating: 100"),
            "{line}"
        );
        terminal.lines(&["reopen", &short]);
        assert_eq!(inbox.next_line(), format!("{short} door -- open"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chat_that_is_erased_while_it_is_followed_ends_nothing() {
    let (data, server, direct) = set_up();
    let chat = Chat::open_at(&server.address, &client()).await;
    let other = Chat::open_at(&server.address, &client()).await;
    let proxy = Proxy::start(&server.address).await;
    let held = Held::new(format!("/v1/staff/chats/{}", chat.id));
    proxy.set(Mode::Hold(server.address.clone(), held.clone()));
    let inbox = direct.at(&proxy.address).start(&["inbox", "--follow"]);
    for _ in 0..2 {
        inbox.next_line();
    }
    chat.say("about to be erased").await;
    within_limit("the chat is fetched", held.has_come.notified()).await;
    let mut erase = pulsen();
    erase.args(["erase", "--feedback", &chat.id]);
    printed(with_data(&mut erase, data.path()));
    held.go_on.notify_one();
    assert_eq!(inbox.next_line(), format!("{} door -- erased", &chat.id[..14]));
    other.say("still here").await;
    assert!(inbox.next_line().ends_with(" customer: still here"));
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
