//! Accounts and tokens. Never a password, a digest, or a token after the answer that made it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use talekeep_store::{TokenRow, User};
use utoipa::ToSchema;
use uuid::Uuid;

/// Whether somebody must set this installation up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetupState {
    /// True while nobody has an account.
    pub(crate) needed: bool,
    /// Whether `token` must be sent along: the request does not come from the server's own machine.
    pub(crate) needs_token: bool,
}

/// The first account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SetupBody {
    #[schema(example = "mira")]
    pub(crate) name: String,
    /// 12 to 256 characters.
    #[schema(example = "a long enough sentence")]
    pub(crate) password: String,
    /// The token the server printed when it started.
    pub(crate) token: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct LoginBody {
    #[schema(example = "mira")]
    pub(crate) name: String,
    #[schema(example = "a long enough sentence")]
    pub(crate) password: String,
}

/// A new password, proved with the present one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PasswordBody {
    #[schema(example = "a long enough sentence")]
    pub(crate) current: String,
    #[schema(example = "another long enough sentence")]
    pub(crate) password: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct MePatch {
    /// The language of the pages; null forgets the choice.
    #[schema(example = "zh")]
    pub(crate) locale: Option<String>,
}

/// Somebody who is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeView {
    pub(crate) id: Uuid,
    #[schema(example = "mira")]
    pub(crate) name: String,
    /// `owner`, `admin` or `member`.
    #[schema(example = "owner")]
    pub(crate) role: String,
    #[schema(example = "en")]
    pub(crate) locale: Option<String>,
    pub(crate) created_at: DateTime<Utc>,
}

impl From<User> for MeView {
    fn from(user: User) -> MeView {
        let role = user.role.as_str().to_owned();
        MeView {
            id: user.id,
            name: user.name,
            role,
            locale: user.locale,
            created_at: user.created_at,
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TokenBody {
    /// What it is for, in your words.
    #[schema(example = "backup script")]
    pub(crate) label: String,
}

/// A token's text leaves once, in this answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewTokenView {
    pub(crate) id: Uuid,
    pub(crate) label: String,
    /// To be sent as `Authorization: Bearer …`.
    #[schema(example = "tk_3q2-7w")]
    pub(crate) token: String,
    pub(crate) created_at: DateTime<Utc>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TokenView {
    pub(crate) id: Uuid,
    #[schema(example = "backup script")]
    pub(crate) label: String,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) used_at: Option<DateTime<Utc>>,
}

impl From<TokenRow> for TokenView {
    fn from(row: TokenRow) -> TokenView {
        TokenView {
            id: row.id,
            label: row.label,
            created_at: row.created_at,
            used_at: row.used_at,
        }
    }
}
