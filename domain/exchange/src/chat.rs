//! Chat logs in JSON Lines (3.3), also as one JSON list. Lines keep the order of the file (F-010); a line that is no message
//! is left out with its number (F-048). Times and persons are kept as written, nothing is matched with cards here.

use std::borrow::Cow;

use talekeep_world::Code;
use talekeep_world::json::{self, LoneSurrogates, Rules, Value};

use crate::card::{Node, Rejected, Warning, Warnings, refuse};
use crate::limits;

/// A chat as it was read.
#[derive(Debug, Clone)]
pub struct Chat {
    /// `st_jsonl`, or `st_json_array` when the rows stand in one list.
    pub spec: &'static str,
    /// The user's name by the header.
    pub user: Option<String>,
    /// The character's name by the header.
    pub character: Option<String>,
    /// Every message, hidden ones included.
    pub messages: Vec<Message>,
    /// What was repaired or left out.
    pub warnings: Vec<Warning>,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its line in the file, from 1.
    pub line: usize,
    /// The speaker's name.
    pub name: String,
    /// The text that counts.
    pub text: String,
    /// Whether the user said it; the name does not decide.
    pub is_user: bool,
    /// Whether it is kept from a model.
    pub hidden: bool,
    /// All versions of the text, the shown one included.
    pub alternates: Vec<String>,
    /// Which of them is shown.
    pub selected: usize,
    /// The time as written.
    pub sent_at: Option<String>,
}

/// Reads a chat.
pub fn read(bytes: &[u8]) -> Result<Chat, Rejected> {
    if bytes.len() > limits::CHAT_BYTES {
        let message = format!(
            "The chat is larger than {} MB, the most that is read.",
            limits::CHAT_BYTES / 1_000_000
        );
        return Err(refuse(Code::TooLarge, "", message));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.trim_ascii().is_empty() {
        return Err(refuse(Code::InvalidJson, "", "The file is empty."));
    }
    let mut reader = Reader::default();
    if bytes.trim_ascii_start().starts_with(b"[")
        && let Ok(value) = json::parse(bytes, &rules())
    {
        reader.spec = "st_json_array";
        for (at, row) in Node::root(&value).entries().enumerate() {
            reader.row(at + 1, &row)?;
        }
        return reader.finish(None);
    }
    let mut only = None;
    for (at, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        only = reader.line(at + 1, line)?.or(only);
    }
    if reader.messages.is_empty() && reader.header.is_none() {
        // One document over several lines is some other file.
        let whole = json::parse(bytes, &rules()).ok();
        return reader.finish(whole.or(only).as_ref());
    }
    reader.finish(None)
}

fn rules() -> Rules {
    Rules {
        max_bytes: limits::CHAT_LINE,
        max_depth: limits::CARD_DEPTH,
        lone_surrogates: LoneSurrogates::Replace,
    }
}

#[derive(Default)]
struct Reader {
    spec: &'static str,
    rows: usize,
    header: Option<(Option<String>, Option<String>)>,
    messages: Vec<Message>,
    warnings: Warnings,
}

impl Reader {
    /// Reads one line; gives back a document that is no row.
    fn line(&mut self, number: usize, line: &[u8]) -> Result<Option<Value>, Rejected> {
        if line.len() > limits::CHAT_LINE {
            self.left_out(number, "it is longer than 16 MB");
            return Ok(None);
        }
        let text = String::from_utf8_lossy(line);
        if let Cow::Owned(_) = text {
            let message = format!(
                "Line {number} is not valid UTF-8; what could not be read was replaced by \u{fffd}."
            );
            self.warnings.add("not_utf8", "", message);
        }
        let value = match json::parse(text.as_bytes(), &rules()) {
            Ok(value) => value,
            Err(fault) => {
                self.left_out(number, &fault.message);
                return Ok(None);
            }
        };
        let before = (self.messages.len(), self.header.is_some());
        self.row(number, &Node::root(&value))?;
        Ok(if before == (self.messages.len(), self.header.is_some()) {
            Some(value)
        } else {
            None
        })
    }

    fn row(&mut self, number: usize, row: &Node<'_>) -> Result<(), Rejected> {
        let first = self.rows == 0;
        self.rows += 1;
        if !row.is_object() {
            self.left_out(
                number,
                &format!("it is {}, not an object", row.value.type_word()),
            );
            return Ok(());
        }
        let message = row.get("mes");
        let headed = row.get("chat_metadata").is_some()
            || row.get("user_name").is_some()
            || row.get("character_name").is_some();
        if message.is_none() && headed && first {
            let name = |key: &str| {
                let name = row
                    .get(key)
                    .and_then(|node| node.value.as_text())
                    .map(str::trim)
                    .unwrap_or_default();
                Some(name.to_owned()).filter(|name| !name.is_empty() && name != "unused")
            };
            self.header = Some((name("user_name"), name("character_name")));
            return Ok(());
        }
        let Some(message) = message else {
            self.left_out(number, "it has no \"mes\"");
            return Ok(());
        };
        if self.messages.len() == limits::CHAT_MESSAGES {
            let message = format!(
                "The chat has more than {} messages, the most that are read.",
                limits::CHAT_MESSAGES
            );
            return Err(refuse(Code::TooMany, "", message));
        }
        let Some(text) = text(&message, &mut self.warnings) else {
            return Ok(());
        };
        let mut alternates: Vec<String> = match row.get("swipes") {
            Some(swipes) => swipes
                .entries()
                .filter_map(|swipe| self::text(&swipe, &mut self.warnings))
                .collect(),
            None => Vec::new(),
        };
        if alternates.is_empty() {
            alternates.push(text.clone());
        }
        let wanted = row.number_of("swipe_id", &mut self.warnings).unwrap_or(0.0);
        let selected = (wanted.max(0.0) as usize).min(alternates.len() - 1);
        if wanted < 0.0 || wanted as usize != selected {
            self.warnings.add(
                "swipe",
                "",
                format!("Line {number} shows a version it does not have; the nearest counts."),
            );
        }
        // The shown text wins over the list (F-012).
        alternates[selected].clone_from(&text);
        self.messages.push(Message {
            line: number,
            name: row.text_of("name", &mut self.warnings),
            is_user: row.flag_of("is_user", &mut self.warnings).unwrap_or(false),
            hidden: row
                .flag_of("is_system", &mut self.warnings)
                .unwrap_or(false),
            text,
            alternates,
            selected,
            sent_at: row
                .get("send_date")
                .and_then(|date| match date.value.as_text() {
                    Some(text) => Some(text.to_owned()),
                    None => date.value.as_number_text().map(str::to_owned),
                }),
        });
        Ok(())
    }

    fn left_out(&mut self, number: usize, why: &str) {
        self.warnings.add(
            "line_left_out",
            "",
            format!("Line {number} was left out: {why}."),
        );
    }

    fn finish(mut self, other: Option<&Value>) -> Result<Chat, Rejected> {
        if self.header.is_none() && self.messages.is_empty() {
            return Err(refuse(Code::BadFormat, "", not_a_chat(other)));
        }
        if self.header.is_none() {
            self.warnings.add(
                "no_header",
                "",
                "The chat has no header line; every line was read as a message.",
            );
        }
        let (user, character) = self.header.unwrap_or_default();
        let spec = if self.spec.is_empty() {
            "st_jsonl"
        } else {
            self.spec
        };
        Ok(Chat {
            spec,
            user,
            character,
            messages: self.messages,
            warnings: self.warnings.into_vec(),
        })
    }
}

/// A text, or an object with the text inside, as one card site exports it.
fn text(node: &Node<'_>, warnings: &mut Warnings) -> Option<String> {
    if node.is_object() {
        Some(node.text_of("message", warnings))
    } else {
        node.text(warnings)
    }
}

fn not_a_chat(other: Option<&Value>) -> &'static str {
    let Some(value) = other else {
        return "This is not a chat in JSON Lines.";
    };
    let has = |key: &str| value.get(key).is_some();
    if has("spec") || has("first_mes") || has("char_name") {
        "This is a character card, not a chat."
    } else if has("entries") {
        "This is a lorebook, not a chat."
    } else {
        "This is not a chat in JSON Lines; other chat files are not read yet."
    }
}
