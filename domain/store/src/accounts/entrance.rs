//! Letting people in and recognising them (S1, S2). The database holds digests of cookies, never the cookies.

use std::time::Duration;

use sea_orm::{ActiveValue::Set, ConnectionTrait, EntityTrait};
use sha2::{Digest, Sha256};

use super::{Accounts, Caller, LoginError, Secret, User, Via, Visitor, by_name, throttle};
use crate::database::{now, statement};
use crate::rows::{logins, users};
use crate::{Error, Result, Workspace};

/// A login ends when it was not used for so long,
pub(crate) const LOGIN_IDLE: Duration = Duration::from_secs(14 * 24 * 3600);
/// and at the latest after so long.
pub(crate) const LOGIN_MOST: Duration = Duration::from_secs(90 * 24 * 3600);
/// "Last seen" is this coarse, so that reading a page is not a write.
pub(super) const SEEN: Duration = Duration::from_secs(60);
/// What is kept of a browser's name.
const AGENT: usize = 200;

impl Accounts {
    /// Lets somebody in: the text of the cookie and who they are. Unknown names cost as much as known ones (S1).
    pub async fn login(
        &self,
        name: &str,
        password: &str,
        visitor: Visitor,
    ) -> Result<(Secret, User), LoginError> {
        let user = self.prove(name, password, &visitor).await?;
        let cookie = random();
        let at = now();
        let agent = visitor
            .agent
            .map(|agent| agent.replace('\0', "").chars().take(AGENT).collect());
        let row = logins::ActiveModel {
            hash: Set(digest(&cookie)),
            user_id: Set(user.id),
            address: Set(visitor.address.to_string()),
            agent: Set(agent),
            created_at: Set(at),
            seen_at: Set(at),
        };
        let rows = &self.inner.database.rows;
        logins::Entity::insert(row)
            .exec_without_returning(rows)
            .await
            .map_err(Error::from)?;
        Ok((Secret::new(cookie), user.try_into()?))
    }

    /// Whose name and password these are; counts the attempt.
    pub(super) async fn prove(
        &self,
        name: &str,
        password: &str,
        visitor: &Visitor,
    ) -> Result<users::Model, LoginError> {
        // Too long to be anybody's: refused before it costs anything.
        if name.chars().count() > super::NAME
            || name.contains('\0')
            || password.len() > super::passwords::LENGTH.end() * 4
        {
            return Err(LoginError::Wrong);
        }
        let subjects = throttle::subjects(name, visitor);
        throttle::count(&self.inner, &subjects).await?;
        let user = by_name(&self.inner.database.rows, name.trim()).await?;
        let known = user.as_ref().map(|user| user.password.clone());
        if !self.inner.passwords.verify(known, password).await? {
            metrics::counter!("talekeep_logins_refused_total").increment(1);
            return Err(LoginError::Wrong);
        }
        throttle::take_back(&self.inner, &subjects).await?;
        user.ok_or(LoginError::Wrong)
    }

    /// Who this cookie is; none when it is unknown or ended (14 days idle, 90 in all).
    pub async fn by_cookie(&self, cookie: &str) -> Result<Option<Caller>> {
        let rows = &self.inner.database.rows;
        let found = logins::Entity::find_by_id(digest(cookie)).one(rows).await?;
        let Some(login) = found else { return Ok(None) };
        let at = now();
        if at > login.seen_at + LOGIN_IDLE || at > login.created_at + LOGIN_MOST {
            return Ok(None);
        }
        if at > login.seen_at + SEEN {
            let seen = "UPDATE logins SET seen_at = $1 WHERE hash = $2";
            rows.execute_raw(statement(rows, seen, [at.into(), login.hash.into()]))
                .await?;
        }
        self.caller(login.user_id, Via::Cookie).await
    }

    /// Ends a login; unknown cookies are fine.
    pub async fn logout(&self, cookie: &str) -> Result<()> {
        logins::Entity::delete_by_id(digest(cookie))
            .exec(&self.inner.database.rows)
            .await?;
        Ok(())
    }

    pub(super) async fn caller(&self, user: uuid::Uuid, via: Via) -> Result<Option<Caller>> {
        let Some(row) = users::Entity::find_by_id(user)
            .one(&self.inner.database.rows)
            .await?
        else {
            return Ok(None);
        };
        let workspace = Workspace {
            inner: self.inner.clone(),
            id: row.workspace,
        };
        Ok(Some(Caller {
            user: row.try_into()?,
            workspace,
            via,
        }))
    }
}

/// 256 random bits as text.
pub(super) fn random() -> String {
    hex::encode(rand::random::<[u8; 32]>())
}

/// What the database knows of a cookie or token. They are random, so a plain hash is enough.
pub(super) fn digest(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}
