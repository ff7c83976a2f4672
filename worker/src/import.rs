//! A kept card becomes a world, phase by phase. Each phase loads what the one before it kept, asks a pure plan, keeps the result
//! and only then moves the row, so a crash repeats a phase and never skips one. Nothing is in the library before `finish`.

use std::sync::{Arc, LazyLock};

use serde::Serialize;
use talekeep_exchange::{
    card::{self, Card},
    import::{self, Decisions, IMPORTER_VERSION, Phase, Plan, State, Survey, Target},
};
use talekeep_store::{Claimed, Import, Imports, NewWorld, Progress, Staged, WorldSummary, fail};
use talekeep_world::{Entry, Folder, Problem, Reading};
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::Failure;

/// Plans decode pictures: at most two at a time on this machine (S5).
static PLANNING: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(2));

const STEPS: u32 = 4;

/// What every phase needs.
struct Work {
    imports: Imports,
    id: Uuid,
}

pub(crate) async fn perform(claimed: &Claimed) -> Result<(), Failure> {
    let Some(id) = claimed.job.subject else {
        return Err(talekeep_store::Error::NotFound.into());
    };
    let work = Work {
        imports: claimed.workspace.imports(),
        id,
    };
    loop {
        let import = work.imports.get(id).await?;
        match Phase::from_word(&import.phase) {
            Some(Phase::Survey) => work.survey(&import).await?,
            Some(Phase::Build) => work.build(&import).await?,
            // A person has to look at it first; ending the review asks for a new job.
            Some(Phase::Review) if import.review => return Ok(()),
            Some(Phase::Review) => work.enter(Phase::Review, Phase::Finish).await?,
            Some(Phase::Finish) => work.finish(&import).await?,
            Some(Phase::Done | Phase::Failed | Phase::Cancelled) | None => return Ok(()),
        }
    }
}

impl Work {
    async fn survey(&self, import: &Import) -> Result<(), Failure> {
        let source = self.imports.source(self.id).await?;
        self.imports
            .put_staged(self.id, Staged::Source, source.to_vec())
            .await?;
        fail::point("import.survey.after-source");
        let Some(card) = self.card(source.to_vec()).await? else {
            return Ok(());
        };
        let survey = import::survey(&card);
        self.put(Staged::Survey, &survey).await?;
        fail::point("import.survey.after-survey");
        self.put(Staged::State, &state(import, &card, Phase::Build))
            .await?;
        fail::point("import.survey.after-state");
        self.enter(Phase::Survey, Phase::Build).await
    }

    async fn build(&self, import: &Import) -> Result<(), Failure> {
        let Some((card, plan)) = self.plan(import).await? else {
            return Ok(());
        };
        self.put(Staged::Build, &plan.documents).await?;
        fail::point("import.build.after-build");
        self.put(Staged::Records, &plan.records).await?;
        fail::point("import.build.after-records");
        self.put(Staged::Survey, &plan.survey).await?;
        self.put(Staged::Report, &import::report(&card, &plan))
            .await?;
        fail::point("import.build.after-report");
        self.put(Staged::State, &state(import, &card, Phase::Review))
            .await?;
        fail::point("import.build.after-state");
        self.enter(Phase::Build, Phase::Review).await
    }

    async fn finish(&self, import: &Import) -> Result<(), Failure> {
        let Some((card, plan)) = self.plan(import).await? else {
            return Ok(());
        };
        let reading = read(&import.folder, &plan);
        if !reading.problems.is_empty() {
            let reason = "What was built is not a whole world; nothing was published.";
            let problems = reading.problems.iter().map(problem).collect();
            self.imports.fail(self.id, reason, problems).await?;
            return Ok(());
        }
        self.put(Staged::Records, &plan.records).await?;
        fail::point("import.finish.after-records");
        self.put(Staged::Survey, &plan.survey).await?;
        self.put(Staged::Report, &import::report(&card, &plan))
            .await?;
        fail::point("import.finish.after-report");
        self.put(Staged::State, &state(import, &card, Phase::Done))
            .await?;
        fail::point("import.finish.after-state");
        self.imports
            .finish(self.id, new_world(import, reading, plan))
            .await?;
        Ok(())
    }

    /// The card and its plan under the owner's decisions; none when the kept payload turned out to be no card, which ends
    /// the import with its reasons.
    async fn plan(&self, import: &Import) -> Result<Option<(Arc<Card>, Plan)>, Failure> {
        let source = self.imports.source(self.id).await?;
        let Some(card) = self.card(source.to_vec()).await? else {
            return Ok(None);
        };
        let decisions: Decisions = self
            .staged(Staged::Decisions, "decisions.json")
            .await?
            .unwrap_or_default();
        let survey: Survey = match self.staged(Staged::Survey, "survey.json").await? {
            Some(survey) => survey,
            None => import::survey(&card),
        };
        let target = target(import, &card);
        let (shared, permit) = (card.clone(), PLANNING.acquire().await);
        let plan = tokio::task::spawn_blocking(move || {
            import::build(&shared, &survey, &decisions, &target)
        })
        .await?;
        drop(permit);
        Ok(Some((card, plan)))
    }

    async fn card(&self, bytes: Vec<u8>) -> Result<Option<Arc<Card>>, Failure> {
        match tokio::task::spawn_blocking(move || card::read(&bytes)).await? {
            Ok(card) => Ok(Some(Arc::new(card))),
            Err(rejected) => {
                let problems = rejected.problems.iter().map(problem).collect();
                self.imports
                    .fail(
                        self.id,
                        "The file is not a card that can be read.",
                        problems,
                    )
                    .await?;
                Ok(None)
            }
        }
    }

    async fn enter(&self, from: Phase, to: Phase) -> Result<(), Failure> {
        let progress = Progress {
            done: step(to),
            total: STEPS,
            note: to.as_str().to_owned(),
        };
        match self
            .imports
            .enter(self.id, from.as_str(), to.as_str(), &progress)
            .await
        {
            // Cancelled meanwhile: the next look at the row says so.
            Err(error) if error.is_conflict() => Ok(()),
            moved => {
                moved?;
                Ok(())
            }
        }
    }

    async fn put(&self, what: Staged, value: &impl Serialize) -> Result<(), Failure> {
        let mut bytes = serde_json::to_vec_pretty(value).map_err(|source| Failure::Kept {
            what: "a record",
            source,
        })?;
        bytes.push(b'\n');
        Ok(self.imports.put_staged(self.id, what, bytes).await?)
    }

    async fn staged<T: serde::de::DeserializeOwned>(
        &self,
        what: Staged,
        name: &'static str,
    ) -> Result<Option<T>, Failure> {
        let Some(bytes) = self.imports.staged(self.id, what).await? else {
            return Ok(None);
        };
        let value = serde_json::from_slice(&bytes)
            .map_err(|source| Failure::Kept { what: name, source })?;
        Ok(Some(value))
    }
}

/// How many of the steps are behind an import that enters this phase.
fn step(phase: Phase) -> u32 {
    match phase {
        Phase::Survey => 0,
        Phase::Build => 1,
        Phase::Review => 2,
        Phase::Finish => 3,
        Phase::Done | Phase::Failed | Phase::Cancelled => STEPS,
    }
}

/// The import's own id becomes the world's: a repeated phase plans the same bytes.
fn target(import: &Import, card: &Card) -> Target {
    Target::for_card(card, import.id.to_string(), import.folder.clone())
}

fn state(import: &Import, card: &Card, phase: Phase) -> State {
    State {
        phase,
        source_sha256: import.source.clone(),
        source_name: import.file_name.clone(),
        format: import.format.clone(),
        importer_version: IMPORTER_VERSION,
        target: target(import, card),
    }
}

fn read(folder: &str, plan: &Plan) -> Reading {
    let mut files = Folder::default();
    for (path, text) in &plan.documents {
        files.insert(path, Entry::Bytes(text.as_bytes().to_vec()));
    }
    for media in &plan.media {
        files.insert(&media.path, Entry::Bytes(media.bytes.clone()));
    }
    talekeep_world::read_world(folder, &files)
}

fn new_world(import: &Import, reading: Reading, plan: Plan) -> NewWorld {
    let world = reading.world;
    NewWorld {
        folder: import.folder.clone(),
        summary: WorldSummary {
            world_id: import.id.to_string(),
            name: world
                .as_ref()
                .map_or_else(|| import.name.clone(), |world| world.name.clone()),
            description: world.as_ref().and_then(|world| world.description.clone()),
            tags: world
                .as_ref()
                .map(|world| world.tags.clone())
                .unwrap_or_default(),
            cover: world.and_then(|world| world.cover).map(|cover| cover.path),
            problems: 0,
            listed: true,
        },
        documents: plan
            .documents
            .into_iter()
            .map(|(path, text)| (path, text.into_bytes()))
            .collect(),
        media: plan
            .media
            .into_iter()
            .map(|media| (media.path, media.bytes))
            .collect(),
        reason: "import".to_owned(),
    }
}

fn problem(problem: &Problem) -> talekeep_store::Problem {
    talekeep_store::Problem {
        file: problem.file.clone(),
        pointer: problem.pointer.clone(),
        code: problem.code.as_str().to_owned(),
        message: problem.message.clone(),
    }
}
