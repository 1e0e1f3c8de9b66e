//! Generates JSON.

use bunraku_formats::json::{Layout, NotFinite, Writer};
use bunraku_intern::Symbol;

use crate::{Args, Interp, R, Unwind, class::Method, value::Val};

pub(super) fn generate(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let layout = Layout::default();
    written(interp, &args.get(0), layout, args.at(1))
}

pub(super) fn pretty_generate(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    written(interp, &args.get(0), Layout::pretty(), args.at(1))
}

/// `value.to_json`. The argument has the layout if a method `to_json` of the program passes it on.
pub(in crate::core) fn to_json(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let mut writer = writer(interp, Layout::default(), args.at(0))?;
    write(interp, this, &mut writer, true)?;
    Ok(Val::str(in_ascii(writer.out, args.at(0))))
}

fn written(interp: &mut Interp<'_>, value: &Val, layout: Layout, given: Option<&Val>) -> R {
    let mut writer = writer(interp, layout, given)?;
    write(interp, value, &mut writer, false)?;
    Ok(Val::str(in_ascii(writer.out, given)))
}

/// With the option `ascii_only`, other characters are escaped. They only occur in strings.
fn in_ascii(json: String, given: Option<&Val>) -> String {
    let wanted = matches!(given, Some(Val::Hash(given)) if given.get_sym("ascii_only").is_some_and(|only| only.truthy()));
    if !wanted || json.is_ascii() {
        return json;
    }
    let mut escaped = String::with_capacity(json.len().saturating_mul(2));
    for char in json.chars() {
        if char.is_ascii() {
            escaped.push(char);
        } else {
            for unit in char.encode_utf16(&mut [0; 2]) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    escaped
}

/// Creates a writer from options. They include the current depth if a method `to_json` of the program passes them on.
fn writer(interp: &mut Interp<'_>, mut layout: Layout, given: Option<&Val>) -> R<Writer> {
    let Some(Val::Hash(given)) = given else { return Ok(Writer::new(layout, 0)) };
    let places = [
        ("indent", &mut layout.indent),
        ("space", &mut layout.space),
        ("space_before", &mut layout.space_before),
    ];
    for (name, place) in places {
        // Without a string, what was set before remains.
        if let Some(text) = given.get_sym(name).filter(Val::truthy) {
            *place = interp.arg_str(&text)?;
        }
    }
    for (name, place) in [("object_nl", &mut layout.object_nl), ("array_nl", &mut layout.array_nl)] {
        if let Some(text) = given.get_sym(name).filter(Val::truthy) {
            *place = Some(interp.arg_str(&text)?);
        }
    }
    if given.get_sym("allow_nan").is_some_and(|allowed| allowed.truthy()) {
        layout.not_finite = NotFinite::Bare;
    }
    // 0 means no limit in Ruby; here the limit that keeps the recursion safe remains.
    if let Some(Val::Int(most @ 1..)) = given.get_sym("max_nesting") {
        layout.max_nesting = usize::try_from(most).unwrap_or(usize::MAX).min(layout.max_nesting);
    }
    let depth = match given.get_sym("depth") {
        Some(Val::Int(depth)) => usize::try_from(depth).unwrap_or(0).min(layout.max_nesting),
        _ => 0,
    };
    Ok(Writer::new(layout, depth))
}

/// Writes a value. `own` is true if the call comes from the value's own `to_json`, which must not be called again.
fn write(interp: &mut Interp<'_>, value: &Val, writer: &mut Writer, own: bool) -> R<()> {
    interp.step()?;
    interp.check_growth(writer.out.len())?;
    match value {
        Val::Nil => writer.out.push_str("null"),
        Val::Bool(bool) => writer.out.push_str(if *bool { "true" } else { "false" }),
        Val::Int(_) | Val::Big(_) => writer.out.push_str(&interp.to_s(value)?),
        Val::Float(number) if number.is_finite() || writer.layout.not_finite == NotFinite::Bare => {
            writer.out.push_str(&interp.to_s(value)?);
        }
        Val::Float(_) => {
            let shown = interp.to_s(value)?;
            return Err(interp.error("JSON::GeneratorError", format!("1000: {shown} not allowed in JSON")));
        }
        Val::Sym(name) => writer.string(name),
        Val::Str(string) => writer.string(&string.get()),
        Val::Array(array) => {
            writer.open_array().map_err(|_| too_deep(interp, writer))?;
            for (index, item) in interp.items(array)?.iter().enumerate() {
                writer.element(index == 0);
                write(interp, item, writer, false)?;
            }
            writer.close_array();
        }
        Val::Hash(hash) => {
            writer.open_object().map_err(|_| too_deep(interp, writer))?;
            for (index, (key, value)) in interp.entries(hash)?.into_iter().enumerate() {
                let key = interp.to_s(&key)?;
                writer.key(&key, index == 0);
                write(interp, &value, writer, false)?;
            }
            writer.close_object();
        }
        Val::Object(_) if !own && has_own_method(interp, value) => {
            let state = as_options(writer);
            let json = interp.call(value, "to_json", vec![state])?;
            writer.out.push_str(&interp.to_s(&json)?);
        }
        _ => writer.string(&interp.to_s(value)?),
    }
    Ok(())
}

fn has_own_method(interp: &mut Interp<'_>, value: &Val) -> bool {
    let found = interp.find_method(value, Symbol::new("to_json"));
    found.is_some_and(|found| !matches!(found.method, Method::Native(_)))
}

fn too_deep(interp: &mut Interp<'_>, writer: &Writer) -> Box<Unwind> {
    let message = format!("nesting of {} is too deep", writer.layout.max_nesting);
    interp.error("JSON::NestingError", message)
}

/// The layout and depth as an argument for a method `to_json` of the program.
fn as_options(writer: &Writer) -> Val {
    let layout = &writer.layout;
    let nl = |given: &Option<String>| given.as_deref().map_or(Val::Nil, Val::str);
    Val::hash([
        (Val::sym("indent"), Val::str(layout.indent.as_str())),
        (Val::sym("space"), Val::str(layout.space.as_str())),
        (Val::sym("space_before"), Val::str(layout.space_before.as_str())),
        (Val::sym("object_nl"), nl(&layout.object_nl)),
        (Val::sym("array_nl"), nl(&layout.array_nl)),
        (Val::sym("allow_nan"), Val::Bool(layout.not_finite == NotFinite::Bare)),
        (Val::sym("depth"), Val::Int(writer.depth as i64)),
    ])
}
