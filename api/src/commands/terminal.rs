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

/// A secret: one line from standard input, or typed twice by whoever sits there, without showing it.
pub(crate) fn secret(prompt: &str) -> std::io::Result<String> {
    if stdin().is_terminal() {
        let first = rpassword::prompt_password(format!("{prompt}: "))?;
        // What cannot be seen is easily mistyped.
        if rpassword::prompt_password("Once more: ")? != first {
            return Err(std::io::Error::other("the two are not the same"));
        }
        return Ok(first);
    }
    let mut line = String::new();
    stdin().lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
