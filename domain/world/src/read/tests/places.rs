//! Places, items and slots (sections 9 and 10).

use super::*;

#[test]
fn w200_w215_places() {
    let list = |member: &str, n: usize, entry: &str| {
        format!(
            r#"{{"name": "H", "{member}": [{}]}}"#,
            vec![entry; n].join(",")
        )
    };
    let features = list("features", 31, r#"{"id": "a", "name": "A"}"#).replacen(
        "\"id\": \"a\"",
        "\"id\": \"b\"",
        0,
    );
    check(
        "locations/yard/location.json",
        &[
            (
                "W-201",
                r#"{"description": 5, "variables": "x"}"#,
                &[
                    "/name required",
                    "/description wrong_type",
                    "/variables wrong_type",
                ],
            ),
            (
                "W-204",
                r#"{"name": "Y", "parent": "ann"}"#,
                &["/parent unknown_reference"],
            ),
            (
                "W-205",
                r#"{"name": "Y", "parent": "yard"}"#,
                &["/parent circular"],
            ),
            (
                "W-206 W-207",
                r#"{"name": "Y", "features": [{"id": "a b", "name": "A"}, {"id": "é"}, {"name": "x"}, {"id": "A", "name": "x"}, {"id": "A", "name": "x"}, "x"]}"#,
                &[
                    "/features/0/id bad_format",
                    "/features/1/id bad_format",
                    "/features/1/name required",
                    "/features/2/id required",
                    "/features/4/id duplicate",
                    "/features/5 wrong_type",
                ],
            ),
            (
                "W-210 – W-215",
                r#"{"name": "Y", "exits": [{"to": "yard"}, {}, {"to": "moon"}, {"to": "hall", "one_way": 1, "travel_time_seconds": -1, "state": "shut", "note": 1, "opened_by": ["coin", "zed"]}, {"to": "hall"}]}"#,
                &[
                    "/exits/0/to conflict",
                    "/exits/1/to required",
                    "/exits/2/to unknown_reference",
                    "/exits/3/one_way wrong_type",
                    "/exits/3/travel_time_seconds out_of_range",
                    "/exits/3/state not_allowed",
                    "/exits/3/note wrong_type",
                    "/exits/3/opened_by/1 unknown_reference",
                    "/exits/4/to duplicate",
                ],
            ),
        ],
    );
    let got = problems(&[("locations/yard/location.json", &features)]);
    assert_eq!(
        got[0], "locations/yard/location.json#/features too_many",
        "W-208"
    );
    assert_eq!(got.len(), 31, "W-036: the entries are read all the same");
    let exits = list("exits", 31, r#"{"to": "hall"}"#);
    assert_eq!(
        problems(&[("locations/yard/location.json", &exits)])[0],
        "locations/yard/location.json#/exits too_many",
        "W-209"
    );
}

#[test]
fn w039_w205_circles_of_places() {
    let parent = |parent: &str| format!(r#"{{"name": "X", "parent": "{parent}"}}"#);
    let (hall, yard, cave) = (parent("yard"), parent("hall"), parent("hall"));
    let hall = hall.replace(
        "}",
        r#", "features": [{"id": "stove", "name": "S"}], "exits": [{"to": "yard"}]}"#,
    );
    let got = problems(&[
        ("locations/hall/location.json", &hall),
        ("locations/yard/location.json", &yard),
        ("locations/cave/location.json", &cave),
    ]);
    assert_eq!(
        got,
        [
            "locations/hall/location.json#/parent circular",
            "locations/yard/location.json#/parent circular"
        ]
    );
}

#[test]
fn w230_w244_items() {
    let openers = format!(
        r#"{{"name": "C", "held_by": "ann", "container": {{"opened_by": [{}]}}}}"#,
        ["\"hat\""; 11].join(",")
    );
    check(
        "items/coin/item.json",
        &[
            (
                "W-231",
                r#"{"held_by": "ann", "quality": 5}"#,
                &["/name required", "/quality wrong_type"],
            ),
            (
                "W-232",
                r#"{"name": "C", "held_by": "ann", "quantity": 0}"#,
                &["/quantity out_of_range"],
            ),
            (
                "W-018",
                r#"{"name": "C", "held_by": "ann", "quantity": 1.5}"#,
                &["/quantity wrong_type"],
            ),
            (
                "W-233",
                r#"{"name": "C", "held_by": "ann", "unique": true, "quantity": 1}"#,
                &["/quantity conflict"],
            ),
            (
                "W-233 W-041",
                r#"{"name": "C", "held_by": "ann", "unique": "yes", "quantity": 3.0}"#,
                &["/unique wrong_type"],
            ),
            (
                "W-234",
                r#"{"name": "C", "held_by": "ann", "notable": 0, "hidden": "no"}"#,
                &["/notable wrong_type", "/hidden wrong_type"],
            ),
            (
                "W-235",
                r#"{"name": "C", "held_by": "ann", "wearable": "Head"}"#,
                &["/wearable unknown_reference"],
            ),
            (
                "W-236 W-237",
                r#"{"name": "C", "held_by": "ann", "container": {"state": "ajar", "opened_by": ["zed"]}}"#,
                &[
                    "/container/state not_allowed",
                    "/container/opened_by/0 unknown_reference",
                ],
            ),
            ("W-237", &openers, &["/container/opened_by too_many"]),
            (
                "W-238",
                r#"{"name": "C", "held_by": "ann", "owner": "crew"}"#,
                &["/owner unknown_reference"],
            ),
            ("W-239", r#"{"name": "C"}"#, &[" needs"]),
            (
                "W-239 W-038",
                r#"{"name": "C", "location": "moon", "worn_by": "ann", "inside": "box"}"#,
                &[
                    "/location unknown_reference",
                    "/worn_by conflict",
                    "/worn_by needs",
                    "/inside conflict",
                ],
            ),
            (
                "W-017 W-041",
                r#"{"name": "C", "held_by": ["ann"]}"#,
                &["/held_by wrong_type"],
            ),
            (
                "W-240",
                r#"{"name": "C", "location": "yard", "feature": "stove"}"#,
                &["/feature unknown_reference"],
            ),
            (
                "W-240",
                r#"{"name": "C", "held_by": "ann", "feature": "stove", "position": "p"}"#,
                &["/feature needs"],
            ),
            (
                "W-242",
                r#"{"name": "C", "worn_by": "ann"}"#,
                &["/worn_by needs"],
            ),
            (
                "W-243",
                r#"{"name": "C", "inside": "hat"}"#,
                &["/inside conflict"],
            ),
            (
                "W-244",
                r#"{"name": "C", "inside": "coin"}"#,
                &["/inside circular"],
            ),
        ],
    );
    let got = problems(&[
        (
            "items/box/item.json",
            r#"{"name": "Box", "inside": "bag", "container": {}}"#,
        ),
        (
            "items/bag/item.json",
            r#"{"name": "Bag", "inside": "box", "container": {}}"#,
        ),
    ]);
    assert_eq!(
        got,
        [
            "items/bag/item.json#/inside circular",
            "items/box/item.json#/inside circular"
        ],
        "W-244: coin only leads in"
    );
}

#[test]
fn w246_w249_slots() {
    check(
        "items/slots.json",
        &[
            (
                "W-247",
                r#"[{}, {"id": "tail", "name": 5, "capacity": 0}, "x", {"id": "tail"}]"#,
                &[
                    "/0/id required",
                    "/1/name wrong_type",
                    "/1/capacity out_of_range",
                    "/2 wrong_type",
                    "/3/id duplicate",
                ],
            ),
            (
                "W-246",
                r#"[{"id": "head", "capacity": 2}, {"id": "tail"}]"#,
                &[],
            ),
        ],
    );
    let hat = |name: &str| {
        (
            format!("items/{name}/item.json"),
            r#"{"name": "H", "wearable": "head", "worn_by": "ann"}"#,
        )
    };
    let hats = [hat("hat1"), hat("hat2")];
    let hats: Vec<(&str, &str)> = hats
        .iter()
        .map(|(path, text)| (path.as_str(), *text))
        .collect();
    assert_eq!(
        problems(&hats),
        [
            "items/hat1/item.json#/worn_by too_many",
            "items/hat2/item.json#/worn_by too_many"
        ],
        "W-249"
    );
    let with = |slots| problems(&[hats[0], hats[1], ("items/slots.json", slots)]);
    assert_eq!(
        with(r#"[{"id": "head", "capacity": 2}]"#),
        ["items/hat2/item.json#/worn_by too_many"]
    );
    assert_eq!(
        with(r#"[{"id": "head", "capacity": "x"}]"#),
        ["items/slots.json#/0/capacity wrong_type"],
        "W-041"
    );
}
