//! The origins of variables in code: parameters, assignments, blocks, other classes, facts, or Puppet itself.

use bunraku_catalog::Resource;
use bunraku_diag::{Source, Span, TextRange};

use super::Question;
use super::classes::Kind;
use super::flow::Use;

/// What Puppet sets in the top scope, besides facts.
const SET_BY_PUPPET: [&str; 9] = [
    "environment",
    "servername",
    "serverip",
    "serverip6",
    "serverversion",
    "clientcert",
    "clientversion",
    "clientnoop",
    "settings",
];

/// How many levels of class inheritance are followed.
const MOST_PARENTS: usize = 16;

impl<'c> Question<'c> {
    /// What a variable in the code of `owner`, a class or an instance of a defined type, was computed from.
    pub(super) fn used(&mut self, source: &Source, used: &Use, owner: Option<&'c Resource>, depth: usize) {
        if let Some(fact) = &used.fact {
            return self.add(depth, format!("from the fact `{fact}`"), None, None);
        }
        let name = used.name.strip_prefix("::").unwrap_or(&used.name);
        if let Some((class, simple)) = name.rsplit_once("::") {
            if !self.of_class(class, simple, &used.name, depth) {
                self.add(depth, format!("from the variable `${}`", used.name), None, None);
            }
            return;
        }
        let is_top = used.name.starts_with("::");
        if !is_top && self.of_owner(source, used, owner, depth) {
            return;
        }
        let sources = self.catalog.sources();
        if let Some((source, range)) = self.files.assignment_at_top(sources, name) {
            return self.assigned(source, range, &used.name, None, depth);
        }
        match name {
            "title" | "name" if owner.is_some() => {
                if let Some(owner) = owner {
                    self.title(owner, depth);
                }
            }
            "module_name" | "caller_module_name" => {
                self.add(depth, format!("from the name of the module, `${name}`"), None, None);
            }
            name if SET_BY_PUPPET.contains(&name) => {
                self.add(depth, format!("from the built-in variable `${name}`"), None, None);
            }
            // What is set neither by code nor by the compiler is a fact, or a parameter of a node classifier.
            name => self.add(depth, format!("from the fact `{name}`"), None, None),
        }
    }

    /// A variable of the code itself: a parameter, a block's parameter, an assignment, or one of these in a parent
    /// class.
    fn of_owner(&mut self, source: &Source, used: &Use, owner: Option<&'c Resource>, depth: usize) -> bool {
        if let Some(block) = self.files.block(source, used) {
            let place = self.place(source.span(block.range));
            let says = format!("from `${}`, an element of `{}`", used.name, block.head);
            self.add(depth, says, None, place);
            if self.explained.insert((source.id(), block.range.start)) {
                for outer in &block.uses {
                    self.used(source, outer, owner, depth + 1);
                }
            }
            return true;
        }
        let definition = self.files.definition(source, used.range, &used.name);
        let owner = owner.filter(|_| definition.as_ref().is_none_or(|found| found.kind != Kind::Function));
        if let Some((owner, param)) = owner.and_then(|owner| Some((owner, owner.param(&used.name)?))) {
            self.parameter(owner, param, depth);
            return true;
        }
        if let Some(range) = self.files.assignment(source, used) {
            self.assigned(source, range, &used.name, owner, depth);
            return true;
        }
        if let Some((definition, range)) = definition.and_then(|found| Some((found.name, found.parameter?))) {
            let says = format!("from the parameter `${}` of `{definition}`", used.name);
            self.add(depth, says, None, self.place(source.span(range)));
            return true;
        }
        let mut class = owner
            .filter(|owner| &*owner.type_name == "Class")
            .map(|owner| owner.title.to_lowercase().to_string());
        for _ in 0..MOST_PARENTS {
            let Some(parent) = class.and_then(|class| self.files.parent(self.catalog.sources(), &class))
            else {
                return false;
            };
            if self.of_class(&parent, &used.name, &used.name, depth) {
                return true;
            }
            class = Some(parent);
        }
        false
    }

    /// A variable of a class, by the names of both.
    fn of_class(&mut self, class: &str, simple: &str, shown: &str, depth: usize) -> bool {
        let class = class.strip_prefix("::").unwrap_or(class);
        let resource = self.catalog.find("Class", &bunraku_diag::capitalized(class));
        if let Some((resource, param)) = resource.and_then(|found| Some((found, found.param(simple)?))) {
            self.parameter(resource, param, depth);
            return true;
        }
        let sources = self.catalog.sources();
        let Some((source, range)) = self.files.assignment_in(sources, class, simple) else { return false };
        self.assigned(source, range, shown, resource, depth);
        true
    }

    fn assigned(
        &mut self,
        source: &Source,
        range: TextRange,
        shown: &str,
        owner: Option<&'c Resource>,
        depth: usize,
    ) {
        if !self.explained.insert((source.id(), range.start)) {
            return self.add(depth, format!("from the variable `${shown}`, as above"), None, None);
        }
        let place = source.span(range);
        self.add(depth, format!("from the variable `${shown}`"), None, self.place(place));
        self.conditions(place, owner, depth + 1);
        self.computed_in(place, owner, depth + 1);
    }

    /// The title of a resource, and what it was computed from.
    pub(super) fn title(&mut self, resource: &'c Resource, depth: usize) {
        let says = format!("from the title of {}", resource.reference());
        let Some(place) = resource.declared_at.or(resource.place) else {
            return self.add(depth, format!("{says}, which is built in"), None, None);
        };
        let owner = self.owner(resource).filter(|owner| !std::ptr::eq(*owner, resource));
        self.add(depth, says, None, self.place(place));
        self.title_parts(place, owner, depth + 1);
    }

    /// What the title of a resource that is declared at a place was computed from.
    pub(super) fn title_parts(&mut self, place: Span, owner: Option<&'c Resource>, depth: usize) {
        let Some(source) = self.catalog.source(place) else { return };
        for title in self.files.titles(source, place.range) {
            if self.explained.insert((source.id(), title.start)) {
                self.computed_in(source.span(title), owner, depth);
            }
        }
    }
}
