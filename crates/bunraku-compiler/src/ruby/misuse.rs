//! Calls of functions in Ruby that do not match what the function declares, reported as for functions in Puppet.

use bunraku_diag::{Raised, codes};
use bunraku_eval::{BlockParam, Signature, SignatureParam, Unwind};
use bunraku_ruby_puppet::{FunctionSignature, HostError, Misuse};

use super::error::to_ruby;
use crate::compiler::CatalogCall;

/// The failure, at the call in Puppet code that led to it. `message` is what Ruby code that rescues it reads.
pub(super) fn failure(
    call: &mut CatalogCall<'_>,
    name: &str,
    misuse: Misuse<'_>,
    message: &str,
) -> HostError {
    let (body, range) = (call.body, call.range);
    let mut class = "ArgumentError";
    let mut unwind = match misuse {
        Misuse::Arguments { signatures, arguments } => {
            let signatures: Vec<Signature> = signatures.into_iter().map(signature).collect();
            // What Ruby code calls has a block of its own.
            let lambda = call.block.filter(|_| name == call.name).map(|block| block.lambda);
            call.cx.no_dispatch(body, range, name, &signatures, arguments, lambda)
        }
        Misuse::Count { least, most, count } => call.cx.wrong_count(body, range, name, (least, most), count),
        Misuse::Explained(why) => {
            call.cx.error(codes::ARGUMENT_MISMATCH, body, range, format!("`{name}`: {why}"))
        }
        Misuse::Result { declared, value } => {
            class = "TypeError";
            let misfit = call.cx.misfit_of_result(&format!("`{name}`"), declared, value);
            let (code, source) = (codes::RETURN_MISMATCH, &body.source);
            call.cx.error_about(code, source, range, None, misfit.message, misfit.shown)
        }
    };
    if let Unwind::Failure(diagnostic) = unwind.as_mut() {
        diagnostic.raised = Some(Box::new(Raised { class: class.to_owned(), message: message.to_owned() }));
    }
    to_ruby(unwind)
}

fn signature(declared: FunctionSignature) -> Signature {
    let params = declared.params.into_iter().map(|param| SignatureParam {
        name: param.name,
        ty: param.ty,
        optional: param.optional,
        repeated: param.repeated,
    });
    // A lambda is only described by its number of parameters, which types of modules do not change.
    let any =
        |text: String| BlockParam { optional: text.starts_with("Optional["), arity: None, types: Vec::new() };
    Signature {
        text: declared.text.into(),
        params: params.collect(),
        block: declared.block.map(|text| BlockParam::parse(&text).unwrap_or_else(|_| any(text))),
        returns: "",
    }
}
