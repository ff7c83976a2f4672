//! Reading cards (sections 3.2, 5, 6 and 9 of the foreign formats): what wins, what is repaired, what is refused.

mod common;

use common::{
    chunk, encoded, fixture, international_chunk, packed_chunk, plain_png, png_with, text_chunk,
};
use proptest::prelude::*;
use talekeep_exchange::card::{self, Card, Container, Spec};
use talekeep_exchange::limits;

fn read(bytes: &[u8]) -> Card {
    card::read(bytes).expect("a card")
}

fn codes(card: &Card) -> Vec<&'static str> {
    card.warnings.iter().map(|warning| warning.code).collect()
}

fn refusal(bytes: &[u8]) -> String {
    let rejected = card::read(bytes).expect_err("no card");
    assert!(
        rejected
            .problems
            .iter()
            .all(|problem| problem.file == "card")
    );
    format!(
        "{} {}",
        rejected.problems[0].code, rejected.problems[0].message
    )
}

fn v2(name: &str) -> Vec<u8> {
    format!(r#"{{"spec":"chara_card_v2","spec_version":"2.0","data":{{"name":"{name}","first_mes":"Hello."}}}}"#).into_bytes()
}

fn v3(name: &str) -> Vec<u8> {
    format!(r#"{{"spec":"chara_card_v3","spec_version":"3.0","data":{{"name":"{name}","first_mes":"Hello."}}}}"#).into_bytes()
}

#[test]
fn every_fixture_reads_as_what_it_is() {
    let table = [
        ("v1-keeper", Spec::V1, Some("Ottokar Flint"), 1, 0),
        ("v2-labelled", Spec::V2, Some("Nell Harrow"), 3, 0),
        ("v2-book", Spec::V2, Some("Piers Lowmoor"), 1, 11),
        ("v3-assets", Spec::V3, Some("Iva Brandt"), 1, 0),
        ("scenario", Spec::V2, Some("The Stopped Clock"), 2, 0),
        ("nameless", Spec::V2, None, 1, 0),
        ("zh", Spec::V3, Some("陆小川"), 1, 3),
        ("broken-fields", Spec::V2, Some("Greta Pohl"), 2, 2),
        ("several", Spec::V2, Some("Ada and Bo"), 1, 0),
        ("pygmalion", Spec::Pygmalion, Some("Tilda"), 1, 0),
        ("agnai", Spec::Agnai, Some("Corin"), 1, 0),
    ];
    for (name, spec, named, greetings, lore) in table {
        let card = read(fixture(name));
        let entries = card.book.as_ref().map_or(0, |book| book.entries.len());
        assert_eq!(
            (
                card.spec,
                card.name.as_deref(),
                card.greetings.len(),
                entries
            ),
            (spec, named, greetings, lore),
            "{name}"
        );
        assert_eq!(card.container, Container::Json);
    }
}

#[test]
fn f058_repairs_are_told_with_their_places() {
    let card = read(fixture("broken-fields"));
    assert_eq!(card.fields.description, "7");
    assert_eq!(card.fields.tags, ["a", "b"]);
    assert_eq!(card.greetings[1].text, "\"One.\"");
    let book = card.book.as_ref().expect("a book");
    assert_eq!(book.entries[0].text, "Nine.");
    assert_eq!(book.entries[1].keys, ["a", "b"]);
    assert!(!book.entries[1].enabled);
    let told: Vec<(&str, &str)> = card
        .warnings
        .iter()
        .map(|warning| (warning.code, warning.pointer.as_str()))
        .collect();
    for expected in [
        ("number_as_text", "/data/description"),
        ("wrong_type", "/data/scenario"),
        ("wrong_type", "/data/mes_example"),
        ("text_as_list", "/data/alternate_greetings"),
        ("text_as_list", "/data/tags"),
        ("wrong_type", "/data/extensions"),
        ("flag_as_other", "/data/character_book/entries/10/enabled"),
        ("wrong_type", "/data/character_book/entries/11"),
    ] {
        assert!(told.contains(&expected), "{expected:?} in {told:?}");
    }
}

#[test]
fn f044_data_counts_over_the_copies_around_it() {
    let card = read(br#"{"spec":"chara_card_v2","spec_version":"2.0","name":"Outer","personality":"outer","data":{"name":"Inner","first_mes":"x"}}"#);
    assert_eq!(
        (card.name.as_deref(), card.fields.personality.as_str()),
        (Some("Inner"), "outer")
    );
    assert_eq!(codes(&card), ["outer_copy"]);
}

#[test]
fn f043_ccv3_wins_and_chara_is_the_fallback() {
    let card = read(&png_with(&[
        text_chunk("chara", &encoded(&v2("Old"))),
        text_chunk("ccv3", &encoded(&v3("New"))),
    ]));
    assert_eq!(
        (card.name.as_deref(), card.spec, card.chunk.as_deref()),
        (Some("New"), Spec::V3, Some("ccv3 in tEXt"))
    );
    assert_eq!(codes(&card), ["chunk_conflict"]);
    let card = read(&png_with(&[
        text_chunk("ccv3", b"%%%"),
        text_chunk("chara", &encoded(&v2("Old"))),
    ]));
    assert_eq!(
        (card.name.as_deref(), codes(&card)),
        (Some("Old"), vec!["chunk_unreadable"])
    );
    let card = read(&png_with(&[
        text_chunk("Chara", &encoded(&v2("First"))),
        text_chunk("chara", &encoded(&v2("Second"))),
    ]));
    assert_eq!(
        (card.name.as_deref(), codes(&card)),
        (Some("First"), vec!["chunk_twice"])
    );
}

#[test]
fn f043_all_text_chunks_and_odd_base64() {
    let json = v2("Name");
    let plain = String::from_utf8(encoded(&json)).expect("base64");
    let wrapped: String = plain
        .as_bytes()
        .chunks(20)
        .map(|line| format!("{}\r\n", String::from_utf8_lossy(line)))
        .collect();
    let table: [(Vec<u8>, &[&str]); 8] = [
        (packed_chunk("chara", plain.as_bytes()), &[]),
        (international_chunk("chara", plain.as_bytes()), &[]),
        (text_chunk("chara", wrapped.as_bytes()), &[]),
        (
            text_chunk("chara", plain.trim_end_matches('=').as_bytes()),
            &[],
        ),
        (
            text_chunk(
                "chara",
                plain.replace('+', "-").replace('/', "_").as_bytes(),
            ),
            &[],
        ),
        (
            text_chunk("chara", &encoded(plain.as_bytes())),
            &["encoded_twice"],
        ),
        (text_chunk("chara", &json), &["plain_json"]),
        (
            text_chunk(
                "chara",
                &encoded(
                    serde_json::to_string(&String::from_utf8_lossy(&json))
                        .expect("text")
                        .as_bytes(),
                ),
            ),
            &["json_in_text"],
        ),
    ];
    for (chunk, warnings) in table {
        let card = read(&png_with(&[chunk]));
        assert_eq!(
            (card.name.as_deref(), codes(&card).as_slice()),
            (Some("Name"), warnings)
        );
    }
}

#[test]
fn pictures_that_are_damaged_or_hold_no_card() {
    let good = png_with(&[text_chunk("chara", &encoded(&v2("Name")))]);
    let at = good
        .windows(4)
        .position(|window| window == b"tEXt")
        .expect("the chunk");
    let mut wrong_sum = good.clone();
    let end = wrong_sum.len() - 13;
    wrong_sum[end] ^= 1;
    assert_eq!(codes(&read(&wrong_sum)), ["checksum"]);
    assert_eq!(codes(&read(&good[..good.len() - 12])), ["truncated"]);
    assert_eq!(
        codes(&read(&[good.as_slice(), b"PK"].concat())),
        ["trailing_data"]
    );
    assert!(refusal(&good[..at + 40]).contains("truncated"));
    let mut lying = good.clone();
    lying[at - 4] = 0xff;
    assert!(refusal(&lying).contains("chunk length"));
    assert!(refusal(&plain_png()).contains("no card data"));
    assert!(refusal(&plain_png()[..8]).contains("cut off"));
    assert!(refusal(&png_with(&[text_chunk("chara", &encoded(b"rcc||x"))])).contains("encrypted"));
    assert!(
        refusal(&png_with(&[text_chunk("chara", &encoded(b"[1, 2"))])).starts_with("invalid_json")
    );
}

#[test]
fn f083_limits_name_themselves() {
    let bomb = png_with(&[packed_chunk("chara", &vec![b'A'; limits::PNG_TEXT + 1])]);
    assert!(refusal(&bomb).starts_with("too_large"), "S5");
    let many = png_with(&vec![chunk(b"tIME", b""); limits::PNG_CHUNKS]);
    assert!(refusal(&many).starts_with("too_many"));
    assert!(
        refusal(&vec![b' '; limits::CARD_BYTES + 1]).starts_with("too_large"),
        "R-072"
    );
    let zeros = format!(
        r#"{{"name":"x","first_mes":"y","extensions":[{}0]}}"#,
        "0,".repeat(limits::CARD_VALUES)
    );
    assert!(refusal(zeros.as_bytes()).starts_with("too_large"));
    let deep = format!(
        r#"{{"name":"x","first_mes":"y","a":{}{}}}"#,
        "[".repeat(5_000),
        "]".repeat(5_000)
    );
    assert!(refusal(deep.as_bytes()).starts_with("too_deep"));
    let entries = vec![r#"{"keys":["a"],"content":"b"}"#; limits::LORE_ENTRIES + 1].join(",");
    let book =
        format!(r#"{{"name":"x","first_mes":"y","character_book":{{"entries":[{entries}]}}}}"#);
    assert!(refusal(book.as_bytes()).starts_with("too_many"), "F-082");
}

#[test]
fn f001_other_files_are_named_for_what_they_are() {
    let table: [(&[u8], &str); 10] = [
        (b"", "empty"),
        (b"null", "object"),
        (b"{'a': 1}", "Not valid JSON"),
        (b"{} {}", "Something follows"),
        (br#"{"entries":{}}"#, "lorebook"),
        (
            br#"{"name":"left-hand-pad","version":"1.0","description":"Pads."}"#,
            "not a character card",
        ),
        (br#"{"spec":"chara_card_v2","data":null}"#, "empty"),
        (b"GIF89a", "GIF"),
        (b"PK\x03\x04", "ZIP"),
        (
            br#"{"type":"marinara_character","data":{"data":{"nickname":"x"}}}"#,
            "no name",
        ),
    ];
    for (bytes, about) in table {
        assert!(refusal(bytes).contains(about), "{}", refusal(bytes));
    }
}

#[test]
fn the_document_is_kept_digit_for_digit() {
    let text = br#"{"name":"x","first_mes":"y","extensions":{"n":18446744073709551616,"f":1.10,"s":"\ud83d","name":"a","name":"b"},"zz":[1e999]}"#;
    let card = read(text);
    assert_eq!(card.document.as_bytes(), text);
    let mut told = codes(&card);
    told.sort_unstable();
    assert_eq!(
        told,
        ["duplicate_member", "half_character", "number_out_of_range"]
    );
    let card = read("\u{feff}{\"name\":\"x\",\"first_mes\":\"y\\u0000z\"}".as_bytes());
    assert_eq!(
        (card.greetings[0].text.as_str(), codes(&card)),
        ("yz", vec!["nul"])
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any bytes are read or refused.
    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        let _ = card::read(&bytes);
        let _ = talekeep_exchange::lorebook::read(&bytes);
        let _ = talekeep_exchange::chat::read(&bytes);
        let _ = talekeep_exchange::picture::check(&bytes);
    }

    /// A picture with bytes changed, cut or doubled anywhere is read or refused.
    #[test]
    fn mutated_pictures_never_panic(edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8), cut in any::<prop::sample::Index>()) {
        let mut bytes = png_with(&[text_chunk("chara", &encoded(fixture("v2-book"))), packed_chunk("ccv3", &encoded(&v3("x")))]);
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = card::read(&bytes);
        let _ = talekeep_exchange::picture::check(&bytes);
        let _ = card::read(&bytes[..cut.index(bytes.len())]);
    }
}

#[test]
fn f_002_files_of_another_kind_are_called_by_their_name() {
    let chat = "{\"user_name\":\"Ada\",\"character_name\":\"Ben\",\"chat_metadata\":{}}\n\
        {\"name\":\"Ben\",\"is_user\":false,\"mes\":\"Hello.\"}\n";
    let book = r#"{"entries":{"0":{"uid":0,"key":["tide"],"content":"The tide is late."}}}"#;
    assert!(refusal(chat.as_bytes()).contains("This is a chat"));
    assert!(refusal(book.as_bytes()).contains("This is a lorebook"));
    assert!(!refusal(b"{\"a\": 1").contains("This is"));
}
