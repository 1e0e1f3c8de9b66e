//! The signatures of a function, which determine the method for given arguments.

use bunraku_edition::PUPPET8;
use bunraku_intern::Symbol;
use bunraku_pcore::{
    Size, Str, Type, Value,
    describe::{Signature, describe_arguments},
    infer::detailed,
    instance::instance,
    types::{CallableType, TupleType},
};

use crate::misuse::{FunctionParam, FunctionSignature};

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

/// Whether the function accepts a lambda, with the notation of its type.
pub(crate) enum BlockParam {
    None,
    Optional(String),
    Required(String),
}

impl Dispatch {
    /// Whether the arguments match.
    pub(crate) fn takes(&self, args: &[Value]) -> bool {
        let mut given = args.iter().enumerate();
        self.size().contains(args.len())
            && given.all(|(index, arg)| {
                self.params.get(index).or(self.params.last()).is_none_or(|param| fits(&param.ty, arg))
            })
    }

    /// How many arguments it accepts.
    fn size(&self) -> Size {
        let required =
            |param: &&Param| matches!(param.kind, ParamKind::Required | ParamKind::RequiredRepeated);
        let repeats = self
            .params
            .last()
            .is_some_and(|param| matches!(param.kind, ParamKind::Repeated | ParamKind::RequiredRepeated));
        let most = (!repeats).then_some(self.params.len() as u64);
        Size { min: self.params.iter().filter(required).count() as u64, max: most }
    }

    /// The signature as a type, with that of the block.
    fn signature(&self, block: Option<Type>) -> Signature {
        let types = self.params.iter().map(|param| param.ty.clone()).collect();
        let params = TupleType { types, size: Some(self.size()) };
        Signature {
            callable: CallableType { params: Some(params), block, returns: None },
            names: self.params.iter().map(|param| Str::from(param.name.as_str())).collect(),
        }
    }

    /// The signature for the host, which describes what does not match.
    pub(crate) fn described(&self) -> FunctionSignature {
        let mut params = Vec::with_capacity(self.params.len() + 1);
        for Param { kind, ty, name, .. } in &self.params {
            let param =
                |optional, repeated| FunctionParam { name: name.clone(), ty: ty.clone(), optional, repeated };
            params.push(param(*kind == ParamKind::Optional, *kind == ParamKind::Repeated));
            // At least one, and any number of them after that.
            if *kind == ParamKind::RequiredRepeated {
                params.push(param(true, true));
            }
        }
        let block = match &self.block {
            BlockParam::None => None,
            BlockParam::Optional(string) => Some(format!("Optional[{string}]")),
            BlockParam::Required(string) => Some(string.clone()),
        };
        let mut string = self.notation();
        if let Some(block) = &block {
            let comma = if string.is_empty() { "" } else { ", " };
            let space = if block.is_empty() { "" } else { " " };
            string = format!("{string}{comma}{block}{space}&$block");
        }
        FunctionSignature { text: string, params, block }
    }

    pub(crate) fn usage(&self, name: &str) -> String {
        format!("`{name}({})`", self.notation())
    }

    /// The parameters in Puppet's notation.
    fn notation(&self) -> String {
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
        params.join(", ")
    }
}

/// Describes what is wrong with arguments that match no dispatch, in Puppet's words. Each dispatch comes with the type
/// of its block.
pub(crate) fn describe(dispatches: &[(&Dispatch, Option<Type>)], args: &[Value]) -> String {
    let rules = &PUPPET8.types;
    let signatures: Vec<Signature> =
        dispatches.iter().map(|(dispatch, block)| dispatch.signature(block.clone())).collect();
    let args: Vec<Type> = args.iter().map(|arg| detailed(rules, arg)).collect();
    let wrong = describe_arguments(rules, &signatures, &args);
    match wrong.as_slice() {
        [only] => only.text(rules),
        several => {
            let reasons: Vec<String> =
                several.iter().map(|each| format!("rejected: {}", each.text(rules))).collect();
            let reasons =
                if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join("; ")) };
            format!("no signature matches these arguments{reasons}")
        }
    }
}

pub(crate) fn fits(ty: &Type, value: &Value) -> bool {
    instance(&PUPPET8.types, ty, value)
}
