//! The laws of the syntax tree: what holds for every source, however broken.

use bunraku_diag::TextRange;
use bunraku_edition::{EDITIONS, SyntaxRules};
use bunraku_syntax::{NodeId, NodeKind, SourceKind, Syntax, TokenKind, Tree, dump, parse, pn};

/// Parses a source as a manifest and as a template in each edition, and checks every law.
///
/// The error names the broken law and the offset.
pub fn check(text: &str) -> Result<(), String> {
    for edition in EDITIONS {
        for kind in [SourceKind::Manifest, SourceKind::Template] {
            check_one(text, kind, &edition.syntax)
                .map_err(|broken| format!("{kind:?} in edition {}: {broken}", edition.name))?;
        }
    }
    Ok(())
}

/// Checks every law for one way of parsing a source.
pub fn check_one(text: &str, kind: SourceKind, rules: &SyntaxRules) -> Result<(), String> {
    let tree = parse(text, kind, rules);
    tokens_cover_the_text(&tree, text)?;
    nodes_nest(&tree, text)?;
    tokens_belong_to_one_node(&tree, text)?;
    errors_are_in_the_text(&tree, text)?;
    let again = parse(text, kind, rules);
    let same = tree.tokens() == again.tokens()
        && tree.errors() == again.errors()
        && tree.heredocs() == again.heredocs()
        && dump::tree(&tree, text) == dump::tree(&again, text);
    ensure(same, || "parsing twice gives different results".to_owned())?;
    // These only have to return; their result for a broken source does not matter.
    let _ = dump::json(&tree, text);
    let _ = dump::tokens(&tree, text);
    let _ = pn::json(&tree, text, rules);
    let _ = pn::text(&tree, text, rules);
    nodes_are_found(&tree, text)
}

/// How many offsets are checked for whether a search finds the same nodes as a full walk, which is slow.
const PLACES: usize = 12;

fn nodes_are_found(tree: &Tree, text: &str) -> Result<(), String> {
    let step = (text.len() / PLACES).max(1);
    let offsets: Vec<u32> = (0..=text.len()).step_by(step).map(|offset| offset as u32).collect();
    let paths: Vec<Vec<NodeId>> = offsets.iter().map(|offset| path_by_walking(tree, text, *offset)).collect();
    for (offset, expected) in offsets.iter().zip(&paths) {
        let found = tree.path_at(*offset);
        ensure(found == *expected, || format!("at offset {offset}: found {found:?}, expected {expected:?}"))?;
    }
    // Pairs each offset with the next ones and with some far away.
    for (index, (start, first)) in offsets.iter().zip(&paths).enumerate() {
        for (end, last) in offsets.iter().zip(&paths).skip(index).step_by(1 + index % 7) {
            let both = first.iter().zip(last).take_while(|(a, b)| a == b).last().map(|(node, _)| *node);
            let found = tree.node_at(TextRange::new(*start, end + 1));
            ensure(both == Some(found), || {
                format!("at {start}..={end}: found {found:?}, expected {both:?}")
            })?;
        }
    }
    Ok(())
}

/// Finds the nodes around a byte by visiting every node. If the byte is in the body of a heredoc, the innermost node is
/// one inside that body, otherwise one outside all heredoc bodies.
fn path_by_walking(tree: &Tree, text: &str, offset: u32) -> Vec<NodeId> {
    let root = tree.root(text);
    let has = |node: &Syntax<'_>| node.range().start <= offset && offset < node.range().end;
    let texts = root.descendants().filter(|node| node.kind() == NodeKind::HeredocText);
    let region = texts.filter(has).min_by_key(|text| text.range().len()).unwrap_or(root);
    let mut innermost = region;
    let mut next = region.id().0 + 1;
    while next < region.subtree_end().0 {
        let Some(node) = tree.node(text, NodeId(next)) else { break };
        if node.kind() == NodeKind::HeredocText {
            next = node.subtree_end().0;
            continue;
        }
        if has(&node) {
            innermost = node;
        }
        next += 1;
    }
    let mut path: Vec<NodeId> = innermost.ancestors().map(Syntax::id).collect();
    path.reverse();
    path.push(innermost.id());
    path
}

/// Tokens are sorted, start on character boundaries, and concatenate to the source.
fn tokens_cover_the_text(tree: &Tree, text: &str) -> Result<(), String> {
    let tokens = tree.tokens();
    let last = tokens.last().ok_or("there are no tokens")?;
    let ends = last.kind == TokenKind::Eof && last.start as usize == text.len();
    ensure(ends, || format!("the last token is {last:?}"))?;
    let mut whole = String::with_capacity(text.len());
    for (index, pair) in tokens.windows(2).enumerate() {
        let &[token, next] = pair else { continue };
        ensure(token.start <= next.start, || format!("token {index} starts after the next"))?;
        ensure(token.kind != TokenKind::Eof, || format!("token {index} is the end of the file"))?;
        let piece = text.get(token.start as usize..next.start as usize);
        whole.push_str(piece.ok_or_else(|| format!("token {index} splits a character"))?);
    }
    ensure(whole == text, || "the tokens are not the whole source".to_owned())
}

/// Children lie within their parents, in order and without overlap. The body of a heredoc only has to lie within the
/// source.
fn nodes_nest(tree: &Tree, text: &str) -> Result<(), String> {
    let root = tree.root(text);
    let eof = tree.tokens().len() as u32 - 1;
    ensure(root.kind() == NodeKind::Root && root.tokens() == (0, eof), || "the root is not all".to_owned())?;
    for node in root.descendants() {
        for child in node.children() {
            ensure(child.parent().is_some_and(|parent| parent.id() == node.id()), || {
                format!("{child:?} is below {node:?} and does not know it")
            })?;
        }
        let (first, end) = node.tokens();
        ensure(first <= end && end <= eof, || format!("{node:?} has tokens {first}..{end} of {eof}"))?;
        let mut from = first;
        for child in node.children() {
            if child.kind() == NodeKind::HeredocText {
                continue;
            }
            let (child_first, child_end) = child.tokens();
            // A hole is placed before the token found instead, which may be after the end of its parent.
            let hole = child_first == child_end;
            ensure(from <= child_first && (child_end <= end || hole), || {
                format!(
                    "{child:?} does not fit into {node:?}, tokens {child_first}..{child_end} in {from}..{end}"
                )
            })?;
            from = child_end;
        }
    }
    Ok(())
}

/// Each token that is not trivia belongs to exactly one node.
fn tokens_belong_to_one_node(tree: &Tree, text: &str) -> Result<(), String> {
    let mut owners: Vec<Option<Syntax<'_>>> = vec![None; tree.tokens().len()];
    for node in tree.root(text).descendants() {
        for (index, _) in node.own_tokens() {
            let owner = &mut owners[index as usize];
            if let Some(other) = owner {
                return Err(format!("token {index} belongs to {other:?} and to {node:?}"));
            }
            *owner = Some(node);
        }
    }
    for (index, (token, owner)) in tree.tokens().iter().zip(&owners).enumerate() {
        let seen = !token.kind.is_trivia() && token.kind != TokenKind::Eof;
        ensure(owner.is_some() == seen, || format!("token {index}, {token:?}, belongs to {owner:?}"))?;
    }
    Ok(())
}

fn errors_are_in_the_text(tree: &Tree, text: &str) -> Result<(), String> {
    let holes =
        tree.root(text).descendants().any(|n| matches!(n.kind(), NodeKind::Missing | NodeKind::Error));
    ensure(!holes || !tree.errors().is_empty(), || "there is a hole but no error".to_owned())?;
    for error in tree.errors() {
        for range in error.labels.iter().map(|(range, _)| *range).chain([error.range]) {
            let piece = text.get(range.start as usize..range.end as usize);
            ensure(piece.is_some(), || format!("{:?} is not part of the source: {}", range, error.message))?;
        }
    }
    Ok(())
}

fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}
