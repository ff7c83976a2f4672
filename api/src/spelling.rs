//! When two names of files are one to somebody: many disks do not tell capitals apart, or two ways to write an accent.
//! Never changes a name; it only compares.

use unicode_normalization::UnicodeNormalization;

/// Equal for names that a disk might take for one.
pub(crate) fn fold(path: &str) -> String {
    let lower: String = path.nfc().flat_map(char::to_lowercase).collect();
    lower.nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn s5_names_that_a_disk_takes_for_one() {
        for (one, other, same) in [
            ("lore/Inn/lore.json", "lore/inn/lore.json", true),
            (
                "lore/caf\u{e9}/lore.json",
                "lore/cafe\u{301}/lore.json",
                true,
            ),
            (
                "lore/CAF\u{c9}/lore.json",
                "lore/cafe\u{301}/lore.json",
                true,
            ),
            ("lore/cafe/lore.json", "lore/caf\u{e9}/lore.json", false),
            ("lore/inn/lore.json", "lore/ inn/lore.json", false),
        ] {
            assert_eq!(fold(one) == fold(other), same, "{one} and {other}");
        }
    }
}
