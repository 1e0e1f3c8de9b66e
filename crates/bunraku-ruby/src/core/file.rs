//! `File` and `Dir`: file names, and the files and directories that code may read.

mod fnmatch;
mod folder;
mod names;

use std::rc::Rc;

use bunraku_intern::Symbol;
use folder::{glob, place};
use names::{basename, dirname, expand_path, extname, is_absolute, join, split};

use crate::{
    Args, Host, Interp, PathKind, R, Unwind,
    class::{ANY, NativeClass, RClass, method},
    value::{RString, Val},
};

pub(super) static FILE: NativeClass = NativeClass::in_chapters(
    "File",
    "Object",
    &[],
    &[],
    &[
        method("basename", 1, 2, basename),
        method("dirname", 1, 2, dirname),
        method("extname", 1, 1, extname),
        method("join", 0, ANY, join),
        method("split", 1, 1, split),
        method("expand_path", 1, 2, expand_path),
        method("absolute_path", 1, 2, expand_path),
        method("absolute_path?", 1, 1, is_absolute),
        method("fnmatch", 2, 3, fnmatch::fnmatch),
        method("fnmatch?", 2, 3, fnmatch::fnmatch),
        method("path", 1, 1, |interp, _, args| Ok(Val::str(interp.arg_str(&args.get(0))?))),
        method("exist?", 1, 1, exists),
        method("exists?", 1, 1, exists),
        method("file?", 1, 1, is_file),
        method("readable?", 1, 1, exists),
        method("world_readable?", 1, 1, exists),
        method("size", 1, 1, size),
        method("size?", 1, 1, size_if_any),
        method("zero?", 1, 1, is_zero),
        method("empty?", 1, 1, is_zero),
        method("read", 1, ANY, read),
        method("binread", 1, ANY, |interp, _, args| {
            let bytes = content(interp, args)?;
            Ok(Val::bytes(&bytes))
        }),
        method("readlines", 1, ANY, read_lines),
        method("foreach", 1, ANY, read_lines),
        // What writes is written in Ruby, on these three.
        method("keep", 2, 2, |interp, _, args| {
            let bytes = super::digest::bytes_of(interp, &args.get(1))?;
            interp.check_size(bytes.len())?;
            kept(interp, &args.get(0), |host, path| host.keep_file(path, &bytes))
        }),
        method("keep_folder", 1, 1, |interp, _, args| {
            kept(interp, &args.get(0), |host, path| host.keep_folder(path))
        }),
        method("remove", 1, 1, |interp, _, args| {
            kept(interp, &args.get(0), |host, path| host.remove_file(path))
        }),
        method("method_missing", 1, ANY, |interp, this, args| {
            written_in_ruby(interp, "fileutils", this, args)
        }),
        method("directory?", 1, 1, is_folder),
        method("mtime", 1, 1, |interp, _, _| refuse(interp, "`File.mtime`")),
        method("realpath", 1, 2, |interp, _, _| refuse(interp, "`File.realpath`")),
        method("symlink?", 1, 1, |interp, _, _| refuse(interp, "`File.symlink?`")),
        method("executable?", 1, 1, |interp, _, _| refuse(interp, "`File.executable?`")),
        method("writable?", 1, 1, |interp, _, _| refuse(interp, "`File.writable?`")),
    ],
    constants,
);

/// Directories that code may read.
pub(super) static DIR: NativeClass = NativeClass::class(
    "Dir",
    "Object",
    &[],
    &[],
    &[
        method("glob", 1, 3, glob),
        method("[]", 0, ANY, glob),
        method("entries", 1, 2, entries),
        method("exist?", 1, 1, is_folder),
        method("mkdir", 1, 2, make_folder),
        method("method_missing", 1, ANY, |interp, this, args| written_in_ruby(interp, "tmpdir", this, args)),
        method("chdir", 0, 1, folder::change),
        method("current_folder", 0, 0, folder::current),
        method("getwd", 0, 0, folder::working),
        method("pwd", 0, 0, folder::working),
        method("children", 1, 2, children),
        method("each_child", 1, 2, |interp, this, args| {
            let names = children(interp, this, args)?;
            each_name(interp, names, args)
        }),
        method("foreach", 1, 2, |interp, this, args| {
            let names = entries(interp, this, args)?;
            each_name(interp, names, args)
        }),
        method("empty?", 1, 1, is_empty_folder),
    ],
);

/// How a file is opened and locked, as on Linux.
const OPEN_FLAGS: &[(&str, i64)] = &[
    ("RDONLY", 0),
    ("WRONLY", 1),
    ("RDWR", 2),
    ("CREAT", 0o100),
    ("EXCL", 0o200),
    ("NOCTTY", 0o400),
    ("TRUNC", 0o1000),
    ("APPEND", 0o2000),
    ("NONBLOCK", 0o4000),
    ("BINARY", 0),
    ("LOCK_SH", 1),
    ("LOCK_EX", 2),
    ("LOCK_NB", 4),
    ("LOCK_UN", 8),
];

fn constants(class: &Rc<RClass>) {
    class.set_constant(Symbol::new("SEPARATOR"), Val::str("/"));
    class.set_constant(Symbol::new("Separator"), Val::str("/"));
    class.set_constant(Symbol::new("ALT_SEPARATOR"), Val::Nil);
    class.set_constant(Symbol::new("PATH_SEPARATOR"), Val::str(":"));
    for (name, flag) in OPEN_FLAGS {
        class.set_constant(Symbol::new(name), Val::Int(*flag));
    }
    for (name, flag) in fnmatch::FLAGS {
        class.set_constant(Symbol::new(name), Val::Int(flag.to_ruby()));
    }
}

fn refuse(interp: &mut Interp<'_>, what: &str) -> R {
    let message = format!("Ruby code is not allowed to use {what} here");
    Err(interp.refuse(&message, "a catalog may depend only on code, facts and data"))
}

/// A method of a library, which is loaded when code needs it.
fn written_in_ruby(interp: &mut Interp<'_>, library: &str, this: &Val, args: &Args) -> R {
    let name = interp.arg_name(&args.get(0))?;
    interp.load_library(library)?;
    if !interp.responds(this, &name) {
        return Err(interp.no_method(this, &name, false));
    }
    let list = args.list.iter().skip(1).cloned().collect();
    let args = Args { list, keywords: args.keywords, block: args.block.clone() };
    interp.send(this, Symbol::new(&name), args)
}

/// Writes what code keeps.
fn kept(
    interp: &mut Interp<'_>,
    target: &Val,
    write: impl FnOnce(&mut dyn Host, &str) -> Option<Result<(), String>>,
) -> R {
    let path = place(interp, target)?;
    match write(&mut *interp.host, &path) {
        Some(Ok(())) => Ok(Val::Nil),
        Some(Err(message)) => Err(interp.error("Errno::EACCES", format!("{message} - {path}"))),
        None => {
            let message = format!("Ruby code is not allowed to write {path}");
            Err(interp
                .refuse(&message, "code may write only to temporary folders and below Puppet's `vardir`"))
        }
    }
}

fn make_folder(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let path = place(interp, &args.get(0))?;
    if kind(interp, &path)? != PathKind::Missing {
        return Err(interp.error("Errno::EEXIST", format!("File exists @ dir_s_mkdir - {path}")));
    }
    kept(interp, &args.get(0), |host, path| host.keep_folder(path))?;
    Ok(Val::Int(0))
}

fn entries(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let names = children(interp, this, args)?;
    let dots = Val::array(vec![Val::str("."), Val::str("..")]);
    interp.call(&dots, "+", vec![names])
}

fn children(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let path = place(interp, &args.get(0))?;
    match interp.host.list_folder(&path) {
        Some(Ok(names)) => Ok(Val::array(names.into_iter().map(Val::str).collect())),
        Some(Err(_)) => {
            let message = format!("No such file or directory @ dir_initialize - {path}");
            Err(interp.error("Errno::ENOENT", message))
        }
        None => Err(denied(interp, &path)),
    }
}

/// Gives the names to the block, or returns an enumerator of them.
fn each_name(interp: &mut Interp<'_>, names: Val, args: &Args) -> R {
    match (&args.block, &names) {
        (Some(block), Val::Array(list)) => {
            for name in interp.items(list)? {
                interp.yield_one(block, name)?;
            }
            Ok(Val::Nil)
        }
        _ => interp.call(&names, "each", Vec::new()),
    }
}

fn is_empty_folder(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let path = place(interp, &args.get(0))?;
    Ok(Val::Bool(match interp.host.list_folder(&path) {
        Some(Ok(names)) => names.is_empty(),
        Some(Err(_)) => false,
        None => return Err(denied(interp, &path)),
    }))
}

fn is_folder(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let path = place(interp, &args.get(0))?;
    Ok(Val::Bool(kind(interp, &path)? == PathKind::Folder))
}

fn is_file(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let path = place(interp, &args.get(0))?;
    Ok(Val::Bool(kind(interp, &path)? == PathKind::File))
}

/// What a path leads to.
fn kind(interp: &mut Interp<'_>, path: &str) -> R<PathKind> {
    match interp.host.path_kind(path) {
        Some(kind) => Ok(kind),
        None => Err(denied(interp, path)),
    }
}

fn size(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    Ok(Val::Int(content(interp, args)?.len() as i64))
}

/// `size?`: the size of a file that exists and is not empty.
fn size_if_any(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if !is_file(interp, this, args)?.truthy() {
        return Ok(Val::Nil);
    }
    let length = content(interp, args)?.len() as i64;
    Ok(if length == 0 { Val::Nil } else { Val::Int(length) })
}

fn is_zero(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(is_file(interp, this, args)?.truthy() && content(interp, args)?.is_empty()))
}

/// Why code may not have what a path leads to.
fn denied(interp: &mut Interp<'_>, path: &str) -> Box<Unwind> {
    match interp.host.denied() {
        Some(denied) => interp.deny(&denied),
        None => {
            let message = format!("Ruby code is not allowed to read {path}");
            interp.refuse(&message, "code may read only files of the environment and its modules")
        }
    }
}

/// An argument as a path.
fn path(interp: &mut Interp<'_>, value: &Val) -> R<String> {
    match value {
        Val::Object(_) if interp.responds(value, "to_path") => {
            let path = interp.call(value, "to_path", Vec::new())?;
            interp.arg_str(&path)
        }
        _ => interp.arg_str(value),
    }
}

fn exists(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let path = place(interp, &args.get(0))?;
    Ok(Val::Bool(kind(interp, &path)? != PathKind::Missing))
}

fn content(interp: &mut Interp<'_>, args: &Args) -> R<Vec<u8>> {
    let path = place(interp, &args.get(0))?;
    match interp.host.read_file(&path) {
        Some(Ok(bytes)) => Ok(bytes),
        Some(Err(_)) if kind(interp, &path)? == PathKind::Folder => {
            Err(interp.error("Errno::EISDIR", format!("Is a directory @ io_fread - {path}")))
        }
        Some(Err(_)) => {
            let message = format!("No such file or directory @ rb_sysopen - {path}");
            Err(interp.error("Errno::ENOENT", message))
        }
        None => Err(denied(interp, &path)),
    }
}

fn read(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let bytes = content(interp, args)?;
    let mode = args.option("mode").or_else(|| args.at(1).cloned());
    if matches!(mode, Some(Val::Str(mode)) if mode.get().contains('b')) {
        return Ok(Val::bytes(&bytes));
    }
    // A file that is not UTF-8 keeps its bytes.
    Ok(Val::Str(Rc::new(RString::from_utf8(bytes))))
}

fn read_lines(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let text = String::from_utf8_lossy(&content(interp, args)?).into_owned();
    let chomp = args.option("chomp").is_some_and(|chomp| chomp.truthy());
    let lines: Vec<Val> = text
        .split_inclusive('\n')
        .map(|line| Val::str(if chomp { line.trim_end_matches('\n') } else { line }))
        .collect();
    match &args.block {
        Some(block) => {
            for line in lines {
                interp.yield_one(block, line)?;
            }
            Ok(Val::Nil)
        }
        None => Ok(Val::array(lines)),
    }
}
