//! Iteration over characters, lines and code points.

use super::{like, string};
use crate::{
    Args, Interp, R,
    class::{NativeMethod, method},
    value::{RString, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("each_char", 0, 0, each_char),
    method("chars", 0, 0, chars),
    method("each_line", 0, 2, each_line),
    method("lines", 0, 2, lines),
    method("each_codepoint", 0, 0, each_codepoint),
    method("codepoints", 0, 0, codepoints),
    method("each_grapheme_cluster", 0, 0, each_grapheme_cluster),
    method("grapheme_clusters", 0, 0, grapheme_clusters),
];

/// Passes each part to the block. Without a block, returns an enumerator.
fn walk(
    interp: &mut Interp<'_>,
    this: &Val,
    args: &Args,
    name: &str,
    pieces: fn(&mut Interp<'_>, &RString, &Args) -> R<Vec<Val>>,
) -> R {
    let Some(block) = args.block.clone() else {
        return Ok(interp.enumerator(this, name, args.list.to_vec()));
    };
    let string = string(interp, this)?;
    for piece in pieces(interp, &string, args)? {
        interp.yield_one(&block, piece)?;
    }
    Ok(this.clone())
}

/// All parts as an array. With a block, it behaves like the `each` method.
fn list(
    interp: &mut Interp<'_>,
    this: &Val,
    args: &Args,
    pieces: fn(&mut Interp<'_>, &RString, &Args) -> R<Vec<Val>>,
) -> R {
    if args.block.is_some() {
        return walk(interp, this, args, "", pieces);
    }
    let string = string(interp, this)?;
    let pieces = pieces(interp, &string, args)?;
    interp.check_elements(pieces.len())?;
    Ok(Val::array(pieces))
}

/// How many bytes a short string takes as an object.
const SMALL_STRING: usize = 128;

fn all_chars(interp: &mut Interp<'_>, string: &RString, _: &Args) -> R<Vec<Val>> {
    interp.reserve(string.get().len().saturating_mul(SMALL_STRING))?;
    Ok(string.get().chars().map(|char| like(string, char.to_string())).collect())
}

fn each_char(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    walk(interp, this, args, "each_char", all_chars)
}

fn chars(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    list(interp, this, args, all_chars)
}

fn all_codepoints(interp: &mut Interp<'_>, string: &RString, _: &Args) -> R<Vec<Val>> {
    interp.check_elements(string.get().len())?;
    Ok(string.get().chars().map(|char| Val::Int(i64::from(u32::from(char)))).collect())
}

fn each_codepoint(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    walk(interp, this, args, "each_codepoint", all_codepoints)
}

fn codepoints(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    list(interp, this, args, all_codepoints)
}

fn all_clusters(interp: &mut Interp<'_>, string: &RString, _: &Args) -> R<Vec<Val>> {
    let cluster = interp.make_regexp(r"\X", bunraku_regexp::Options::default())?;
    let text = string.text();
    let mut clusters = Vec::new();
    for found in cluster.find_iter(&text) {
        match found {
            Ok(found) => {
                interp.reserve(SMALL_STRING)?;
                clusters.push(like(string, found.as_str()));
            }
            Err(_) => return Err(interp.too_slow(&cluster)),
        }
    }
    Ok(clusters)
}

fn each_grapheme_cluster(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    walk(interp, this, args, "each_grapheme_cluster", all_clusters)
}

fn grapheme_clusters(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    list(interp, this, args, all_clusters)
}

fn each_line(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    walk(interp, this, args, "each_line", all_lines)
}

fn lines(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    list(interp, this, args, all_lines)
}

fn all_lines(interp: &mut Interp<'_>, string: &RString, args: &Args) -> R<Vec<Val>> {
    args.check_plain(interp, 0, 1)?;
    let separator = match args.at(0) {
        None | Some(Val::Hash(_)) => "\n".to_string(),
        Some(Val::Nil) => return Ok(vec![like(string, string.text())]),
        Some(separator) => interp.arg_str(separator)?,
    };
    let chomp = args.option("chomp").is_some_and(|option| option.truthy());
    let text = string.text();
    let count =
        if separator.is_empty() { text.matches("\n\n").count() } else { text.matches(&separator).count() };
    interp.reserve(count.saturating_mul(SMALL_STRING))?;
    let lines = if separator.is_empty() { paragraphs(&text) } else { separated(&text, &separator) };
    let shown = |line: &str| match separator.as_str() {
        _ if !chomp => line.to_string(),
        // As in Ruby, `chomp` removes only one line feed of the empty line at the end of a paragraph.
        "" if line.ends_with("\n\n") => line.get(..line.len() - 1).unwrap_or(line).to_string(),
        "" => line.to_string(),
        "\n" => line.strip_suffix("\r\n").or_else(|| line.strip_suffix('\n')).unwrap_or(line).to_string(),
        separator => super::trim::chomped(line, separator).to_string(),
    };
    Ok(lines.into_iter().map(|line| like(string, shown(line))).collect())
}

fn separated<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    text.split_inclusive(separator).collect()
}

/// Paragraphs, which end with an empty line. Further empty lines are dropped.
fn paragraphs(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text.trim_start_matches('\n');
    while let Some(at) = rest.find("\n\n") {
        let (piece, after) = rest.split_at(at + 2);
        pieces.push(piece);
        rest = after.trim_start_matches('\n');
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}
