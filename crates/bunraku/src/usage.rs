//! Which keys of its data the code of a site reads, as far as that is known without evaluating it.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use bunraku_hiera::lookup_function;
use bunraku_ir::{Body, Callee, Definition, Expr, Operand};
use bunraku_loader::LoadError;
use bunraku_syntax::SourceKind;
use bunraku_world::paths_below;

use crate::Site;

/// What code reads from the data.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Usage {
    /// The parameters of classes: the keys that are looked up for them.
    pub parameters: HashSet<String>,
    /// The keys passed to `lookup` and its older forms.
    pub keys: HashSet<String>,
    /// Where these functions are called with a computed key: they may read any key.
    pub computed: Vec<(PathBuf, u32)>,
    /// The files that could not be loaded.
    pub broken: Vec<Arc<LoadError>>,
}

impl Usage {
    /// Whether a key of the data is read, by its root.
    pub fn reads(&self, key: &str) -> bool {
        self.parameters.contains(key) || self.keys.contains(key)
    }
}

impl Site {
    /// Analyses what the code reads: manifests, functions and EPP templates of the environment and all modules.
    pub fn usage(&self) -> Usage {
        let mut usage = Usage::default();
        let files = self.environment.files();
        let manifests = self.environment.manifests.iter().cloned();
        let mut paths: Vec<(PathBuf, SourceKind)> =
            manifests.map(|path| (path, SourceKind::Manifest)).collect();
        let mut known: HashSet<PathBuf> = paths.iter().map(|(path, _)| path.clone()).collect();
        let folders =
            self.environment.folder.iter().chain(self.environment.modules.iter().map(|module| &module.path));
        for folder in folders {
            for (name, end, kind) in [
                ("manifests", ".pp", SourceKind::Manifest),
                ("functions", ".pp", SourceKind::Manifest),
                ("templates", ".epp", SourceKind::Template),
            ] {
                let below = paths_below(&**files, &folder.join(name), end);
                paths.extend(
                    below.into_iter().filter(|path| known.insert(path.clone())).map(|path| (path, kind)),
                );
            }
        }
        for (path, kind) in paths {
            match self.environment.load(&path, kind) {
                Ok(loaded) => {
                    usage.body(&loaded.code.main);
                    loaded.code.definitions.iter().for_each(|definition| usage.definition(definition));
                }
                Err(error) => usage.broken.push(error),
            }
        }
        usage
    }
}

impl Usage {
    fn definition(&mut self, definition: &Definition) {
        match definition {
            Definition::Class(class) => {
                let params = class.body.params.iter();
                self.parameters.extend(params.map(|param| format!("{}::{}", class.name, param.name)));
                self.body(&class.body);
            }
            Definition::Define(define) => self.body(&define.body),
            Definition::Function(function) => self.body(&function.body),
            Definition::Node(node) => self.body(&node.body),
            Definition::Alias(_) => {}
        }
    }

    fn body(&mut self, body: &Body) {
        for site in &body.calls {
            let Callee::Function(name) = site.callee else { continue };
            if lookup_function(name.as_str()).is_none() {
                continue;
            }
            let Some(first) = body.list(site.arguments).first() else { continue };
            match texts(body, *first) {
                Some(names) => self.keys.extend(names.iter().map(|name| root(name))),
                None => {
                    let line = body.source.line_at(site.name_range.start);
                    self.computed.push((PathBuf::from(body.source.name()), line));
                }
            }
        }
    }
}

/// The strings in an argument: one, an array of them, or in the hash with all arguments.
fn texts(body: &Body, operand: Operand) -> Option<Vec<String>> {
    match operand {
        Operand::Const(constant) => body.constant(constant).as_str().map(|text| vec![text.to_owned()]),
        Operand::Expr(id) => match body.exprs.get(id.0 as usize)? {
            Expr::Array(list) => body
                .list(*list)
                .iter()
                .map(|element| texts(body, *element).and_then(|mut texts| texts.pop()))
                .collect(),
            _ => None,
        },
        _ => None,
    }
}

/// The root of a key, as in data files.
fn root(key: &str) -> String {
    bunraku_hiera::key::Key::parse(key).map_or_else(|_| key.to_owned(), |key| key.root.to_string())
}
