//! Parses JSON.

use std::borrow::Cow;

use bunraku_formats::json::{Accepted, Build, Failure, MAX_DEPTH, Reason, read_with};
use num_bigint::BigInt;

use crate::{
    Args, Interp, R, Unwind,
    value::{RHash, Val},
};

/// How deeply arrays and objects may be nested by default.
const MAX_NESTING: usize = MAX_DEPTH;
/// How deeply they may be nested if code removes the limit.
const LARGEST_NESTING: usize = 1_000;

pub(super) fn parse(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let source = interp.arg_str(&args.get(0))?;
    let nesting = match args.option("max_nesting") {
        None => MAX_NESTING,
        Some(Val::Int(limit)) if limit > 0 => {
            usize::try_from(limit).unwrap_or(MAX_NESTING).min(LARGEST_NESTING)
        }
        Some(_) => LARGEST_NESTING,
    };
    let option = |name: &str| args.option(name).is_some_and(|value| value.truthy());
    let limits = Accepted { nesting, nan: option("allow_nan") };
    // The input counts as steps, so that a loop that parses large strings ends.
    interp.check_size(source.len())?;
    let result = read_with(&source, limits, &mut Values { symbols: option("symbolize_names") });
    result.map_err(|failure| error(interp, &source, &failure, nesting))
}

/// Numbers in the messages of Ruby's parser that show its developers where it stopped.
const IN_ARRAY: u32 = 451;
const IN_DOCUMENT: u32 = 859;
const NOT_A_NUMBER: u32 = 225;
const IN_STRING: u32 = 521;

fn error(interp: &mut Interp<'_>, source: &str, failure: &Failure, nesting: usize) -> Box<Unwind> {
    let (at, number) = match failure.reason {
        Reason::Surrogate => {
            let rest = source.get(failure.at..).unwrap_or("");
            let message = format!("{IN_STRING}: incomplete surrogate pair at '{rest}'");
            return interp.error("JSON::ParserError", message);
        }
        Reason::Digits | Reason::Ended(_) => {
            return interp.error("JSON::ParserError", failure.reason.message());
        }
        Reason::Nesting => {
            let message = format!("nesting of {} is too deep", nesting + 1);
            return interp.error("JSON::NestingError", message);
        }
        Reason::NotANumber | Reason::NegativeInfinity => (failure.at, NOT_A_NUMBER),
        _ if failure.in_array => (failure.item, IN_ARRAY),
        _ => (failure.item, IN_DOCUMENT),
    };
    let rest = source.get(at..).unwrap_or("");
    interp.error("JSON::ParserError", format!("{number}: unexpected token at '{rest}'"))
}

/// Builds Ruby values.
struct Values {
    /// Whether keys become symbols (`symbolize_names`).
    symbols: bool,
}

impl<'t> Build<'t> for Values {
    type Value = Val;
    type Array = Vec<Val>;
    type Object = RHash;

    fn null(&mut self) -> Val {
        Val::Nil
    }

    fn bool(&mut self, bool: bool) -> Val {
        Val::Bool(bool)
    }

    fn integer(&mut self, number: i64) -> Val {
        Val::Int(number)
    }

    fn big(&mut self, number: BigInt) -> Val {
        Val::integer(number)
    }

    fn float(&mut self, number: f64) -> Val {
        Val::Float(number)
    }

    fn string(&mut self, text: Cow<'t, str>) -> Val {
        Val::str(text)
    }

    fn push(&mut self, array: &mut Vec<Val>, value: Val) {
        array.push(value);
    }

    fn array(&mut self, array: Vec<Val>) -> Val {
        Val::array(array)
    }

    fn insert(&mut self, object: &mut RHash, key: Cow<'t, str>, value: Val, _: usize, _: bool) {
        object.set(if self.symbols { Val::sym(key) } else { Val::str(key) }, value);
    }

    fn object(&mut self, object: RHash) -> Val {
        Val::Hash(std::rc::Rc::new(object))
    }
}
