//! `talekeep user`: accounts from the command line, for operators and for the day somebody forgot a password.
//! A password comes from the terminal or from standard input, never from an argument that others can list.

use std::process::ExitCode;

use clap::{Subcommand, ValueEnum};
use rand::RngCore;
use talekeep_store::Role;

use super::{Failure, terminal};
use crate::config::Loaded;
use crate::server;

/// What can be done with accounts.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make an account. The first one becomes the owner.
    Add {
        name: String,
        #[arg(long, value_enum, default_value = "member")]
        role: RoleName,
        /// Make a password up and print it, instead of reading one.
        #[arg(long)]
        generate: bool,
    },
    /// Give somebody a new password; ends their logins.
    Passwd {
        name: String,
        /// Make a password up and print it, instead of reading one.
        #[arg(long)]
        generate: bool,
    },
    /// Change what somebody may do.
    Role { name: String, role: RoleName },
}

/// A role, as it is typed.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum RoleName {
    Owner,
    Admin,
    Member,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Role {
        match name {
            RoleName::Owner => Role::Owner,
            RoleName::Admin => Role::Admin,
            RoleName::Member => Role::Member,
        }
    }
}

pub(super) async fn run(loaded: Loaded, command: Command) -> Result<ExitCode, Failure> {
    let store = server::open_store(&loaded.config).await?;
    store.migrate().await?;
    let accounts = store.accounts();
    match command {
        Command::Add {
            name,
            role,
            generate,
        } => {
            let (password, told) = password(generate)?;
            let user = match accounts.any_user().await? {
                true => accounts.create_user(&name, &password, role.into()).await?,
                false => accounts.create_first_owner(&name, &password).await?,
            };
            terminal::say(&format!(
                "{} ({}) was added.{told}",
                user.name,
                user.role.as_str()
            ));
        }
        Command::Passwd { name, generate } => {
            let (password, told) = password(generate)?;
            accounts
                .set_password(&name, &password)
                .await
                .map_err(named(&name))?;
            terminal::say(&format!("{name} has a new password.{told}"));
        }
        Command::Role { name, role } => {
            let role = Role::from(role);
            accounts.set_role(&name, role).await.map_err(named(&name))?;
            terminal::say(&format!("{name} is {} now.", role.as_str()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Here a person typed the name, so it is said which one is not there.
fn named(name: &str) -> impl FnOnce(talekeep_store::Error) -> Failure {
    let name = name.to_owned();
    move |error| match error {
        talekeep_store::Error::NotFound => Failure::Other(format!("nobody is called {name:?}")),
        other => other.into(),
    }
}

/// The password, and the sentence that tells a generated one, this once.
fn password(generate: bool) -> Result<(String, String), Failure> {
    if !generate {
        return Ok((
            terminal::secret("Password (12 characters or more)")?,
            String::new(),
        ));
    }
    let mut bytes = [0_u8; 15];
    rand::rng().fill_bytes(&mut bytes);
    let text = base64::Engine::encode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, bytes);
    let told = format!(" Password: {text}");
    Ok((text, told))
}
