//! One template and one handler per page. A handler decides who may see the shell and leaves everything that belongs
//! to a workspace to the API, which checks again.

use actix_web::http::StatusCode;
use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::gate;
use super::shell::{Shell, answer};

/// Pages that need no more than their frame.
macro_rules! plain {
    ($($handler:ident $template:ident $file:literal;)*) => {$(
        #[derive(Template)]
        #[template(path = $file)]
        struct $template {
            shell: Shell,
        }

        pub(crate) async fn $handler(req: HttpRequest) -> HttpResponse {
            match gate::reader(&req).await {
                Ok(person) => {
                    let shell = Shell::new(&req, stringify!($handler), Some(person));
                    answer(&req, StatusCode::OK, &$template { shell })
                }
                Err(redirect) => redirect,
            }
        }
    )*};
}

plain! {
    home Home "home.html";
    library Library "library.html";
    jobs Jobs "jobs.html";
    trash Trash "trash.html";
    account Account "account.html";
}

/// Pages about one thing, whose id the script takes from the frame.
macro_rules! about_one {
    ($($handler:ident $template:ident $file:literal;)*) => {$(
        #[derive(Template)]
        #[template(path = $file)]
        struct $template {
            shell: Shell,
            id: String,
        }

        pub(crate) async fn $handler(req: HttpRequest, id: Path<String>) -> HttpResponse {
            match gate::reader(&req).await {
                Ok(person) => {
                    let shell = Shell::new(&req, stringify!($handler), Some(person));
                    answer(&req, StatusCode::OK, &$template { shell, id: id.into_inner() })
                }
                Err(redirect) => redirect,
            }
        }
    )*};
}

about_one! {
    world World "world.html";
    edit Edit "edit.html";
    import Import "import.html";
    play Play "play.html";
}

#[derive(Template)]
#[template(path = "setup.html")]
struct Setup {
    shell: Shell,
    needs_token: bool,
}

/// Makes the first owner; afterwards it leads on to the library.
pub(crate) async fn setup(req: HttpRequest) -> HttpResponse {
    match gate::any_user(&req).await {
        Ok(true) => gate::go("/"),
        Ok(false) => {
            let shell = Shell::new(&req, "setup", None);
            answer(
                &req,
                StatusCode::OK,
                &Setup {
                    shell,
                    needs_token: gate::needs_token(&req),
                },
            )
        }
        Err(failure) => failure,
    }
}

#[derive(Template)]
#[template(path = "login.html")]
struct Login {
    shell: Shell,
    next: String,
}

/// Asks who is there; whoever is known already goes straight on.
pub(crate) async fn login(req: HttpRequest) -> HttpResponse {
    match gate::reader(&req).await {
        Ok(_) => gate::go(&gate::next(&req)),
        Err(redirect) if gate::leads_to(&redirect, "/login") => {
            let shell = Shell::new(&req, "login", None);
            let next = gate::next(&req);
            answer(&req, StatusCode::OK, &Login { shell, next })
        }
        Err(other) => other,
    }
}

#[derive(Template)]
#[template(path = "lost.html")]
struct Lost {
    shell: Shell,
}

/// The page for an address that leads nowhere.
pub async fn lost(req: HttpRequest) -> HttpResponse {
    let shell = Shell::new(&req, "lost", gate::person(&req));
    answer(&req, StatusCode::NOT_FOUND, &Lost { shell })
}
