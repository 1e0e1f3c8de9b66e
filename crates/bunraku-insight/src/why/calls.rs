//! Functions that code calls: those that look up data, and those that Puppet code defines.

use bunraku_diag::{Source, Sources, TextRange};
use bunraku_hiera::{Merge, lookup_function};
use bunraku_pcore::Value;
use bunraku_syntax::{
    Syntax,
    ast::{self, FunctionCall, View},
};

use super::{Lookup, Question, Reason, SourceLine, flow::Files};

/// A call in code.
#[derive(PartialEq)]
struct Call {
    function: String,
    /// The first argument, where it is a string that is known without running the code.
    first: Option<String>,
    /// The merge strategy among the arguments.
    merge: Option<String>,
}

impl Question<'_> {
    /// The data that calls in the code at a place look up, and the functions that they run.
    pub(super) fn calls(&mut self, source: &Source, range: TextRange, depth: usize) {
        for call in self.files.calls(source, range) {
            if let Some(usual) = lookup_function(&call.function) {
                if let Some(key) = call.first {
                    let merge = call.merge.or_else(|| usual.map(|merge| merge.name().to_owned()));
                    let how = match merge.as_deref().filter(|merge| *merge != "first") {
                        Some(merge) => format!(", with the merge strategy `{merge}`"),
                        None => String::new(),
                    };
                    self.reasons.push(Reason {
                        depth,
                        says: format!("looked up in Hiera as `{key}`{how}"),
                        value: None,
                        place: None,
                        lookup: Some(Lookup { key, merge, is_secret: self.is_secret }),
                    });
                }
                continue;
            }
            let sources = self.catalog.sources();
            let says = format!("from the function `{}`", call.function);
            let Some((source, range)) = self.files.function(sources, &call.function) else {
                if let Some(file) = self.ruby_function(&call.function) {
                    let place = SourceLine { file, line: 1, column: None, text: None };
                    self.add(depth, format!("{says}, in Ruby"), None, Some(place));
                }
                continue;
            };
            if !self.explained.insert((source.id(), range.start)) {
                self.add(depth, format!("{says}, as above"), None, None);
                continue;
            }
            let place = source.span(range);
            self.add(depth, says, None, self.place(place));
            if depth < super::MAX_DEPTH {
                self.calls(source, range, depth + 1);
                // Its own variables are computed from what it is called with, which the call shows.
                for used in self.files.uses(source, range) {
                    if used.fact.is_some() || used.name.contains("::") {
                        self.used(source, &used, None, depth + 1);
                    }
                }
            }
        }
    }
}

impl Question<'_> {
    /// The file of a module's function in Ruby.
    fn ruby_function(&self, name: &str) -> Option<String> {
        let (module, rest) = name.split_once("::")?;
        let rest = format!("{module}/{}.rb", rest.replace("::", "/"));
        let file = self.module_file(&format!("lib/puppet/functions/{module}"), &rest)?;
        (self.read)(&file).map(|_| file)
    }
}

impl Files {
    /// The calls in the code at a place, each function and key once.
    fn calls(&mut self, source: &Source, range: TextRange) -> Vec<Call> {
        let module = module_of(source.name()).map(str::to_owned);
        let tree = self.tree(source);
        let Some(node) = tree.node(source.text(), tree.node_at(range)) else { return Vec::new() };
        let whole = node.ancestors().find(|outer| {
            ast::Attribute::cast(*outer).is_some_and(|attribute| attribute.name_range() == Some(range))
        });
        let mut found: Vec<Call> = Vec::new();
        for call in whole.unwrap_or(node).descendants().filter_map(FunctionCall::of) {
            let arguments = call.argument_nodes();
            let first = arguments.first().and_then(|first| literal(*first, module.as_deref()));
            let call = Call { function: call.name.to_owned(), first, merge: merge(&arguments) };
            if !found.contains(&call) {
                found.push(call);
            }
        }
        found
    }

    /// The definition of a function in the Puppet language.
    fn function<'s>(&mut self, sources: &'s Sources, name: &str) -> Option<(&'s Source, TextRange)> {
        let may_define = |source: &&Source| {
            source.text().contains("function")
                && source.text().contains(name)
                && source.name().ends_with(".pp")
        };
        sources.iter().filter(may_define).find_map(|source| {
            let tree = self.tree(source);
            let mut functions = tree.root(source.text()).descendants().filter_map(ast::Function::cast);
            let found = functions.find(|found| found.name().trim_start_matches("::") == name)?;
            Some((source, found.range()))
        })
    }
}

/// The merge strategy that the arguments of a lookup give: the third one, or an option.
fn merge(arguments: &[Syntax<'_>]) -> Option<String> {
    let option = arguments.iter().find_map(|options| entry(ast::Hash::cast(*options)?, "merge"));
    let given = option.or_else(|| arguments.get(2).copied())?;
    let given = ast::Hash::cast(given).and_then(|options| entry(options, "strategy")).unwrap_or(given);
    let name = given.text().trim_matches(['\'', '"']);
    Merge::from_value(&Value::str(name)).is_ok().then(|| name.to_owned())
}

/// The value of a key in a hash that code has.
fn entry<'t>(hash: ast::Hash<'t>, name: &str) -> Option<Syntax<'t>> {
    let is_it = |key: Syntax<'_>| key.text().trim_matches(['\'', '"']) == name;
    hash.entries().find(|entry| entry.key().is_some_and(is_it))?.value()
}

/// A string without variables, except for the name of the module that the file is part of.
pub(super) fn literal(node: Syntax<'_>, module: Option<&str>) -> Option<String> {
    // The options of `lookup` may be one hash, with the key in it.
    if let Some(options) = ast::Hash::cast(node) {
        return literal(entry(options, "name")?, module);
    }
    let text = node.text();
    let inside = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    if let Some(plain) = inside('\'') {
        return (!plain.contains(['\'', '\\'])).then(|| plain.to_owned());
    }
    let text = inside('"')?;
    let text = match module {
        Some(module) => text.replace("${module_name}", module),
        None => text.to_owned(),
    };
    (!text.contains(['$', '"', '\\'])).then_some(text)
}

/// The module that a manifest is part of.
pub(super) fn module_of(path: &str) -> Option<&str> {
    let (module, _) = path.rsplit_once("/manifests/")?;
    module.rsplit('/').next()
}
