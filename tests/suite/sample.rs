//! The sample world over HTTP: it is played to both of its endings with the built-in narrator, in both languages. It knows the
//! story, and nothing of how it is told.

use serde_json::{Value, json};
use talekeep_tests::App;
use talekeep_tests::steps::{text, told, turn};

use crate::app;

/// A story begun in the sample of that language.
async fn begun(app: &App, language: &str, character: &str) -> String {
    let made = app
        .owner
        .post("/api/worlds/sample", &json!({ "language": language }))
        .await
        .expect(201)
        .json();
    assert_eq!(made["problems"], json!([]), "{language}");
    let body = json!({
        "world": text(&made["world"], "id"), "character": character, "language": language, "connection": "offline", "seed": 7,
    });
    let story = app.owner.post("/api/sessions", &body).await.expect(201);
    text(&story.json(), "id")
}

async fn state(app: &App, story: &str) -> Value {
    let path = format!("/api/sessions/{story}/state");
    app.owner.get(&path).await.expect(200).json()["state"].clone()
}

/// One step of a walkthrough: what the player does, and words that the telling holds.
type Step = (&'static str, &'static str);

async fn walk(app: &App, story: &str, steps: &[Step]) {
    for (said, expected) in steps {
        let events = turn(&app.owner, story, "act", said).await;
        let told = told(&events);
        assert!(
            told.contains(expected),
            "{said}: {expected:?} is not in\n{told}"
        );
    }
}

/// To the light, and down to the jetty: everything that has to be done, and a few things that need not.
const ENGLISH: &[Step] = &[
    ("look", "Chapter: I. A dark tower"),
    ("talk to Finn about the spare key", "under the old boat"),
    ("go to the yard", "The Yard"),
    ("go to the tower", "locked"),
    ("go to the cottage", "The Cottage"),
    ("take the matches", "box of matches"),
    ("take biscuits", "ginger biscuits"),
    ("open the sea chest", "logbook"),
    ("read the logbook", "under the old boat"),
    ("search the clock", "small brass key"),
    ("take the small brass key", "small brass key"),
    ("unlock the tin box", "sheet of soundings"),
    ("go to the boathouse", "The Boathouse"),
    ("take the lamp oil", "can of lamp oil"),
    ("search the old boat", "tower key"),
    ("take the tower key", "tower key"),
    ("go to the jetty", "star filed into its bow"),
    ("give the biscuits to Finn", "Finn"),
    ("wait 1 minute", "Under the old boat. On a nail."),
    ("go to the yard", "The Yard"),
    ("unlock the tower with the tower key", "unlocked"),
    ("go to the tower", "The Tower Stair"),
    ("go to the lamp room", "the clockwork of the lens"),
    (
        "light the great lamp with the matches",
        "You try the box of matches on the great lamp.",
    ),
    (
        "pour the oil into the great lamp",
        "The match burns down to your fingers.",
    ),
    ("look", "It only wants a match now."),
    (
        "light the wick with the matches",
        "You try the box of matches on the wick.",
    ),
    ("look", "the beam swings out over the sea"),
    ("go to the boathouse", "The Boathouse"),
    ("look", "THE END."),
    ("look", "Chapter: The end: the light burned"),
];

const CHINESE: &[Step] = &[
    ("看看四周", "章节：一、漆黑的塔"),
    ("问芬恩备用钥匙", "旧船"),
    ("去院子", "院子"),
    ("去塔楼梯", "锁着"),
    ("去小屋", "小屋"),
    ("拿火柴", "火柴"),
    ("拿姜饼", "姜饼"),
    ("打开水手箱", "日志"),
    ("读日志", "旧船底下"),
    ("搜索钟", "小铜钥匙"),
    ("拿小铜钥匙", "小铜钥匙"),
    ("用小铜钥匙打开铁盒", "测深图"),
    ("去船屋", "船屋"),
    ("拿灯油", "灯油"),
    ("搜索旧船", "塔门钥匙"),
    ("拿塔门钥匙", "塔门钥匙"),
    ("去栈桥", "柄上锉着一颗星"),
    ("把姜饼给芬恩", "芬恩"),
    ("等一分钟", "旧船底下，钉子上"),
    ("去院子", "院子"),
    ("用塔门钥匙打开塔楼梯", "锁开了"),
    ("去塔楼梯", "塔楼梯"),
    ("去灯室", "透镜的机芯"),
    ("用火柴点亮大灯", "用在大灯上"),
    ("把灯油倒进大灯", "火柴一直烧到指尖"),
    ("看看四周", "现在只差一根火柴"),
    ("用火柴点燃灯芯", "用在灯芯上"),
    ("看看四周", "扫过海面"),
    ("去船屋", "船屋"),
    ("看看四周", "全剧终"),
    ("看看四周", "章节：终：灯火长明"),
];

async fn to_the_end(language: &str, character: &str, steps: &[Step]) {
    let app = app().await;
    let story = begun(&app, language, character).await;
    walk(&app, &story, steps).await;
    let end = state(&app, &story).await;
    assert_eq!(end["place"]["id"], "boathouse", "{end:#}");
    app.close().await;
}

#[tokio::test]
async fn the_english_sample_is_played_to_its_ending() {
    to_the_end("en", "nell", ENGLISH).await;
}

#[tokio::test]
async fn the_chinese_sample_is_played_to_its_ending() {
    to_the_end("zh", "tobias", CHINESE).await;
}

#[tokio::test]
async fn a_night_without_the_light_ends_gently() {
    let app = app().await;
    for (language, character, wait, expected) in [
        ("en", "tobias", "wait until 00:45", "THE END, of a kind."),
        ("zh", "nell", "等到00:45", "也算一种结局"),
    ] {
        let story = begun(&app, language, character).await;
        walk(&app, &story, &[(wait, expected)]).await;
    }
    app.close().await;
}

#[tokio::test]
async fn the_lamp_does_not_light_itself() {
    let app = app().await;
    let story = begun(&app, "en", "nell").await;
    let carried = ENGLISH
        .iter()
        .take_while(|(said, _)| !said.starts_with("light"));
    let carried: Vec<Step> = carried.copied().collect();
    walk(&app, &story, &carried).await;
    // With oil and matches in hand in the lamp room nothing burns until somebody does something.
    for _ in 0..3 {
        let events = turn(&app.owner, &story, "act", "look").await;
        let told = told(&events);
        assert!(told.contains("The lamp is lit: no."), "{told}");
    }
    walk(
        &app,
        &story,
        &[
            ("pour the oil into the lamp", "lamp oil"),
            ("look", "It only wants a match now."),
            ("look", "The lamp is lit: no."),
            ("light the great lamp with the matches", "great lamp"),
            ("look", "the beam swings out over the sea"),
        ],
    )
    .await;
    app.close().await;
}
