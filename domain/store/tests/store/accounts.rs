//! People: S1 (passwords, throttling) and S2 (logins, tokens).

use std::net::IpAddr;
use std::time::Duration;

use talekeep_store::{Error, LoginError, Role, Via, Visitor};

use crate::lab::{Lab, PASSWORD};

fn from(address: &str) -> Visitor {
    Visitor {
        address: address.parse::<IpAddr>().unwrap(),
        agent: Some("a browser".into()),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn there_is_one_first_owner_however_many_ask() {
    let lab = Lab::new().await;
    assert!(!lab.store.accounts().any_user().await.unwrap());
    let racers: Vec<_> = (0..6)
        .map(|racer| {
            let accounts = lab.store.accounts().clone();
            tokio::spawn(async move {
                accounts
                    .create_first_owner(&format!("owner {racer}"), PASSWORD)
                    .await
            })
        })
        .collect();
    let mut made = 0;
    for racer in racers {
        match racer.await.unwrap() {
            Ok(user) => {
                assert_eq!(user.role, Role::Owner);
                made += 1;
            }
            Err(error) => assert!(error.is_conflict(), "{error:?}"),
        }
    }
    assert_eq!(
        (made, lab.store.accounts().users().await.unwrap().len()),
        (1, 1)
    );
}

/// S1, S5: names compare in NFC lower case, passwords are checked, roles keep an owner.
#[tokio::test]
async fn names_passwords_and_roles() {
    let lab = Lab::new().await;
    let accounts = lab.store.accounts();
    let owner = accounts
        .create_first_owner("  Zoé ", PASSWORD)
        .await
        .unwrap();
    assert_eq!(owner.name, "Zoé");
    assert!(
        accounts
            .create_user("ZOE\u{301}", PASSWORD, Role::Member)
            .await
            .unwrap_err()
            .is_conflict()
    );
    for (name, password) in [
        ("", PASSWORD),
        ("a\0b", PASSWORD),
        (&"n".repeat(65), PASSWORD),
        ("ana", "short"),
        ("ana", "password1234"),
    ] {
        let refused = accounts.create_user(name, password, Role::Member).await;
        assert!(
            matches!(refused, Err(Error::Unfit(_))),
            "{name:?} {password:?}"
        );
    }
    assert!(
        accounts
            .set_role("zoé", Role::Member)
            .await
            .unwrap_err()
            .is_conflict()
    );
    accounts
        .create_user("ana", PASSWORD, Role::Member)
        .await
        .unwrap();
    accounts.set_role("ana", Role::Owner).await.unwrap();
    accounts.set_role("zoé", Role::Admin).await.unwrap();
    accounts.set_locale(owner.id, Some("zh")).await.unwrap();
    let users = accounts.users().await.unwrap();
    assert_eq!(
        users.iter().map(|user| user.role).collect::<Vec<_>>(),
        [Role::Owner, Role::Admin]
    );
    assert_eq!(users[1].locale.as_deref(), Some("zh"));
    assert!(matches!(
        accounts.set_password("nobody", PASSWORD).await,
        Err(Error::NotFound)
    ));
}

/// S2: a cookie is random, lives in the database as a digest, and ends.
#[tokio::test]
async fn s2_cookies() {
    let lab = Lab::new().await;
    let accounts = lab.store.accounts();
    accounts.create_first_owner("Mira", PASSWORD).await.unwrap();
    assert!(matches!(
        accounts
            .login("Mira", "another password", from("192.0.2.1"))
            .await,
        Err(LoginError::Wrong)
    ));
    let (cookie, user) = accounts
        .login("mira", PASSWORD, from("192.0.2.1"))
        .await
        .unwrap();
    let (other, _) = accounts
        .login("mira", PASSWORD, from("192.0.2.1"))
        .await
        .unwrap();
    assert_ne!(cookie.reveal(), other.reveal());
    assert_eq!(cookie.reveal().len(), 64);
    assert_eq!(format!("{cookie:?}"), "Secret(…)");
    let caller = accounts.by_cookie(cookie.reveal()).await.unwrap().unwrap();
    assert_eq!((caller.user.id, caller.via), (user.id, Via::Cookie));
    let kept = lab
        .count(&format!(
            "SELECT COUNT(*) FROM logins WHERE hash LIKE '%{}%'",
            cookie.reveal()
        ))
        .await;
    assert_eq!(kept, 0, "only its digest is kept");
    accounts.logout(cookie.reveal()).await.unwrap();
    accounts.logout("unknown").await.unwrap();
    assert!(accounts.by_cookie(cookie.reveal()).await.unwrap().is_none());
    assert!(accounts.by_cookie(other.reveal()).await.unwrap().is_some());
    accounts
        .set_password("mira", "another door in the hill")
        .await
        .unwrap();
    assert!(
        accounts.by_cookie(other.reveal()).await.unwrap().is_none(),
        "a new password ends all logins"
    );
    let (cookie, _) = accounts
        .login("mira", "another door in the hill", from("192.0.2.1"))
        .await
        .unwrap();
    let ago = |days: i64| (chrono::Utc::now() - chrono::Duration::days(days)).to_rfc3339();
    lab.execute(&format!("UPDATE logins SET seen_at = '{}'", ago(13)))
        .await;
    assert!(accounts.by_cookie(cookie.reveal()).await.unwrap().is_some());
    lab.execute(&format!("UPDATE logins SET seen_at = '{}'", ago(15)))
        .await;
    assert!(
        accounts.by_cookie(cookie.reveal()).await.unwrap().is_none(),
        "14 days idle"
    );
    lab.execute(&format!(
        "UPDATE logins SET seen_at = '{}', created_at = '{}'",
        ago(0),
        ago(91)
    ))
    .await;
    assert!(
        accounts.by_cookie(cookie.reveal()).await.unwrap().is_none(),
        "90 days in all"
    );
    lab.store.queue().sweep().await.unwrap();
    assert_eq!(lab.count("SELECT COUNT(*) FROM logins").await, 0);
}

/// S1: ten failures, then a wait, for the account from anywhere and for the address with any account.
#[tokio::test]
async fn s1_throttling() {
    let lab = Lab::new().await;
    let accounts = lab.store.accounts();
    accounts.create_first_owner("mira", PASSWORD).await.unwrap();
    accounts
        .create_user("ana", PASSWORD, Role::Member)
        .await
        .unwrap();
    for try_number in 0..10 {
        let address = format!("192.0.2.{try_number}");
        assert!(matches!(
            accounts
                .login("Mira", "wrong wrong wrong", from(&address))
                .await,
            Err(LoginError::Wrong)
        ));
    }
    let Err(LoginError::Wait(wait)) = accounts.login("mira", PASSWORD, from("192.0.2.99")).await
    else {
        panic!()
    };
    assert!(
        wait > Duration::from_secs(10) && wait <= Duration::from_secs(15),
        "{wait:?}"
    );
    for try_number in 0..10 {
        let name = format!("nobody {try_number}");
        assert!(matches!(
            accounts
                .login(&name, "wrong wrong wrong", from("2001:db8::1"))
                .await,
            Err(LoginError::Wrong)
        ));
    }
    let elsewhere_in_its_net = accounts
        .login("ana", PASSWORD, from("2001:db8::ffff"))
        .await;
    assert!(matches!(elsewhere_in_its_net, Err(LoginError::Wait(_))));
    assert!(
        accounts
            .login("ana", PASSWORD, from("2001:db8:0:1::1"))
            .await
            .is_ok()
    );
    // The wait over: the right password is let in and the account starts afresh.
    lab.execute("UPDATE throttles SET free_at = '2020-01-01T00:00:00+00:00'")
        .await;
    assert!(
        accounts
            .login("mira", PASSWORD, from("192.0.2.99"))
            .await
            .is_ok()
    );
    for _ in 0..9 {
        assert!(matches!(
            accounts
                .login("mira", "wrong wrong wrong", from("192.0.2.98"))
                .await,
            Err(LoginError::Wrong)
        ));
    }
    assert!(
        accounts
            .login("mira", PASSWORD, from("192.0.2.97"))
            .await
            .is_ok(),
        "nine are free again"
    );
}

/// S1: attempts at the same moment are counted before any of them is looked at.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn s1_a_volley_is_counted() {
    let lab = Lab::new().await;
    lab.store
        .accounts()
        .create_first_owner("mira", PASSWORD)
        .await
        .unwrap();
    let volley: Vec<_> = (0..30)
        .map(|_| {
            let accounts = lab.store.accounts().clone();
            tokio::spawn(async move {
                accounts
                    .login("mira", "wrong wrong wrong", from("192.0.2.1"))
                    .await
            })
        })
        .collect();
    let mut looked_at = 0;
    for shot in volley {
        looked_at += usize::from(matches!(shot.await.unwrap(), Err(LoginError::Wrong)));
    }
    assert_eq!(looked_at, 10);
}

/// S1: a name nobody has costs the same hash (shown with a cost that can be told from none).
#[tokio::test]
async fn s1_unknown_names_cost_the_same() {
    let lab = Lab::with(|settings| settings.password_cost.memory_kib = 19_456).await;
    let accounts = lab.store.accounts();
    accounts.create_first_owner("mira", PASSWORD).await.unwrap();
    let _ = accounts
        .login("nobody", "wrong wrong wrong", from("192.0.2.1"))
        .await;
    let mut costs = [Duration::MAX; 2];
    for _ in 0..3 {
        for (cost, name) in costs.iter_mut().zip(["mira", "nobody"]) {
            let started = std::time::Instant::now();
            let _ = accounts
                .login(name, "wrong wrong wrong", from("192.0.2.1"))
                .await;
            *cost = (*cost).min(started.elapsed());
        }
    }
    let [known, unknown] = costs;
    assert!(
        unknown * 2 > known && known * 2 > unknown,
        "{known:?} {unknown:?}"
    );
    // Longer than any password: refused before anything is hashed or counted.
    let long = "x".repeat(2_000);
    assert!(matches!(
        accounts.login("mira", &long, from("192.0.2.1")).await,
        Err(LoginError::Wrong)
    ));
}

/// S2: tokens are shown once, kept as a digest, and end.
#[tokio::test]
async fn s2_tokens() {
    let lab = Lab::new().await;
    let accounts = lab.store.accounts();
    let user = accounts.create_first_owner("mira", PASSWORD).await.unwrap();
    let ana = accounts
        .create_user("ana", PASSWORD, Role::Member)
        .await
        .unwrap();
    let (row, token) = accounts
        .create_token(user.id, "backup script")
        .await
        .unwrap();
    assert!(token.reveal().starts_with("tk_") && token.reveal().len() == 67);
    let caller = accounts.by_bearer(token.reveal()).await.unwrap().unwrap();
    assert_eq!((caller.user.id, caller.via), (user.id, Via::Token(row.id)));
    assert!(accounts.by_bearer("tk_nothing").await.unwrap().is_none());
    assert!(
        accounts.by_cookie(token.reveal()).await.unwrap().is_none(),
        "a token is no cookie"
    );
    let listed = accounts.tokens(user.id).await.unwrap();
    assert_eq!(
        (listed.len(), listed[0].label.as_str()),
        (1, "backup script")
    );
    assert!(listed[0].used_at.is_some());
    assert!(
        matches!(
            accounts.delete_token(ana.id, row.id).await,
            Err(Error::NotFound)
        ),
        "not hers"
    );
    accounts.delete_token(user.id, row.id).await.unwrap();
    assert!(accounts.by_bearer(token.reveal()).await.unwrap().is_none());
    assert!(
        accounts
            .create_token(user.id, &"l".repeat(100))
            .await
            .is_ok()
    );
    assert!(matches!(
        accounts.create_token(user.id, &"l".repeat(101)).await,
        Err(Error::Limit { .. })
    ));
    let (_, hers) = accounts.create_token(user.id, "backup").await.unwrap();
    let (_, anas) = accounts.create_token(ana.id, "backup").await.unwrap();
    accounts
        .set_password("mira", "another door in the hill")
        .await
        .unwrap();
    assert!(
        accounts.by_bearer(hers.reveal()).await.unwrap().is_none(),
        "a new password ends all tokens"
    );
    assert!(accounts.by_bearer(anas.reveal()).await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_migrators_at_once() {
    let lab = Lab::with(|settings| {
        settings.database = settings.database.replace("rows.sqlite", "other.sqlite")
    })
    .await;
    let (one, two) = (lab.another().await, lab.another().await);
    lab.execute("DROP TABLE events").await;
    lab.execute("DROP TABLE topics").await;
    lab.execute("DELETE FROM seaql_migrations WHERE version LIKE 'm0007%'")
        .await;
    assert!(!one.is_migrated().await.unwrap());
    let (a, b) = tokio::join!(one.migrate(), two.migrate());
    a.unwrap();
    b.unwrap();
    assert!(two.is_migrated().await.unwrap());
}
