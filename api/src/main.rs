//! The executable: hands the command line over and exits with its status.

use std::process::ExitCode;

fn main() -> ExitCode {
    talekeep::commands::main()
}
