//! Strings with interpolation, heredocs with a syntax check, and type names.

use bunraku_diag::{Code, Label, TextRange, codes, nearest};
use bunraku_ir::{Body, ConstId, List, Operand};
use bunraku_pcore::{Str, Value, construct, text};
use bunraku_syntax::STATEMENT_FUNCTIONS;

use crate::{
    Eval, Evaluator, Machine, Unwind,
    machine::{place, with_help},
    message::with_advice,
};

impl Evaluator<'_> {
    pub(crate) fn interpolate(&mut self, body: &Body, list: List, at: Operand) -> Eval<Value> {
        // The buffer is reused; the resulting value gets a copy of exactly the right size. A nested string starts with
        // a new one.
        let mut result = std::mem::take(&mut self.scratch);
        let mut bytes = Bytes::default();
        for (index, operand) in body.list(list).iter().enumerate() {
            if let Some(value) = self.peek(body, *operand)
                && value.measure().weight() <= 16
            {
                append(self, value, &mut result);
                bytes.note(index, value);
                continue;
            }
            let value = self.eval(body, *operand)?;
            self.count_walk_at(value.measure().weight(), body, at)?;
            append(self, &value, &mut result);
            bytes.note(index, &value);
        }
        let Some(is_bytes) = bytes.in_text(&result) else {
            let message = "cannot join a string of bytes and a string of characters that both contain more \
             than ASCII";
            return Err(self.error_at(codes::INVALID_OPERAND, body, at, message));
        };
        let text = Str::from(result.as_str());
        if result.capacity() <= KEPT {
            result.clear();
            self.scratch = result;
        }
        let result = if is_bytes { Value::ByteStr(text) } else { Value::Str(text) };
        self.accept(result, body, at)
    }

    pub(crate) fn heredoc(
        &mut self,
        body: &Body,
        text: Operand,
        syntax: ConstId,
        at: Operand,
    ) -> Eval<Value> {
        // The text of a heredoc starts below the line with its tag.
        let text_place = if body.range(text).is_some() { text } else { at };
        let value = self.eval(body, text)?;
        let syntax = self.text(body.constant(syntax));
        if syntax.rsplit('+').next() == Some("json")
            && let Some(text) = value.as_str()
            && let Err(problem) = bunraku_check::check_json(text)
        {
            let message = format!("this heredoc is not valid JSON: {problem}");
            let error = self.error_at(codes::INVALID_HEREDOC_TEXT, body, text_place, message);
            return Err(with_help(error, format!("fix the content, or remove `:{syntax}` from the tag")));
        }
        Ok(value)
    }

    /// Evaluates a type name that the language does not define.
    pub(crate) fn type_name(&mut self, body: &Body, name: ConstId, at: Operand) -> Eval<Value> {
        let name = body.constant(name).as_str().unwrap_or("").to_owned();
        let found = self.host.named_type(self.machine, &name).map_err(|mut unwind| {
            // A mistake in the definition of a type is reported where the type is used.
            if let Unwind::Failure(diagnostic) = unwind.as_mut()
                && (diagnostic.primary.is_none() || OF_DEFINITIONS.contains(&diagnostic.code))
            {
                let span = self.span(body, place(body, at));
                let inside = diagnostic.primary.replace(Label { span, text: String::new() });
                let text = |label: &Label| match label.text.is_empty() {
                    true => "in its definition".to_owned(),
                    false => label.text.clone(),
                };
                diagnostic.labels.extend(inside.map(|label| Label { text: text(&label), ..label }));
            }
            unwind
        })?;
        if let Some(ty) = found {
            return Ok(Value::Type(ty));
        }
        let message = format!("unknown type `{name}`");
        let (whole, label) = (place(body, at), "not found");
        let error = self.error_about(codes::UNKNOWN_TYPE, &body.source, whole, None, message, label);
        let lower = name.to_ascii_lowercase();
        if ["true", "false", "undef", "default"].contains(&&*lower) {
            return Err(with_help(error, format!("did you mean `{lower}`?")));
        }
        if let Some(meant) = meant_instead(body, whole, &name) {
            return Err(with_help(error, meant));
        }
        let similar = nearest(&name, construct::NAMES.into_iter().chain(RESOURCE_TYPES));
        let advice = self.host.missing_type(self.machine, &name, similar);
        let plain =
            !name.contains("::") && !body.source.text().get(whole.end as usize..).is_some_and(follows_type);
        let string = plain.then(|| format!("if it is a string, quote it: `'{name}'`"));
        Err(with_advice(error, advice.or(string)))
    }
}

/// Whether what follows a name shows that it is meant as a type: its parameters, a variable or a collector.
fn follows_type(rest: &str) -> bool {
    rest.trim_start().starts_with(['[', '$', '<'])
}

/// What was meant by a name that is not that of a type: a variable of a shell, a function, or a type as other languages
/// call it.
fn meant_instead(body: &Body, place: TextRange, name: &str) -> Option<String> {
    let text = body.source.text();
    let (before, after) = (text.get(..place.start as usize)?, text.get(place.end as usize..)?);
    if before.ends_with("${")
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
    {
        return Some(format!("if you mean a shell variable, write `\\${{{name}}}` or use single quotes"));
    }
    let function = STATEMENT_FUNCTIONS.iter().find(|function| function.eq_ignore_ascii_case(name));
    if let Some(function) = function.filter(|_| after.starts_with('(')) {
        return Some(format!("the names of functions are lowercase: write `{function}`"));
    }
    let (_, known) = ELSEWHERE.iter().find(|(names, _)| names.contains(&name))?;
    Some(format!("did you mean `{known}`?"))
}

/// The names of types in other languages.
const ELSEWHERE: [(&[&str], &str); 11] = [
    (&["Int", "Long"], "Integer"),
    (&["Bool"], "Boolean"),
    (&["Str", "Text", "Char"], "String"),
    (&["List", "Vector", "Set"], "Array"),
    (&["Dict", "Map", "Dictionary"], "Hash"),
    (&["Number", "Num"], "Numeric"),
    (&["Double", "Real", "Decimal"], "Float"),
    (&["Null", "Nil", "None"], "Undef"),
    (&["Path", "Filepath", "Absolutepath", "AbsolutePath"], "Stdlib::Absolutepath"),
    (&["Port"], "Stdlib::Port"),
    (&["Url", "Uri"], "URI"),
];

/// Mistakes in the definition of a type.
const OF_DEFINITIONS: [Code; 3] =
    [codes::INVALID_TYPE_PARAMETERS, codes::INVALID_TYPE_ALIAS, codes::INVALID_ACCESS];

/// Buffers up to this size are kept for the next string.
const KEPT: usize = 1 << 12;

/// Appends a value. Short strings and integers are appended directly.
fn append(cx: &Machine, value: &Value, result: &mut String) {
    match value {
        Value::Str(text) => result.push_str(text),
        other => text::append(&cx.edition.types, other, result),
    }
}

/// The resource types that a misspelled name is compared with, in addition to the types of the language.
const RESOURCE_TYPES: [&str; 8] = ["Cron", "Exec", "File", "Group", "Notify", "Package", "Service", "User"];

/// The byte strings among the parts of a string.
#[derive(Default)]
struct Bytes {
    /// Whether the first part is one.
    first: bool,
    /// How many of their bytes are not ASCII.
    high: usize,
}

impl Bytes {
    fn note(&mut self, index: usize, value: &Value) {
        if let Value::ByteStr(text) = value {
            self.first |= index == 0;
            self.high += high_bytes(text);
        }
    }

    /// Whether the result is a byte string: if the first part is one, or if nothing else contains non-ASCII characters.
    /// `None` if both kinds contain some, which Ruby rejects.
    fn in_text(&self, text: &str) -> Option<bool> {
        if !self.first && self.high == 0 {
            return Some(false);
        }
        let others = high_bytes(text) - self.high.min(high_bytes(text));
        match (self.high, others) {
            (0, others) => Some(others == 0),
            (_, 0) => Some(true),
            _ => None,
        }
    }
}

fn high_bytes(text: &str) -> usize {
    text.bytes().filter(|byte| !byte.is_ascii()).count()
}
