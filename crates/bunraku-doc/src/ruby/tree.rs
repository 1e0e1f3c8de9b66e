//! Reads the syntax tree of a Ruby file: literals, comments, statements of blocks.

use std::collections::HashMap;

use bunraku_ruby::prism::{
    CallNode, Node, ParseResult, Visit, visit_call_node, visit_instance_variable_write_node,
};

use crate::{
    docstring::{self, Parsed},
    lines::Lines,
};

/// A file with its comments.
pub(super) struct Ruby {
    lines: Lines,
    /// Comments by their last line. Consecutive lines are one comment.
    comments: HashMap<u32, String>,
    /// Whether lines are empty.
    empty: Vec<bool>,
}

impl Ruby {
    pub fn new(text: &str, tree: &ParseResult<'_>) -> Ruby {
        let lines = Lines::of(text);
        let mut comments: HashMap<u32, String> = HashMap::new();
        let mut last_column = None;
        for (index, comment) in tree.comments().enumerate() {
            let at = comment.location().start() as usize;
            let line = lines.line_of(at);
            let source = String::from_utf8_lossy(comment.location().as_slice()).into_owned();
            let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
            let before = text.get(start..at).unwrap_or("");
            let is_magic = source.contains("frozen_string_literal:") || source.contains("coding:");
            if index == 0 && (source.starts_with("#!") || is_magic) || index == 1 && is_magic {
                continue;
            }
            let content = source.trim_start_matches('#');
            let content =
                content.strip_prefix(char::is_whitespace).unwrap_or(content).trim_end_matches(['\r', '\n']);
            let above = line
                .checked_sub(1)
                .filter(|_| before.trim().is_empty() && last_column == Some(before.len()))
                .and_then(|above| comments.remove(&above));
            let whole = match above {
                Some(above) => format!("{above}\n{content}"),
                None => content.to_owned(),
            };
            comments.insert(line, whole);
            last_column = Some(before.len());
        }
        let empty = text.lines().map(|line| line.trim().is_empty()).collect();
        Ruby { lines, comments, empty }
    }

    pub fn line(&self, node: &Node<'_>) -> u32 {
        self.lines.line_of(node.location().start() as usize)
    }

    pub fn call_line(&self, node: &CallNode<'_>) -> u32 {
        self.lines.line_of(node.location().start() as usize)
    }

    /// The comment above a line, which may be separated by one empty line, or else the one on the line itself.
    pub fn comment(&self, line: u32) -> Parsed {
        // A comment above other code, such as the module around a function, belongs to that.
        let above = line.checked_sub(2).filter(|above| self.empty.get(*above as usize) == Some(&true));
        let lines = [line.checked_sub(1), above, Some(line)];
        let comments = lines.into_iter().flatten().filter_map(|line| self.comments.get(&line));
        let comment = comments.into_iter().find(|comment| !comment.is_empty());
        docstring::parse(comment.map_or("", String::as_str))
    }
}

/// The source code of a node.
pub(super) fn source(node: &Node<'_>) -> String {
    String::from_utf8_lossy(node.location().as_slice()).into_owned()
}

/// The content of a literal: of a string, the name of a symbol, a regular expression with its slashes.
pub(super) fn literal(node: &Node<'_>) -> Option<String> {
    let slice = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if let Some(symbol) = node.as_symbol_node() {
        return Some(slice(symbol.unescaped()));
    }
    if let Some(string) = node.as_string_node() {
        let content = slice(string.content_loc().as_slice());
        let is_heredoc = string.opening_loc().is_some_and(|opening| opening.as_slice().starts_with(b"<<"));
        // An empty string would be indistinguishable from nothing, and the last line break of a heredoc is not part of
        // its text.
        return Some(match is_heredoc {
            true => content.strip_suffix('\n').unwrap_or(&content).to_owned(),
            false if content.is_empty() => source(node),
            false => content,
        });
    }
    if let Some(string) = node.as_interpolated_string_node() {
        return interpolated(node, &string.parts().iter().collect::<Vec<_>>());
    }
    node.as_regular_expression_node().map(|_| source(node))
}

/// A heredoc with its indentation removed has one part per line; of other strings the first part counts.
fn interpolated(node: &Node<'_>, parts: &[Node<'_>]) -> Option<String> {
    let is_heredoc = node.location().as_slice().starts_with(b"<<");
    let mut content = String::new();
    for part in parts {
        match part.as_string_node() {
            Some(part) => content.push_str(&String::from_utf8_lossy(part.content_loc().as_slice())),
            None => content.push_str(&source(part)),
        }
        if !is_heredoc {
            break;
        }
    }
    if is_heredoc && content.ends_with('\n') {
        content.pop();
    }
    Some(content)
}

/// The content of a literal, or else its source code.
pub(super) fn literal_or_source(node: &Node<'_>) -> String {
    literal(node).unwrap_or_else(|| source(node))
}

/// The constant that is the receiver of a call, such as `Puppet::Type`; the source code of any other receiver.
pub(super) fn receiver<'pr>(node: &CallNode<'pr>) -> Option<&'pr str> {
    let source = str::from_utf8(node.receiver()?.location().as_slice()).unwrap_or_default();
    Some(source.strip_prefix("::").unwrap_or(source))
}

/// The name in the first argument.
pub(super) fn name(node: &CallNode<'_>) -> Option<String> {
    literal(arguments(node).first()?)
}

/// The arguments of a call.
pub(super) fn arguments<'pr>(node: &CallNode<'pr>) -> Vec<Node<'pr>> {
    node.arguments().map(|arguments| arguments.arguments().iter().collect()).unwrap_or_default()
}

/// The pairs of a hash, or of keywords.
pub(super) fn pairs<'pr>(node: &Node<'pr>) -> Vec<(Node<'pr>, Node<'pr>)> {
    let elements: Vec<Node<'pr>> = if let Some(hash) = node.as_hash_node() {
        hash.elements().iter().collect()
    } else if let Some(keywords) = node.as_keyword_hash_node() {
        keywords.elements().iter().collect()
    } else {
        return Vec::new();
    };
    elements.iter().filter_map(Node::as_assoc_node).map(|pair| (pair.key(), pair.value())).collect()
}

/// The statements of the block of a call.
pub(super) fn block<'pr>(node: &CallNode<'pr>) -> Option<Vec<Node<'pr>>> {
    let body = node.block()?.as_block_node()?.body()?;
    match body.as_statements_node() {
        Some(statements) => Some(statements.body().iter().collect()),
        None => Some(body.as_begin_node()?.statements()?.body().iter().collect()),
    }
}

/// The calls among the statements of a block.
pub(super) fn calls<'pr>(node: &CallNode<'pr>) -> Vec<CallNode<'pr>> {
    block(node).unwrap_or_default().iter().filter_map(Node::as_call_node).collect()
}

/// The first description below a call: `desc '...'`, `self.doc = '...'`, or `@doc = '...'`. Fails if it is not a plain
/// string.
pub(super) fn description(node: &CallNode<'_>) -> Result<Option<String>, ()> {
    let mut search = Description { found: None };
    visit_call_node(&mut search, node);
    match search.found {
        None => Ok(None),
        Some(Some(text)) => Ok(Some(scrub(&text))),
        Some(None) => Err(()),
    }
}

struct Description {
    found: Option<Option<String>>,
}

impl<'pr> Visit<'pr> for Description {
    fn visit_call_node(&mut self, node: &CallNode<'pr>) {
        if self.found.is_some() {
            return;
        }
        let arguments = arguments(node);
        if let ([argument], b"desc" | b"doc=") = (arguments.as_slice(), node.name().as_slice()) {
            self.found = Some(literal(argument));
            return;
        }
        visit_call_node(self, node);
    }

    fn visit_instance_variable_write_node(
        &mut self,
        node: &bunraku_ruby::prism::InstanceVariableWriteNode<'pr>,
    ) {
        if self.found.is_none() && node.name().as_slice() == b"@doc" {
            self.found = Some(literal(&node.value()));
            return;
        }
        visit_instance_variable_write_node(self, node);
    }
}

/// Removes the indentation that all lines except the first have in common.
pub(super) fn scrub(text: &str) -> String {
    if !text.trim().contains('\n') {
        return text.trim().to_owned();
    }
    let rest = text.split_once('\n').map_or("", |(_, rest)| rest);
    let indentation = |line: &str| {
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        line.get(..blanks).unwrap_or("").to_owned()
    };
    let filled = rest.lines().filter(|line| !line.trim().is_empty());
    let indent = filled.map(indentation).min().unwrap_or_default();
    let lines: Vec<&str> =
        text.lines().map(|line| line.strip_prefix(indent.as_str()).unwrap_or(line).trim_end()).collect();
    lines.join("\n").trim_end().to_owned()
}
