//! Warnings about volumes.

use std::fmt;

/// A warning about a part that is missing in a volume, such as an image.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VolumeWarning {
    /// The title of the article.
    pub title: String,
    /// A sentence that tells what is missing, and why.
    pub message: String,
}

impl fmt::Display for VolumeWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.title, self.message)
    }
}
