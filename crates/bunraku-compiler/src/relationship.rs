//! Arrows between resources.

use std::collections::HashSet;

use bunraku_catalog::shown_reference;
use bunraku_diag::{Diagnostic, Span, TextRange, capitalized, codes};
use bunraku_eval::{Eval, Unwind};
use bunraku_ir::{Body, Expr, Operand};
use bunraku_pcore::{Str, Type, Value, assignable};
use bunraku_syntax::TokenKind;

use crate::{collector::collector_of, compiler::Compiler, declare::with_help};

/// An arrow. Its ends are references or collectors.
pub(crate) struct Relationship {
    source: Value,
    target: Value,
    notify: bool,
    /// The places of the source and the target.
    places: (Span, Span),
}

/// The cost of an arrow and of the edges it adds to the catalog, in units of the memory limit.
const ARROW: u64 = 4;

impl Compiler<'_> {
    /// Evaluates a chain of arrows. Its value is that of the last operand that is not empty.
    pub(crate) fn relate(&mut self, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        let Some(chain) = body.chains.get(index as usize) else { return Ok(Value::Undef) };
        let operands = body.list(chain.operands);
        let Some((first, rest)) = operands.split_first() else { return Ok(Value::Undef) };
        let value = self.operand(body, *first)?;
        let part = body.range(*first);
        let mut left =
            self.ends(body, (chain.arrows.first().map_or(range, |arrow| arrow.1), part), &value)?;
        let first_arrow = chain.arrows.first().map_or(range, |arrow| arrow.1);
        let mut left_place = self.span(body, body.range(*first).unwrap_or(first_arrow));
        for (operand, (arrow, place)) in rest.iter().zip(&chain.arrows) {
            let value = self.operand(body, *operand)?;
            let right = self.ends(body, (*place, body.range(*operand)), &value)?;
            let reversed = matches!(arrow, TokenKind::OutEdge | TokenKind::OutEdgeSub);
            let notify = matches!(arrow, TokenKind::InEdgeSub | TokenKind::OutEdgeSub);
            let (sources, targets) = if reversed { (&right, &left) } else { (&left, &right) };
            let right_place = self.span(body, body.range(*operand).unwrap_or(*place));
            let mut places = (left_place, right_place);
            if reversed {
                std::mem::swap(&mut places.0, &mut places.1);
            }
            let count = (sources.len() as u64).saturating_mul(targets.len() as u64);
            self.count_walk(count.saturating_mul(ARROW), body, *place)?;
            for source in sources {
                for target in targets {
                    let (source, target) = (source.clone(), target.clone());
                    let relationship = Relationship { source, target, notify, places };
                    self.state().relationships.push(relationship);
                }
            }
            if let [only] = right.as_slice()
                && let Some(number) = collector_of(only)
                && let Some(collector) = self.state().collectors.get_mut(number)
            {
                collector.alternative.clone_from(&left);
            }
            if !right.is_empty() {
                left = right;
                left_place = right_place;
            }
        }
        Ok(Value::array(left))
    }

    /// Evaluates an operand of a chain. A collector represents the resources it finds.
    fn operand(&mut self, body: &Body, operand: Operand) -> Eval<Value> {
        if let Operand::Expr(id) = operand
            && let Expr::Collector(index) = *body.expr(id)
        {
            return self.collect(body, index, body.range(operand).unwrap_or_default());
        }
        self.eval(body, operand)
    }

    /// The ends of an arrow that a value represents. `places` are those of the arrow and of the operand.
    fn ends(
        &mut self,
        body: &Body,
        places: (TextRange, Option<TextRange>),
        value: &Value,
    ) -> Eval<Vec<Value>> {
        let mut ends: Vec<Value> = Vec::new();
        match value {
            Value::Array(values) => {
                let mut known = HashSet::new();
                for value in values {
                    let found = self.ends(body, places, value)?;
                    ends.extend(found.into_iter().filter(|end| known.insert(end.clone())));
                }
            }
            value if collector_of(value).is_some() => ends.push(value.clone()),
            Value::Type(ty) if assignable::assignable(&self.edition.types, &Type::CatalogEntry, ty) => {
                ends.push(value.clone());
            }
            Value::Str(string) => match crate::types::written_reference(string) {
                Some(ty) => ends.push(Value::Type(ty)),
                None => {
                    let message = format!("expected a resource reference, got the String '{string}'");
                    let help = self.state().meant_reference(string);
                    return Err(with_help(self.no_reference(body, places, message), help));
                }
            },
            other => {
                let message =
                    format!("expected a resource reference next to the arrow, got {}", self.kind_of(other));
                return Err(self.no_reference(body, places, message));
            }
        }
        Ok(ends)
    }

    #[cold]
    fn no_reference(
        &mut self,
        body: &Body,
        places: (TextRange, Option<TextRange>),
        message: String,
    ) -> Box<Unwind> {
        let (code, label) = (codes::INVALID_REFERENCE, "this does not name a resource");
        let error = self.error_about(code, &body.source, places.0, places.1, message, label);
        with_help(error, "write a reference: `Type['title']`")
    }

    /// Adds the arrows to the `before` and `notify` attributes of their sources.
    pub(crate) fn finish_relationships(&mut self) -> Eval<()> {
        let relationships = std::mem::take(&mut self.state().relationships);
        for relationship in relationships {
            let places = relationship.places;
            let sources = self.expand(&relationship.source, true, places.0)?;
            let targets = self.expand(&relationship.target, false, places.1)?;
            for source in &sources {
                self.count_steps_at(targets.len() as u64, Some(places.0))?;
                for target in &targets {
                    self.connect(source, target, &relationship)?;
                }
            }
        }
        self.catalog().settle_arrows();
        Ok(())
    }

    /// The references that an end of an arrow represents at this point.
    fn expand(&mut self, value: &Value, left: bool, place: Span) -> Eval<Vec<(Str, Str)>> {
        if let Some(number) = collector_of(value) {
            let state = self.state();
            let Some(collector) = state.collectors.get(number) else { return Ok(Vec::new()) };
            let found: Vec<(Str, Str)> = collector
                .found
                .iter()
                .filter_map(|id| {
                    state
                        .catalog
                        .get(*id)
                        .map(|resource| (resource.type_name.clone(), resource.title.clone()))
                })
                .collect();
            if !found.is_empty() || !left {
                return Ok(found);
            }
            let alternative = collector.alternative.clone();
            let mut found = Vec::new();
            for value in &alternative {
                found.extend(self.expand(value, true, place)?);
            }
            return Ok(found);
        }
        match key_of(value) {
            Some(key) => Ok(vec![key]),
            None => {
                let message =
                    format!("expected a resource reference next to the arrow, got `{}`", self.text(value));
                let diagnostic = Diagnostic::error(codes::INVALID_REFERENCE, message);
                let diagnostic = diagnostic.at(self.first_line(place), "a type without a title");
                Err(Box::new(Unwind::Failure(diagnostic.help("add the title: `Type['title']`"))))
            }
        }
    }

    fn connect(&mut self, source: &(Str, Str), target: &(Str, Str), relationship: &Relationship) -> Eval<()> {
        let Some(id) = self.catalog().resource(source) else {
            return Err(self.missing_end(source, relationship.places.0));
        };
        if self.catalog().resource(target).is_none() {
            return Err(self.missing_end(target, relationship.places.1));
        }
        let name = if relationship.notify { "notify" } else { "before" };
        let text = Value::str(format!("{}[{}]", target.0, target.1).as_str());
        self.catalog().relate(id, name, text, relationship.places.1);
        Ok(())
    }

    #[cold]
    fn missing_end(&mut self, key: &(Str, Str), place: Span) -> Box<Unwind> {
        let message =
            format!("an arrow refers to {}, which is not in the catalog", shown_reference(&key.0, &key.1));
        let diagnostic = Diagnostic::error(codes::MISSING_RESOURCE, message);
        let diagnostic = diagnostic.at(self.first_line(place), "never declared");
        let help = match &*key.0 {
            "Class" => {
                format!("declare the class, as in `include {}`, or remove the arrow", key.1.to_lowercase())
            }
            _ => "declare it, or remove the arrow".to_owned(),
        };
        Compiler::missing(self.state(), key, diagnostic, &help)
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
