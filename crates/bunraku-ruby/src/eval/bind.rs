//! Binds arguments to parameters.

use std::rc::Rc;

use bunraku_pcore::Str;

use crate::{
    Args, Interp, List, R,
    dispatch::expected_number,
    frame::Frame,
    tree::{Params, Target},
    value::{RHash, Val},
};

impl Interp<'_> {
    /// Binds arguments to the parameters of a method, lambda or block. A method or lambda is `strict`. A block accepts
    /// any number of arguments and expands a single array.
    pub(crate) fn bind(&mut self, params: &Params, frame: &Rc<Frame>, args: Args, strict: bool) -> R<()> {
        let Args { mut list, keywords, block } = args;
        if !strict && let Some(count) = params.plain {
            match (count, list.as_slice()) {
                // What a block does not ask for is dropped.
                (0, _) => return Ok(()),
                (2.., [Val::Array(array)]) => {
                    let items = array.items();
                    let mut variables = frame.variables.borrow_mut();
                    variables
                        .iter_mut()
                        .zip(items.iter().take(count))
                        .for_each(|(to, item)| *to = item.clone());
                    return Ok(());
                }
                _ => {}
            }
        }
        let named = self.take_keywords(params, &mut list, keywords);
        let positional = params.required.len() + params.post.len();
        let most = positional + params.optional.len();
        if !strict && list.len() == 1 && params.unfolds() {
            let only = list.pop().unwrap_or_default();
            list = self.unfold(only)?.into();
        }
        if strict && (list.len() < positional || (params.rest.is_none() && list.len() > most)) {
            let max = if params.rest.is_some() { usize::MAX } else { most };
            return Err(self.wrong_number_with(params, list.len(), positional, max));
        }
        let mut optional = list.len().saturating_sub(positional).min(params.optional.len());
        let mut items = list.into_iter();
        for target in &params.required {
            let value = items.next().unwrap_or_default();
            self.assign(target, value, frame)?;
        }
        for (slot, default) in &params.optional {
            if optional > 0 {
                optional -= 1;
                frame.set(0, *slot, items.next().unwrap_or_default());
            } else {
                let value = self.eval(default, frame)?;
                frame.set(0, *slot, value);
            }
        }
        let mut rest: Vec<Val> = items.collect();
        let post = if params.rest.is_some() {
            let keep = rest.len().saturating_sub(params.post.len());
            rest.split_off(keep)
        } else {
            std::mem::take(&mut rest)
        };
        if let Some(slot) = params.rest {
            frame.set(0, slot, Val::array(rest));
        }
        let mut post = post.into_iter();
        for target in &params.post {
            let value = post.next().unwrap_or_default();
            self.assign(target, value, frame)?;
        }
        self.bind_keywords(params, frame, named, strict)?;
        if let Some(slot) = params.block {
            frame.set(0, slot, block.map_or(Val::Nil, Val::Proc));
        }
        Ok(())
    }

    /// The error for a wrong number of arguments, which lists the required keywords as well.
    fn wrong_number_with(
        &mut self,
        params: &Params,
        given: usize,
        min: usize,
        max: usize,
    ) -> Box<crate::Unwind> {
        let needed: Vec<&str> =
            params.keywords.iter().filter(|each| each.2.is_none()).map(|each| each.0.as_str()).collect();
        if needed.is_empty() {
            return self.wrong_number(given, min, max);
        }
        let expected = expected_number(min, max);
        let plural = if needed.len() == 1 { "" } else { "s" };
        let needed = needed.join(", ");
        self.argument_error(format!(
            "wrong number of arguments (given {given}, expected {expected}; required keyword{plural}: {needed})"
        ))
    }

    /// Removes the keywords from the list, if there are parameters for them.
    fn take_keywords(&mut self, params: &Params, list: &mut List, keywords: bool) -> Option<Rc<RHash>> {
        if !keywords || (params.keywords.is_empty() && params.keyword_rest.is_none()) {
            return None;
        }
        match list.pop() {
            Some(Val::Hash(hash)) => Some(hash),
            Some(other) => {
                list.push(other);
                None
            }
            None => None,
        }
    }

    fn bind_keywords(
        &mut self,
        params: &Params,
        frame: &Rc<Frame>,
        named: Option<Rc<RHash>>,
        strict: bool,
    ) -> R<()> {
        if params.keywords.is_empty() && params.keyword_rest.is_none() {
            return Ok(());
        }
        let mut left: Vec<(Val, Val)> = named.map(|hash| hash.entries()).unwrap_or_default();
        let place = |left: &[(Val, Val)], name: &Str| {
            left.iter().position(|(key, _)| matches!(key, Val::Sym(key) if key == name))
        };
        let missing: Vec<String> = params
            .keywords
            .iter()
            .filter(|(name, _, default)| default.is_none() && place(&left, name).is_none())
            .map(|(name, ..)| format!(":{name}"))
            .collect();
        if !missing.is_empty() {
            let plural = if missing.len() == 1 { "" } else { "s" };
            return Err(self.argument_error(format!("missing keyword{plural}: {}", missing.join(", "))));
        }
        for (name, slot, default) in &params.keywords {
            match (place(&left, name), default) {
                (Some(at), _) => frame.set(0, *slot, left.remove(at).1),
                (None, Some(default)) => {
                    let value = self.eval(default, frame)?;
                    frame.set(0, *slot, value);
                }
                (None, None) => {}
            }
        }
        match params.keyword_rest {
            Some(slot) => frame.set(0, slot, Val::hash(left)),
            None if strict && !left.is_empty() => {
                let mut names = Vec::new();
                for (key, _) in &left {
                    names.push(self.inspect(key)?);
                }
                let plural = if names.len() == 1 { "" } else { "s" };
                return Err(self.argument_error(format!("unknown keyword{plural}: {}", names.join(", "))));
            }
            None => {}
        }
        Ok(())
    }
}

impl Params {
    /// Whether the arguments become the first variables just as they are.
    #[inline]
    pub(crate) fn takes(&self, args: &Args) -> bool {
        self.plain == Some(args.list.len()) && !args.keywords
    }

    /// Finds out whether the parameters are [plain](Params::plain).
    pub(crate) fn note_plain(&mut self) {
        let only_required = self.optional.is_empty()
            && self.rest.is_none()
            && self.post.is_empty()
            && self.keywords.is_empty()
            && self.keyword_rest.is_none()
            && self.block.is_none()
            && !self.trailing_comma;
        let in_order = (0..)
            .zip(&self.required)
            .all(|(index, target)| matches!(target, Target::Local { depth: 0, slot } if *slot == index));
        self.plain = (only_required && in_order).then_some(self.required.len());
    }

    /// Whether a block with these parameters expands a single array.
    pub(crate) fn unfolds(&self) -> bool {
        let positional = self.required.len() + self.optional.len() + self.post.len();
        positional > 1 || (positional == 1 && (self.rest.is_some() || self.trailing_comma))
    }

    /// The `arity`: the number of arguments, or `-n - 1` if `n` are required and others are optional.
    pub fn arity(&self, strict: bool) -> i64 {
        let needs_keywords = self.keywords.iter().any(|(_, _, default)| default.is_none());
        let takes_keywords = !self.keywords.is_empty() || self.keyword_rest.is_some();
        let positional = self.required.len() + self.post.len();
        let min = (positional + usize::from(needs_keywords)) as i64;
        let max = (positional + self.optional.len() + usize::from(takes_keywords)) as i64;
        let fixed = self.rest.is_none() && (!strict || min == max);
        if fixed { min } else { -min - 1 }
    }
}
