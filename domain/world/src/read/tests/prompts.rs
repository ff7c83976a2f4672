//! Prompt overrides (section 16).

use super::*;
use crate::read::prompt::is_language;

fn prompt(path: &str, text: &str) -> Vec<String> {
    let path = format!("prompts/{path}");
    let got = problems(&[(&path, text)]);
    let word = |problem: String| {
        problem
            .strip_prefix(&path)
            .map(|rest| rest.trim_start_matches("# ").to_owned())
            .unwrap_or(problem)
    };
    got.into_iter().map(word).collect()
}

#[test]
fn w450_w456_overrides() {
    let rows: &[(&str, &str, &str, &[&str])] = &[
        (
            "W-450",
            "en/narration/style.md",
            "Be brief in ${world_name}. $5, $$, $world",
            &[],
        ),
        (
            "W-458",
            "xx/narration/turn.md",
            "${world_name}${player_name}${scene}",
            &[],
        ),
        ("W-451", "en/narration/Style.md", "x", &["unknown_prompt"]),
        ("W-451", "en/other/style.md", "x", &["unknown_prompt"]),
        (
            "W-452",
            "en/narration/style.md",
            "\u{feff} \u{3000}\n",
            &["empty_prompt"],
        ),
        (
            "W-453",
            "en/narration/style.md",
            "${scene}",
            &["unknown_variable"],
        ),
        (
            "W-454",
            "en/narration/style.md",
            "a ${",
            &["unknown_variable"],
        ),
        (
            "W-454",
            "en/narration/style.md",
            "${world_name",
            &["unknown_variable"],
        ),
        (
            "W-454",
            "en/narration/style.md",
            "${ world_name}",
            &["unknown_variable"],
        ),
        (
            "W-454",
            "en/narration/style.md",
            "${1a}",
            &["unknown_variable"],
        ),
        (
            "W-454",
            "en/narration/style.md",
            "${${world_name}}",
            &["unknown_variable"],
        ),
        ("W-455", "EN/narration/style.md", "", &["bad_language"]),
        ("W-456", "en/narration/style.txt", "${", &[]),
        ("W-456", "en/style.md", "${", &[]),
        ("W-456", "EN/narration/deep/style.md", "${", &[]),
        ("W-004", ".en/narration/style.md", "${", &[]),
    ];
    for (rule, path, text, want) in rows {
        assert_eq!(prompt(path, text), *want, "{rule}: {path} {text}");
    }
    let mut folder = folder(&[]);
    folder.insert(
        "prompts/en/narration/style.md",
        Entry::Bytes(vec![b'x'; 262_144]),
    );
    folder.insert(
        "prompts/en/narration/turn.md",
        Entry::Bytes(vec![b'x'; 262_145]),
    );
    assert_eq!(
        told(&read_world("w", &folder)),
        ["prompts/en/narration/turn.md# too_large"],
        "W-007"
    );
}

#[test]
fn w455_language_codes() {
    for good in ["en", "zho", "zh-Hans-CN", "de-1996", "en-GB"] {
        assert!(is_language(good), "{good}");
    }
    for bad in [
        "",
        "e",
        "e1",
        "engl",
        "EN",
        "en-",
        "en-a",
        "en--gb",
        "en-abcdefghi",
        "en_GB",
        "日本",
        "en-é1",
    ] {
        assert!(!is_language(bad), "{bad}");
    }
}
