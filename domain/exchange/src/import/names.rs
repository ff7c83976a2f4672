//! Ids from names (F-070). An id is only letters, digits and hyphens, so no name of a card can become a path.

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::UnicodeNormalization as _;

const LONGEST: usize = 60;

/// The id of a name; empty when nothing of it can be kept.
pub(crate) fn slug(name: &str) -> String {
    let mut slug = String::new();
    let mut gap = false;
    let mut length = 0;
    for c in name.nfkc().flat_map(char::to_lowercase) {
        if matches!(
            c,
            '\'' | '\u{2019}' | '\u{2018}' | '\u{02bc}' | '`' | '\u{00b4}'
        ) {
            continue;
        }
        if !c.is_alphanumeric() {
            gap = length > 0;
            continue;
        }
        if length + usize::from(gap) >= LONGEST {
            break;
        }
        if gap {
            slug.push('-');
            length += 1;
            gap = false;
        }
        slug.push(c);
        length += 1;
    }
    slug
}

/// The folder of a world by its name: `world` when nothing of the name can be kept. Names that some systems reserve for
/// devices are no folder names.
pub fn folder_name(name: &str) -> String {
    let slug = slug(name);
    let device = ["con", "prn", "aux", "nul"].contains(&slug.as_str())
        || (slug.len() == 4
            && (slug.starts_with("com") || slug.starts_with("lpt"))
            && slug.as_bytes()[3].is_ascii_digit());
    match slug.as_str() {
        "" => "world".to_owned(),
        _ if device => format!("{slug}-world"),
        _ => slug,
    }
}

/// Gives out ids of one kind in file order: a taken one gets `-2`, `-3` and so on.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    taken: BTreeSet<String>,
    /// The number to try next for a base, so that thousands of equal names stay cheap.
    next: BTreeMap<String, usize>,
}

impl Ids {
    pub(crate) fn take(&mut self, name: &str, kind: &str) -> String {
        let base = match slug(name) {
            slug if slug.is_empty() => kind.to_owned(),
            slug => slug,
        };
        let next = self.next.entry(base.clone()).or_insert(1);
        loop {
            let id = if *next == 1 {
                base.clone()
            } else {
                format!("{base}-{next}")
            };
            *next += 1;
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f070_ids_from_names() {
        let table = [
            ("Wren Alder", "wren-alder"),
            ("The Pilots' Guild", "the-pilots-guild"),
            ("../../etc/passwd", "etc-passwd"),
            ("青石巷", "青石巷"),
            ("  --A__B!!c  ", "a-b-c"),
            ("Ｆｕｌｌ　Ｗｉｄｔｈ", "full-width"),
            (".", ""),
            ("🏮", ""),
        ];
        for (name, id) in table {
            assert_eq!(slug(name), id, "{name}");
        }
        assert_eq!(slug(&"x".repeat(200)).chars().count(), 60);
        assert!(!slug(&"ab ".repeat(40)).ends_with('-'));
        let mut ids = Ids::default();
        assert_eq!(
            [
                ids.take("A", "lore"),
                ids.take("a!", "lore"),
                ids.take("?", "lore"),
                ids.take("??", "lore")
            ],
            ["a", "a-2", "lore", "lore-2"]
        );
    }

    #[test]
    fn f070_folder_names() {
        for (name, folder) in [
            ("", "world"),
            ("...", "world"),
            ("CON", "con-world"),
            ("com1", "com1-world"),
            ("Salt/Sugar", "salt-sugar"),
        ] {
            assert_eq!(folder_name(name), folder, "{name}");
        }
    }
}
