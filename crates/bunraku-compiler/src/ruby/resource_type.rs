//! Resource types of modules written in Ruby.

use std::{borrow::Cow, path::Path, sync::Arc};

use bunraku_diag::{TextRange, codes};
use bunraku_eval::{Eval, Machine};
use bunraku_ir::Body;
use bunraku_loader::Environment;
use bunraku_pcore::Value;
use bunraku_resources::{ResourceType, TitleMapping, TitlePattern};
use bunraku_ruby_puppet::{
    Ruby, RubyError, RubyErrorKind, RunLimits,
    types::{self, TypeHost},
};
use bunraku_world::World;

use super::{
    cache::{ReadType, RecordingWorld, RubyCache},
    library::ModuleLibraries,
    limits,
};
use crate::compiler::Compiler;

/// Reads the type described by a Ruby file of a module, once per environment; `None` if there is no such file.
pub(super) fn resource_type(
    cx: &Machine,
    environment: &Environment,
    cache: &RubyCache,
    name: &str,
) -> Option<ReadType> {
    let file = environment.foreign_type(name)?;
    let limits = limits(cx);
    let all = &**environment.files();
    let read = |files: &dyn World, asked: Option<&RecordingWorld<'_>>| {
        let libraries = ModuleLibraries { environment, files, asked, cache, machine: cx };
        read(libraries, (name, file), limits)
    };
    let known = cache.resource_type(all, (name, file), read);
    Some(match known {
        // The first reader may have had less stack left.
        Err(error) if matches!(error.kind, RubyErrorKind::Limit(_) | RubyErrorKind::Stopped) => {
            read(all, None)
        }
        known => known,
    })
}

/// Calls a lambda in a title pattern of a type on a part of the title.
pub(super) fn title_value(
    ruby: &Ruby,
    cx: &mut Compiler<'_>,
    (body, range): (&Body, TextRange),
    name: &str,
    lambda: (usize, usize),
    text: Option<&str>,
) -> Eval<Value> {
    let (environment, caches) = (cx.state().environment.clone(), Arc::clone(&cx.state().caches));
    let found = environment.as_ref().and_then(|environment| {
        let file = caches.ruby.code(&**environment.files(), environment.foreign_type(name)?)?;
        Some((environment, file.code.as_ref().ok().cloned()?))
    });
    let Some((environment, code)) = found else { return Ok(text.map_or(Value::Undef, Value::str)) };
    ruby.set_steps(cx.spent.steps);
    let limits = limits(cx);
    let mut host = TypeHost::new(ModuleLibraries::new(environment, &caches.ruby, cx.machine));
    let value = ruby.title_value(&mut host, limits, (name, &code), lambda, text);
    cx.spent.steps = ruby.steps();
    cx.check_budget(body, range)?;
    value.map_err(|error| {
        let message = format!("`{name}` cannot parse the title: {}", error.message);
        cx.error(codes::RUBY_ERROR, body, range, message)
    })
}

/// What the blocks of types lead to. Code that fails, or takes too long, adds nothing.
pub(super) fn automatic(
    ruby: &Ruby,
    cx: &mut Compiler<'_>,
    resources: &Value,
    facts: &Value,
) -> Vec<[String; 3]> {
    let (environment, caches) = (cx.state().environment.clone(), Arc::clone(&cx.state().caches));
    let Some(environment) = environment else { return Vec::new() };
    // The compilation is over: its steps do not count against those of the types.
    ruby.set_steps(0);
    let limits = limits(cx);
    let mut host = TypeHost::new(ModuleLibraries::new(&environment, &caches.ruby, cx.machine));
    host.may_attempt = true;
    let found = ruby.automatic(&mut host, limits, resources, facts);
    let Ok(Value::Array(found)) = found else { return Vec::new() };
    let text = |item: Option<&Value>| item.and_then(Value::as_str).map(str::to_owned);
    let all = found.iter().filter_map(|relation| match relation {
        Value::Array(parts) => Some([text(parts.first())?, text(parts.get(1))?, text(parts.get(2))?]),
        _ => None,
    });
    all.collect()
}

fn read(libraries: ModuleLibraries<'_>, (name, path): (&str, &Path), limits: RunLimits) -> ReadType {
    let Some(file) = libraries.cache.code(&**libraries.environment.files(), path) else {
        let message = format!("{} is not valid UTF-8", path.display());
        return Err(Arc::new(RubyError::new(RubyErrorKind::Refused, message)));
    };
    let code = file.code.clone()?;
    let mut host = TypeHost::new(libraries);
    Ruby::prepared()
        .read_type(&mut host, limits, &code, name)
        .map(|ty| Arc::new(description(&ty)))
        .map_err(Arc::new)
}

/// Reduces a type to what the compiler needs.
fn description(ty: &types::RubyType) -> ResourceType {
    let owned = |text: &bunraku_pcore::Str| Cow::Owned(text.to_string());
    let mut attributes: Vec<Cow<'static, str>> = ty.attributes().map(|each| owned(&each.name)).collect();
    attributes.sort();
    let pattern = |each: &types::TitlePattern| TitlePattern {
        pattern: Some(each.pattern.clone()),
        names: each.parts.iter().map(|part| owned(&part.attribute)).collect(),
        lambdas: each
            .parts
            .iter()
            .enumerate()
            .filter(|(_, part)| part.lambda)
            .map(|(index, _)| index)
            .collect(),
    };
    ResourceType {
        name: owned(&ty.name),
        namevars: ty.namevars.iter().map(owned).collect(),
        isomorphic: ty.isomorphic,
        attributes,
        titles: match &ty.titles {
            types::TitleSplit::Patterns(patterns) => {
                TitleMapping::Patterns(patterns.iter().map(pattern).collect())
            }
            types::TitleSplit::Name => TitleMapping::Whole,
            // Every title is invalid.
            types::TitleSplit::Fails(_) => TitleMapping::Patterns(Vec::new()),
        },
        takes_name: true,
        metaparameters: ty.metaparams.iter().map(|each| owned(&each.name)).collect(),
    }
}
