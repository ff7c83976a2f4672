//! Bearer tokens for programs. Never shown again after the answer that makes one (S2).

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, get, post};
use talekeep_store::Via;
use uuid::Uuid;

use crate::answer::{PageView, created, gone};
use crate::app::App;
use crate::caller::Caller;
use crate::input::Input;
use crate::problem::ApiProblem;
use crate::views::people::{NewTokenView, TokenBody, TokenView};

const LABEL: usize = 100;

/// Makes a token. Its text is in this answer and never again.
#[utoipa::path(
    tag = "tokens", request_body = TokenBody,
    responses((status = 201, body = NewTokenView), (status = 403, description = "`token_needs_login`: a bearer token makes no tokens")),
    extensions(("x-access" = json!("caller")))
)]
#[post("/api/tokens")]
pub(crate) async fn create(
    caller: Caller,
    app: Data<App>,
    body: Input<TokenBody>,
) -> Result<HttpResponse, ApiProblem> {
    makes_tokens(&caller.via)?;
    let label = body.label.trim();
    if label.is_empty() || label.chars().count() > LABEL {
        return Err(ApiProblem::member(
            "label",
            "too_long",
            format!("1 to {LABEL} characters"),
        ));
    }
    let (row, secret) = app
        .store
        .accounts()
        .create_token(caller.user.id, label)
        .await?;
    let view = NewTokenView {
        id: row.id,
        label: row.label,
        token: secret.reveal().to_owned(),
        created_at: row.created_at,
    };
    Ok(created(&format!("/api/tokens/{}", row.id), &view))
}

/// A token that leaked could otherwise outlive its own deletion.
fn makes_tokens(via: &Via) -> Result<(), ApiProblem> {
    match via {
        Via::Cookie => Ok(()),
        Via::Token(_) => Err(ApiProblem::forbidden(
            "token_needs_login",
            "Tokens are made by somebody who is signed in, not with another token.",
        )),
    }
}

/// My tokens, newest first.
#[utoipa::path(tag = "tokens", responses((status = 200, body = PageView<TokenView>)), extensions(("x-access" = json!("caller"))))]
#[get("/api/tokens")]
pub(crate) async fn list(caller: Caller, app: Data<App>) -> Result<HttpResponse, ApiProblem> {
    let rows = app.store.accounts().tokens(caller.user.id).await?;
    Ok(HttpResponse::Ok().json(PageView::whole(
        rows.into_iter().map(TokenView::from).collect(),
    )))
}

/// Ends a token at once.
#[utoipa::path(tag = "tokens", responses((status = 204)), extensions(("x-access" = json!("caller"))))]
#[delete("/api/tokens/{id}")]
pub(crate) async fn delete(
    caller: Caller,
    app: Data<App>,
    id: Path<Uuid>,
) -> Result<HttpResponse, ApiProblem> {
    app.store
        .accounts()
        .delete_token(caller.user.id, *id)
        .await?;
    Ok(gone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s2_a_token_makes_no_tokens() {
        makes_tokens(&Via::Cookie).expect("somebody who is signed in");
        let refused = makes_tokens(&Via::Token(Uuid::nil())).expect_err("a program");
        assert_eq!(refused.status().as_u16(), 403);
        assert!(refused.to_string().contains("token_needs_login"));
    }
}
