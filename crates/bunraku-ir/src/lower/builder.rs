//! A body under construction: its scopes, and what is known about its variables.

use std::collections::HashMap;

use bunraku_diag::TextRange;
use bunraku_intern::Symbol;
use bunraku_pcore::Value;

use crate::{Body, ConstId, Expr, ExprId, List, NamedSlot, Operand, ParamNames, Slot, SlotNames};

/// A body under construction. The source is added when it is finished.
pub(super) struct Builder {
    pub(super) body: Parts,
    /// The enclosing scopes: that of the body, then those of lambdas.
    scopes: Vec<Scope>,
    /// Whether each slot is certainly set at the current point.
    certain: Vec<bool>,
    /// The slots that became certain, in order, so that the end of a branch can undo that.
    trail: Vec<Slot>,
    /// The owner and number of reads of each slot.
    pub(super) usage: Vec<Usage>,
    /// Whether this body calls a function that may read its variables by name.
    pub(super) by_name: bool,
}

/// The parts of a body; see [`Body`].
pub(super) type Parts = Box<Unfinished>;

#[derive(Default)]
pub(super) struct Unfinished {
    pub(super) exprs: Vec<Expr>,
    pub(super) ranges: Vec<TextRange>,
    pub(super) consts: Vec<Value>,
    pub(super) const_ranges: Vec<TextRange>,
    pub(super) lists: Vec<Operand>,
    pub(super) variables: Vec<crate::Variable>,
    pub(super) targets: Vec<crate::Target>,
    pub(super) calls: Vec<crate::CallSite>,
    pub(super) lambdas: Vec<crate::Lambda>,
    pub(super) cases: Vec<crate::Case>,
    pub(super) resources: Vec<crate::Resource>,
    pub(super) overrides: Vec<crate::Override>,
    pub(super) collectors: Vec<crate::Collector>,
    pub(super) chains: Vec<crate::Chain>,
    pub(super) params: Vec<crate::Param>,
    pub(super) names: Vec<NamedSlot>,
    pub(super) returns: Option<Operand>,
}

struct Scope {
    names: HashMap<Symbol, (Slot, bool)>,
    lambda: Option<u32>,
}

/// How a slot is used.
#[derive(Clone, Copy)]
pub(super) struct Usage {
    /// The lambda it belongs to.
    pub(super) lambda: Option<u32>,
    /// The number of reads. A read that cannot move the value counts many times.
    pub(super) reads: u32,
}

impl Builder {
    pub(super) fn new() -> Builder {
        Builder {
            body: Box::default(),
            scopes: vec![Scope { names: HashMap::new(), lambda: None }],
            certain: Vec::new(),
            trail: Vec::new(),
            usage: Vec::new(),
            by_name: false,
        }
    }

    pub(super) fn push(&mut self, expr: Expr, range: TextRange) -> Operand {
        self.body.exprs.push(expr);
        self.body.ranges.push(range);
        Operand::Expr(ExprId(self.body.exprs.len() as u32 - 1))
    }

    pub(super) fn constant(&mut self, value: Value) -> Operand {
        Operand::Const(self.constant_id(value))
    }

    /// Adds a constant with a place.
    pub(super) fn constant_at(&mut self, value: Value, range: TextRange) -> Operand {
        let operand = self.constant(value);
        if let Some(place) = self.body.const_ranges.last_mut() {
            *place = range;
        }
        operand
    }

    pub(super) fn constant_id(&mut self, value: Value) -> ConstId {
        self.body.const_ranges.push(TextRange::default());
        self.body.consts.push(value);
        ConstId(self.body.consts.len() as u32 - 1)
    }

    /// The value of an operand, if it is a constant.
    pub(super) fn value(&self, operand: Operand) -> Option<&Value> {
        match operand {
            Operand::Const(id) => self.body.consts.get(id.0 as usize),
            _ => None,
        }
    }

    /// The values of operands, if all are constants.
    pub(super) fn values(&self, operands: &[Operand]) -> Option<Vec<Value>> {
        operands.iter().map(|operand| self.value(*operand).cloned()).collect()
    }

    pub(super) fn list(&mut self, operands: &[Operand]) -> List {
        let start = self.body.lists.len() as u32;
        self.body.lists.extend_from_slice(operands);
        List { start, len: operands.len() as u32 }
    }

    /// The slot for an assignment to a name in the innermost scope.
    pub(super) fn declare(&mut self, name: Symbol, parameter: bool) -> Slot {
        let slot = Slot(self.usage.len() as u32);
        let Some(scope) = self.scopes.last_mut() else { return slot };
        if let Some((slot, _)) = scope.names.get(&name) {
            return *slot;
        }
        scope.names.insert(name, (slot, parameter));
        let lambda = scope.lambda;
        self.usage.push(Usage { lambda, reads: 0 });
        self.certain.push(false);
        self.body.names.push(NamedSlot { name, slot, lambda, parameter });
        slot
    }

    /// Marks a slot as set from here on.
    pub(super) fn set(&mut self, slot: Slot) {
        if let Some(certain) = self.certain.get_mut(slot.0 as usize)
            && !*certain
        {
            *certain = true;
            self.trail.push(slot);
        }
    }

    /// The slots of a name that may be set here, innermost first, up to the first that is certainly set.
    pub(super) fn lookup(&mut self, name: Symbol) -> (Vec<(Slot, bool)>, bool) {
        let mut found = Vec::new();
        for scope in self.scopes.iter().rev() {
            if let Some(&(slot, parameter)) = scope.names.get(&name) {
                found.push((slot, parameter));
                if self.certain.get(slot.0 as usize).copied().unwrap_or(false) {
                    return (found, true);
                }
            }
        }
        (found, false)
    }

    /// Counts a read. A read inside another lambda may happen many times.
    pub(super) fn read(&mut self, slot: Slot, may_take: bool) {
        let here = self.lambda();
        if let Some(usage) = self.usage.get_mut(slot.0 as usize) {
            usage.reads += if may_take && usage.lambda == here { 1 } else { 2 };
        }
    }

    /// The innermost enclosing lambda.
    pub(super) fn lambda(&self) -> Option<u32> {
        self.scopes.last().and_then(|scope| scope.lambda)
    }

    pub(super) fn open_lambda(&mut self, index: u32) {
        self.scopes.push(Scope { names: HashMap::new(), lambda: Some(index) });
    }

    pub(super) fn close_lambda(&mut self) {
        self.scopes.pop();
    }

    /// Starts code that may not run: variables that it sets are not certain after it.
    pub(super) fn branch(&self) -> usize {
        self.trail.len()
    }

    /// Ends such code.
    pub(super) fn join(&mut self, branch: usize) {
        for slot in self.trail.drain(branch..) {
            if let Some(certain) = self.certain.get_mut(slot.0 as usize) {
                *certain = false;
            }
        }
    }

    pub(super) fn slots(&self) -> u32 {
        self.usage.len() as u32
    }
}

impl Unfinished {
    pub(super) fn finish(
        self,
        slots: u32,
        root: Operand,
        source: std::sync::Arc<bunraku_diag::Source>,
    ) -> Body {
        Body {
            exprs: self.exprs,
            ranges: self.ranges,
            consts: self.consts,
            const_ranges: self.const_ranges,
            lists: self.lists,
            variables: self.variables,
            targets: self.targets,
            calls: self.calls,
            lambdas: self.lambdas,
            cases: self.cases,
            resources: self.resources,
            overrides: self.overrides,
            collectors: self.collectors,
            chains: self.chains,
            param_names: ParamNames::new(&self.params),
            params: self.params,
            slots,
            slot_names: SlotNames::new(&self.names),
            names: self.names,
            root,
            returns: self.returns,
            source,
        }
    }
}
