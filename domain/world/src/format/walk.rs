//! Which part of a type a value is meant as, so that walks through documents agree. It never says that a value is wrong.

use super::CONDITIONS;
use super::kind::{Shape, Type};

/// What a walk goes into.
pub(super) enum Inner {
    /// An object of that shape.
    Object(&'static Shape),
    /// A list of these.
    List(&'static Type),
}

/// The sort of value a walk meets; everything but objects and lists ends it.
pub(super) enum Met<'a> {
    /// An object, with the text of a member of it.
    Object(&'a dyn Fn(&str) -> Option<String>),
    /// A list.
    List,
}

/// What to go into; nothing when the value is of another sort, or says of itself that it is something we do not know.
pub(super) fn inner(value: &Type, met: &Met<'_>) -> Option<Inner> {
    match (value, met) {
        (Type::Object(shape), Met::Object(_)) => Some(Inner::Object(shape)),
        (Type::Tagged { by, shapes }, Met::Object(text)) => tagged(by, shapes, text),
        (Type::Condition, Met::Object(text)) => tagged("type", CONDITIONS, text),
        (Type::List { of, .. }, Met::List) => Some(Inner::List(of)),
        (Type::OneOf(types), met) => types.iter().find_map(|one| inner(one, met)),
        _ => None,
    }
}

fn tagged(
    by: &str,
    shapes: &[(&str, &'static Shape)],
    text: &dyn Fn(&str) -> Option<String>,
) -> Option<Inner> {
    let word = text(by)?;
    let (_, shape) = shapes.iter().find(|(name, _)| *name == word)?;
    Some(Inner::Object(shape))
}
