//! Built-in functions, in the form of a project's index.

use bunraku_eval::{About, Signature};
use bunraku_pcore::Type;

use crate::calls::union;
use crate::signature::{CallSignature, FunctionInfo, Parameter};

/// The index entry of a built-in function.
pub(crate) fn function(about: &About) -> FunctionInfo {
    let signatures: Vec<CallSignature> = about.signatures().iter().map(signature).collect();
    let returns = union(about.signatures().iter().map(|signature| signature.result().unwrap_or(Type::Any)));
    FunctionInfo {
        name: about.name.to_owned(),
        signatures: (!signatures.is_empty()).then_some(signatures),
        returns,
        deprecated: None,
        built_in: true,
    }
}

fn signature(signature: &Signature) -> CallSignature {
    let parameters = signature.params.iter().map(|param| Parameter {
        name: param.name.clone(),
        ty: param.ty.clone(),
        written: String::new(),
        has_default: param.optional,
        repeated: param.repeated,
    });
    CallSignature {
        parameters: parameters.collect(),
        block: signature.block.as_ref().map(|block| !block.optional),
        block_arity: signature.block.as_ref().and_then(|block| block.arity),
    }
}
