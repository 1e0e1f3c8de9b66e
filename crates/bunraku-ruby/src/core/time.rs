//! `Time`. There is no local time zone: a time without an offset is UTC.

mod fields;
mod make;

use std::rc::Rc;

use bunraku_intern::Symbol;
use bunraku_pcore::values::Timestamp;

use crate::{
    Args, Interp, R,
    class::{NativeClass, method},
    value::{Data, RObject, Val},
};

pub(super) static TIME: NativeClass = NativeClass::class(
    "Time",
    "Object",
    &["Comparable"],
    &[
        method("year", 0, 0, |interp, this, _| fields::number(interp, this, "%Y")),
        method("month", 0, 0, |interp, this, _| fields::number(interp, this, "%-m")),
        method("mon", 0, 0, |interp, this, _| fields::number(interp, this, "%-m")),
        method("day", 0, 0, |interp, this, _| fields::number(interp, this, "%-d")),
        method("mday", 0, 0, |interp, this, _| fields::number(interp, this, "%-d")),
        method("hour", 0, 0, |interp, this, _| fields::number(interp, this, "%-H")),
        method("min", 0, 0, |interp, this, _| fields::number(interp, this, "%-M")),
        method("sec", 0, 0, |interp, this, _| fields::number(interp, this, "%-S")),
        method("wday", 0, 0, |interp, this, _| fields::number(interp, this, "%w")),
        method("yday", 0, 0, |interp, this, _| fields::number(interp, this, "%-j")),
        method("usec", 0, 0, fields::microseconds),
        method("tv_usec", 0, 0, fields::microseconds),
        method("nsec", 0, 0, fields::nanoseconds),
        method("tv_nsec", 0, 0, fields::nanoseconds),
        method("to_i", 0, 0, fields::seconds),
        method("tv_sec", 0, 0, fields::seconds),
        method("to_f", 0, 0, fields::to_f),
        method("to_r", 0, 0, fields::to_r),
        method("subsec", 0, 0, fields::subsecond),
        method("to_time", 0, 0, |_, this, _| Ok(this.clone())),
        method("to_date", 0, 0, |interp, this, args| with_dates(interp, this, "date_of", args)),
        method("to_datetime", 0, 0, |interp, this, args| with_dates(interp, this, "datetime_of", args)),
        method("ctime", 0, 0, fields::ctime),
        method("asctime", 0, 0, fields::ctime),
        method("to_a", 0, 0, fields::to_a),
        method("zone", 0, 0, fields::zone),
        method("utc_offset", 0, 0, fields::offset),
        method("gmt_offset", 0, 0, fields::offset),
        method("gmtoff", 0, 0, fields::offset),
        method("utc?", 0, 0, fields::is_utc),
        method("gmt?", 0, 0, fields::is_utc),
        method("dst?", 0, 0, |_, _, _| Ok(Val::Bool(false))),
        method("isdst", 0, 0, |_, _, _| Ok(Val::Bool(false))),
        method("sunday?", 0, 0, |interp, this, _| fields::is_weekday(interp, this, 0)),
        method("monday?", 0, 0, |interp, this, _| fields::is_weekday(interp, this, 1)),
        method("tuesday?", 0, 0, |interp, this, _| fields::is_weekday(interp, this, 2)),
        method("wednesday?", 0, 0, |interp, this, _| fields::is_weekday(interp, this, 3)),
        method("thursday?", 0, 0, |interp, this, _| fields::is_weekday(interp, this, 4)),
        method("friday?", 0, 0, |interp, this, _| fields::is_weekday(interp, this, 5)),
        method("saturday?", 0, 0, |interp, this, _| fields::is_weekday(interp, this, 6)),
        method("strftime", 1, 1, fields::strftime),
        method("to_s", 0, 0, fields::to_s),
        method("inspect", 0, 0, fields::inspect),
        method("iso8601", 0, 1, fields::iso8601),
        method("xmlschema", 0, 1, fields::iso8601),
        method("httpdate", 0, 0, fields::httpdate),
        method("rfc2822", 0, 0, fields::rfc2822),
        method("rfc822", 0, 0, fields::rfc2822),
        method("+", 1, 1, plus),
        method("-", 1, 1, minus),
        method("<=>", 1, 1, compare),
        method("eql?", 1, 1, equal),
        method("hash", 0, 0, hash),
        method("utc", 0, 0, utc),
        method("gmtime", 0, 0, utc),
        method("getutc", 0, 0, utc),
        method("getgm", 0, 0, utc),
        method("localtime", 0, 1, make::localtime),
        method("getlocal", 0, 1, make::localtime),
        method("round", 0, 1, |interp, this, args| {
            rounded(interp, this, args, |total, unit| total + unit / 2)
        }),
        method("floor", 0, 1, |interp, this, args| rounded(interp, this, args, |total, _| total)),
        method("ceil", 0, 1, |interp, this, args| {
            rounded(interp, this, args, |total, unit| total + unit - 1)
        }),
    ],
    &[
        method("now", 0, 1, make::now),
        method("at", 1, 4, make::at),
        method("new", 0, 8, make::new),
        method("utc", 1, 7, make::utc),
        method("gm", 1, 7, make::utc),
        method("local", 1, 7, make::local),
        method("mktime", 1, 7, make::local),
        method("parse", 1, 2, |interp, this, args| in_ruby(interp, this, "parse_text", args)),
        method("iso8601", 1, 1, |interp, this, args| in_ruby(interp, this, "parse_iso8601", args)),
        method("xmlschema", 1, 1, |interp, this, args| in_ruby(interp, this, "parse_iso8601", args)),
        method("strptime", 2, 3, |interp, this, args| in_ruby(interp, this, "parse_format", args)),
        method("httpdate", 1, 1, |interp, this, args| in_ruby(interp, this, "parse_httpdate", args)),
        method("rfc2822", 1, 1, |interp, this, args| in_ruby(interp, this, "parse_rfc2822", args)),
        method("rfc822", 1, 1, |interp, this, args| in_ruby(interp, this, "parse_rfc2822", args)),
        method("zone_offset", 1, 2, |interp, this, args| in_ruby(interp, this, "offset_of_zone", args)),
    ],
);

/// Calls a method that is written in Ruby, in the library `time`.
fn in_ruby(interp: &mut Interp<'_>, this: &Val, name: &str, args: &Args) -> R {
    interp.load_library("time")?;
    interp.send(this, Symbol::new(name), args.clone())
}

/// Converts a time to a date with the library `date`.
fn with_dates(interp: &mut Interp<'_>, this: &Val, name: &str, _: &Args) -> R {
    let class = interp.constant_in(None, Symbol::new("Date"))?;
    interp.call(&class, name, vec![this.clone()])
}

/// A point in time with an offset in seconds east of Greenwich; without one it is UTC.
#[derive(Clone, Copy)]
struct Moment {
    time: Timestamp,
    offset: Option<i32>,
}

fn moment(interp: &mut Interp<'_>, this: &Val) -> R<Moment> {
    if let Val::Object(object) = this
        && let Data::Time { seconds, nanos, offset } = &object.data
    {
        let total = i128::from(*seconds) * 1_000_000_000 + i128::from(*nanos);
        let time = Timestamp::from_nanoseconds(total).unwrap_or(Timestamp::from_seconds(*seconds));
        return Ok(Moment { time, offset: *offset });
    }
    Err(interp.type_error("uninitialized Time"))
}

fn is_time(value: &Val) -> bool {
    matches!(value, Val::Object(object) if matches!(object.data, Data::Time { .. }))
}

fn value(interp: &mut Interp<'_>, moment: Moment) -> Val {
    let class = interp.class_named("Time").unwrap_or_else(|| Rc::clone(&interp.state.known.object));
    let data =
        Data::Time { seconds: moment.time.seconds(), nanos: moment.time.subsecond(), offset: moment.offset };
    Val::Object(Rc::new(RObject::with_data(class, data)))
}

/// A number of seconds in nanoseconds.
fn nanoseconds(interp: &mut Interp<'_>, seconds: &Val) -> R<i128> {
    match seconds {
        Val::Int(seconds) => Ok(i128::from(*seconds) * 1_000_000_000),
        Val::Float(seconds) if seconds.is_finite() && seconds.abs() < 1e18 => {
            let whole = seconds.floor();
            Ok(whole as i128 * 1_000_000_000 + ((seconds - whole) * 1e9).floor() as i128)
        }
        Val::Object(_) if interp.responds(seconds, "to_r") && interp.responds(seconds, "floor") => {
            let nanos = interp.call(seconds, "*", vec![Val::Int(1_000_000_000)])?;
            match interp.call(&nanos, "floor", Vec::new())? {
                Val::Int(nanos) => Ok(i128::from(nanos)),
                _ => Err(interp.error("RangeError", "time is out of range")),
            }
        }
        other => {
            let class = match other {
                Val::Nil => "nil".to_string(),
                other => interp.real_class(other).name(),
            };
            Err(interp.type_error(format!("can't convert {class} into an exact number")))
        }
    }
}

fn shifted(interp: &mut Interp<'_>, from: Moment, by: i128) -> R {
    let total = from.time.nanoseconds().checked_add(by).and_then(Timestamp::from_nanoseconds);
    match total {
        Some(time) => Ok(value(interp, Moment { time, ..from })),
        None => Err(interp.error("RangeError", "time is out of range")),
    }
}

fn plus(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let from = moment(interp, this)?;
    if is_time(&args.get(0)) {
        return Err(interp.type_error("time + time?"));
    }
    let by = nanoseconds(interp, &args.get(0))?;
    shifted(interp, from, by)
}

/// Subtracts seconds, which gives a time, or another time, which gives the seconds between them.
fn minus(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let from = moment(interp, this)?;
    if is_time(&args.get(0)) {
        let other = moment(interp, &args.get(0))?;
        let between = from.time.nanoseconds() - other.time.nanoseconds();
        return Ok(Val::Float(between as f64 / 1e9));
    }
    let by = nanoseconds(interp, &args.get(0))?;
    shifted(interp, from, -by)
}

fn compare(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let a = moment(interp, this)?;
    Ok(match moment(interp, &args.get(0)) {
        Ok(b) => Val::Int(a.time.cmp(&b.time) as i64),
        Err(_) => Val::Nil,
    })
}

fn equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let a = moment(interp, this)?;
    Ok(Val::Bool(moment(interp, &args.get(0)).is_ok_and(|b| a.time == b.time)))
}

fn hash(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let moment = moment(interp, this)?;
    Ok(Val::Int(moment.time.seconds() ^ i64::from(moment.time.subsecond())))
}

fn utc(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let moment = moment(interp, this)?;
    Ok(value(interp, Moment { offset: None, ..moment }))
}

/// Rounds to a number of decimal digits. `toward` adjusts the number before it is truncated.
fn rounded(interp: &mut Interp<'_>, this: &Val, args: &Args, toward: fn(i128, i128) -> i128) -> R {
    let from = moment(interp, this)?;
    let digits = if args.is_empty() { 0 } else { interp.arg_int(&args.get(0))? };
    let unit = 10i128.pow(u32::try_from(9 - digits.clamp(0, 9)).unwrap_or(0));
    let total = from.time.nanoseconds();
    let rounded = toward(total, unit).div_euclid(unit) * unit;
    shifted(interp, from, rounded - total)
}
