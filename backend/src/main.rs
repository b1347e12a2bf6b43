//! `pulsen`: the server and its command line. The code is in the library, so that tests can use it.

use std::process::ExitCode;

fn main() -> ExitCode {
    backend::cli::main()
}
