//! `==`, `<=>`, `===`, and iteration over any object that has `each`.

use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::LazyLock;

use bunraku_intern::Symbol;
use bunraku_pcore::number::{compare_big_float, compare_int_float};
use num_bigint::BigInt;

use crate::{
    Args, Interp, R, Unwind,
    class::RClass,
    value::{ProcBody, RArray, RProc, Val},
};

/// How many bytes of strings are compared or copied in a step.
pub(crate) const BYTES_OF_STEP: u64 = 256;

/// How deeply equality compares arrays and hashes, which may contain themselves.
const MAX_DEPTH: usize = 200;

impl Interp<'_> {
    /// `a == b`.
    pub fn equal(&mut self, a: &Val, b: &Val) -> R<bool> {
        self.equal_at(a, b, 0)
    }

    fn equal_at(&mut self, a: &Val, b: &Val, depth: usize) -> R<bool> {
        if depth > MAX_DEPTH {
            return Ok(false);
        }
        Ok(match (a, b) {
            (Val::Int(a), Val::Int(b)) => a == b,
            (Val::Str(a), Val::Str(b)) => {
                let (a, b) = (a.get(), b.get());
                if a.len() == b.len() {
                    self.charge(a.len() as u64 / BYTES_OF_STEP)?;
                }
                *a == *b
            }
            (Val::Float(a), Val::Float(b)) => a == b,
            (Val::Int(_) | Val::Big(_) | Val::Float(_), Val::Int(_) | Val::Big(_) | Val::Float(_)) => {
                compare_numbers(a, b) == Some(Ordering::Equal)
            }
            (Val::Array(a), Val::Array(b)) => {
                if Rc::ptr_eq(a, b) {
                    return Ok(true);
                }
                if a.len() != b.len() {
                    return Ok(false);
                }
                // By index, because a method of an element may change the arrays.
                let mut index = 0;
                while let (Some(a), Some(b)) = (a.get(index), b.get(index)) {
                    self.step()?;
                    if !self.equal_at(&a, &b, depth + 1)? {
                        return Ok(false);
                    }
                    index += 1;
                }
                true
            }
            (Val::Hash(a), Val::Hash(b)) => {
                if Rc::ptr_eq(a, b) {
                    return Ok(true);
                }
                if a.len() != b.len() {
                    return Ok(false);
                }
                for (key, value) in self.entries(a)? {
                    self.step()?;
                    match b.get(&key) {
                        Some(other) if self.equal_at(&value, &other, depth + 1)? => {}
                        _ => return Ok(false),
                    }
                }
                true
            }
            (Val::Range(a), Val::Range(b)) => {
                a.exclusive == b.exclusive
                    && self.equal_at(&a.first, &b.first, depth + 1)?
                    && self.equal_at(&a.last, &b.last, depth + 1)?
            }
            (Val::Regexp(a), Val::Regexp(b)) => a == b,
            (Val::Host(a), Val::Host(b)) => a.equals(&**b),
            // Only an object such as a `Rational` knows how it compares with a number, so it is asked instead.
            (Val::Int(_) | Val::Big(_) | Val::Float(_), Val::Object(_)) => self.equal_at(b, a, depth + 1)?,
            (Val::Object(_), _) => {
                let name = Symbol::new("==");
                self.send(a, name, Args::new(vec![b.clone()]))?.truthy()
            }
            _ => a.same(b),
        })
    }

    /// `a <=> b`; `None` if the two cannot be compared.
    pub fn compare(&mut self, a: &Val, b: &Val) -> R<Option<Ordering>> {
        Ok(match (a, b) {
            (Val::Str(a), Val::Str(b)) => Some(a.get().as_bytes().cmp(b.get().as_bytes())),
            (Val::Sym(a), Val::Sym(b)) => Some(a.as_bytes().cmp(b.as_bytes())),
            (Val::Int(_) | Val::Big(_) | Val::Float(_), Val::Int(_) | Val::Big(_) | Val::Float(_)) => {
                compare_numbers(a, b)
            }
            (Val::Array(a), Val::Array(b)) => {
                self.enter()?;
                let result = self.compare_arrays(a, b);
                self.leave();
                result?
            }
            (Val::Nil, Val::Nil) => Some(Ordering::Equal),
            (Val::Bool(a), Val::Bool(b)) if a == b => Some(Ordering::Equal),
            (Val::Int(_) | Val::Big(_) | Val::Float(_), Val::Object(_)) => {
                match self.call(a, "<=>", vec![b.clone()])? {
                    Val::Int(number) => Some(number.cmp(&0)),
                    _ => None,
                }
            }
            (Val::Object(_) | Val::Class(_) | Val::Host(_), _) if self.responds(a, "<=>") => {
                match self.call(a, "<=>", vec![b.clone()])? {
                    Val::Int(number) => Some(number.cmp(&0)),
                    _ => None,
                }
            }
            _ => None,
        })
    }

    fn compare_arrays(&mut self, a: &RArray, b: &RArray) -> R<Option<Ordering>> {
        let mut index = 0;
        while let (Some(a), Some(b)) = (a.get(index), b.get(index)) {
            self.step()?;
            match self.compare(&a, &b)? {
                Some(Ordering::Equal) => {}
                other => return Ok(other),
            }
            index += 1;
        }
        Ok(Some(a.len().cmp(&b.len())))
    }

    /// `a <=> b`, or Ruby's error if the two cannot be compared.
    pub fn order(&mut self, a: &Val, b: &Val) -> R<Ordering> {
        match self.compare(a, b)? {
            Some(order) => Ok(order),
            None => {
                let class = self.class_of(a).name();
                let other = match b {
                    Val::Nil | Val::Bool(_) | Val::Int(_) | Val::Float(_) | Val::Sym(_) => self.inspect(b)?,
                    _ => self.class_of(b).name(),
                };
                Err(self.argument_error(format!("comparison of {class} with {other} failed")))
            }
        }
    }

    /// Sorts values by a comparison that may fail.
    pub fn sort_by_order(
        &mut self,
        items: Vec<Val>,
        mut order: impl FnMut(&mut Self, &Val, &Val) -> R<Ordering>,
    ) -> R<Vec<Val>> {
        // This is our own merge sort because the comparison may raise an error or be inconsistent. The standard
        // library's sort cannot stop at an error, and may panic if the order is not total.
        if items.len() < 2 {
            return Ok(items);
        }
        let mut runs: Vec<Vec<Val>> = items.into_iter().map(|item| vec![item]).collect();
        while runs.len() > 1 {
            let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
            let mut rest = runs.into_iter();
            while let Some(left) = rest.next() {
                match rest.next() {
                    Some(right) => merged.push(self.merge(left, right, &mut order)?),
                    None => merged.push(left),
                }
            }
            runs = merged;
        }
        Ok(runs.pop().unwrap_or_default())
    }

    fn merge(
        &mut self,
        left: Vec<Val>,
        right: Vec<Val>,
        order: &mut impl FnMut(&mut Self, &Val, &Val) -> R<Ordering>,
    ) -> R<Vec<Val>> {
        let mut result = Vec::with_capacity(left.len() + right.len());
        let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            self.step()?;
            let next = if order(self, a, b)? == Ordering::Greater { right.next() } else { left.next() };
            result.extend(next);
        }
        result.extend(left);
        result.extend(right);
        Ok(result)
    }

    /// `pattern === value`, as used by `case`.
    pub fn case_equal(&mut self, pattern: &Val, value: &Val) -> R<bool> {
        match pattern {
            Val::Str(_) | Val::Sym(_) | Val::Int(_) | Val::Nil | Val::Bool(_) => self.equal(pattern, value),
            Val::Class(class) if !self.has_own_case_equal(class) => Ok(self.is_a(value, class)),
            _ => Ok(self.call(pattern, "===", vec![value.clone()])?.truthy()),
        }
    }

    fn has_own_case_equal(&mut self, class: &Rc<RClass>) -> bool {
        static CASE_EQUAL: LazyLock<Symbol> = LazyLock::new(|| Symbol::new("==="));
        class.meta().is_some_and(|meta| meta.has_method(*CASE_EQUAL))
    }

    /// Whether a value is an instance of a class or of a class that includes a module.
    pub fn is_a(&self, value: &Val, class: &Rc<RClass>) -> bool {
        if let Val::Class(inner) = value
            && inner.meta().is_some_and(|meta| meta.is_a(class))
        {
            return true;
        }
        self.class_of(value).is_a(class)
    }

    /// Calls `visit` with every element of an array, range, enumerator, or other object that has a method `each`. A
    /// hash yields `[key, value]` arrays, and several values yielded at once become an array.
    pub fn each(&mut self, list: &Val, visit: &mut dyn FnMut(&mut Interp<'_>, Val) -> R<()>) -> R<()> {
        match list {
            Val::Array(array) => {
                let mut index = 0;
                while let Some(item) = array.get(index) {
                    self.step()?;
                    visit(self, item)?;
                    index += 1;
                }
                Ok(())
            }
            Val::Hash(hash) => {
                let mut index = 0;
                while let Some((key, value)) = hash.entry(index) {
                    self.step()?;
                    visit(self, Val::array(vec![key, value]))?;
                    index += 1;
                }
                Ok(())
            }
            Val::Range(range) => {
                if let (Val::Int(first), Val::Int(last)) = (&range.first, &range.last) {
                    let last = if range.exclusive { *last } else { last.saturating_add(1) };
                    for number in *first..last {
                        self.step()?;
                        visit(self, Val::Int(number))?;
                    }
                    return Ok(());
                }
                self.each_by_call(list, visit)
            }
            _ => self.each_by_call(list, visit),
        }
    }

    /// Collects the elements that `each` yields, and visits them after it has returned. `visit` may thus stop with an
    /// error that does not pass through `each`.
    fn each_by_call(&mut self, list: &Val, visit: &mut dyn FnMut(&mut Interp<'_>, Val) -> R<()>) -> R<()> {
        for item in self.collect(list)? {
            visit(self, item)?;
        }
        Ok(())
    }

    /// All elements of an object that has a method `each`.
    pub fn collect(&mut self, list: &Val) -> R<Vec<Val>> {
        match list {
            Val::Array(array) => return self.items(array),
            Val::Hash(hash) => {
                // A pair is an array, which takes as much as a few elements.
                self.check_elements(hash.len().saturating_mul(8))?;
                let pairs = hash.entries().into_iter().map(|(key, value)| Val::array(vec![key, value]));
                return Ok(pairs.collect());
            }
            _ => {}
        }
        let into = Val::array(Vec::new());
        let block = self.native_block(collect_item, vec![into.clone()]);
        let each = Symbol::new("each");
        self.send(list, each, Args { block: Some(block), ..Args::default() })?;
        match into {
            Val::Array(array) => Ok(array.to_vec()),
            _ => Ok(Vec::new()),
        }
    }

    /// Creates a block implemented in Rust. The function receives the array of `kept` values in place of `self`.
    pub fn native_block(&mut self, run: crate::class::Native, kept: Vec<Val>) -> Rc<RProc> {
        let tag = self.new_id();
        Rc::new(RProc { body: ProcBody::Native(run, kept), lambda: false, tag })
    }

    /// Turns a `break` out of the block with this tag into the value of the call that the block was passed to.
    pub(crate) fn catch_break(&mut self, tag: u64, result: R) -> R {
        match result {
            Err(unwind) => match *unwind {
                Unwind::Break { tag: of, value } if of == tag => Ok(value),
                other => Err(Box::new(other)),
            },
            value => value,
        }
    }
}

/// Appends the values of one `yield` to the array that the block keeps.
fn collect_item(interp: &mut Interp<'_>, kept: &Val, args: &Args) -> R {
    if let Val::Array(kept) = kept
        && let Some(Val::Array(into)) = kept.get(0)
    {
        interp.check_more(into.len(), 1)?;
        let item = if args.len() == 1 { args.get(0) } else { Val::array(args.list.to_vec()) };
        into.update(|items| items.push(item));
    }
    Ok(Val::Nil)
}

/// The order of two numbers; `None` if one of them is NaN or not a number.
pub fn compare_numbers(a: &Val, b: &Val) -> Option<Ordering> {
    match (a, b) {
        (Val::Int(a), Val::Int(b)) => Some(a.cmp(b)),
        (Val::Float(a), Val::Float(b)) => a.partial_cmp(b),
        (Val::Int(a), Val::Float(b)) => compare_int_float(*a, *b),
        (Val::Float(a), Val::Int(b)) => compare_int_float(*b, *a).map(Ordering::reverse),
        (Val::Big(a), Val::Float(b)) => compare_big_float(a, *b),
        (Val::Float(a), Val::Big(b)) => compare_big_float(b, *a).map(Ordering::reverse),
        (Val::Big(a), Val::Big(b)) => Some(a.cmp(b)),
        (Val::Int(a), Val::Big(b)) => Some(BigInt::from(*a).cmp(b)),
        (Val::Big(a), Val::Int(b)) => Some((**a).cmp(&BigInt::from(*b))),
        _ => None,
    }
}
