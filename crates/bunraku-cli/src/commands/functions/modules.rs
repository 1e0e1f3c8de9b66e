//! The documentation of functions, classes and defined types in modules, from their comments. No code runs.

use std::fmt::Write;
use std::path::Path;

use bunraku::doc::{self, Docstring, Entry, EntryKind, FunctionKind, Signature, SourceFile};
use bunraku::loader::Environment;
use bunraku::syntax::SourceKind;
use bunraku::syntax::ast::View;
use bunraku::world::FileKind;

use super::Function;

/// Finds a function in the modules or in the environment itself.
pub fn find(environment: &Environment, name: &str) -> Option<Function> {
    let (file, text, module) = match environment.foreign_function(name) {
        Some(found) => {
            let module = found.module.map(|module| module.name.clone());
            ("lib/function.rb", read(environment, found.path, FileKind::Ruby)?, module)
        }
        None => {
            let (module, rest) = name.split_once("::")?;
            let file = format!("{}.pp", rest.replace("::", "/"));
            let path = environment.module_file(module, "functions", &file)?;
            ("functions/function.pp", read(environment, &path, FileKind::Manifest)?, Some(module.to_owned()))
        }
    };
    let known = entry(file, text, name);
    // The name may be computed, and the file may be broken.
    let mut signatures = vec![format!("{name}(...)")];
    if let Some(Entry { what: EntryKind::Function(function), .. }) = &known
        && function.kind != FunctionKind::Ruby3
    {
        signatures = function.signatures.iter().map(signature).collect();
    }
    let doc = known.map(|entry| manual(&entry.docs)).unwrap_or_default();
    Some(Function { name: name.to_owned(), module, stands_in: false, signatures, doc })
}

/// The header of a class or defined type of a module, with the comment before it.
pub fn definition(environment: &Environment, name: &str) -> Option<String> {
    let class = environment.class(name).ok().flatten().map(|class| class.body.source.clone());
    let source = match class {
        Some(source) => source,
        None => environment.define(name).ok().flatten()?.body.source.clone(),
    };
    let text = source.text();
    let file = environment.load(Path::new(source.name()), SourceKind::Manifest).ok()?;
    let outline = file.analysis.outline();
    let definition = outline.iter().find(|outlined| outlined.name == name)?.definition;
    let start = definition.range().start as usize;
    let end = definition.body().map_or(definition.range().end, |body| body.range().start) as usize;
    let head = text.get(start..end).unwrap_or_default().trim_end();
    let doc = entry("manifests/definition.pp", text.to_owned(), name).map(|entry| manual(&entry.docs));
    Some(format!("{head}\n\n{}\n", doc.unwrap_or_default()))
}

fn read(environment: &Environment, path: &Path, kind: FileKind) -> Option<String> {
    let bytes = environment.files().read(path, kind).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The entry of a name in the reference of one file. The folder in the path decides what the file may define.
fn entry(path: &str, text: String, name: &str) -> Option<Entry> {
    let reference = doc::document(&[SourceFile { path: path.to_owned(), text }]);
    reference.entries.into_iter().find(|entry| entry.name == name)
}

/// A signature in the notation of a function definition.
fn signature(signature: &Signature) -> String {
    let result = signature.docs.tag("return").and_then(|tag| tag.types.as_ref()?.first());
    match result.filter(|result| *result != "Any") {
        Some(result) => format!("{} >> {result}", signature.call),
        None => signature.call.clone(),
    }
}

/// A comment as the manual of a built-in function is written: a summary, the text, parameters, and examples as code.
fn manual(docs: &Docstring) -> String {
    let mut paragraphs: Vec<String> = Vec::new();
    let said = |name| docs.tag(name).and_then(|tag| tag.text.clone());
    paragraphs.extend(said("summary"));
    paragraphs.push(docs.text.clone());
    let described = docs.tags("param").filter_map(|tag| {
        let text = tag.text.as_ref().filter(|text| !text.is_empty())?;
        Some(format!("- `{}`: {}\n", tag.subject.as_deref()?, text.replace('\n', "\n  ")))
    });
    paragraphs.push(described.collect());
    paragraphs.extend(said("return").filter(|text| !text.is_empty()).map(|text| format!("Returns: {text}")));
    for example in docs.tags("example") {
        let mut paragraph = String::new();
        if let Some(title) = example.subject.as_ref().filter(|title| !title.is_empty()) {
            let _ = writeln!(paragraph, "{title}:\n");
        }
        let _ = write!(paragraph, "```\n{}\n```", example.text.as_deref().unwrap_or_default());
        paragraphs.push(paragraph);
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs.iter().map(|paragraph| paragraph.trim_end()).collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_become_manuals() {
        let text = "\
# frozen_string_literal: true

# @summary
#   Adds up.
#
# More about it.
Puppet::Functions.create_function(:'m::sum') do
  # @param first The first.
  # @return the sum
  # @example Three numbers
  #   m::sum(1, 2, 3)
  dispatch :sum do
    param 'Integer', :first
    optional_param 'Hash[String, Any]', :options
    repeated_param 'Integer', :rest
    block_param
    return_type 'Integer'
  end

  def sum(first, *rest); end
end
";
        let entry = entry("lib/function.rb", text.to_owned(), "m::sum").unwrap();
        let EntryKind::Function(function) = &entry.what else { panic!("not a function") };
        assert_eq!(
            function.signatures.iter().map(signature).collect::<Vec<_>>(),
            [
                "m::sum(Integer $first, Optional[Hash[String, Any]] $options, Integer *$rest, Callable &$block) >> Integer"
            ]
        );
        assert_eq!(
            manual(&entry.docs),
            "Adds up.\n\nMore about it.\n\n- `first`: The first.\n\nReturns: the sum\n\n\
             Three numbers:\n\n```\nm::sum(1, 2, 3)\n```"
        );
    }
}
