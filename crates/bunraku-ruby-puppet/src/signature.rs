//! The signatures of a function: which of its methods serves which arguments.

use bunraku_edition::PUPPET8;
use bunraku_intern::Symbol;
use bunraku_pcore::{Type, Value, instance::instance};

/// What a function does for arguments that fit.
pub(crate) struct Dispatch {
    pub(crate) method: Symbol,
    pub(crate) params: Vec<Param>,
    pub(crate) block: BlockParam,
    pub(crate) returns: Option<Type>,
    /// Whether the method is given the scope first.
    pub(crate) scope: bool,
    /// Whether the method only says what is wrong with the arguments.
    pub(crate) reports: bool,
}

pub(crate) struct Param {
    pub(crate) kind: ParamKind,
    /// The type as it is written, and the type.
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

/// Whether there is a lambda, and its type as it is written.
pub(crate) enum BlockParam {
    None,
    Optional(String),
    Required(String),
}

impl Dispatch {
    /// What is wrong with arguments.
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
            return Some(format!("it takes at least {least} arguments, got {}", args.len()));
        }
        if !repeats && args.len() > self.params.len() {
            return Some(format!("it takes at most {} arguments, got {}", self.params.len(), args.len()));
        }
        for (index, arg) in args.iter().enumerate() {
            let param = self.params.get(index).or(self.params.last())?;
            if !fits(&param.ty, arg) {
                return Some(format!("the argument `{}` must be {}", param.name, param.text));
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
