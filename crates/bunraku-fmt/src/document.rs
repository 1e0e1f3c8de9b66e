//! The document: what is printed, before it is known where lines end.
//!
//! A document is a flat list of elements. Groups are either on one line, or broken: then each [`Element::Line`] directly
//! in them ends a line. The [printer](crate::printer) decides that, from the outside in.

use std::borrow::Cow;

/// A piece of a document.
#[derive(Debug)]
pub(crate) enum Element<'s> {
    /// Characters; only those of strings have line ends in them.
    Text(Cow<'s, str>),
    /// Characters that keep their own layout: text of a template, or a region that is not formatted.
    Verbatim(&'s str),
    /// A blank that is never a line end.
    Space,
    /// A place where a line may end.
    Line(Line),
    /// Characters that are printed only if the group around them is broken.
    IfBroken(&'static str),
    /// So many blanks, if the group around them is broken.
    Pad(usize),
    /// Lines from here on are indented by so much more or less.
    Indent(isize),
    /// The same, if the group around is broken.
    IndentIfBroken(isize),
    /// The same, if the group that starts at an index is broken.
    IndentWith(usize, isize),
    /// The start of a group.
    Start(Group),
    /// The end of a group.
    End,
    /// A comment.
    Comment(Comment<'s>),
    /// The lines of a heredoc, which come as soon as the line of its tag ends.
    Heredoc(Heredoc<'s>),
    /// What follows is no reason to break what stands before, only what is around both.
    Fence,
    /// A place that is the same in the source, at that offset.
    Mark(u32),
    /// The next line end is where an empty line would come before the statement that follows.
    Seam,
    /// The start of a statement.
    Enter {
        /// Whether an empty line comes before it if it or the statement before takes several lines.
        apart: bool,
    },
    /// The end of a statement.
    Leave,
}

/// A place where a line may end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    /// What is printed instead if the group is on one line.
    pub flat: Flat,
    /// Whether an empty line follows if the line ends.
    pub blank: bool,
}

/// What stands for a line end in a group on one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flat {
    /// Nothing.
    Nothing,
    /// A blank.
    Space,
    /// The line ends in any case.
    Never,
}

/// What is known about a group in advance.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Group {
    /// Whether it is broken however short it is.
    pub broken: bool,
    /// The group at its end that may be broken in its place.
    pub hug: Option<Hug>,
    /// Whether it has brackets, so that it may be broken in the place of one around it.
    pub brackets: bool,
}

/// A group at the end of another that is broken instead of the other: `foo($a, {`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hug {
    /// The index of its start.
    pub target: usize,
    /// Where the item begins that it is the end of.
    pub from: usize,
    /// How much the item would be indented on a line of its own.
    pub indent: usize,
    /// Whether it is broken even if the item fits on a line of its own.
    pub always: bool,
}

/// A comment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Comment<'s> {
    /// Its characters with the sign, without blanks at the end.
    pub text: &'s str,
    /// Whether it has its line for itself.
    pub own_line: bool,
    /// Whether nothing may follow it on its line.
    pub ends_line: bool,
    /// Whether a blank follows if something does.
    pub space_after: bool,
    /// The list or block that it stands in: comments of one block on adjacent lines are lined up.
    pub block: u32,
}

/// The lines of a heredoc.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Heredoc<'s> {
    /// All lines with their ends, the last with the end tag.
    pub text: &'s str,
    /// How far the lines may be moved.
    pub margin: Option<Margin>,
}

/// The blanks that all lines of a heredoc begin with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Margin {
    /// Their number.
    pub width: usize,
    /// The indentation of the line with the tag.
    pub tag_indent: usize,
}

/// A document while it is made.
#[derive(Debug, Default)]
pub(crate) struct Document<'s> {
    pub elements: Vec<Element<'s>>,
    /// How many times a line must end so far.
    pub breaks: usize,
    /// For each group, the index of its start and how many times a line must end before it.
    starts: Vec<(usize, usize)>,
    /// The indentation at this place.
    pub indent: isize,
}

impl<'s> Document<'s> {
    pub(crate) fn text(&mut self, text: impl Into<Cow<'s, str>>) {
        self.elements.push(Element::Text(text.into()));
    }

    pub(crate) fn space(&mut self) {
        self.elements.push(Element::Space);
    }

    /// A line end in broken groups, else what `flat` says.
    pub(crate) fn line(&mut self, flat: Flat, blank: bool) {
        if flat == Flat::Never {
            self.breaks += 1;
        }
        self.elements.push(Element::Line(Line { flat, blank }));
    }

    /// A line end in any case.
    pub(crate) fn hard_line(&mut self) {
        self.line(Flat::Never, false);
    }

    pub(crate) fn indent(&mut self, by: isize) {
        self.indent += by;
        self.elements.push(Element::Indent(by));
    }

    /// Indents what follows if the group around is broken: what only hugs its end does not.
    pub(crate) fn indent_if_broken(&mut self, by: isize) {
        self.indent += by;
        self.elements.push(Element::IndentIfBroken(by));
    }

    /// Indents what follows if a group before it is broken.
    pub(crate) fn indent_with(&mut self, group: Option<usize>, by: isize) {
        if let Some(group) = group {
            self.elements.push(Element::IndentWith(group, by));
        }
    }

    /// Starts a group, which `end` must be told about.
    pub(crate) fn start(&mut self) -> usize {
        let index = self.elements.len();
        self.starts.push((index, self.breaks));
        self.elements.push(Element::Start(Group::default()));
        index
    }

    /// Ends a group.
    pub(crate) fn end(&mut self, start: usize, group: Group) {
        if group.broken {
            self.breaks += 1;
        }
        if let Some(Element::Start(slot)) = self.elements.get_mut(start) {
            *slot = group;
        }
        self.elements.push(Element::End);
    }

    /// The start of the innermost group that ends an item, that of a list, within those of operators around it; `None` if
    /// lines must end in what stands before it. `breaks` is how many times lines had to end before the item.
    pub(crate) fn tail(&self, from: usize, end: usize, breaks: usize) -> Option<usize> {
        let start = self.last_group(from, end)?;
        if !matches!(self.elements.get(start), Some(Element::Start(Group { brackets: true, .. }))) {
            return None;
        }
        let at = self.starts.binary_search_by_key(&start, |(index, _)| *index).ok()?;
        self.starts.get(at).filter(|(_, before)| *before == breaks).map(|(index, _)| *index)
    }

    fn last_group(&self, from: usize, end: usize) -> Option<usize> {
        let mut at = end;
        loop {
            at = at.checked_sub(1).filter(|at| *at >= from)?;
            match self.elements.get(at)? {
                Element::End
                    if !matches!(
                        self.elements.get(at.checked_sub(1)?)?,
                        Element::End | Element::IndentIfBroken(_)
                    ) =>
                {
                    break;
                }
                Element::End | Element::IndentIfBroken(_) => {}
                _ => return None,
            }
        }
        let mut depth = 0usize;
        (from..=at).rev().find(|index| {
            match self.elements.get(*index) {
                Some(Element::End) => depth += 1,
                Some(Element::Start(_)) => depth -= 1,
                _ => {}
            }
            depth == 0
        })
    }

    /// How wide the elements from an index on are up to the first place where a line may end, or with a sign after them.
    pub(crate) fn head_width(&self, from: usize) -> usize {
        let elements = self.elements.get(from..).unwrap_or_default();
        let head = elements.iter().position(|element| matches!(element, Element::Line(_)));
        let Some(head) = head.and_then(|end| elements.get(..end)) else {
            return flat_width(elements).unwrap_or(0) + 1;
        };
        let texts = head.iter().map(|element| match element {
            Element::Text(text) => columns(text),
            Element::Space => 1,
            _ => 0,
        });
        texts.sum()
    }

    /// Whether the elements from an index on can be on one line and take more columns than `most` there.
    pub(crate) fn is_wider(&self, from: usize, most: usize) -> bool {
        // One text after the other, so that only as much is looked at as it takes.
        let mut width = 0;
        let elements = self.elements.get(from..).unwrap_or_default();
        elements.iter().map_while(|element| flat_width(std::slice::from_ref(element))).any(|part| {
            width += part;
            width > most
        })
    }

    /// How wide the elements from an index on are on one line; `None` if they cannot be on one.
    pub(crate) fn flat_width(&self, from: usize) -> Option<usize> {
        flat_width(self.elements.get(from..)?)
    }
}

/// How wide elements are on one line; `None` if they cannot be on one.
pub(crate) fn flat_width(elements: &[Element<'_>]) -> Option<usize> {
    let mut width = 0;
    for element in elements {
        width += match element {
            Element::Text(text) if text.contains('\n') => return None,
            Element::Text(text) => columns(text),
            Element::Space | Element::Line(Line { flat: Flat::Space, .. }) => 1,
            Element::Line(Line { flat: Flat::Never, .. }) => return None,
            Element::Start(group) if group.broken => return None,
            Element::Comment(_) | Element::Verbatim(_) => return None,
            _ => 0,
        };
    }
    Some(width)
}

/// The number of columns that characters take.
pub(crate) fn columns(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}
