//! The signatures of a function, which determine the method for given arguments.

use bunraku_edition::PUPPET8;
use bunraku_intern::Symbol;
use bunraku_pcore::{Type, Value, infer::generalized, instance::instance, notation};

/// A signature of a function, with the method that implements it.
pub(crate) struct Dispatch {
    pub(crate) method: Symbol,
    pub(crate) params: Vec<Param>,
    pub(crate) block: BlockParam,
    pub(crate) returns: Option<Type>,
    /// Whether the method receives the scope as its first argument.
    pub(crate) scope: bool,
    /// Whether the method returns an error message for these arguments (`argument_mismatch`).
    pub(crate) reports: bool,
}

pub(crate) struct Param {
    pub(crate) kind: ParamKind,
    /// The notation of `ty` in the code of the function.
    pub(crate) text: String,
    pub(crate) ty: Type,
    pub(crate) name: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParamKind {
    Required,
    Optional,
    Repeated,
    RequiredRepeated,
}

/// Whether the function takes a lambda, with the notation of its type.
pub(crate) enum BlockParam {
    None,
    Optional(String),
    Required(String),
}

impl Dispatch {
    /// Describes what is wrong with the arguments; `None` if they match.
    pub(crate) fn wrong(&self, args: &[Value]) -> Option<String> {
        let least = self
            .params
            .iter()
            .filter(|param| matches!(param.kind, ParamKind::Required | ParamKind::RequiredRepeated))
            .count();
        let repeats = self
            .params
            .last()
            .is_some_and(|param| matches!(param.kind, ParamKind::Repeated | ParamKind::RequiredRepeated));
        if args.len() < least {
            return Some(format!("expected at least {least} arguments, got {}", args.len()));
        }
        if !repeats && args.len() > self.params.len() {
            return Some(format!("expected at most {} arguments, got {}", self.params.len(), args.len()));
        }
        for (index, arg) in args.iter().enumerate() {
            let param = self.params.get(index).or(self.params.last())?;
            if !fits(&param.ty, arg) {
                let found = notation::notation(&PUPPET8.types, &generalized(&PUPPET8.types, arg));
                return Some(format!("parameter '{}' expects {}, got {found}", param.name, param.text));
            }
        }
        None
    }

    pub(crate) fn usage(&self, name: &str) -> String {
        let params: Vec<String> = self
            .params
            .iter()
            .map(|param| match param.kind {
                ParamKind::Required => format!("{} ${}", param.text, param.name),
                ParamKind::Optional => format!("{} ${} = …", param.text, param.name),
                ParamKind::Repeated | ParamKind::RequiredRepeated => {
                    format!("{} *${}", param.text, param.name)
                }
            })
            .collect();
        format!("`{name}({})`", params.join(", "))
    }
}

pub(crate) fn fits(ty: &Type, value: &Value) -> bool {
    instance(&PUPPET8.types, ty, value)
}
