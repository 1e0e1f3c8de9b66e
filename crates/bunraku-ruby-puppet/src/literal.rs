//! Ruby values as the source of a manifest, as rspec-puppet writes the parameters of a spec.

use std::fmt::Write as _;

use bunraku_ruby::{Args, R, value::Val};

use crate::binding::Cx;

/// How deeply data may be nested.
const MAX_DEPTH: usize = 200;

/// `literal(value) { |object| }`: the source of a value. The block is asked for that of an object that is not plain data.
pub(crate) fn literal(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let mut source = String::new();
    write(cx, args, &args.get(0), &mut source, 0)?;
    Ok(Val::str(source))
}

/// `attributes(hash) { |object| }`: the source of attributes: `name => value, ...`.
pub(crate) fn attributes(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let Val::Hash(hash) = args.get(0) else {
        return Err(cx.ruby().argument_error("expected a hash of attributes"));
    };
    let mut source = String::new();
    for (at, (name, value)) in cx.ruby().entries(&hash)?.iter().enumerate() {
        source.push_str(if at == 0 { "" } else { ", " });
        source.push_str(&cx.ruby().to_s(name)?);
        source.push_str(" => ");
        write(cx, args, value, &mut source, 0)?;
    }
    Ok(Val::str(source))
}

fn write(cx: &mut Cx<'_, '_>, args: &Args, value: &Val, source: &mut String, depth: usize) -> R<()> {
    if depth > MAX_DEPTH {
        return Err(cx.ruby().argument_error("a value that contains itself has no source"));
    }
    cx.ruby().step()?;
    match value {
        Val::Nil => source.push_str("nil"),
        Val::Bool(bool) => source.push_str(if *bool { "true" } else { "false" }),
        Val::Int(number) => {
            // Writing to a string does not fail.
            let _ = write!(source, "{number}");
        }
        Val::Sym(name) if matches!(name.as_str(), "default" | "undef") => source.push_str(name),
        Val::Sym(name) => write(cx, args, &Val::str(name.as_str()), source, depth + 1)?,
        Val::Array(array) => {
            source.push_str("[ ");
            for (at, item) in array.to_vec().iter().enumerate() {
                source.push_str(if at == 0 { "" } else { ", " });
                write(cx, args, item, source, depth + 1)?;
            }
            source.push_str(" ]");
        }
        Val::Hash(hash) => {
            source.push_str("{ ");
            for (at, (key, value)) in hash.entries().iter().enumerate() {
                source.push_str(if at == 0 { "" } else { ", " });
                write(cx, args, key, source, depth + 1)?;
                source.push_str(" => ");
                write(cx, args, value, source, depth + 1)?;
            }
            source.push_str(" }");
        }
        Val::Object(_) if args.block.is_some() => {
            if let Some(block) = &args.block {
                let written = cx.ruby().yield_one(block, value.clone())?;
                source.push_str(&cx.ruby().to_s(&written)?);
            }
        }
        other => {
            let shown = cx.ruby().inspect(other)?;
            push_escaped(source, &shown);
        }
    }
    cx.ruby().check_size(source.len())
}

/// What Ruby shows is taken for the source of a string, in which nothing is to be interpolated.
fn push_escaped(source: &mut String, shown: &str) {
    for (at, part) in shown.split('$').enumerate() {
        source.push_str(if at == 0 { "" } else { "\\$" });
        source.push_str(part);
    }
}
