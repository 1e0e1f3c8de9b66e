//! Operators on plain values, evaluated without a method lookup.

use bunraku_intern::Symbol;

use crate::{Interp, value::Val};

/// The symbols of the operators that are handled here, interned once.
struct Operators {
    add: Symbol,
    subtract: Symbol,
    less: Symbol,
    greater: Symbol,
    at_most: Symbol,
    at_least: Symbol,
    equal: Symbol,
    unequal: Symbol,
    append: Symbol,
    index: Symbol,
    to_s: Symbol,
    is_nil: Symbol,
}

static OPERATORS: std::sync::LazyLock<Operators> = std::sync::LazyLock::new(|| Operators {
    add: Symbol::new("+"),
    subtract: Symbol::new("-"),
    less: Symbol::new("<"),
    greater: Symbol::new(">"),
    at_most: Symbol::new("<="),
    at_least: Symbol::new(">="),
    equal: Symbol::new("=="),
    unequal: Symbol::new("!="),
    append: Symbol::new("<<"),
    index: Symbol::new("[]"),
    to_s: Symbol::new("to_s"),
    is_nil: Symbol::new("nil?"),
});

impl Interp<'_> {
    /// The result of an operator on plain values; `None` if a method must be called.
    #[inline]
    pub(super) fn quick(&mut self, left: &Val, name: Symbol, right: &Val) -> Option<Val> {
        let operators = &*OPERATORS;
        match (left, right) {
            (Val::Int(a), Val::Int(b)) => {
                if name == operators.add {
                    a.checked_add(*b).map(Val::Int)
                } else if name == operators.subtract {
                    a.checked_sub(*b).map(Val::Int)
                } else if name == operators.less {
                    Some(Val::Bool(a < b))
                } else if name == operators.greater {
                    Some(Val::Bool(a > b))
                } else if name == operators.at_most {
                    Some(Val::Bool(a <= b))
                } else if name == operators.at_least {
                    Some(Val::Bool(a >= b))
                } else if name == operators.equal {
                    Some(Val::Bool(a == b))
                } else if name == operators.unequal {
                    Some(Val::Bool(a != b))
                } else {
                    None
                }
            }
            (Val::Str(a), Val::Str(b)) => {
                if name == operators.equal {
                    Some(Val::Bool(*a.get() == *b.get()))
                } else if name == operators.unequal {
                    Some(Val::Bool(*a.get() != *b.get()))
                } else if name == operators.append
                    && !a.is_frozen()
                    && !a.is_binary()
                    && !b.is_binary()
                    && !std::rc::Rc::ptr_eq(a, b)
                    && a.get().len() + b.get().len() <= self.limits.size
                {
                    a.update(|text| text.push_str(&b.get()));
                    Some(left.clone())
                } else {
                    None
                }
            }
            (Val::Hash(hash), Val::Str(_)) if name == operators.index && hash.is_plain() => {
                hash.get(right).or_else(|| hash.answer_to_missing())
            }
            _ => None,
        }
    }

    /// Like [`Interp::quick`], with a string literal on the right for which no object was created.
    #[inline]
    pub(super) fn quick_text(&mut self, left: &Val, name: Symbol, right: &str) -> Option<Val> {
        let operators = &*OPERATORS;
        match left {
            Val::Str(text) if text.own().is_some() => None,
            Val::Str(text) if name == operators.append => {
                let size = text.get().len() + right.len();
                if text.is_frozen() || text.is_binary() || size > self.limits.size {
                    return None;
                }
                text.update(|text| text.push_str(right));
                Some(left.clone())
            }
            Val::Str(text) if name == operators.equal => Some(Val::Bool(*text.get() == *right)),
            Val::Str(text) if name == operators.unequal => Some(Val::Bool(*text.get() != *right)),
            Val::Nil | Val::Bool(_) | Val::Int(_) if name == operators.equal => Some(Val::Bool(false)),
            Val::Nil | Val::Bool(_) | Val::Int(_) if name == operators.unequal => Some(Val::Bool(true)),
            Val::Hash(hash) if name == operators.index && hash.is_plain() => {
                hash.get_text(right).or_else(|| hash.answer_to_missing())
            }
            _ => None,
        }
    }

    /// The result of a method without arguments on a plain value; `None` if a method must be called.
    #[inline]
    pub(super) fn quick_alone(&mut self, receiver: &Val, name: Symbol) -> Option<Val> {
        let operators = &*OPERATORS;
        match receiver {
            Val::Str(text) if name == operators.to_s && text.own().is_none() => Some(receiver.clone()),
            Val::Nil if name == operators.is_nil => Some(Val::Bool(true)),
            _ => None,
        }
    }
}
