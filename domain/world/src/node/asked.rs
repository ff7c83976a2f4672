//! Which members readers ask for, for the test that holds the description of the format against them. It exists in tests only.

use std::cell::RefCell;

use super::Node;

/// File, pointer of the object and name of the member.
pub(crate) type Asked = (String, String, String);

thread_local! {
    static ASKED: RefCell<Option<Vec<Asked>>> = const { RefCell::new(None) };
}

/// Everything that is asked for while that runs.
pub(crate) fn record(run: impl FnOnce()) -> Vec<Asked> {
    ASKED.set(Some(Vec::new()));
    run();
    ASKED.take().unwrap_or_default()
}

pub(super) fn note(node: &Node<'_, '_>, name: &str) {
    ASKED.with_borrow_mut(|asked| {
        if let Some(asked) = asked {
            asked.push((node.file.to_owned(), node.pointer(), name.to_owned()));
        }
    });
}
