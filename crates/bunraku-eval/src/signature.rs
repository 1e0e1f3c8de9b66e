//! Signatures of built-in functions, written in Puppet's notation.

use std::borrow::Cow;

use bunraku_analysis::Snippet;
use bunraku_edition::PUPPET8;
use bunraku_ir::{Lambda, Operand};
use bunraku_pcore::{Size, Type, Value, assignable::assignable, instance::instance};

/// The parameters of a function: `Type $x`, `Type $x = 1` (optional), `Type *$rest` (repeated), `Callable[1, 1]
/// &$block` (the lambda), `Optional[Callable] &$block` (an optional lambda). `>> Type` after them is the type of the result.
#[derive(Debug)]
pub struct Signature {
    /// The notation of the parameters, as messages show it.
    pub text: Cow<'static, str>,
    /// The parameters.
    pub params: Vec<SignatureParam>,
    /// The lambda; `None` if it must not be given.
    pub block: Option<BlockParam>,
    /// The notation of the type of the result; empty for any type.
    pub returns: &'static str,
}

/// A parameter of a signature.
#[derive(Debug)]
pub struct SignatureParam {
    /// The name, without `$`.
    pub name: String,
    /// The type of one argument, also for a repeated parameter.
    pub ty: Type,
    /// Whether it may be omitted.
    pub optional: bool,
    /// Whether it takes all remaining arguments.
    pub repeated: bool,
}

/// The lambda of a signature.
#[derive(Debug)]
pub struct BlockParam {
    /// Whether it may be omitted.
    pub optional: bool,
    /// The minimum and maximum number of values it is called with; `None` if any lambda is accepted.
    pub arity: Option<(u64, u64)>,
    /// The types of the values it is called with, if they are given: the lambda's parameters must accept all of them.
    pub types: Vec<Type>,
}

impl Signature {
    /// Parses a signature. The error says what is wrong with it, for the author of the function.
    pub fn parse(text: &'static str) -> Result<Signature, String> {
        let (parameters, returns) = text.split_once(" >> ").unwrap_or((text, ""));
        let mut signature = Signature { text: parameters.into(), params: Vec::new(), block: None, returns };
        for part in top_level_parts(parameters) {
            let part = part.trim();
            if part.is_empty() {
                continue;
            }
            let dollar = name_start(part).ok_or_else(|| format!("`{part}` has no name"))?;
            let (before, rest) = part.split_at(dollar);
            let (name, default) = match rest.split_once('=') {
                Some((name, _)) => (name, true),
                None => (rest, false),
            };
            let before = before.trim();
            let (ty, sign) = match before.strip_suffix(['*', '&']) {
                Some(ty) => (ty.trim(), before.chars().next_back()),
                None => (before, None),
            };
            if sign == Some('&') {
                signature.block = Some(BlockParam::parse(ty)?);
                continue;
            }
            let ty = parsed_type(ty)?;
            let name = name.trim().trim_start_matches('$').to_owned();
            signature.params.push(SignatureParam {
                name,
                ty,
                optional: default,
                repeated: sign == Some('*'),
            });
        }
        Ok(signature)
    }

    /// The type of the result; the error says what is wrong with its notation.
    pub fn result(&self) -> Result<Type, String> {
        parsed_type(self.returns)
    }

    /// The minimum and maximum number of arguments.
    pub fn arity(&self) -> (usize, Option<usize>) {
        let least = self.params.iter().filter(|param| !param.optional && !param.repeated).count();
        let repeated = self.params.last().is_some_and(|param| param.repeated);
        (least, (!repeated).then_some(self.params.len()))
    }

    /// Whether a call with these arguments and this lambda fits.
    pub fn accepts(&self, arguments: &[Value], lambda: Option<&LambdaShape<'_>>) -> bool {
        self.accepts_arguments(arguments) && self.accepts_block(lambda)
    }

    /// Whether the arguments of a call fit.
    pub fn accepts_arguments(&self, arguments: &[Value]) -> bool {
        let (least, greatest) = self.arity();
        if arguments.len() < least || greatest.is_some_and(|greatest| arguments.len() > greatest) {
            return false;
        }
        arguments.iter().enumerate().all(|(index, value)| {
            let param = self.params.get(index).or(self.params.last());
            param.is_some_and(|param| {
                matches!(param.ty, Type::Any) || instance(&PUPPET8.types, &param.ty, value)
            })
        })
    }

    /// Whether the lambda of a call fits.
    pub fn accepts_block(&self, lambda: Option<&LambdaShape<'_>>) -> bool {
        match (&self.block, lambda) {
            (None, lambda) => lambda.is_none(),
            (Some(block), None) => block.optional,
            (Some(block), Some(lambda)) => block.accepts(lambda),
        }
    }
}

impl BlockParam {
    /// Reads the type of a lambda, such as `Callable[2, 2]` or `Optional[Callable]`.
    ///
    /// # Errors
    /// It is not such a type, in words.
    pub fn parse(string: &str) -> Result<BlockParam, String> {
        let (optional, callable) =
            match string.strip_prefix("Optional[").and_then(|rest| rest.strip_suffix(']')) {
                Some(callable) => (true, callable),
                None => (false, string),
            };
        let Some(keys) = callable.strip_prefix("Callable") else {
            return Err(format!("`{string}` is not a Callable"));
        };
        let keys = keys.strip_prefix('[').and_then(|keys| keys.strip_suffix(']')).unwrap_or("");
        if keys.is_empty() {
            return Ok(BlockParam { optional, arity: None, types: Vec::new() });
        }
        let parts = top_level_parts(keys);
        let numbers: Vec<u64> = parts.iter().filter_map(|part| part.trim().parse().ok()).collect();
        let arity = match numbers.as_slice() {
            [from, to] => (*from, *to),
            [from] => (*from, *from),
            _ => {
                let types = parts
                    .iter()
                    .map(|part| parse_type(part.trim()).ok_or_else(|| format!("`{part}` is not a type")));
                let types = types.collect::<Result<Vec<Type>, String>>()?;
                let count = types.len() as u64;
                return Ok(BlockParam { optional, arity: Some((count, count)), types });
            }
        };
        Ok(BlockParam { optional, arity: Some(arity), types: Vec::new() })
    }

    fn accepts(&self, LambdaShape { lambda, types, rest }: &LambdaShape<'_>) -> bool {
        let takes = |(index, given): (usize, &Type)| match types.get(index).or(types.last()) {
            Some(Some(ty)) => assignable(&PUPPET8.types, ty, given),
            _ => true,
        };
        if !self.types.iter().enumerate().all(takes) {
            return false;
        }
        let fixed = lambda.params.iter().filter(|param| !param.rest);
        let least = fixed.clone().filter(|param| param.default.is_none()).count() as u64;
        let (least, greatest) = match (lambda.params.last(), rest) {
            (Some(param), Some(size)) if param.rest => {
                let more = |max: u64| max.saturating_add(fixed.count() as u64);
                (least + size.min, size.max.map_or(u64::MAX, more))
            }
            (Some(param), None) if param.rest => (least, u64::MAX),
            _ => (least, lambda.params.len() as u64),
        };
        self.arity.is_none_or(|(from, to)| least <= from && greatest >= to)
    }
}

/// Whether a lambda can be called as a type such as `Callable[2, 2]` requires, disregarding the types of its
/// parameters. A string that is not such a type requires nothing.
pub fn lambda_fits(callable: &str, lambda: &Lambda) -> bool {
    let shape = LambdaShape { lambda, types: Vec::new(), rest: None };
    BlockParam::parse(callable).map_or(true, |block| block.accepts(&shape))
}

/// What is known about a lambda when a signature is selected.
pub struct LambdaShape<'b> {
    /// Its parameters and code.
    pub lambda: &'b Lambda,
    /// The types of its parameters, if one of the signatures depends on them.
    pub types: Vec<Option<Type>>,
    /// How many values the rest parameter accepts, if its type says so.
    pub rest: Option<Size>,
}

/// Parses the type of a parameter or a result, which may be missing.
fn parsed_type(text: &str) -> Result<Type, String> {
    match text {
        "" => Ok(Type::Any),
        text => parse_type(text).ok_or_else(|| format!("`{text}` is not a type")),
    }
}

/// Parses a type that uses only types of the language.
pub fn parse_type(text: &str) -> Option<Type> {
    let module = Snippet::new("", text, &PUPPET8).code()?;
    match module.main.root {
        Operand::Const(id) => module.main.constant(id).as_type().cloned(),
        _ => None,
    }
}

/// Where the `$` of a parameter's name is: outside brackets, for a pattern in them may have one, too.
fn name_start(part: &str) -> Option<usize> {
    let mut depth = 0u32;
    for (index, character) in part.char_indices() {
        match character {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth = depth.saturating_sub(1),
            '$' if depth == 0 => return Some(index),
            _ => {}
        }
    }
    None
}

/// Splits at commas that are not inside brackets.
fn top_level_parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0u32;
    let mut start = 0;
    for (index, character) in text.char_indices() {
        match character {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(text.get(start..index).unwrap_or(""));
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(text.get(start..).unwrap_or(""));
    parts
}
