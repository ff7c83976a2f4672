//! Where one app of the suite keeps its things: embedded by default, or a fresh database, a queue name and an object prefix of its
//! own on the services that the environment names. It never touches what another app made.

use std::path::Path;

use sqlx::{Connection as _, PgConnection, SqliteConnection};

/// The services that were asked for; empty fields mean the embedded ones.
#[derive(Clone, Debug)]
pub struct Backends {
    database: Option<String>,
    queue: Option<String>,
    objects: Option<String>,
    /// Unique for this app: database, queue prefix and object prefix are named after it.
    name: String,
}

impl Backends {
    /// What `TALEKEEP_TEST_DATABASE`, `TALEKEEP_TEST_QUEUE` and `TALEKEEP_TEST_OBJECTS` say.
    pub fn from_environment() -> Backends {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        Backends {
            database: variable("TALEKEEP_TEST_DATABASE"),
            queue: variable("TALEKEEP_TEST_QUEUE"),
            objects: variable("TALEKEEP_TEST_OBJECTS"),
            name: format!("tk_{}", uuid::Uuid::new_v4().simple()),
        }
    }

    /// Always SQLite, a folder and the in-process queue, whatever the environment says.
    pub fn embedded() -> Backends {
        Backends {
            database: None,
            queue: None,
            objects: None,
            ..Backends::from_environment()
        }
    }

    /// True when API and workers are separate processes.
    pub fn scaled(&self) -> bool {
        self.database.is_some()
    }

    /// True when the bell is in Redis.
    pub fn has_redis(&self) -> bool {
        self.queue.is_some()
    }

    /// Makes the fresh database and answers the settings that lead there.
    pub async fn prepare(&self) -> Vec<(String, String)> {
        let mut settings = vec![("TALEKEEP_STORAGE__QUEUE_NAME".into(), self.name.clone())];
        if let Some(url) = &self.database {
            self.on_server(url, &format!("CREATE DATABASE {}", self.name))
                .await
                .expect("a fresh database");
            settings.push((
                "TALEKEEP_STORAGE__DATABASE".into(),
                with_database(url, &self.name),
            ));
        }
        if let Some(url) = &self.queue {
            settings.push(("TALEKEEP_STORAGE__QUEUE".into(), url.clone()));
        }
        if let Some(url) = &self.objects {
            // s3s-fs writes bucket and key into one file name, so a key has 165 bytes at most and a prefix few of them.
            let prefix = &self.name[self.name.len() - 5..];
            let url = format!("{}/{prefix}", url.trim_end_matches('/'));
            settings.push(("TALEKEEP_STORAGE__OBJECTS".into(), url));
        }
        settings
    }

    /// Deletes this app's keys in Redis, as a flush would; the number of keys that were there.
    pub async fn flush_queue(&self) -> usize {
        let Some(url) = &self.queue else { return 0 };
        let client = redis::Client::open(url.as_str()).expect("a redis address");
        let mut connection = client
            .get_multiplexed_async_connection()
            .await
            .expect("redis answers");
        let keys: Vec<String> = redis::cmd("KEYS")
            .arg(format!("*{}*", self.name))
            .query_async(&mut connection)
            .await
            .expect("a list of keys");
        if !keys.is_empty() {
            let _: i64 = redis::cmd("DEL")
                .arg(&keys)
                .query_async(&mut connection)
                .await
                .expect("keys go");
        }
        keys.len()
    }

    /// Drops database and keys; the test S3 loses everything when it is stopped.
    pub async fn remove(&self) {
        if let Some(url) = &self.database
            && let Err(error) = self
                .on_server(
                    url,
                    &format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name),
                )
                .await
        {
            eprintln!("database {} stays behind: {error}", self.name);
        }
        self.flush_queue().await;
    }

    /// Runs SQL in this app's own database, Postgres or the SQLite file of an embedded one; for benches that seed many rows.
    pub async fn execute(&self, sqlite: &Path, sql: &str) -> Result<(), sqlx::Error> {
        let sql = sqlx::AssertSqlSafe(sql.to_owned());
        if let Some(url) = &self.database {
            let mut connection = PgConnection::connect(&with_database(url, &self.name)).await?;
            sqlx::raw_sql(sql).execute(&mut connection).await?;
            return connection.close().await;
        }
        let mut connection =
            SqliteConnection::connect(&format!("sqlite://{}", sqlite.display())).await?;
        sqlx::raw_sql(sql).execute(&mut connection).await?;
        connection.close().await
    }

    async fn on_server(&self, url: &str, sql: &str) -> Result<(), sqlx::Error> {
        let mut connection = PgConnection::connect(url).await?;
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned()))
            .execute(&mut connection)
            .await?;
        connection.close().await
    }
}

/// The same address with another database as its last part.
fn with_database(url: &str, name: &str) -> String {
    let (server, query) = url
        .split_once('?')
        .map_or((url, None), |(server, query)| (server, Some(query)));
    let start = server.find("://").map_or(0, |at| at + 3);
    let end = server[start..]
        .find('/')
        .map_or(server.len(), |at| start + at);
    match query {
        Some(query) => format!("{}/{name}?{query}", &server[..end]),
        None => format!("{}/{name}", &server[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::with_database;

    #[test]
    fn the_database_is_replaced_and_nothing_else() {
        for (url, expected) in [
            ("postgres://me@host:1/test", "postgres://me@host:1/fresh"),
            ("postgres://host", "postgres://host/fresh"),
            (
                "postgres://host/test?sslmode=disable",
                "postgres://host/fresh?sslmode=disable",
            ),
        ] {
            assert_eq!(with_database(url, "fresh"), expected);
        }
    }
}
