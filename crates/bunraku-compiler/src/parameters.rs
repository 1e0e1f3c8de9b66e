//! The parameters of classes and defined types: the sources of their values, and type checks.

use std::{path::Path, sync::Arc};

use bunraku_catalog::{Cause, DataHit, Kind, Param, Resource, ResourceId};
use bunraku_diag::{Code, Label, Source, TextRange, codes, nearest};
use bunraku_eval::{Eval, Unwind, first_line, parameter_place, with_advice, with_place};
use bunraku_formats::Position;
use bunraku_hiera::{Origin, Request};
use bunraku_ir::Body;
use bunraku_pcore::{Type, Value, lowercase, notation};
use bunraku_resources::METAPARAMETERS;
use bunraku_world::FileKind;

use crate::{compiler::Compiler, data_place::is_about_file, message::suggestion};

/// Variables that every class and every instance of a defined type has before its parameters are set.
const GIVEN: [&str; 2] = ["module_name", "caller_module_name"];

impl Compiler<'_> {
    /// Sets the parameters of a class or defined type: from attributes, then from defaults in their order. Then checks
    /// their types. Values of defaults become attributes as well.
    pub(crate) fn bind(
        &mut self,
        body: &Body,
        id: ResourceId,
        definition: TextRange,
        caller: &Arc<Source>,
        range: TextRange,
    ) -> Eval<()> {
        self.bind_data(body, id)?;
        self.catalog().reserve(id, body.params.len());
        let Some(resource) = self.catalog().get(id) else { return Ok(()) };
        let origin = resource.origin;
        let mut given: Vec<Option<Value>> = vec![None; body.params.len()];
        let mut all_known = true;
        for param in &resource.params {
            match body.param_index(&param.name).and_then(|index| given.get_mut(index)) {
                Some(slot) => *slot = Some(param.value.clone()),
                None => all_known = false,
            }
        }
        for (param, given) in body.params.iter().zip(given) {
            let value = match (given, param.default) {
                (Some(value), _) if !value.is_undef() => value,
                (given, Some(default)) => {
                    let value = self
                        .evaluator()
                        .default(body, default)
                        .map_err(|unwind| at_caller(self, unwind, caller, range))
                        .map_err(|unwind| at_definition(self, unwind, body, definition))?;
                    let place = self.span(body, param.range);
                    let state = self.state();
                    let name = state.name(param.name);
                    let cause = state.catalog.cause(Cause::Default(place));
                    let set = Param { name, value: value.clone(), origin, append: false, cause };
                    match given {
                        Some(_) => state.catalog.set(id, set),
                        None => state.catalog.set_first(id, set),
                    }
                    value
                }
                (Some(undef), None) => undef,
                (None, None) => continue,
            };
            self.bind_param(param.slot, value);
        }
        self.catalog().note_change(id);
        // Only attributes in the declaration can be unknown; those added by defaults are parameters.
        if !all_known {
            self.check_names(body, id, caller, range)?;
        }
        self.check_values(body, id, caller, range)?;
        match body.params.iter().find(|param| param.reserved || GIVEN.contains(&param.name.as_str())) {
            Some(param) => Err(self.reserved_parameter(&body.source, definition, body, param)),
            None => Ok(()),
        }
    }

    /// Sets the parameters of a class that are not given from the data of the environment.
    pub(crate) fn bind_data(&mut self, body: &Body, id: ResourceId) -> Eval<()> {
        let Some(resource) = self.catalog().get(id).filter(|resource| resource.kind == Kind::Class) else {
            return Ok(());
        };
        let (class, origin) = (lowercase(&resource.title), resource.origin);
        for param in &body.params {
            let name = param.name.as_str();
            if self.catalog().get(id).is_some_and(|resource| resource.get(name).is_some()) {
                continue;
            }
            let place = parameter_place(body, param);
            let Some(found) = self.bound_parameter(body, place, &class, name)? else { continue };
            let value = found.value;
            if value.is_undef() && param.default.is_some() {
                continue;
            }
            let hits = found.origins.iter().map(data_hit).collect();
            let cause = self.catalog().cause(Cause::Data { key: found.name, hits });
            let name = self.state().name(param.name);
            self.catalog().set(id, Param { name, value, origin, append: false, cause });
        }
        Ok(())
    }

    /// Checks that the attributes of a class or an instance of a defined type are parameters.
    pub(crate) fn check_names(
        &mut self,
        body: &Body,
        id: ResourceId,
        caller: &Arc<Source>,
        range: TextRange,
    ) -> Eval<()> {
        let state = &*self.state();
        let Some(resource) = state.catalog.get(id) else { return Ok(()) };
        let unknown = resource.params.iter().find(|given| {
            let known = body.param_index(&given.name).is_some();
            !known && !state.is_metaparameter(&given.name) && given.name != "name"
        });
        let Some(given) = unknown.cloned() else { return Ok(()) };
        let (kind, type_name) = (resource.kind, resource.type_name.to_lowercase());
        let message = format!("{} has no parameter `{}`", resource.shown(), given.name);
        let names = || body.params.iter().map(|known| known.name.as_str());
        let common = nearest(&given.name, METAPARAMETERS).filter(|_| nearest(&given.name, names()).is_none());
        let help = match common {
            Some(similar) => Some(format!("did you mean `{similar}`?")),
            None => suggestion(&given.name, names()),
        };
        let part = self.part_in(&given, caller).and_then(|_| self.name_place(&given));
        let code = codes::UNKNOWN_ATTRIBUTE;
        let mut error = self.error_about(code, caller, range, part, message, "no such parameter");
        if kind == Kind::Define
            && let Some(define) = self.define(&type_name)?
        {
            error = with_place(error, self.span(&define.body, define.range), "defined here");
        }
        Err(with_advice(error, help))
    }

    /// Where an attribute is given, if that is in the file of the declaration.
    pub(crate) fn part_in(&mut self, given: &Param, caller: &Arc<Source>) -> Option<TextRange> {
        let place = self.place_of_param(given)?;
        (place.file == self.file_of(caller)).then(|| first_line(caller, place.range))
    }

    /// A resource as a program would refer to it.
    pub(crate) fn shown_resource(&mut self, id: ResourceId) -> String {
        self.catalog().get(id).map(Resource::shown).unwrap_or_default()
    }

    /// Checks that all parameters have values of the right types.
    pub(crate) fn check_values(
        &mut self,
        body: &Body,
        id: ResourceId,
        caller: &Arc<Source>,
        range: TextRange,
    ) -> Eval<()> {
        let mut missing = Vec::new();
        let mut failure: Option<Box<Unwind>> = None;
        for param in &body.params {
            let Some(value) = self.param_value(param.slot) else {
                if param.default.is_none() {
                    missing.push(param);
                }
                continue;
            };
            let Some(ty) = param.ty else { continue };
            let ty = match self.evaluator().declared_type(body, ty) {
                Ok(Value::Type(ty)) => ty,
                // After a failure, only other parameters that are certainly wrong are worth mentioning.
                Err(unwind) if failure.is_none() && missing.is_empty() => return Err(unwind),
                _ => continue,
            };
            if !bunraku_pcore::describe::takes(&self.edition.types, &ty, &value) {
                if failure.is_none() && !missing.is_empty() {
                    failure = Some(self.missing_values(body, &missing, id, caller, range));
                    missing.clear();
                }
                let wrong = self.wrong_value(body, param, (&ty, &value), id, caller, range);
                failure = Some(match failure {
                    Some(first) => also_wrong(first, *wrong),
                    None => wrong,
                });
            }
        }
        if !missing.is_empty() {
            let error = self.missing_values(body, &missing, id, caller, range);
            failure = Some(match failure {
                Some(first) => also_wrong(first, *error),
                None => error,
            });
        }
        failure.map_or(Ok(()), Err)
    }

    /// The failure of parameters without values and without defaults, of which there is at least one.
    #[cold]
    fn missing_values(
        &mut self,
        body: &Body,
        missing: &[&bunraku_ir::Param],
        id: ResourceId,
        caller: &Arc<Source>,
        range: TextRange,
    ) -> Box<Unwind> {
        let names: Vec<String> = missing.iter().map(|param| format!("`{}`", param.name)).collect();
        let Some((param, names)) = missing.first().zip(names.split_last().map(in_words)) else {
            return self.error_about(
                codes::ARGUMENT_MISMATCH,
                caller,
                range,
                None,
                "missing a parameter",
                "",
            );
        };
        let reference = self.shown_resource(id);
        let plural = if missing.len() > 1 { "s" } else { "" };
        let message = format!("missing required parameter{plural} {names} of {reference}");
        let label = format!("no value for {names}");
        let mut error = self.error_about(codes::ARGUMENT_MISMATCH, caller, range, None, message, label);
        for param in missing {
            let declared = self.span(body, parameter_place(body, param));
            error = with_place(error, declared, "this parameter has no default");
        }
        // A class without a place is included, so that its parameters cannot be given where it is declared.
        let class = self.catalog().get(id).filter(|resource| resource.place.is_none());
        let help = match class.map(|resource| resource.title.to_lowercase()) {
            None => {
                let attributes: Vec<String> =
                    missing.iter().map(|param| format!("{} => ...", param.name)).collect();
                format!("add `{}`", attributes.join(", "))
            }
            Some(_) if self.is_optional(body, param) => {
                format!("`Optional` allows `undef`, but is not a default: write `${} = undef`", param.name)
            }
            Some(class) if self.state().hiera.is_some() => {
                let key = format!("{class}::{}", param.name);
                let found = self.missing_key(body, range, &Request::key(key.clone()), true);
                let keys: Vec<String> =
                    missing.iter().map(|param| format!("`{class}::{}`", param.name)).collect();
                let keys = keys.split_last().map(in_words).unwrap_or_default();
                format!("set {keys} in Hiera{}", found.map(|found| format!("; {found}")).unwrap_or_default())
            }
            Some(class) => format!("set it: `class {{ '{class}': {} => ... }}`", param.name),
        };
        with_advice(error, Some(help))
    }

    /// The failure of a parameter whose value is not an instance of its type.
    #[cold]
    fn wrong_value(
        &mut self,
        body: &Body,
        param: &bunraku_ir::Param,
        (ty, value): (&Type, &Value),
        id: ResourceId,
        caller: &Arc<Source>,
        range: TextRange,
    ) -> Box<Unwind> {
        let reference = self.shown_resource(id);
        let misfit = self.misfit(&reference, param.name.as_str(), ty, value);
        let inner = misfit.dotted_path();
        let given = self.catalog().get(id).and_then(|resource| resource.param(param.name.as_str()));
        let cause = given.map(|given| given.cause);
        let part = cause.and_then(|cause| self.catalog().causes().attribute(cause));
        let file = self.file_of(caller);
        let part = part.filter(|place| place.file == file).map(|place| place.range);
        let mut declared = self.span(body, parameter_place(body, param));
        let error = self.misfit_error(caller, range, part, &misfit);
        let data = match cause.and_then(|cause| self.catalog().causes().get(cause)) {
            Some(Cause::Data { key, hits }) => {
                let hit = hits.first().filter(|hit| hit.file.is_some());
                let place = hit.and_then(|hit| Some((hit.file.clone()?, hit.line?)));
                let merged = hits.len() > 1;
                let path = (!merged && !inner.is_empty()).then(|| format!("{key}{inner}"));
                Some((given_by_data(key, hit), place, path))
            }
            _ => None,
        };
        let default = param.default.and_then(|default| body.range(default));
        let unset = default.filter(|_| part.is_none() && data.is_none() && value.is_undef());
        let unset = unset.and_then(|default| self.missing_top_key(&body.source, default));
        let missing = part.filter(|_| value.is_undef()).and_then(|part| {
            let at = self.places_of(&misfit, caller, part).at;
            self.missing_top_key(caller, at)
        });
        let mut help = missing.or(misfit.help);
        let what = match (part, &data) {
            (None, None) => {
                if let Some(default) = param.default.and_then(|default| body.range(default)) {
                    declared.range = first_line(&body.source, declared.range.cover(default));
                }
                help = help.or(unset);
                if value.is_undef() && help.is_none() {
                    help = Some("write `Optional[...]` around the type to allow `undef`".to_owned());
                }
                "this is the default of the parameter"
            }
            _ => "parameter declared here",
        };
        if matches!(value, Value::Sensitive(_)) {
            help = Some(match data.is_some() {
                true => "write `Sensitive[...]` around the type, because `lookup_options` converts the value"
                    .to_owned(),
                false => "write `Sensitive[...]` around the type, or pass the value inside with `unwrap`"
                    .to_owned(),
            });
        }
        let mut error = with_place(error, declared, what);
        if let (Unwind::Failure(diagnostic), Some((data, place, path))) = (error.as_mut(), data) {
            let place = place.map(|(file, line)| {
                let part = path.and_then(|path| self.line_in_data(&file, &path));
                (file, part.unwrap_or(line))
            });
            diagnostic.message.push_str(&data);
            let span = place
                .as_ref()
                .and_then(|(file, line)| self.data_place(file, Position { line: *line, column: 1 }));
            help = not_data(value).or(help);
            if let (None, Some((file, line))) = (&help, &place) {
                help = self.cut_off(file, *line, value);
            }
            // A word such as `on` may be one of the strings of an `Enum`.
            if help.is_some() || diagnostic.message.contains("Enum[") && matches!(value, Value::Bool(_)) {
                help = place.and_then(|(file, line)| self.read_otherwise(&file, line, value)).or(help);
            }
            if let Some(span) = span {
                diagnostic.labels.push(Label { span, text: "the value comes from here".to_owned() });
            }
        }
        with_advice(error, help)
    }

    /// Whether the type of a parameter is `Optional`.
    fn is_optional(&mut self, body: &Body, param: &bunraku_ir::Param) -> bool {
        let ty = param.ty.and_then(|ty| self.eval(body, ty).ok());
        matches!(ty, Some(Value::Type(Type::Optional(_))))
    }

    /// The help for a value of the data that ends at a `#`, which starts a comment.
    fn cut_off(&mut self, file: &Path, line: u32, value: &Value) -> Option<String> {
        let text = String::from_utf8(self.files().read(file, FileKind::Data).ok()?).ok()?;
        let written = text.lines().nth(line.checked_sub(1)? as usize)?;
        let yaml = file.extension().is_some_and(|extension| extension != "json");
        let is_comment =
            || written.split_once(": ").is_some_and(|(_, rest)| rest.trim_start().starts_with('#'));
        (yaml && (has_comment(written) || value.is_undef() && is_comment()))
            .then(|| "a `#` after a space starts a comment: quote the value if it contains one".to_owned())
    }

    /// The help for a YAML scalar that means something else without quotes, such as `yes` or `0644`.
    fn read_otherwise(&mut self, file: &Path, line: u32, value: &Value) -> Option<String> {
        if !matches!(value, Value::Bool(_) | Value::Int(_) | Value::Float(_)) {
            return None;
        }
        let text = String::from_utf8(self.files().read(file, FileKind::Data).ok()?).ok()?;
        let (_, written) = text.lines().nth(line.checked_sub(1)? as usize)?.split_once(": ")?;
        let written = written.split(" #").next().unwrap_or(written).trim();
        let read = notation::literal(&self.edition.types, value);
        let other = !written.is_empty() && written != read && !written.contains(['\'', '"', '{', '[', '*']);
        other.then(|| format!("quote it: without quotes, YAML reads `{written}` as {read}"))
    }
}

/// Whether a line of YAML has a comment after a value without quotes.
fn has_comment(line: &str) -> bool {
    line.split_once(": ").is_some_and(|(_, value)| {
        !value.trim_start().starts_with(['\'', '"', '#', '{', '[']) && value.contains(" #")
    })
}

/// The help for a string of the data that should have become something else.
fn not_data(value: &Value) -> Option<String> {
    let string = value.as_str()?;
    if string.starts_with("ENC[") {
        return Some(
            "the value is encrypted: read this level with `lookup_key: eyaml_lookup_key`".to_owned(),
        );
    }
    if string.starts_with('[') && string.ends_with(']') {
        return Some("remove the quotes around the list".to_owned());
    }
    if string == "undef" {
        return Some("write `~` for undef in YAML".to_owned());
    }
    if string.starts_with('-') && string.contains(" -") {
        return Some("write a space after the dash of each item of a list".to_owned());
    }
    string.contains("${").then(|| "in Hiera data, variables are interpolated with `%{...}`".to_owned())
}

/// Says that a value comes from the data, and from which file.
fn given_by_data(key: &str, hit: Option<&DataHit>) -> String {
    match hit {
        None => format!(" (from Hiera, key `{key}`)"),
        Some(hit) => format!(" (from Hiera, key `{key}` in {hit})"),
    }
}

/// Converts a place in the data to the form that the catalog keeps.
fn data_hit(origin: &Origin) -> DataHit {
    DataHit {
        layer: origin.provenance.layer.clone(),
        level: origin.provenance.level.clone(),
        file: origin.provenance.file.clone(),
        line: origin.position.map(|position| position.line),
    }
}

/// Moves the failure of a default that reads a parameter without a value to where the class or defined type is
/// declared.
fn at_caller(
    cx: &mut Compiler<'_>,
    mut unwind: Box<Unwind>,
    caller: &Arc<Source>,
    range: TextRange,
) -> Box<Unwind> {
    if let Unwind::Failure(diagnostic) = unwind.as_mut()
        && diagnostic.code == codes::UNSET_PARAMETER
    {
        diagnostic.move_to(cx.span_in(caller, range));
    }
    unwind
}

/// Failures of lookups. Defaults that fail with them are reported where the class or defined type is defined.
const OF_LOOKUPS: [Code; 4] =
    [codes::LOOKUP_FAILED, codes::INVALID_DATA, codes::INVALID_HIERA_CONFIG, codes::DATA_RECURSION];

/// Moves the failure of a default whose lookup finds nothing to where the class or defined type is defined.
fn at_definition(
    cx: &mut Compiler<'_>,
    mut unwind: Box<Unwind>,
    body: &Body,
    definition: TextRange,
) -> Box<Unwind> {
    if let Unwind::Failure(diagnostic) = unwind.as_mut()
        && OF_LOOKUPS.contains(&diagnostic.code)
        && !is_about_file(diagnostic)
    {
        let span = cx.span_in(&body.source, first_line(&body.source, definition));
        // What is wrong in a `hiera.yaml` stays there.
        if diagnostic.primary.as_ref().is_none_or(|primary| primary.span.file == span.file) {
            diagnostic.move_to(span);
        }
    }
    unwind
}

/// `a`, `b` and `c`.
fn in_words((last, before): (&String, &[String])) -> String {
    match before {
        [] => last.clone(),
        before => format!("{} and {last}", before.join(", ")),
    }
}

/// Adds what else is wrong with the parameters of a resource to the first failure, as a label.
fn also_wrong(mut first: Box<Unwind>, other: Unwind) -> Box<Unwind> {
    if let (Unwind::Failure(first), Unwind::Failure(other)) = (first.as_mut(), other) {
        let text = match other.message.split_once("`: ") {
            Some((_, wrong)) => wrong.to_owned(),
            None => other.primary.as_ref().map(|label| label.text.clone()).unwrap_or_default(),
        };
        // A value on another line is marked there.
        let own = other.primary.filter(|label| !label.text.is_empty() || other.labels.is_empty());
        let mut labels = other.labels.into_iter();
        let place = own.or_else(|| labels.next());
        first.labels.extend(place.map(|label| Label { text, ..label }));
        first.labels.extend(labels.filter(|label| label.text.starts_with("parameter '")));
    }
    first
}
