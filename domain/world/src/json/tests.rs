//! The reader against RFC 8259 and W-007 to W-010, W-018.

use super::*;

fn code(document: &[u8]) -> Option<Code> {
    parse(document, &Rules::DOCUMENT)
        .err()
        .map(|fault| fault.code)
}

#[test]
fn w009_strict_json_is_read_and_nothing_else() {
    let good: &[&str] = &[
        "{}",
        " [ ] ",
        "[1,2]",
        "{\"a\":{\"b\":[null,true,false]}}",
        "-0.5e-3",
        "0",
        "\"\\ud83d\\ude00\"",
        "\"\u{2028}\"",
        "\u{feff}1",
        "1E+2",
        "\"\\/\\b\\f\\n\\r\\t\\u00e9\"",
        "{\"a\":1,\"a\":2}",
    ];
    for text in good {
        assert_eq!(code(text.as_bytes()), None, "{text}");
    }
    let bad: &[&str] = &[
        "",
        " ",
        "\u{feff}",
        "\u{feff}\u{feff}1",
        "{\"a\":1,}",
        "[1,]",
        "[,1]",
        "{,}",
        "// x\n1",
        "1 2",
        "NaN",
        "Infinity",
        "-",
        "01",
        "1.",
        ".5",
        "+1",
        "1e",
        "'a'",
        "{a:1}",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\ud800\"",
        "\"\\udc00\\ud800\"",
        "\"a\tb\"",
        "\"",
        "[",
        "{",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1 \"b\":2}",
        "]",
        "tru",
        "True",
        "\u{a0}1",
        "[1}",
        "{\"a\":1]",
    ];
    for text in bad {
        assert_eq!(code(text.as_bytes()), Some(Code::InvalidJson), "{text}");
    }
}

#[test]
fn w007_w008_caps_and_encoding() {
    let mut exact = b"1".to_vec();
    exact.resize(Rules::DOCUMENT.max_bytes, b' ');
    assert_eq!(code(&exact), None);
    exact.push(b' ');
    assert_eq!(code(&exact), Some(Code::TooLarge));
    assert_eq!(code(b"\"\xff\""), Some(Code::NotUtf8));
    assert_eq!(code(b"\"\xed\xa0\x80\""), Some(Code::NotUtf8));
}

#[test]
fn w010_depth_is_counted_and_never_crashes() {
    let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert_eq!(code(nested(64).as_bytes()), None);
    assert_eq!(code(nested(65).as_bytes()), Some(Code::TooDeep));
    assert_eq!(
        code("{\"a\":".repeat(100_000).as_bytes()),
        Some(Code::TooDeep)
    );
    let unbounded = Rules {
        max_depth: usize::MAX,
        ..Rules::DOCUMENT
    };
    assert_eq!(
        parse("[".repeat(500_000).as_bytes(), &unbounded)
            .err()
            .map(|f| f.code),
        Some(Code::TooDeep)
    );
}

#[test]
fn spans_duplicates_and_numbers_are_kept() {
    let text = "\u{feff}{ \"a\": 1.10, \"a\": [\"é\"] }";
    let value = parse(text.as_bytes(), &Rules::DOCUMENT).unwrap();
    let members = value.as_object().unwrap();
    assert_eq!(members.len(), 2);
    assert_eq!(members[0].value.as_number_text(), Some("1.10"));
    assert_eq!(&text[members[0].value.span.clone()], "1.10");
    assert_eq!(&text[members[1].key_span.clone()], "\"a\"");
    assert_eq!(&text[members[1].value.span.clone()], "[\"é\"]");
    assert_eq!(&text[value.span.clone()], "{ \"a\": 1.10, \"a\": [\"é\"] }");
    assert_eq!(value.to_serde(), serde_json::json!({ "a": ["é"] }));
    assert_eq!(value.pointer("/a").and_then(Value::as_f64), Some(1.1));
}

#[test]
fn lone_surrogates_can_be_replaced() {
    let rules = Rules {
        lone_surrogates: LoneSurrogates::Replace,
        ..Rules::DOCUMENT
    };
    for (text, want) in [
        ("\"\\ud800\"", "\u{fffd}"),
        ("\"\\udc00x\"", "\u{fffd}x"),
        ("\"\\ud800\\ud83d\\ude00\"", "\u{fffd}😀"),
    ] {
        assert_eq!(
            parse(text.as_bytes(), &rules).unwrap().as_text(),
            Some(want),
            "{text}"
        );
    }
}

#[test]
fn w018_whole_numbers() {
    let table: &[(&str, Result<i64, NotWhole>)] = &[
        ("3", Ok(3)),
        ("3.0", Ok(3)),
        ("-3.000", Ok(-3)),
        ("0.0", Ok(0)),
        ("-0", Ok(0)),
        ("3e2", Ok(300)),
        ("300e-2", Ok(3)),
        ("0e99999999999999999999", Ok(0)),
        ("9007199254740991", Ok(WHOLE_LIMIT)),
        ("-9007199254740991.0", Ok(-WHOLE_LIMIT)),
        ("9007199254740992", Err(NotWhole::TooLarge)),
        ("1e400", Err(NotWhole::TooLarge)),
        ("1e99999999999999999999", Err(NotWhole::TooLarge)),
        ("3.5", Err(NotWhole::Fraction)),
        ("0.99999999999999999999", Err(NotWhole::Fraction)),
        ("1e-1", Err(NotWhole::Fraction)),
        ("1e-99999999999999999999", Err(NotWhole::Fraction)),
    ];
    for (raw, want) in table {
        assert_eq!(whole(raw), *want, "{raw}");
    }
}

#[test]
fn positions_count_lines_and_characters() {
    let text = "\u{feff}ab\r\ncé\rd\n\ne";
    for (find, line, column) in [
        ("b", 1, 2),
        ("c", 2, 1),
        ("é", 2, 2),
        ("d", 3, 1),
        ("e", 5, 1),
    ] {
        assert_eq!(
            position(text.as_bytes(), text.find(find).unwrap()),
            Position { line, column },
            "{find}"
        );
    }
    assert_eq!(position(b"", 9), Position { line: 1, column: 1 });
}
