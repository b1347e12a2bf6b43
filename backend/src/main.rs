//! `pulsen`: the server and its command line. All of it is in the library, so that tests can reach it.

use std::process::ExitCode;

fn main() -> ExitCode {
    backend::cli::main()
}
