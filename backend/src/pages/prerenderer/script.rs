//! The widget's script in an engine for JavaScript, within bounds.
//!
//! It reaches nothing but its input: the engine has no files, no network and no timers. What it puts off never runs.

use rquickjs::context::EvalOptions;
use rquickjs::{CatchResultExt as _, CaughtError, Context, Ctx, Function, Runtime};
use std::cell::Cell;
use std::rc::Rc;

/// Most bytes of memory, some ten times what the script takes with a usual page.
const MEMORY: usize = 32 * 1024 * 1024;

/// Most bytes of the stack for calls in the script. The thread needs more.
pub(super) const CALL_STACK: usize = 1024 * 1024;

/// Most work for a page, and for the start of the script. The engine asks whether to go on after each 10,000 calls, jumps and steps of
/// patterns, which take less than a millisecond. A usual page takes two of them. Not a time, so that a busy machine
/// makes the same pages.
const WORK: u32 = 1_000;

/// Most characters of what the log says of an error.
const MESSAGE_LENGTH: usize = 300;

/// Why the script has made nothing.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    /// The script says so itself, and can make other pages.
    #[error("error in the script: {0}")]
    Thrown(String),
    /// The script may be in the middle of something.
    #[error("the script was stopped: {0}")]
    Stopped(String),
    #[error("the script took too much work")]
    TooMuchWork,
}

impl From<rquickjs::Error> for Fault {
    fn from(error: rquickjs::Error) -> Self {
        Self::Stopped(shortened(&error.to_string()))
    }
}

/// The started script.
pub(super) struct Script {
    context: Context,
    /// How often the engine has asked whether to go on.
    work: Rc<Cell<u32>>,
}

impl Script {
    /// Evaluates the script in a new engine.
    pub(super) fn start(text: &str) -> Result<Self, Fault> {
        let runtime = Runtime::new()?;
        runtime.set_memory_limit(MEMORY);
        runtime.set_max_stack_size(CALL_STACK);
        let work = Rc::new(Cell::new(0));
        let done = Rc::clone(&work);
        runtime.set_interrupt_handler(Some(Box::new(move || {
            done.set(done.get() + 1);
            done.get() > WORK
        })));
        let context = Context::full(&runtime)?;
        let script = Self { context, work };
        script.bounded(|engine| {
            let mut classic = EvalOptions::default();
            classic.strict = false;
            engine.eval_with_options::<(), _>(text, classic)
        })?;
        Ok(script)
    }

    /// Calls the script's function.
    pub(super) fn run(&self, input: &str) -> Result<String, Fault> {
        self.bounded(|engine| {
            let function: Function<'_> = engine.globals().get("prerender")?;
            let result: rquickjs::String<'_> = function.call((input,))?;
            result.to_string()
        })
    }

    fn bounded<T>(&self, work: impl FnOnce(&Ctx<'_>) -> rquickjs::Result<T>) -> Result<T, Fault> {
        self.work.set(0);
        self.context.with(|engine| {
            let result = work(&engine).catch(&engine);
            result.map_err(|error| match error {
                _ if self.work.get() > WORK => Fault::TooMuchWork,
                error => fault(&error),
            })
        })
    }
}

fn fault(error: &CaughtError<'_>) -> Fault {
    match error {
        CaughtError::Error(error) => Fault::Stopped(shortened(&error.to_string())),
        // The engine throws null where there is not even memory for an error.
        CaughtError::Value(_) => Fault::Stopped("it threw what is no error".to_owned()),
        CaughtError::Exception(exception) => {
            let message = shortened(&exception.message().unwrap_or_default());
            let name: String = exception.get("name").unwrap_or_default();
            // No memory is an internal error; no stack is an error of a kind that scripts throw, too.
            if name == "InternalError" || message == "Maximum call stack size exceeded" {
                Fault::Stopped(message)
            } else {
                Fault::Thrown(message)
            }
        }
    }
}

fn shortened(message: &str) -> String {
    message.chars().take(MESSAGE_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> Result<String, Fault> {
        Script::start(text)?.run("in")
    }

    #[test]
    fn the_function_gets_the_input_and_its_result_comes_back() {
        let script = Script::start("n = 0; prerender = input => `${input} ${++n}`").unwrap();
        assert_eq!(script.run("ä").unwrap(), "ä 1");
        assert_eq!(script.run("b\0").unwrap(), "b\0 2");
    }

    #[test]
    fn an_error_of_the_script_is_told_from_an_end_of_the_engine() {
        for text in [
            "throw new Error('broken')",
            "prerender = () => { throw new TypeError('broken') }",
        ] {
            let fault = run(text).unwrap_err();
            assert!(
                matches!(&fault, Fault::Thrown(message) if message == "broken"),
                "{fault}"
            );
        }
        for text in [
            "",
            "this is no script",
            "prerender = 5",
            "prerender = () => 5",
            "prerender = () => '\\ud800'",
            "prerender = () => { throw null }",
            "prerender = () => { const f = () => f() + 1; return f() }",
            "prerender = () => { const kept = []; for (;;) kept.push('x'.repeat(1000) + kept.length) }",
        ] {
            let fault = run(text).unwrap_err();
            let is_syntax = text.starts_with("this");
            assert!(matches!(fault, Fault::Thrown(_)) == is_syntax, "{text}: {fault}");
        }
    }

    #[test]
    fn work_without_end_is_stopped_wherever_it_is() {
        for text in [
            "for (;;);",
            "prerender = () => { for (;;); }",
            "prerender = () => { for (;;) { try { for (;;); } catch {} } }",
            "prerender = () => /(a+)+$/.test('a'.repeat(50) + 'b')",
            "prerender = () => { throw { __proto__: Error.prototype, get message() { for (;;); } } }",
        ] {
            let fault = run(text).unwrap_err();
            assert!(!matches!(fault, Fault::Thrown(_)), "{text}: {fault}");
        }
    }

    #[test]
    fn every_page_has_the_whole_bound_of_work() {
        let script = Script::start("prerender = () => { for (let i = 0; i < 3e6; i++); return '' }").unwrap();
        for _ in 0..2 {
            script.run("").unwrap();
            assert!(
                script.work.get() > WORK / 2,
                "more than twice is too much: {}",
                script.work.get()
            );
        }
    }

    #[test]
    fn a_long_message_is_shortened() {
        let fault = run("throw new Error('ä'.repeat(1e6))").unwrap_err();
        assert!(matches!(&fault, Fault::Thrown(message) if message.chars().count() == MESSAGE_LENGTH));
    }

    #[test]
    fn the_engine_ends_cleanly_wherever_memory_ends() {
        // It would end the process if something in it were lost.
        for length in 0..4 {
            let text = format!(
                "prerender = () => {{
                    const kept = [new Uint8Array(25e6 + {length}77777)];
                    const parts = new Map();
                    for (let i = 0; ; i++) parts.set(`${{i}}`, {{ f: () => kept, text: `${{i}}`.replace(/./g, c => c + i) }});
                }}"
            );
            assert!(matches!(run(&text), Err(Fault::Stopped(_))), "{length}");
        }
    }
}
