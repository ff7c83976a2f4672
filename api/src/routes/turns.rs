//! Turns of a story: played, followed, stopped, explained. The turn itself runs apart from the request that asked for it, so a
//! closed tab does not stop it.

use actix_web::http::header::HeaderName;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, get, post};
use futures::FutureExt;
use futures::future::BoxFuture;
use serde_json::{Value, json};
use talekeep_store::{Event, Topic, Turn, Workspace};
use uuid::Uuid;

use crate::answer::{PageView, if_match};
use crate::app::App;
use crate::caller::Caller;
use crate::input::Input;
use crate::play;
use crate::problem::ApiProblem;
use crate::sse::{self, Batch, Tell};
use crate::views::sessions::{TurnBody, TurnView};

const KINDS: [&str; 5] = ["act", "say", "ooc", "wait", "continue"];

/// The story so far, from its opening on.
#[utoipa::path(tag = "turns", responses((status = 200, body = PageView<TurnView>)), extensions(("x-access" = json!("caller"))))]
#[get("/api/sessions/{id}/turns")]
pub(crate) async fn list(caller: Caller, id: Path<Uuid>) -> Result<HttpResponse, ApiProblem> {
    let turns = caller.workspace.sessions().turns(*id).await?;
    Ok(HttpResponse::Ok().json(PageView::whole(
        turns.into_iter().map(TurnView::from).collect(),
    )))
}

/// Plays a turn. The answer is a stream: `fragment` as it is told, then `part` for
/// each piece, `state`, and `done`; `problem` when nothing is kept. Each has an id to resume from.
#[utoipa::path(
    tag = "turns", request_body = TurnBody,
    params(("id" = Uuid, Path), ("If-Match" = Option<String>, Header, description = "The revision of the story the player saw", example = "\"3\"")),
    responses(
        (status = 200, description = "Events `fragment part state problem done`", content_type = "text/event-stream"),
        (status = 409, description = "A turn is being played"), (status = 412, description = "The story went on meanwhile"),
        (status = 422, description = "No turn of that kind, or too long"), (status = 429, description = "Other stories of yours are being told; wait for one of them"),
    ),
    extensions(("x-access" = json!("caller")))
)]
#[post("/api/sessions/{id}/turns")]
pub(crate) async fn create(
    caller: Caller,
    id: Path<Uuid>,
    req: HttpRequest,
    app: Data<App>,
    body: Input<TurnBody>,
) -> Result<HttpResponse, ApiProblem> {
    check(&body, app.config.limits.turn_characters)?;
    let most = app.config.limits.turns_at_once;
    let Some(seat) = app.turns.seat(caller.workspace.id(), *id, most) else {
        return Err(ApiProblem::too_many_turns());
    };
    let sessions = caller.workspace.sessions();
    let playing = sessions
        .begin_turn(*id, if_match(&req)?, &body.kind, &body.text)
        .await?;
    let (session, turn) = (playing.session.id, playing.turn);
    let stream = follow(caller.workspace.clone(), session, turn, 0);
    play::spawn(app, caller.workspace, playing, seat);
    let mut response = sse::response(stream);
    // For readers that lose the line before its first event.
    if let Ok(value) = turn.to_string().parse() {
        response
            .headers_mut()
            .insert(HeaderName::from_static("talekeep-turn"), value);
    }
    Ok(response)
}

fn check(body: &TurnBody, most: usize) -> Result<(), ApiProblem> {
    if !KINDS.contains(&body.kind.as_str()) {
        return Err(ApiProblem::member(
            "kind",
            "not_allowed",
            format!("one of {}", KINDS.join(", ")),
        ));
    }
    if body.text.chars().count() > most {
        return Err(ApiProblem::member(
            "text",
            "too_long",
            format!("at most {most} characters"),
        ));
    }
    let needs_text = matches!(body.kind.as_str(), "act" | "say" | "ooc");
    if needs_text && body.text.trim().is_empty() {
        return Err(ApiProblem::member("text", "required", "say what to do"));
    }
    Ok(())
}

/// The same stream again, from where the reader left off.
#[utoipa::path(
    tag = "turns",
    params(("id" = Uuid, Path), ("turn" = Uuid, Path), ("Last-Event-ID" = Option<i64>, Header, example = 3)),
    responses((status = 200, description = "Events", content_type = "text/event-stream"), (status = 204, description = "It has ended and everything was read")),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/sessions/{id}/turns/{turn}/events")]
pub(crate) async fn watch(
    caller: Caller,
    req: HttpRequest,
    path: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, ApiProblem> {
    let (id, turn) = path.into_inner();
    let session = caller.workspace.sessions().get(id).await?;
    let from = sse::resume_from(&req);
    let seq = from.unwrap_or_default();
    let news = !caller
        .workspace
        .events()
        .after(Topic::Turn(turn), seq)
        .await?
        .is_empty();
    if news || session.playing == Some(turn) {
        return Ok(sse::response(follow(caller.workspace, id, turn, seq)));
    }
    let kept = kept(&caller.workspace, id, turn)
        .await?
        .ok_or_else(ApiProblem::not_found)?;
    if from.is_some() {
        return Ok(sse::nothing_more());
    }
    // Its events are cleared away; what was told is still known.
    let text = retold(kept, session.revision);
    Ok(sse::response(futures::stream::iter([Ok(text.into())])))
}

fn follow(
    workspace: Workspace,
    session: Uuid,
    turn: Uuid,
    seq: i64,
) -> impl futures::Stream<Item = Result<bytes::Bytes, actix_web::Error>> {
    let events = workspace.events();
    // A turn ends within the grace when the server stops, and its stream with it.
    sse::follow(
        events,
        Topic::Turn(turn),
        seq,
        Telling {
            workspace,
            session,
            turn,
        },
        None,
    )
}

struct Telling {
    workspace: Workspace,
    session: Uuid,
    turn: Uuid,
}

impl Tell for Telling {
    fn tell<'a>(&'a self, events: &'a [Event]) -> BoxFuture<'a, Result<Batch, ApiProblem>> {
        let mut batch = Batch {
            text: String::new(),
            last: false,
        };
        // A wish to stop is for whoever plays the turn, not for its readers.
        for event in events.iter().filter(|event| event.kind != play::STOP) {
            batch
                .text
                .push_str(&sse::frame(Some(event.seq), &event.kind, &event.data));
            batch.last |= event.kind == "done";
        }
        async move { Ok(batch) }.boxed()
    }

    /// The process that played it may be gone: then there is the turn, or there is none.
    fn quiet(&self) -> BoxFuture<'_, Result<Option<String>, ApiProblem>> {
        async move {
            let session = self.workspace.sessions().get(self.session).await?;
            if session.playing == Some(self.turn) {
                return Ok(None);
            }
            if let Some(turn) = kept(&self.workspace, self.session, self.turn).await? {
                return Ok(Some(retold(turn, session.revision)));
            }
            let problem = sse::frame(
                None,
                "problem",
                &json!({ "code": "lost", "detail": "The turn was lost; nothing of it was kept." }),
            );
            let done = sse::frame(
                None,
                "done",
                &json!({ "kept": false, "turn": null, "revision": session.revision }),
            );
            Ok(Some(problem + &done))
        }
        .boxed()
    }
}

async fn kept(
    workspace: &Workspace,
    session: Uuid,
    turn: Uuid,
) -> Result<Option<Turn>, ApiProblem> {
    let turns = workspace.sessions().turns(session).await?;
    Ok(turns.into_iter().find(|kept| kept.id == turn))
}

/// Whether a turn of ours has ended, be it kept or dropped: its events, which are known for a day, say so.
async fn has_ended(workspace: &Workspace, turn: Uuid) -> Result<bool, ApiProblem> {
    let events = workspace.events();
    let mut seq = 0;
    loop {
        let some = events.after(Topic::Turn(turn), seq).await?;
        let Some(last) = some.last() else {
            return Ok(false);
        };
        if some.iter().any(|event| event.kind == "done") {
            return Ok(true);
        }
        seq = last.seq;
    }
}

fn retold(turn: Turn, revision: i64) -> String {
    let view = TurnView::from(turn);
    let mut text = String::new();
    for part in &view.parts {
        text.push_str(&sse::frame(None, "part", &json!(part)));
    }
    let turn: Value = json!(view);
    text.push_str(&sse::frame(
        None,
        "done",
        &json!({ "kept": true, "turn": turn, "revision": revision }),
    ));
    text
}

/// Asks a turn to stop; what was told so far is kept.
#[utoipa::path(
    tag = "turns", responses((status = 202, description = "It was asked to")),
    extensions(("x-access" = json!("caller")))
)]
#[post("/api/sessions/{id}/turns/{turn}/stop")]
pub(crate) async fn stop(
    caller: Caller,
    app: Data<App>,
    path: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, ApiProblem> {
    let (id, turn) = path.into_inner();
    let session = caller.workspace.sessions().get(id).await?;
    if session.playing != Some(turn) {
        // It has ended already, which is all that was wanted; or it never was. One that was dropped has left its events.
        let kept = kept(&caller.workspace, id, turn).await?;
        if kept.is_none() && !has_ended(&caller.workspace, turn).await? {
            return Err(ApiProblem::not_found());
        }
    } else if !app.turns.stop(turn) {
        // Another process plays it and reads this.
        caller
            .workspace
            .events()
            .publish(Topic::Turn(turn), play::STOP, json!({}))
            .await?;
    }
    Ok(HttpResponse::Accepted().finish())
}

/// Why a turn went as it did: what was asked, what was changed, which triggers fired.
#[utoipa::path(
    tag = "turns", responses((status = 200, description = "The reasons", body = Object, content_type = "application/json")),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/sessions/{id}/turns/{turn}/why")]
pub(crate) async fn why(
    caller: Caller,
    path: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, ApiProblem> {
    let (id, turn) = path.into_inner();
    let why = caller.workspace.sessions().why(id, turn).await?;
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .body(why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use talekeep_store::{PasswordCost, Settings, Store};

    #[tokio::test]
    async fn a_dropped_turn_has_ended_and_a_foreign_one_is_unknown() {
        crate::server::install_crypto();
        let file = std::env::temp_dir().join(format!("talekeep-{}.db", Uuid::now_v7()));
        let settings = Settings {
            database: format!("sqlite://{}", file.display()),
            objects: "memory:".into(),
            password_cost: PasswordCost::for_tests(),
            ..Settings::default()
        };
        let store = Store::open(&settings).await.expect("a store");
        store.migrate().await.expect("tables");
        let accounts = store.accounts();
        let user = accounts
            .create_first_owner("mira", "a long enough secret")
            .await
            .expect("an owner");
        let (_, token) = accounts
            .create_token(user.id, "test")
            .await
            .expect("a token");
        let caller = accounts.by_bearer(token.reveal()).await;
        let workspace = caller.expect("a lookup").expect("a caller").workspace;

        let turn = Uuid::now_v7();
        let topic = Topic::Turn(turn);
        for (kind, ended) in [("fragment", false), ("done", true), (play::STOP, true)] {
            let told = workspace.events().publish(topic, kind, json!({})).await;
            told.expect("an event");
            let found = has_ended(&workspace, turn).await.expect("an answer");
            assert_eq!(found, ended, "after {kind}");
        }
        assert!(
            !has_ended(&workspace, Uuid::now_v7())
                .await
                .expect("an answer")
        );
        drop((workspace, store));
        for ending in ["", "-wal", "-shm"] {
            // Whichever of these there are.
            let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
        }
    }
}
