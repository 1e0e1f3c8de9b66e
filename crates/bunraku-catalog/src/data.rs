//! Data: lookups in Hiera, and the parameters of classes that come from there.

use bunraku_diag::{Diagnostic, TextRange, codes};
use bunraku_eval::{Eval, Evaluator, LogEntry, Unwind};
use bunraku_hiera::{Answer, Conversion, DataCall, ErrorKind, Found, LookupError, Request, Scope};
use bunraku_ir::Body;
use bunraku_pcore::Value;

use crate::compiler::{Compiler, state};

impl Compiler {
    /// Looks a value up in the data of the environment. Without data nothing is found.
    pub(crate) fn look_up(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        request: &Request,
    ) -> Eval<Option<Found>> {
        let Some(hiera) = state(cx).hiera.clone() else {
            let values = [request.overrides.as_ref(), request.defaults.as_ref()].into_iter().flatten();
            let found = values
                .flat_map(|values| {
                    request.names.iter().filter_map(|name| Some((name, values.get_str(name)?)))
                })
                .next();
            return Ok(found.map(|(name, value)| Found {
                name: name.clone(),
                value: value.clone(),
                origin: None,
            }));
        };
        // The cache is taken out while the lookup runs, which evaluates with the rest; a lookup inside of a lookup
        // (of a data function) starts with an empty one.
        let cache = std::mem::take(&mut state(cx).lookup_cache).unwrap_or_default();
        let result = hiera.lookup(&mut DataScope { cx, body, range }, &cache, request);
        state(cx).lookup_cache = Some(cache);
        result.map_err(|error| failed(cx, body, range, &error))
    }

    /// The value that the data have for a parameter of a class.
    pub(crate) fn bound_parameter(
        cx: &mut Evaluator,
        body: &Body,
        range: TextRange,
        class: &str,
        param: &str,
    ) -> Eval<Option<Value>> {
        if state(cx).hiera.is_none() {
            return Ok(None);
        }
        let request = Request::key(format!("{class}::{param}"));
        Ok(Compiler::look_up(cx, body, range, &request)?.map(|found| found.value))
    }
}

/// The scope in which a lookup interpolates: that of the code that makes it.
struct DataScope<'e> {
    cx: &'e mut Evaluator,
    body: &'e Body,
    range: TextRange,
}

impl Scope for DataScope<'_> {
    fn variable(&mut self, name: &str) -> Option<Value> {
        self.cx.lookup_text(self.body, name)
    }

    fn call_data_function(&mut self, call: &DataCall<'_>) -> Result<Answer, String> {
        Err(format!("this version of bunraku cannot call the data function `{}`", call.function.name))
    }

    fn convert(&mut self, conversion: &Conversion<'_>) -> Result<Value, String> {
        let mut arguments = vec![conversion.ty.clone(), conversion.value.clone()];
        arguments.extend(conversion.arguments.iter().cloned());
        let result = self.cx.call_function(self.body, self.range, "new", &arguments, None);
        result.map_err(|unwind| unwind.into_diagnostic().message)
    }

    fn warning(&mut self, message: &str) {
        let span = self.cx.span(self.body, self.range);
        let warning = Diagnostic::warning(codes::INVALID_DATA, message).at(span, "");
        self.cx.log.push(LogEntry::Diagnostic(warning));
    }
}

/// A failure of a lookup, at the place that made it; the place in the data is part of the message.
fn failed(cx: &mut Evaluator, body: &Body, range: TextRange, error: &LookupError) -> Box<Unwind> {
    let code = match error.kind {
        ErrorKind::InvalidData => codes::INVALID_DATA,
        ErrorKind::InvalidConfig => codes::INVALID_HIERA_CONFIG,
        ErrorKind::Recursion => codes::DATA_RECURSION,
        _ => codes::LOOKUP_FAILED,
    };
    let mut message = error.message.clone();
    if let Some(file) = &error.file {
        message.push_str(&format!(" ({}", file.display()));
        if let Some(position) = error.position {
            message.push_str(&format!(":{}:{}", position.line, position.column));
        }
        message.push(')');
    }
    let mut unwind = cx.error(code, body, range, message);
    if let (Unwind::Failure(diagnostic), Some(help)) = (unwind.as_mut(), &error.help) {
        diagnostic.help = Some(help.clone());
    }
    unwind
}
