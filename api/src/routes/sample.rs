//! The small world that comes inside the program, for somebody whose library is empty. It becomes an ordinary world of theirs.

use actix_web::{HttpResponse, post};
use include_dir::{Dir, include_dir};
use talekeep_store::Documents;
use talekeep_world::folder::cap;

use crate::caller::Caller;
use crate::input::Input;
use crate::problem::ApiProblem;
use crate::routes::upload::keep;
use crate::views::worlds::{ChangedView, SampleBody};

/// `<language>/<folder>/…`, each folder a world.
static SAMPLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/samples");

/// Adds the sample world to my library. Adding it again makes another one, in a folder of its own.
#[utoipa::path(
    tag = "worlds", request_body = SampleBody, responses((status = 201, body = ChangedView)),
    extensions(("x-access" = json!("caller")))
)]
#[post("/api/worlds/sample")]
pub(crate) async fn create(
    caller: Caller,
    body: Input<SampleBody>,
) -> Result<HttpResponse, ApiProblem> {
    let language = body
        .language
        .as_deref()
        .unwrap_or(talekeep_prompts::ENGLISH);
    let (folder, documents, media) = sample(language).ok_or_else(ApiProblem::not_found)?;
    keep(&caller, folder, documents, media, "sample").await
}

type Sample = (String, Documents, Vec<(String, Vec<u8>)>);

/// The sample in that language, else in English. Its identity is left out: every copy gets its own.
fn sample(language: &str) -> Option<Sample> {
    let main = language.split('-').next().unwrap_or_default();
    let worlds = SAMPLES
        .get_dir(main)
        .or_else(|| SAMPLES.get_dir(talekeep_prompts::ENGLISH))?;
    let world = worlds
        .dirs()
        .find(|dir| dir.get_file(dir.path().join("world.json")).is_some())?;
    let folder = world.path().file_name()?.to_str()?.to_owned();
    let (mut documents, mut media) = (Documents::new(), Vec::new());
    gather(world, world, &mut documents, &mut media);
    Some((folder, documents, media))
}

fn gather(
    world: &Dir<'_>,
    dir: &Dir<'_>,
    documents: &mut Documents,
    media: &mut Vec<(String, Vec<u8>)>,
) {
    for file in dir.files() {
        let Ok(inner) = file.path().strip_prefix(world.path()) else {
            continue;
        };
        let path = inner.to_string_lossy().replace('\\', "/");
        if cap(&path).is_some() {
            documents.insert(path, file.contents().to_vec());
        } else if path.starts_with("media/") {
            media.push((path, file.contents().to_vec()));
        }
    }
    for inner in dir.dirs() {
        gather(world, inner, documents, media);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{identify, judge};

    #[test]
    fn the_samples_can_be_played() {
        for language in ["en", "zh", "zh-CN", "fr"] {
            let (folder, mut documents, media) = sample(language).expect("a sample");
            identify(&mut documents, None);
            let judged = judge(&folder, &documents, None);
            assert!(
                judged.problems.is_empty(),
                "{language}: {:?}",
                judged.problems
            );
            let cover = judged.summary.cover.expect("a cover");
            assert!(
                media.iter().any(|(path, _)| *path == cover),
                "{language}: {cover}"
            );
        }
    }
}
