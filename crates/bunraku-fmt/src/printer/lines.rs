//! The lines of the output, and what is inserted between them when all are known.

use crate::document::Heredoc;

/// The output so far.
#[derive(Default)]
pub(super) struct Lines {
    pub text: String,
    /// The number of the current line.
    pub number: usize,
    insertions: Vec<(usize, Insertion)>,
    comments: Vec<TrailingComment>,
}

/// What is inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Insertion {
    /// An empty line.
    LineEnd,
    /// This many spaces.
    Blanks(usize),
}

/// A comment after code.
struct TrailingComment {
    line: usize,
    block: u32,
    /// The offset of the space before it.
    at: usize,
    column: usize,
    /// Its width, with the space before it.
    width: usize,
}

/// Maps offsets after insertions.
pub(super) struct Moved {
    /// The offsets of the insertions, each with the total length up to it.
    by: Vec<(usize, usize)>,
}

impl Moved {
    /// The new position of an offset; an insertion at the same offset comes after it.
    pub(super) fn new_offset(&self, at: usize) -> usize {
        let before = self.by.partition_point(|(offset, _)| *offset < at);
        at + before.checked_sub(1).and_then(|last| self.by.get(last)).map_or(0, |(_, length)| *length)
    }
}

impl Lines {
    pub(super) fn insert(&mut self, at: usize, insertion: Insertion) {
        self.insertions.push((at, insertion));
    }

    /// Records that a comment is about to follow code.
    pub(super) fn trailing_comment(&mut self, column: usize, width: usize, block: u32) {
        self.comments.push(TrailingComment { line: self.number, block, at: self.text.len(), column, width });
    }

    /// The indentation of the current line.
    pub(super) fn last_indent(&self) -> usize {
        let line = self.text.rsplit('\n').next().unwrap_or("");
        line.len() - line.trim_start_matches(' ').len()
    }

    /// Writes the lines of a heredoc, moved like the line of its tag.
    pub(super) fn heredoc(&mut self, heredoc: &Heredoc<'_>, tag_indent: usize, line_end: &str) {
        let (old, new) = match heredoc.margin {
            Some(margin) => (margin.width, (margin.width + tag_indent).saturating_sub(margin.tag_indent)),
            None => (0, 0),
        };
        for line in heredoc.text.split_inclusive('\n') {
            self.number += 1;
            let margin = line.get(..old).filter(|margin| margin.trim().is_empty());
            match line.get(old..).filter(|_| old != new && margin.is_some()) {
                Some(rest) => {
                    self.text.extend(std::iter::repeat_n(' ', new));
                    self.text.push_str(rest);
                }
                None => self.text.push_str(line),
            }
        }
        if !self.text.ends_with('\n') {
            self.text.push_str(line_end);
        }
    }

    /// The whole output, with comments aligned and empty lines inserted.
    pub(super) fn finish(mut self, line_end: &str, line_width: usize) -> (String, Moved) {
        self.insertions.sort_by_key(|(at, _)| *at);
        self.line_up_comments(line_width);
        self.insertions.sort_by_key(|(at, _)| *at);
        let mut text = String::with_capacity(self.text.len() + self.insertions.len() * 8);
        let mut by = Vec::with_capacity(self.insertions.len());
        let mut from = 0;
        for (at, insertion) in &self.insertions {
            text.push_str(self.text.get(from..*at).unwrap_or(""));
            from = *at;
            match insertion {
                Insertion::LineEnd => text.push_str(line_end),
                Insertion::Blanks(count) => text.extend(std::iter::repeat_n(' ', *count)),
            }
            by.push((*at, text.len() - from));
        }
        text.push_str(self.text.get(from..).unwrap_or(""));
        (text, Moved { by })
    }

    /// Aligns the comments of one block on adjacent lines, unless that makes a line too long.
    fn line_up_comments(&mut self, line_width: usize) {
        let mut blanks = Vec::new();
        let seams = |from: usize| self.insertions.partition_point(|(at, _)| *at < from);
        let adjacent = |a: &TrailingComment, b: &TrailingComment| {
            a.block == b.block && a.line + 1 == b.line && seams(a.at) == seams(b.at)
        };
        for run in self.comments.chunk_by(adjacent) {
            let column = run.iter().map(|comment| comment.column).max().unwrap_or(0);
            let short = run.iter().filter(|comment| comment.column < column);
            if short.clone().any(|comment| column + comment.width > line_width) {
                continue;
            }
            blanks.extend(short.map(|comment| (comment.at, Insertion::Blanks(column - comment.column))));
        }
        self.insertions.extend(blanks);
    }
}
