//! Names of files, taken apart and put together. Nothing is read.

use super::{
    folder::{absolute, place},
    path, refuse,
};
use crate::{Args, Interp, R, value::Val};

pub(super) fn basename(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let path = path(interp, &args.get(0))?;
    let path = trimmed(&path);
    let name = if path == "/" { "/" } else { path.rsplit('/').next().unwrap_or("") };
    let name = match args.at(1) {
        Some(suffix) => {
            let suffix = interp.arg_str(suffix)?;
            let stem = match suffix.as_str() {
                ".*" => name.rfind('.').filter(|at| *at > 0).and_then(|at| name.get(..at)),
                suffix => name.strip_suffix(suffix).filter(|stem| !stem.is_empty()),
            };
            stem.unwrap_or(name)
        }
        None => name,
    };
    Ok(Val::str(name))
}

pub(super) fn dirname(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let path = path(interp, &args.get(0))?;
    let levels = if args.len() > 1 { interp.arg_int(&args.get(1))? } else { 1 };
    let mut at = path;
    for _ in 0..levels.clamp(0, 100) {
        at = folder(&at);
    }
    Ok(Val::str(at))
}

fn folder(path: &str) -> String {
    let path = trimmed(path);
    match path.rfind('/') {
        Some(at) => match path.get(..at).map(|folder| folder.trim_end_matches('/')) {
            Some("") | None => "/".to_string(),
            Some(folder) => folder.to_string(),
        },
        None => ".".to_string(),
    }
}

pub(super) fn extname(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let path = path(interp, &args.get(0))?;
    let name = trimmed(&path).rsplit('/').next().unwrap_or("").trim_start_matches('.');
    let ending = name.rfind('.').and_then(|at| name.get(at..));
    // Without an extension, Ruby returns an empty string that is binary, and catalogs show it as such.
    Ok(ending.map_or_else(|| Val::bytes(b""), Val::str))
}

pub(super) fn join(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let mut joined = String::new();
    let mut first = true;
    let mut parts = Vec::new();
    flat(interp, &args.list, 0, &mut parts)?;
    for part in parts {
        let part = path(interp, &part)?;
        if first {
            joined = part;
        } else {
            let part = if joined.ends_with('/') { part.trim_start_matches('/') } else { part.as_str() };
            if !joined.ends_with('/') && !part.starts_with('/') {
                joined.push('/');
            }
            joined.push_str(part);
        }
        first = false;
        interp.check_size(joined.len())?;
    }
    Ok(Val::str(joined))
}

fn flat(interp: &mut Interp<'_>, list: &[Val], depth: usize, all: &mut Vec<Val>) -> R<()> {
    if depth > 100 {
        return Err(interp.argument_error("recursive array"));
    }
    for item in list {
        interp.step()?;
        match item {
            Val::Array(inner) => {
                let inner = interp.items(inner)?;
                flat(interp, &inner, depth + 1, all)?;
            }
            other => {
                if all.len() == all.capacity() {
                    interp.check_elements(2 * all.len())?;
                }
                all.push(other.clone());
            }
        }
    }
    Ok(())
}

pub(super) fn split(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::array(vec![dirname(interp, this, args)?, basename(interp, this, args)?]))
}

pub(super) fn expand_path(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let mut full = path(interp, &args.get(0))?;
    if !full.starts_with('/') {
        full = match args.at(1).filter(|folder| !folder.is_nil()) {
            Some(folder) => format!("{}/{full}", place(interp, folder)?),
            None => place(interp, &args.get(0))?,
        };
    }
    if !full.starts_with('/') && args.len() < 2 {
        return refuse(interp, "`File.expand_path` of a relative path without a folder");
    }
    Ok(Val::str(absolute(&full)))
}

pub(super) fn is_absolute(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let path = path(interp, &args.get(0))?;
    Ok(Val::Bool(path.starts_with('/')))
}

/// A path without trailing slashes.
fn trimmed(path: &str) -> &str {
    match path.trim_end_matches('/') {
        "" if !path.is_empty() => "/",
        trimmed => trimmed,
    }
}
