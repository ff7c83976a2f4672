//! Bytes under keys: a folder, S3 or memory behind one handle. No conditional writes and no attributes, because not every
//! store has them; what must be decided between two writers is decided in rows.

use std::sync::Arc;

use bytes::Bytes;
use futures::TryStreamExt;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ClientOptions, ObjectStore, ObjectStoreExt, RetryConfig};
use uuid::Uuid;

use crate::keys::{self, Folder, Key};
use crate::links::Root;
use crate::{Error, Result};

/// How many objects of one write are under way at once.
pub(crate) const AT_ONCE: usize = 16;

/// S5, with a folder store.
const IN_THE_WAY: &str =
    "a symbolic link lies in the way, and none is followed in the objects folder";

#[derive(Clone)]
pub(crate) struct Objects {
    store: Arc<dyn ObjectStore>,
    /// Only of a folder store.
    root: Option<Root>,
}

impl Objects {
    pub(crate) fn open(url: &str) -> Result<Self> {
        let mut root = None;
        let store: Arc<dyn ObjectStore> = if url == "memory:" {
            Arc::new(InMemory::new())
        } else if let Some(path) = url.strip_prefix("file://") {
            root = Some(Root::new(path));
            Arc::new(folder(path)?)
        } else if let Some(rest) = url.strip_prefix("s3://") {
            bucket(rest)?
        } else {
            return Err(Error::Settings(
                "objects: expected file://…, s3://bucket/prefix or memory:".into(),
            ));
        };
        Ok(Objects { store, root })
    }

    pub(crate) async fn put(
        &self,
        workspace: Uuid,
        key: Key<'_>,
        bytes: impl Into<Bytes>,
    ) -> Result<()> {
        let path = key.path(workspace)?;
        if self.has_link(&path).await? {
            return Err(Error::Refused(IN_THE_WAY.into()));
        }
        self.store.put(&path, bytes.into().into()).await?;
        Ok(())
    }

    /// The bytes, or `NotFound`.
    pub(crate) async fn get(&self, workspace: Uuid, key: Key<'_>) -> Result<Bytes> {
        self.find(workspace, key).await?.ok_or(Error::NotFound)
    }

    /// The bytes, or none.
    pub(crate) async fn find(&self, workspace: Uuid, key: Key<'_>) -> Result<Option<Bytes>> {
        let path = key.path(workspace)?;
        if self.has_link(&path).await? {
            return Err(Error::Damaged(IN_THE_WAY.into()));
        }
        match self.store.get(&path).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Gone afterwards, whether it was there or not (a folder store complains about the latter, S3 does not).
    pub(crate) async fn delete(&self, workspace: Uuid, key: Key<'_>) -> Result<()> {
        let path = key.path(workspace)?;
        if self.has_link(&path).await? {
            return Err(Error::Refused(IN_THE_WAY.into()));
        }
        self.delete_at(&path).await
    }

    async fn delete_at(&self, path: &Path) -> Result<()> {
        match self.store.delete(path).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Paths of everything in a folder, relative to it, sorted.
    pub(crate) async fn list(&self, workspace: Uuid, folder: Folder<'_>) -> Result<Vec<String>> {
        let prefix = folder.path(workspace)?;
        let mut found: Vec<String> = if let Some(root) = &self.root {
            root.list(&prefix).await?
        } else {
            let cut = prefix.as_ref().len() + 1;
            let relative = |path: &Path| path.as_ref().get(cut..).unwrap_or_default().to_owned();
            let found = self.store.list(Some(&prefix));
            found
                .map_ok(|object| relative(&object.location))
                .try_collect()
                .await?
        };
        found.sort();
        Ok(found)
    }

    /// Empties a folder; a link in it stays, and what is behind it too.
    pub(crate) async fn delete_all(&self, workspace: Uuid, folder: Folder<'_>) -> Result<()> {
        let prefix = folder.path(workspace)?;
        for path in self.list(workspace, folder).await? {
            self.delete_at(&keys::listed(&prefix, &path)?).await?;
        }
        Ok(())
    }

    async fn has_link(&self, path: &Path) -> Result<bool> {
        match &self.root {
            Some(root) => root.has_link(path).await,
            None => Ok(false),
        }
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// S5: nothing outside of the objects folder is read, written, listed or deleted, whatever links lie in it.
    #[tokio::test]
    async fn s5_links_are_not_followed() {
        let home = tempfile::tempdir().unwrap();
        let outside = home.path().join("outside");
        std::fs::create_dir_all(outside.join("deep")).unwrap();
        std::fs::write(outside.join("secret"), "secret").unwrap();
        std::fs::write(outside.join("deep/secret"), "secret").unwrap();
        // The folder itself may be a link: whoever set it up meant it.
        std::fs::create_dir(home.path().join("real")).unwrap();
        symlink(home.path().join("real"), home.path().join("objects")).unwrap();
        let objects = Objects::open(&format!("file://{}/objects", home.path().display())).unwrap();
        let workspace = Uuid::from_u128(7);
        let folder = Folder::World { folder: "mira" };
        let key = |path| Key::World {
            folder: "mira",
            path,
        };
        objects
            .put(workspace, key("media/100% #ä.png"), "ours")
            .await
            .unwrap();
        let place = home.path().join("real");
        let place = place.join(folder.path(workspace).unwrap().as_ref());
        symlink(&outside, place.join("to-folder")).unwrap();
        symlink(outside.join("secret"), place.join("to-file")).unwrap();
        symlink(outside.join("new"), place.join("to-nothing")).unwrap();
        symlink(&place, place.join("round")).unwrap();
        for path in [
            "to-folder/secret",
            "to-folder/deep/secret",
            "to-folder/new",
            "to-file",
            "to-nothing",
            "round/media/100% #ä.png",
        ] {
            let got = objects.get(workspace, key(path)).await;
            assert!(matches!(got, Err(Error::Damaged(_))), "{path}");
            let put = objects.put(workspace, key(path), "theirs").await;
            assert!(matches!(put, Err(Error::Refused(_))), "{path}");
            let deleted = objects.delete(workspace, key(path)).await;
            assert!(matches!(deleted, Err(Error::Refused(_))), "{path}");
        }
        let listed = objects.list(workspace, folder).await.unwrap();
        assert_eq!(listed, ["media/100% #ä.png"]);
        objects.delete_all(workspace, folder).await.unwrap();
        assert!(objects.list(workspace, folder).await.unwrap().is_empty());
        // A whole world folder that is a link.
        let key = Folder::World { folder: "ana" };
        symlink(&outside, place.with_file_name("ana")).unwrap();
        assert!(objects.list(workspace, key).await.unwrap().is_empty());
        objects.delete_all(workspace, key).await.unwrap();
        for kept in ["secret", "deep/secret"] {
            let kept = std::fs::read_to_string(outside.join(kept)).unwrap();
            assert_eq!(kept, "secret");
        }
        assert_eq!(std::fs::read_dir(&outside).unwrap().count(), 2);
    }
}
