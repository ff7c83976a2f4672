//! Enumerated values: each is an exact lower-case word in the file (W-022). No other spelling is ever accepted.

/// A value that is written as one of a fixed list of words.
pub trait Words: Copy + Sized + 'static {
    /// Every word with its value, in the order of the format.
    const WORDS: &'static [(&'static str, Self)];

    /// The value of a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS
            .iter()
            .find(|(name, _)| *name == word)
            .map(|(_, value)| *value)
    }
}

/// Declares an enumeration with its words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $crate::model::Words for $name {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, $name::$variant),)*];
        }

        impl $name {
            /// The word in the file.
            pub fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
        }
    };
}

pub(crate) use words;
