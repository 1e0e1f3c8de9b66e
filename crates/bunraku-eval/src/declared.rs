//! Types that parameters and results declare: each is evaluated once in a compilation.

use bunraku_diag::{FileId, TextRange};
use bunraku_ir::{Body, Expr, List, Operand};
use bunraku_pcore::{Type, Value};

use crate::{Eval, Evaluator, Machine};

/// Where a type is written.
pub(crate) type Written = (FileId, TextRange);

/// How many types are kept at most: code that is made at run time may declare any number.
const MAX_KEPT: usize = 4096;

impl Evaluator<'_> {
    /// Evaluates the expression of a declared type. Instances of a defined type and calls of a function share the result,
    /// which only depends on what the names in it mean.
    pub fn declared_type(&mut self, body: &Body, declared: Operand) -> Eval<Value> {
        let Operand::Expr(_) = declared else { return self.eval(body, declared) };
        // Coverage counts each time that code runs, and inside of the definition of a type, names may be unknown.
        let lasts = self.coverage.is_none() && self.resolving == 0;
        let written = body.range(declared).filter(|_| lasts);
        let Some(written) = written.map(|range| (body.source.id(), range)) else {
            return self.eval(body, declared);
        };
        if let Some(known) = self.declared_types.get(&written) {
            return Ok(Value::Type(known.clone()));
        }
        let value = self.eval(body, declared)?;
        if let Value::Type(ty) = &value
            && self.declared_types.len() < MAX_KEPT
            && is_plain(body, declared)
        {
            self.declared_types.insert(written, ty.clone());
        }
        Ok(value)
    }
}

impl Machine {
    /// Forgets what declared types are, because the names in them may mean something else from now on.
    pub fn forget_declared_types(&mut self) {
        self.declared_types.clear();
    }
}

/// Whether an expression only consists of names of types and their literal parameters. Each evaluation of an object type
/// makes another type, and a reference with a key is the value of an attribute.
fn is_plain(body: &Body, operand: Operand) -> bool {
    let Operand::Expr(id) = operand else { return matches!(operand, Operand::Const(_)) };
    let are_plain = |list: &List| body.list(*list).iter().all(|operand| is_plain(body, *operand));
    match body.expr(id) {
        Expr::TypeName(_) => true,
        Expr::Negate(operand) => is_plain(body, *operand),
        Expr::Array(list) | Expr::Hash(list) => are_plain(list),
        Expr::Access { target: Operand::Const(target), keys } => {
            let is_made = matches!(body.constant(*target), Value::Type(Type::Object(_) | Type::TypeSet(_)));
            !is_made && are_plain(keys)
        }
        Expr::Access { target: Operand::Expr(target), keys } => {
            matches!(body.expr(*target), Expr::TypeName(_)) && are_plain(keys)
        }
        _ => false,
    }
}
