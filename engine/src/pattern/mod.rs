//! The portable pattern grammar (docs/flows.md#patterns): the regular expressions that can have the same meaning in Rust
//! and in JavaScript.
//!
//! [`canonical`] rewrites a pattern to a text that both the `regex` crate and `RegExp` with the flags `iu` accept. `.` and
//! the classes become explicit sets, because the two disagree about them (`\s` on U+FEFF, `\w` on é, `.` on carriage
//! return), and every literal other than an ASCII letter or digit is written as its code. `fixtures/patterns` tests that
//! both agree on the result.
//!
//! One difference remains: a browser may have an older or newer Unicode version than the server. A letter that one of
//! them does not know has no case there and is not in its `\p{L}`.

mod class;
mod parser;
mod set;

#[cfg(feature = "check")]
mod backtracking;

#[cfg(feature = "check")]
pub use backtracking::{check_address_backtracking, check_backtracking, without_leading_any};
pub use parser::canonical;
#[cfg(feature = "check")]
pub(crate) use parser::weight;
