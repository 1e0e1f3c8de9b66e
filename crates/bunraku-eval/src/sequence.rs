//! Lazy sequences: the results of `reverse_each`, `step` and `tree_each`.

use std::{
    any::Any,
    fmt,
    iter::from_fn,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use num_bigint::BigInt;

use bunraku_edition::TypeRules;
use bunraku_pcore::{
    IntRange, Measure, Size, Type, Value, infer,
    types::Bound,
    values::{Iter, Iterable},
};

use crate::{Enumeration, Items, Machine};

/// A lazy sequence as a value.
///
/// Its position is shared by all readers: an element taken by one of them is gone for the others, as in Puppet. Only
/// [`Machine::enumerate`] may restart it.
#[derive(Clone)]
pub struct LazySequence(Arc<Inner>);

type Values = Box<dyn Iterator<Item = Value> + Send>;

struct Inner {
    kind: Kind,
    element_type: OnceLock<Type>,
    infer: Box<dyn Fn() -> Type + Send + Sync>,
    /// The measure of the value that the elements come from.
    measure: Measure,
    /// The remaining elements; `None` before the first one is read.
    cursor: Mutex<Option<Values>>,
}

enum Kind {
    /// Values that can be read again, at most so many; `pairs` if they are the entries of a hash.
    Values { make: Box<dyn Fn() -> Values + Send + Sync>, pairs: bool, most: u64 },
    /// Integers between two bounds, up or down.
    Range { from: i128, to: i128, step: i128 },
    /// Every `step`th element of another sequence, starting with the first.
    Step { of: LazySequence, step: u64 },
    /// The parts of a tree, which can be read once.
    Tree { make: Box<dyn Fn() -> Values + Send + Sync> },
}

impl LazySequence {
    /// The elements of a value as a sequence, if it can be iterated over.
    pub fn of(cx: &Machine, value: &Value) -> Option<LazySequence> {
        let rules: &'static TypeRules = &cx.edition.types;
        Some(match value {
            Value::Iter(iter) => LazySequence::behind(iter)?.clone(),
            Value::Type(ty @ Type::Alias(_)) => {
                return LazySequence::of(cx, &Value::Type(ty.resolved().clone()));
            }
            Value::Int(count) if *count > 0 => LazySequence::range(0, i128::from(*count) - 1, 1),
            Value::Type(Type::Integer(Some(range))) => {
                let step = if range.descending { -1 } else { 1 };
                LazySequence::range(end(range.from.as_ref()?)?, end(range.to.as_ref()?)?, step)
            }
            other => {
                let (value, source) = (other.clone(), other.clone());
                Items::of(other)?;
                let make = Box::new(move || Box::new(Items::of(&value).into_iter().flatten()) as Values);
                let pairs = matches!(source, Value::Hash(_));
                let measure = source.measure();
                let most = match other {
                    Value::Str(text) => text.len(),
                    Value::Array(array) => array.len(),
                    Value::Hash(hash) => 2 * hash.len(),
                    _ => 0,
                };
                let kind = Kind::Values { make, pairs, most: most as u64 };
                LazySequence::new(kind, measure, move || element_type(rules, &source))
            }
        })
    }

    /// The parts of a tree with a given measure; `make` starts at its root.
    pub fn tree(measure: Measure, make: impl Fn() -> Values + Send + Sync + 'static) -> LazySequence {
        LazySequence::new(Kind::Tree { make: Box::new(make) }, measure, || Type::Any)
    }

    /// The sequence that a value holds.
    pub fn behind(iter: &Iter) -> Option<&LazySequence> {
        iter.0.as_any().downcast_ref()
    }

    /// Wraps the sequence in a value.
    pub fn into_value(self) -> Value {
        Value::Iter(Iter(Arc::new(self)))
    }

    /// Whether the elements are entries of a hash, so that a lambda with two parameters receives a key and a value.
    pub fn is_pairs(&self) -> bool {
        matches!(self.0.kind, Kind::Values { pairs: true, .. })
    }

    /// How many elements it may have at most that are made one by one, whatever they share: collecting them takes that
    /// many values. Those of a range are computed.
    pub fn most(&self) -> u64 {
        match &self.0.kind {
            Kind::Values { most, .. } => *most,
            Kind::Range { .. } => 0,
            Kind::Step { of, .. } => of.most(),
            Kind::Tree { .. } => self.measure().weight(),
        }
    }

    /// The elements from the last to the first. Those that cannot be read backwards are collected.
    pub fn reversed(&self) -> LazySequence {
        let this = self.clone();
        match &self.0.kind {
            Kind::Values { .. } => {
                let source = self.clone();
                let make = Box::new(move || {
                    let values: Vec<Value> = source.fresh().collect();
                    Box::new(values.into_iter().rev()) as Values
                });
                let kind = Kind::Values { make, pairs: false, most: self.most() };
                LazySequence::new(kind, self.measure().around(), move || this.element_type())
            }
            Kind::Range { from, to, step } => LazySequence::range(*from, *to, -step),
            Kind::Step { .. } | Kind::Tree { .. } => {
                let mut values: Vec<Value> = match self.enumerate() {
                    Some(found) => found.items.collect(),
                    None => self.values().collect(),
                };
                values.reverse();
                let make = Box::new(move || Box::new(values.clone().into_iter()) as Values);
                let kind = Kind::Values { make, pairs: false, most: self.most() };
                LazySequence::new(kind, self.measure().around(), move || this.element_type())
            }
        }
    }

    /// Every `step`th element, starting with the first.
    pub fn stepped(&self, step: u64) -> LazySequence {
        match &self.0.kind {
            Kind::Values { .. } | Kind::Range { .. } | Kind::Step { .. } if step == 1 => self.clone(),
            Kind::Range { from, to, step: own } => {
                let step = own.saturating_mul(i128::from(step));
                // The remainder is cut off at the end from which the steps are counted. For steps downwards that loses
                // an element, as in Puppet.
                let rest = match (to - from).rem_euclid(step.abs()) {
                    0 => 0,
                    rest if step < 0 => rest - step.abs(),
                    rest => rest,
                };
                let (from, to) = if rest < 0 { (from - rest, *to) } else { (*from, to - rest) };
                LazySequence::range(from, to, step)
            }
            Kind::Values { .. } | Kind::Step { .. } | Kind::Tree { .. } => {
                let (of, this) = (self.clone(), self.clone());
                LazySequence::new(Kind::Step { of, step }, self.measure().around(), move || {
                    this.element_type()
                })
            }
        }
    }

    pub(crate) fn enumerate(&self) -> Option<Enumeration> {
        let (values, ends_at_break): (Values, bool) = match &self.0.kind {
            Kind::Values { .. } => (self.fresh(), false),
            Kind::Range { .. } => (self.values(), true),
            Kind::Step { .. } => (Box::new(self.values().map(packed)), true),
            Kind::Tree { .. } => return None,
        };
        Some(Enumeration { items: Items::Sequence(values), ends_at_break })
    }

    fn new(kind: Kind, measure: Measure, infer: impl Fn() -> Type + Send + Sync + 'static) -> LazySequence {
        LazySequence(Arc::new(Inner {
            kind,
            measure,
            element_type: OnceLock::new(),
            infer: Box::new(infer),
            cursor: Mutex::new(None),
        }))
    }

    fn range(from: i128, to: i128, step: i128) -> LazySequence {
        let bound = |end: i128| Bound::from_value(&Value::integer(BigInt::from(end)));
        let ty = Type::integer(IntRange::between(bound(from), bound(to)));
        LazySequence::new(Kind::Range { from, to, step }, Measure::default(), move || ty.clone())
    }

    /// The elements, starting over.
    fn fresh(&self) -> Values {
        match &self.0.kind {
            Kind::Values { make, .. } | Kind::Tree { make } => make(),
            Kind::Range { from, to, step } => {
                let (from, to, step) = (*from, *to, *step);
                let mut next = if step < 0 { to } else { from };
                Box::new(from_fn(move || {
                    let number = Some(next).filter(|next| (from..=to).contains(next))?;
                    next = next.saturating_add(step);
                    Some(i64::try_from(number).map_or_else(|_| Value::integer(number.into()), Value::Int))
                }))
            }
            Kind::Step { .. } => Box::new(std::iter::empty()),
        }
    }

    fn next(&self) -> Option<Value> {
        if let Kind::Step { of, step } = &self.0.kind {
            let value = of.next()?;
            let skipped = (1..*step).take_while(|_| of.next().is_some());
            skipped.for_each(drop);
            return Some(value);
        }
        let mut cursor = self.0.cursor.lock().unwrap_or_else(PoisonError::into_inner);
        cursor.get_or_insert_with(|| Box::new(self.fresh().fuse())).next()
    }
}

impl fmt::Debug for LazySequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Iterator[{:?}]", self.element_type())
    }
}

impl Iterable for LazySequence {
    fn element_type(&self) -> Type {
        self.0.element_type.get_or_init(|| (self.0.infer)()).clone()
    }

    fn values(&self) -> Values {
        let this = self.clone();
        Box::new(from_fn(move || this.next()))
    }

    fn measure(&self) -> Measure {
        self.0.measure
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A bound of a range, if sums and differences with other bounds do not overflow.
fn end(bound: &Bound) -> Option<i128> {
    match bound {
        Bound::Small(number) => Some((*number).into()),
        Bound::Big(number) => i128::try_from(&**number).ok().filter(|end| end.unsigned_abs() < 1 << 120),
    }
}

/// The type of the elements of a value.
fn element_type(rules: &TypeRules, value: &Value) -> Type {
    let pair = |key, value| Type::tuple([key, value], Some(Size::exactly(2)));
    match value {
        Value::Str(_) => Type::string(Size::exactly(1)),
        Value::Array(array) if array.is_empty() => Type::Unit,
        Value::Array(array) => Type::variant(array.iter().map(|value| infer::detailed(rules, value))),
        Value::Hash(hash) if hash.is_empty() => pair(Type::Unit, Type::Unit),
        Value::Hash(hash) => pair(
            Type::variant(hash.keys().map(|key| infer::detailed(rules, key))),
            Type::variant(hash.values().map(|value| infer::detailed(rules, value))),
        ),
        Value::Int(_) => Type::Unit,
        Value::Type(ty) => ty.clone(),
        _ => Type::Any,
    }
}

/// An element as seen by a search that takes elements apart and joins them again: an array of one element becomes that
/// element, and an empty one `undef`.
fn packed(value: Value) -> Value {
    let parts: Vec<Value> = match value {
        Value::Array(values) => values.into_iter().collect(),
        Value::Hash(hash) => hash.into_iter().map(|(key, value)| Value::array([key, value])).collect(),
        other => return other,
    };
    match <[Value; 1]>::try_from(parts) {
        Ok([only]) => only,
        Err(parts) if parts.is_empty() => Value::Undef,
        Err(parts) => Value::array(parts),
    }
}
