//! The cursor: what is set, what is missing, and where it says so (W-013 – W-025, W-032, W-033).

use super::time::{parse_local_time, parse_moment, parse_time_of_day};
use super::*;
use crate::json::{Rules, parse};
use crate::model::Day;

/// Reads a document with `read` and gives back "pointer code" of every problem.
fn check(document: &str, read: impl FnOnce(Node<'_, '_>, &mut Problems)) -> Vec<String> {
    let value = parse(document.as_bytes(), &Rules::DOCUMENT).unwrap();
    let mut problems = Problems::new();
    read(Node::root("f.json", &value), &mut problems);
    problems
        .iter()
        .map(|p| format!("{} {}", p.pointer, p.code))
        .collect()
}

#[test]
fn w014_w016_absent_null_blank_and_empty_lists_are_not_set() {
    for unset in [
        "null",
        "\"\"",
        "\" \\t\\u0085\\u3000\"",
        "[]",
        "[null, \" \"]",
    ] {
        let document = format!("{{\"a\": {unset}}}");
        assert_eq!(
            check(&document, |n, p| assert!(
                !n.at("a").need(p).is_set() || p.len() == 1
            )),
            ["/a required"]
        );
    }
    for value in ["0", "false", "{}", "\"\\u200b\"", "\"\\u001f\"", "[[]]"] {
        let document = format!("{{\"a\": {value}}}");
        assert_eq!(
            check(&document, |n, p| assert!(n.at("a").need(p).is_set())),
            [""; 0],
            "{value}"
        );
    }
}

#[test]
fn w015_w032_entries_keep_their_index_and_names_are_escaped() {
    let got = check(r#"{"a/b": {"~": [null, " ", 1, "x", []]}}"#, |n, p| {
        n.at("a/b").at("~").texts(p);
    });
    assert_eq!(got, ["/a~1b/~0/2 wrong_type", "/a~1b/~0/4 wrong_type"]);
}

#[test]
fn w011_w041_repeated_members_and_wrong_parents_are_silent() {
    let got = check(r#"{"a": 1, "a": 2, "b": [1]}"#, |n, p| {
        assert_eq!(n.at("a").need(p).text(p), None);
        assert_eq!(n.at("b").at("c").need(p).text(p), None);
        assert_eq!(n.members(p).len(), 1);
    });
    assert_eq!(got, [""; 0]);
}

#[test]
fn w017_w018_w022_nothing_is_converted() {
    let document = r#"{"text": "x", "number": 1.5, "flag": true, "list": ["mon", "Mon"], "whole": 3.0, "large": 1e300, "nul": "a\u0000"}"#;
    let got = check(document, |n, p| {
        n.at("number").text(p);
        n.at("text").number(p);
        n.at("text").flag(false, p);
        n.at("flag").whole(p);
        n.at("number").whole(p);
        n.at("large").whole(p);
        n.at("text").list(p);
        n.at("text").object(p);
        n.at("nul").text(p);
        n.at("list")
            .list(p)
            .iter()
            .for_each(|e| assert_eq!(e.word::<Day>(p).is_some(), e.pointer() == "/list/0"));
        assert_eq!(n.at("whole").whole_in(1..=3, p), Some(3));
        n.at("whole").whole_in(1..=2, p);
        n.at("number").number_in(0.0..=1.0, p);
        n.at("list").list_of_at_most(1, p);
    });
    let want = [
        "/number wrong_type",
        "/text wrong_type",
        "/text wrong_type",
        "/flag wrong_type",
        "/number wrong_type",
        "/large out_of_range",
        "/text wrong_type",
        "/text wrong_type",
        "/nul bad_format",
        "/list/1 not_allowed",
        "/whole out_of_range",
        "/number out_of_range",
        "/list too_many",
    ];
    assert_eq!(got, want);
}

#[test]
fn w023_moments() {
    let good = [
        "0001-01-01",
        "9999-12-31",
        "2000-02-29T23:59:59.123456789+14:00",
        "1912-10-05T21:00:07-23:59",
        "2024-03-31T01:30",
        "2024-03-31T01:30Z",
        "2024-03-31T01:30.5",
    ];
    for text in good {
        assert!(parse_moment(text).is_some(), "{text}");
    }
    let bad = [
        "0000-01-01",
        "1912-02-30",
        "1912-13-01",
        "1912-10-5",
        "1912-10-05 21:00",
        "1912-10-05T24:00",
        "1912-10-05T21:60",
        "1912-10-05T21:00:60",
        "1912-10-05T21:00+0100",
        "1912-10-05t21:00",
        "1912-10-05T21:00z",
        "1912-10-05T21:00+24:00",
        "1912-10-05T21:00+01:60",
        "1912-10-05T21",
        "1912",
        " 1912-10-05",
        "1912-10-05T21:00:00.",
        "1912-10-05T21:00:00.1234567890",
        "1912-10-05T21:00ZZ",
        "1912-10-05Z",
        "١٩١٢-10-05",
        "2023-02-29",
    ];
    for text in bad {
        assert_eq!(parse_moment(text), None, "{text}");
    }
}

#[test]
fn w024_w025_local_times_and_times_of_day() {
    assert!(parse_local_time("1912-10-05T21:00").is_some());
    for text in [
        "1912-10-05",
        "1912-10-05T21:00:00",
        "1912-10-05T21:00Z",
        "1912-10-05T24:00",
        "21:00",
    ] {
        assert_eq!(parse_local_time(text), None, "{text}");
    }
    assert_eq!(
        parse_time_of_day("23:59"),
        Some(crate::model::TimeOfDay(1439))
    );
    for text in [
        "24:00", "8:00", "0800", "08:60", " 08:00", "08:00:00", "０8:00",
    ] {
        assert_eq!(parse_time_of_day(text), None, "{text}");
    }
}
