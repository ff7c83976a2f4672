//! Which kind of card a document is, and where its fields stand (section 5.1). A claim counts when the shape can bear it;
//! otherwise the shape decides and the difference is told.

use talekeep_world::Code;

use super::document::refuse;
use super::node::{Node, Warnings};
use super::{Rejected, Spec};

/// A recognised card.
pub(crate) struct Shape<'a> {
    pub(crate) spec: Spec,
    pub(crate) version: Option<String>,
    /// The object that counts.
    pub(crate) data: Node<'a>,
    /// The object around it, whose copies count where `data` has none (F-044).
    pub(crate) outer: Option<Node<'a>>,
}

/// Recognises a card, or says what the document is instead.
pub(crate) fn recognise<'a>(
    root: Node<'a>,
    warnings: &mut Warnings,
) -> Result<Shape<'a>, Rejected> {
    let root = unwrap_list(root, warnings)?;
    if let Some(kind) = root.get("type").and_then(|kind| kind.value.as_text()) {
        if kind == "marinara_character" {
            let Some(inner) = root.get("data").filter(Node::is_object) else {
                return Err(refuse(
                    Code::Required,
                    "/data",
                    "The Marinara export holds no character.",
                ));
            };
            name_needed(&inner)?;
            return card(inner, warnings);
        }
        if let Some(rest) = kind.strip_prefix("marinara_") {
            return Err(refuse(
                Code::BadFormat,
                "/type",
                format!("This is a Marinara {rest}, not a character card."),
            ));
        }
        if matches!(kind, "risu" | "regex" | "risuChat") && root.get("data").is_some() {
            return Err(refuse(
                Code::BadFormat,
                "/type",
                "This is a RisuAI lorebook, script or chat, not a character card.",
            ));
        }
    }
    card(root, warnings)
}

fn card<'a>(root: Node<'a>, warnings: &mut Warnings) -> Result<Shape<'a>, Rejected> {
    let claim = claimed(&root, warnings);
    let version = root
        .get("spec_version")
        .and_then(|node| version(&node, warnings));
    if claim == Some(Claim::Lorebook) {
        return Err(refuse(
            Code::BadFormat,
            "/spec",
            "This is a lorebook, not a character card.",
        ));
    }
    let data = root.get("data");
    if let Some(data) = data
        .clone()
        .filter(|data| data.is_object() && (claim.is_some() || card_like(data)))
    {
        let spec = match claim {
            Some(Claim::Spec(spec)) => spec,
            _ => by_members(&data),
        };
        match claim {
            None => warnings.add(
                "spec_missing",
                "/spec",
                format!(
                    "The card does not say what it is; it was read as {}.",
                    spec.as_str()
                ),
            ),
            Some(Claim::Unknown) => {
                warnings.add(
                    "spec_unknown",
                    "/spec",
                    format!(
                        "The card names an unknown spec; it was read as {}.",
                        spec.as_str()
                    ),
                );
            }
            _ => check_version(spec, version.as_deref(), warnings),
        }
        return Ok(Shape {
            spec,
            version,
            data,
            outer: Some(root),
        });
    }
    if let Some(claim) = claim {
        let (at, found) = match &data {
            Some(data) => (
                data.pointer.clone(),
                format!("its \"data\" is {}, not an object", data.value.type_word()),
            ),
            None => (root.place("data"), "it has no \"data\" object".to_owned()),
        };
        if !card_like(&root) {
            return Err(refuse(
                Code::Required,
                at,
                format!("The card is empty: {found} and no fields of a card beside it."),
            ));
        }
        let spec = match claim {
            Claim::Spec(spec) => spec,
            _ => by_members(&root),
        };
        warnings.add(
            "data_missing",
            at,
            format!("The card claims a newer form, but {found}; the fields beside it were read."),
        );
        return Ok(Shape {
            spec,
            version,
            data: root,
            outer: None,
        });
    }
    bare(root, version)
}

/// Documents without `spec` and `data`.
fn bare<'a>(root: Node<'a>, version: Option<String>) -> Result<Shape<'a>, Rejected> {
    let set = |key: &str| {
        root.get(key).is_some_and(|node| {
            node.value
                .as_text()
                .is_none_or(|text| !text.trim().is_empty())
        })
    };
    if set("char_name") {
        return Ok(Shape {
            spec: Spec::Pygmalion,
            version,
            data: root,
            outer: None,
        });
    }
    let persona_kind = root
        .get("persona")
        .and_then(|persona| persona.get("kind"))
        .is_some();
    let kind = root.get("kind").and_then(|kind| kind.value.as_text());
    if set("name") && (persona_kind || (kind == Some("character") && set("greeting"))) {
        return Ok(Shape {
            spec: Spec::Agnai,
            version,
            data: root,
            outer: None,
        });
    }
    let entries = root.get("entries").is_some() || set("lorebookVersion") || kind == Some("memory");
    if entries && !set("first_mes") {
        return Err(refuse(
            Code::BadFormat,
            "/entries",
            "This is a lorebook, not a character card.",
        ));
    }
    if card_like(&root) {
        return Ok(Shape {
            spec: Spec::V1,
            version,
            data: root,
            outer: None,
        });
    }
    Err(refuse(
        Code::BadFormat,
        "",
        "This JSON is not a character card: it has none of a card's fields.",
    ))
}

/// One object, also as the only entry of a list.
fn unwrap_list<'a>(root: Node<'a>, warnings: &mut Warnings) -> Result<Node<'a>, Rejected> {
    if root.is_object() {
        return Ok(root);
    }
    let mut entries = root.entries();
    match (entries.next(), entries.next()) {
        (Some(only), None) if only.is_object() => {
            warnings.add(
                "list_of_one",
                "",
                "The card stands in a list; its only entry was read.",
            );
            Ok(only)
        }
        (Some(_), Some(_)) => Err(refuse(
            Code::WrongType,
            "",
            "The file is a list of several things, not one card.",
        )),
        _ => {
            let found = root.value.type_word();
            Err(refuse(
                Code::WrongType,
                "",
                format!("A card is a JSON object; this is {found}."),
            ))
        }
    }
}

/// Whether the object has what makes a card: a greeting, or a text about a character beside a name. A name and a
/// description alone, among members no card has, are some other program's file.
fn card_like(data: &Node<'_>) -> bool {
    const STRONG: [&str; 9] = [
        "first_mes",
        "mes_example",
        "personality",
        "scenario",
        "alternate_greetings",
        "character_book",
        "system_prompt",
        "group_only_greetings",
        "creator_notes",
    ];
    const KNOWN: [&str; 16] = [
        "name",
        "description",
        "nickname",
        "tags",
        "creator",
        "character_version",
        "extensions",
        "post_history_instructions",
        "assets",
        "source",
        "avatar",
        "chat",
        "create_date",
        "talkativeness",
        "fav",
        "spec_version",
    ];
    if STRONG.iter().any(|key| data.get(key).is_some()) {
        return true;
    }
    let known = |key: &str| key == "spec" || KNOWN.contains(&key) || STRONG.contains(&key);
    data.get("name").is_some()
        && data
            .members()
            .iter()
            .all(|member| member.value.is_null() || known(&member.key))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Claim {
    Spec(Spec),
    Lorebook,
    Unknown,
}

fn claimed(root: &Node<'_>, warnings: &mut Warnings) -> Option<Claim> {
    let node = root.get("spec")?;
    let Some(text) = node.value.as_text() else {
        return Some(Claim::Unknown);
    };
    let word = text.trim();
    if word.is_empty() {
        return None;
    }
    let known = [
        ("chara_card_v2", Claim::Spec(Spec::V2)),
        ("chara_card_v3", Claim::Spec(Spec::V3)),
        ("lorebook_v3", Claim::Lorebook),
    ];
    let (_, claim) = known
        .into_iter()
        .find(|(name, _)| word.eq_ignore_ascii_case(name))
        .unwrap_or(("", Claim::Unknown));
    if claim != Claim::Unknown && !known.iter().any(|(name, _)| *name == text) {
        warnings.add(
            "spec_spelling",
            &node.pointer,
            format!("The spec is spelled {:?}.", super::node::short(text)),
        );
    }
    Some(claim)
}

/// Members only V3 has.
fn by_members(data: &Node<'_>) -> Spec {
    const V3: [&str; 6] = [
        "assets",
        "nickname",
        "creator_notes_multilingual",
        "source",
        "creation_date",
        "modification_date",
    ];
    if V3.iter().any(|key| data.get(key).is_some()) {
        Spec::V3
    } else {
        Spec::V2
    }
}

fn version(node: &Node<'_>, warnings: &mut Warnings) -> Option<String> {
    let text = node.text(warnings)?;
    if text.trim().is_empty() {
        None
    } else {
        Some(text.trim().to_owned())
    }
}

/// A later version is read as the newest known, with a word about it (6.1).
fn check_version(spec: Spec, version: Option<&str>, warnings: &mut Warnings) {
    let known = if spec == Spec::V3 { (3, 0) } else { (2, 0) };
    let Some(version) = version else {
        warnings.add(
            "version_missing",
            "/spec_version",
            "The card does not say its version.",
        );
        return;
    };
    let mut parts = version.split('.').map(|part| part.trim().parse::<u32>());
    match (parts.next(), parts.next()) {
        (Some(Ok(major)), minor) => {
            let minor = minor.and_then(Result::ok).unwrap_or(0);
            if (major, minor) > known {
                let message = format!(
                    "The card is of the newer version {version}; what is new in it is kept and not used."
                );
                warnings.add("version_newer", "/spec_version", message);
            }
        }
        _ => warnings.add(
            "version_odd",
            "/spec_version",
            format!("{:?} is no version.", super::node::short(version)),
        ),
    }
}

/// An envelope of another program promises a whole character.
fn name_needed(inner: &Node<'_>) -> Result<(), Rejected> {
    let data = inner
        .get("data")
        .filter(Node::is_object)
        .unwrap_or_else(|| inner.clone());
    let named = data.get("name").is_some_and(|name| {
        name.value
            .as_text()
            .is_some_and(|name| !name.trim().is_empty())
    });
    if named {
        Ok(())
    } else {
        Err(refuse(
            Code::Required,
            data.place("name"),
            "The character has no name.",
        ))
    }
}
