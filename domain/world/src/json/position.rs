//! Turns a byte offset into the line and column a person looks for. It never looks at what the bytes mean.

/// Line and column, both from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1; lines end with LF, CRLF or CR.
    pub line: usize,
    /// Character in the line, from 1.
    pub column: usize,
}

/// The position of a byte offset. An offset past the end is the end.
pub fn position(document: &[u8], offset: usize) -> Position {
    let before = &document[..offset.min(document.len())];
    let mut line = 1;
    let mut line_start = 0;
    for (at, &byte) in before.iter().enumerate() {
        let ends = byte == b'\n' || (byte == b'\r' && document.get(at + 1) != Some(&b'\n'));
        if ends {
            line += 1;
            line_start = at + 1;
        }
    }
    let text = before[line_start..]
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(&before[line_start..]);
    let column = 1 + text.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
    Position { line, column }
}
