//! The identity of a resource: its title, its aliases and its namevars.

use bunraku_catalog::{Kind, Params, Resource, ResourceId};
use bunraku_diag::{TextRange, codes};
use bunraku_eval::{Eval, Unwind, with_place};
use bunraku_ir::Body;
use bunraku_pcore::{Str, Value};

use crate::{compiler::Compiler, declare::with_help};

impl Compiler<'_> {
    /// Adds a resource to the catalog. Two resources with the same reference or name are an error.
    pub(crate) fn add(
        &mut self,
        body: &Body,
        range: TextRange,
        mut resource: Resource,
        params: Params,
    ) -> Eval<ResourceId> {
        resource.title_values = self.title_values(body, range, &resource)?;
        self.catalog().add(resource, params).map_err(|clash| {
            let names = clash.names.iter().filter(|name| !name.is_undef()).map(|name| self.text(name));
            let name = names.collect::<Vec<_>>().join(", ");
            self.duplicate_resource(body, range, &clash.resource, clash.known, &name)
        })
    }

    /// The values of namevars that follow from the title of a resource.
    fn title_values(
        &mut self,
        body: &Body,
        range: TextRange,
        resource: &Resource,
    ) -> Eval<Vec<(Str, Value)>> {
        let Some(ty) = &resource.ty else { return Ok(Vec::new()) };
        if let Some(text) = ty.whole_title(&resource.title) {
            let same = text.len() == resource.title.len();
            let value = if same { resource.title.clone() } else { Str::from(text) };
            return Ok(vec![(Str::from(ty.namevar()), Value::Str(value))]);
        }
        let Some(parts) = ty.title_parts(&resource.title) else {
            let message = format!(
                "{} has a title that does not match any title pattern of `{}`",
                resource.shown(),
                resource.type_name
            );
            let error = self.error_about(codes::INVALID_TITLE, &body.source, range, None, message, "");
            return Err(with_help(error, "see the documentation of the type for the titles it accepts"));
        };
        let mut values: Vec<(Str, Value)> = Vec::with_capacity(parts.len());
        for part in parts {
            let value = match part.lambda {
                Some(lambda) => {
                    let foreign = self.foreign(body, range)?;
                    foreign.title_value(self, (body, range), &ty.name, lambda, part.text)?
                }
                None => part.text.map_or(Value::Undef, Value::str),
            };
            // If a name occurs twice, the last value counts.
            match values.iter_mut().find(|known| known.0 == *part.name) {
                Some(known) => known.1 = value,
                None => values.push((Str::from(part.name), value)),
            }
        }
        Ok(values)
    }

    #[cold]
    fn duplicate_resource(
        &mut self,
        body: &Body,
        range: TextRange,
        resource: &Resource,
        known: ResourceId,
        name: &str,
    ) -> Box<Unwind> {
        let (shown, class) = (resource.shown(), resource.kind == Kind::Class);
        let first = self.catalog().get(known);
        let with_parameters = first.is_some_and(|first| first.place.is_some());
        let first = first.map(|known| (known.shown(), known.place.or(known.declared_at)));
        let (first_shown, first) = first.unwrap_or_default();
        let same = first_shown == shown;
        let message = if same {
            format!("{shown} is already declared")
        } else {
            format!("{shown} is the same resource as {first_shown}: both are named '{name}'")
        };
        let error = self.error_about(
            codes::DUPLICATE_RESOURCE,
            &body.source,
            range,
            None,
            message,
            "declared again here",
        );
        let here = self.span(body, range);
        let again = first.is_some_and(|first| first == here);
        let same_file = first.is_some_and(|first| first.file == here.file);
        let error = match first {
            Some(first) => with_place(error, self.first_line(first), "first declared here"),
            None => error,
        };
        let help = match (class, same) {
            (false, true) if shown.contains("${") => {
                "single quotes do not interpolate variables: use double quotes in the title"
            }
            (true, _) if with_parameters => {
                "declare it once; other code can `include` it, with its parameters in Hiera"
            }
            (true, _) => "declare the class with its parameters before anything includes it",
            (false, true) if again => return with_help(error, self.unique_title(body)),
            (false, true) if same_file => "remove one of them, or merge their attributes",
            (false, true) => "remove one of them, or move it to a class that both include",
            (false, false) => "declare it once, or give one of them another name",
        };
        with_help(error, help)
    }

    /// The help for a resource that the same code has declared before.
    fn unique_title(&self, body: &Body) -> String {
        let running = self.lambda.and_then(|index| body.lambdas.get(index as usize));
        let variable = running.and_then(|lambda| lambda.params.last());
        let variable = variable.map_or("title", |param| param.name.as_str());
        format!("make the title unique: use a variable in it, such as `${variable}`")
    }
}
