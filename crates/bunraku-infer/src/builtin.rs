//! Built-in functions, in the form of a project's index.

use bunraku_eval::{About, Signature};
use bunraku_pcore::Type;

use crate::signature::{CallSignature, FunctionInfo, Parameter};

/// The index entry of a built-in function.
pub(crate) fn function(about: &About) -> FunctionInfo {
    let signatures: Vec<CallSignature> = about.signatures().iter().map(signature).collect();
    FunctionInfo {
        name: about.name.to_owned(),
        signatures: (!signatures.is_empty()).then_some(signatures),
        returns: returns(about.name),
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

/// The return types of Puppet's functions, if they do not depend on the arguments.
fn returns(name: &str) -> Type {
    match name {
        "all" | "any" | "empty" | "defined" | "tagged" | "contain_any" => Type::Boolean(None),
        "camelcase" | "capitalize" | "downcase" | "upcase" | "chomp" | "chop" | "lstrip" | "rstrip"
        | "strip" => Type::Any,
        "join" | "sprintf" | "template" | "inline_template" | "md5" | "sha1" | "sha256" | "file"
        | "strftime" | "fqdn_rand_string" | "shellquote" => Type::String(None),
        "length" | "size" | "compare" | "versioncmp" => Type::Integer(None),
        "split" | "keys" | "values" | "unique_values" | "sort" | "flatten" | "slice_array" => {
            Type::array(Type::Any, None)
        }
        "type" => Type::Type(None),
        "binary_file" => Type::Binary,
        _ => Type::Any,
    }
}
