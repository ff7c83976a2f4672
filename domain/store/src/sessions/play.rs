//! Playing a turn: one at a time per session, by a lease that ends by itself when its process is gone, and kept whole or
//! not at all. Nothing is written for a turn before it is kept.

use sea_orm::{ActiveValue::Set, ConnectionTrait, EntityTrait};
use uuid::Uuid;

use super::{KeptTurn, Playing, Sessions, Turn, turns};
use crate::database::{now, statement};
use crate::rows::{sessions as rows, turns as turn_rows};
use crate::{Conflict, Error, Result, fail, names};

impl Sessions {
    /// Takes the right to play the next turn. `Busy` while another is played, `Conflict::Revision` when `expected` is given
    /// and the session moved on. Keep it alive with [`Sessions::extend`].
    pub async fn begin_turn(
        &self,
        id: Uuid,
        expected: Option<i64>,
        kind: &str,
        text: &str,
    ) -> Result<Playing> {
        names::no_nul("kind", kind)?;
        names::no_nul("text", text)?;
        let (turn, at) = (Uuid::now_v7(), now());
        let write = self.workspace.inner.database.begin_write().await?;
        let take = "UPDATE sessions SET playing = $1, playing_until = $2 WHERE id = $3 AND workspace = $4 \
            AND trashed_at IS NULL AND (playing IS NULL OR playing_until < $5) AND revision = COALESCE($6, revision) RETURNING *";
        let until = at + self.workspace.inner.settings.turn_lease;
        let values = [
            turn.into(),
            until.into(),
            id.into(),
            self.workspace.id.into(),
            at.into(),
            expected.into(),
        ];
        let Some(row) = rows::Entity::find()
            .from_raw_sql(statement(&*write, take, values))
            .one(&*write)
            .await?
        else {
            let now_is = self.row(&*write, id).await?;
            return Err(match (expected, now_is.playing_until) {
                (Some(expected), _) if expected != now_is.revision => {
                    Error::Conflict(Conflict::Revision {
                        expected,
                        found: now_is.revision,
                    })
                }
                (_, until) => Error::Busy {
                    until: until.unwrap_or(at),
                },
            });
        };
        let state = turns::state(&*write, id, row.head).await?;
        write.commit().await?;
        fail::point("turn.begin.after-row");
        Ok(Playing {
            turn,
            parent: row.head,
            number: row.turns + 1,
            kind: kind.to_owned(),
            text: text.to_owned(),
            state,
            session: row.into(),
        })
    }

    /// Still playing: call it every quarter of `Settings::turn_lease`. False: the right was lost, stop.
    pub async fn extend(&self, playing: &Playing) -> Result<bool> {
        let rows = &self.workspace.inner.database.rows;
        let extend = "UPDATE sessions SET playing_until = $1 WHERE id = $2 AND workspace = $3 AND playing = $4";
        let until = now() + self.workspace.inner.settings.turn_lease;
        let values = [
            until.into(),
            playing.session.id.into(),
            self.workspace.id.into(),
            playing.turn.into(),
        ];
        Ok(rows
            .execute_raw(statement(rows, extend, values))
            .await?
            .rows_affected()
            == 1)
    }

    /// Keeps the turn: turn row and session at revision + 1, one transaction. `Conflict` when the right was lost.
    pub async fn keep_turn(&self, playing: &Playing, kept: KeptTurn) -> Result<Turn> {
        for text in [&kept.parts, &kept.state, &kept.why] {
            names::no_nul("turn", text)?;
        }
        let (id, at) = (playing.session.id, now());
        let write = self.workspace.inner.database.begin_write().await?;
        let keep = "UPDATE sessions SET revision = revision + 1, head = $1, turns = $2, playing = NULL, playing_until = NULL, \
            updated_at = $3 WHERE id = $4 AND workspace = $5 AND playing = $1";
        let values = [
            playing.turn.into(),
            playing.number.into(),
            at.into(),
            id.into(),
            self.workspace.id.into(),
        ];
        if write
            .execute_raw(statement(&*write, keep, values))
            .await?
            .rows_affected()
            == 0
        {
            return Err(Error::state("playing this turn", "playing another or none"));
        }
        let row = turn_rows::ActiveModel {
            id: Set(playing.turn),
            session: Set(id),
            parent: Set(Some(playing.parent)),
            number: Set(playing.number),
            kind: Set(playing.kind.clone()),
            text: Set(playing.text.clone()),
            parts: Set(kept.parts),
            state: Set(kept.state),
            why: Set(kept.why),
            created_at: Set(at),
        };
        turn_rows::Entity::insert(row)
            .exec_without_returning(&*write)
            .await?;
        let turn = turns::one(&*write, id, playing.turn).await?;
        write.commit().await?;
        fail::point("turn.keep.after-row");
        Ok(turn)
    }

    /// Gives the right back; nothing of the turn remains. Lost already: fine.
    pub async fn drop_turn(&self, playing: &Playing) -> Result<()> {
        let rows = &self.workspace.inner.database.rows;
        let give = "UPDATE sessions SET playing = NULL, playing_until = NULL WHERE id = $1 AND workspace = $2 AND playing = $3";
        let values = [
            playing.session.id.into(),
            self.workspace.id.into(),
            playing.turn.into(),
        ];
        rows.execute_raw(statement(rows, give, values)).await?;
        Ok(())
    }
}
