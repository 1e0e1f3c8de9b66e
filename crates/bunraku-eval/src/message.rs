//! The wording and places of diagnostics about values. This code runs only when something is wrong.

use std::sync::Arc;

use bunraku_diag::{Code, Diagnostic, Label, Source, TextRange, codes};
use bunraku_ir::{Body, Operand, Param};
use bunraku_pcore::{Value, notation};
use bunraku_syntax::{
    SourceKind, Syntax,
    ast::{self, Node, View},
    parse,
};

use crate::{Machine, Unwind, arithmetic::article, machine::place};

/// The place of an operand that should be a number.
#[derive(Clone, Copy)]
pub(crate) struct NumberPlace {
    pub(crate) operand: Operand,
    /// The operator expression.
    pub(crate) at: Operand,
    /// Which operand of `at` it is: 0 is the left one.
    pub(crate) side: usize,
}

impl Machine {
    /// A value as a program would write it; empty if it is long or sensitive.
    pub fn shown(&self, value: &Value) -> String {
        if !is_plain(value) {
            return String::new();
        }
        let string = notation::literal(&self.edition.types, value);
        if string.chars().count() > 40 || string.contains('\n') {
            String::new()
        } else {
            format!("`{string}`")
        }
    }

    /// A failure about a part of an expression. It is marked at the part if that is on the line that Puppet names;
    /// otherwise at the head of the expression, with a label on the part.
    pub fn error_about(
        &mut self,
        code: Code,
        source: &Arc<Source>,
        whole: TextRange,
        part: Option<TextRange>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Box<Unwind> {
        let label = label.into();
        let head = self.span_in(source, first_line(source, whole));
        let error = Diagnostic::error(code, message);
        let Some(part) = part else { return Box::new(Unwind::Failure(error.at(head, label))) };
        let span = self.span_in(source, first_line(source, part));
        let same_line = source.position(part.start).line == source.position(whole.start).line;
        Box::new(Unwind::Failure(if same_line {
            error.at(span, label)
        } else {
            error.at(head, "").label(span, label)
        }))
    }

    /// The places of the arguments of the call that is reported at a place or has its name there; a receiver comes
    /// first, and so does the type that is made new. There are none if that calls something other than `function`, which
    /// is called by its code then.
    pub fn argument_places(&self, body: &Body, place: TextRange, function: &str) -> Vec<TextRange> {
        let own = |name: Option<Syntax<'_>>| {
            name.is_none_or(|name| name.text().trim_start_matches("::") == function)
        };
        self.parts(body, |node| {
            let is_here = |name: Option<Syntax<'_>>| {
                node.range() == place || name.is_some_and(|name| name.range() == place)
            };
            let ranges = |first: Option<Syntax<'_>>, arguments: Option<ast::Arguments<'_>>| {
                let listed = arguments.into_iter().flat_map(ast::Arguments::values);
                Some(first.into_iter().chain(listed).map(Syntax::range).collect())
            };
            match Node::of(node) {
                Node::Call(call) if is_here(call.callee()) => {
                    let ty = call.callee().filter(|called| ast::Name::cast(*called).is_none());
                    own(call.callee().filter(|_| ty.is_none())).then(|| ranges(ty, call.arguments()))?
                }
                Node::MethodCall(call) if is_here(call.function()) => {
                    own(call.function()).then(|| ranges(call.receiver(), call.arguments()))?
                }
                Node::StatementCall(call) if is_here(call.function()) && own(call.function()) => {
                    Some(call.arguments().map(Syntax::range).collect())
                }
                _ => None,
            }
        })
    }

    /// The places of the elements of the array, or of the array of the attribute, at a place. Another value of an
    /// attribute is its only element.
    pub fn array_elements(&self, source: &Source, place: TextRange) -> Vec<TextRange> {
        self.parts_of(source, |node| {
            if node.range() != place {
                return None;
            }
            let value = ast::Attribute::cast(node).map_or(Some(node), ast::Attribute::value)?;
            let Node::Array(array) = Node::of(value) else { return Some(vec![value.range()]) };
            Some(array.elements().map(Syntax::range).collect())
        })
    }

    /// The places of the operands of the operator expression or access at a place.
    pub(crate) fn operand_places(&self, body: &Body, place: TextRange) -> Vec<TextRange> {
        self.parts(body, |node| {
            let wanted = match Node::of(node) {
                Node::Binary(binary) => {
                    node.range() == place || binary.operator().is_some_and(|(_, range)| range == place)
                }
                Node::Negate(_) | Node::Access(_) | Node::Selector(_) => node.range() == place,
                _ => false,
            };
            wanted.then(|| node.children().map(Syntax::range).collect())
        })
    }

    /// A failure of an operator because of one of its operands: 0 is the left one.
    #[cold]
    pub(crate) fn operand_error(
        &mut self,
        body: &Body,
        at: Operand,
        side: usize,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Box<Unwind> {
        self.part_error(codes::INVALID_OPERAND, body, at, side, message, label)
    }

    /// A failure because an operand is not a number. It is marked at the operand itself, even if that is on another
    /// line.
    #[cold]
    pub(crate) fn number_error(
        &mut self,
        body: &Body,
        places: NumberPlace,
        value: &Value,
        message: impl Into<String>,
    ) -> Box<Unwind> {
        let own = body.range(places.operand);
        let own = own.or_else(|| self.operand_places(body, place(body, places.at)).get(places.side).copied());
        let label = self.this_is(value);
        let whole = own.unwrap_or_else(|| place(body, places.at));
        self.error_about(codes::INVALID_OPERAND, &body.source, whole, None, message, label)
    }

    /// A failure about a part of an expression.
    #[cold]
    pub(crate) fn part_error(
        &mut self,
        code: Code,
        body: &Body,
        at: Operand,
        part: usize,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Box<Unwind> {
        let whole = place(body, at);
        let part = self.operand_places(body, whole).get(part).copied();
        self.error_about(code, &body.source, whole, part, message, label)
    }

    /// A failure of a part of an expression, marked on the part's own line.
    #[cold]
    pub(crate) fn own_part_error(
        &mut self,
        code: Code,
        body: &Body,
        at: Operand,
        part: usize,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Box<Unwind> {
        let whole = place(body, at);
        let part = self.operand_places(body, whole).get(part).copied().unwrap_or(whole);
        self.error_about(code, &body.source, part, None, message, label)
    }

    /// A failure of an operator that Puppet reports at its left operand.
    #[cold]
    pub(crate) fn left_error(
        &mut self,
        code: Code,
        body: &Body,
        left: Operand,
        at: Operand,
        message: impl Into<String>,
    ) -> Box<Unwind> {
        let operator = place(body, at);
        let own = body.range(left).or_else(|| self.operand_places(body, operator).first().copied());
        self.error_about(code, &body.source, own.unwrap_or(operator), None, message, "")
    }

    /// The kind of a value, with an article: `a String`, `undef`.
    pub fn kind_of(&self, value: &Value) -> String {
        if value.is_undef() {
            return "undef".to_owned();
        }
        let ty = self.type_text(value);
        // What a collection contains is shown if that is a name or two.
        let is_plain = !ty.contains("Data") && !ty.contains(|c: char| c.is_ascii_digit());
        article(if is_plain { &ty } else { ty.split('[').next().unwrap_or(&ty) })
    }

    /// The label that shows a value: ``this is `'x'` ``.
    pub(crate) fn this_is(&self, value: &Value) -> String {
        let shown = self.shown(value);
        if shown.is_empty() { format!("this is {}", self.kind_of(value)) } else { format!("this is {shown}") }
    }

    /// Finds places by parsing the file again, since lowered code keeps only a few.
    pub(crate) fn parts(
        &self,
        body: &Body,
        find: impl Fn(Syntax<'_>) -> Option<Vec<TextRange>>,
    ) -> Vec<TextRange> {
        self.parts_of(&body.source, find)
    }

    pub(crate) fn parts_of(
        &self,
        source: &Source,
        find: impl Fn(Syntax<'_>) -> Option<Vec<TextRange>>,
    ) -> Vec<TextRange> {
        let text = source.text();
        for kind in [SourceKind::Manifest, SourceKind::Template] {
            let tree = parse(text, kind, &self.edition.syntax);
            if tree.errors().is_empty() {
                let found = tree.root(text).descendants().find_map(&find);
                return found.unwrap_or_default();
            }
        }
        Vec::new()
    }
}

/// The place of a parameter with its type.
pub fn parameter_place(body: &Body, param: &Param) -> TextRange {
    let ty = param.ty.and_then(|ty| body.range(ty));
    let line = |range: TextRange| body.source.line_at(range.start);
    match ty.filter(|ty| line(*ty) == line(param.range)) {
        Some(ty) => ty.cover(param.range),
        None => param.range,
    }
}

/// The part of a place on its first line, without an opening bracket at the end.
pub fn first_line(source: &Source, range: TextRange) -> TextRange {
    let text = range.of(source.text());
    let Some(end) = text.find('\n') else { return range };
    let head = text.get(..end).unwrap_or(text).trim_end();
    let short = head.trim_end_matches([' ', '{', '(', '[', ':', ',']);
    let kept = if short.is_empty() { head } else { short };
    TextRange::new(range.start, range.start + kept.len() as u32)
}

/// Adds a label to a failure.
pub fn with_place(mut unwind: Box<Unwind>, span: bunraku_diag::Span, text: impl Into<String>) -> Box<Unwind> {
    if let Unwind::Failure(diagnostic) = unwind.as_mut() {
        diagnostic.labels.push(Label { span, text: text.into() });
    }
    unwind
}

/// Adds a help text to a failure, if there is one.
pub fn with_advice(mut unwind: Box<Unwind>, help: Option<impl Into<String>>) -> Box<Unwind> {
    if let (Unwind::Failure(diagnostic), Some(help)) = (unwind.as_mut(), help) {
        diagnostic.help = Some(help.into());
    }
    unwind
}

fn is_plain(value: &Value) -> bool {
    match value {
        Value::Undef | Value::Default | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Str(_) => {
            true
        }
        Value::Type(_) | Value::Regexp(_) | Value::Big(_) => true,
        Value::Array(values) => values.iter().all(is_plain),
        Value::Hash(hash) => hash.iter().all(|(key, value)| is_plain(key) && is_plain(value)),
        _ => false,
    }
}
