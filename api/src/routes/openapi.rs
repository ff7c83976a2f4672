//! The description of this interface, for programs and as a page that needs nothing from elsewhere.

use actix_web::{HttpResponse, get};
use utoipa_swagger_ui::{Config, SwaggerUi};

/// This very document.
#[utoipa::path(
    tag = "description", responses((status = 200, description = "OpenAPI 3.1", body = Object, content_type = "application/json")),
    extensions(("x-access" = json!("public")))
)]
#[get("/api/openapi.json")]
pub(crate) async fn document() -> HttpResponse {
    HttpResponse::Ok().json(crate::openapi::description())
}

/// The page at `/api/docs/`; it reads the document above.
pub(crate) fn docs() -> SwaggerUi {
    SwaggerUi::new("/api/docs/{_:.*}").config(Config::from("/api/openapi.json"))
}
