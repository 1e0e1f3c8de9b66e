//! Classes assigned to a node from outside its code, by an external node classifier (ENC).

use std::sync::Arc;

use bunraku_catalog::{Cause, Param, Params, ResourceId, is_tag};
use bunraku_diag::{Diagnostic, TextRange, codes};
use bunraku_eval::{Eval, ScopeId, Unwind};
use bunraku_ir::{Body, ClassDefinition};
use bunraku_pcore::{Hash, Str};

use crate::compiler::Compiler;

/// The classes assigned to a node, and the document that assigns them.
#[derive(Clone)]
pub struct Assigned {
    /// The classes, in the order of the document.
    pub classes: Vec<AssignedClass>,
    /// A body without code whose source is the document, so that diagnostics can point into it.
    pub text: Arc<Body>,
}

/// A class assigned to a node.
#[derive(Debug, Clone)]
pub struct AssignedClass {
    /// The name as the document spells it, which may differ in case from the definition.
    pub name: String,
    /// The parameters. A class without parameters is included as `include` does.
    pub params: Hash,
    /// Where the document names it.
    pub range: TextRange,
}

impl Compiler<'_> {
    /// Registers the names of assigned classes, which are the first classes and tags of the catalog.
    pub(crate) fn announce_assigned(&mut self) -> Eval<()> {
        let Some(assigned) = self.state().assigned.clone() else { return Ok(()) };
        for class in &assigned.classes {
            if !is_tag(&class.name) {
                let message = format!("`{}` is not a valid class name", class.name);
                let span = self.span(&assigned.text, class.range);
                let error = Diagnostic::error(codes::INVALID_NODE_DATA, message).at(span, "assigned here");
                let help = "write the full name of the class, without `::` before it";
                return Err(Box::new(Unwind::Failure(error.help(help))));
            }
            self.catalog().add_class(&class.name);
        }
        Ok(())
    }

    /// Declares the assigned classes, those with parameters first. They are evaluated later, in turn with the waiting
    /// instances of defined types.
    pub(crate) fn declare_assigned(&mut self, node_scope: Option<ScopeId>) -> Eval<()> {
        let Some(assigned) = self.state().assigned.clone() else { return Ok(()) };
        let running = std::mem::replace(&mut self.scope, node_scope.unwrap_or(ScopeId::TOP));
        let result = self.declare_each(&assigned);
        self.scope = running;
        result
    }

    fn declare_each(&mut self, assigned: &Assigned) -> Eval<()> {
        let (with_params, without): (Vec<_>, Vec<_>) =
            assigned.classes.iter().partition(|class| !class.params.is_empty());
        // All classes of one group must exist before the first of them is declared.
        for classes in [with_params, without] {
            let mut found = Vec::with_capacity(classes.len());
            for class in classes {
                let lower = class.name.to_lowercase();
                let definition = self.class(&lower)?;
                let Some(definition) = definition else {
                    return Err(self.unknown_class(&assigned.text, class.range, None, &lower));
                };
                found.push((class, definition));
            }
            for (class, definition) in found {
                let id = self.declare_one(&assigned.text, class, &definition)?;
                self.catalog().wait(id);
            }
        }
        Ok(())
    }

    fn declare_one(
        &mut self,
        text: &Arc<Body>,
        class: &AssignedClass,
        definition: &Arc<ClassDefinition>,
    ) -> Eval<ResourceId> {
        if class.params.is_empty() {
            return self.ensure_class(text, class.range, definition);
        }
        let origin = self.class_origin(definition);
        let place = self.span(text, class.range);
        let cause = self.catalog().cause(Cause::Assigned(place));
        // Parameters are looked up by the name of the class, so a name spelled in a different case loses them.
        let own = class.params.iter().filter(|_| class.name == definition.name.as_str());
        let params: Params = own
            .map(|(name, value)| Param {
                name: Str::from(self.text(name)),
                value: value.clone(),
                origin,
                append: false,
                cause,
            })
            .collect();
        self.new_class(text, class.range, definition, params)
    }

    /// Evaluates an assigned class whose turn has come.
    pub(crate) fn evaluate_assigned(&mut self, id: ResourceId) -> Eval<()> {
        let Some(assigned) = self.state().assigned.clone() else { return Ok(()) };
        let Some(name) = self.catalog().get(id).map(|resource| resource.title.to_lowercase()) else {
            return Ok(());
        };
        let Some(definition) = self.class(&name)? else { return Ok(()) };
        let named = assigned.classes.iter().find(|class| class.name.to_lowercase() == name);
        let range = named.map_or(TextRange::default(), |class| class.range);
        self.evaluate_class(&assigned.text, range, id, &definition)
    }
}
