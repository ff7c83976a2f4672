//! People: who they are, how they prove it (S1), how long that lasts (S2).

use std::net::IpAddr;
use std::time::Duration;

use uuid::Uuid;

use crate::{Error, Moment, Result, Workspace};

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
pub struct Accounts {}

impl Accounts {
    /// Whether anybody has an account yet.
    pub async fn any_user(&self) -> Result<bool> {
        unimplemented!()
    }

    /// Makes the first owner with their workspace. `Conflict` as soon as there is any user, also when two ask at once.
    /// `Refused` for a name or password that is not acceptable, with the reason.
    pub async fn create_first_owner(&self, name: &str, password: &str) -> Result<User> {
        let _ = (name, password);
        unimplemented!()
    }

    /// Makes a user with their workspace. `Conflict` when the name is taken.
    pub async fn create_user(&self, name: &str, password: &str, role: Role) -> Result<User> {
        let _ = (name, password, role);
        unimplemented!()
    }

    /// A new password; ends all their logins (S2).
    pub async fn set_password(&self, name: &str, password: &str) -> Result<()> {
        let _ = (name, password);
        unimplemented!()
    }

    /// Changes what somebody may do. `Conflict` when it would leave no owner.
    pub async fn set_role(&self, name: &str, role: Role) -> Result<()> {
        let _ = (name, role);
        unimplemented!()
    }

    /// The language of somebody's pages.
    pub async fn set_locale(&self, user: Uuid, locale: Option<&str>) -> Result<()> {
        let _ = (user, locale);
        unimplemented!()
    }

    /// Everybody, by name.
    pub async fn users(&self) -> Result<Vec<User>> {
        unimplemented!()
    }

    /// The personal workspace of a user, for the command line and tests.
    pub async fn workspace_of(&self, user: Uuid) -> Result<Workspace> {
        let _ = user;
        unimplemented!()
    }

    /// Lets somebody in: the text of the cookie and who they are. Unknown names cost as much as known ones (S1).
    pub async fn login(
        &self,
        name: &str,
        password: &str,
        visitor: Visitor,
    ) -> Result<(Secret, User), LoginError> {
        let _ = (name, password, visitor);
        unimplemented!()
    }

    /// Who this cookie is; none when it is unknown or ended (14 days idle, 90 in all).
    pub async fn by_cookie(&self, cookie: &str) -> Result<Option<Caller>> {
        let _ = cookie;
        unimplemented!()
    }

    /// Who this bearer token is.
    pub async fn by_bearer(&self, token: &str) -> Result<Option<Caller>> {
        let _ = token;
        unimplemented!()
    }

    /// Ends a login; unknown cookies are fine.
    pub async fn logout(&self, cookie: &str) -> Result<()> {
        let _ = cookie;
        unimplemented!()
    }

    /// A token for a program: its row and its text (`tk_…`), which is shown this once.
    pub async fn create_token(&self, user: Uuid, label: &str) -> Result<(TokenRow, Secret)> {
        let _ = (user, label);
        unimplemented!()
    }

    /// Somebody's tokens, newest first.
    pub async fn tokens(&self, user: Uuid) -> Result<Vec<TokenRow>> {
        let _ = user;
        unimplemented!()
    }

    /// Ends a token.
    pub async fn delete_token(&self, user: Uuid, id: Uuid) -> Result<()> {
        let _ = (user, id);
        unimplemented!()
    }
}
