//! `talekeep lint <world folder or root>`: what the author of a sound world most likely did not mean, and why it matters. It only
//! looks; a world with problems is left to `talekeep check`.

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use serde_json::{Value, json};
use talekeep_world::lint::{Advice, lint};
use talekeep_world::{Folder, IdState, read_world};

use super::check::{Format, load_world, worlds};
use super::report::{self, Finding, Ink, Part};
use super::terminal::complain;

/// What to look over and how to say it.
#[derive(Debug, clap::Args)]
pub struct LintArgs {
    /// A world folder (one that holds a world.json), or a roleplay root
    pub path: PathBuf,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

const NOTHING: u8 = 0;
const ADVICE: u8 = 1;
const COULD_NOT_RUN: u8 = 2;

/// Looks and prints. 0: nothing to say; 1: there is advice; 2: the folder could not be read, holds no world, or one with problems.
pub fn run(args: &LintArgs) -> u8 {
    let looked = match look(&args.path) {
        Ok(looked) => looked,
        Err(error) => {
            complain(&format!("{}: {error}", args.path.display()));
            return COULD_NOT_RUN;
        }
    };
    let out = &mut io::stdout().lock();
    let printed = match args.format {
        Format::Json => writeln!(out, "{:#}", as_json(&looked.worlds)),
        Format::Text => print_text(&looked.worlds, Ink::for_stdout(), out),
    };
    looked.refused.iter().for_each(|refusal| complain(refusal));
    match printed {
        // Whoever reads may stop reading.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            complain(&format!("standard output: {error}"));
            COULD_NOT_RUN
        }
        _ if !looked.refused.is_empty() => COULD_NOT_RUN,
        _ if looked.worlds.iter().any(|world| !world.advice.is_empty()) => ADVICE,
        _ => NOTHING,
    }
}

struct Looked {
    worlds: Vec<World>,
    /// Why the others were not looked over, a sentence each.
    refused: Vec<String>,
}

struct World {
    folder: String,
    id: Option<String>,
    name: String,
    files: Folder,
    advice: Vec<Advice>,
}

fn look(path: &std::path::Path) -> io::Result<Looked> {
    let found = worlds(path)?;
    if found.is_empty() {
        return Err(io::Error::other("there is no world here, no world.json"));
    }
    let mut looked = Looked {
        worlds: Vec::new(),
        refused: Vec::new(),
    };
    for (folder, path) in found {
        let files = load_world(&path)?;
        let reading = read_world(&folder, &files);
        match (reading.world, reading.problems.len()) {
            (Some(world), 0) => looked.worlds.push(World {
                advice: lint(&folder, &files, &world),
                id: match reading.id {
                    IdState::Known(id) => Some(id),
                    _ => None,
                },
                name: world.name,
                folder,
                files,
            }),
            (_, problems) => looked.refused.push(format!(
                "worlds/{} has {}, and advice is for sound worlds: see talekeep check {}",
                report::plain(&folder),
                report::count(problems, "problem", "problems"),
                path.display()
            )),
        }
    }
    Ok(looked)
}

fn as_json(worlds: &[World]) -> Value {
    let advice = |one: &Advice| {
        json!({
            "check": one.check,
            "file": one.file,
            "pointer": one.pointer,
            "message": one.message,
            "why": one.why,
        })
    };
    let world = |world: &World| {
        json!({
            "folder": world.folder,
            "id": world.id,
            "name": world.name,
            "advice": world.advice.iter().map(advice).collect::<Vec<_>>(),
        })
    };
    json!({ "worlds": worlds.iter().map(world).collect::<Vec<_>>() })
}

fn print_text(worlds: &[World], ink: Ink, out: &mut dyn Write) -> io::Result<()> {
    for world in worlds {
        let (found, part) = match world.advice.len() {
            0 => ("nothing to say".to_owned(), Part::Good),
            1 => ("1 piece of advice".to_owned(), Part::Advice),
            many => (format!("{many} pieces of advice"), Part::Advice),
        };
        let place = format!("worlds/{}", world.folder);
        report::heading(&place, Some(&world.name), &found, part, ink, out)?;
        let findings = world.advice.iter().map(|one| Finding {
            file: &one.file,
            pointer: &one.pointer,
            word: one.check,
            message: &one.message,
            why: Some(one.why),
        });
        report::findings(findings, &format!("{place}/"), &world.files, ink, out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_sound_world_and_one_that_is_left_to_check() {
        let root = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        };
        write("worlds/a/world.json", r#"{"name": "A"}"#);
        write("worlds/b/world.json", r#"{"name": 5}"#);
        let looked = look(root.path()).expect("a root");
        assert_eq!(looked.refused.len(), 1, "{:?}", looked.refused);
        assert!(looked.refused[0].starts_with("worlds/b has 1 problem, "));
        let answer = as_json(&looked.worlds);
        assert_eq!(answer["worlds"][0]["id"], Value::Null, "nothing is written");
        assert_eq!(answer["worlds"][0]["advice"][0]["check"], "nobody-playable");
        assert_eq!(
            answer["worlds"][0]["advice"][0]["file"],
            "worlds/a/world.json"
        );
        let one = look(&root.path().join("worlds/a")).expect("a world");
        assert_eq!(as_json(&one.worlds), answer);
        let mut out = Vec::new();
        print_text(&one.worlds, Ink::Plain, &mut out).expect("text");
        let want = "worlds/a  A  1 piece of advice

  nobody-playable: \"A\" has no playable character.
    ╭─ worlds/a/world.json:1:1
  1 │ {\"name\": \"A\"}
    · ^
    ╰─ A story can only be started by a player who brings a character along.

";
        assert_eq!(String::from_utf8(out).expect("text"), want);
        assert!(look(&root.path().join("worlds")).is_err(), "no world");
        assert!(look(&root.path().join("nowhere")).is_err());
    }
}
