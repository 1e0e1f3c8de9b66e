//! Generated types: the files in `.resource_types` that `puppet generate types` writes for types of modules.
//!
//! Such a file consists of one call with the name, the properties, the parameters, the title patterns, and whether the
//! type is isomorphic. The call is parsed, not evaluated.

use std::{borrow::Cow, path::Path, sync::Arc};

use bunraku_analysis::{Analysis, Language};
use bunraku_diag::{Diagnostic, codes};
use bunraku_edition::Edition;
use bunraku_regexp::Regexp;
use bunraku_resources::{ResourceType, TitleMapping, TitlePattern};
use bunraku_syntax::{
    SourceKind, Syntax,
    ast::{self, View},
};
use bunraku_world::{FileKind, World};

use crate::LoadError;

/// Parses the description of a type.
pub(crate) fn read(
    files: &dyn World,
    path: &Path,
    name: &str,
    language: &Language,
) -> Result<ResourceType, LoadError> {
    let bytes = files.read(path, FileKind::Manifest).map_err(|error| LoadError::unreadable(path, &error))?;
    let shown = path.display().to_string();
    let analysis = Arc::new(Analysis::of_bytes(&shown, &bytes, SourceKind::Manifest, None, language));
    if analysis.has_errors() {
        let diagnostics = analysis.diagnostics.clone();
        return Err(LoadError::broken(analysis, diagnostics));
    }
    let root = analysis.tree.root(analysis.source.text());
    let reader = Reader { edition: language.edition };
    reader.resource_type(root, name).map_err(|(place, message)| {
        let span = analysis.source.span(place.range());
        let error = Diagnostic::error(codes::INVALID_RESOURCE_TYPE, message).at(span, "");
        let error = error.help("run `puppet generate types` again");
        LoadError::broken(Arc::clone(&analysis), vec![error])
    })
}

struct Reader {
    edition: &'static Edition,
}

/// A node that is not expected at its position, and what is expected.
type Misplaced<'t> = (Syntax<'t>, &'static str);

impl Reader {
    /// `Puppet::Resource::ResourceType3.new(name, properties, parameters, titles, isomorphic, capability)`.
    fn resource_type<'t>(&self, root: Syntax<'t>, name: &str) -> Result<ResourceType, Misplaced<'t>> {
        const FORM: &str = "this is not a generated resource type";
        let first = ast::Root::cast(root).and_then(|file| file.statements().next());
        let call = first.and_then(ast::MethodCall::cast).ok_or((root, FORM))?;
        let is_type = call.receiver().is_some_and(|ty| ty.text() == "Puppet::Resource::ResourceType3");
        let is_new = call.function().is_some_and(|method| method.text() == "new");
        let arguments = call.arguments().filter(|_| is_type && is_new).ok_or((call.syntax(), FORM))?;
        let whole = arguments.syntax();
        let argument = |index: usize| arguments.values().nth(index);
        let given = argument(0).and_then(|name| self.string(name)).ok_or((whole, FORM))?;
        if *given != *name {
            return Err((whole, "the name of the type does not match the file name"));
        }
        let (mut attributes, mut namevars) = (Vec::new(), Vec::new());
        for list in [argument(1), argument(2)].into_iter().flatten().filter_map(ast::Array::cast) {
            for param in list.elements() {
                let (name, is_namevar) =
                    self.param(param).ok_or((param, "this does not describe a parameter"))?;
                if is_namevar {
                    namevars.push(name.clone());
                }
                attributes.push(name);
            }
        }
        attributes.sort();
        let titles = match argument(3).and_then(ast::Hash::cast) {
            Some(forms) if forms.entries().next().is_some() => {
                let mut patterns = Vec::new();
                for entry in forms.entries() {
                    let pattern = self.title(entry);
                    patterns.push(pattern.ok_or((entry.syntax(), "this does not describe a title pattern"))?);
                }
                TitleMapping::Patterns(patterns)
            }
            _ if namevars.len() > 1 => return Err((whole, "several namevars need title patterns")),
            _ => TitleMapping::Whole,
        };
        let isomorphic = argument(4).is_none_or(|flag| flag.text() != "false");
        let name = Cow::Owned(given);
        let metaparameters = Vec::new();
        Ok(ResourceType { name, namevars, isomorphic, attributes, titles, takes_name: false, metaparameters })
    }

    /// Parses `Puppet::Resource::Param(type, name, namevar)`: the name, and whether it is a namevar.
    fn param(&self, node: Syntax<'_>) -> Option<(Cow<'static, str>, bool)> {
        let call = ast::Call::cast(node)?;
        call.callee().filter(|ty| ty.text() == "Puppet::Resource::Param")?;
        let mut arguments = call.arguments()?.values().skip(1);
        let name = self.string(arguments.next()?)?;
        Some((Cow::Owned(name), arguments.next().is_some_and(|flag| flag.text() == "true")))
    }

    /// Parses `/pattern/ => [names]`.
    fn title(&self, entry: ast::HashEntry<'_>) -> Option<TitlePattern> {
        let regexp = ast::Regexp::cast(entry.key()?)?;
        let source = regexp.text().strip_prefix('/')?.strip_suffix('/')?;
        let names = ast::Array::cast(entry.value()?)?;
        let names: Option<Vec<String>> = names.elements().map(|name| self.string(name)).collect();
        let names = names?.into_iter().map(Cow::Owned).collect();
        Some(TitlePattern { pattern: Some(Regexp::new(source).ok()?), names, lambdas: Vec::new() })
    }

    fn string(&self, node: Syntax<'_>) -> Option<String> {
        Some(ast::String::cast(node)?.value(&self.edition.syntax).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use bunraku_world::MemoryWorld;

    use super::*;

    fn described(text: &str) -> Result<ResourceType, String> {
        let files = MemoryWorld::new().with("t.pp", text);
        let language = Language {
            edition: &bunraku_edition::PUPPET8,
            settings: Default::default(),
            harmless: |_| false,
        };
        let read = read(&files, Path::new("t.pp"), "key", &language);
        read.map_err(|error| error.diagnostics[0].message.clone())
    }

    fn parts<'t>(ty: &'t ResourceType, title: &'t str) -> Vec<(&'t str, &'t str)> {
        let parts = ty.title_parts(title).unwrap();
        parts.into_iter().map(|part| (part.name, part.text.unwrap())).collect()
    }

    #[test]
    fn parameters_namevars_and_titles() {
        let ty = described(
            "# generated\nPuppet::Resource::ResourceType3.new(\n  'key',\n  [Puppet::Resource::Param(Any, 'size')],\n  \
             [Puppet::Resource::Param(Enum['a'], 'kind', true), Puppet::Resource::Param(Any, 'name', true)],\n  \
             { /^(.*?)@(.*)$/ => ['name', 'kind'], /(.*)/ => ['name'] },\n  false,\n  false)\n",
        )
        .unwrap();
        assert_eq!(ty.attributes, ["kind", "name", "size"]);
        assert_eq!(ty.namevars, ["kind", "name"]);
        assert!(!ty.isomorphic);
        assert_eq!(parts(&ty, "a@b"), [("name", "a"), ("kind", "b")]);
        assert_eq!(parts(&ty, "a"), [("name", "a")]);
    }

    #[test]
    fn without_forms_a_title_is_the_namevar() {
        let text =
            "Puppet::Resource::ResourceType3.new('key', [], [Puppet::Resource::Param(Any, 'path', true)])";
        let ty = described(text).unwrap();
        assert_eq!(parts(&ty, "/x"), [("path", "/x")]);
        assert!(ty.isomorphic && !ty.has("name"));
    }

    #[test]
    fn anything_else_is_refused() {
        for string in [
            "",
            "notice(1)",
            "Puppet::Resource::ResourceType3.new('other', [], [])",
            "Puppet::Resource::ResourceType3.new('key', [1], [])",
            "Puppet::Resource::ResourceType3.new('key', [], [], { 1 => 2 })",
            "Puppet::Resource::ResourceType3.new(",
        ] {
            assert!(described(string).is_err(), "{string}");
        }
    }
}
