//! Text with interpolation, heredocs that are checked, and type names.

use bunraku_diag::{Label, codes, nearest};
use bunraku_ir::{Body, ConstId, List, Operand};
use bunraku_pcore::{Str, Value, text};

use crate::{
    Eval, Evaluator, Unwind,
    evaluator::{place, with_help},
};

impl Evaluator {
    pub(crate) fn interpolate(&mut self, body: &Body, list: List) -> Eval<Value> {
        let mut result = String::with_capacity(64);
        // What begins with a string of bytes is one, unless text that is not ASCII follows, as in Ruby.
        let mut bytes = None;
        for (index, operand) in body.list(list).iter().enumerate() {
            if let Some(value) = self.peek(body, *operand) {
                append(self, value, &mut result);
                bytes = bytes.or_else(|| begins_with_bytes(index, value, &result));
                continue;
            }
            let value = self.eval(body, *operand)?;
            append(self, &value, &mut result);
            bytes = bytes.or_else(|| begins_with_bytes(index, &value, &result));
        }
        let is_bytes = bytes.is_some_and(|length| result.get(length..).is_some_and(str::is_ascii));
        let text = Str::from(result);
        let result = if is_bytes { Value::ByteStr(text) } else { Value::Str(text) };
        self.check_size(body, &result, body.root)?;
        Ok(result)
    }

    pub(crate) fn heredoc(
        &mut self,
        body: &Body,
        text: Operand,
        syntax: ConstId,
        at: Operand,
    ) -> Eval<Value> {
        let value = self.eval(body, text)?;
        let syntax = self.text(body.constant(syntax));
        if syntax.rsplit('+').next() == Some("json")
            && let Some(text) = value.as_str()
            && let Err(problem) = bunraku_check::check_json(text)
        {
            let message = format!("this text is not valid JSON: {problem}");
            let error = self.error_at(codes::INVALID_HEREDOC_TEXT, body, at, message);
            return Err(with_help(error, format!("mend the text, or remove `:{syntax}` from the tag")));
        }
        Ok(value)
    }

    /// A type that is no type of the language itself.
    pub(crate) fn type_name(&mut self, body: &Body, name: ConstId, at: Operand) -> Eval<Value> {
        let name = body.constant(name).as_str().unwrap_or("").to_owned();
        let found = self.host.named_type(self, &name).map_err(|mut unwind| {
            // What is wrong with the definition of a type shows where it is used.
            if let Unwind::Failure(diagnostic) = unwind.as_mut()
                && diagnostic.primary.is_none()
            {
                let span = self.span(body, place(body, at));
                diagnostic.primary = Some(Label { span, text: String::new() });
            }
            unwind
        })?;
        if let Some(ty) = found {
            return Ok(Value::Type(ty));
        }
        let message = format!("there is no type `{name}`");
        let (whole, label) = (place(body, at), "neither built in nor defined");
        let error = self.error_about(codes::UNKNOWN_TYPE, &body.source, whole, None, message, label);
        Err(match nearest(&name, TYPE_NAMES) {
            Some(similar) => with_help(error, format!("did you mean `{similar}`?")),
            None => error,
        })
    }
}

/// Short texts and integers are appended without a detour.
fn append(cx: &Evaluator, value: &Value, result: &mut String) {
    match value {
        Value::Str(text) => result.push_str(text),
        other => text::append(&cx.edition.types, other, result),
    }
}

/// The types that a mistyped name is compared with.
const TYPE_NAMES: [&str; 44] = [
    "Any",
    "Array",
    "Binary",
    "Boolean",
    "Callable",
    "CatalogEntry",
    "Class",
    "Collection",
    "Cron",
    "Data",
    "Default",
    "Enum",
    "Exec",
    "File",
    "Float",
    "Group",
    "Hash",
    "Init",
    "Integer",
    "Iterable",
    "Iterator",
    "NotUndef",
    "Notify",
    "Numeric",
    "Object",
    "Optional",
    "Package",
    "Pattern",
    "Regexp",
    "Resource",
    "RichData",
    "Scalar",
    "ScalarData",
    "Sensitive",
    "Service",
    "String",
    "Struct",
    "Timespan",
    "Timestamp",
    "Tuple",
    "Undef",
    "User",
    "Variant",
    "URI",
];

/// The length of the string of bytes that a string begins with.
fn begins_with_bytes(index: usize, value: &Value, so_far: &str) -> Option<usize> {
    (index == 0 && matches!(value, Value::ByteStr(_))).then_some(so_far.len())
}
