//! The words a model is asked in, as they are shipped.

use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PromptView {
    /// `<group>/<name>`.
    #[schema(example = "narration/turn")]
    pub(crate) id: String,
    #[schema(example = "en")]
    pub(crate) language: String,
    /// What may stand in it as `${name}`.
    #[schema(example = json!(["world_name", "scene"]))]
    pub(crate) variables: Vec<String>,
    pub(crate) text: String,
}
