//! A store of its own for each test, and small things to put into it.

use std::sync::Arc;
use std::time::Duration;

use futures::TryStreamExt;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::{ObjectStore, ObjectStoreExt};
use sea_orm::{ConnectionTrait, Database};
use talekeep_store::{
    Documents, NewImport, NewWorld, PasswordCost, Role, Settings, Store, Workspace, WorldSummary,
};
use tempfile::TempDir;
use uuid::Uuid;

pub(crate) struct Lab {
    pub(crate) store: Store,
    pub(crate) settings: Settings,
    _folder: TempDir,
    bucket: Arc<dyn ObjectStore>,
    postgres: Option<(String, String)>,
}

pub(crate) const PASSWORD: &str = "a door in the hill";

impl Lab {
    pub(crate) async fn new() -> Lab {
        Lab::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Settings)) -> Lab {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = Settings {
            database: format!("sqlite://{}/rows.sqlite", folder.path().display()),
            objects: format!("file://{}/objects", folder.path().display()),
            queue: std::env::var("TALEKEEP_TEST_QUEUE").unwrap_or_else(|_| "inprocess:".into()),
            queue_name: format!("test-{}", Uuid::new_v4().simple()),
            lease: Duration::from_millis(600),
            heartbeat: Duration::from_millis(200),
            backoff: Duration::from_millis(100),
            password_cost: PasswordCost::for_tests(),
            connections: 8,
            ..Settings::default()
        };
        let mut postgres = None;
        if let Ok(url) = std::env::var("TALEKEEP_TEST_DATABASE") {
            let name = format!("t_{}", Uuid::new_v4().simple());
            let admin = Database::connect(&url).await.unwrap();
            admin
                .execute_unprepared(&format!("CREATE DATABASE {name}"))
                .await
                .unwrap();
            let (server, _) = url.rsplit_once('/').unwrap();
            settings.database = format!("{server}/{name}");
            postgres = Some((url, name));
        }
        change(&mut settings);
        // One bucket for all tests: each has workspaces of its own.
        if let Ok(url) = std::env::var("TALEKEEP_TEST_OBJECTS") {
            settings.objects = url;
        }
        let bucket = bucket(&settings.objects);
        let store = Store::open(&settings).await.unwrap();
        store.migrate().await.unwrap();
        Lab {
            store,
            settings,
            _folder: folder,
            bucket,
            postgres,
        }
    }

    /// Another process on the same rows and objects, as far as a test can have one.
    pub(crate) async fn another(&self) -> Store {
        Store::open(&self.settings).await.unwrap()
    }

    pub(crate) fn has_redis(&self) -> bool {
        self.settings.queue.starts_with("redis://")
    }

    pub(crate) async fn workspace(&self, name: &str) -> Workspace {
        let user = self
            .store
            .accounts()
            .create_user(name, PASSWORD, Role::Member)
            .await
            .unwrap();
        self.store.accounts().workspace_of(user.id).await.unwrap()
    }

    /// What a statement says: the first column of its first row, as a number.
    pub(crate) async fn count(&self, sql: &str) -> i64 {
        let rows = Database::connect(&self.settings.database).await.unwrap();
        let backend = rows.get_database_backend();
        let row = rows
            .query_one_raw(sea_orm::Statement::from_string(backend, sql))
            .await
            .unwrap()
            .unwrap();
        row.try_get_by_index::<i64>(0).unwrap()
    }

    pub(crate) async fn execute(&self, sql: &str) {
        let rows = Database::connect(&self.settings.database).await.unwrap();
        rows.execute_unprepared(sql).await.unwrap();
    }

    /// The key of every object of a workspace, below the workspace, sorted.
    pub(crate) async fn objects(&self, workspace: &Workspace) -> Vec<String> {
        let within = format!("workspaces/{}", workspace.id());
        let prefix = object_store::path::Path::from(within.as_str());
        let found = self.bucket.list(Some(&prefix));
        let mut keys: Vec<String> = found
            .map_ok(|object| object.location.as_ref()[within.len() + 1..].to_owned())
            .try_collect()
            .await
            .unwrap();
        keys.sort();
        keys
    }

    /// Puts a file into one world's folder, past the store.
    pub(crate) async fn put(&self, workspace: &Workspace, folder: &str, path: &str) {
        let key = format!("workspaces/{}/root/worlds/{folder}/{path}", workspace.id());
        let key = object_store::path::Path::from(key);
        self.bucket.put(&key, "bytes".into()).await.unwrap();
    }

    /// Paths in one world's folder.
    pub(crate) async fn folder_of(&self, workspace: &Workspace, folder: &str) -> Vec<String> {
        let prefix = format!("root/worlds/{folder}/");
        let keys = self.objects(workspace).await;
        keys.into_iter()
            .filter_map(|key| Some(key.strip_prefix(&prefix)?.to_owned()))
            .collect()
    }
}

/// The same bucket or folder, seen without the store.
fn bucket(url: &str) -> Arc<dyn ObjectStore> {
    let Some(bucket) = url.strip_prefix("s3://") else {
        let folder = url.strip_prefix("file://").unwrap();
        std::fs::create_dir_all(folder).unwrap();
        return Arc::new(LocalFileSystem::new_with_prefix(folder).unwrap());
    };
    let _ = rustls::crypto::ring::default_provider().install_default();
    let variable = |name: &str| std::env::var(name).unwrap();
    let store = AmazonS3Builder::new()
        .with_bucket_name(bucket)
        .with_endpoint(variable("AWS_ENDPOINT_URL"))
        .with_access_key_id(variable("AWS_ACCESS_KEY_ID"))
        .with_secret_access_key(variable("AWS_SECRET_ACCESS_KEY"))
        .with_region("us-east-1")
        .with_allow_http(true)
        .build();
    Arc::new(store.unwrap())
}

impl Drop for Lab {
    fn drop(&mut self) {
        let (postgres, settings) = (self.postgres.take(), self.settings.clone());
        let clear = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                if let Some((url, name)) = postgres {
                    let admin = Database::connect(&url).await.unwrap();
                    let _ = admin
                        .execute_unprepared(&format!("DROP DATABASE {name} WITH (FORCE)"))
                        .await;
                }
                if std::env::var("TALEKEEP_TEST_QUEUE").is_ok_and(|url| url == settings.queue) {
                    let _ = forget(&settings).await;
                }
            });
        });
        let _ = clear.join();
    }
}

/// Removes every key of this test from Redis.
async fn forget(settings: &Settings) -> redis::RedisResult<()> {
    let client = redis::Client::open(settings.queue.as_str())?;
    let mut redis = client.get_multiplexed_async_connection().await?;
    let pattern = format!("{}*", settings.queue_name);
    let keys: Vec<String> = redis::cmd("KEYS")
        .arg(pattern)
        .query_async(&mut redis)
        .await?;
    if keys.is_empty() {
        return Ok(());
    }
    redis::cmd("DEL").arg(keys).query_async(&mut redis).await
}

pub(crate) fn documents(files: &[(&str, &str)]) -> Documents {
    files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
        .collect()
}

pub(crate) fn summary(name: &str) -> WorldSummary {
    WorldSummary {
        world_id: Uuid::new_v4().to_string(),
        name: name.to_owned(),
        listed: true,
        ..Default::default()
    }
}

pub(crate) fn new_world(name: &str) -> NewWorld {
    NewWorld {
        folder: name.to_lowercase(),
        summary: summary(name),
        documents: documents(&[
            ("world.json", "{\"name\": \"The Hill\"}\n"),
            ("characters/mira/character.json", "{\"name\": \"Mira\"}\n"),
        ]),
        media: vec![("media/cover-0f.png".into(), b"a picture".to_vec())],
        reason: "test".into(),
    }
}

pub(crate) fn new_import(bytes: &[u8]) -> NewImport<'_> {
    NewImport {
        bytes,
        file_name: Some("mira.png".into()),
        format: "png/ccv3".into(),
        name: "Mira".into(),
        folder: "mira".into(),
        review_skip: true,
    }
}
