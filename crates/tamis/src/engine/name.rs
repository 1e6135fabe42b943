//! The names of the built-in engines.

use std::fmt;

use super::table::with_engines;

macro_rules! engine_names {
    ($($(#[$doc:meta])* $engine:ident $name:ident $summary:literal,)*) => {
        /// A built-in engine.
        ///
        /// ```
        /// use tamis::engine::EngineName;
        /// assert_eq!(EngineName::Readability.to_string(), "readability");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum EngineName {
            $($(#[$doc])* $engine,)*
        }

        impl EngineName {
            /// All built-in engines.
            pub const ALL: &[EngineName] = &[$(EngineName::$engine,)*];

            /// Returns the name, as in [`Engine::name`](super::Engine::name).
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(EngineName::$engine => stringify!($name),)*
                }
            }

            /// Returns a line of help: what the engine does.
            ///
            /// ```
            /// use tamis::engine::EngineName;
            /// assert!(EngineName::Readability.summary().contains("Firefox"));
            /// ```
            pub const fn summary(self) -> &'static str {
                match self {
                    $(EngineName::$engine => $summary,)*
                }
            }
        }
    };
}

with_engines!(engine_names);

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
