//! The documentation of functions in modules, extracted from their files without running them.

use std::path::{Path, PathBuf};

use bunraku::loader::Environment;
use bunraku::syntax::ast::{Definition, View};
use bunraku::syntax::{SourceKind, outline};
use bunraku::world::FileKind;

use super::Function;

/// Finds a function in the modules or in the environment itself.
pub fn find(environment: &Environment, name: &str) -> Option<Function> {
    if let Some(found) = environment.foreign_function(name) {
        let text = read(environment, found.path)?;
        let module = found.module.map(|module| module.name.clone());
        return Some(of_ruby(name, module, &text));
    }
    let path = manifest(environment, name)?;
    let text = read(environment, &path)?;
    let module = name.split_once("::").map(|(module, _)| module.to_owned());
    of_puppet(name, module, &text, environment)
}

/// The header of a class or defined type of a module, with the comment before it.
pub fn definition(environment: &Environment, name: &str) -> Option<String> {
    let class = environment.class(name).ok().flatten().map(|class| class.body.source.clone());
    let source = match class {
        Some(source) => source,
        None => environment.define(name).ok().flatten()?.body.source.clone(),
    };
    let text = source.text();
    let tree = bunraku::syntax::parse(text, SourceKind::Manifest, &environment.language.edition.syntax);
    let outlined = outline(&tree, text);
    let definition = outlined.iter().find(|outlined| outlined.name == name)?.definition;
    let start = definition.range().start as usize;
    let end = definition.body().map_or(definition.range().end, |body| body.range().start) as usize;
    let head = text.get(start..end).unwrap_or_default().trim_end();
    Some(format!("{head}\n\n{}\n", comment_before(text.get(..start).unwrap_or_default())))
}

/// The file of a function written in the Puppet language.
fn manifest(environment: &Environment, name: &str) -> Option<PathBuf> {
    let (module, rest) = name.split_once("::")?;
    environment.module_file(module, "functions", &format!("{}.pp", rest.replace("::", "/")))
}

fn read(environment: &Environment, path: &Path) -> Option<String> {
    let bytes = environment.files().read(path, FileKind::Manifest).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn of_puppet(name: &str, module: Option<String>, text: &str, environment: &Environment) -> Option<Function> {
    let tree = bunraku::syntax::parse(text, SourceKind::Manifest, &environment.language.edition.syntax);
    let outlined = outline(&tree, text);
    let definition = outlined.iter().find(|outlined| outlined.name == name)?.definition;
    let Definition::Function(_) = definition else { return None };
    let start = definition.range().start as usize;
    let end = definition.body().map_or(definition.range().end, |body| body.range().start) as usize;
    let head = text.get(start..end).unwrap_or_default();
    let head = head.strip_prefix("function").unwrap_or(head);
    let signature = head.split_whitespace().collect::<Vec<_>>().join(" ");
    let doc = comment_before(text.get(..start).unwrap_or_default());
    Some(Function { name: name.to_owned(), module, stands_in: false, signatures: vec![signature], doc })
}

fn of_ruby(name: &str, module: Option<String>, text: &str) -> Function {
    let starts = [
        "Puppet::Functions.create_function",
        "Puppet::Functions::create_function",
        "Puppet::Parser::Functions",
        "module Puppet::Parser::Functions",
    ];
    let start = starts.iter().filter_map(|start| text.find(start)).min().unwrap_or(0);
    let before = text.get(..start).unwrap_or_default();
    let mut signatures: Vec<String> = dispatches(text).iter().map(|rest| format!("{name}{rest}")).collect();
    if signatures.is_empty() {
        signatures.push(format!("{name}(...)"));
    }
    Function { name: name.to_owned(), module, stands_in: false, signatures, doc: comment_before(before) }
}

/// The comment directly before an item. Tags of Puppet Strings are converted to prose.
fn comment_before(text: &str) -> String {
    let lines = text.lines().rev().skip_while(|line| line.trim().is_empty());
    let mut comment: Vec<&str> = lines.map_while(|line| line.trim_start().strip_prefix('#')).collect();
    comment.reverse();
    let lines = comment.iter().map(|line| {
        let line = line.strip_prefix(' ').unwrap_or(line).trim_end();
        line.strip_prefix("@summary ").unwrap_or(line)
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// The parameters of each `dispatch` of a Ruby function, in the notation of a Puppet function definition.
fn dispatches(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut open: Option<(Vec<String>, String)> = None;
    for line in text.lines().map(str::trim) {
        let word = line.split(|char: char| !char.is_alphanumeric() && char != '_').next().unwrap_or_default();
        let mut quoted = line.split(['\'', '"']).skip(1).step_by(2);
        let symbol = line
            .rsplit(':')
            .next()
            .unwrap_or_default()
            .trim_matches(|char: char| !char.is_alphanumeric() && char != '_');
        let (ty, sign) = match word {
            "dispatch" => {
                open = Some((Vec::new(), String::new()));
                continue;
            }
            "end" => {
                if let Some((parameters, result)) = open.take() {
                    all.push(format!("({}){result}", parameters.join(", ")));
                }
                continue;
            }
            "param" | "required_param" => (quoted.next().unwrap_or("Any"), ""),
            "optional_param" => (quoted.next().unwrap_or("Any"), "?"),
            "repeated_param" | "optional_repeated_param" | "required_repeated_param" => {
                (quoted.next().unwrap_or("Any"), "*")
            }
            "block_param" | "required_block_param" | "optional_block_param" => {
                (quoted.next().unwrap_or("Callable"), "&")
            }
            "return_type" => {
                if let (Some((_, result)), Some(ty)) = (&mut open, quoted.next()) {
                    *result = format!(" >> {ty}");
                }
                continue;
            }
            _ => continue,
        };
        let Some((parameters, _)) = &mut open else { continue };
        let symbol = if line.contains(':') && !symbol.is_empty() { symbol } else { "block" };
        parameters.push(match sign {
            "?" => format!("Optional[{ty}] ${symbol} = ..."),
            sign => format!("{ty} {sign}${symbol}"),
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_in_ruby() {
        let text = "\
# frozen_string_literal: true

# @summary Adds up.
#
# More about it.
Puppet::Functions.create_function(:'m::sum') do
  # @param first The first.
  dispatch :sum do
    param 'Integer', :first
    optional_param 'Hash[String, Any]', :options
    repeated_param 'Integer', :rest
    block_param
    return_type 'Integer'
  end

  dispatch :none do
  end

  def sum(first, *rest); end
end
";
        let function = of_ruby("m::sum", Some("m".to_owned()), text);
        assert_eq!(
            function.signatures,
            [
                "m::sum(Integer $first, Optional[Hash[String, Any]] $options = ..., Integer *$rest, Callable &$block) >> Integer",
                "m::sum()"
            ]
        );
        assert_eq!(function.doc, "Adds up.\n\nMore about it.");
        assert_eq!(of_ruby("old", None, "module Puppet::Parser::Functions\n").signatures, ["old(...)"]);
    }

    #[test]
    fn comments_stand_directly_before() {
        assert_eq!(comment_before("# a\n\ncode\n# @summary b\n# c\n\n"), "b\nc");
        assert_eq!(comment_before("code\n"), "");
    }
}
