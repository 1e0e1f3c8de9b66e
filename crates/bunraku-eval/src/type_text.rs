//! Types given as strings at run time.

use std::sync::Arc;

use bunraku_analysis::Snippet;
use bunraku_diag::codes;
use bunraku_ir::{Body, Expr};
use bunraku_pcore::{Str, Type, Value};

use crate::{Eval, Evaluator, Unwind};

impl Evaluator<'_> {
    /// Parses a type, resolving names that the program knows; `None` if it is not a type.
    ///
    /// A single unknown name becomes a reference to an unknown type.
    pub fn type_from_text(&mut self, text: &str) -> Eval<Option<Type>> {
        let Some(module) = Snippet::new("(type)", text, self.edition).code() else { return Ok(None) };
        if !is_plain(&module.main) {
            return Ok(None);
        }
        match self.run_detached(&module.main) {
            Ok(Value::Type(ty)) => Ok(Some(ty)),
            Ok(_) => Ok(None),
            Err(unwind) => match *unwind {
                Unwind::Failure(failure) if failure.code == codes::UNKNOWN_TYPE && is_name(text.trim()) => {
                    Ok(Some(Type::Reference(Arc::new(Str::from(text.trim())))))
                }
                other => Err(Box::new(other)),
            },
        }
    }
}

/// Whether code only consists of type names and their parameters.
fn is_plain(body: &Body) -> bool {
    body.exprs.iter().all(|expr| {
        matches!(
            expr,
            Expr::Access { .. } | Expr::Array(_) | Expr::Hash(_) | Expr::TypeName(_) | Expr::Negate(_)
        )
    })
}

fn is_name(text: &str) -> bool {
    text.chars().all(|character| character.is_ascii_alphanumeric() || matches!(character, '_' | ':'))
}
