//! The lines of a file.

/// The offsets of all line breaks of a file.
pub(crate) struct Lines(Vec<usize>);

impl Lines {
    pub(crate) fn of(text: &str) -> Lines {
        Lines(text.match_indices('\n').map(|(at, _)| at).collect())
    }

    /// The number of the line of an offset; the first line has the number 1.
    pub(crate) fn line_of(&self, at: usize) -> u32 {
        self.0.partition_point(|end| *end < at) as u32 + 1
    }
}
