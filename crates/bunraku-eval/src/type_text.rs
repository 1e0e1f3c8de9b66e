//! Types that are given as text while the program runs.

use std::sync::Arc;

use bunraku_diag::{Source, codes};
use bunraku_ir::{Body, Expr, lower};
use bunraku_pcore::{Str, Type, Value};
use bunraku_syntax::{SourceKind, parse};

use crate::{Eval, Evaluator, Unwind};

impl Evaluator<'_> {
    /// The type that a text denotes, with the names that the program knows; nothing if the text is no type.
    ///
    /// A single name that stands for nothing becomes a reference to a type that is not known.
    pub fn type_from_text(&mut self, text: &str) -> Eval<Option<Type>> {
        let tree = parse(text, SourceKind::Manifest, &self.edition.syntax);
        if !tree.errors().is_empty() {
            return Ok(None);
        }
        let source = Arc::new(Source::new("(type)", text));
        let module = lower(&tree, &source, self.edition);
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

/// Whether code does nothing but name types and give them parameters.
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
