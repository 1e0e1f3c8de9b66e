//! Binary operators, with a fast path for integers, and unary minus.

mod big;
mod times;

use bunraku_check::Strict;
use bunraku_diag::codes;
use bunraku_edition::{FloatShift, StringOperand, TypeWithValue};
use bunraku_ir::{Binary, Body, Operand};
use bunraku_pcore::{Value, compare, number, values::Timespan};

use times::has_own_operators;

use crate::{
    Eval, Evaluator, Machine,
    machine::{place, with_help},
    message::{NumberPlace, with_advice},
};

impl Evaluator<'_> {
    pub(crate) fn binary(
        &mut self,
        body: &Body,
        operator: Binary,
        left: Operand,
        right: Operand,
        at: Operand,
    ) -> Eval<Value> {
        // Operands that need no evaluation are read in place. Integers are by far the most frequent.
        if let (Some(&Value::Int(left)), Some(&Value::Int(right))) =
            (self.peek(body, left), self.peek(body, right))
            && let Some(value) = integers(operator, left, right)
        {
            return Ok(value);
        }
        let places = (left, right);
        let left = self.eval(body, left)?;
        if let (&Value::Int(a), Some(&Value::Int(b))) = (&left, self.peek(body, right))
            && let Some(value) = integers(operator, a, b)
        {
            return Ok(value);
        }
        let right = self.eval(body, right)?;
        self.operate(body, operator, left.plain(), right.plain(), places, at)
    }

    pub(crate) fn negate(&mut self, body: &Body, operand: Operand, at: Operand) -> Eval<Value> {
        let value = self.eval(body, operand)?;
        match self.numeric(body, value, "-", NumberPlace { operand: at, at, side: 0 })? {
            Value::Float(number) => Ok(Value::Float(-number)),
            Value::Timespan(span) => {
                Ok(Timespan::from_nanoseconds(-span.nanoseconds()).map_or(Value::Undef, Value::Timespan))
            }
            number => match number::big(&number) {
                Some(number) => Ok(Value::integer(-&*number)),
                None => {
                    Err(self.error_at(codes::INVALID_OPERAND, body, at, "cannot apply `-` to this value"))
                }
            },
        }
    }
}

impl Machine {
    /// Applies an operator to two values. `places` are the operands that they came from.
    pub(crate) fn operate(
        &mut self,
        body: &Body,
        operator: Binary,
        left: Value,
        right: Value,
        places: (Operand, Operand),
        at: Operand,
    ) -> Eval<Value> {
        if let (&Value::Int(left), &Value::Int(right)) = (&left, &right)
            && let Some(value) = integers(operator, left, right)
        {
            return Ok(value);
        }
        let walked = match operator {
            Binary::Equal | Binary::NotEqual => left.measure().weight().min(right.measure().weight()),
            Binary::In => right.measure().weight(),
            Binary::Match | Binary::NoMatch => left.measure().weight(),
            _ => 0,
        };
        self.count_walk_at(walked, body, at)?;
        let types = &self.edition.types;
        match operator {
            Binary::Equal => self.answered(Value::Bool(compare::equal(types, &left, &right)), body, at),
            Binary::NotEqual => self.answered(Value::Bool(!compare::equal(types, &left, &right)), body, at),
            Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => {
                let answer = self.order(body, operator, &left, &right, at)?;
                self.answered(answer, body, at)
            }
            Binary::In => {
                let answer = self.contained(body, &left, &right, at)?;
                self.answered(answer, body, at)
            }
            Binary::Match => {
                let answer = self.matches(body, &left, &right, at)?;
                self.answered(Value::Bool(answer), body, at)
            }
            Binary::NoMatch => {
                let answer = !self.matches(body, &left, &right, at)?;
                self.answered(Value::Bool(answer), body, at)
            }
            Binary::Add
                if matches!(left, Value::Array(_) | Value::Hash(_) | Value::Uri(_) | Value::Binary(_)) =>
            {
                self.concatenate(body, left, right, at)
            }
            Binary::Subtract if matches!(left, Value::Array(_) | Value::Hash(_)) => {
                self.delete(body, left, &right, at)
            }
            Binary::ShiftLeft if matches!(left, Value::Array(_)) => self.append(body, left, right, at),
            _ => self.arithmetic(body, operator, left, right, places, at),
        }
    }

    fn order(
        &mut self,
        body: &Body,
        operator: Binary,
        left: &Value,
        right: &Value,
        at: Operand,
    ) -> Eval<Value> {
        if let (Value::Type(_), TypeWithValue::False) = (left, self.edition.types.type_with_value)
            && !matches!(right, Value::Type(_))
        {
            return Ok(Value::Bool(false));
        }
        if let (Value::Type(left), Value::Type(right)) = (left, right) {
            let types = &self.edition.types;
            let within = |a, b| bunraku_pcore::assignable::assignable(types, a, b);
            let equal = || compare::same_type(types, left, right);
            return Ok(Value::Bool(match operator {
                Binary::Less => within(right, left) && !equal(),
                Binary::LessEqual => within(right, left),
                Binary::Greater => within(left, right) && !equal(),
                _ => within(left, right),
            }));
        }
        let Ok(order) = compare::compare(&self.edition.types, left, right) else {
            let kinds = (self.kind_of(left), self.kind_of(right));
            let message = format!("cannot compare {} with {} using `{}`", kinds.0, kinds.1, operator.sign());
            let error = self.error_at(codes::INVALID_OPERAND, body, at, message);
            let places = self.operand_places(body, place(body, at));
            let texts: Vec<&str> = places.iter().map(|place| place.of(body.source.text())).collect();
            let undefined = [left, right].into_iter().position(Value::is_undef);
            if let Some(undefined) = undefined.and_then(|side| places.get(side)) {
                let key = self.missing_key(body, *undefined);
                let help = key.unwrap_or_else(|| "test it first, as in `if $x and $x > 1`".to_owned());
                return Err(with_help(error, help));
            }
            return Err(with_help(error, comparison_help(left, right, &texts)));
        };
        Ok(Value::Bool(match operator {
            Binary::Less => order.is_lt(),
            Binary::LessEqual => order.is_le(),
            Binary::Greater => order.is_gt(),
            _ => order.is_ge(),
        }))
    }

    fn arithmetic(
        &mut self,
        body: &Body,
        operator: Binary,
        left: Value,
        right: Value,
        places: (Operand, Operand),
        at: Operand,
    ) -> Eval<Value> {
        let first = NumberPlace { operand: places.0, at, side: 0 };
        let left = match (&left, &right) {
            // Puppet adds to an array only what comes after it.
            (Value::Str(source), Value::Array(_)) if matches!(operator, Binary::Add) => {
                let help =
                    format!("to add to an array, put the string in an array too: `['{source}'] + ...`");
                self.numeric(body, left, operator.sign(), first).map_err(|error| with_help(error, help))?
            }
            _ => self.numeric(body, left, operator.sign(), first)?,
        };
        let right =
            self.numeric(body, right, operator.sign(), NumberPlace { operand: places.1, at, side: 1 })?;
        if has_own_operators(&left) || has_own_operators(&right) {
            return self.times(body, operator, (&left, &right), places.0, at);
        }
        match (&left, &right) {
            (Value::Float(_), _) | (_, Value::Float(_)) => {
                self.floats(body, operator, (&left, &right), places.0, at)
            }
            _ => self.big_integers(body, operator, &left, &right, at),
        }
    }

    /// The help for a string without quotes as an operand of arithmetic, and for a list that is written as in YAML.
    fn meant_operand(&self, body: &Body, places: NumberPlace, string: &str) -> Option<String> {
        let own = body.range(places.operand);
        let own =
            own.or_else(|| self.operand_places(body, place(body, places.at)).get(places.side).copied())?;
        let text = body.source.text();
        let (written, before) = (own.of(text), text.get(..own.start as usize)?);
        let operand = written.strip_prefix('-').map_or(written, str::trim_start);
        if operand.starts_with(['\'', '"'])
            && operand.len() < written.len()
            && before.trim_end().ends_with('[')
        {
            return Some("the elements of an array are separated by commas, without `-`".to_owned());
        }
        if operand != string || !string.starts_with(|c: char| c.is_ascii_lowercase()) {
            return None;
        }
        let calls = ["include", "contain", "require"].iter().any(|call| before.trim_end().ends_with(call));
        let rest = text.get(own.end as usize..)?;
        if calls && let Some(rest) = rest.strip_prefix('/') {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            return Some(format!("write two colons: `{string}::{}`", rest.get(..end)?));
        }
        Some(if before.ends_with("${") {
            format!("in an expression inside `${{...}}`, a variable needs its dollar sign: `${string}`")
        } else {
            format!("write `${string}` if it is a variable, or quote the whole string that it belongs to")
        })
    }

    /// Converts an operand to a number. Strings are converted if the edition or the setting `strict` allows it.
    pub(crate) fn numeric(
        &mut self,
        body: &Body,
        value: Value,
        sign: &str,
        place: NumberPlace,
    ) -> Eval<Value> {
        match value {
            // Puppet accepts a version here, but then no operator is defined for it.
            Value::Int(_)
            | Value::Float(_)
            | Value::Big(_)
            | Value::Timespan(_)
            | Value::Timestamp(_)
            | Value::Version(_) => Ok(value),
            Value::Str(ref string) => {
                let Some(number) = number::parse(string) else {
                    let message = format!("expected a number for `{sign}`, got the String '{string}'");
                    let meant = self.meant_operand(body, place, string);
                    let error = self.number_error(body, place, &value, message);
                    return Err(match sign {
                        _ if let Some(meant) = meant => with_help(error, meant),
                        "+" => with_help(error, "to join strings, use interpolation: `\"${one}${other}\"`"),
                        "%" => with_help(error, "to format a string, call `sprintf('...', ...)`"),
                        _ => error,
                    });
                };
                if matches!(self.edition.eval.string_operand, StringOperand::ByStrict)
                    && self.settings.strict != Strict::Off
                {
                    let message = format!("expected a number, got the String '{string}'");
                    let range = body.range(place.operand).or(body.range(place.at)).unwrap_or_default();
                    let strict = self.settings.strict;
                    if strict == Strict::Error {
                        let error = self.number_error(body, place, &value, message);
                        return Err(with_help(error, format!("convert it: `Numeric('{string}')`")));
                    }
                    self.by_strict(strict, codes::INVALID_OPERAND, body, range, message)?;
                }
                Ok(number)
            }
            other => {
                let message = format!("cannot apply `{sign}` to {}", self.kind_of(&other));
                let sensitive = matches!(other, Value::Sensitive(_));
                let unwrap = "use `unwrap` to get the value inside: `$secret.unwrap`";
                let own = body.range(place.operand).filter(|_| other.is_undef());
                let key = own.and_then(|own| self.missing_key(body, own));
                let help = sensitive.then(|| unwrap.to_owned()).or(key);
                Err(with_advice(self.number_error(body, place, &other, message), help))
            }
        }
    }

    fn floats(
        &mut self,
        body: &Body,
        operator: Binary,
        (left, right): (&Value, &Value),
        place: Operand,
        at: Operand,
    ) -> Eval<Value> {
        let (a, b) = (to_float(left), to_float(right));
        let result = match operator {
            Binary::Add => a + b,
            Binary::Subtract => a - b,
            Binary::Multiply => a * b,
            // Ruby's division of a float by zero is infinite, which is rejected below; 0.0 / 0.0 is not a number.
            Binary::Divide => a / b,
            Binary::ShiftLeft | Binary::ShiftRight => {
                return self.float_shift(body, operator, (left, b), place, at);
            }
            _ => {
                let message = format!("cannot apply `{}` to a Float", operator.sign());
                return Err(self.left_error(codes::INVALID_OPERAND, body, place, at, message));
            }
        };
        if result.is_infinite() {
            let message = match operator {
                Binary::Divide if b == 0.0 => "division by zero".to_owned(),
                _ => format!("the result of `{}` is too large for a Float", operator.sign()),
            };
            return Err(self.left_error(codes::DIVISION_BY_ZERO, body, place, at, message));
        }
        Ok(Value::Float(result))
    }

    fn float_shift(
        &mut self,
        body: &Body,
        operator: Binary,
        (left, count): (&Value, f64),
        place: Operand,
        at: Operand,
    ) -> Eval<Value> {
        if matches!(left, Value::Float(_)) || matches!(self.edition.eval.float_shift, FloatShift::Error) {
            let message = format!("expected an Integer for `{}`, got a Float", operator.sign());
            return Err(self.left_error(codes::INVALID_OPERAND, body, place, at, message));
        }
        self.big_integers(body, operator, left, &Value::Int(count.trunc() as i64), at)
    }

    #[cold]
    fn zero_division(&mut self, body: &Body, at: Operand) -> Box<crate::Unwind> {
        self.own_part_error(codes::DIVISION_BY_ZERO, body, at, 1, "division by zero", "this is zero")
    }
}

/// Operates on 64-bit integers; `None` if the operator or the result needs the general case.
#[inline]
fn integers(operator: Binary, left: i64, right: i64) -> Option<Value> {
    Some(match operator {
        Binary::Add => Value::Int(left.checked_add(right)?),
        Binary::Subtract => Value::Int(left.checked_sub(right)?),
        Binary::Multiply => Value::Int(left.checked_mul(right)?),
        Binary::Divide => {
            let quotient = left.checked_div(right)?;
            let inexact = left.checked_rem(right)? != 0;
            Value::Int(if inexact && (left < 0) != (right < 0) { quotient - 1 } else { quotient })
        }
        Binary::Modulo => {
            let rest = left.checked_rem(right)?;
            Value::Int(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
        }
        Binary::Equal => Value::Bool(left == right),
        Binary::NotEqual => Value::Bool(left != right),
        Binary::Less => Value::Bool(left < right),
        Binary::LessEqual => Value::Bool(left <= right),
        Binary::Greater => Value::Bool(left > right),
        Binary::GreaterEqual => Value::Bool(left >= right),
        _ => return None,
    })
}

fn to_float(value: &Value) -> f64 {
    match value {
        Value::Float(number) => *number,
        Value::Int(number) => *number as f64,
        Value::Big(number) => number.to_string().parse().unwrap_or(f64::INFINITY),
        _ => 0.0,
    }
}

/// Adds an article to the name of a type, for messages.
pub(crate) fn article(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U']) && !name.starts_with("URI");
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// The help for values that cannot be compared: a string that spells a number is most likely meant as one.
fn comparison_help(left: &Value, right: &Value, places: &[&str]) -> String {
    if matches!(left, Value::Bool(_)) && places.first().is_some_and(|text| text.contains(['<', '>'])) {
        return "comparisons cannot be chained: write `a < b and b < c`".to_owned();
    }
    if [left, right].iter().any(|value| matches!(value, Value::Version(_))) {
        return "a version is only compared with a version, such as `SemVer('1.2.0')`".to_owned();
    }
    let numeric = [left, right]
        .into_iter()
        .position(|value| value.as_str().is_some_and(|source| source.parse::<f64>().is_ok()));
    match numeric {
        Some(side) => match places.get(side).filter(|text| !text.contains('\n')) {
            Some(text) => format!("convert the string to a number: `Numeric({text})`"),
            None => "convert the string to a number with `Numeric(...)`".to_owned(),
        },
        None => "only numbers, strings, versions and times have an order, each among themselves".to_owned(),
    }
}
