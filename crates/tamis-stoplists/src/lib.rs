//! The 100 stoplists of jusText, embedded compactly
