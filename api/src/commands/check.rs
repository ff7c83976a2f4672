//! `talekeep check <root or world folder>`: reads every world and avatar and says what is wrong with them (W-043). It writes
//! nothing but a missing world id (W-045).

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use talekeep_world::excerpt::{Excerpt, Excerpts, harmless};
use talekeep_world::json::Rules;
use talekeep_world::{
    AvatarReading, Code, Entry, Folder, IdState, Problem, Reading, cover_file, folder, library,
    read_avatar, read_world, write_id,
};

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
    let out = &mut io::stdout().lock();
    match check(&args.path).and_then(|found| print(&found, args.format, out).map(|()| found)) {
        Ok(found) => u8::from(!found.is_clean()),
        Err(error) => {
            // Standard error is the last place to say it; if it is gone too, the status still tells.
            writeln!(io::stderr(), "{}: {error}", args.path.display()).ok();
            2
        }
    }
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
    if is_file(&root.join("world.json")) {
        let whole = fs::canonicalize(root)?;
        let name = whole
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        return finish(vec![(name, whole)], Vec::new());
    }
    fs::read_dir(root)?;
    let mut worlds = folders(&root.join("worlds"))?;
    worlds.retain(|(_, path)| is_file(&path.join("world.json")));
    let mut avatars = Vec::new();
    if is_folder(&root.join("avatars")) {
        avatars = folders(&root.join("avatars/characters"))?;
    }
    finish(worlds, avatars)
}

fn finish(
    world_folders: Vec<(String, PathBuf)>,
    avatar_folders: Vec<(String, PathBuf)>,
) -> io::Result<Found> {
    let mut folders = Vec::new();
    let mut readings = Vec::new();
    for (name, path) in world_folders {
        let folder = load_world(&path)?;
        let mut reading = read_world(&name, &folder);
        give_id(&path, &name, &folder, &mut reading);
        folders.push(folder);
        readings.push((name, reading));
    }
    let listed = library::list(&mut readings);
    let worlds = readings.into_iter().zip(folders).zip(listed);
    let worlds = worlds
        .map(|(((name, reading), folder), listed)| World {
            name,
            folder,
            reading,
            listed,
        })
        .collect();

    let mut avatars = Vec::new();
    for (key, path) in avatar_folders {
        let mut folder = Folder::default();
        load_document(
            &path.join("character.json"),
            "character.json",
            Rules::DOCUMENT.max_bytes,
            &mut folder,
        );
        if let Some(reading) = read_avatar(&key, &folder) {
            avatars.push(Avatar {
                key,
                folder,
                reading,
            });
        }
    }
    Ok(Found { worlds, avatars })
}

// ---- from disk

/// The folders directly in a folder, without links and dot folders, in the order of their names (W-003, W-004, W-006). One
/// that is not there has none.
fn folders(parent: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    if !is_folder(parent) {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(parent)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() && !name.starts_with('.') {
            found.push((name, entry.path()));
        }
    }
    found.sort();
    Ok(found)
}

fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}

fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// Reads every document of a world folder, and looks whether its cover is there.
fn load_world(path: &Path) -> io::Result<Folder> {
    let mut folder = Folder::default();
    load_below(path, "", &mut folder)?;
    for part in [
        "characters",
        "factions",
        "locations",
        "items",
        "lore",
        "media",
    ] {
        for (name, below) in folders(path)?.into_iter().filter(|(name, _)| name == part) {
            load_below(&below, &format!("{name}/"), &mut folder)?;
            for (own, below) in folders(&below)? {
                load_below(&below, &format!("{name}/{own}/"), &mut folder)?;
            }
        }
    }
    for (language, below) in folders(&path.join("prompts"))? {
        for (group, below) in folders(&below)? {
            load_below(&below, &format!("prompts/{language}/{group}/"), &mut folder)?;
        }
    }
    if let Some(cover) = cover_file(&folder)
        && folder.get(&cover).is_none()
    {
        let (above, name) = cover.rsplit_once('/').unwrap_or(("", &cover));
        let mut at = path.to_owned();
        let linked = above
            .split('/')
            .filter(|part| !part.is_empty())
            .any(|part| {
                at.push(part);
                !is_folder(&at)
            });
        if !linked && is_file(&at.join(name)) {
            folder.insert(&cover, Entry::Other);
        }
    }
    Ok(folder)
}

/// Reads the documents directly in a folder.
fn load_below(path: &Path, prefix: &str, into: &mut Folder) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if let Some(cap) = folder::cap(&name) {
            load_document(&entry.path(), &name, cap, into);
        }
    }
    Ok(())
}

/// Reads a regular file unless it is over its cap (W-007); anything else is not there.
fn load_document(path: &Path, name: &str, cap: usize, into: &mut Folder) {
    if !is_file(path) {
        return;
    }
    let read = || -> io::Result<Entry> {
        let file = fs::File::open(path)?;
        let size = file.metadata()?.len();
        if size > cap as u64 {
            return Ok(Entry::TooLarge(size));
        }
        // The file may grow while it is read.
        let mut bytes = Vec::new();
        file.take(cap as u64 + 1).read_to_end(&mut bytes)?;
        Ok(Entry::Bytes(bytes))
    };
    into.insert(
        name,
        read().unwrap_or_else(|error| Entry::Failed(error.to_string())),
    );
}

// ---- a missing id

/// Writes a missing id (W-051 – W-055); when that fails the world has a problem instead.
fn give_id(path: &Path, name: &str, folder: &Folder, reading: &mut Reading) {
    let (IdState::Missing, Some(Entry::Bytes(old))) = (&reading.id, folder.get("world.json"))
    else {
        return;
    };
    let id = uuid::Uuid::new_v4().to_string();
    let written = write_id(old, &id)
        .ok_or_else(|| io::Error::other("no place for it was found"))
        .and_then(|new| replace(path, "world.json", &new));
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

/// A complete new file takes the old one's place, with its mode; a failure leaves nothing behind (W-052).
fn replace(parent: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let path = parent.join(name);
    let fresh = parent.join(format!(".{name}.{}", uuid::Uuid::new_v4().simple()));
    let written = (|| {
        let mut file = fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&fresh)?;
        file.write_all(bytes)?;
        file.set_permissions(fs::metadata(&path)?.permissions())?;
        file.sync_all()?;
        fs::rename(&fresh, &path)
    })();
    if written.is_err() && is_file(&fresh) {
        fs::remove_file(&fresh)?;
    }
    written
}

// ---- the answer

fn print(found: &Found, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Json => writeln!(out, "{:#}", as_json(found)),
        Format::Text => print_text(found, out),
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

fn problems_json(problems: &[Problem]) -> Vec<Value> {
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

fn print_text(found: &Found, out: &mut dyn Write) -> io::Result<()> {
    for world in &found.worlds {
        let name = world.reading.name.as_deref().unwrap_or("(no name)");
        let unlisted = if world.listed { "" } else { ", not listed" };
        let (folder, problems) = (&world.name, &world.reading.problems);
        writeln!(
            out,
            "worlds/{}  {}  {}{unlisted}",
            plain(folder),
            plain(name),
            count(problems.len())
        )?;
        print_problems(problems, &format!("worlds/{folder}/"), &world.folder, out)?;
    }
    for avatar in &found.avatars {
        let name = avatar.reading.name.as_deref().unwrap_or("(no name)");
        let (key, problems) = (&avatar.key, &avatar.reading.problems);
        writeln!(
            out,
            "avatars/characters/{}  {}  {}",
            plain(key),
            plain(name),
            count(problems.len())
        )?;
        print_problems(
            problems,
            &format!("avatars/characters/{key}/"),
            &avatar.folder,
            out,
        )?;
    }
    if found.worlds.is_empty() && found.avatars.is_empty() {
        writeln!(out, "There are no worlds and no avatars here.")?;
    }
    Ok(())
}

fn count(problems: usize) -> String {
    match problems {
        0 => "no problems".to_owned(),
        1 => "1 problem".to_owned(),
        many => format!("{many} problems"),
    }
}

/// One problem in two to four lines: where, the line of the file with a caret, and what.
fn print_problems(
    problems: &[Problem],
    prefix: &str,
    folder: &Folder,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut documents: HashMap<&str, Option<Excerpts<'_>>> = HashMap::new();
    for problem in problems {
        let document = documents.entry(&problem.file).or_insert_with(|| {
            match problem
                .file
                .strip_prefix(prefix)
                .and_then(|path| folder.get(path))
            {
                Some(Entry::Bytes(bytes)) => Some(Excerpts::of(bytes)),
                _ => None,
            }
        });
        let file = plain(&problem.file);
        match document {
            Some(document) => {
                let Excerpt {
                    position,
                    line,
                    before,
                } = document.at(problem);
                writeln!(out, "  {file}:{}:{}", position.line, position.column)?;
                writeln!(out, "    {line}\n    {:before$}^", "")?;
            }
            None => writeln!(out, "  {file}")?,
        }
        let pointer = plain(&problem.pointer);
        let gap = if pointer.is_empty() { "" } else { "  " };
        writeln!(
            out,
            "    {pointer}{gap}{} [{}]",
            plain(&problem.message),
            problem.code
        )?;
    }
    Ok(())
}

/// Text from a file as a terminal may show it.
fn plain(text: &str) -> String {
    text.chars().map(harmless).collect()
}
