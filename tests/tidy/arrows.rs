//! The arrows between rooms and the crates that only some rooms may use, read from `cargo metadata`.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

use crate::{root, texts};

/// Who may use whom. An arrow that is not here is an architecture change: first ARCHITECTURE.md, then this table.
const ARROWS: &[(&str, &[&str])] = &[
    (
        "talekeep",
        &[
            "worker", "store", "net", "story", "exchange", "world", "prompts",
        ],
    ),
    (
        "talekeep-worker",
        &["store", "net", "story", "exchange", "world", "prompts"],
    ),
    (
        "talekeep-store",
        &["story", "exchange", "world", "migrations"],
    ),
    ("talekeep-net", &["prompts"]),
    ("talekeep-story", &["world", "prompts"]),
    ("talekeep-exchange", &["world", "prompts"]),
    ("talekeep-world", &[]),
    ("talekeep-prompts", &[]),
    ("talekeep-migrations", &[]),
    ("talekeep-tests", &[]),
];

/// Rooms whose functions take bytes, the time and a seed, and answer values.
const PURE: &[&str] = &["domain/world", "domain/exchange", "domain/story", "prompts"];

/// Crates that wait, roll dice or touch the outside.
const IMPURE: &[&str] = &[
    "tokio",
    "futures",
    "async-trait",
    "rand",
    "reqwest",
    "sea-orm",
    "sqlx",
    "object_store",
    "redis",
    "actix-web",
    "tempfile",
];

/// Only these speak to the network (S4).
const WITH_REQWEST: &[&str] = &["talekeep-store", "talekeep-net", "talekeep-tests"];

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .expect("cargo metadata")
}

fn allowed(package: &str) -> Vec<String> {
    let row = ARROWS.iter().find(|(name, _)| *name == package);
    let (_, rooms) = row.unwrap_or_else(|| panic!("{package} is a room the plan does not have"));
    rooms
        .iter()
        .map(|room| format!("talekeep-{room}"))
        .collect()
}

fn ours(package: &Package) -> impl Iterator<Item = (&str, DependencyKind)> {
    let dependencies = package.dependencies.iter();
    dependencies
        .filter(|dependency| dependency.name.starts_with("talekeep"))
        .map(|dependency| (dependency.name.as_str(), dependency.kind))
}

#[test]
fn rooms_use_only_what_the_plan_lets_them() {
    let metadata = metadata();
    assert_eq!(
        metadata.workspace_packages().len(),
        ARROWS.len(),
        "every room is in the table"
    );
    for package in metadata.workspace_packages() {
        let mut allowed = allowed(&package.name);
        for (used, kind) in ours(package) {
            if kind == DependencyKind::Development && package.name.as_str() == "talekeep" {
                allowed.push("talekeep-tests".into());
            }
            assert!(
                allowed.iter().any(|name| name == used),
                "{} uses {used}: the plan has no such arrow",
                package.name
            );
        }
    }
}

#[test]
fn pure_rooms_know_no_outside() {
    let metadata = metadata();
    for room in PURE {
        let manifest = root().join(room).join("Cargo.toml");
        let package = metadata
            .workspace_packages()
            .into_iter()
            .find(|package| package.manifest_path.as_std_path() == manifest)
            .unwrap_or_else(|| panic!("{room} is a room"));
        for dependency in &package.dependencies {
            let development = dependency.kind == DependencyKind::Development;
            assert!(
                development || !IMPURE.contains(&dependency.name.as_str()),
                "{room} uses {}",
                dependency.name
            );
        }
        let rules = std::fs::read_to_string(root().join(room).join("clippy.toml"))
            .unwrap_or_else(|error| panic!("{room}/clippy.toml: {error}"));
        for forbidden in [
            "std::time::SystemTime::now",
            "std::time::Instant::now",
            "std::thread::sleep",
            "std::env::var",
            "std::fs::read",
            "std::fs::File",
            "std::net::TcpStream",
            "std::process::Command",
        ] {
            assert!(
                rules.contains(&format!("\"{forbidden}")),
                "{room}/clippy.toml does not forbid {forbidden}"
            );
        }
    }
}

#[test]
fn s4_only_the_guarded_rooms_speak_to_the_network() {
    for package in metadata().workspace_packages() {
        for dependency in &package.dependencies {
            let may = WITH_REQWEST.contains(&package.name.as_str())
                || dependency.kind == DependencyKind::Development;
            assert!(
                dependency.name != "reqwest" || may,
                "{} uses reqwest",
                package.name
            );
        }
    }
    for (file, text) in texts(&["rs"]) {
        let may = ["domain/store/", "domain/net/", "tests/"]
            .iter()
            .any(|room| file.starts_with(room));
        assert!(may || !text.contains("reqwest::"), "{file} uses reqwest");
    }
}

#[test]
fn every_room_keeps_the_lints_and_the_version_of_the_house() {
    for package in metadata().workspace_packages() {
        let manifest = std::fs::read_to_string(&package.manifest_path).expect("a manifest");
        for line in [
            "version.workspace = true",
            "edition.workspace = true",
            "rust-version.workspace = true",
            "license.workspace = true",
            "[lints]\nworkspace = true",
        ] {
            assert!(manifest.contains(line), "{} has no {line:?}", package.name);
        }
    }
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    assert!(manifest.contains("default-members = [\"api\"]"));
    assert!(
        manifest.contains("unsafe_code = \"forbid\""),
        "no unsafe code"
    );
}
