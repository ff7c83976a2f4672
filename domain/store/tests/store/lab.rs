//! A store of its own for each test, and small things to put into it.

use std::time::Duration;

use sea_orm::{ConnectionTrait, Database};
use talekeep_store::{
    Documents, NewImport, NewWorld, PasswordCost, Role, Settings, Store, Workspace, WorldSummary,
};
use tempfile::TempDir;
use uuid::Uuid;

pub(crate) struct Lab {
    pub(crate) store: Store,
    pub(crate) settings: Settings,
    pub(crate) folder: TempDir,
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
        let store = Store::open(&settings).await.unwrap();
        store.migrate().await.unwrap();
        Lab {
            store,
            settings,
            folder,
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

    /// Every object as (path below the root of all objects, bytes), sorted.
    pub(crate) fn objects(&self) -> Vec<(String, Vec<u8>)> {
        let root = self.folder.path().join("objects");
        let (mut found, mut folders) = (Vec::new(), vec![root.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path
                        .strip_prefix(&root)
                        .unwrap()
                        .to_str()
                        .unwrap()
                        .to_owned();
                    found.push((name, std::fs::read(&path).unwrap()));
                }
            }
        }
        found.sort();
        found
    }

    /// Paths in one world's folder.
    pub(crate) fn folder_of(&self, workspace: &Workspace, folder: &str) -> Vec<String> {
        let prefix = format!("workspaces/{}/root/worlds/{folder}/", workspace.id());
        self.objects()
            .into_iter()
            .filter_map(|(path, _)| Some(path.strip_prefix(&prefix)?.to_owned()))
            .collect()
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let Some((url, name)) = self.postgres.take() else {
            return;
        };
        let drop = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let admin = Database::connect(&url).await.unwrap();
                let _ = admin
                    .execute_unprepared(&format!("DROP DATABASE {name} WITH (FORCE)"))
                    .await;
            });
        });
        let _ = drop.join();
    }
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
