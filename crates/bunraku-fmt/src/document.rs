//! The document: what is printed, before it is known where lines are broken.
//!
//! A document is a flat list of elements. A group is either on one line, or broken: then each [`Element::Line`]
//! directly in it is a line break. The [printer](crate::printer) decides that, from the outside in.

use std::borrow::Cow;

/// A piece of a document.
#[derive(Debug)]
pub(crate) enum Element<'s> {
    /// Characters; only those of strings contain line breaks.
    Text(Cow<'s, str>),
    /// Characters that keep their layout: text of a template, or a region that is not formatted.
    Verbatim(&'s str),
    /// A space that never becomes a line break.
    Space,
    /// A possible line break.
    Line(Line),
    /// Characters that are printed only if the enclosing group is broken.
    IfBroken(&'static str),
    /// This many spaces, if the enclosing group is broken.
    Pad(usize),
    /// Changes the indentation of the following lines.
    Indent(isize),
    /// Like `Indent`, if the enclosing group is broken.
    IndentIfBroken(isize),
    /// Like `Indent`, if the group that starts at an index is broken.
    IndentWith(usize, isize),
    /// The start of a group.
    Start(Group),
    /// The end of a group.
    End,
    /// A comment.
    Comment(Comment<'s>),
    /// The lines of a heredoc, which follow when the line of its tag ends.
    Heredoc(Heredoc<'s>),
    /// What follows is not a reason to break what precedes, only to break what encloses both.
    Fence,
    /// A point that corresponds to this offset in the source.
    Mark(u32),
    /// The next line break is where an empty line would be inserted before the following statement.
    Seam,
    /// The start of a statement.
    Enter {
        /// Whether an empty line precedes it if it or the previous statement spans several lines.
        apart: bool,
    },
    /// The end of a statement.
    Leave,
}

/// A possible line break.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    /// What is printed instead if the group is on one line.
    pub flat: Flat,
    /// Whether an empty line follows the line break.
    pub blank: bool,
}

/// What replaces a line break in a group on one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flat {
    /// Nothing.
    Nothing,
    /// A blank.
    Space,
    /// The line break is forced.
    Never,
}

/// What is known about a group in advance.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Group {
    /// Whether it is broken even if it is short.
    pub broken: bool,
    /// The group at its end that may be broken in its place.
    pub hug: Option<Hug>,
    /// Whether it has brackets, so that it may be broken in place of an enclosing one.
    pub brackets: bool,
}

/// A group at the end of another that is broken instead of the other: `foo($a, {`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hug {
    /// The index of its start.
    pub target: usize,
    /// The start of the item that it ends.
    pub from: usize,
    /// The indentation of the item on a separate line.
    pub indent: usize,
    /// Whether it is broken even if the item fits on a separate line.
    pub always: bool,
}

/// A comment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Comment<'s> {
    /// The text including the sign, without trailing spaces.
    pub text: &'s str,
    /// Whether it is alone on its line.
    pub own_line: bool,
    /// Whether nothing may follow it on its line.
    pub ends_line: bool,
    /// Whether a space follows if anything does.
    pub space_after: bool,
    /// The list or block that contains it: comments of one block on adjacent lines are aligned.
    pub block: u32,
}

/// The lines of a heredoc.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Heredoc<'s> {
    /// All lines with their line breaks, ending with the end tag.
    pub text: &'s str,
    /// How far the lines may be moved; `None` if they must stay.
    pub margin: Option<Margin>,
}

/// The indentation that all lines of a heredoc have in common.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Margin {
    pub width: usize,
    /// The indentation of the line with the tag.
    pub tag_indent: usize,
}

/// A document under construction.
#[derive(Debug, Default)]
pub(crate) struct Document<'s> {
    pub elements: Vec<Element<'s>>,
    /// The number of forced line breaks so far.
    pub breaks: usize,
    /// For each group, the index of its start and the number of forced line breaks before it.
    starts: Vec<(usize, usize)>,
    /// The current indentation.
    pub indent: isize,
}

impl<'s> Document<'s> {
    pub(crate) fn text(&mut self, text: impl Into<Cow<'s, str>>) {
        self.elements.push(Element::Text(text.into()));
    }

    pub(crate) fn space(&mut self) {
        self.elements.push(Element::Space);
    }

    /// A line break in broken groups, otherwise `flat`.
    pub(crate) fn line(&mut self, flat: Flat, blank: bool) {
        if flat == Flat::Never {
            self.breaks += 1;
        }
        self.elements.push(Element::Line(Line { flat, blank }));
    }

    /// A forced line break.
    pub(crate) fn hard_line(&mut self) {
        self.line(Flat::Never, false);
    }

    pub(crate) fn indent(&mut self, by: isize) {
        self.indent += by;
        self.elements.push(Element::Indent(by));
    }

    /// Indents what follows if the enclosing group is broken, but not if only its end is hugged.
    pub(crate) fn indent_if_broken(&mut self, by: isize) {
        self.indent += by;
        self.elements.push(Element::IndentIfBroken(by));
    }

    /// Indents what follows if a preceding group is broken.
    pub(crate) fn indent_with(&mut self, group: Option<usize>, by: isize) {
        if let Some(group) = group {
            self.elements.push(Element::IndentWith(group, by));
        }
    }

    /// Starts a group. The result must be passed to `end`.
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

    /// The start of the innermost group that ends an item, that of a list, inside those of enclosing operators; `None`
    /// if there are forced line breaks before it. `breaks` is the number of forced line breaks before the item.
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

    /// The width of the elements from an index up to the first possible line break, or with a sign after them.
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

    /// Whether the elements from an index can be on one line and are wider than `most`.
    pub(crate) fn is_wider(&self, from: usize, most: usize) -> bool {
        // Text by text, so that only as much is measured as necessary.
        let mut width = 0;
        let elements = self.elements.get(from..).unwrap_or_default();
        elements.iter().map_while(|element| flat_width(std::slice::from_ref(element))).any(|part| {
            width += part;
            width > most
        })
    }

    /// The width of the elements from an index on one line; `None` if they cannot be on one line.
    pub(crate) fn flat_width(&self, from: usize) -> Option<usize> {
        flat_width(self.elements.get(from..)?)
    }
}

/// The width of elements on one line; `None` if they cannot be on one line.
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

/// The number of columns of a text.
pub(crate) fn columns(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}
