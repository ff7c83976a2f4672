//! What the description of the format is made of: kinds of document, shapes, members and types. Nothing here knows what any
//! document is called.

use crate::json::Rules;
use crate::model::{Day, SubjectKind, Words};

/// One kind of document.
#[derive(Debug)]
pub struct DocumentKind {
    /// One word for it, such as `character`.
    pub name: &'static str,
    /// Where it stands; `*` is one part of a path.
    pub path: &'static str,
    /// What its root is.
    pub root: Root,
    /// What the root is, or every entry of it.
    pub shape: &'static Shape,
    /// How many entries the list has, or how many such documents a world has.
    pub most: Option<usize>,
    /// How many bytes of it are read (W-007).
    pub max_bytes: usize,
}

/// What the root of a document is (W-012).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Root {
    /// One object.
    Object,
    /// A list of objects.
    List,
    /// One object a line (W-070).
    Lines,
    /// No JSON at all (W-035).
    Text,
}

/// The members of one sort of object.
#[derive(Debug)]
pub struct Shape {
    /// One word for it, such as `exit`.
    pub name: &'static str,
    /// In the order they are explained.
    pub members: &'static [Member],
    /// Members of which only so many may be set.
    pub groups: &'static [Group],
}

/// Members that are counted together.
#[derive(Debug)]
pub struct Group {
    /// How many are set.
    pub count: Count,
    /// Of these.
    pub of: &'static [&'static str],
}

/// How many of a group are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// One, neither none nor two.
    ExactlyOne,
    /// None or one.
    AtMostOne,
    /// One or more.
    AtLeastOne,
}

/// One member of an object.
#[derive(Debug)]
pub struct Member {
    /// Its name in the file.
    pub name: &'static str,
    /// What it takes.
    pub value: Type,
    /// Whether it must be set (W-033).
    pub required: bool,
    /// What it is when not set, as JSON text.
    pub default: Option<&'static str>,
    /// The rules that speak of it.
    pub rules: &'static [&'static str],
}

/// What a member takes.
#[derive(Debug, Clone, Copy)]
pub enum Type {
    /// Words for people, perhaps long.
    Text,
    /// The same with a limit of characters.
    TextOfAtMost(usize),
    /// A short string.
    Line,
    /// The id something gives itself.
    Id,
    /// The same, of few characters only.
    Key {
        /// So many characters.
        most: usize,
        /// A regular expression of all of it.
        pattern: &'static str,
    },
    /// One of these words.
    Word(&'static [&'static str]),
    /// True or false.
    Flag,
    /// A number.
    Number {
        /// Not below.
        min: Option<f64>,
        /// Not above.
        max: Option<f64>,
    },
    /// A whole number.
    Whole {
        /// Not below.
        min: Option<i64>,
        /// Not above.
        max: Option<i64>,
    },
    /// A date, or a date and time (W-023).
    Date,
    /// A date and time in the story's zone (W-024).
    LocalTime,
    /// Hours and minutes (W-025).
    TimeOfDay,
    /// A day of the week (W-026).
    Day,
    /// A name of the time zone database (W-028).
    Zone,
    /// The id of an entity of that kind.
    Refer(SubjectKind),
    /// The id of an entity of any of these kinds.
    ReferAny(&'static [SubjectKind]),
    /// The id of an entity whose kind another member says: `kind`, `subject`, or what the `variable` is about.
    ReferBy(&'static str),
    /// The id of a feature of the place that member names.
    FeatureOf(&'static str),
    /// The key of a variable.
    VariableKey,
    /// The key of a trigger.
    TriggerKey,
    /// The id of a slot.
    Slot,
    /// The id of a hook or development of the same plot.
    Step,
    /// The id of a line of the media manifest.
    Media,
    /// An object.
    Object(&'static Shape),
    /// An object whose shape a member of it says.
    Tagged {
        /// That member.
        by: &'static str,
        /// Its words, each with the shape.
        shapes: &'static [(&'static str, &'static Shape)],
    },
    /// A condition of a trigger: an object whose `type` says its shape, nested in others of its kind.
    Condition,
    /// A list.
    List {
        /// Of these.
        of: &'static Type,
        /// Not fewer, when it is set.
        least: usize,
        /// Not more.
        most: Option<usize>,
    },
    /// One of several types.
    OneOf(&'static [Type]),
    /// Initial values by the key of their variable (W-178).
    Values,
    /// A value of a variable (W-179).
    Value,
}

impl Type {
    /// A list without a limit.
    pub(super) const fn list(of: &'static Type) -> Type {
        Type::List {
            of,
            least: 1,
            most: None,
        }
    }

    /// A list with a limit.
    pub(super) const fn list_of_at_most(most: usize, of: &'static Type) -> Type {
        Type::List {
            of,
            least: 1,
            most: Some(most),
        }
    }

    /// A number in a range.
    pub(super) const fn number_in(range: std::ops::RangeInclusive<f64>) -> Type {
        Type::Number {
            min: Some(*range.start()),
            max: Some(*range.end()),
        }
    }

    /// A whole number that is not below a bound.
    pub(super) const fn whole_from(least: i64) -> Type {
        Type::Whole {
            min: Some(least),
            max: None,
        }
    }
}

impl DocumentKind {
    /// A document whose root is an object.
    pub(super) const fn object(
        name: &'static str,
        path: &'static str,
        shape: &'static Shape,
    ) -> DocumentKind {
        DocumentKind {
            name,
            path,
            root: Root::Object,
            shape,
            most: None,
            max_bytes: Rules::DOCUMENT.max_bytes,
        }
    }

    /// A document whose root is a list.
    pub(super) const fn list(
        name: &'static str,
        path: &'static str,
        shape: &'static Shape,
    ) -> DocumentKind {
        DocumentKind {
            root: Root::List,
            ..DocumentKind::object(name, path, shape)
        }
    }

    /// The same with a limit.
    pub(super) const fn at_most(mut self, most: usize) -> DocumentKind {
        self.most = Some(most);
        self
    }

    /// Whether a document of this kind stands at that path. A part that begins with a dot never counts (W-004).
    pub fn holds(&self, path: &str) -> bool {
        let mut parts = path.split('/');
        let fits = self.path.split('/').all(|want| match parts.next() {
            Some(part) => match want.strip_prefix('*') {
                Some(ending) => {
                    part.len() > ending.len() && part.ends_with(ending) && !part.starts_with('.')
                }
                None => part == want,
            },
            None => false,
        });
        fits && parts.next().is_none()
    }
}

impl Shape {
    /// The member of that name.
    pub fn member(&self, name: &str) -> Option<&'static Member> {
        self.members.iter().find(|member| member.name == name)
    }
}

impl Member {
    /// One that must be set.
    pub(super) const fn required(
        name: &'static str,
        value: Type,
        rules: &'static [&'static str],
    ) -> Member {
        Member {
            required: true,
            ..Member::optional(name, value, rules)
        }
    }

    /// One that may be left out and then says nothing.
    pub(super) const fn optional(
        name: &'static str,
        value: Type,
        rules: &'static [&'static str],
    ) -> Member {
        Member {
            name,
            value,
            required: false,
            default: None,
            rules,
        }
    }

    /// One that has a default, given as JSON text.
    pub(super) const fn or(
        name: &'static str,
        value: Type,
        default: &'static str,
        rules: &'static [&'static str],
    ) -> Member {
        Member {
            default: Some(default),
            ..Member::optional(name, value, rules)
        }
    }
}

/// The words of an enumeration, as the reader takes them.
pub(super) const fn words<W: Words, const N: usize>() -> [&'static str; N] {
    assert!(N == W::WORDS.len());
    let mut words = [""; N];
    let mut at = 0;
    while at < N {
        words[at] = W::WORDS[at].0;
        at += 1;
    }
    words
}

/// The words of days.
pub static DAYS: &[&str] = &words::<Day, { <Day as Words>::WORDS.len() }>();

/// The type of a member that takes the words of an enumeration.
macro_rules! word {
    ($words:ty) => {
        $crate::format::Type::Word(
            const {
                &$crate::format::kind::words::<
                    $words,
                    { <$words as $crate::model::Words>::WORDS.len() },
                >()
            },
        )
    };
}

pub(super) use word;
