//! Calls that do not fit a signature: what is wrong, where, and what would fit.

use std::sync::Arc;

use bunraku_diag::{Source, TextRange, codes, nearest};
use bunraku_ir::{Body, FunctionDefinition, Lambda, Operand, Param};
use bunraku_pcore::{Size, Type, Value};

use crate::{
    Evaluator, Machine, Misfit, Signature, Unwind,
    machine::with_help,
    message::{first_line, parameter_place, with_advice, with_place},
};

impl Evaluator<'_> {
    #[cold]
    pub(super) fn unknown_function(&mut self, body: &Body, place: TextRange, name: &str) -> Box<Unwind> {
        let own = self.host.function_names();
        let source = &body.source;
        let message = format!("unknown function `{name}`");
        let label = "not found";
        let error = self.error_about(codes::UNKNOWN_FUNCTION, source, place, None, message, label);
        let similar = nearest(name, self.functions.names().chain(own.iter().copied()));
        // `$name.lenght` is a misspelled call rather than an element; but most of what facts have are elements.
        let has_key = || {
            let hash = self.lookup_text(body, crate::advice::receiver(body, place)?)?;
            matches!(&hash, Value::Hash(hash) if hash.get_str(name).is_some()).then_some(())
        };
        let is_element = similar.is_none() || has_key().is_some();
        let access = crate::advice::dotted_access(body, place)
            .filter(|access| is_element || access.contains("facts[") || access.contains("trusted["));
        let access = access
            .or_else(|| crate::advice::attribute_access(body, place))
            .or_else(|| crate::advice::dotted_class(body, place));
        let path = crate::advice::unquoted_path(body, place);
        with_advice(error, path.or(access).or_else(|| self.host.missing_function(name, similar)))
    }
}

impl Machine {
    #[cold]
    pub(super) fn misplaced_parameter(&mut self, body: &Body, param: &Param) -> Box<Unwind> {
        let message = format!("required parameter `${}` comes after an optional one", param.name);
        let error = self.error(codes::ARGUMENT_MISMATCH, body, param.range, message);
        with_help(error, "move it before the parameters with defaults")
    }

    /// The failure for an argument that its parameter does not accept, of a function written in Puppet. `argument` is
    /// its position; `None` for a default.
    #[cold]
    #[allow(
        clippy::too_many_arguments,
        reason = "a message brings together what the call and the function know"
    )]
    pub(super) fn wrong_argument(
        &mut self,
        caller: &Body,
        range: TextRange,
        function: &FunctionDefinition,
        param: &Param,
        ty: &Type,
        value: &Value,
        argument: Option<usize>,
        count: usize,
    ) -> Box<Unwind> {
        let ty = rest_type(param, ty);
        let misfit = self.misfit(&format!("`{}`", function.name), param.name.as_str(), &ty, value);
        let places = self.argument_places(caller, range, function.name.as_str());
        let part = argument.filter(|_| places.len() == count).and_then(|index| places.get(index).copied());
        let error = self.misfit_error(&caller.source, range, part, &misfit);
        let declared = self.span(&function.body, parameter_place(&function.body, param));
        let what = if argument.is_some() {
            "parameter declared here"
        } else {
            "this is the default of the parameter"
        };
        with_advice(with_place(error, declared, what), misfit.help)
    }

    /// The failure for a value that does not match its type: `part` is the attribute or argument that has it.
    #[cold]
    pub fn misfit_error(
        &mut self,
        source: &Arc<Source>,
        whole: TextRange,
        part: Option<TextRange>,
        misfit: &Misfit,
    ) -> Box<Unwind> {
        let placed = part.map(|part| self.places_of(misfit, source, part));
        let (message, at, labels) = match placed {
            Some(placed) => (placed.message, Some(placed.at), placed.labels),
            None => (misfit.message.clone(), None, Vec::new()),
        };
        let shown = misfit.shown.as_str();
        let error = self.error_about(codes::ARGUMENT_MISMATCH, source, whole, at, message, shown);
        labels.into_iter().fold(error, |error, (place, text)| {
            with_place(error, self.span_in(source, first_line(source, place)), text)
        })
    }

    /// The failure for a function that returns a value of another type than it declares.
    #[cold]
    pub(super) fn wrong_result(
        &mut self,
        caller: &Body,
        range: TextRange,
        function: &FunctionDefinition,
        returns: Operand,
        ty: &Type,
        value: &Value,
    ) -> Box<Unwind> {
        let misfit = self.misfit_of_result(&format!("`{}`", function.name), ty, value);
        let declared = function.body.range(returns).unwrap_or(function.range);
        let declared = self.span(&function.body, declared);
        let source = &caller.source;
        let error =
            self.error_about(codes::RETURN_MISMATCH, source, range, None, misfit.message, misfit.shown);
        with_place(error, declared, "declared return type")
    }

    #[cold]
    pub(super) fn argument_count(
        &mut self,
        caller: &Body,
        range: TextRange,
        function: &FunctionDefinition,
        count: usize,
    ) -> Box<Unwind> {
        let params = &function.body.params;
        let least = params.iter().filter(|param| param.default.is_none() && !param.rest).count();
        let most = (!params.last().is_some_and(|param| param.rest)).then_some(params.len());
        let name = function.name;
        let declared = self.span(&function.body, function.range);
        let (message, label) = count_message(name.as_str(), least, most, count);
        let places = self.argument_places(caller, range, function.name.as_str());
        let extra = extra_arguments(&places, most, count);
        let source = &caller.source;
        let error = self.error_about(codes::ARGUMENT_MISMATCH, source, range, extra, message, label);
        let missing = params.get(count).filter(|_| count < least);
        match missing {
            Some(param) => {
                let place = self.span(&function.body, parameter_place(&function.body, param));
                with_place(error, place, "no argument for this parameter")
            }
            None => with_place(error, declared, "defined here"),
        }
    }

    /// The failure for a call that fits no signature of a function that is not written in the language.
    #[cold]
    pub fn no_dispatch(
        &mut self,
        body: &Body,
        place: TextRange,
        name: &str,
        signatures: &[Signature],
        arguments: &[Value],
        lambda: Option<&Lambda>,
    ) -> Box<Unwind> {
        let count = arguments.len();
        let counts: Vec<(usize, Option<usize>)> = signatures.iter().map(Signature::arity).collect();
        let fits =
            |(least, most): &(usize, Option<usize>)| count >= *least && most.is_none_or(|most| count <= most);
        let source = &body.source;
        let error = if !counts.iter().any(fits) {
            let least = counts.iter().map(|(least, _)| *least).min().unwrap_or(0);
            let most =
                counts.iter().map(|(_, most)| *most).max_by_key(|most| most.unwrap_or(usize::MAX)).flatten();
            self.wrong_count(body, place, name, (least, most), count)
        } else {
            let possible: Vec<&Signature> =
                signatures.iter().filter(|signature| fits(&signature.arity())).collect();
            // If the arguments fit one of the signatures, it is the lambda that does not.
            let is_lambda = possible.iter().any(|signature| signature.accepts_arguments(arguments));
            match self.misfit_of_argument(&format!("`{name}`"), &possible, arguments) {
                Some((index, misfit)) if !is_lambda => {
                    let places = self.argument_places(body, place, name);
                    let part = places.get(index).copied().filter(|_| places.len() == count);
                    let undefined = arguments.get(index).is_some_and(Value::is_undef);
                    let key = part.filter(|_| undefined).and_then(|part| self.missing_key(body, part));
                    let own = misplaced_default(name, arguments).or(key);
                    let error = self.misfit_error(source, place, part, &misfit);
                    if let Some(help) = own.or(misfit.help) {
                        return with_help(error, help);
                    }
                    error
                }
                _ if lambda.is_some() => return self.wrong_lambda(body, place, name, signatures, lambda),
                _ => self.wrong_lambda(body, place, name, signatures, lambda),
            }
        };
        with_advice(error, usage(name, signatures))
    }

    /// A function that is not written in the language got too few or too many arguments.
    #[cold]
    pub fn wrong_count(
        &mut self,
        body: &Body,
        place: TextRange,
        name: &str,
        (least, most): (usize, Option<usize>),
        count: usize,
    ) -> Box<Unwind> {
        let (message, label) = count_message(name, least, most, count);
        let extra = extra_arguments(&self.argument_places(body, place, name), most, count);
        self.error_about(codes::ARGUMENT_MISMATCH, &body.source, place, extra, message, label)
    }

    fn wrong_lambda(
        &mut self,
        body: &Body,
        place: TextRange,
        name: &str,
        signatures: &[Signature],
        lambda: Option<&Lambda>,
    ) -> Box<Unwind> {
        let source = &body.source;
        let blocks: Vec<_> = signatures.iter().filter_map(|signature| signature.block.as_ref()).collect();
        let (message, part, label) = match lambda {
            None => {
                (format!("missing lambda for `{name}`"), None, "add `|$value| { ... }` after this".to_owned())
            }
            Some(lambda) if blocks.is_empty() => {
                (format!("`{name}` takes no lambda"), Some(lambda.range), "unexpected lambda".to_owned())
            }
            Some(lambda) => {
                let count = lambda.params.len();
                let found = plural(count, "parameter");
                let arities = blocks.iter().filter_map(|block| block.arity);
                let hull = arities.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
                let message = match hull {
                    Some((least, most)) if least == most => {
                        let expected = plural(most as usize, "parameter");
                        format!("expected a lambda with {expected} for `{name}`, got {count}")
                    }
                    Some((least, most)) => {
                        let expected = between(least as usize, most as usize);
                        format!("expected a lambda with {expected} parameters for `{name}`, got {count}")
                    }
                    None => format!("the lambda for `{name}` cannot have {found}"),
                };
                (message, Some(lambda.range), format!("{found} here"))
            }
        };
        self.error_about(codes::ARGUMENT_MISMATCH, source, place, part, message, label)
    }
}

/// The type of a parameter as a whole. The type of a rest parameter is written for each element.
pub(crate) fn rest_type(param: &Param, ty: &Type) -> Type {
    match ty {
        Type::Array(_) => ty.clone(),
        ty if param.rest => Type::array(ty.clone(), None),
        ty => ty.clone(),
    }
}

/// How a function is called, for the help.
fn usage(name: &str, signatures: &[Signature]) -> Option<String> {
    let mut forms: Vec<String> =
        signatures.iter().map(|signature| format!("`{name}({})`", signature.text)).collect();
    if forms.iter().take(2).map(String::len).sum::<usize>() > LONGEST_USAGE {
        forms =
            signatures.iter().map(|signature| format!("`{name}({})`", names_only(&signature.text))).collect();
        forms.dedup();
    }
    match forms.as_slice() {
        [] => None,
        [only] => Some(format!("usage: {only}")),
        [first, second] => Some(format!("usage: {first} or {second}")),
        // Nobody would read more than two.
        [first, second, ..] => Some(format!("usage: {first} or {second}, among others")),
    }
}

/// Forms that are longer than this are shown without the types of their parameters.
const LONGEST_USAGE: usize = 160;

/// The parameters of a signature without their types; those with a default are in brackets.
fn names_only(signature: &str) -> String {
    let mut depth = 0_usize;
    let mut names: Vec<String> = Vec::new();
    let separates = |c: char| {
        match c {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    };
    for param in signature.split(separates) {
        let (declared, default) =
            param.split_once(" = ").map_or((param, None), |(name, value)| (name, Some(value)));
        let Some(name) = declared.split_whitespace().last() else { return signature.to_owned() };
        names.push(if default.is_some() { format!("[{name}]") } else { name.to_owned() });
    }
    names.join(", ")
}

/// The message and the label for a wrong number of arguments.
fn count_message(name: &str, least: usize, most: Option<usize>, count: usize) -> (String, String) {
    let size = Size { min: least as u64, max: most.map(|most| most as u64) };
    let expected = match (size.min, size.max) {
        (0, Some(0)) => "no arguments".to_owned(),
        (min, Some(max)) if min == max => plural(least, "argument"),
        (min, None) => format!("at least {}", plural(min as usize, "argument")),
        (0, Some(max)) => format!("at most {}", plural(max as usize, "argument")),
        (min, Some(max)) => format!("{} arguments", between(min as usize, max as usize)),
    };
    let label = match most {
        Some(most) if count > most => match count - most {
            1 => "unexpected extra argument".to_owned(),
            more => format!("{more} unexpected extra arguments"),
        },
        _ => match least.saturating_sub(count) {
            1 => "missing argument".to_owned(),
            more => format!("{more} missing arguments"),
        },
    };
    let found = if count == 0 { "none".to_owned() } else { count.to_string() };
    (format!("`{name}` takes {expected}, got {found}"), label)
}

/// The place of the surplus arguments.
fn extra_arguments(places: &[TextRange], most: Option<usize>, count: usize) -> Option<TextRange> {
    let first = places.get(most?).filter(|_| places.len() == count)?;
    Some(first.cover(*places.last()?))
}

/// A range of counts: `1 or 2`, `1 to 3`.
fn between(least: usize, most: usize) -> String {
    if most == least + 1 { format!("{least} or {most}") } else { format!("{least} to {most}") }
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The help for `lookup('port', 8080)`: a default in the place of a type or a merge strategy.
fn misplaced_default(name: &str, arguments: &[Value]) -> Option<String> {
    let plain =
        |value: &Value| matches!(value, Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Array(_));
    if name != "lookup" || arguments.len() > 3 {
        return None;
    }
    if let Some(Value::Hash(options)) = arguments.get(1)
        && options.keys().any(|key| matches!(key, Value::Default) || key.as_str() == Some("default"))
    {
        return Some("the key of a default is `default_value`: `{'default_value' => ...}`".to_owned());
    }
    if let Some(ty) = arguments.get(1).and_then(Value::as_str) {
        return Some(format!("types are written without quotes: `{ty}`"));
    }
    let default = arguments.get(1..)?.iter().any(plain);
    default.then(|| "a default is passed in a hash: `lookup('key', {'default_value' => ...})`".to_owned())
}
