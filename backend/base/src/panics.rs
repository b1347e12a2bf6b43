//! What the log says of a panic: where it was, and never its message, which may quote what a visitor wrote.

use std::io;
use std::panic::PanicHookInfo;
use tokio::task::JoinError;
use tracing::error;

/// Has panics logged from now on, in the form of all other lines.
pub fn log_panics() {
    std::panic::set_hook(Box::new(log_panic));
}

fn log_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string);
    error!(place, "panic");
}

/// Why a task has no result. Unlike a [`JoinError`] it does not hold the message of a panic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    #[error("panicked; see the panic line before")]
    Panicked,
    #[error("cancelled")]
    Ended,
}

impl From<JoinError> for TaskError {
    fn from(error: JoinError) -> Self {
        if error.is_panic() {
            Self::Panicked
        } else {
            Self::Ended
        }
    }
}

impl TaskError {
    /// Returns it in place of the error of what the task should have read or written.
    pub fn io(error: JoinError) -> io::Error {
        io::Error::other(Self::from(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::sync::{Arc, Mutex};
    use tracing_subscriber::fmt::MakeWriter;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl MakeWriter<'_> for Lines {
        type Writer = Self;

        fn make_writer(&self) -> Self {
            self.clone()
        }
    }

    fn quote(text: &str) -> usize {
        panic!("what is {text}?")
    }

    #[test]
    fn the_place_of_a_panic_is_logged_without_the_text_that_it_quotes() {
        let lines = Lines::default();
        let log = tracing_subscriber::fmt()
            .json()
            .flatten_event(true)
            .with_writer(lines.clone())
            .finish();
        let before = std::panic::take_hook();
        log_panics();
        let panicked =
            tracing::subscriber::with_default(log, || std::panic::catch_unwind(|| quote("SECRET")));
        std::panic::set_hook(before);
        let message = panicked.unwrap_err();
        assert!(message.downcast_ref::<String>().unwrap().contains("SECRET"));
        let bytes = lines.0.lock().unwrap().clone();
        let line: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(
            (&line["level"], &line["message"]),
            (&"ERROR".into(), &"panic".into())
        );
        assert!(
            line["place"]
                .as_str()
                .unwrap()
                .starts_with("backend/base/src/panics.rs:"),
            "{line}"
        );
        assert!(!line.to_string().contains("SECRET"), "{line}");
    }

    #[tokio::test]
    async fn errors_do_not_hold_the_panic_message() {
        let error = tokio::spawn(async { quote("SECRET") }).await.unwrap_err();
        assert!(error.to_string().contains("SECRET"));
        assert_eq!(TaskError::from(error), TaskError::Panicked);
        let error = tokio::task::spawn_blocking(|| quote("SECRET")).await;
        let error = TaskError::io(error.unwrap_err());
        assert!(!format!("{error} {error:?}").contains("SECRET"));
    }
}
