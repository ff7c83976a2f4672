//! What the server adds to a model's first token: the built-in narrator answers at once, so all of it is ours.

use std::time::Instant;

use serde_json::json;
use talekeep_tests::Options;
use talekeep_tests::settings::setting;
use talekeep_tests::steps::{self, text};

use crate::{Figure, Plan, figure, imports, spread};

pub(crate) async fn figures(plan: &Plan) -> Vec<Figure> {
    let app = plan
        .app(Options {
            embedded: true,
            // Its rests between words are for the eye.
            settings: vec![setting("play", "narrator_pause_milliseconds", "0")],
            ..Options::default()
        })
        .await;
    let world = imports::one(&app).await;
    let mut starts = Vec::new();
    let mut session = String::new();
    for _ in 0..plan.rounds(12) {
        let from = Instant::now();
        session = text(&steps::session(&app.owner, &world).await, "id");
        starts.push(from.elapsed());
    }
    let path = format!("/api/sessions/{session}/turns");
    let (mut first, mut whole) = (Vec::new(), Vec::new());
    for _ in 0..plan.rounds(40) {
        let from = Instant::now();
        let mut stream = app
            .owner
            .post_events(&path, &json!({ "kind": "act", "text": "look" }))
            .await;
        let mut told = false;
        while let Some(event) = stream.next().await {
            if event.kind == "fragment" && !told {
                told = true;
                first.push(from.elapsed());
            }
            if event.kind == "done" {
                break;
            }
        }
        whole.push(from.elapsed());
    }
    app.close().await;
    vec![
        figure(
            "starting a session (asking for its characters included)",
            spread(starts),
            "< 150 ms",
        ),
        figure(
            "from the player's words to the first fragment",
            spread(first),
            "< 20 ms",
        ),
        figure(
            "from the player's words to the kept turn",
            spread(whole),
            "",
        ),
    ]
}
