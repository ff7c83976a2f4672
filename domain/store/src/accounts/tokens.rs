//! Bearer tokens for programs: shown once, kept as a digest, ended by deleting them.

use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder,
};
use uuid::Uuid;

use super::entrance::{SEEN, digest, random};
use super::{Accounts, Caller, Secret, TokenRow, Via};
use crate::database::{now, statement};
use crate::rows::tokens as rows;
use crate::{Error, Result, names};

/// How a token begins, so that people and scanners recognise one.
const PREFIX: &str = "tk_";
/// Longest label in characters.
const LABEL: u64 = 100;

impl Accounts {
    /// Who this bearer token is.
    pub async fn by_bearer(&self, token: &str) -> Result<Option<Caller>> {
        if !token.starts_with(PREFIX) {
            return Ok(None);
        }
        let database = &self.inner.database.rows;
        let found = rows::Entity::find()
            .filter(rows::Column::Hash.eq(digest(token)))
            .one(database)
            .await?;
        let Some(row) = found else { return Ok(None) };
        let at = now();
        if row.used_at.is_none_or(|used| at > used + SEEN) {
            let used = "UPDATE tokens SET used_at = $1 WHERE id = $2";
            database
                .execute_raw(statement(database, used, [at.into(), row.id.into()]))
                .await?;
        }
        self.caller(row.user_id, Via::Token(row.id)).await
    }

    /// A token for a program: its row and its text (`tk_…`), which is shown this once.
    pub async fn create_token(&self, user: Uuid, label: &str) -> Result<(TokenRow, Secret)> {
        names::no_nul("label", label)?;
        if label.chars().count() as u64 > LABEL {
            return Err(Error::Limit {
                what: "characters of a label",
                limit: LABEL,
            });
        }
        let token = format!("{PREFIX}{}", random());
        let row = rows::ActiveModel {
            id: Set(Uuid::now_v7()),
            user_id: Set(user),
            hash: Set(digest(&token)),
            label: Set(label.to_owned()),
            scope: Set("all".into()),
            created_at: Set(now()),
            used_at: Set(None),
        };
        let row = rows::Entity::insert(row)
            .exec_with_returning(&self.inner.database.rows)
            .await?;
        Ok((row.into(), Secret::new(token)))
    }

    /// Somebody's tokens, newest first.
    pub async fn tokens(&self, user: Uuid) -> Result<Vec<TokenRow>> {
        let find = rows::Entity::find()
            .filter(rows::Column::UserId.eq(user))
            .order_by_desc(rows::Column::Id);
        Ok(find
            .all(&self.inner.database.rows)
            .await?
            .into_iter()
            .map(TokenRow::from)
            .collect())
    }

    /// Ends a token.
    pub async fn delete_token(&self, user: Uuid, id: Uuid) -> Result<()> {
        let delete = rows::Entity::delete_by_id(id).filter(rows::Column::UserId.eq(user));
        let deleted = delete.exec(&self.inner.database.rows).await?.rows_affected;
        if deleted == 0 {
            Err(Error::NotFound)
        } else {
            Ok(())
        }
    }
}

impl From<rows::Model> for TokenRow {
    fn from(row: rows::Model) -> Self {
        TokenRow {
            id: row.id,
            label: row.label,
            created_at: row.created_at,
            used_at: row.used_at,
        }
    }
}
