//! The payloads people brought, byte for byte, with where they came from. Nothing ever changes one.

use bytes::Bytes;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue::Set, ConnectionTrait, EntityTrait};
use uuid::Uuid;

use crate::database::now;
use crate::keys::Key;
use crate::rows::sources as rows;
use crate::{Error, Moment, Result, Workspace};

/// Kept originals of one workspace.
#[derive(Clone)]
pub struct Sources {
    pub(crate) workspace: Workspace,
}

/// Where a payload came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// SHA-256 of its bytes, lower-case hex; with the workspace, its identity.
    pub sha256: String,
    /// How many bytes.
    pub size: i64,
    /// The name it was first brought under.
    pub file_name: Option<String>,
    /// What it was recognised as.
    pub format: String,
    /// When it was first brought.
    pub created_at: Moment,
}

impl Sources {
    /// The row, or `NotFound`.
    pub async fn get(&self, sha256: &str) -> Result<Source> {
        let row = rows::Entity::find_by_id((self.workspace.id, sha256.to_owned()));
        let row = row
            .one(&self.workspace.inner.database.rows)
            .await?
            .ok_or(Error::NotFound)?;
        Ok(Source {
            sha256: row.sha256,
            size: row.size,
            file_name: row.file_name,
            format: row.format,
            created_at: row.created_at,
        })
    }

    /// Its bytes.
    pub async fn bytes(&self, sha256: &str) -> Result<Bytes> {
        let sha256 = self.get(sha256).await?.sha256;
        self.workspace
            .inner
            .objects
            .get(self.workspace.id, Key::Source { sha256: &sha256 })
            .await
    }
}

/// The row of a payload whose bytes were just put; the same payload again keeps its first row.
pub(crate) async fn insert(
    on: &impl ConnectionTrait,
    workspace: Uuid,
    sha256: &str,
    size: usize,
    file_name: Option<String>,
    format: String,
) -> Result<()> {
    let row = rows::ActiveModel {
        workspace: Set(workspace),
        sha256: Set(sha256.to_owned()),
        size: Set(i64::try_from(size).unwrap_or(i64::MAX)),
        file_name: Set(file_name),
        format: Set(format),
        created_at: Set(now()),
    };
    let insert = rows::Entity::insert(row).on_conflict(OnConflict::new().do_nothing().to_owned());
    insert.exec_without_returning(on).await?;
    Ok(())
}
