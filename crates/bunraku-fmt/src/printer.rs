//! Prints a document: decides which groups are broken, and writes lines.

mod fit;
mod lines;

use crate::document::{Comment, Document, Element, Flat, Group, Heredoc, Line, columns};
use lines::{Insertion, Lines};

/// A printed document.
pub(crate) struct Printed {
    pub text: String,
    /// Corresponding offsets in the source and in the output.
    pub marks: Vec<(u32, usize)>,
}

/// The indentation of a line that only begins because a comment has ended the one before.
const GLUED: usize = 2;

/// The layout that all lines share.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    pub width: usize,
    pub line_end: &'static str,
    /// Whether it is a template: its text is written unchanged and determines the indentation of the tag after it.
    pub template: bool,
}

/// Prints a document in lines of at most `width` columns, if that is possible.
pub(crate) fn print(document: &Document<'_>, layout: Layout) -> Printed {
    let Layout { width, line_end, template } = layout;
    let mut printer = Printer {
        elements: &document.elements,
        width,
        line_end,
        template,
        lines: Lines::default(),
        column: 0,
        indent: 0,
        base: 0,
        at_start: true,
        space: false,
        closed: false,
        glued: false,
        modes: Vec::new(),
        broken: Vec::new(),
        hugged: Vec::new(),
        heredocs: Vec::new(),
        marks: Vec::new(),
        seam: 0,
        seam_wanted: false,
        open: Vec::new(),
        several_lines: false,
    };
    for index in 0..document.elements.len() {
        printer.element(index);
    }
    printer.finish()
}

/// How a group is printed.
#[derive(Clone, Copy)]
struct Mode {
    flat: bool,
    /// The line on which it was found to fit: what it has on other lines was not measured.
    line: usize,
}

struct Printer<'d, 's> {
    elements: &'d [Element<'s>],
    width: usize,
    line_end: &'static str,
    template: bool,
    lines: Lines,
    column: usize,
    indent: isize,
    /// The indentation of the line on which a template tag begins.
    base: usize,
    /// Whether the current line is empty; its indentation is written with the first characters.
    at_start: bool,
    /// Whether a space precedes the next characters.
    space: bool,
    /// Whether a comment has ended the current line.
    closed: bool,
    /// Whether a comment ended the line where it should not have ended.
    glued: bool,
    modes: Vec<Mode>,
    /// The broken groups, by their starts.
    broken: Vec<usize>,
    /// Groups that are broken in place of an enclosing one.
    hugged: Vec<usize>,
    heredocs: Vec<Heredoc<'s>>,
    marks: Vec<(u32, usize)>,
    /// Where an empty line would be inserted before the next statement.
    seam: usize,
    seam_wanted: bool,
    /// The open statements: where an empty line may be inserted, and the line on which each began.
    open: Vec<(Option<usize>, usize, bool)>,
    /// Whether the previous statement spanned several lines.
    several_lines: bool,
}

impl<'s> Printer<'_, 's> {
    fn element(&mut self, index: usize) {
        let Some(element) = self.elements.get(index) else { return };
        match element {
            Element::Text(text) => self.text(text),
            Element::Verbatim(text) => self.verbatim(text),
            Element::Space => self.space = true,
            Element::Line(line) => self.line(*line),
            Element::IfBroken(text) if self.is_broken() => self.text(text),
            Element::Pad(width) if self.is_broken() && !self.at_start => {
                let blanks = " ".repeat(*width);
                self.write(&blanks);
            }
            Element::IndentIfBroken(by) if self.is_broken() => self.indent += by,
            Element::IfBroken(_) | Element::Pad(_) | Element::IndentIfBroken(_) => {}
            Element::Indent(by) => self.indent += by,
            Element::IndentWith(group, by) => {
                if self.broken.binary_search(group).is_ok() {
                    self.indent += by;
                }
            }
            Element::Start(group) => {
                let mode = self.mode(index, *group);
                if !mode.flat {
                    self.broken.push(index);
                }
                self.modes.push(mode);
            }
            Element::End => {
                self.modes.pop();
            }
            Element::Comment(comment) => self.comment(*comment),
            Element::Heredoc(heredoc) => self.heredocs.push(*heredoc),
            Element::Mark(source) => {
                if self.at_start || self.template {
                    self.marks.push((*source, self.lines.text.len()));
                }
                if self.template {
                    // Text before a tag does not make its code too long.
                    self.column = self.base;
                }
            }
            Element::Fence => {}
            Element::Seam => self.seam_wanted = true,
            Element::Enter { apart } => {
                let seam = apart.then_some(self.seam);
                self.open.push((seam, self.lines.number, self.several_lines));
            }
            Element::Leave => {
                let Some((seam, start, before)) = self.open.pop() else { return };
                let several = self.lines.number != start || !self.heredocs.is_empty();
                if let Some(seam) = seam.filter(|_| several || before) {
                    self.lines.insert(seam, Insertion::LineEnd);
                }
                self.several_lines = several;
            }
        }
    }

    fn mode(&mut self, index: usize, group: Group) -> Mode {
        let here = self.lines.number;
        let flat = Mode { flat: true, line: here };
        let broken = Mode { flat: false, line: here };
        let hugged = self.hugged.last() == Some(&index);
        if hugged {
            self.hugged.pop();
        }
        if group.broken {
            return broken;
        }
        let inside = !self.closed && self.modes.last().is_some_and(|mode| mode.flat && mode.line == here);
        if inside && !hugged || self.fits(index, None) {
            return flat;
        }
        if let Some(hug) = group.hug
            && (hug.always || !self.fits_on_own_line(hug))
            && self.fits(index, Some(hug.target))
        {
            self.hugged.push(hug.target);
            return flat;
        }
        broken
    }

    fn is_broken(&self) -> bool {
        self.modes.last().is_none_or(|mode| !mode.flat)
    }

    fn text(&mut self, text: &str) {
        self.begin();
        self.write(text);
    }

    /// Begins the line, or writes the pending space.
    fn begin(&mut self) {
        if self.closed {
            self.new_line(false);
            self.glued = true;
        }
        if self.at_start {
            let extra = if std::mem::take(&mut self.glued) { GLUED } else { 0 };
            let indent = self.margin() + extra;
            self.lines.text.extend(std::iter::repeat_n(' ', indent));
            self.column = indent;
            self.at_start = false;
        } else if self.space {
            self.lines.text.push(' ');
            self.column += 1;
        }
        self.space = false;
    }

    /// The indentation of a line that begins here.
    fn margin(&self) -> usize {
        self.base + usize::try_from(self.indent).unwrap_or(0)
    }

    fn write(&mut self, text: &str) {
        self.lines.text.push_str(text);
        match text.rsplit_once('\n') {
            None => self.column += columns(text),
            Some((before, last)) => {
                self.lines.number += 1 + before.matches('\n').count();
                self.column = columns(last);
            }
        }
    }

    /// Writes characters with their own layout. Text of a template determines the indentation of the tag after it.
    fn verbatim(&mut self, text: &str) {
        if self.template {
            self.space = false;
            self.at_start = false;
            self.write(text);
            let line = self.lines.text.rsplit('\n').next().unwrap_or("");
            self.base = line.len() - line.trim_start_matches([' ', '\t']).len();
            self.column = self.base;
            return;
        }
        self.text(text);
    }

    fn line(&mut self, line: Line) {
        if line.flat != Flat::Never && !self.is_broken() && !self.closed {
            self.space |= line.flat == Flat::Space;
            return;
        }
        self.new_line(line.blank);
    }

    fn new_line(&mut self, blank: bool) {
        self.closed = false;
        self.glued = false;
        self.space = false;
        if self.at_start && self.lines.text.is_empty() {
            return;
        }
        let tag_indent = self.lines.last_indent();
        self.lines.text.push_str(self.line_end);
        self.lines.number += 1;
        for heredoc in std::mem::take(&mut self.heredocs) {
            self.lines.heredoc(&heredoc, tag_indent, self.line_end);
        }
        if blank {
            self.lines.text.push_str(self.line_end);
            self.lines.number += 1;
        }
        if std::mem::take(&mut self.seam_wanted) {
            self.seam = self.lines.text.len();
        }
        self.at_start = true;
        self.column = 0;
    }

    fn comment(&mut self, comment: Comment<'s>) {
        if comment.own_line {
            if !self.at_start {
                self.new_line(false);
                self.glued = true;
            }
            let glued = self.glued;
            self.begin();
            self.write(comment.text);
            self.glued = glued;
        } else if self.at_start && !self.closed || !comment.text.starts_with('#') {
            self.space |= !self.lines.text.ends_with(['(', '[']);
            self.begin();
            self.write(comment.text);
        } else {
            if self.closed {
                self.new_line(false);
                self.begin();
            }
            self.lines.trailing_comment(self.column, 1 + columns(comment.text), comment.block);
            self.lines.text.push(' ');
            self.column += 1;
            self.write(comment.text);
        }
        self.space = comment.space_after;
        self.closed = comment.ends_line;
    }

    fn finish(mut self) -> Printed {
        if !self.heredocs.is_empty() {
            self.new_line(false);
        }
        let (text, moved) = self.lines.finish(self.line_end, self.width);
        let marks = self.marks.into_iter().map(|(source, at)| (source, moved.new_offset(at))).collect();
        Printed { text, marks }
    }
}
