//! Computes digests for the library `digest`, whose classes are written in Ruby.

use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha384, Sha512};

use crate::{
    Args, Interp, R,
    class::{NativeClass, method},
    value::Val,
};

pub(super) static DIGEST: NativeClass =
    NativeClass::module("Digest", &[], &[method("compute", 2, 2, compute)]);

fn compute(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let bytes = match args.get(1) {
        Val::Str(text) => text.to_bytes(),
        other => return Err(interp.no_conversion(&other, "String")),
    };
    interp.check_size(bytes.len())?;
    let name = interp.arg_name(&args.get(0))?;
    Ok(Val::bytes(&match name.as_str() {
        "MD5" => Md5::digest(bytes).to_vec(),
        "SHA1" => Sha1::digest(bytes).to_vec(),
        "SHA256" => Sha256::digest(bytes).to_vec(),
        "SHA384" => Sha384::digest(bytes).to_vec(),
        "SHA512" => Sha512::digest(bytes).to_vec(),
        _ => return Err(interp.argument_error(format!("unsupported algorithm ({name})"))),
    }))
}
