//! What a card brings along besides texts: assets, members of `extensions`, scripts of other tools (6.3, 7.3). Scripts are listed
//! and never run; addresses are looked at and never opened.

use talekeep_world::json::Kind;

use super::fields::{Asset, Note, Reader, Script};
use super::node::{Node, Warnings, clean};
use crate::limits;

/// Members that are read, or that only keep another program's books.
const KNOWN: [&str; 50] = [
    "spec",
    "spec_version",
    "data",
    "name",
    "nickname",
    "description",
    "personality",
    "scenario",
    "first_mes",
    "mes_example",
    "creator_notes",
    "creatorcomment",
    "creator_notes_multilingual",
    "system_prompt",
    "post_history_instructions",
    "alternate_greetings",
    "group_only_greetings",
    "character_book",
    "tags",
    "creator",
    "character_version",
    "source",
    "creation_date",
    "modification_date",
    "assets",
    "extensions",
    "char_name",
    "char_persona",
    "char_greeting",
    "world_scenario",
    "example_dialogue",
    "persona",
    "greeting",
    "sampleChat",
    "alternateGreetings",
    "characterBook",
    "systemPrompt",
    "postHistoryInstructions",
    "characterVersion",
    "kind",
    "avatar",
    "chat",
    "create_date",
    "talkativeness",
    "fav",
    "json_data",
    "metadata",
    "_id",
    "id",
    "userId",
];

impl<'a> Reader<'_, 'a> {
    pub(super) fn assets(&mut self) {
        let Some(node) = self.find("assets") else {
            return;
        };
        if node.value.as_list().is_none() {
            node.wrong(self.warnings, "a list");
            return;
        }
        for entry in node.entries() {
            if self.fields.assets.len() == limits::ASSETS {
                let message = format!(
                    "There are more than {} assets; the rest stay in the source.",
                    limits::ASSETS
                );
                self.warnings.add("too_many", &node.pointer, message);
                break;
            }
            if !entry.is_object() {
                entry.wrong(self.warnings, "an asset");
                continue;
            }
            let asset = Asset {
                kind: entry.text_of("type", self.warnings),
                uri: entry.text_of("uri", self.warnings),
                name: entry.text_of("name", self.warnings),
                ext: entry.text_of("ext", self.warnings),
                pointer: entry.pointer,
            };
            self.fields.assets.push(asset);
        }
        let icons: Vec<&Asset> = self
            .fields
            .assets
            .iter()
            .filter(|asset| asset.kind == "icon")
            .collect();
        let mains = icons.iter().filter(|asset| asset.name == "main").count();
        if mains > 1 {
            self.warnings.add(
                "assets_mains",
                &node.pointer,
                "Several icons are named main; the first one counts.",
            );
        } else if mains == 0 && icons.len() > 1 {
            self.warnings.add(
                "assets_no_main",
                &node.pointer,
                "No icon is named main; the first one counts.",
            );
        }
        for asset in &self.fields.assets {
            let scheme = asset
                .uri
                .split(':')
                .next()
                .unwrap_or_default()
                .to_ascii_lowercase();
            if asset.uri.contains(':')
                && ![
                    "embeded",
                    "embedded",
                    "ccdefault",
                    "data",
                    "http",
                    "https",
                    "__asset",
                ]
                .contains(&scheme.as_str())
            {
                let message = format!(
                    "The address {:?} is never opened.",
                    super::node::short(&asset.uri)
                );
                self.warnings
                    .add("asset_address", format!("{}/uri", asset.pointer), message);
            }
        }
    }

    pub(super) fn extensions(&mut self) {
        let Some(node) = self.find("extensions") else {
            return;
        };
        if !node.is_object() {
            let blank = node
                .value
                .as_text()
                .is_some_and(|text| text.trim().is_empty());
            let empty = node.value.as_list().is_some_and(<[_]>::is_empty);
            if !blank && !empty {
                node.wrong(self.warnings, "an object");
            }
            return;
        }
        let listed = |name: &str, member: &Node<'_>| {
            !member.value.is_null() && name.len() <= limits::MEMBER_NAME
        };
        for (name, member) in node.each().filter(|(name, member)| listed(name, member)) {
            match name {
                "depth_prompt" => {
                    let prompt = if member.is_object() {
                        member.get("prompt")
                    } else {
                        Some(member.clone())
                    };
                    if let Some(prompt) = prompt
                        && let Some(text) = prompt
                            .text(self.warnings)
                            .filter(|text| !text.trim().is_empty())
                    {
                        self.fields.depth_prompt = Some(Note {
                            pointer: prompt.pointer,
                            text,
                        });
                    }
                }
                "world" => {
                    let world = member
                        .text(self.warnings)
                        .filter(|world| !world.trim().is_empty());
                    if let Some(world) = &world {
                        let message = format!(
                            "The card names the lorebook {:?}, which is not inside.",
                            super::node::short(world)
                        );
                        self.warnings.add("linked_world", &member.pointer, message);
                    }
                    self.fields.linked_world = world.map(|text| Note {
                        pointer: member.pointer,
                        text,
                    });
                }
                "regex_scripts" => self.scripts("regex_scripts", &member),
                "tavern_helper" | "TavernHelper_scripts" => self.tavern_helper(&member),
                "risuai" => {
                    for key in [
                        "triggerscript",
                        "customScripts",
                        "backgroundHTML",
                        "virtualscript",
                    ] {
                        if let Some(script) = member.get(key) {
                            self.scripts(key, &script);
                        }
                    }
                    self.fields.extensions.push((clean(name), member.pointer));
                }
                _ => self.fields.extensions.push((clean(name), member.pointer)),
            }
        }
        // A repeated member is one member.
        let mut seen = std::collections::BTreeSet::new();
        self.fields
            .extensions
            .retain(|(name, _)| seen.insert(name.clone()));
    }

    /// Tavern helper keeps scripts under `scripts`, or is the list itself.
    fn tavern_helper(&mut self, member: &Node<'a>) {
        if let Some(scripts) = member.get("scripts") {
            self.scripts("tavern_helper", &scripts);
        } else if member.value.as_list().is_some() {
            self.scripts("tavern_helper", member);
        }
        self.fields
            .extensions
            .push(("tavern_helper".to_owned(), member.pointer.clone()));
    }

    fn scripts(&mut self, kind: &str, node: &Node<'a>) {
        let before = self.fields.scripts.len();
        let mut keep = |script: Node<'a>, warnings: &mut Warnings| {
            // Newer exports wrap a script as {"type": "script", "value": {…}}.
            let inner = script
                .get("value")
                .filter(Node::is_object)
                .unwrap_or_else(|| script.clone());
            let mut text_of = |keys: &[&str]| {
                let found = inner
                    .get_any(keys)
                    .filter(|node| node.value.as_text().is_some());
                found
                    .and_then(|node| node.text(warnings))
                    .unwrap_or_default()
            };
            let name = text_of(&["scriptName", "name", "comment"]);
            let text = text_of(&["content"]);
            self.fields.scripts.push(Script {
                pointer: script.pointer,
                kind: kind.to_owned(),
                name,
                text,
            });
        };
        match &node.value.kind {
            Kind::List(entries) if entries.len() <= limits::ASSETS => {
                node.entries()
                    .for_each(|script| keep(script, self.warnings));
            }
            Kind::Text(text) if text.trim().is_empty() => {}
            _ => keep(node.clone(), self.warnings),
        }
        if self.fields.scripts.len() > before {
            self.warnings.add(
                "script",
                &node.pointer,
                "The card holds scripts. They are kept in the source and never run.",
            );
        }
    }

    /// Members no card specification names; they stay in the document.
    pub(super) fn unknown(&mut self) {
        let known = |key: &str| KNOWN.contains(&key);
        let data = &self.shape.data;
        let unknown = data.members().iter().filter(|member| {
            !known(&member.key)
                && !member.value.is_null()
                && member.key.len() <= limits::MEMBER_NAME
        });
        let mut names: Vec<(String, String)> = unknown
            .take(limits::ASSETS)
            .map(|member| (clean(&member.key), data.place(&member.key)))
            .collect();
        // A repeated member is one member.
        let mut seen = std::collections::BTreeSet::new();
        names.retain(|(_, pointer)| seen.insert(pointer.clone()));
        self.fields.unknown = names;
    }
}
