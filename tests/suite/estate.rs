//! Everything one user can own, made once, so that tests which walk all routes have real ids to put into them.

use serde_json::json;
use talekeep_tests::steps::{self, items, text};
use talekeep_tests::{App, Client, cards};

/// Ids of one user's things.
pub(crate) struct Estate {
    pub(crate) world: String,
    pub(crate) import: String,
    pub(crate) session: String,
    pub(crate) turn: String,
    pub(crate) job: String,
    pub(crate) token: String,
    pub(crate) trash: String,
}

impl Estate {
    pub(crate) async fn of(app: &App, client: &Client) -> Estate {
        let accepted = steps::import(client, "mira.png", cards::png_file(&cards::v3())).await;
        let import = text(&accepted, "id");
        let world = text(
            &steps::wait_for_phase(client, &import, "done").await,
            "worldId",
        );
        let session = text(&steps::session(client, &world).await, "id");
        steps::turn(client, &session, "act", "look").await;
        let turns = items(
            &client
                .get(&format!("/api/sessions/{session}/turns"))
                .await
                .expect(200)
                .json(),
        );
        let token = client
            .post("/api/tokens", &json!({ "label": "mine" }))
            .await
            .expect(201)
            .json();
        let doomed = text(
            &steps::world(client, "second.json", cards::json_file(&cards::v1())).await,
            "id",
        );
        client.delete(&format!("/api/worlds/{doomed}")).await;
        let trash = items(&client.get("/api/trash").await.expect(200).json());
        app.idle().await;
        Estate {
            world,
            import,
            session,
            turn: text(&turns[1], "id"),
            job: text(&accepted, "job"),
            token: text(&token, "id"),
            trash: text(&trash[0], "id"),
        }
    }

    pub(crate) fn ids(&self) -> [&str; 7] {
        [
            &self.world,
            &self.import,
            &self.session,
            &self.turn,
            &self.job,
            &self.token,
            &self.trash,
        ]
    }

    /// The path with its parameters filled in: what is owned from this estate, what is not from what every instance has.
    ///
    /// A route with a parameter that is not known here fails, so that whoever adds one says what it names.
    pub(crate) fn fill(&self, path: &str) -> String {
        let mut before = "";
        let parts = path.split('/').map(|part| {
            let filled = match (before, part.starts_with('{')) {
                (_, false) => part,
                ("worlds", _) => &self.world,
                ("imports", _) => &self.import,
                ("sessions", _) => &self.session,
                ("turns", _) => &self.turn,
                ("jobs", _) => &self.job,
                ("tokens", _) => &self.token,
                ("trash", _) => &self.trash,
                ("pieces", _) => "first_mes",
                ("characters", _) => "mira-vance",
                ("documents" | "files" | "media", _) => "world.json",
                ("prompts", _) => "en",
                ("en", _) => "narration",
                ("narration", _) => "turn",
                _ => panic!("say in tests/suite/estate.rs what {part} of {path} names"),
            };
            before = filled;
            filled
        });
        parts.collect::<Vec<_>>().join("/")
    }

    /// The first id of this estate that stands in a filled path.
    pub(crate) fn first_in<'a>(&'a self, path: &str) -> Option<&'a str> {
        path.split('/')
            .find_map(|part| self.ids().into_iter().find(|id| *id == part))
    }
}
