//! One connection pool to SQLite or Postgres, and the one way to begin a write. It never decides what is written.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use chrono::{SubsecRound, Utc};
use sea_orm::{
    ConnectOptions, ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait, Value,
};
use sha2::{Digest, Sha256};
use talekeep_migrations::{Migrator, MigratorTrait};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::{Error, Moment, Result, addresses};

/// Keys of the Postgres advisory locks; any numbers that nobody else uses on this database.
const MIGRATING: i64 = 0x7461_6c65_0001;
const FIRST_OWNER: i64 = 0x7461_6c65_0002;
const CLAIMING: i64 = 0x7461_6c65_0003;

/// How long a server may take to answer for the first time.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long anybody waits for a connection; a SQLite file that another process holds is worth it from the start.
const LONG_PATIENCE: Duration = Duration::from_secs(15);

/// What a write may need to be alone for.
#[derive(Clone, Copy)]
pub(crate) enum Alone<'a> {
    FirstOwner,
    Claiming,
    /// Whoever has the same name.
    Named(&'a str),
}

impl Alone<'_> {
    fn key(self) -> i64 {
        match self {
            Alone::FirstOwner => FIRST_OWNER,
            Alone::Claiming => CLAIMING,
            // Two names with one key only wait for each other.
            Alone::Named(name) => {
                let digest = Sha256::digest(name);
                digest
                    .iter()
                    .take(8)
                    .fold(0, |key, byte| key << 8 | i64::from(*byte))
            }
        }
    }
}

pub(crate) struct Database {
    pub(crate) rows: DatabaseConnection,
    /// SQLite has one writer; waiting in line here is fairer and quicker than its busy handler's naps.
    writer: Arc<Mutex<()>>,
}

/// A write in progress; dropped without `commit` it never happened.
pub(crate) struct Write {
    transaction: DatabaseTransaction,
    _turn: Option<OwnedMutexGuard<()>>,
}

impl Deref for Write {
    type Target = DatabaseTransaction;

    fn deref(&self) -> &DatabaseTransaction {
        &self.transaction
    }
}

impl Write {
    pub(crate) async fn commit(self) -> Result<()> {
        Ok(self.transaction.commit().await?)
    }

    /// Waits until nobody else does these; ends with the transaction. On SQLite every write is alone anyway.
    pub(crate) async fn alone<const N: usize>(&self, what: [Alone<'_>; N]) -> Result<()> {
        if self.get_database_backend() == DbBackend::Postgres {
            // Always in the same order, so that no two wait for each other.
            let mut keys = what.map(Alone::key);
            keys.sort_unstable();
            for key in keys {
                let lock = statement(&**self, "SELECT pg_advisory_xact_lock($1)", [key.into()]);
                self.execute_raw(lock).await?;
            }
        }
        Ok(())
    }
}

impl Database {
    pub(crate) async fn open(url: &str, connections: u32) -> Result<Self> {
        let mut options = ConnectOptions::new(address(url)?);
        options
            .sqlx_logging(false)
            .max_connections(connections.max(2))
            .acquire_timeout(LONG_PATIENCE)
            .map_sqlx_sqlite_opts(|sqlite| {
                sqlite
                    .create_if_missing(true)
                    .pragma("journal_mode", "WAL")
                    .pragma("synchronous", "NORMAL")
                    .foreign_keys(true)
                    .busy_timeout(Duration::from_secs(10))
            });
        let patience = if url.starts_with("sqlite:") {
            LONG_PATIENCE
        } else {
            PATIENCE
        };
        // A server that is not there is tried again and again until the time is over, without a word of why.
        let rows = tokio::time::timeout(patience, sea_orm::Database::connect(options));
        let rows = rows.await.map_err(|_| {
            Error::Settings(format!(
                "database: no answer within {} seconds (is it running, and are host and port right?)",
                patience.as_secs()
            ))
        })?;
        Ok(Database {
            rows: rows?,
            writer: Arc::default(),
        })
    }

    /// Begins a write. On SQLite it takes the write lock at once: a transaction that reads first and asks for the lock later
    /// fails whenever somebody else wrote in between.
    pub(crate) async fn begin_write(&self) -> Result<Write> {
        let (turn, mode) = match self.rows.get_database_backend() {
            DbBackend::Sqlite => (
                Some(self.writer.clone().lock_owned().await),
                Some(SqliteTransactionMode::Immediate),
            ),
            _ => (None, None),
        };
        let options = TransactionOptions {
            sqlite_transaction_mode: mode,
            ..Default::default()
        };
        Ok(Write {
            transaction: self.rows.begin_with_options(options).await?,
            _turn: turn,
        })
    }

    /// Two migrators at once would both fail; on Postgres the second one waits here, on SQLite it tries again.
    pub(crate) async fn migrate(&self) -> Result<()> {
        match self.rows.get_database_backend() {
            DbBackend::Postgres => {
                let guard = self.begin_write().await?;
                guard
                    .execute_raw(statement(
                        &*guard,
                        "SELECT pg_advisory_xact_lock($1)",
                        [MIGRATING.into()],
                    ))
                    .await?;
                Migrator::up(&self.rows, None).await?;
                guard.commit().await
            }
            _ => {
                let mut tries = 0;
                loop {
                    match Migrator::up(&self.rows, None).await {
                        Ok(()) => return Ok(()),
                        Err(error) if tries == 5 => return Err(error.into()),
                        Err(_) => tries += 1,
                    }
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
            }
        }
    }

    pub(crate) async fn is_migrated(&self) -> Result<bool> {
        Ok(Migrator::get_pending_migrations(&self.rows)
            .await?
            .is_empty())
    }

    pub(crate) async fn ping(&self) -> Result<()> {
        Ok(self.rows.ping().await?)
    }
}

/// A statement with `$1 …`, which both databases understand.
pub(crate) fn statement(
    on: &impl ConnectionTrait,
    sql: impl Into<String>,
    values: impl IntoIterator<Item = Value>,
) -> Statement {
    Statement::from_sql_and_values(on.get_database_backend(), sql, values)
}

/// Now, with the precision both databases keep.
pub(crate) fn now() -> Moment {
    Utc::now().trunc_subsecs(6)
}

/// Checks the address; makes the folder of a SQLite file.
fn address(url: &str) -> Result<String> {
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        addresses::check("database", "postgres", url)?;
        return Ok(url.to_owned());
    }
    let Some(path) = url.strip_prefix("sqlite://") else {
        return Err(Error::Settings(
            "database: expected sqlite://… or postgres://…".into(),
        ));
    };
    let file = std::path::Path::new(path.split('?').next().unwrap_or(path));
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(|error| {
            Error::Settings(format!(
                "database: cannot make {}: {error}",
                folder.display()
            ))
        })?;
    }
    Ok(url.to_owned())
}
