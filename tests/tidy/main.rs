//! What the house promises about itself: its arrows, its top level, the length and manners of its files. It reads the sources and
//! `cargo metadata`, and never starts the product.

mod arrows;
mod sources;
mod words;

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("tests/ lies in the workspace")
        .to_owned()
}

/// Every file that is or would be committed, relative to the root; without git, everything outside build and data folders.
fn files() -> Vec<String> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output();
    let mut files = match listed {
        Ok(output) if output.status.success() && !output.stdout.is_empty() => {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            text.lines().map(str::to_owned).collect()
        }
        _ => walk(&root(), ""),
    };
    files.retain(|file| root().join(file).is_file());
    files.sort();
    files
}

fn walk(folder: &Path, prefix: &str) -> Vec<String> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if prefix.is_empty() && matches!(name.as_str(), "target" | "data" | ".git") {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.path().is_dir() {
            files.extend(walk(&entry.path(), &format!("{path}/")));
        } else {
            files.push(path);
        }
    }
    files
}

/// The files with one of these extensions and their text.
fn texts(extensions: &[&str]) -> Vec<(String, String)> {
    let wanted = |file: &String| {
        extensions
            .iter()
            .any(|extension| file.ends_with(&format!(".{extension}")))
    };
    let read = |file: String| {
        let text = std::fs::read_to_string(root().join(&file)).ok()?;
        Some((file, text))
    };
    files()
        .into_iter()
        .filter(wanted)
        .filter_map(read)
        .collect()
}
