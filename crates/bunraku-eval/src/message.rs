//! The wording and places of diagnostics about values. This code runs only when something is wrong.

use std::sync::Arc;

use bunraku_diag::{Code, Diagnostic, Label, Source, TextRange, codes, nearest};
use bunraku_edition::TypeRules;
use bunraku_ir::{Body, Operand, Param};
use bunraku_pcore::{
    Type, Value,
    describe::{Mismatch, Problem, Step, describe_value},
    instance::instance,
    notation, number,
    values::Sensitive,
};
use bunraku_syntax::{
    SourceKind, Syntax,
    ast::{self, Node, View},
    parse,
};

use crate::{Machine, Signature, Unwind, arithmetic::article, machine::place};

/// How many mismatches of a value are listed in one message.
const MOST_PARTS: usize = 8;

/// Why a value does not match a type, in words.
pub struct Misfit {
    /// The sentence, with the path inside the value.
    pub message: String,
    /// The wrong part, if it is short enough to be shown; otherwise empty.
    pub shown: String,
    /// A suggestion, if it is likely to be right.
    pub help: Option<String>,
    /// The path to the wrong part.
    path: Vec<Step>,
}

impl Misfit {
    /// The keys and indices that lead to the wrong part, each after a dot.
    pub fn dotted_path(&self) -> String {
        let part = |step: &Step| match step {
            Step::Index(index) => format!(".{index}"),
            Step::Entry(key) => format!(".{key}"),
            _ => String::new(),
        };
        self.path.iter().map(part).collect()
    }
}

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
    /// Explains why a value does not match a parameter's type: `` `web`: parameter 'ports' index 2 expects an Integer
    /// value, got String ``.
    pub fn misfit(&self, owner: &str, param: &str, ty: &Type, value: &Value) -> Misfit {
        let path = vec![Step::Parameter(param.into())];
        let found = describe_value(&self.edition.types, path, ty, value);
        self.misfit_of(owner, &found, value)
    }

    /// Like [`Machine::misfit`], for the value that a function returns.
    pub fn misfit_of_result(&self, owner: &str, ty: &Type, value: &Value) -> Misfit {
        let subject = Step::Subject(format!("the result of {owner}").into());
        let found = describe_value(&self.edition.types, vec![subject], ty, value);
        let mut misfit = self.misfit_of("", &found, value);
        misfit.message = misfit.message.replacen(" expects a", " must be a", 1);
        misfit.shown = misfit.shown.replacen("got ", "it is ", 1);
        misfit
    }

    /// Like [`Machine::misfit`], for an argument of a built-in function. Among the signatures with a suitable number
    /// of arguments, it combines the mismatches of those that get furthest.
    pub(crate) fn misfit_of_argument(
        &self,
        owner: &str,
        signatures: &[&Signature],
        arguments: &[Value],
    ) -> Option<(usize, Misfit)> {
        let rules = &bunraku_edition::PUPPET8.types;
        let wrong = |signature: &Signature| {
            arguments.iter().enumerate().find_map(|(index, value)| {
                let param = signature.params.get(index).or(signature.params.last())?;
                (!instance(rules, &param.ty, value)).then(|| (index, param.name.clone(), param.ty.clone()))
            })
        };
        let failures: Vec<(usize, String, Type)> =
            signatures.iter().filter_map(|signature| wrong(signature)).collect();
        let (index, name, _) = failures.iter().rev().max_by_key(|(index, ..)| *index)?;
        let types: Vec<Type> =
            failures.iter().filter(|(other, ..)| other == index).map(|(_, _, ty)| ty.clone()).collect();
        let value = arguments.get(*index)?;
        let ty = match types.as_slice() {
            [only] => only.clone(),
            _ => Type::variant(types),
        };
        let path = vec![Step::Parameter(name.as_str().into())];
        let found = describe_value(rules, path, &ty, value);
        let mut misfit = self.misfit_of(owner, &found, value);
        if let Some(other) = swapped(signatures, arguments, *index) {
            let (first, second) = (index.min(&other) + 1, index.max(&other) + 1);
            misfit.help = Some(format!("swap the arguments {first} and {second}"));
        }
        Some((*index, misfit))
    }

    fn misfit_of(&self, owner: &str, found: &[Mismatch], value: &Value) -> Misfit {
        let rules = &self.edition.types;
        let Some(first) = found.first() else {
            let message = format!("{owner}: the value has the wrong type");
            return Misfit { message, shown: String::new(), help: None, path: Vec::new() };
        };
        let owner = if owner.is_empty() { String::new() } else { format!("{owner}: ") };
        let mut parts: Vec<String> = found.iter().take(MOST_PARTS).map(|part| part.text(rules)).collect();
        if let Some(more) = found.len().checked_sub(MOST_PARTS).filter(|more| *more > 0) {
            parts.push(format!("and {more} more"));
        }
        let message = format!("{owner}{}", parts.join("; "));
        let part = part_of(value, &first.path);
        let shown = part.map(|part| self.shown(part)).unwrap_or_default();
        let shown = if shown.is_empty() { shown } else { format!("got {shown}") };
        // If several things are wrong, fixing only the first is rarely what was meant.
        let help = match (&first.problem, part) {
            _ if let Some(help) = similar_key(found) => Some(help),
            _ if found.len() > 1 => None,
            (Problem::Type { expected, .. }, Some(value)) if wrapped(rules, expected, value).is_some() => {
                wrapped(rules, expected, value)
            }
            (Problem::Type { expected, .. }, Some(Value::Str(string))) => {
                let (kind, meant) = match string.as_str() {
                    "true" | "false" => ("a Boolean", Some(Value::Bool(string.as_str() == "true"))),
                    _ => ("a number", number::parse(string)),
                };
                let fits = meant.is_some_and(|meant| instance(rules, expected, &meant));
                fits.then(|| format!("remove the quotes: {kind} is written `{string}`"))
            }
            (
                Problem::Type { expected, .. },
                Some(plain @ (Value::Bool(_) | Value::Int(_) | Value::Float(_))),
            ) => {
                let string = notation::literal(rules, plain);
                instance(rules, expected, &Value::str(string.as_str()))
                    .then(|| format!("quote it: `'{string}'`"))
            }
            (Problem::Pattern { expected: Type::Enum(choice), .. }, Some(Value::Str(string))) => {
                let similar = nearest(string, choice.values.iter().map(|value| value.as_str()));
                similar.map(|similar| format!("did you mean `'{similar}'`?"))
            }
            _ => None,
        };
        Misfit { message, shown, help, path: first.path.clone() }
    }

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
        if value.is_undef() { "undef".to_owned() } else { article(&self.type_text(value)) }
    }

    /// The label that shows a value: ``this is `'x'` ``.
    pub(crate) fn this_is(&self, value: &Value) -> String {
        let shown = self.shown(value);
        if shown.is_empty() { format!("this is {}", self.kind_of(value)) } else { format!("this is {shown}") }
    }

    /// The place of the wrong part inside the expression or attribute at a place, as far as it is written literally.
    pub fn place_of(&self, misfit: &Misfit, source: &Source, whole: TextRange) -> TextRange {
        let found = self.parts_of(source, |node| {
            if node.range() != whole {
                return None;
            }
            let mut at = match ast::Attribute::cast(node) {
                Some(attribute) => attribute.value()?,
                None => node,
            };
            for step in &misfit.path {
                let next = match (step, Node::of(at)) {
                    (Step::Index(index), Node::Array(array)) => array.elements().nth(*index),
                    (Step::Entry(name), Node::Hash(hash)) => {
                        let named = |key: Syntax<'_>| key.text().trim_matches(['\'', '"']) == name.as_str();
                        hash.entries()
                            .find(|entry| entry.key().is_some_and(named))
                            .and_then(ast::HashEntry::value)
                    }
                    (Step::Index(_) | Step::Entry(_) | Step::Key(_), _) => None,
                    _ => continue,
                };
                match next {
                    Some(next) => at = next,
                    None => break,
                }
            }
            Some(vec![at.range()])
        });
        found.first().copied().unwrap_or(whole)
    }

    /// Finds places by parsing the file again, since lowered code keeps only a few.
    pub(crate) fn parts(
        &self,
        body: &Body,
        find: impl Fn(Syntax<'_>) -> Option<Vec<TextRange>>,
    ) -> Vec<TextRange> {
        self.parts_of(&body.source, find)
    }

    fn parts_of(
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

/// The argument that would have to change places with a wrong one, for all of them to have the right types.
fn swapped(signatures: &[&Signature], arguments: &[Value], wrong: usize) -> Option<usize> {
    (0..arguments.len().min(8)).find(|&other| {
        let mut changed = arguments.to_vec();
        changed.swap(wrong, other);
        other != wrong && signatures.iter().any(|signature| signature.accepts_arguments(&changed))
    })
}

/// The help for a key of a Struct that is misspelled.
fn similar_key(found: &[Mismatch]) -> Option<String> {
    found.iter().find_map(|mismatch| {
        let Problem::UnknownKey { key, meant } = &mismatch.problem else { return None };
        let similar = nearest(key, meant.iter().map(|key| key.as_str()))?;
        Some(format!("did you mean the key '{similar}' instead of '{key}'?"))
    })
}

/// The part of a value that a path leads to.
fn part_of<'v>(value: &'v Value, path: &[Step]) -> Option<&'v Value> {
    let mut at = value;
    for step in path {
        at = match (step, at) {
            (Step::Entry(key), Value::Hash(hash)) => hash.get_str(key)?,
            (Step::Index(index), Value::Array(values)) => values.as_slice().get(*index)?,
            (Step::Entry(_) | Step::Index(_) | Step::Key(_) | Step::Block, _) => return None,
            _ => at,
        };
    }
    Some(at)
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

/// The help for a value with the right content in the wrong container.
fn wrapped(rules: &TypeRules, expected: &Type, value: &Value) -> Option<String> {
    match (expected, value) {
        (Type::Optional(Some(inner)), _) if !value.is_undef() => wrapped(rules, inner, value),
        (Type::Sensitive(_), _) if !matches!(value, Value::Undef | Value::Sensitive(_)) => {
            let sensitive = Value::Sensitive(Sensitive::new(value.clone()));
            instance(rules, expected, &sensitive).then(|| "wrap the value: `Sensitive(...)`".to_owned())
        }
        (Type::String(_), Value::Str(text)) if text.is_empty() => {
            Some("an empty string is not allowed here".to_owned())
        }
        (_, Value::Sensitive(sensitive)) if instance(rules, expected, sensitive.unwrap()) => {
            Some("use `unwrap` to get the value inside: `$secret.unwrap`".to_owned())
        }
        (Type::Array(_), Value::Str(_) | Value::Int(_) | Value::Float(_) | Value::Bool(_)) => {
            let array = Value::array([value.clone()]);
            instance(rules, expected, &array)
                .then(|| format!("put it in an array: `{}`", notation::literal(rules, &array)))
        }
        _ => None,
    }
}
