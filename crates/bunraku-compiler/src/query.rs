//! Queries of collectors, and which resources match them.

use bunraku_catalog::{CatalogBuilder, ResourceId};
use bunraku_diag::{Diagnostic, TextRange, codes};
use bunraku_edition::TypeRules;
use bunraku_eval::{Eval, Unwind};
use bunraku_ir::{Body, Expr, Operand, Query};
use bunraku_pcore::{Str, Type, Value, compare};

use crate::{compiler::Compiler, declare::with_help};

/// A query whose values have been evaluated.
pub(crate) enum EvaluatedQuery {
    And(Box<EvaluatedQuery>, Box<EvaluatedQuery>),
    Or(Box<EvaluatedQuery>, Box<EvaluatedQuery>),
    Equal(Str, Value),
    NotEqual(Str, Value),
    Tagged(Vec<String>),
}

impl Compiler<'_> {
    /// Evaluates the values in a query.
    pub(crate) fn ask(&mut self, body: &Body, range: TextRange, query: &Query) -> Eval<EvaluatedQuery> {
        match query {
            Query::And(left, right) => {
                let left = self.ask(body, range, left)?;
                Ok(EvaluatedQuery::And(Box::new(left), Box::new(self.ask(body, range, right)?)))
            }
            Query::Or(left, right) => {
                let left = self.ask(body, range, left)?;
                Ok(EvaluatedQuery::Or(Box::new(left), Box::new(self.ask(body, range, right)?)))
            }
            Query::Compare { attribute, negated, value, range } => {
                let attribute = self.eval(body, *attribute)?;
                let attribute = Str::from(self.text(&attribute));
                if let Operand::Expr(id) = value
                    && matches!(body.expr(*id), Expr::Call(_))
                {
                    let error =
                        self.error(codes::INVALID_QUERY, body, *range, "a query cannot call a function");
                    return Err(with_help(error, "assign the value to a variable first"));
                }
                let value = self.eval(body, *value)?;
                if matches!(value, Value::Array(_) | Value::Hash(_)) {
                    let message = format!("a query cannot compare with {}", self.kind_of(&value));
                    return Err(self.error(codes::INVALID_QUERY, body, *range, message));
                }
                if attribute == "tag" && !negated {
                    if matches!(value, Value::Int(_) | Value::Float(_)) {
                        return Err(self.error(
                            codes::INVALID_QUERY,
                            body,
                            *range,
                            "a number cannot be a tag",
                        ));
                    }
                    return Ok(EvaluatedQuery::Tagged(vec![self.text(&value).to_lowercase()]));
                }
                Ok(if *negated {
                    EvaluatedQuery::NotEqual(attribute, value)
                } else {
                    EvaluatedQuery::Equal(attribute, value)
                })
            }
            Query::Other(_) => {
                let error = Diagnostic::error(
                    codes::INVALID_QUERY,
                    "a query must compare an attribute with `==` or `!=`",
                );
                let span = self.span(body, range);
                Err(Box::new(Unwind::Failure(error.at(span, ""))))
            }
        }
    }
}

impl EvaluatedQuery {
    /// The title, in lowercase, that every match must have, if there is one.
    pub(crate) fn title(&self) -> Option<Str> {
        match self {
            EvaluatedQuery::Equal(name, Value::Str(title)) if name == "title" => {
                Some(title.to_ascii_lowercase())
            }
            EvaluatedQuery::And(left, right) => left.title().or_else(|| right.title()),
            _ => None,
        }
    }

    /// Whether the query refers to tags.
    pub(crate) fn has_tags(&self) -> bool {
        match self {
            EvaluatedQuery::And(left, right) | EvaluatedQuery::Or(left, right) => {
                left.has_tags() || right.has_tags()
            }
            EvaluatedQuery::Tagged(_) => true,
            EvaluatedQuery::Equal(..) | EvaluatedQuery::NotEqual(..) => false,
        }
    }
}

/// Whether a resource matches a query.
pub(crate) fn accepts(
    rules: &TypeRules,
    catalog: &CatalogBuilder,
    id: ResourceId,
    asked: &EvaluatedQuery,
) -> bool {
    let value = |name: &str| {
        let resource = catalog.get(id)?;
        if name == "title" { Some(Value::Str(resource.title.clone())) } else { resource.get(name).cloned() }
    };
    match asked {
        EvaluatedQuery::And(left, right) => {
            accepts(rules, catalog, id, left) && accepts(rules, catalog, id, right)
        }
        EvaluatedQuery::Or(left, right) => {
            accepts(rules, catalog, id, left) || accepts(rules, catalog, id, right)
        }
        EvaluatedQuery::Equal(name, wanted) => match value(name) {
            Some(values @ Value::Array(_)) => {
                compare::contains(rules, &values, wanted) || holds_reference(&values, wanted)
            }
            found => compare::equal(rules, &found.unwrap_or_default(), wanted),
        },
        EvaluatedQuery::NotEqual(name, wanted) => {
            !compare::equal(rules, &value(name).unwrap_or_default(), wanted)
        }
        EvaluatedQuery::Tagged(tags) => catalog.is_tagged(id, tags),
    }
}

/// Whether a reference is among the elements of an array. A type in an expression stands for its instances.
fn holds_reference(values: &Value, wanted: &Value) -> bool {
    matches!(wanted, Value::Type(Type::Resource(_) | Type::Class(_)))
        && matches!(values, Value::Array(values) if values.iter().any(|value| value == wanted))
}
