//! `case ... in`.

use std::rc::Rc;

use crate::{
    Interp, R,
    frame::Frame,
    tree::{Expr, HashRest, InBranch, Pattern},
    value::Val,
};

impl Interp<'_> {
    pub(super) fn case_in(
        &mut self,
        subject: &Expr,
        branches: &[InBranch],
        otherwise: Option<&Expr>,
        frame: &Rc<Frame>,
    ) -> R {
        let value = self.eval(subject, frame)?;
        for branch in branches {
            if !self.fits(&branch.pattern, &value, frame)? {
                continue;
            }
            if let Some(guard) = &branch.guard
                && !self.eval(guard, frame)?.truthy()
            {
                continue;
            }
            return self.eval(&branch.body, frame);
        }
        match otherwise {
            Some(otherwise) => self.eval(otherwise, frame),
            None => {
                // As in Ruby, the message explains the mismatch only if there is a single pattern.
                let only = match branches {
                    [branch] if branch.guard.is_none() => Some(&branch.pattern),
                    _ => None,
                };
                Err(self.no_pattern(&value, only, frame))
            }
        }
    }

    pub(super) fn match_pattern(
        &mut self,
        value: &Expr,
        pattern: &Pattern,
        required: bool,
        frame: &Rc<Frame>,
    ) -> R {
        let value = self.eval(value, frame)?;
        let fits = self.fits(pattern, &value, frame)?;
        match (required, fits) {
            (false, fits) => Ok(Val::Bool(fits)),
            (true, true) => Ok(Val::Nil),
            (true, false) => Err(self.no_pattern(&value, Some(pattern), frame)),
        }
    }

    fn no_pattern(&mut self, value: &Val, only: Option<&Pattern>, frame: &Rc<Frame>) -> Box<crate::Unwind> {
        match self.mismatch(value, only, frame) {
            Ok(error) | Err(error) => error,
        }
    }

    fn mismatch(&mut self, value: &Val, only: Option<&Pattern>, frame: &Rc<Frame>) -> R<Box<crate::Unwind>> {
        let shown = self.inspect(value)?;
        Ok(match (only, value) {
            (Some(Pattern::Value(wanted)), _) => {
                let wanted = self.eval(wanted, frame)?;
                let wanted = self.inspect(&wanted)?;
                let message = format!("{shown}: {wanted} === {shown} does not return true");
                self.error("NoMatchingPatternError", message)
            }
            (Some(Pattern::Hash { constant: None, entries, .. }), Val::Hash(hash)) => {
                match entries.iter().find(|(name, _)| hash.get_sym(name).is_none()) {
                    Some((name, _)) => {
                        let key = Val::Sym(name.clone());
                        let message = format!("{shown}: key not found: {}", self.inspect(&key)?);
                        let details = [("key", &key), ("matchee", value)];
                        self.error_about("NoMatchingPatternKeyError", message, &details)
                    }
                    None => self.error("NoMatchingPatternError", shown),
                }
            }
            _ => self.error("NoMatchingPatternError", shown),
        })
    }

    fn fits(&mut self, pattern: &Pattern, value: &Val, frame: &Rc<Frame>) -> R<bool> {
        match pattern {
            Pattern::Value(expr) => {
                let wanted = self.eval(expr, frame)?;
                self.case_equal(&wanted, value)
            }
            Pattern::Bind(target) => {
                self.assign(target, value.clone(), frame)?;
                Ok(true)
            }
            Pattern::Either(left, right) => {
                Ok(self.fits(left, value, frame)? || self.fits(right, value, frame)?)
            }
            Pattern::Capture(inner, target) => {
                if !self.fits(inner, value, frame)? {
                    return Ok(false);
                }
                self.assign(target, value.clone(), frame)?;
                Ok(true)
            }
            Pattern::Array { constant, before, rest, after } => {
                let Some(items) = self.deconstruct(constant.as_ref(), value, frame)? else {
                    return Ok(false);
                };
                let least = before.len() + after.len();
                if items.len() < least || (rest.is_none() && items.len() > least) {
                    return Ok(false);
                }
                let middle = items.len() - after.len();
                for (pattern, item) in before.iter().zip(&items) {
                    if !self.fits(pattern, item, frame)? {
                        return Ok(false);
                    }
                }
                if let Some(Some(target)) = rest {
                    let between = items.get(before.len()..middle).unwrap_or_default().to_vec();
                    self.assign(target, Val::array(between), frame)?;
                }
                for (pattern, item) in after.iter().zip(items.iter().skip(middle)) {
                    if !self.fits(pattern, item, frame)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Pattern::Find { constant, before, middle, after } => {
                let Some(items) = self.deconstruct(constant.as_ref(), value, frame)? else {
                    return Ok(false);
                };
                for start in 0..=items.len().saturating_sub(middle.len()) {
                    let window = items.get(start..start + middle.len()).unwrap_or_default();
                    let mut all = window.len() == middle.len();
                    for (pattern, item) in middle.iter().zip(window) {
                        all = all && self.fits(pattern, item, frame)?;
                    }
                    if all {
                        if let Some(target) = before {
                            let items = items.get(..start).unwrap_or_default().to_vec();
                            self.assign(target, Val::array(items), frame)?;
                        }
                        if let Some(target) = after {
                            let items = items.get(start + middle.len()..).unwrap_or_default().to_vec();
                            self.assign(target, Val::array(items), frame)?;
                        }
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Pattern::Hash { constant, entries, rest } => {
                self.fits_hash(constant.as_ref(), entries, rest, value, frame)
            }
        }
    }

    fn fits_hash(
        &mut self,
        constant: Option<&Expr>,
        entries: &[(bunraku_pcore::Str, Option<Pattern>)],
        rest: &HashRest,
        value: &Val,
        frame: &Rc<Frame>,
    ) -> R<bool> {
        if !self.fits_constant(constant, value, frame)? {
            return Ok(false);
        }
        let hash = match value {
            Val::Hash(hash) => Rc::clone(hash),
            Val::Object(_) if self.responds(value, "deconstruct_keys") => {
                // The argument of `deconstruct_keys` is the list of keys, or `nil` if `**rest` needs all of them.
                let wanted = match rest {
                    HashRest::Bind(_) => Val::Nil,
                    _ => Val::array(entries.iter().map(|(name, _)| Val::Sym(name.clone())).collect()),
                };
                match self.call(value, "deconstruct_keys", vec![wanted])? {
                    Val::Hash(hash) => hash,
                    _ => return Ok(false),
                }
            }
            _ => return Ok(false),
        };
        for (name, pattern) in entries {
            let Some(item) = hash.get_sym(name) else { return Ok(false) };
            if let Some(pattern) = pattern
                && !self.fits(pattern, &item, frame)?
            {
                return Ok(false);
            }
        }
        let others: Vec<(Val, Val)> = hash
            .entries()
            .into_iter()
            .filter(|(key, _)| !matches!(key, Val::Sym(key) if entries.iter().any(|(name, _)| name == key)))
            .collect();
        match rest {
            HashRest::Any => Ok(!(entries.is_empty() && constant.is_none() && !others.is_empty())),
            HashRest::None => Ok(others.is_empty()),
            HashRest::Bind(target) => {
                self.assign(target, Val::hash(others), frame)?;
                Ok(true)
            }
        }
    }

    fn deconstruct(
        &mut self,
        constant: Option<&Expr>,
        value: &Val,
        frame: &Rc<Frame>,
    ) -> R<Option<Vec<Val>>> {
        if !self.fits_constant(constant, value, frame)? {
            return Ok(None);
        }
        match value {
            Val::Array(array) => Ok(Some(array.to_vec())),
            Val::Object(_) if self.responds(value, "deconstruct") => {
                match self.call(value, "deconstruct", Vec::new())? {
                    Val::Array(array) => Ok(Some(array.to_vec())),
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    fn fits_constant(&mut self, constant: Option<&Expr>, value: &Val, frame: &Rc<Frame>) -> R<bool> {
        match constant {
            Some(constant) => {
                let wanted = self.eval(constant, frame)?;
                self.case_equal(&wanted, value)
            }
            None => Ok(true),
        }
    }
}
