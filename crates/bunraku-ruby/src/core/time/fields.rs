//! The fields of a time, and conversion to strings.

use num_bigint::BigInt;

use super::{Moment, moment};
use crate::{Args, Interp, R, core::rational, value::Val};

/// Formats a time.
fn formatted(interp: &mut Interp<'_>, moment: Moment, format: &str) -> R<String> {
    let zone = moment.offset.map(zone_text);
    // Ruby raises this error for a format that ends in a percent sign.
    match moment.time.format(format, zone.as_deref()) {
        Ok(text) => Ok(text),
        Err(_) => Err(interp.argument_error(format!("invalid format: {format}"))),
    }
}

/// An offset as `+02:00`.
pub(super) fn zone_text(offset: i32) -> String {
    let (sign, size) = if offset < 0 { ('-', -i64::from(offset)) } else { ('+', i64::from(offset)) };
    format!("{sign}{:02}:{:02}", size / 3600, size / 60 % 60)
}

pub(super) fn number(interp: &mut Interp<'_>, this: &Val, format: &str) -> R {
    let moment = moment(interp, this)?;
    let text = formatted(interp, moment, format)?;
    Ok(Val::Int(text.trim().parse().unwrap_or(0)))
}

pub(super) fn is_weekday(interp: &mut Interp<'_>, this: &Val, day: i64) -> R {
    Ok(Val::Bool(matches!(number(interp, this, "%w")?, Val::Int(is) if is == day)))
}

pub(super) fn seconds(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Int(moment(interp, this)?.time.seconds()))
}

pub(super) fn nanoseconds(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Int(i64::from(moment(interp, this)?.time.subsecond())))
}

pub(super) fn microseconds(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Int(i64::from(moment(interp, this)?.time.subsecond() / 1_000)))
}

pub(super) fn to_f(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Float(moment(interp, this)?.time.to_float()))
}

/// The seconds since 1970 as a `Rational`.
pub(super) fn to_r(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let total = moment(interp, this)?.time.nanoseconds();
    rational::fraction(interp, Val::integer(BigInt::from(total)), Val::Int(1_000_000_000))
}

/// The fraction of the second as a `Rational`, or the integer 0 if there is none.
pub(super) fn subsecond(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    match moment(interp, this)?.time.subsecond() {
        0 => Ok(Val::Int(0)),
        nanos => rational::fraction(interp, Val::Int(i64::from(nanos)), Val::Int(1_000_000_000)),
    }
}

pub(super) fn ctime(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let moment = moment(interp, this)?;
    Ok(Val::str(formatted(interp, moment, "%a %b %e %T %Y")?))
}

pub(super) fn zone(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(match moment(interp, this)?.offset {
        None => Val::str("UTC"),
        Some(_) => Val::Nil,
    })
}

pub(super) fn offset(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Int(i64::from(moment(interp, this)?.offset.unwrap_or(0))))
}

pub(super) fn is_utc(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(moment(interp, this)?.offset.is_none()))
}

pub(super) fn to_a(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let mut items = Vec::new();
    for format in ["%-S", "%-M", "%-H", "%-d", "%-m", "%Y", "%w", "%-j"] {
        items.push(number(interp, this, format)?);
    }
    items.push(Val::Bool(false));
    items.push(zone(interp, this, args)?);
    Ok(Val::array(items))
}

pub(super) fn strftime(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let format = interp.arg_str(&args.get(0))?;
    let moment = moment(interp, this)?;
    Ok(Val::str(formatted(interp, moment, &format)?))
}

pub(super) fn to_s(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let moment = moment(interp, this)?;
    let format = if moment.offset.is_none() { "%F %T UTC" } else { "%F %T %z" };
    Ok(Val::str(formatted(interp, moment, format)?))
}

/// Like `to_s`, but with the fraction of the second.
pub(super) fn inspect(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let moment = moment(interp, this)?;
    let mut shown = formatted(interp, moment, "%F %T")?;
    if moment.time.subsecond() > 0 {
        let fraction = format!("{:09}", moment.time.subsecond());
        shown = format!("{shown}.{}", fraction.trim_end_matches('0'));
    }
    let zone = if moment.offset.is_none() { " UTC".to_string() } else { formatted(interp, moment, " %z")? };
    Ok(Val::str(shown + &zone))
}

pub(super) fn iso8601(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let moment = moment(interp, this)?;
    let digits = if args.is_empty() { 0 } else { interp.arg_int(&args.get(0))?.clamp(0, 9) };
    let mut shown = formatted(interp, moment, "%FT%T")?;
    if digits > 0 {
        let fraction = format!("{:09}", moment.time.subsecond());
        let digits = usize::try_from(digits).unwrap_or(0);
        shown = format!("{shown}.{}", fraction.get(..digits).unwrap_or(""));
    }
    let zone = if moment.offset.is_none() { "Z".to_string() } else { formatted(interp, moment, "%:z")? };
    Ok(Val::str(shown + &zone))
}

pub(super) fn httpdate(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let moment = Moment { offset: None, ..moment(interp, this)? };
    Ok(Val::str(formatted(interp, moment, "%a, %d %b %Y %T GMT")?))
}

pub(super) fn rfc2822(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let moment = moment(interp, this)?;
    let format = if moment.offset.is_none() { "%a, %d %b %Y %T -0000" } else { "%a, %d %b %Y %T %z" };
    Ok(Val::str(formatted(interp, moment, format)?))
}
