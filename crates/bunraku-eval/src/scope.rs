//! Scopes, in which names are looked up, and the frames with their values.

use std::sync::Arc;

use bunraku_intern::{FastMap, Symbol};
use bunraku_ir::{Body, Slot};
use bunraku_pcore::{Str, Value};

/// The index of a scope in its evaluator. 0 is the top scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScopeId(pub u32);

impl ScopeId {
    /// The top scope, which always exists.
    pub const TOP: ScopeId = ScopeId(0);
}

/// What a scope belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScopeKind {
    /// All files on the top level.
    Top,
    /// A node definition.
    Node,
    /// The class of this name.
    Class(Symbol),
    /// An instance of a defined type.
    Define,
    /// A function, or a template that only sees the top scope.
    Function,
}

/// A scope: the variables of one class, defined type, node or function, or of the top level.
#[derive(Debug)]
pub struct Scope {
    /// What it belongs to.
    pub kind: ScopeKind,
    /// Where a name is looked up next: in the parent class, the node, or the top scope.
    pub parent: Option<ScopeId>,
    /// Variables set by name: facts, `title` and the like.
    pub given: FastMap<Str, Value>,
    /// Further such variables, shared with other compilations: settings.
    pub shared: Option<Arc<FastMap<Str, Value>>>,
    /// The code that runs or ran in it, with its values. Several files share the top scope.
    pub frames: Vec<(Arc<Body>, Frame)>,
}

/// The values of one run of a body.
#[derive(Debug)]
pub enum Frame {
    /// On the evaluator's stack from this index, while the body runs.
    Running(usize),
    /// Kept after the body has ended.
    Kept(Box<[Option<Value>]>),
}

impl Scope {
    /// Creates a scope without variables.
    pub fn new(kind: ScopeKind, parent: Option<ScopeId>) -> Scope {
        Scope { kind, parent, given: FastMap::default(), shared: None, frames: Vec::new() }
    }

    /// Looks up a name in this scope only. `stack` is the evaluator's.
    pub fn get<'s>(&'s self, name: Symbol, stack: &'s [Option<Value>]) -> Option<&'s Value> {
        for (body, frame) in &self.frames {
            if let Some(value) = body.slot_of(name, None).and_then(|slot| frame.get(slot, stack)) {
                return Some(value);
            }
        }
        self.given_by_name(name.as_str())
    }

    /// Like [`Scope::get`], for a name that may not occur in any code.
    pub fn get_by_name<'s>(&'s self, name: &str, stack: &'s [Option<Value>]) -> Option<&'s Value> {
        match Symbol::find(name) {
            Some(name) => self.get(name, stack),
            None => self.given_by_name(name),
        }
    }

    /// Looks up a name among the variables set by name.
    pub(crate) fn given_by_name(&self, name: &str) -> Option<&Value> {
        self.given.get(name).or_else(|| self.shared.as_ref()?.get(name))
    }
}

impl Frame {
    pub(crate) fn get<'s>(&'s self, slot: Slot, stack: &'s [Option<Value>]) -> Option<&'s Value> {
        let slot = slot.0 as usize;
        match self {
            Frame::Running(base) => stack.get(base + slot)?.as_ref(),
            Frame::Kept(values) => values.get(slot)?.as_ref(),
        }
    }
}
