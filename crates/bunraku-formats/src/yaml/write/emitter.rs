//! The layout of libyaml 0.2.5: the style of each scalar, and where lines are broken.

mod analysis;
mod scalar;

use super::{Anchor, Node};
use analysis::Analysis;

/// The role of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Root,
    Item,
    SimpleKey,
    Value,
}

/// Writes one document.
pub struct Emitter {
    text: String,
    best_indent: i64,
    best_width: i64,
    canonical: bool,
    indent: i64,
    flow_level: u32,
    column: i64,
    /// Whether the last character written is a space.
    whitespace: bool,
    /// Whether the line contains only spaces and indicators such as `-`.
    indention: bool,
    /// Whether the document ends in a scalar that keeps its line breaks.
    open_ended: bool,
}

impl Emitter {
    /// Creates an emitter with an indentation, the width after which lines are broken, and whether all tags are
    /// written.
    pub fn new(indentation: i64, width: Option<i64>, canonical: bool) -> Emitter {
        let best_indent = if (2..=9).contains(&indentation) { indentation } else { 2 };
        let best_width = match width.unwrap_or(0) {
            width if width < 0 => i64::MAX,
            width if width <= best_indent * 2 => 80,
            width => width,
        };
        Emitter {
            text: String::new(),
            best_indent,
            best_width,
            canonical,
            indent: -1,
            flow_level: 0,
            column: 0,
            whitespace: true,
            indention: true,
            open_ended: false,
        }
    }

    /// Writes the `%YAML` directive first.
    pub fn header(&mut self) {
        self.indicator("%YAML", true, false, false);
        self.indicator("1.1", true, false, false);
        self.write_indent();
    }

    /// Writes a document and returns the output.
    pub fn document(mut self, root: &Node) -> String {
        self.indicator("---", true, false, false);
        if self.canonical {
            self.write_indent();
        }
        self.node(root, Role::Root);
        self.write_indent();
        if self.open_ended {
            self.indicator("...", true, false, false);
            self.write_indent();
        }
        self.text
    }

    fn put(&mut self, char: char) {
        self.text.push(char);
        self.column += 1;
    }

    fn line_break(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    /// Writes a line break of the text itself.
    fn own_break(&mut self, char: char) {
        self.text.push(char);
        self.column = 0;
    }

    fn write_indent(&mut self) {
        let indent = self.indent.max(0);
        if !self.indention || self.column > indent || self.column == indent && !self.whitespace {
            self.line_break();
        }
        while self.column < indent {
            self.put(' ');
        }
        self.whitespace = true;
        self.indention = true;
    }

    fn indicator(&mut self, text: &str, needs_blank: bool, is_blank: bool, is_indention: bool) {
        if needs_blank && !self.whitespace {
            self.put(' ');
        }
        for char in text.chars() {
            self.put(char);
        }
        self.whitespace = is_blank;
        self.indention &= is_indention;
    }

    /// Enters a nested level and returns the previous indentation.
    fn deeper(&mut self, flow: bool, indentless: bool) -> i64 {
        let outer = self.indent;
        if self.indent < 0 {
            self.indent = if flow { self.best_indent } else { 0 };
        } else if !indentless {
            self.indent += self.best_indent;
        }
        outer
    }

    fn node(&mut self, node: &Node, place: Role) {
        match node {
            Node::Anchored(Anchor(number), node) => {
                if number.get() > 0 {
                    self.indicator(&format!("&{}", number.get()), true, false, false);
                }
                self.node(node, place);
            }
            Node::Alias(number) => {
                self.indicator(&format!("*{number}"), true, false, false);
                // A colon directly after it would be part of its name.
                if place == Role::SimpleKey {
                    self.put(' ');
                }
            }
            Node::Tagged(tag, node) => {
                self.indicator(tag, true, false, false);
                self.node(node, place);
            }
            Node::Scalar(scalar) => self.scalar(scalar, place),
            Node::Sequence(items) if self.canonical || self.flow_level > 0 || items.is_empty() => {
                self.flow(node)
            }
            Node::Mapping(entries) if self.canonical || self.flow_level > 0 || entries.is_empty() => {
                self.flow(node)
            }
            Node::Sequence(items) => {
                let outer = self.deeper(false, place == Role::Value && !self.indention);
                for item in items {
                    self.write_indent();
                    self.indicator("-", true, false, true);
                    self.node(item, Role::Item);
                }
                self.indent = outer;
            }
            Node::Mapping(entries) => {
                let outer = self.deeper(false, false);
                for (key, value) in entries {
                    self.write_indent();
                    if is_simple_key(key) {
                        self.node(key, Role::SimpleKey);
                        self.indicator(":", false, false, false);
                    } else {
                        self.indicator("?", true, false, true);
                        self.node(key, Role::Value);
                        self.write_indent();
                        self.indicator(":", true, false, true);
                    }
                    self.node(value, Role::Value);
                }
                self.indent = outer;
            }
        }
    }

    /// Writes a collection in brackets: an empty one, or any in canonical form.
    fn flow(&mut self, node: &Node) {
        let (open, close) = if matches!(node, Node::Sequence(_)) { ("[", "]") } else { ("{", "}") };
        self.indicator(open, true, true, false);
        let outer = self.deeper(true, false);
        self.flow_level += 1;
        let mut first = true;
        let mut next = |emitter: &mut Emitter| {
            if !std::mem::take(&mut first) {
                emitter.indicator(",", false, false, false);
            }
            if emitter.canonical || emitter.column > emitter.best_width {
                emitter.write_indent();
            }
        };
        let mut some = false;
        match node {
            Node::Sequence(items) => {
                for item in items {
                    some = true;
                    next(self);
                    self.node(item, Role::Item);
                }
            }
            Node::Mapping(entries) => {
                for (key, value) in entries {
                    some = true;
                    next(self);
                    if !self.canonical && is_simple_key(key) {
                        self.node(key, Role::SimpleKey);
                        self.indicator(":", false, false, false);
                    } else {
                        self.indicator("?", true, false, false);
                        self.node(key, Role::Value);
                        if self.canonical {
                            self.write_indent();
                        }
                        self.indicator(":", true, false, false);
                    }
                    self.node(value, Role::Value);
                }
            }
            Node::Scalar(_) | Node::Tagged(..) | Node::Anchored(..) | Node::Alias(_) => {}
        }
        self.flow_level -= 1;
        self.indent = outer;
        if self.canonical && some {
            self.indicator(",", false, false, false);
            self.write_indent();
        }
        self.indicator(close, false, false, false);
    }
}

/// Whether a key fits on a line and needs no `?`.
fn is_simple_key(key: &Node) -> bool {
    match key {
        Node::Scalar(scalar) => {
            let tag = scalar.tag.map_or(0, str::len);
            !Analysis::of(&scalar.text).multiline && scalar.text.len() + tag <= 128
        }
        Node::Sequence(items) => items.is_empty(),
        Node::Mapping(entries) => entries.is_empty(),
        Node::Tagged(tag, node) => tag.len() <= 128 && is_simple_key(node),
        Node::Anchored(_, node) => is_simple_key(node),
        Node::Alias(_) => true,
    }
}
