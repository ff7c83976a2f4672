//! The one loop between an exchange and a model, shared by API, worker and tests. It decides nothing: the exchange says what it needs
//! next, the loop fetches it.

use std::pin::pin;

use futures::StreamExt;
use futures::future::FutureExt;
use talekeep_prompts::{Answer, Exchange, Given, Step};

use crate::{Error, Fragments, Model};

/// An answer that is being listened to, and what was heard of it so far.
struct Open {
    fragments: Fragments,
    heard: String,
}

/// Runs an exchange to its end. `say` shows text to the player as it comes; when `stop` completes, the exchange is told once and ends
/// as it sees fit. Dropping the future asks nothing further.
pub async fn drive<E, S, F>(
    exchange: &mut E,
    model: &dyn Model,
    mut say: S,
    stop: impl Future<Output = ()>,
) -> Result<E::Outcome, Error>
where
    E: Exchange,
    S: FnMut(String) -> F,
    F: Future<Output = ()>,
{
    let mut stop = pin!(stop.fuse());
    let mut open: Option<Open> = None;
    let mut failure: Option<Error> = None;
    let mut given = Given::Start;
    loop {
        let asked = match exchange.step(given) {
            Step::Done(outcome) => return Ok(outcome),
            Step::Fail(reason) => return Err(failure.unwrap_or(Error::GaveUp(reason))),
            Step::Say(text) => {
                say(text).await;
                None
            }
            Step::Listen => None,
            Step::Ask(ask) => Some(ask),
        };
        let next = async {
            if let Some(ask) = asked {
                open = Some(Open {
                    fragments: model.ask(&ask).await?,
                    heard: String::new(),
                });
            }
            listen(&mut open).await
        };
        given = tokio::select! {
            biased;
            () = &mut stop => {
                open = None;
                Given::Stopped
            }
            next = next => next.unwrap_or_else(|error| {
                let reason = error.to_string();
                failure = Some(error);
                Given::Failed(reason)
            }),
        };
        if matches!(given, Given::Answer(_) | Given::Failed(_)) {
            open = None;
        }
    }
}

/// The next piece of the open answer, or the whole of it when it has ended.
async fn listen(open: &mut Option<Open>) -> Result<Given, Error> {
    let Some(open) = open else {
        return Ok(Given::Start);
    };
    match open.fragments.next().await {
        Some(fragment) => {
            let fragment = fragment?;
            open.heard.push_str(&fragment);
            Ok(Given::Fragment(fragment))
        }
        None => Ok(Given::Answer(Answer {
            text: std::mem::take(&mut open.heard),
        })),
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use talekeep_prompts::{Ask, Purpose, Scene};

    use super::*;
    use crate::testing::Scripted;

    /// Asks once, shows everything, ends with what it heard.
    #[derive(Default)]
    struct Echo {
        started: bool,
        log: Vec<String>,
    }

    impl Exchange for Echo {
        type Outcome = Vec<String>;

        fn step(&mut self, given: Given) -> Step<Vec<String>> {
            self.log.push(format!("{given:?}"));
            match given {
                Given::Start if self.started => Step::Done(self.log.clone()),
                Given::Start => {
                    self.started = true;
                    Step::Ask(Box::new(Ask {
                        purpose: Purpose::Narrate,
                        language: "en".into(),
                        messages: Vec::new(),
                        scene: Scene::default(),
                        seed: 1,
                    }))
                }
                Given::Fragment(text) => Step::Say(text),
                Given::Answer(_) => Step::Say("end".into()),
                Given::Failed(reason) => Step::Fail(reason),
                Given::Stopped => Step::Done(self.log.clone()),
            }
        }
    }

    async fn run(
        model: &Scripted,
        stop: impl Future<Output = ()>,
    ) -> (Vec<String>, Result<Vec<String>, Error>) {
        let mut said = Vec::new();
        let outcome = drive(
            &mut Echo::default(),
            model,
            |text| {
                said.push(text);
                ready(())
            },
            stop,
        )
        .await;
        (said, outcome)
    }

    #[tokio::test]
    async fn fragments_are_said_and_the_whole_answer_follows() {
        let model = Scripted::answers(["one two"]);
        let (said, outcome) = run(&model, pending()).await;
        assert_eq!(said, ["one ", "two", "end"]);
        let log = outcome.expect("done");
        assert_eq!(log.last().map(String::as_str), Some("Start"));
        assert!(log.iter().any(|line| line.contains("one two")), "{log:?}");
        assert_eq!(model.asked().len(), 1);
    }

    #[tokio::test]
    async fn a_failing_model_keeps_its_own_error() {
        let (said, outcome) = run(&Scripted::default().fail("no money"), pending()).await;
        assert!(said.is_empty());
        assert_eq!(
            outcome.expect_err("failed").to_string(),
            "the model scripted failed: no money"
        );
    }

    #[tokio::test]
    async fn a_stop_ends_the_exchange_without_a_further_question() {
        let model = Scripted::answers(["never heard"]);
        let (said, outcome) = run(&model, ready(())).await;
        assert!(said.is_empty());
        assert_eq!(
            outcome.expect("done").last().map(String::as_str),
            Some("Stopped")
        );
        assert!(model.asked().is_empty());
    }

    #[tokio::test]
    async fn the_loop_can_be_spawned() {
        let task = tokio::spawn(async {
            let model = Scripted::answers(["a"]);
            drive(
                &mut Echo::default(),
                &model,
                |_| async { tokio::task::yield_now().await },
                pending(),
            )
            .await
            .is_ok()
        });
        assert!(task.await.expect("ran"));
    }
}
