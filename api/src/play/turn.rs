//! One turn from the right to play it to the row that keeps it: load, ask the model through the drive loop, settle, keep,
//! tell. It runs on the process's own runtime; a crash leaves either the turn or no turn.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web::Data;
use chrono::Utc;
use serde::Serialize;
use serde_json::{Value, json};
use talekeep_net::drive;
use talekeep_store::{KeptTurn, Playing, Topic, Workspace};
use talekeep_story::{Action, Kind, Said, Settled, Turn};
use tokio::sync::mpsc::unbounded_channel;
use tracing::Instrument;

use super::registry::{Entry, Seat};
use super::telling::tell;
use super::{STOP, part_views, read_state, state_view};
use crate::app::App;
use crate::problem::{ApiProblem, chain};
use crate::views::sessions::{TurnView, read_parts};

/// How often another process's wish to stop is looked for.
const LOOK: Duration = Duration::from_secs(1);

/// Plays a turn apart from whoever asked for it.
pub(crate) fn spawn(app: Data<App>, workspace: Workspace, playing: Playing, seat: Seat) {
    let entry = app.turns.enter(playing.turn, seat);
    let span = tracing::info_span!("turn", session = %playing.session.id, turn = %playing.turn);
    let runtime = app.runtime.clone();
    runtime.spawn(run(app, workspace, playing, entry).instrument(span));
}

async fn run(app: Data<App>, workspace: Workspace, playing: Playing, entry: Entry) {
    let started = std::time::Instant::now();
    let outcome = play(&app, &workspace, &playing, entry).await;
    metrics::histogram!("talekeep_turn_seconds").record(started.elapsed().as_secs_f64());
    let events = match outcome {
        Ok(events) => events,
        Err(problem) => failed(&workspace, &playing, &problem).await,
    };
    let told = events
        .iter()
        .map(|(kind, data)| (*kind, data.clone()))
        .collect();
    if let Err(error) = workspace
        .events()
        .publish_all(Topic::Turn(playing.turn), told)
        .await
    {
        tracing::error!(error = chain(&error), "the end of a turn was not published");
    }
}

type Told = Vec<(&'static str, Value)>;

async fn failed(workspace: &Workspace, playing: &Playing, problem: &ApiProblem) -> Told {
    tracing::warn!(%problem, "a turn was not kept");
    if let Err(error) = workspace.sessions().drop_turn(playing).await {
        tracing::error!(
            error = chain(&error),
            "the right to play was not given back; it runs out by itself"
        );
    }
    vec![
        ("problem", problem.to_event()),
        ("done", done(None, playing.session.revision)),
    ]
}

fn done(turn: Option<Value>, revision: i64) -> Value {
    json!({ "kept": turn.is_some(), "turn": turn, "revision": revision })
}

async fn play(
    app: &App,
    workspace: &Workspace,
    playing: &Playing,
    entry: Entry,
) -> Result<Told, ApiProblem> {
    let world = app.worlds.of_session(workspace, &playing.session).await?;
    let state = read_state(&playing.state)?;
    let past = past(workspace, playing).await?;
    let action = Action {
        kind: kind(&playing.kind)?,
        text: playing.text.clone(),
    };
    let number = u32::try_from(playing.number).unwrap_or(u32::MAX);
    let mut turn = Turn::begin(&world, state, past, action, number, Utc::now());

    let (sender, fragments) = unbounded_channel();
    let events = workspace.events();
    let say = move |text: String| {
        // The publisher lives as long as this closure.
        let _ = sender.send(text);
        std::future::ready(())
    };
    let telling = tell(&events, playing.turn, fragments);
    let driving = drive(
        &mut turn,
        app.narrator.as_ref(),
        say,
        stopped(workspace, playing, entry),
    );
    let both = async { tokio::join!(driving, telling) };
    let (settled, ()) = tokio::select! {
        both = both => both,
        () = lost(workspace, playing, app.config.lease() / 4) => {
            return Err(ApiProblem::conflict("lost", "Another process took this turn over; nothing of it was kept."));
        }
    };
    let settled = settled.map_err(|error| {
        ApiProblem::new(
            actix_web::http::StatusCode::BAD_GATEWAY,
            "model",
            error.to_string(),
        )
    })?;
    keep(workspace, playing, &world, settled).await
}

async fn keep(
    workspace: &Workspace,
    playing: &Playing,
    world: &Arc<talekeep_world::model::World>,
    settled: Settled,
) -> Result<Told, ApiProblem> {
    let Settled {
        parts,
        state,
        problems,
        stopped,
        why,
    } = settled;
    if stopped && parts.is_empty() {
        return Err(ApiProblem::conflict(
            "stopped",
            "The turn was stopped before anything was told.",
        ));
    }
    let views = part_views(&parts);
    let kept = KeptTurn {
        parts: text(&views)?,
        state: text(&state)?,
        why: text(&why)?,
    };
    talekeep_store::fail::point("turn-before-keep");
    let row = workspace.sessions().keep_turn(playing, kept).await?;
    talekeep_store::fail::point("turn-after-keep");
    let revision = playing.session.revision + 1;
    let mut told: Told = views.iter().map(|part| ("part", json!(part))).collect();
    told.push((
        "state",
        json!({ "revision": revision, "state": state_view(world, &state) }),
    ));
    let mut end = done(Some(json!(TurnView::from(row))), revision);
    end["stopped"] = json!(stopped);
    // What was told and could not be kept as it was told, for authors.
    end["problems"] = json!(problems);
    told.push(("done", end));
    Ok(told)
}

/// The story so far, as the exchange wants to hear it: what the player did, and what was told.
async fn past(workspace: &Workspace, playing: &Playing) -> Result<Vec<Said>, ApiProblem> {
    let turns = workspace.sessions().turns(playing.session.id).await?;
    let mut past = Vec::new();
    for turn in turns {
        // The opening has no kind of a player's; it was told, not done.
        if let Some(kind) = Kind::from_word(&turn.kind) {
            past.push(Said {
                kind: Some(kind),
                speaker: None,
                text: turn.text,
            });
        }
        past.extend(read_parts(&turn.parts).into_iter().map(|part| Said {
            kind: None,
            speaker: part.speaker,
            text: part.text,
        }));
    }
    Ok(past)
}

fn kind(word: &str) -> Result<Kind, ApiProblem> {
    Kind::from_word(word).ok_or_else(|| ApiProblem::internal(&"a turn of an unknown kind"))
}

/// Completes when somebody wants the turn to stop: here, or by an event from another process.
async fn stopped(workspace: &Workspace, playing: &Playing, mut entry: Entry) {
    let events = workspace.events();
    let elsewhere = async {
        let mut seen = 0;
        loop {
            tokio::time::sleep(LOOK).await;
            let Ok(news) = events.after(Topic::Turn(playing.turn), seen).await else {
                continue;
            };
            if news.iter().any(|event| event.kind == STOP) {
                break;
            }
            seen = news.last().map_or(seen, |event| event.seq);
        }
    };
    tokio::select! {
        () = entry.stopped() => {}
        () = elsewhere => {}
    }
}

/// Keeps the right to play alive; completes when it is lost.
async fn lost(workspace: &Workspace, playing: &Playing, every: Duration) {
    loop {
        tokio::time::sleep(every).await;
        match workspace.sessions().extend(playing).await {
            Ok(true) => {}
            Ok(false) => break,
            // Keeping the turn will find out whether the right still holds.
            Err(error) => tracing::warn!(
                error = chain(&error),
                "the right to play could not be extended"
            ),
        }
    }
}

/// Rows keep values as JSON text.
fn text(value: &impl Serialize) -> Result<String, ApiProblem> {
    serde_json::to_string(value).map_err(|error| ApiProblem::internal(&error))
}
