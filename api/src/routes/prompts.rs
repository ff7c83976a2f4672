//! The shipped templates, to read. Nothing here is a user's.

use actix_web::web::{Path, Query};
use actix_web::{HttpResponse, get};
use serde::Deserialize;
use talekeep_prompts::{ENGLISH, TEMPLATES, Template, template};
use utoipa::IntoParams;

use crate::answer::PageView;
use crate::caller::Caller;
use crate::problem::ApiProblem;
use crate::views::prompts::PromptView;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LanguageParam {
    #[param(example = "en")]
    pub(super) language: Option<String>,
}

/// Every template in one language; English where it has not been translated.
#[utoipa::path(
    tag = "prompts", params(LanguageParam), responses((status = 200, body = PageView<PromptView>)),
    extensions(("x-access" = json!("caller")))
)]
#[get("/api/prompts")]
pub(crate) async fn list(
    _caller: Caller,
    query: Query<LanguageParam>,
) -> Result<HttpResponse, ApiProblem> {
    let language = query.language.as_deref().unwrap_or(ENGLISH);
    let views = TEMPLATES
        .iter()
        .filter_map(|template| view(template, language).or_else(|| view(template, ENGLISH)));
    Ok(HttpResponse::Ok().json(PageView::whole(views.collect())))
}

/// One template in one language.
#[utoipa::path(tag = "prompts", responses((status = 200, body = PromptView)), extensions(("x-access" = json!("caller"))))]
#[get("/api/prompts/{language}/{group}/{name}")]
pub(crate) async fn get(
    _caller: Caller,
    path: Path<(String, String, String)>,
) -> Result<HttpResponse, ApiProblem> {
    let (language, group, name) = path.into_inner();
    let found = template(&format!("{group}/{name}")).and_then(|template| view(template, &language));
    Ok(HttpResponse::Ok().json(found.ok_or_else(ApiProblem::not_found)?))
}

fn view(template: &Template, language: &str) -> Option<PromptView> {
    let text = template.shipped(language)?.to_owned();
    let variables = template
        .variables
        .iter()
        .map(|name| (*name).to_string())
        .collect();
    Some(PromptView {
        id: template.id(),
        language: language.to_owned(),
        variables,
        text,
    })
}
