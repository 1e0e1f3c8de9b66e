//! Arrows between resources.

use bunraku_diag::{Diagnostic, TextRange, codes};
use bunraku_eval::{Eval, Evaluator, Unwind};
use bunraku_ir::{Body, Expr, Operand};
use bunraku_pcore::{Str, Type, Value, assignable};
use bunraku_syntax::TokenKind;

use crate::{
    collector::collector_of,
    compiler::{Compiler, state},
    resource::Param,
    types::capitalized,
};

/// An arrow: its ends are references or collectors.
pub(crate) struct Relationship {
    source: Value,
    target: Value,
    notify: bool,
}

impl Compiler {
    /// A chain of arrows; its value is that of its last operand, or of the one before if that is empty.
    pub(crate) fn relate(cx: &mut Evaluator, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        let Some(chain) = body.chains.get(index as usize) else { return Ok(Value::Undef) };
        let operands = body.list(chain.operands);
        let Some((first, rest)) = operands.split_first() else { return Ok(Value::Undef) };
        let value = Compiler::operand(cx, body, *first)?;
        let mut left = Compiler::ends(cx, body, chain.arrows.first().map_or(range, |arrow| arrow.1), &value)?;
        for (operand, (arrow, place)) in rest.iter().zip(&chain.arrows) {
            let value = Compiler::operand(cx, body, *operand)?;
            let right = Compiler::ends(cx, body, *place, &value)?;
            let reversed = matches!(arrow, TokenKind::OutEdge | TokenKind::OutEdgeSub);
            let notify = matches!(arrow, TokenKind::InEdgeSub | TokenKind::OutEdgeSub);
            let (sources, targets) = if reversed { (&right, &left) } else { (&left, &right) };
            for source in sources {
                for target in targets {
                    let relationship =
                        Relationship { source: source.clone(), target: target.clone(), notify };
                    state(cx).relationships.push(relationship);
                }
            }
            if let [only] = right.as_slice()
                && let Some(number) = collector_of(only)
                && let Some(collector) = state(cx).collectors.get_mut(number)
            {
                collector.alternative.clone_from(&left);
            }
            if !right.is_empty() {
                left = right;
            }
        }
        Ok(Value::array(left))
    }

    /// An operand of a chain: a collector stands for what it finds.
    fn operand(cx: &mut Evaluator, body: &Body, operand: Operand) -> Eval<Value> {
        if let Operand::Expr(id) = operand
            && let Expr::Collector(index) = *body.expr(id)
        {
            return Compiler::collect(cx, body, index, body.range(operand).unwrap_or_default());
        }
        cx.eval(body, operand)
    }

    /// The ends of an arrow that a value stands for.
    fn ends(cx: &mut Evaluator, body: &Body, range: TextRange, value: &Value) -> Eval<Vec<Value>> {
        let mut ends: Vec<Value> = Vec::new();
        match value {
            Value::Array(values) => {
                for value in values {
                    for end in Compiler::ends(cx, body, range, value)? {
                        if !ends.contains(&end) {
                            ends.push(end);
                        }
                    }
                }
            }
            value if collector_of(value).is_some() => ends.push(value.clone()),
            Value::Type(ty) if assignable::assignable(&cx.edition.types, &Type::CatalogEntry, ty) => {
                ends.push(value.clone());
            }
            Value::Str(text) => match crate::types::reference(text) {
                Some(ty) => ends.push(Value::Type(ty)),
                None => {
                    let message = format!("'{text}' is no reference to a resource");
                    return Err(cx.error(codes::INVALID_REFERENCE, body, range, message));
                }
            },
            other => {
                let message = format!("an arrow relates resources, not {}", cx.type_text(other));
                return Err(cx.error(codes::INVALID_REFERENCE, body, range, message));
            }
        }
        Ok(ends)
    }

    /// Turns the arrows into `before` and `notify` of their sources.
    pub(crate) fn finish_relationships(cx: &mut Evaluator) -> Eval<()> {
        let relationships = std::mem::take(&mut state(cx).relationships);
        for relationship in relationships {
            let sources = Compiler::expand(cx, &relationship.source, true)?;
            let targets = Compiler::expand(cx, &relationship.target, false)?;
            for source in &sources {
                for target in &targets {
                    Compiler::connect(cx, source, target, relationship.notify)?;
                }
            }
        }
        Ok(())
    }

    /// The references that an end of an arrow stands for now.
    fn expand(cx: &mut Evaluator, value: &Value, left: bool) -> Eval<Vec<(Str, Str)>> {
        if let Some(number) = collector_of(value) {
            let state = state(cx);
            let Some(collector) = state.collectors.get(number) else { return Ok(Vec::new()) };
            let found: Vec<(Str, Str)> = collector
                .found
                .iter()
                .filter_map(|id| {
                    state.get(*id).map(|resource| (resource.type_name.clone(), resource.title.clone()))
                })
                .collect();
            if !found.is_empty() || !left {
                return Ok(found);
            }
            let alternative = collector.alternative.clone();
            let mut found = Vec::new();
            for value in &alternative {
                found.extend(Compiler::expand(cx, value, true)?);
            }
            return Ok(found);
        }
        match key_of(value) {
            Some(key) => Ok(vec![key]),
            None => {
                let message = format!("an arrow names `{}`, which is no resource", cx.text(value));
                let diagnostic = Diagnostic::error(codes::INVALID_REFERENCE, message);
                Err(Box::new(Unwind::Failure(diagnostic.help("give the title: `Type['title']`"))))
            }
        }
    }

    fn connect(cx: &mut Evaluator, source: &(Str, Str), target: &(Str, Str), notify: bool) -> Eval<()> {
        let state = state(cx);
        let missing = |key: &(Str, Str)| {
            let message = format!("an arrow names `{}[{}]`, which is not in the catalog", key.0, key.1);
            let diagnostic =
                Diagnostic::error(codes::MISSING_RESOURCE, message).help("declare it, or remove the arrow");
            Err(Box::new(Unwind::Failure(diagnostic)))
        };
        let Some(source_id) = state.index.get(source).copied() else { return missing(source) };
        if !state.index.contains_key(target) {
            return missing(target);
        }
        let name = if notify { "notify" } else { "before" };
        let text = Value::str(format!("{}[{}]", target.0, target.1).as_str());
        let Some(resource) = state.get_mut(source_id) else { return Ok(()) };
        let (origin, old) = (resource.origin, resource.get(name).cloned());
        let value = match old {
            Some(Value::Array(mut values)) => {
                values.push(text);
                Value::Array(values)
            }
            Some(single) => Value::array([single, text]),
            None => Value::array([text]),
        };
        resource.set(Param { name: name.into(), value, origin, append: false, place: None });
        Ok(())
    }
}

/// The type and title of a reference, as the catalog shows them.
pub(crate) fn key_of(value: &Value) -> Option<(Str, Str)> {
    match value {
        Value::Type(Type::Resource(reference)) => {
            Some((reference.type_name.clone()?, reference.title.clone()?))
        }
        Value::Type(Type::Class(class)) => Some(("Class".into(), capitalized(class.name.as_deref()?).into())),
        Value::Str(text) => key_of(&Value::Type(crate::types::reference(text)?)),
        _ => None,
    }
}
