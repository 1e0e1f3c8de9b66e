//! The current folder, which code can change, and the paths that are relative to it.

use crate::{
    Args, Interp, PathKind, R,
    core::file::{denied, kind, path, refuse},
    value::Val,
};

/// Changes the current folder for the time of the block, or without a block for all code that follows.
pub(super) fn change(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let Some(given) = args.at(0) else {
        return refuse(interp, "`Dir.chdir` without a folder");
    };
    let folder = place(interp, given)?;
    let (class, message) = match kind(interp, &folder)? {
        PathKind::Folder => {
            let before = interp.state.folder.replace(Some(absolute(&folder)));
            let Some(block) = &args.block else { return Ok(Val::Int(0)) };
            let result = path(interp, given).and_then(|given| interp.yield_one(block, Val::str(given)));
            interp.state.folder.replace(before);
            return result;
        }
        PathKind::Missing => ("Errno::ENOENT", "No such file or directory"),
        _ => ("Errno::ENOTDIR", "Not a directory"),
    };
    let given = path(interp, given)?;
    Err(interp.error(class, format!("{message} @ dir_s_chdir - {given}")))
}

/// The folder that code has changed to, or nil.
pub(super) fn current(interp: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Ok(interp.state.folder.borrow().as_deref().map_or(Val::Nil, Val::str))
}

/// `Dir.pwd`. Where code has not changed it, the folder is that of whoever runs bunraku.
pub(super) fn working(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match current(interp, this, args)? {
        Val::Nil => refuse(interp, "`Dir.pwd`"),
        folder => Ok(folder),
    }
}

/// An argument as the path of a file: relative paths begin at the folder that code has changed to.
pub(super) fn place(interp: &mut Interp<'_>, value: &Val) -> R<String> {
    let path = path(interp, value)?;
    Ok(match &*interp.state.folder.borrow() {
        Some(folder) if !path.starts_with('/') => format!("{folder}/{path}"),
        _ => path,
    })
}

/// The paths that match the patterns, which may be given as several arguments or as arrays. They are relative where
/// their pattern is.
pub(super) fn glob(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let mut patterns = Vec::new();
    for arg in &args.list {
        match arg {
            Val::Array(several) => patterns.extend(interp.items(several)?),
            // Flags do not matter here.
            Val::Int(_) | Val::Hash(_) => {}
            pattern => patterns.push(pattern.clone()),
        }
    }
    let base = match args.option("base").filter(|base| !base.is_nil()) {
        Some(base) => Some(place(interp, &base)?),
        None => interp.state.folder.borrow().clone(),
    };
    let mut found = Vec::new();
    for pattern in patterns {
        let pattern = path(interp, &pattern)?;
        let base = base.as_ref().filter(|_| !pattern.starts_with('/')).map(|base| format!("{base}/"));
        let whole = format!("{}{pattern}", base.as_deref().unwrap_or(""));
        let Some(paths) = interp.host.glob(&whole) else {
            return Err(denied(interp, &whole));
        };
        found.extend(paths.into_iter().map(|path| match &base {
            Some(base) => Val::str(path.strip_prefix(base.as_str()).unwrap_or(&path)),
            None => Val::str(path),
        }));
    }
    Ok(Val::array(found))
}

/// An absolute path without `.`, `..` and empty parts.
pub(super) fn absolute(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}
