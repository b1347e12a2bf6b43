//! What commands print. `println!`, `print!` and `eprintln!` of the standard library panic if nobody reads what they print: in the commands
//! they are those of this module.

use super::error::CommandError;
use std::fmt::Arguments;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether something could not be printed although somebody reads it.
static IS_INCOMPLETE: AtomicBool = AtomicBool::new(false);

macro_rules! print {
    ($($text:tt)*) => { $crate::cli::output::print(format_args!($($text)*)) };
}

macro_rules! println {
    ($($text:tt)*) => { $crate::cli::output::print(format_args!("{}\n", format_args!($($text)*))) };
}

macro_rules! eprint {
    ($($text:tt)*) => { $crate::cli::output::print_error(format_args!($($text)*)) };
}

macro_rules! eprintln {
    ($($text:tt)*) => { $crate::cli::output::print_error(format_args!("{}\n", format_args!($($text)*))) };
}

/// Prints on standard output. Anyone who reads it may stop before its end: the command does the rest of its work.
pub(super) fn print(text: Arguments<'_>) {
    match std::io::stdout().write_fmt(text) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => IS_INCOMPLETE.store(true, Ordering::Relaxed),
        _ => {}
    }
}

/// Prints a line at once: somebody may wait for it.
///
/// # Errors
/// It cannot be printed, also because nobody reads it: what asks a server for more has to end.
pub(super) fn print_line(line: &str) -> Result<(), CommandError> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}")?;
    output.flush()?;
    Ok(())
}

/// Prints on standard error, where a failure could not be told to anybody.
pub(super) fn print_error(text: Arguments<'_>) {
    let _ = std::io::stderr().write_fmt(text);
}

/// Returns whether everything was printed that somebody reads.
pub(super) fn is_complete() -> bool {
    let is_flushed = match std::io::stdout().flush() {
        Err(error) => error.kind() == ErrorKind::BrokenPipe,
        Ok(()) => true,
    };
    is_flushed && !IS_INCOMPLETE.load(Ordering::Relaxed)
}
