//! `tree_each`: iterates over all parts of nested data.

use std::{collections::VecDeque, sync::Arc};

use bunraku_edition::TypeRules;
use bunraku_eval::LazySequence;
use bunraku_pcore::{
    Hash, Type,
    assignable::assignable,
    instance::instance,
    types::{Attribute, AttributeKind},
};

use crate::prelude::*;

macro_rules! signature {
    ($block:literal) => {
        concat!(
            "Variant[Iterator, Array, Hash, Object] $tree, Struct[{container_type => Optional[Type], \
             include_root => Optional[Boolean], include_containers => Optional[Boolean], \
             include_values => Optional[Boolean], order => Optional[Enum[depth_first, breadth_first]], \
             include_refs => Optional[Boolean]}] $options = {}",
            $block
        )
    };
}

pub(crate) static TREE_EACH: Builtin = Builtin::new(
    "tree_each",
    "Iterates over everything inside nested arrays, hashes and objects. Each part comes with its path, an array of
the indexes, keys and attributes that lead to it. With a lambda, calls it with each path and part, or only with
the part if it has one parameter, and returns the tree; without a lambda, returns a sequence of pairs `[path, part]`.

The options are a hash: `order` is `'depth_first'` or `'breadth_first'`; `include_containers`, `include_values` and
`include_root` decide whether collections, other values and the tree itself are included; `container_type` is the type
of collections to descend into; `include_refs` decides whether references between objects are followed.

```cases
[1, ['a']].tree_each |$path, $part| { notice($path, $part) }
notice(Array([1, ['a']].tree_each({ 'include_containers' => false })))
>> notice \"[] [1, [a]]\"
>> notice \"[0] 1\"
>> notice \"[1] [a]\"
>> notice \"[1, 0] a\"
>> notice \"[[[0], 1], [[1, 0], a]]\"
```
",
    &[
        Dispatch { signature: signature!(", Callable[2, 2] &$block"), run: paths_and_parts },
        Dispatch { signature: signature!(", Callable[1, 1] &$block"), run: parts },
        Dispatch { signature: signature!(""), run: sequence },
    ],
)
.thorough();

fn paths_and_parts(call: &mut Call<'_>) -> Eval<Value> {
    each(call, |call, path, part| call.yield_values([path, part]))
}

fn parts(call: &mut Call<'_>) -> Eval<Value> {
    each(call, |call, _, part| call.yield_values([part]))
}

fn sequence(call: &mut Call<'_>) -> Eval<Value> {
    let walk = walk(call)?;
    let root = call.arg(0).clone();
    if !walk.is_container(&root) {
        return Err(no_container(call));
    }
    let measure = root.measure();
    let pairs =
        move || walk.clone().parts(&root).map(|(path, part)| Value::array([Value::array(path), part]));
    Ok(LazySequence::tree(measure, move || Box::new(pairs())).into_value())
}

fn each(
    call: &mut Call<'_>,
    mut give: impl FnMut(&mut Call<'_>, Value, Value) -> Eval<Value>,
) -> Eval<Value> {
    let walk = walk(call)?;
    let root = call.arg(0).clone();
    let is_container = walk.is_container(&root);
    for (path, part) in walk.parts(&root) {
        let step = give(call, Value::array(path), part);
        if unless_broken(step)?.is_none() {
            return Ok(root);
        }
    }
    // Puppet reports this only after it has passed the root to the lambda.
    if is_container { Ok(root) } else { Err(no_container(call)) }
}

#[cold]
fn no_container(call: &mut Call<'_>) -> Box<Unwind> {
    let found = call.cx.type_text(call.arg(0));
    call.fail(format!("`tree_each` cannot iterate over {found}: it is not one of the given container types"))
}

/// The options of a walk through a tree.
#[derive(Clone)]
struct Walk {
    rules: &'static TypeRules,
    container_type: Option<Type>,
    root: bool,
    containers: bool,
    values: bool,
    references: bool,
    breadth_first: bool,
}

/// The children of a container that are still to be visited, with their keys, and the path of the container.
type Level = (std::vec::IntoIter<(Value, Value)>, Option<Arc<Path>>);

/// The path of a part: its last key and the path of its parent. Parts of the same container share their parent's
/// path, which saves memory in deep trees.
struct Path {
    key: Value,
    above: Option<Arc<Path>>,
}

impl Path {
    fn keys(&self) -> Vec<Value> {
        let mut keys: Vec<Value> = std::iter::successors(Some(self), |path| path.above.as_deref())
            .map(|path| path.key.clone())
            .collect();
        keys.reverse();
        keys
    }
}

impl Drop for Path {
    /// Drops the parents in a loop. The default would recurse, and overflow the stack on a long path.
    fn drop(&mut self) {
        let mut above = self.above.take();
        while let Some(mut path) = above.and_then(Arc::into_inner) {
            above = path.above.take();
        }
    }
}

fn walk(call: &mut Call<'_>) -> Eval<Walk> {
    let none = Hash::new();
    let options = match call.arg(1) {
        Value::Hash(options) => options,
        _ => &none,
    };
    let flag = |name: &str, default: bool| match options.get_str(name) {
        Some(Value::Bool(value)) => *value,
        _ => default,
    };
    let containers = flag("include_containers", true);
    let walk = Walk {
        rules: &call.cx.edition.types,
        container_type: options.get_str("container_type").and_then(Value::as_type).cloned(),
        root: containers && flag("include_root", true),
        containers,
        values: flag("include_values", true),
        references: flag("include_refs", false),
        breadth_first: options.get_str("order").and_then(Value::as_str) == Some("breadth_first"),
    };
    let any_container = Type::variant([
        Type::array(Type::Any, None),
        Type::hash(Type::Any, Type::Any, None),
        Type::Object(None),
    ]);
    if let Some(ty) = &walk.container_type
        && !assignable(walk.rules, &any_container, ty)
    {
        return Err(call.fail("the option container_type only accepts types of arrays, hashes and objects"));
    }
    if !walk.containers && !walk.values {
        return Err(call.fail("include_containers and include_values cannot both be false"));
    }
    Ok(walk)
}

impl Walk {
    fn is_container(&self, value: &Value) -> bool {
        matches!(value, Value::Array(_) | Value::Hash(_) | Value::Object(_) | Value::Type(_))
            && self.container_type.as_ref().is_none_or(|ty| instance(self.rules, ty, value))
    }

    /// All parts with their paths, in the order of the walk.
    fn parts(self, root: &Value) -> impl Iterator<Item = (Vec<Value>, Value)> + Send + use<> {
        let first = self.root.then(|| (Vec::new(), root.clone()));
        let mut levels: VecDeque<Level> = VecDeque::new();
        levels.extend(self.inside(root).map(|inside| (inside, None)));
        let rest = std::iter::from_fn(move || self.next(&mut levels));
        first.into_iter().chain(rest)
    }

    fn next(&self, levels: &mut VecDeque<Level>) -> Option<(Vec<Value>, Value)> {
        loop {
            let level = if self.breadth_first { levels.front_mut() } else { levels.back_mut() };
            let (inside, path) = level?;
            let Some((key, part)) = inside.next() else {
                if self.breadth_first {
                    levels.pop_front()
                } else {
                    levels.pop_back()
                };
                continue;
            };
            let path = Arc::new(Path { key, above: path.clone() });
            let inner = self.inside(&part);
            // Puppet ignores `include_values => false` if the order is breadth first.
            let given = if inner.is_some() { self.containers } else { self.values || self.breadth_first };
            levels.extend(inner.map(|inner| (inner, Some(Arc::clone(&path)))));
            if given {
                return Some((path.keys(), part));
            }
        }
    }

    /// The children of a container with their indexes, keys or attribute names; `None` if the value is not a
    /// container.
    fn inside(&self, value: &Value) -> Option<std::vec::IntoIter<(Value, Value)>> {
        if !self.is_container(value) {
            return None;
        }
        let parts: Vec<(Value, Value)> = match value {
            Value::Array(array) => array
                .iter()
                .enumerate()
                .map(|(index, part)| (Value::Int(index as i64), part.clone()))
                .collect(),
            Value::Hash(hash) => hash.iter().map(|(key, part)| (key.clone(), part.clone())).collect(),
            Value::Object(object) => {
                let attributes = object.object_type().attributes.iter();
                let followed = attributes
                    .filter(|attribute| self.references || attribute.kind != Some(AttributeKind::Reference));
                let part = |attribute: &Attribute| {
                    let part = object.get(&attribute.name).cloned().unwrap_or_default();
                    (Value::Str(attribute.name.clone()), part)
                };
                followed.map(part).collect()
            }
            // Types count as objects here, but their parameters are not visited.
            Value::Type(_) => Vec::new(),
            _ => return None,
        };
        Some(parts.into_iter())
    }
}
