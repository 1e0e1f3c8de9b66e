//! Hostile programs: every construct that makes something deep, wide, shared, endless or quadratic, combined with every
//! construct that consumes it.
//!
//! A file under `hostile/` has the makers and consumers of one language. Whatever a program does, it must end with a
//! result or a diagnostic, using little time and memory: [`run`](mod@run) measures it.

mod call;
mod catalog;
mod change;
mod copy;
mod data;
mod epp;
mod erb;
mod feature;
mod hiera;
mod input;
mod link;
mod method;
mod nest;
mod place;
mod regexp;
mod ruby;
pub mod run;
pub mod shape;
mod syntax;
pub mod text;
mod tool;
mod trick;
mod types;
mod value;

/// A program that tries to exhaust the time, stack or memory of whatever runs it.
pub struct Program {
    /// The language, the maker and the consumer, as in `ruby/deep-array/inspect`.
    pub name: String,
    make: Box<dyn Fn() -> Folder + Send + Sync>,
}

impl Program {
    fn new(name: String, make: impl Fn() -> Folder + Send + Sync + 'static) -> Program {
        Program { name, make: Box::new(make) }
    }

    /// The first part of the name: the language or the entry point.
    pub fn family(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Builds the files. This happens on demand because all programs together are large.
    pub fn folder(&self) -> Folder {
        (self.make)()
    }
}

/// The files of a program and the command that runs it.
#[derive(Debug, Clone, Default)]
pub struct Folder {
    /// The files, as pairs of a path in the folder and the content.
    pub files: Vec<(String, String)>,
    /// Symbolic links, as pairs of a path in the folder and the target.
    pub links: Vec<(String, String)>,
    /// The arguments of `bunraku`, which runs with the folder as its working directory.
    pub arguments: Vec<&'static str>,
}

impl Folder {
    fn new(arguments: &[&'static str]) -> Folder {
        Folder { arguments: arguments.to_vec(), ..Folder::default() }
    }

    fn with(mut self, path: &str, text: impl Into<String>) -> Folder {
        self.files.push((path.to_owned(), text.into()));
        self
    }

    fn with_link(mut self, path: &str, to: &str) -> Folder {
        self.links.push((path.to_owned(), to.to_owned()));
        self
    }

    /// Adds the module `stdlib`, with just the files its functions need to be found.
    fn with_stdlib(self) -> Folder {
        let metadata = r#"{"name":"puppetlabs-stdlib","version":"9.6.0","author":"a","license":"a","source":"a","summary":"a","dependencies":[]}"#;
        let folder = self.with("modules/stdlib/metadata.json", metadata);
        let names = [
            "to_json",
            "to_json_pretty",
            "to_yaml",
            "to_toml",
            "to_python",
            "to_ruby",
            "deep_merge",
            "parsejson",
            "parseyaml",
            "parsehocon",
            "merge",
            "has_key",
            "range",
            "validate_legacy",
            "shell_escape",
            "pw_hash",
            "str2bool",
            "count",
            "difference",
            "intersection",
            "union",
            "member",
            "prefix",
            "suffix",
            "delete",
            "deep_implode",
            "sort_by",
            "stdlib::sort_by",
            "stdlib::nested_values",
            "flatten_hash",
        ];
        names.iter().fold(folder, |folder, name| {
            let path = name.replace("::", "/");
            folder.with(&format!("modules/stdlib/lib/puppet/functions/{path}.rb"), "# The file is enough.\n")
        })
    }
}

/// A named fragment of a program.
type Part = (&'static str, &'static str);

/// A named fragment that is too long to spell out.
type Made = (&'static str, fn() -> String);

/// Returns all programs.
pub fn all() -> Vec<Program> {
    let mut programs = value::programs();
    programs.extend(types::programs());
    programs.extend(ruby::programs());
    programs.extend(erb::programs());
    programs.extend(epp::programs());
    programs.extend(data::programs());
    programs.extend(hiera::programs());
    programs.extend(regexp::programs());
    programs.extend(syntax::programs());
    programs.extend(catalog::programs());
    programs.extend(method::programs());
    programs.extend(copy::programs());
    programs.extend(change::programs());
    programs.extend(place::programs());
    programs.extend(link::programs());
    programs.extend(call::programs());
    programs.extend(nest::programs());
    programs.extend(trick::programs());
    programs.extend(feature::programs());
    programs.extend(input::programs());
    programs.extend(tool::programs());
    programs
}

/// Combines every maker with every consumer.
fn combine<M, C>(
    language: &'static str,
    makers: &[(&'static str, M)],
    consumers: &[(&'static str, C)],
    folder: fn(M, C) -> Folder,
) -> Vec<Program>
where
    M: Copy + Send + Sync + 'static,
    C: Copy + Send + Sync + 'static,
{
    let mut programs = Vec::with_capacity(makers.len() * consumers.len());
    for &(maker, made) in makers {
        for &(consumer, consumed) in consumers {
            let name = format!("{language}/{maker}/{consumer}");
            programs.push(Program::new(name, move || folder(made, consumed)));
        }
    }
    programs
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn there_are_many_programs_and_each_has_a_name_of_its_own() {
        let programs = all();
        assert!(programs.len() >= 2_000, "{}", programs.len());
        let mut names = HashSet::new();
        let twice: Vec<&str> = programs
            .iter()
            .map(|program| program.name.as_str())
            .filter(|name| !names.insert(*name))
            .collect();
        assert!(twice.is_empty(), "{twice:?}");
    }
}
