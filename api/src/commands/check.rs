//! `talekeep check <root or world folder>`: reads every world and avatar and says what is wrong with them (W-043). It writes
//! nothing but a missing world id (W-045).

mod disk;

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use talekeep_world::json::Rules;
use talekeep_world::{
    AvatarReading, Code, Entry, Folder, IdState, Problem, Reading, library, read_avatar,
    read_world, write_id,
};

use super::report::{self, Finding, Ink, Part, count};

pub(super) use disk::load_world;

/// What to check and how to say it.
#[derive(Debug, clap::Args)]
pub struct CheckArgs {
    /// A roleplay root, or a single world folder (one that holds a world.json)
    pub path: PathBuf,
    /// How the answer is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// How the answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

/// Checks and prints. 0: no problem; 1: at least one; 2: the root could not be read at all.
pub fn run(args: &CheckArgs) -> u8 {
    let found = match check(&args.path) {
        Ok(found) => found,
        Err(error) => return fail(&args.path.display().to_string(), &error),
    };
    match print(&found, args.format, &mut io::stdout().lock()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => fail("standard output", &error),
        // Whoever reads may stop reading.
        _ => u8::from(!found.is_clean()),
    }
}

fn fail(what: &str, error: &io::Error) -> u8 {
    // Standard error is the last place to say it; if it is gone too, the status still tells.
    writeln!(io::stderr(), "{what}: {error}").ok();
    2
}

/// Everything found under a root.
struct Found {
    worlds: Vec<World>,
    avatars: Vec<Avatar>,
}

struct World {
    name: String,
    folder: Folder,
    reading: Reading,
    listed: bool,
}

struct Avatar {
    key: String,
    folder: Folder,
    reading: AvatarReading,
}

impl Found {
    fn is_clean(&self) -> bool {
        self.worlds
            .iter()
            .all(|world| world.reading.problems.is_empty())
            && self
                .avatars
                .iter()
                .all(|avatar| avatar.reading.problems.is_empty())
    }
}

fn check(root: &Path) -> io::Result<Found> {
    let worlds = worlds(root)?;
    let avatars = root.join("avatars");
    let avatars = match disk::is_folder(&avatars) {
        true => disk::folders(&avatars.join("characters"))?,
        false => Vec::new(),
    };
    Ok(Found {
        worlds: read_worlds(worlds),
        avatars: avatars.into_iter().filter_map(read_one_avatar).collect(),
    })
}

/// The world folders of a root, each with its name; or a single world folder, one that holds a `world.json` and is no root.
pub(super) fn worlds(root: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    fs::read_dir(root)?;
    let worlds = root.join("worlds");
    let alone = disk::is_file(&root.join("world.json"))
        && !disk::is_folder(&worlds)
        && !disk::is_folder(&root.join("avatars"));
    if alone {
        let whole = fs::canonicalize(root)?;
        let name = whole.file_name().unwrap_or_default().to_string_lossy();
        return Ok(vec![(name.into_owned(), whole.clone())]);
    }
    let mut found = disk::folders(&worlds)?;
    found.retain(|(_, path)| disk::is_file(&path.join("world.json")));
    Ok(found)
}

fn read_worlds(found: Vec<(String, PathBuf)>) -> Vec<World> {
    let mut folders = Vec::new();
    let mut readings = Vec::new();
    for (name, path) in found {
        let (folder, failed) = match disk::load_world(&path) {
            Ok(folder) => (folder, None),
            Err(error) => (Folder::default(), Some(error)),
        };
        let mut reading = read_world(&name, &folder);
        reading.problems.extend(failed.map(|error| Problem {
            file: format!("worlds/{name}"),
            pointer: String::new(),
            code: Code::InvalidJson,
            message: format!("The folder could not be read: {error}."),
        }));
        give_id(&path, &name, &folder, &mut reading);
        folders.push(folder);
        readings.push((name, reading));
    }
    let listed = library::list(&mut readings);
    let worlds = readings.into_iter().zip(folders).zip(listed);
    worlds
        .map(|(((name, reading), folder), listed)| World {
            name,
            folder,
            reading,
            listed,
        })
        .collect()
}

/// A folder without a `character.json` is no avatar.
fn read_one_avatar((key, path): (String, PathBuf)) -> Option<Avatar> {
    let mut folder = Folder::default();
    disk::load_document(
        &path.join("character.json"),
        "character.json",
        Rules::DOCUMENT.max_bytes,
        &mut folder,
    );
    let reading = read_avatar(&key, &folder)?;
    Some(Avatar {
        key,
        folder,
        reading,
    })
}

/// Writes a missing id (W-051 – W-055); when that fails the world has a problem instead.
fn give_id(path: &Path, name: &str, folder: &Folder, reading: &mut Reading) {
    let (IdState::Missing, Some(Entry::Bytes(old))) = (&reading.id, folder.get("world.json"))
    else {
        return;
    };
    let id = uuid::Uuid::new_v4().to_string();
    let written = write_id(old, &id)
        .ok_or_else(|| io::Error::other("no place for it was found"))
        .and_then(|new| disk::replace(path, "world.json", &new));
    match written {
        Ok(()) => {
            if let Some(world) = &mut reading.world {
                world.id = Some(id.clone());
            }
            reading.id = IdState::Known(id);
        }
        Err(error) => reading.problems.push(Problem {
            file: format!("worlds/{name}/world.json"),
            pointer: "/id".to_owned(),
            code: Code::IdNotWritten,
            message: format!("The world has no id, and none could be written: {error}."),
        }),
    }
}

fn print(found: &Found, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Json => writeln!(out, "{:#}", as_json(found)),
        Format::Text => print_text(found, Ink::for_stdout(), out),
    }
}

fn as_json(found: &Found) -> Value {
    let world = |world: &World| {
        json!({
            "folder": world.name,
            "id": world.reading.id.known(),
            "name": world.reading.name,
            "listed": world.listed,
            "problems": problems_json(&world.reading.problems),
        })
    };
    let avatar = |avatar: &Avatar| {
        json!({
            "key": avatar.key,
            "name": avatar.reading.name,
            "problems": problems_json(&avatar.reading.problems),
        })
    };
    json!({
        "worlds": found.worlds.iter().map(world).collect::<Vec<_>>(),
        "avatars": found.avatars.iter().map(avatar).collect::<Vec<_>>(),
        "problems": [],
    })
}

pub(super) fn problems_json(problems: &[Problem]) -> Vec<Value> {
    let problem = |problem: &Problem| {
        json!({
            "file": problem.file,
            "pointer": problem.pointer,
            "code": problem.code.as_str(),
            "message": problem.message,
        })
    };
    problems.iter().map(problem).collect()
}

fn print_text(found: &Found, ink: Ink, out: &mut dyn Write) -> io::Result<()> {
    for world in &found.worlds {
        let unlisted = if world.listed { "" } else { ", not listed" };
        let place = format!("worlds/{}", world.name);
        let name = world.reading.name.as_deref();
        print_one(
            &place,
            name,
            unlisted,
            &world.reading.problems,
            &world.folder,
            ink,
            out,
        )?;
    }
    for avatar in &found.avatars {
        let place = format!("avatars/characters/{}", avatar.key);
        let name = avatar.reading.name.as_deref();
        print_one(
            &place,
            name,
            "",
            &avatar.reading.problems,
            &avatar.folder,
            ink,
            out,
        )?;
    }
    if found.worlds.is_empty() && found.avatars.is_empty() {
        writeln!(out, "There are no worlds and no avatars here.")?;
    }
    let worlds = found
        .worlds
        .iter()
        .map(|world| world.reading.problems.len());
    let avatars = found.avatars.iter().map(|one| one.reading.problems.len());
    let counts: Vec<usize> = worlds.chain(avatars).collect();
    if counts.len() > 1 {
        writeln!(
            out,
            "In all {}.",
            count(counts.iter().sum(), "problem", "problems")
        )?;
    }
    Ok(())
}

/// One world or avatar with its problems.
fn print_one(
    place: &str,
    name: Option<&str>,
    more: &str,
    problems: &[Problem],
    folder: &Folder,
    ink: Ink,
    out: &mut dyn Write,
) -> io::Result<()> {
    let part = match problems {
        [] => Part::Good,
        _ => Part::Wrong,
    };
    let found = format!("{}{more}", count(problems.len(), "problem", "problems"));
    report::heading(place, name, &found, part, ink, out)?;
    let findings = problems.iter().map(|problem| Finding {
        file: &problem.file,
        pointer: &problem.pointer,
        word: problem.code.as_str(),
        message: &problem.message,
        why: None,
    });
    report::findings(findings, &format!("{place}/"), folder, ink, out)
}

#[cfg(test)]
mod tests;
