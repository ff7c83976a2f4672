//! Bytes under keys: a folder, S3 or memory behind one handle. No conditional writes and no attributes, because not every
//! store has them; what must be decided between two writers is decided in rows.

use std::sync::Arc;

use bytes::Bytes;
use futures::TryStreamExt;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::prefix::PrefixStore;
use object_store::{ClientOptions, ObjectStore, ObjectStoreExt, RetryConfig};
use uuid::Uuid;

use crate::keys::{self, Folder, Key};
use crate::{Error, Result};

/// How many objects of one write are under way at once.
pub(crate) const AT_ONCE: usize = 16;

#[derive(Clone)]
pub(crate) struct Objects {
    store: Arc<dyn ObjectStore>,
}

impl Objects {
    pub(crate) fn open(url: &str) -> Result<Self> {
        let store: Arc<dyn ObjectStore> = if url == "memory:" {
            Arc::new(InMemory::new())
        } else if let Some(path) = url.strip_prefix("file://") {
            Arc::new(folder(path)?)
        } else if let Some(rest) = url.strip_prefix("s3://") {
            bucket(rest)?
        } else {
            return Err(Error::Settings(
                "objects: expected file://…, s3://bucket/prefix or memory:".into(),
            ));
        };
        Ok(Objects { store })
    }

    pub(crate) async fn put(
        &self,
        workspace: Uuid,
        key: Key<'_>,
        bytes: impl Into<Bytes>,
    ) -> Result<()> {
        self.store
            .put(&key.path(workspace)?, bytes.into().into())
            .await?;
        Ok(())
    }

    /// The bytes, or `NotFound`.
    pub(crate) async fn get(&self, workspace: Uuid, key: Key<'_>) -> Result<Bytes> {
        self.find(workspace, key).await?.ok_or(Error::NotFound)
    }

    /// The bytes, or none.
    pub(crate) async fn find(&self, workspace: Uuid, key: Key<'_>) -> Result<Option<Bytes>> {
        match self.store.get(&key.path(workspace)?).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Gone afterwards, whether it was there or not (a folder store complains about the latter, S3 does not).
    pub(crate) async fn delete(&self, workspace: Uuid, key: Key<'_>) -> Result<()> {
        match self.store.delete(&key.path(workspace)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Paths of everything in a folder, relative to it, sorted.
    pub(crate) async fn list(&self, workspace: Uuid, folder: Folder<'_>) -> Result<Vec<String>> {
        let prefix = folder.path(workspace)?;
        let cut = prefix.as_ref().len() + 1;
        let mut found: Vec<String> = self
            .store
            .list(Some(&prefix))
            .map_ok(|object| {
                object
                    .location
                    .as_ref()
                    .get(cut..)
                    .unwrap_or_default()
                    .to_owned()
            })
            .try_collect()
            .await?;
        found.sort();
        Ok(found)
    }

    /// Empties a folder.
    pub(crate) async fn delete_all(&self, workspace: Uuid, folder: Folder<'_>) -> Result<()> {
        let prefix = folder.path(workspace)?;
        let found: Vec<_> = self
            .store
            .list(Some(&prefix))
            .map_ok(|object| object.location)
            .try_collect()
            .await?;
        for path in found {
            match self.store.delete(&path).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    pub(crate) async fn ping(&self) -> Result<()> {
        match self.store.head(&keys::nowhere()).await {
            Ok(_) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

fn folder(path: &str) -> Result<LocalFileSystem> {
    if path.is_empty() {
        return Err(Error::Settings("objects: file:// needs a folder".into()));
    }
    std::fs::create_dir_all(path)
        .map_err(|error| Error::Settings(format!("objects: cannot make {path}: {error}")))?;
    let store = LocalFileSystem::new_with_prefix(path)?;
    Ok(store.with_fsync(true).with_automatic_cleanup(true))
}

/// Endpoint, keys and region come from the environment, as every S3 tool expects them.
fn bucket(rest: &str) -> Result<Arc<dyn ObjectStore>> {
    let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    if bucket.is_empty() || !bucket.bytes().all(is_name) {
        return Err(Error::Settings(
            "objects: s3:// needs the name of a bucket: s3://bucket or s3://bucket/prefix (keys go into the environment)"
                .into(),
        ));
    }
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let retry = RetryConfig {
        max_retries: 2,
        retry_timeout: std::time::Duration::from_secs(30),
        ..Default::default()
    };
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(bucket)
        .with_region(variable("AWS_REGION").unwrap_or_else(|| "us-east-1".into()))
        .with_virtual_hosted_style_request(false)
        .with_client_options(
            ClientOptions::new()
                .with_allow_http(true)
                .with_timeout(std::time::Duration::from_secs(60)),
        )
        .with_allow_http(true)
        .with_retry(retry);
    if let Some(endpoint) = variable("AWS_ENDPOINT_URL") {
        builder = builder.with_endpoint(endpoint);
    }
    if let (Some(id), Some(secret)) = (
        variable("AWS_ACCESS_KEY_ID"),
        variable("AWS_SECRET_ACCESS_KEY"),
    ) {
        builder = builder
            .with_access_key_id(id)
            .with_secret_access_key(secret);
    }
    let store = builder.build()?;
    let prefix = prefix.trim_matches('/');
    Ok(if prefix.is_empty() {
        Arc::new(store)
    } else {
        Arc::new(PrefixStore::new(store, prefix))
    })
}
