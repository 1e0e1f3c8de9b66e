//! Resources that Ruby code makes and adds to the catalog.

use bunraku_catalog::{Kind, Params, ResourceId};
use bunraku_diag::TextRange;
use bunraku_eval::Eval;
use bunraku_ir::{Body, ResourceForm};
use bunraku_pcore::Value;

use crate::{compiler::Compiler, declare::Declaration};

impl Compiler<'_> {
    /// Adds a resource without attributes. What goes past the compiler, straight into the catalog, is contained in nothing.
    pub(super) fn add_made(
        &mut self,
        (body, range): (&Body, TextRange),
        type_name: &str,
        title: &str,
        contained: bool,
    ) -> Eval<ResourceId> {
        let at = Some(self.span(body, range));
        let declaration = Declaration { form: ResourceForm::Regular, place: None, at };
        let type_name = type_name.to_lowercase();
        let ty = if contained { None } else { self.description(&type_name)? };
        if ty.is_none() {
            return self.create(body, range, &type_name, &Value::str(title), Params::default(), &declaration);
        }
        let mut resource = self.new_resource(Kind::Builtin, &type_name, title.into(), &declaration);
        resource.ty = ty;
        // Puppet only finishes what its compiler knows, so that such a resource keeps the tags of its own.
        resource.has_container_tags = true;
        self.add(body, range, resource, Params::default())
    }
}
