//! `format`: formats values according to a string with directives.

use std::iter::Peekable;
use std::str::Chars;

use bunraku_pcore::format::{Directive, number};

use super::conversions::{to_big, to_float};
use crate::{Interp, R, Unwind, value::Val};

/// A directive, such as `%-+05.2f`.
#[derive(Default)]
struct Spec {
    form: Directive,
    /// The value, if the directive selects it by number or by name.
    value: Option<Val>,
}

/// The values, and how directives have selected them so far, because Ruby does not allow mixing the ways.
struct Values<'v> {
    list: &'v [Val],
    next: usize,
    numbered: bool,
    named: bool,
}

/// Formats values according to a pattern.
pub(super) fn format(interp: &mut Interp<'_>, pattern: &str, values: &[Val]) -> R<String> {
    let mut values = Values { list: values, next: 0, numbered: false, named: false };
    let mut result = String::with_capacity(pattern.len());
    let mut chars = pattern.chars().peekable();
    while let Some(char) = chars.next() {
        if char == '%' {
            directive(interp, &mut chars, &mut values, &mut result)?;
            interp.check_growth(result.len())?;
        } else {
            result.push(char);
        }
    }
    Ok(result)
}

fn directive(
    interp: &mut Interp<'_>,
    chars: &mut Peekable<Chars<'_>>,
    values: &mut Values<'_>,
    result: &mut String,
) -> R<()> {
    let mut spec = Spec::default();
    let mut plain = true;
    loop {
        let Some(char) = chars.next() else {
            let message = if plain {
                "incomplete format specifier; use %% (double %) instead"
            } else if spec.value.is_some() {
                // A name without a directive after it stands for a percent sign, as in Ruby.
                result.push('%');
                return Ok(());
            } else {
                "invalid format character - %"
            };
            return Err(interp.argument_error(message));
        };
        match char {
            ' ' | '#' | '+' | '-' | '0' => {
                if spec.form.width.is_some() || spec.form.precision.is_some() {
                    let what = if spec.form.precision.is_some() { "precision" } else { "width" };
                    return Err(interp.argument_error(format!("flag after {what}")));
                }
                match char {
                    ' ' => spec.form.space = true,
                    '#' => spec.form.alt = true,
                    '+' => spec.form.plus = true,
                    '-' => spec.form.left = true,
                    _ => spec.form.zero = true,
                }
            }
            '1'..='9' => width(interp, char, chars, values, &mut spec)?,
            '*' => star(interp, chars, values, &mut spec)?,
            '.' => precision(interp, chars, values, &mut spec)?,
            '<' | '{' => {
                let value = by_name(interp, char, chars, values, &spec)?;
                if char == '{' {
                    let text = interp.to_s(&value)?;
                    result.push_str(&spec.form.text(&text));
                    return Ok(());
                }
                spec.value = Some(value);
            }
            '%' if plain => {
                result.push('%');
                return Ok(());
            }
            '\n' | '\0' if plain => {
                result.push('%');
                result.push(char);
                return Ok(());
            }
            '%' => return Err(interp.argument_error("invalid format character - %")),
            letter => {
                let text = written(interp, letter, values, &spec)?;
                result.push_str(&text);
                return Ok(());
            }
        }
        plain = false;
    }
}

/// A width, or the number of a value if `$` follows.
fn width(
    interp: &mut Interp<'_>,
    first: char,
    chars: &mut Peekable<Chars<'_>>,
    values: &mut Values<'_>,
    spec: &mut Spec,
) -> R<()> {
    let number = digits(interp, Some(first), chars, "width")?;
    if chars.next_if_eq(&'$').is_some() {
        if spec.value.is_some() {
            return Err(interp.argument_error(format!("value given twice - {number}$")));
        }
        spec.value = Some(values.by_number(interp, number)?);
        return Ok(());
    }
    if spec.form.width.is_some() {
        return Err(interp.argument_error("width given twice"));
    }
    spec.form.width = Some(number);
    Ok(())
}

fn digits(
    interp: &mut Interp<'_>,
    first: Option<char>,
    chars: &mut Peekable<Chars<'_>>,
    what: &str,
) -> R<usize> {
    let mut number = first.and_then(|char| char.to_digit(10)).unwrap_or(0) as usize;
    while let Some(digit) = chars.next_if(char::is_ascii_digit) {
        number = number.saturating_mul(10).saturating_add(digit.to_digit(10).unwrap_or(0) as usize);
        if number > i32::MAX as usize {
            return Err(interp.argument_error(format!("{what} too big")));
        }
    }
    interp.check_size(number)?;
    Ok(number)
}

/// `*`: the next value is the width. A negative width aligns to the left.
fn star(
    interp: &mut Interp<'_>,
    chars: &mut Peekable<Chars<'_>>,
    values: &mut Values<'_>,
    spec: &mut Spec,
) -> R<()> {
    if spec.form.width.is_some() {
        return Err(interp.argument_error("width given twice"));
    }
    let value = starred(interp, chars, values)?;
    let width = interp.arg_int(&value)?;
    spec.form.left |= width < 0;
    let width = usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX);
    interp.check_size(width)?;
    spec.form.width = Some(width);
    Ok(())
}

/// The value that a `*` takes: the next one, or that of the number in `*2$`.
fn starred(interp: &mut Interp<'_>, chars: &mut Peekable<Chars<'_>>, values: &mut Values<'_>) -> R {
    let mut ahead = chars.clone();
    if ahead.peek().is_some_and(char::is_ascii_digit) {
        let number = digits(interp, None, &mut ahead, "width")?;
        if ahead.next_if_eq(&'$').is_some() {
            *chars = ahead;
            return values.by_number(interp, number);
        }
    }
    values.next(interp)
}

fn precision(
    interp: &mut Interp<'_>,
    chars: &mut Peekable<Chars<'_>>,
    values: &mut Values<'_>,
    spec: &mut Spec,
) -> R<()> {
    if spec.form.precision.is_some() {
        return Err(interp.argument_error("precision given twice"));
    }
    if chars.next_if_eq(&'*').is_some() {
        let value = starred(interp, chars, values)?;
        // A negative precision counts as none, as in Ruby.
        spec.form.precision = usize::try_from(interp.arg_int(&value)?).ok();
        interp.check_size(spec.form.precision.unwrap_or(0))?;
        return Ok(());
    }
    spec.form.precision = Some(digits(interp, None, chars, "precision")?);
    Ok(())
}

/// `%<name>` and `%{name}`: an entry of the hash that must be the only value.
fn by_name(
    interp: &mut Interp<'_>,
    open: char,
    chars: &mut Peekable<Chars<'_>>,
    values: &mut Values<'_>,
    spec: &Spec,
) -> R {
    let close = if open == '<' { '>' } else { '}' };
    let mut name = String::new();
    loop {
        match chars.next() {
            Some(char) if char == close => break,
            Some(char) => name.push(char),
            None => return Err(interp.argument_error("malformed name - unmatched parenthesis")),
        }
    }
    let shown = format!("{open}{name}{close}");
    if spec.value.is_some() {
        return Err(interp.argument_error(format!("named{shown} after <{name}>")));
    }
    if values.next > 0 {
        return Err(interp.argument_error(format!("named{shown} after unnumbered({})", values.next)));
    }
    if values.numbered {
        return Err(interp.argument_error(format!("named{shown} after numbered")));
    }
    let [Val::Hash(hash)] = values.list else { return Err(interp.argument_error("one hash required")) };
    values.named = true;
    if let Some(value) = hash.get_sym(&name) {
        return Ok(value);
    }
    // The default of the hash is used for a missing key.
    let default = interp.call(&Val::Hash(std::rc::Rc::clone(hash)), "default", vec![Val::sym(name)])?;
    if default.is_nil() {
        Err(interp.error("KeyError", format!("key{shown} not found")))
    } else {
        Ok(default)
    }
}

impl Values<'_> {
    fn next(&mut self, interp: &mut Interp<'_>) -> R {
        if self.numbered {
            let message = format!("unnumbered({}) mixed with numbered", self.next + 1);
            return Err(interp.argument_error(message));
        }
        if self.named {
            let message = format!("unnumbered({}) mixed with named", self.next + 1);
            return Err(interp.argument_error(message));
        }
        let value = self.list.get(self.next).cloned();
        self.next += 1;
        value.ok_or_else(|| too_few(interp))
    }

    fn by_number(&mut self, interp: &mut Interp<'_>, number: usize) -> R {
        if self.next > 0 {
            let message = format!("numbered({number}) after unnumbered({})", self.next);
            return Err(interp.argument_error(message));
        }
        if self.named {
            return Err(interp.argument_error(format!("numbered({number}) after named")));
        }
        self.numbered = true;
        let value = self.list.get(number.wrapping_sub(1)).cloned();
        value.ok_or_else(|| too_few(interp))
    }
}

fn too_few(interp: &mut Interp<'_>) -> Box<Unwind> {
    interp.argument_error("too few arguments")
}

/// Formats a value by its directive.
fn written(interp: &mut Interp<'_>, letter: char, values: &mut Values<'_>, spec: &Spec) -> R<String> {
    if !"sdiufgGeEaAxXobBcp".contains(letter) {
        return Err(interp.argument_error(format!("malformed format string - %{letter}")));
    }
    let value = match &spec.value {
        Some(value) => value.clone(),
        None => values.next(interp)?,
    };
    match letter {
        's' => {
            let text = interp.to_s(&value)?;
            Ok(spec.form.text(&text))
        }
        'p' => {
            let text = interp.inspect(&value)?;
            Ok(spec.form.text(&text))
        }
        'c' => character(interp, &value, spec),
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'b' | 'B' => {
            let number = to_big(interp, &value)?;
            Ok(number::integer(&spec.form, &number, letter))
        }
        _ => {
            if letter == 'f' && matches!(value, Val::Int(_) | Val::Big(_)) {
                // Integers are written exactly, whatever their size.
                let number = to_big(interp, &value)?;
                return Ok(number::whole(&spec.form, &number));
            }
            let number = to_float(interp, &value)?;
            Ok(number::float(&spec.form, number, letter))
        }
    }
}

fn character(interp: &mut Interp<'_>, value: &Val, spec: &Spec) -> R<String> {
    let char = match value {
        Val::Str(text) => {
            let text = text.text();
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (Some(char), None) => char,
                _ => return Err(interp.argument_error("%c requires a character")),
            }
        }
        number => {
            let number = interp.arg_int(number)?;
            match u32::try_from(number).ok().and_then(char::from_u32) {
                Some(char) => char,
                None => return Err(interp.error("RangeError", format!("{number} out of char range"))),
            }
        }
    };
    Ok(spec.form.padded(&char.to_string()))
}
