//! Parses text to nodes.

mod include;
mod scalar;

use std::collections::HashMap;
use std::path::PathBuf;

use bunraku_pcore::{Value, watch::Parts};

use super::node::{Node, Piece, Substitution};
use super::{MAX_DEPTH, World};
use crate::error::Lines;
use crate::{Error, ErrorKind, Position};
use scalar::scalar;

/// A text that was read.
pub(super) struct Parsed {
    /// The outermost object.
    pub(super) root: Node,
    /// The positions of its keys.
    pub(super) positions: HashMap<String, Position>,
}

/// Reads a document.
pub(super) fn parse(text: &str, world: &dyn World) -> Result<Parsed, Error> {
    let mut reader = Reader::new(text, world);
    let root = reader.document()?;
    Ok(Parsed { root: Node::Object(root), positions: reader.positions })
}

type Fields = super::fields::Fields<Node>;

struct Reader<'t> {
    text: &'t str,
    /// The starts of the lines.
    lines: Lines<'t>,
    at: usize,
    world: &'t dyn World,
    /// The folder of the file, if it was included.
    folder: Option<PathBuf>,
    /// The path at which the file was included.
    prefix: Vec<String>,
    /// The path of the object that is being parsed; `None` inside arrays, where there is no path.
    path: Option<Vec<String>>,
    /// The number of files that include each other.
    included: usize,
    positions: HashMap<String, Position>,
    parts: Parts,
}

/// The approximate size of a node in its collection, in bytes.
const NODE: u64 = size_of::<Node>() as u64;

impl<'t> Reader<'t> {
    fn new(text: &'t str, world: &'t dyn World) -> Reader<'t> {
        Reader {
            text,
            lines: Lines::new(text),
            at: 0,
            world,
            folder: None,
            prefix: Vec::new(),
            path: Some(Vec::new()),
            included: 0,
            positions: HashMap::new(),
            parts: Parts::default(),
        }
    }

    fn document(&mut self) -> Result<Fields, Error> {
        self.skip_lines();
        let fields = match self.peek() {
            Some('{') => self.object(0)?,
            Some('[') => return Err(self.fail("expected an object, got an array")),
            _ => self.fields(None, 0)?,
        };
        self.skip_lines();
        match self.peek() {
            None => Ok(fields),
            Some(_) => Err(self.fail("unexpected content after the value")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Fields, Error> {
        self.at += 1;
        let fields = self.fields(Some('}'), depth)?;
        self.at += 1;
        Ok(fields)
    }

    /// Parses fields up to the closing brace, or to the end.
    fn fields(&mut self, end: Option<char>, depth: usize) -> Result<Fields, Error> {
        self.check_depth(depth)?;
        let mut fields = Fields::default();
        loop {
            self.skip_lines();
            match (self.peek(), end) {
                (found, end) if found == end => return Ok(fields),
                (None, _) => return Err(self.fail("expected `}` at the end of the object")),
                _ => {}
            }
            if self.at_include() {
                for (key, value) in self.include()?.into_order() {
                    set(&mut fields, &[key], value);
                }
            } else {
                self.field(&mut fields, depth)?;
            }
            self.end_of_element(end)?;
        }
    }

    fn field(&mut self, fields: &mut Fields, depth: usize) -> Result<(), Error> {
        let start = self.position();
        let path = self.key()?;
        self.skip_lines();
        let rest = self.rest();
        let append = rest.starts_with("+=");
        if append {
            self.at += 2;
        } else if rest.starts_with([':', '=']) {
            self.at += 1;
        } else if !rest.starts_with('{') {
            return Err(self.fail("expected `=`, `:`, `+=` or `{` after the key"));
        }
        self.skip_lines();
        if depth == 0
            && self.folder.is_none()
            && let Some(first) = path.first()
        {
            self.positions.insert(first.clone(), start);
        }
        let outer = self.path.clone();
        if let Some(outer) = &mut self.path {
            outer.extend(path.iter().cloned());
        }
        let whole = self.path.clone();
        // Every segment of a path is an object.
        let inner = depth + path.len();
        self.check_depth(inner.saturating_sub(1))?;
        let value = self.value(inner);
        self.path = outer;
        let value = match (append, value?) {
            (false, value) => value,
            // The same as `key = ${?key} [value]`.
            (true, value) => {
                let before = Substitution {
                    path: whole.unwrap_or_else(|| path.clone()),
                    prefix: Vec::new(),
                    optional: true,
                    position: start,
                };
                let added = Node::Array(vec![value]);
                Node::Pieces(vec![Piece::Node(Node::Substitution(before)), Piece::Node(added)])
            }
        };
        set(fields, &path, value);
        Ok(())
    }

    fn array(&mut self, depth: usize) -> Result<Node, Error> {
        self.check_depth(depth)?;
        self.at += 1;
        let outer = self.path.take();
        let mut elements = Vec::new();
        loop {
            self.skip_lines();
            match self.peek() {
                Some(']') => {
                    self.at += 1;
                    self.path = outer;
                    return Ok(Node::Array(elements));
                }
                None => return Err(self.fail("expected `]` at the end of the array")),
                _ => {}
            }
            elements.push(self.value(depth + 1)?);
            self.end_of_element(Some(']'))?;
        }
    }

    /// An element is followed by a comma, a line break or the end of the collection.
    fn end_of_element(&mut self, end: Option<char>) -> Result<(), Error> {
        self.skip_blanks();
        let before = self.at;
        self.skip_lines();
        match self.peek() {
            Some(',') => {
                self.at += 1;
                self.skip_lines();
                if self.peek() == Some(',') {
                    return Err(self.fail("expected a value between two commas"));
                }
                Ok(())
            }
            found if found == end || self.at > before => Ok(()),
            _ => Err(self.fail("expected a comma or a line end here")),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, Error> {
        if let Some(ended) = self.parts.count(NODE) {
            return Err(Error::ended(ended, self.lines.position(self.at)));
        }
        let mut pieces: Vec<Piece> = Vec::new();
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start_matches(is_blank).len();
            if blank > 0 {
                if !pieces.is_empty() {
                    pieces.push(Piece::Blank(rest.get(..blank).unwrap_or("").to_string()));
                }
                self.at += blank;
                continue;
            }
            pieces.push(Piece::Node(match self.peek() {
                None | Some('\n' | ',' | '}' | ']' | '#') => break,
                _ if rest.starts_with("//") => break,
                Some('{') => Node::Object(self.object(depth)?),
                Some('[') => self.array(depth)?,
                Some('"') => Node::Scalar(Value::str(self.quoted()?), None),
                _ if rest.starts_with("${") => self.substitution()?,
                _ => {
                    let text = self.unquoted()?;
                    let value = scalar(&text).ok_or_else(|| self.fail("this number is too large"))?;
                    Node::Scalar(value, Some(text))
                }
            }));
        }
        self.joined(pieces)
    }

    /// Joins several pieces to one value, as far as they are known.
    fn joined(&self, mut pieces: Vec<Piece>) -> Result<Node, Error> {
        while matches!(pieces.last(), Some(Piece::Blank(_))) {
            pieces.pop();
        }
        if pieces.len() == 1
            && let Some(Piece::Node(node)) = pieces.pop()
        {
            return Ok(node);
        }
        if pieces.is_empty() {
            return Err(self.fail("expected a value"));
        }
        let known = |piece: &Piece| match piece {
            Piece::Blank(_) => true,
            Piece::Node(node) => !matches!(node, Node::Substitution(_) | Node::Pieces(_) | Node::Stack(_)),
        };
        if !pieces.iter().all(known) {
            return Ok(Node::Pieces(pieces));
        }
        let is_collection = |piece: &Piece| matches!(piece, Piece::Node(Node::Array(_) | Node::Object(_)));
        if pieces.iter().any(is_collection) {
            let mut nodes = pieces.into_iter().filter_map(|piece| match piece {
                Piece::Node(node) => Some(node),
                Piece::Blank(_) => None,
            });
            let first = nodes.next().unwrap_or_else(|| Node::Array(Vec::new()));
            return nodes.try_fold(first, |joined, node| match (joined, node) {
                (lower @ Node::Object(_), upper @ Node::Object(_)) => Ok(upper.over(lower)),
                (Node::Array(mut first), Node::Array(second)) => {
                    first.extend(second);
                    Ok(Node::Array(first))
                }
                _ => Err(self.fail("cannot join an array or object with another kind of value")),
            });
        }
        let text = pieces.iter().map(|piece| match piece {
            Piece::Blank(blank) => blank.as_str(),
            Piece::Node(Node::Scalar(_, Some(text))) => text,
            Piece::Node(Node::Scalar(value, None)) => value.as_str().unwrap_or_default(),
            Piece::Node(_) => "",
        });
        Ok(Node::Scalar(Value::str(text.collect::<String>()), None))
    }

    fn substitution(&mut self) -> Result<Node, Error> {
        let position = self.position();
        self.at += 2;
        let optional = self.rest().starts_with('?');
        self.at += usize::from(optional);
        self.skip_blanks();
        let path = self.key()?;
        if self.peek() != Some('}') {
            return Err(self.fail("expected `}` at the end of the substitution"));
        }
        self.at += 1;
        Ok(Node::Substitution(Substitution { path, prefix: self.prefix.clone(), optional, position }))
    }

    /// The segments of a key or of the path in a substitution.
    fn key(&mut self) -> Result<Vec<String>, Error> {
        let mut segments: Vec<String> = Vec::new();
        let mut last = String::new();
        let mut quoted = false;
        loop {
            let rest = self.rest();
            match self.peek() {
                None | Some(':' | '=' | '{' | '}' | '\n' | '\r' | '#') => break,
                Some('+') if rest.starts_with("+=") => break,
                Some('/') if rest.starts_with("//") => break,
                Some('"') => {
                    let text = self.quoted()?;
                    quoted = true;
                    last.push_str(&text);
                }
                Some('.') => {
                    if last.trim().is_empty() && !quoted {
                        return Err(self.fail("expected a name before this point"));
                    }
                    quoted = false;
                    segments.push(std::mem::take(&mut last));
                    self.at += 1;
                }
                Some(char) if is_blank(char) || is_unquoted(char) => {
                    last.push(char);
                    self.at += char.len_utf8();
                }
                Some(_) => return Err(self.fail("this character needs quotes around the key")),
            }
        }
        last.truncate(last.trim_end().len());
        if last.is_empty() && !quoted {
            return Err(self.fail("expected a key"));
        }
        segments.push(last);
        Ok(segments)
    }

    fn check_depth(&self, depth: usize) -> Result<(), Error> {
        if depth > MAX_DEPTH {
            let message = "arrays and objects are nested more than 100 levels deep";
            return Err(Error::new(ErrorKind::Nesting, message, self.position()));
        }
        Ok(())
    }

    /// Skips whitespace, line breaks and comments.
    fn skip_lines(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(|char: char| char.is_whitespace());
            self.at += rest.len() - trimmed.len();
            if !(trimmed.starts_with('#') || trimmed.starts_with("//")) {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(is_blank).len();
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn position(&self) -> Position {
        self.lines.position(self.at)
    }

    fn fail(&self, message: &str) -> Error {
        Error::new(ErrorKind::Syntax, message, self.position())
    }
}

/// Sets the value at a path, overriding what was there.
fn set(fields: &mut Fields, path: &[String], value: Node) {
    let Some((first, rest)) = path.split_first() else { return };
    let value =
        rest.iter().rev().fold(value, |value, segment| Node::Object(Fields::of(segment.clone(), value)));
    let value = match fields.get_mut(first) {
        Some(lower) => value.over(std::mem::replace(lower, Node::Array(Vec::new()))),
        None => value,
    };
    fields.insert(first.clone(), value);
}

fn is_blank(char: char) -> bool {
    char != '\n' && char.is_whitespace()
}

fn is_unquoted(char: char) -> bool {
    !char.is_whitespace() && !"$\"{}[]:=,+#`^?!@*&\\.".contains(char)
}
