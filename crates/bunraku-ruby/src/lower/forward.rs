//! Passes parameters on without naming them: `super` without arguments, `...`, and anonymous `*`, `**` and `&`.

use super::{Lowerer, literal::text};
use crate::tree::{BlockArg, Expr, Kind, Pair, Params, Target};

/// The variables of anonymous parameters. Code cannot write such names.
pub(super) const REST: &str = "*";
pub(super) const KEYWORDS: &str = "**";
pub(super) const BLOCK: &str = "&";

/// The parameters of the method that is being lowered, and their variables.
pub(super) struct Method {
    /// The index of its scope among the enclosing ones.
    scope: usize,
    positional: Vec<Positional>,
    /// Keyword parameters: name and slot.
    keywords: Vec<(bunraku_pcore::Str, u32)>,
    keyword_rest: Option<u32>,
}

#[derive(Clone, Copy)]
enum Positional {
    One(u32),
    Rest(u32),
}

impl Method {
    /// Returns `None` if a parameter is destructured into several variables. Then `super` passes on the original
    /// arguments.
    pub(super) fn new(scope: usize, params: &Params) -> Option<Method> {
        let mut positional = Vec::new();
        positional.extend(slots(&params.required)?);
        positional.extend(params.optional.iter().map(|(slot, _)| Positional::One(*slot)));
        positional.extend(params.rest.map(Positional::Rest));
        positional.extend(slots(&params.post)?);
        let keywords = params.keywords.iter().map(|(name, slot, _)| (name.clone(), *slot)).collect();
        Some(Method { scope, positional, keywords, keyword_rest: params.keyword_rest })
    }
}

fn slots(targets: &[Target]) -> Option<Vec<Positional>> {
    let slot = |target: &Target| match target {
        Target::Local { slot, .. } => Some(Positional::One(*slot)),
        _ => None,
    };
    targets.iter().map(slot).collect()
}

impl Lowerer {
    /// The arguments of a `super` without arguments: the current values of the parameters, and whether the last
    /// argument is a hash of keywords. `None` outside methods.
    pub(super) fn own_arguments(&self, line: u32) -> Option<(Vec<Expr>, bool)> {
        let method = self.methods.last()?.as_ref()?;
        let depth = u32::try_from(self.scopes.len() - 1 - method.scope).ok()?;
        let local = |slot: u32| Expr { kind: Kind::Local { depth, slot }, line };
        let mut args: Vec<Expr> = method
            .positional
            .iter()
            .map(|each| match each {
                Positional::One(slot) => local(*slot),
                Positional::Rest(slot) => Expr { kind: Kind::Splat(Some(Box::new(local(*slot)))), line },
            })
            .collect();
        let mut pairs: Vec<Pair> = Vec::new();
        for (name, slot) in &method.keywords {
            pairs.push(Pair::Entry(Expr { kind: Kind::Sym(name.clone()), line }, local(*slot)));
        }
        pairs.extend(method.keyword_rest.map(|slot| Pair::Splat(local(slot))));
        let keywords = !pairs.is_empty();
        if keywords {
            args.push(Expr { kind: Kind::Hash(pairs), line });
        }
        Some((args, keywords))
    }

    /// The arguments that `...` stands for.
    pub(super) fn forwarded(&self, line: u32) -> Vec<Expr> {
        let rest = Expr { kind: Kind::Splat(self.nameless(REST, line).map(Box::new)), line };
        let keywords = self.nameless(KEYWORDS, line).map(Pair::Splat).into_iter().collect();
        vec![rest, Expr { kind: Kind::Hash(keywords), line }]
    }

    /// The block that `...` passes on.
    pub(super) fn forwarded_block(&self, line: u32) -> BlockArg {
        self.nameless(BLOCK, line).map_or(BlockArg::Forward, |block| BlockArg::Value(Box::new(block)))
    }

    /// The variable of an anonymous parameter of the enclosing method.
    pub(super) fn nameless(&self, name: &str, line: u32) -> Option<Expr> {
        let found = self.scopes.iter().rev().enumerate().find_map(|(depth, scope)| {
            let slot = scope.get_index_of(name)?;
            Some((u32::try_from(depth).ok()?, u32::try_from(slot).ok()?))
        });
        found.map(|(depth, slot)| Expr { kind: Kind::Local { depth, slot }, line })
    }

    /// The slot of a parameter, which may be anonymous.
    pub(super) fn parameter(&mut self, name: Option<ruby_prism::ConstantId<'_>>, nameless: &str) -> u32 {
        match name {
            Some(name) => self.named_slot(&text(name.as_slice())),
            None => self.named_slot(nameless),
        }
    }
}
