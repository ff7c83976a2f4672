//! People: who they are, how they prove it (S1), how long that lasts (S2).

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter,
    QueryOrder,
};
use uuid::Uuid;

use crate::database::{Alone, Write, now, statement};
use crate::rows::{members, users as rows, workspaces};
use crate::store::Inner;
use crate::{Conflict, Error, Moment, Result, Unfit, Workspace, names};

mod common;
mod entrance;
mod passwords;
mod throttle;
mod tokens;

pub(crate) use entrance::{LOGIN_IDLE, LOGIN_MOST};
pub(crate) use passwords::Passwords;

/// Longest user name in characters.
const NAME: usize = 64;

/// Somebody with an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Their id.
    pub id: Uuid,
    /// As typed; compared in NFC lower case.
    pub name: String,
    /// What they may do on the instance.
    pub role: Role,
    /// The language they chose.
    pub locale: Option<String>,
    /// Since when.
    pub created_at: Moment,
}

/// What somebody may do on the instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Everything; there is always at least one.
    Owner,
    /// Looks after people and queues.
    Admin,
    /// Their own workspace.
    Member,
}

impl Role {
    /// The word in rows and views.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Owner => "owner",
            Role::Admin => "admin",
            Role::Member => "member",
        }
    }

    /// The role of that name.
    pub fn from_name(text: &str) -> Option<Role> {
        [Role::Owner, Role::Admin, Role::Member]
            .into_iter()
            .find(|role| role.as_str() == text)
    }
}

/// Who is at the door.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// The address as configured proxies tell it.
    pub address: IpAddr,
    /// The User-Agent, for the list of logins.
    pub agent: Option<String>,
}

/// Text that must not end up in a log: `Debug` hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub(crate) fn new(text: String) -> Self {
        Secret(text)
    }

    /// The text itself, to be handed to its owner once.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Why nobody was let in.
#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// Name or password; never which.
    #[error("name or password is wrong")]
    Wrong,
    /// Too many failures of this account or from this address; try again after this long.
    #[error("too many attempts, wait {} s", .0.as_secs())]
    Wait(Duration),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] Error),
}

/// A person (or their program) and the workspace that is theirs.
#[derive(Debug, Clone)]
pub struct Caller {
    /// Who.
    pub user: User,
    /// Their own workspace.
    pub workspace: Workspace,
    /// How they proved it.
    pub via: Via,
}

/// How a caller proved who they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Via {
    /// A browser's cookie: mutations need the CSRF checks.
    Cookie,
    /// A bearer token.
    Token(Uuid),
}

/// A token as its owner sees it; the token itself is shown once, at creation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRow {
    /// Its id.
    pub id: Uuid,
    /// What it is for, in its owner's words.
    pub label: String,
    /// Since when.
    pub created_at: Moment,
    /// Last used (to the minute or so).
    pub used_at: Option<Moment>,
}

/// Accounts, logins, tokens.
#[derive(Clone)]
pub struct Accounts {
    pub(crate) inner: Arc<Inner>,
}

impl Accounts {
    /// Whether anybody has an account yet.
    pub async fn any_user(&self) -> Result<bool> {
        Ok(rows::Entity::find()
            .count(&self.inner.database.rows)
            .await?
            > 0)
    }

    /// Makes the first owner with their workspace. `Conflict` as soon as there is any user, also when two ask at once.
    /// `Unfit` for a name or password that is not acceptable, with the reason.
    pub async fn create_first_owner(&self, name: &str, password: &str) -> Result<User> {
        let name = check_name(name)?;
        if self.any_user().await? {
            return Err(Error::state("nobody", "somebody"));
        }
        let hash = self.inner.passwords.hash_new(name, password).await?;
        let write = self.inner.database.begin_write().await?;
        write.alone([Alone::FirstOwner]).await?;
        if rows::Entity::find().count(&*write).await? > 0 {
            return Err(Error::state("nobody", "somebody"));
        }
        let user = insert(&write, name, hash, Role::Owner).await?;
        write.commit().await?;
        Ok(user)
    }

    /// Makes a user with their workspace. `Conflict` when the name is taken.
    pub async fn create_user(&self, name: &str, password: &str, role: Role) -> Result<User> {
        let name = check_name(name)?;
        let hash = self.inner.passwords.hash_new(name, password).await?;
        let write = self.inner.database.begin_write().await?;
        write.alone([Alone::FirstOwner]).await?;
        let user = insert(&write, name, hash, role).await?;
        write.commit().await?;
        Ok(user)
    }

    /// A new password; ends all their logins and tokens (S2): whoever knew the old one may have made some.
    pub async fn set_password(&self, name: &str, password: &str) -> Result<()> {
        let name = check_name(name)?;
        let hash = self.inner.passwords.hash_new(name, password).await?;
        let write = self.inner.database.begin_write().await?;
        let user = by_name(&*write, name).await?.ok_or(Error::NotFound)?;
        let set = "UPDATE users SET password = $1 WHERE id = $2";
        write
            .execute_raw(statement(&*write, set, [hash.into(), user.id.into()]))
            .await?;
        for end in [
            "DELETE FROM logins WHERE user_id = $1",
            "DELETE FROM tokens WHERE user_id = $1",
        ] {
            write
                .execute_raw(statement(&*write, end, [user.id.into()]))
                .await?;
        }
        write.commit().await
    }

    /// Whether this is the password of that user: asked again before something important. Throttled like a login.
    pub async fn check_password(
        &self,
        user: Uuid,
        password: &str,
        visitor: &Visitor,
    ) -> Result<bool, LoginError> {
        let row = rows::Entity::find_by_id(user)
            .one(&self.inner.database.rows)
            .await
            .map_err(Error::from)?;
        let row = row.ok_or(Error::NotFound)?;
        match self.prove(&row.name, password, visitor).await {
            Ok(_) => Ok(true),
            Err(LoginError::Wrong) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Changes what somebody may do. `Conflict` when it would leave no owner.
    pub async fn set_role(&self, name: &str, role: Role) -> Result<()> {
        let name = check_name(name)?;
        let write = self.inner.database.begin_write().await?;
        write.alone([Alone::FirstOwner]).await?;
        let user = by_name(&*write, name).await?.ok_or(Error::NotFound)?;
        let owners = rows::Entity::find()
            .filter(rows::Column::Role.eq(Role::Owner.as_str()))
            .count(&*write)
            .await?;
        if user.role == Role::Owner.as_str() && role != Role::Owner && owners == 1 {
            return Err(Error::state("one of several owners", "the only owner"));
        }
        let set = "UPDATE users SET role = $1 WHERE id = $2";
        write
            .execute_raw(statement(
                &*write,
                set,
                [role.as_str().into(), user.id.into()],
            ))
            .await?;
        write.commit().await
    }

    /// The language of somebody's pages.
    pub async fn set_locale(&self, user: Uuid, locale: Option<&str>) -> Result<()> {
        names::no_nul("locale", locale.unwrap_or_default())?;
        let rows = &self.inner.database.rows;
        let set = statement(
            rows,
            "UPDATE users SET locale = $1 WHERE id = $2",
            [locale.into(), user.into()],
        );
        if rows.execute_raw(set).await?.rows_affected() == 0 {
            Err(Error::NotFound)
        } else {
            Ok(())
        }
    }

    /// Everybody, by name.
    pub async fn users(&self) -> Result<Vec<User>> {
        let found = rows::Entity::find()
            .order_by_asc(rows::Column::NameFold)
            .all(&self.inner.database.rows)
            .await?;
        found.into_iter().map(User::try_from).collect()
    }

    /// The personal workspace of a user, for the command line and tests.
    pub async fn workspace_of(&self, user: Uuid) -> Result<Workspace> {
        let row = rows::Entity::find_by_id(user)
            .one(&self.inner.database.rows)
            .await?
            .ok_or(Error::NotFound)?;
        Ok(Workspace {
            inner: self.inner.clone(),
            id: row.workspace,
        })
    }
}

impl TryFrom<rows::Model> for User {
    type Error = Error;

    fn try_from(row: rows::Model) -> Result<Self> {
        Ok(User {
            role: Role::from_name(&row.role)
                .ok_or_else(|| Error::Damaged(format!("a user's role {:?}", row.role)))?,
            id: row.id,
            name: row.name,
            locale: row.locale,
            created_at: row.created_at,
        })
    }
}

/// A user, their workspace and their place in it, within the caller's transaction.
async fn insert(write: &Write, name: &str, password: String, role: Role) -> Result<User> {
    let (user, workspace, at) = (Uuid::now_v7(), Uuid::now_v7(), now());
    if by_name(&**write, name).await?.is_some() {
        return Err(Error::Conflict(Conflict::Taken(name.to_owned())));
    }
    let tenant = workspaces::ActiveModel {
        id: Set(workspace),
        kind: Set("personal".into()),
        claimed_at: Set(0),
        created_at: Set(at),
    };
    workspaces::Entity::insert(tenant)
        .exec_without_returning(&**write)
        .await?;
    let row = rows::ActiveModel {
        id: Set(user),
        name: Set(name.to_owned()),
        name_fold: Set(names::fold(name)),
        role: Set(role.as_str().into()),
        locale: Set(None),
        password: Set(password),
        workspace: Set(workspace),
        created_at: Set(at),
    };
    let row = rows::Entity::insert(row)
        .exec_with_returning(&**write)
        .await?;
    let member = members::ActiveModel {
        workspace: Set(workspace),
        user_id: Set(user),
        role: Set(Role::Owner.as_str().into()),
        created_at: Set(at),
    };
    members::Entity::insert(member)
        .exec_without_returning(&**write)
        .await?;
    row.try_into()
}

async fn by_name(on: &impl ConnectionTrait, name: &str) -> Result<Option<rows::Model>> {
    Ok(rows::Entity::find()
        .filter(rows::Column::NameFold.eq(names::fold(name)))
        .one(on)
        .await?)
}

/// A name people can read and log in with.
fn check_name(name: &str) -> Result<&str> {
    let name = name.trim();
    let unfit = if name.is_empty() {
        Unfit::NameEmpty
    } else if name.chars().count() > NAME {
        Unfit::NameLong
    } else if name.chars().any(char::is_control) {
        Unfit::NameControl
    } else {
        return Ok(name);
    };
    Err(Error::Unfit(unfit))
}
