//! Repeats. Onigmo rewrites repeats of repeats, and since that changes what matches, it is done here as well.

use super::{Lower, class, fold};
use crate::ast::{self, NodeKind, RepeatMode};
use crate::ir::{EmptyCheck, Node, Repeat};
use crate::options::Flags;

/// A repeat that is being rewritten.
struct Quantifier<'a> {
    min: u32,
    max: Option<u32>,
    greedy: bool,
    target: Target<'a>,
}

enum Target<'a> {
    Node(&'a ast::Node),
    Quantifier(Box<Quantifier<'a>>),
}

/// How a repeat of a repeat is rewritten.
#[derive(Clone, Copy)]
enum Rewrite {
    /// Both are kept.
    Keep,
    /// The outer one is dropped.
    Inner,
    /// `*`
    Star,
    /// `*?`
    LazyStar,
    /// `??`
    LazyOptional,
    /// `+` inside `??`
    PlusInLazyOptional,
}

/// The table of Onigmo, by the inner and then by the outer one of `?`, `*`, `+`, `??`, `*?`, `+?`.
const REWRITES: [[Rewrite; 6]; 6] = {
    use Rewrite::{
        Inner as I, Keep as K, LazyOptional as LO, LazyStar as LS, PlusInLazyOptional as PL, Star as S,
    };
    [
        [I, S, S, LO, LS, K],
        [I, I, I, PL, PL, I],
        [S, S, I, K, PL, I],
        [I, LS, LS, I, LS, LS],
        [I, I, I, I, I, I],
        [K, K, K, LS, LS, I],
    ]
};

impl Lower<'_> {
    /// Lowers a repeat. `node` must be one.
    pub(super) fn repeat(&mut self, node: &ast::Node, flags: Flags) -> Node {
        let Some((quantifier, possessive)) = quantifier(node) else { return Node::Empty };
        let lowered = self.quantified(quantifier, flags);
        if possessive { Node::Atomic(Box::new(lowered)) } else { lowered }
    }

    fn quantified(&mut self, quantifier: Quantifier<'_>, flags: Flags) -> Node {
        let Quantifier { mut min, mut max, greedy, target } = quantifier;
        let mut before = None;
        if let Target::Node(node) = target
            && flags.ignore_case
            && min > 1
            && let Some(chars) = literals(node, flags)
            && let Some((written, times)) = fold::repeated(&chars, min)
        {
            if max == Some(times) {
                return written;
            }
            (before, min, max) = (Some(written), min - times, max.map(|max| max - times));
        }
        let check = self.empty_check(&target);
        let node = match target {
            Target::Node(node) => self.node(node, flags),
            Target::Quantifier(inner) => self.quantified(*inner, flags),
        };
        // The target is lowered even if it never matches, because it may contain a group that is called.
        if max == Some(0) {
            return Node::Empty;
        }
        let repeat = Node::Repeat(Box::new(Repeat { node, min, max, greedy, empty: check }));
        match before {
            Some(before) => Node::Concat(vec![before, repeat]),
            None => repeat,
        }
    }

    /// The check that ends the repetition of a target that can match the empty string.
    fn empty_check(&self, target: &Target<'_>) -> EmptyCheck {
        match target {
            Target::Node(node) if self.lengths.consumes(node) => EmptyCheck::Never,
            Target::Node(node) if self.lengths.captures(node) => EmptyCheck::Groups,
            Target::Node(_) => EmptyCheck::Position,
            Target::Quantifier(inner) => match self.empty_check(&inner.target) {
                EmptyCheck::Never if inner.min > 0 => EmptyCheck::Never,
                EmptyCheck::Never if self.captures(&inner.target) => EmptyCheck::Groups,
                EmptyCheck::Never => EmptyCheck::Position,
                check => check,
            },
        }
    }

    fn captures(&self, target: &Target<'_>) -> bool {
        match target {
            Target::Node(node) => self.lengths.captures(node),
            Target::Quantifier(inner) => self.captures(&inner.target),
        }
    }
}

/// The characters of a piece that consists only of characters.
fn literals(node: &ast::Node, flags: Flags) -> Option<Vec<char>> {
    match &node.peeled().kind {
        NodeKind::Literal { c, .. } => Some(vec![*c]),
        NodeKind::Class(class) => match class::class(class, flags) {
            class::Lowered::Char(c) => Some(vec![c]),
            class::Lowered::Node(_) => None,
        },
        NodeKind::Concat(nodes) => nodes
            .iter()
            .map(|node| match node.kind {
                NodeKind::Literal { c, raw: false } => Some(c),
                _ => None,
            })
            .collect(),
        _ => None,
    }
}

/// The quantifier of a repeat, and whether it is possessive.
fn quantifier(node: &ast::Node) -> Option<(Quantifier<'_>, bool)> {
    let NodeKind::Repeat { node, repeat } = &node.kind else { return None };
    let outer = Quantifier {
        min: repeat.min,
        max: repeat.max,
        greedy: repeat.mode != RepeatMode::Lazy,
        target: Target::Node(node),
    };
    let possessive = repeat.mode == RepeatMode::Possessive;
    Some(match quantifier(node.peeled()) {
        Some((inner, false)) => (combine(outer, inner), possessive),
        _ => (outer, possessive),
    })
}

/// Rewrites a repeat of a repeat.
fn combine<'a>(outer: Quantifier<'a>, inner: Quantifier<'a>) -> Quantifier<'a> {
    let with = |min, max, greedy, target| Quantifier { min, max, greedy, target };
    let boxed = |inner| Target::Quantifier(Box::new(inner));
    match (popular(&inner), popular(&outer)) {
        (Some(row), Some(column)) => {
            let rewrite = REWRITES.get(row).and_then(|row| row.get(column)).copied().unwrap_or(Rewrite::Keep);
            match rewrite {
                Rewrite::Keep => Quantifier { target: boxed(inner), ..outer },
                Rewrite::Inner => inner,
                Rewrite::Star => with(0, None, true, inner.target),
                Rewrite::LazyStar => with(0, None, false, inner.target),
                Rewrite::LazyOptional => with(0, Some(1), false, inner.target),
                Rewrite::PlusInLazyOptional => {
                    with(0, Some(1), false, boxed(with(1, None, true, inner.target)))
                }
            }
        }
        // `(?:a*){2,5}` becomes `(?:a*){2}`: after a greedy repeat without a limit, more rounds would add nothing.
        (Some(1 | 2), None) if outer.greedy && outer.max.is_some_and(|max| max > 1) => {
            let max = Some(outer.min.max(1));
            with(outer.min, max, true, boxed(inner))
        }
        _ => Quantifier { target: boxed(inner), ..outer },
    }
}

/// The index of a quantifier in the table, if it is one of `?`, `*`, `+`, `??`, `*?`, `+?`.
fn popular(quantifier: &Quantifier<'_>) -> Option<usize> {
    let kind = match (quantifier.min, quantifier.max) {
        (0, Some(1)) => 0,
        (0, None) => 1,
        (1, None) => 2,
        _ => return None,
    };
    Some(if quantifier.greedy { kind } else { kind + 3 })
}
