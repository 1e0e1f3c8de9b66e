//! Writing JSON.

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R,
    class::Method,
    value::{RHash, Val},
};

/// How deep arrays and objects may be nested.
const MAX_NESTING: usize = 100;

/// How JSON is laid out.
#[derive(Default)]
struct Layout {
    indent: String,
    space: String,
    space_before: String,
    object_nl: String,
    array_nl: String,
    nan: bool,
    /// How deep the value is that is written; methods `to_json` of the program hand it on.
    depth: usize,
}

pub(super) fn generate(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let layout = Layout::default();
    written(interp, &args.get(0), layout, args.at(1))
}

pub(super) fn pretty_generate(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let layout = Layout {
        indent: "  ".to_string(),
        space: " ".to_string(),
        object_nl: "\n".to_string(),
        array_nl: "\n".to_string(),
        ..Layout::default()
    };
    written(interp, &args.get(0), layout, args.at(1))
}

/// `value.to_json`, which is given the layout where a method `to_json` of the program hands it on.
pub(in crate::core) fn to_json(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let mut text = String::new();
    let mut layout = Layout::default();
    options(interp, &mut layout, args.at(0))?;
    write(interp, this, &mut layout, &mut text, true)?;
    Ok(Val::str(text))
}

fn written(interp: &mut Interp<'_>, value: &Val, mut layout: Layout, given: Option<&Val>) -> R {
    options(interp, &mut layout, given)?;
    let mut text = String::new();
    write(interp, value, &mut layout, &mut text, false)?;
    Ok(Val::str(text))
}

fn options(interp: &mut Interp<'_>, layout: &mut Layout, given: Option<&Val>) -> R<()> {
    let Some(Val::Hash(given)) = given else { return Ok(()) };
    let places = [
        ("indent", &mut layout.indent),
        ("space", &mut layout.space),
        ("space_before", &mut layout.space_before),
        ("object_nl", &mut layout.object_nl),
        ("array_nl", &mut layout.array_nl),
    ];
    for (name, place) in places {
        if let Some(text) = given.get_sym(name) {
            *place = interp.arg_str(&text)?;
        }
    }
    layout.nan = given.get_sym("allow_nan").is_some_and(|allowed| allowed.truthy());
    if let Some(Val::Int(depth)) = given.get_sym("depth") {
        layout.depth = usize::try_from(depth).unwrap_or(0).min(MAX_NESTING);
    }
    Ok(())
}

/// Writes a value; `own` says that its own method `to_json` asks for it.
fn write(interp: &mut Interp<'_>, value: &Val, layout: &mut Layout, text: &mut String, own: bool) -> R<()> {
    interp.step()?;
    interp.check_growth(text.len())?;
    match value {
        Val::Nil => text.push_str("null"),
        Val::Bool(bool) => text.push_str(&bool.to_string()),
        Val::Int(_) | Val::Big(_) => text.push_str(&interp.to_s(value)?),
        Val::Float(number) if number.is_finite() || layout.nan => text.push_str(&interp.to_s(value)?),
        Val::Float(_) => {
            let shown = interp.to_s(value)?;
            return Err(interp.error("JSON::GeneratorError", format!("1000: {shown} not allowed in JSON")));
        }
        Val::Sym(name) => quote(name, text),
        Val::Str(string) => quote(&string.get(), text),
        Val::Array(array) => write_array(interp, &array.to_vec(), layout, text)?,
        Val::Hash(hash) => write_hash(interp, hash, layout, text)?,
        Val::Object(_) if !own && has_own_method(interp, value) => {
            let state = layout.as_options();
            let json = interp.call(value, "to_json", vec![state])?;
            text.push_str(&interp.to_s(&json)?);
        }
        _ => {
            let shown = interp.to_s(value)?;
            quote(&shown, text);
        }
    }
    Ok(())
}

fn has_own_method(interp: &mut Interp<'_>, value: &Val) -> bool {
    let method = interp.find_method(value, Symbol::new("to_json"));
    matches!(method, Some((method, ..)) if !matches!(method, Method::Native(_)))
}

fn write_array(interp: &mut Interp<'_>, items: &[Val], layout: &mut Layout, text: &mut String) -> R<()> {
    deeper(interp, layout)?;
    text.push('[');
    text.push_str(&layout.array_nl);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push(',');
            text.push_str(&layout.array_nl);
        }
        layout.add_indent(text);
        write(interp, item, layout, text, false)?;
    }
    layout.depth -= 1;
    if !layout.array_nl.is_empty() {
        text.push_str(&layout.array_nl);
        layout.add_indent(text);
    }
    text.push(']');
    Ok(())
}

fn write_hash(interp: &mut Interp<'_>, hash: &RHash, layout: &mut Layout, text: &mut String) -> R<()> {
    deeper(interp, layout)?;
    text.push('{');
    for (index, (key, value)) in hash.entries().into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(&layout.object_nl);
        layout.add_indent(text);
        let key = interp.to_s(&key)?;
        quote(&key, text);
        text.push_str(&layout.space_before);
        text.push(':');
        text.push_str(&layout.space);
        write(interp, &value, layout, text, false)?;
    }
    layout.depth -= 1;
    if !layout.object_nl.is_empty() {
        text.push_str(&layout.object_nl);
        layout.add_indent(text);
    }
    text.push('}');
    Ok(())
}

fn deeper(interp: &mut Interp<'_>, layout: &mut Layout) -> R<()> {
    layout.depth += 1;
    if layout.depth > MAX_NESTING {
        let message = format!("nesting of {MAX_NESTING} is too deep");
        return Err(interp.error("JSON::NestingError", message));
    }
    Ok(())
}

impl Layout {
    fn add_indent(&self, text: &mut String) {
        (0..self.depth).for_each(|_| text.push_str(&self.indent));
    }

    /// As an argument of a method `to_json` of the program.
    fn as_options(&self) -> Val {
        Val::hash([
            (Val::sym("indent"), Val::str(self.indent.as_str())),
            (Val::sym("space"), Val::str(self.space.as_str())),
            (Val::sym("space_before"), Val::str(self.space_before.as_str())),
            (Val::sym("object_nl"), Val::str(self.object_nl.as_str())),
            (Val::sym("array_nl"), Val::str(self.array_nl.as_str())),
            (Val::sym("allow_nan"), Val::Bool(self.nan)),
            (Val::sym("depth"), Val::Int(self.depth as i64)),
        ])
    }
}

fn quote(string: &str, text: &mut String) {
    text.push('"');
    for char in string.chars() {
        match char {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            char if u32::from(char) < 0x20 => text.push_str(&format!("\\u{:04x}", u32::from(char))),
            char => text.push(char),
        }
    }
    text.push('"');
}
