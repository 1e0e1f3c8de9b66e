//! The `bunraku` program, a thin wrapper around the library of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    bunraku_cli::main()
}
