//! Writing to the person at the terminal. A closed pipe is no failure of ours.

use std::io::{BufRead, IsTerminal, Write, stderr, stdin, stdout};

/// An answer, to standard output.
pub(crate) fn say(text: &str) {
    let mut out = stdout().lock();
    // Nobody is left to be told when standard output is closed.
    let _ = writeln!(out, "{}", text.strip_suffix('\n').unwrap_or(text)).and_then(|()| out.flush());
}

/// Something for a person to see, to standard error.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(stderr().lock(), "{text}");
}

/// One line from standard input; asks for it when somebody sits there.
pub(crate) fn ask(prompt: &str) -> std::io::Result<String> {
    if stdin().is_terminal() {
        let mut err = stderr().lock();
        write!(err, "{prompt}: ")?;
        err.flush()?;
    }
    let mut line = String::new();
    stdin().lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
