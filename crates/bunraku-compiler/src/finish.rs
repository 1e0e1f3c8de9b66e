//! The last steps of a compilation: completing each resource, and checking what was not evaluated.

use bunraku_catalog::{Kind, Param, ResourceId};
use bunraku_diag::{Diagnostic, codes, nearest};
use bunraku_eval::{Eval, Unwind};
use bunraku_intern::FastMap;
use bunraku_pcore::Measure;
use bunraku_resources::METAPARAMETERS;

use crate::{
    compiler::{Compiler, is_metaparameter},
    overrides::Override,
};

impl Compiler<'_> {
    /// Adds the relationships, then completes each resource in turn: pending overrides, tags, sensitive values,
    /// attribute names. Finally, metaparameters flow down from containers to their contents.
    pub(crate) fn finish(&mut self) -> Eval<()> {
        self.finish_relationships()?;
        let mut overrides = self.waiting_overrides();
        let mut index = 0;
        while index < self.catalog().resources().len() {
            let id = ResourceId(index);
            index += 1;
            for change in overrides.remove(&id).unwrap_or_default() {
                self.merge(id, &change)?;
            }
            let added = self.catalog().add_container_tags(id);
            // The following steps walk the values. These count towards the limit for every resource, since resources
            // may share them.
            let weight = self.catalog().get(id).map_or(0, |resource| weight(&resource.params));
            self.count_steps_at(weight / 16 + added as u64, None)?;
            self.check_unused(id)?;
            self.catalog().mark_sensitive(id);
            self.check_attributes(id)?;
        }
        let state = self.state();
        let (catalog, added) = (&mut state.catalog, &state.metaparameters);
        if let Some(main) = catalog.find("Class", "main") {
            catalog.flow_down(main, |name| is_metaparameter(added, name));
        }
        Ok(())
    }

    /// Rejects a catalog that would fill the memory when it is written: values that share parts are written in full
    /// each time.
    pub(crate) fn check_output(&mut self) -> Eval<()> {
        let mut all = 0u64;
        let mut largest = (0, None);
        for resource in self.catalog().resources() {
            let own = weight(&resource.params).saturating_add(resource.words() / Measure::UNIT);
            all = all.saturating_add(own);
            if own > largest.0 {
                largest = (own, resource.place);
            }
        }
        self.count_walk_for(all, largest.1)
    }

    /// Takes the pending overrides whose resources exist by now.
    fn waiting_overrides(&mut self) -> FastMap<ResourceId, Vec<Override>> {
        let state = self.state();
        let mut found: FastMap<ResourceId, Vec<Override>> = FastMap::default();
        for (key, change) in std::mem::take(&mut state.overrides) {
            // An override waits for exactly this title, not for a resource that has it as an alias.
            let id = state.catalog.named(&key);
            match id.filter(|id| state.catalog.get(*id).is_some_and(|resource| resource.title == key.1)) {
                Some(id) => found.entry(id).or_default().push(change),
                None => state.overrides.push((key, change)),
            }
        }
        found
    }

    fn check_attributes(&mut self, id: ResourceId) -> Eval<()> {
        let state = &*self.state;
        let Some(resource) = state.catalog.get(id) else { return Ok(()) };
        if resource.kind != Kind::Builtin {
            return Ok(());
        }
        let Some(ty) = &resource.ty else { return Ok(()) };
        let unknown =
            resource.params.iter().find(|param| !ty.has(&param.name) && !state.is_metaparameter(&param.name));
        let Some(param) = unknown else { return Ok(()) };
        let message = format!("{} has no attribute `{}`", resource.shown(), param.name);
        let diagnostic = Diagnostic::error(codes::UNKNOWN_ATTRIBUTE, message);
        let mut diagnostic = self.at_attribute(diagnostic, resource.place, param, "no such attribute");
        let mut known = ty.attributes.iter().map(|name| &**name).chain(METAPARAMETERS);
        let meant = OTHER_WORDS.iter().find(|(word, _)| *word == param.name.as_str());
        let meant = meant.map(|(_, names)| names.iter().find(|name| ty.has(name)).copied());
        if let Some(similar) = meant.unwrap_or_default().or_else(|| nearest(&param.name, &mut known)) {
            diagnostic = diagnostic.help(format!("did you mean `{similar}`?"));
        }
        Err(Box::new(Unwind::Failure(diagnostic)))
    }

    /// Checks an instance of a defined type that stays virtual. It is never evaluated, but Puppet requires its
    /// parameters to be valid all the same. Defaults are not evaluated.
    fn check_unused(&mut self, id: ResourceId) -> Eval<()> {
        let Some(resource) = self.catalog().get(id) else { return Ok(()) };
        let (Kind::Define, false, Some(place)) = (resource.kind, resource.evaluated, resource.place) else {
            return Ok(());
        };
        let name = resource.type_name.to_lowercase();
        let Some(define) = self.define(&name)? else { return Ok(()) };
        let body = &define.body;
        let opened = self.open_detached(body)?;
        for param in &body.params {
            let given = self.catalog().get(id).and_then(|resource| resource.param(param.name.as_str()));
            if let Some(value) = given.map(|given| given.value.clone()) {
                self.bind_param(param.slot, value);
            }
        }
        let result = match self.source_of(place) {
            Some(source) => self
                .check_names(body, id, &source, place.range)
                .and_then(|()| self.check_values(body, id, &source, place.range)),
            None => Ok(()),
        };
        self.close_body(opened);
        result
    }
}

/// Words of other tools, and the attributes that resource types have for them.
const OTHER_WORDS: [(&str, &[&str]); 16] = [
    ("cmd", &["command"]),
    ("depends", &["require"]),
    ("depends_on", &["require"]),
    ("destination", &["path"]),
    ("dest", &["path"]),
    ("directory", &["cwd"]),
    ("group", &["gid"]),
    ("homedir", &["home"]),
    ("permissions", &["mode"]),
    ("running", &["ensure"]),
    ("state", &["ensure"]),
    ("status", &["ensure"]),
    ("template", &["content"]),
    ("type", &["ensure"]),
    ("user", &["owner"]),
    ("version", &["ensure"]),
];

/// The total size of parameters when they are written.
fn weight(params: &[Param]) -> u64 {
    params.iter().map(|param| param.value.measure().weight()).sum()
}
