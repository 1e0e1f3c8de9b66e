//! A first suite for a module without one: a file for each class and defined type that tests whether it compiles.

use std::path::PathBuf;

use bunraku::{
    Program,
    analysis::Analysis,
    edition::PUPPET8,
    loader::metadata,
    pcore::Value,
    syntax::{SourceKind, ast::Definition},
    world::{FileKind, paths_below},
};

use crate::Suite;

/// A class or defined type of the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// The full name.
    pub name: String,
    /// Whether it is a class rather than a defined type.
    pub is_class: bool,
    /// The parameters without a default.
    pub required: Vec<String>,
}

impl Suite {
    /// The classes and defined types in the manifests of the module, by name.
    pub fn classes(&self) -> Vec<Class> {
        let mut found = Vec::new();
        let language = Program::new(&PUPPET8).language();
        for path in paths_below(&*self.world, &self.root.join("manifests"), ".pp") {
            let Ok(bytes) = self.world.read(&path, FileKind::Manifest) else { continue };
            let name = path.to_string_lossy();
            let analysis = Analysis::of_bytes(&name, &bytes, SourceKind::Manifest, None, &language);
            for outlined in analysis.outline() {
                let (parameters, is_class) = match outlined.definition {
                    Definition::Class(class) => (class.parameters(), true),
                    Definition::Define(define) => (define.parameters(), false),
                    _ => continue,
                };
                let parameters = parameters.into_iter().flat_map(|all| all.iter());
                let required = parameters.filter(|parameter| parameter.default().is_none());
                let required = required.map(|parameter| parameter.name().to_owned()).collect();
                found.push(Class { name: outlined.name, is_class, required });
            }
        }
        found.sort_by(|one, other| one.name.cmp(&other.name));
        found
    }

    /// The files of a first suite, relative to the module, with their contents. Nothing is written.
    pub fn first_files(&self) -> Vec<(PathBuf, String)> {
        let fixtures = format!("fixtures:\n  symlinks:\n    {0}: \"#{{source_dir}}\"\n", self.name);
        let helper = "require 'puppetlabs_spec_helper/module_spec_helper'\n\
                      require 'rspec-puppet-facts'\n\n\
                      include RspecPuppetFacts\n";
        let mut files = vec![
            (PathBuf::from(".fixtures.yml"), fixtures),
            (PathBuf::from("spec/spec_helper.rb"), helper.to_owned()),
        ];
        let systems = self.names_systems();
        for class in self.classes() {
            let folder = if class.is_class { "classes" } else { "defines" };
            let rest: Vec<&str> = class.name.split("::").skip(1).collect();
            let file = if rest.is_empty() { "init".to_owned() } else { rest.join("/") };
            files.push((PathBuf::from(format!("spec/{folder}/{file}_spec.rb")), spec(&class, systems)));
        }
        files
    }

    /// Whether `metadata.json` names the supported operating systems.
    fn names_systems(&self) -> bool {
        let Some(metadata) = metadata(&*self.world, &self.root) else { return false };
        matches!(metadata.get_str("operatingsystem_support"), Some(Value::Array(systems)) if !systems.is_empty())
    }
}

/// The spec of a class. If it has parameters without defaults, it is left pending until a person adds values.
fn spec(class: &Class, systems: bool) -> String {
    let mut lines: Vec<String> = Vec::new();
    if !class.is_class {
        lines.push("let(:title) { 'example' }".to_owned());
    }
    if class.required.is_empty() {
        lines.push("it { is_expected.to compile.with_all_deps }".to_owned());
    } else {
        lines.push("# Set these parameters, then change `xit` to `it`.".to_owned());
        lines.push("let(:params) do".to_owned());
        lines.push("  {".to_owned());
        lines.extend(class.required.iter().map(|name| format!("    {name}: nil,")));
        lines.push("  }".to_owned());
        lines.push("end".to_owned());
        lines.push(String::new());
        lines.push("xit { is_expected.to compile.with_all_deps }".to_owned());
    }
    let (before, indent, after) = match systems {
        true => (
            "  on_supported_os.each do |os, os_facts|\n    context \"on #{os}\" do\n      let(:facts) { os_facts }\n\n",
            "      ",
            "    end\n  end\n",
        ),
        false => ("", "  ", ""),
    };
    let body: Vec<String> = lines
        .iter()
        .map(|line| if line.is_empty() { "\n".to_owned() } else { format!("{indent}{line}\n") })
        .collect();
    format!("require 'spec_helper'\n\ndescribe '{}' do\n{before}{}{after}end\n", class.name, body.concat())
}
