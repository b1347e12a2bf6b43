use super::*;
use futures_util::FutureExt as _;
use std::sync::mpsc;

const ECHO: &str = "JSON.stringify({html: input, styles: 'p{}'})";

fn subject(input: &str) -> Subject {
    Subject {
        input: input.to_owned(),
        flow: Some("visit".to_owned()),
        language: "en".to_owned(),
    }
}

fn made(html: &str) -> Outcome {
    Outcome::Made(Arc::new(Markup {
        html: html.to_owned(),
        styles: "p{}".to_owned(),
    }))
}

/// Starts a script that does this with the input `bad`, and answers with every other input.
fn prerenderer(bad: &str) -> Prerenderer {
    let text =
        format!("globalThis.prerender = input => {{ if (input === 'bad') {{ {bad} }} return {ECHO}; }}");
    Prerenderer::start(&text).unwrap()
}

#[tokio::test]
async fn a_page_that_fails_takes_no_other_with_it() {
    for bad in [
        "throw new Error('broken')",
        "throw null",
        "for (;;);",
        "const f = () => f() + 1; f()",
        "const kept = []; for (;;) kept.push('x'.repeat(1000) + kept.length)",
        "return undefined",
        "return 'no JSON'",
        "return '{\"html\": \"\"}'",
        "return JSON.stringify({html: '<b><SCRIPT src=x>', styles: ''})",
        "return JSON.stringify({html: 'x'.repeat(300000), styles: ''})",
        "return JSON.stringify({html: '', styles: 'x'.repeat(300000)})",
    ] {
        let prerenderer = prerenderer(bad);
        for _ in 0..2 {
            assert_eq!(prerenderer.make(subject("good")).await, made("good"), "{bad}");
            assert_eq!(prerenderer.make(subject("bad")).await, Outcome::Failed, "{bad}");
        }
        assert_eq!(prerenderer.make(subject("better")).await, made("better"), "{bad}");
    }
}

#[tokio::test]
async fn without_a_script_that_works_every_page_fails() {
    for text in [
        "",
        "throw new Error('broken')",
        "for (;;);",
        "prerender = 5",
        "\0",
    ] {
        let prerenderer = Prerenderer::start(text).unwrap();
        assert_eq!(prerenderer.make(subject("good")).await, Outcome::Failed, "{text}");
    }
}

#[tokio::test]
async fn the_script_is_kept_but_after_an_end_of_the_engine() {
    let text = "globalThis.calls = 0;
        globalThis.prerender = input => {
            calls++;
            if (input === 'throws') throw new Error('broken');
            if (input === 'hangs') for (;;);
            return JSON.stringify({html: `${input} ${calls}`, styles: 'p{}'});
        }";
    let prerenderer = Prerenderer::start(text).unwrap();
    let make = async |input: &str| prerenderer.make(subject(input)).await;
    assert_eq!(make("a").await, made("a 1"));
    assert_eq!(make("throws").await, Outcome::Failed);
    assert_eq!(make("b").await, made("b 3"));
    assert_eq!(make("hangs").await, Outcome::Failed);
    assert_eq!(make("c").await, made("c 1"));
}

#[tokio::test]
async fn what_earlier_pages_have_left_in_memory_fails_no_page() {
    let text = format!(
        "globalThis.kept = []; globalThis.prerender = input => {{ kept.push(new Uint8Array(10e6)); return {ECHO}; }}"
    );
    let prerenderer = Prerenderer::start(&text).unwrap();
    for page in 0..10 {
        let page = page.to_string();
        assert_eq!(prerenderer.make(subject(&page)).await, made(&page));
    }
}

#[tokio::test]
async fn a_large_input_fails_without_the_script() {
    let prerenderer = prerenderer("");
    let large = "x".repeat(LONGEST_INPUT + 1);
    assert_eq!(prerenderer.make(subject(&large)).await, Outcome::Failed);
}

#[tokio::test]
async fn a_panic_takes_neither_the_thread_nor_other_pages() {
    let (prerenderer, jobs) = Prerenderer::with_queue();
    std::thread::spawn(move || {
        serve(jobs, |subject| {
            assert_ne!(subject.input, "bad");
            Ok(Markup {
                html: subject.input.clone(),
                styles: "p{}".to_owned(),
            })
        });
    });
    assert_eq!(prerenderer.make(subject("bad")).await, Outcome::Failed);
    assert_eq!(prerenderer.make(subject("good")).await, made("good"));
}

#[tokio::test]
async fn more_pages_than_may_wait_are_told_so() {
    let (prerenderer, jobs) = Prerenderer::with_queue();
    for page in 0..QUEUE {
        let waiting = prerenderer.make(subject(&page.to_string())).now_or_never();
        assert_eq!(waiting, None);
    }
    assert_eq!(prerenderer.make(subject("more")).await, Outcome::Busy);
    let (asked, made_pages) = mpsc::channel();
    std::thread::spawn(move || {
        serve(jobs, |subject| {
            asked.send(subject.input.clone()).unwrap();
            Ok(Markup {
                html: String::new(),
                styles: "p{}".to_owned(),
            })
        });
    });
    // Room comes back when the thread takes a page.
    let outcome = loop {
        match prerenderer.make(subject("more")).await {
            Outcome::Busy => tokio::task::yield_now().await,
            outcome => break outcome,
        }
    };
    assert_eq!(outcome, made(""));
    drop(prerenderer);
    let asked: Vec<String> = made_pages.iter().collect();
    assert_eq!(asked, ["more"], "nobody waits for the others any more");
}

#[tokio::test]
async fn visitors_who_wait_for_the_same_page_share_it() {
    let (prerenderer, jobs) = Prerenderer::with_queue();
    let both = async { tokio::join!(prerenderer.make(subject("a")), prerenderer.make(subject("a"))) };
    let (began, beginning) = oneshot::channel();
    std::thread::spawn(move || {
        beginning.blocking_recv().unwrap();
        let mut times = 0;
        serve(jobs, |_| {
            times += 1;
            Ok(Markup {
                html: times.to_string(),
                styles: "p{}".to_owned(),
            })
        });
    });
    let start = async { began.send(()).unwrap() };
    let (outcomes, ()) = tokio::join!(both, start);
    assert_eq!(outcomes, (made("1"), made("1")));
}

#[tokio::test]
async fn the_thread_ends_with_its_owner() {
    struct Ended(Option<oneshot::Sender<()>>);
    impl Drop for Ended {
        fn drop(&mut self) {
            let _ = self.0.take().unwrap().send(());
        }
    }
    let (prerenderer, jobs) = Prerenderer::with_queue();
    let (ended, end) = oneshot::channel();
    let ended = Ended(Some(ended));
    std::thread::spawn(move || {
        let _ended = ended;
        serve(jobs, |_| Err(Failure::LargeInput));
    });
    assert_eq!(prerenderer.make(subject("a")).await, Outcome::Failed);
    drop(prerenderer);
    end.await.unwrap();
}
