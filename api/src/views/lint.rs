//! Advice as clients see it, and pages of it: a page goes on after the advice the one before ended with, wherever that stands by now.

use serde::Serialize;
use talekeep_world::lint::Advice;
use utoipa::ToSchema;

use crate::answer::{PageParams, PageView};
use crate::problem::ApiProblem;

/// One piece of advice.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AdviceView {
    /// The stable name of the check.
    #[schema(example = "exit-nobody-opens")]
    pub(crate) check: String,
    #[schema(example = "worlds/night-train/locations/bar/location.json")]
    pub(crate) file: String,
    /// A JSON pointer; empty means the document itself.
    #[schema(example = "/exits/0/state")]
    pub(crate) pointer: String,
    #[schema(example = "The way from \"Bar\" to \"Cellar\" is locked, and nothing opens it.")]
    pub(crate) message: String,
    /// Why it matters.
    #[schema(
        example = "A lock without a key within reach is a wall, and players look for the key."
    )]
    pub(crate) why: String,
}

impl From<&Advice> for AdviceView {
    fn from(advice: &Advice) -> AdviceView {
        AdviceView {
            check: advice.check.to_owned(),
            file: advice.file.clone(),
            pointer: advice.pointer.clone(),
            message: advice.message.clone(),
            why: advice.why.to_owned(),
        }
    }
}

const DEFAULT: u32 = 50;
const MOST: u32 = 200;

/// One page of all the advice.
pub(crate) fn page(all: &[Advice], asked: &PageParams) -> Result<PageView<AdviceView>, ApiProblem> {
    let limit = match asked.limit.unwrap_or_default() {
        0 => DEFAULT,
        limit => limit.min(MOST),
    };
    let from = match &asked.after {
        Some(cursor) => after(all, &read(cursor)?),
        None => 0,
    };
    let rest = &all[from..];
    let items = &rest[..rest.len().min(limit as usize)];
    Ok(PageView {
        items: items.iter().map(AdviceView::from).collect(),
        next: items
            .last()
            .filter(|_| items.len() < rest.len())
            .map(|last| hex::encode(serde_json::json!(key(last)).to_string())),
    })
}

/// What no two pieces of advice share.
fn key(advice: &Advice) -> [&str; 3] {
    [&advice.file, &advice.pointer, advice.check]
}

fn read(cursor: &str) -> Result<[String; 3], ApiProblem> {
    hex::decode(cursor)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .ok_or_else(|| ApiProblem::unprocessable("refused", "after: not a cursor of this list"))
}

/// The place after that advice; after its file when it has been mended since.
fn after(all: &[Advice], last: &[String; 3]) -> usize {
    match all.iter().position(|one| key(one) == *last) {
        Some(at) => at + 1,
        None => all.partition_point(|one| one.file <= last[0]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(file: &str, pointer: &str) -> Advice {
        Advice {
            check: "a-check",
            file: file.to_owned(),
            pointer: pointer.to_owned(),
            message: String::new(),
            why: "",
        }
    }

    fn asked(limit: u32, after: Option<String>) -> PageParams {
        PageParams {
            limit: Some(limit),
            after,
        }
    }

    #[test]
    fn pages_go_on_after_what_was_seen() {
        let mut all = vec![
            advice("a", "/0"),
            advice("a", "/1"),
            advice("b", ""),
            advice("c", ""),
        ];
        let mut seen = Vec::new();
        let mut after = None;
        loop {
            let page = page(&all, &asked(1, after)).expect("a page");
            seen.extend(page.items.into_iter().map(|one| one.file + &one.pointer));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(seen, ["a/0", "a/1", "b", "c"]);
        let first = page(&all, &asked(2, None)).expect("a page");
        all.remove(1);
        let rest = page(&all, &asked(0, first.next)).expect("a page");
        let files: Vec<_> = rest.items.into_iter().map(|one| one.file).collect();
        assert_eq!(files, ["b", "c"], "the last one seen was mended");
        assert!(page(&[], &asked(1, None)).expect("a page").items.is_empty());
        assert!(page(&all, &asked(1, Some("7b7d".to_owned()))).is_err());
    }
}
