//! What may be meant by a name that is not found. Everything here runs only when something is wrong.

use bunraku_syntax::SourceKind;

use crate::{Environment, environment::Kind, modules::names_below, names::other_case};

impl Environment {
    /// Why a class or defined type is not found where it should be, if files can tell.
    pub fn why_missing(&self, name: &str) -> Option<String> {
        let (owner, rest) = name.split_once("::").unwrap_or((name, "init"));
        if let Some(reason) = self.left_out.get(owner) {
            return Some(reason.clone());
        }
        let module = self.module(owner)?;
        let places = self.places(Kind::Class, name);
        // The first is `init.pp`; the file that has the name itself comes after it.
        let own = places.get(1).or(places.first())?;
        if self.files.is_file(&own.path)
            && let Ok(loaded) = self.load_in(&own.path, SourceKind::Manifest, own.namespace.as_deref())
        {
            let shown = loaded.path.display();
            return Some(format!("{shown} does not define it"));
        }
        if let Some(refused) = self.files.refusal(&own.path) {
            return Some(format!("{refused}: {}", refused.help()));
        }
        let relative = format!("manifests/{}.pp", rest.replace("::", "/"));
        let other = other_case(&*self.files, &module.path, &relative)?;
        if other == module.path.join(&relative) || !self.files.is_file(&other) {
            return None;
        }
        Some(format!(
            "{} has capitals in its name: the names of classes and their files have none",
            other.display()
        ))
    }

    /// The names of classes and defined types that files of modules are named after: those of the module that a name
    /// is in, and the modules themselves.
    pub fn manifest_names(&self, name: &str) -> Vec<String> {
        let owner = name.split("::").next().unwrap_or(name);
        let mut names: Vec<String> = self.modules.iter().map(|module| module.name.clone()).collect();
        if let Some(module) = self.module(owner) {
            let manifests = names_below(&*self.files, &module.path.join("manifests"), "pp");
            let qualified = |rest: String| format!("{}::{}", module.name, rest.replace('/', "::"));
            names.extend(manifests.into_iter().filter(|rest| rest != "init").map(qualified));
        }
        names
    }
}
