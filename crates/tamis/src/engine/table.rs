//! The table of the built-in engines. All their names are made from it.

/// Calls a macro with a row for each built-in engine: docs, type, module, which is also its name
/// and its field in [`Config`](crate::Config), and a line of help.
///
/// The order is that of the verdicts in a blend.
macro_rules! with_engines {
    ($macro:ident) => {
        $macro! {
            /// jusText: judges paragraphs by length, stopwords and links. See
            /// [`justext`](crate::engine::justext).
            Justext justext "Lengths, stopwords and links of paragraphs",
            /// Mozilla's Readability: scores elements and returns the article as a tree. See
            /// [`readability`](crate::engine::readability).
            Readability readability "The article, as in Firefox's reader view",
            /// CETD: finds the parts of the page with much text and few tags. See
            /// [`density`](crate::engine::density).
            Density density "Parts of the page with much text and few tags",
            /// Rules with CSS selectors: find the parts that the page marks up as content. See
            /// [`selectors`](crate::engine::selectors).
            Selectors selectors "Rules for the markup that authors use for content",
        }
    };
}

pub(crate) use with_engines;
