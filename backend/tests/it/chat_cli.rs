//! `pulsen chat`: a business answers from a terminal.

use crate::chat::{Chat, texts};
use crate::process::{ServerProcess, pulsen};
use crate::server::{RECORDS, client, import, staff_token};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(str::to_owned)
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn staff_list_follow_reply_and_close() {
    let data = tempfile::tempdir().unwrap();
    import(Path::new(RECORDS), data.path());
    let token = staff_token(data.path());
    let server = ServerProcess::start(data.path());
    let chat = Chat::open_at(&server.address, &client()).await;
    chat.say("Is anybody\n\u{1b}[2Jthere?").await;
    let command = |arguments: &[&str]| -> Command {
        let mut command = pulsen();
        command
            .arg("chat")
            .args(arguments)
            .args(["--server", &server.address])
            .env("PULSEN_STAFF_TOKEN", &token);
        command
    };
    let run = |arguments: &[&str]| command(arguments).output().unwrap();

    let listed = lines(&run(&["list", "--status", "open", "--node", "door"]));
    assert_eq!(listed.len(), 1);
    let fields: Vec<&str> = listed[0].split('\t').collect();
    assert_eq!(
        (fields[0], fields[1], fields[2], fields[4]),
        (
            chat.id.as_str(),
            "open",
            "door",
            "customer: Is anybody  [2Jthere?"
        )
    );

    let mut follow = command(&["follow", &chat.id])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut followed = BufReader::new(follow.stdout.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let answers: Vec<String> = followed.by_ref().take(4).collect();
    assert_eq!(
        answers,
        ["How was it? </script><b>", "  Bad", "Why?", "  Too cold"]
    );
    assert!(
        followed
            .next()
            .unwrap()
            .ends_with("visitor: Is anybody  [2Jthere?")
    );
    assert!(run(&["reply", &chat.id, "Yes, I am."]).status.success());
    assert!(followed.next().unwrap().ends_with("tests: Yes, I am."), "live");
    chat.say("Good.").await;
    assert!(followed.next().unwrap().ends_with("visitor: Good."));
    assert_eq!(lines(&run(&["close", &chat.id])), ["closed"]);
    assert_eq!(followed.collect::<Vec<_>>(), ["-- closed"], "and it ends");
    assert!(follow.wait().unwrap().success());
    assert_eq!(texts(&chat.whole().await)[1..], ["Yes, I am.", "Good."]);

    let refused = run(&["reply", &chat.id, "too late"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&refused.stderr),
        "pulsen: The chat is not open: It is closed.\n"
    );
    assert_eq!(lines(&run(&["reopen", &chat.id])), ["open"]);
}

#[test]
fn what_is_missing_is_named() {
    for (arguments, words) in [
        (vec!["chat", "list"], "a staff token is needed"),
        (
            vec!["chat", "list", "--token", "t", "--server", "http://127.0.0.1:1"],
            "the server cannot be reached",
        ),
    ] {
        let output = pulsen().args(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(words), "{error}");
    }
}
