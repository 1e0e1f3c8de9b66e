//! Computes digests for the libraries `digest` and `openssl`, whose classes are written in Ruby.

use std::cell::RefCell;
use std::rc::Rc;

use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

use crate::{
    Args, Interp, R,
    class::{NativeClass, method},
    value::{Data, RObject, Val},
};

pub(super) static DIGEST: NativeClass = NativeClass::module(
    "Digest",
    &[],
    &[method("compute", 2, 2, compute), method("hmac", 3, 3, hmac), method("state", 1, 1, state)],
);

/// A digest that is fed piece by piece.
pub(super) static STATE: NativeClass = NativeClass::class(
    "Digest::State",
    "Object",
    &[],
    &[method("update", 1, 1, update), method("result", 0, 0, result), method("copy", 0, 0, copy)],
    &[],
);

/// Lists the algorithms once: their names, and the type that computes each.
macro_rules! algorithms {
    ($($name:literal $variant:ident),+ $(,)?) => {
        /// The state of a digest.
        #[derive(Clone)]
        enum Hasher {
            $($variant($variant)),+
        }

        impl Hasher {
            fn named(name: &str) -> Option<Hasher> {
                match name {
                    $($name => Some(Hasher::$variant($variant::new())),)+
                    _ => None,
                }
            }

            fn update(&mut self, bytes: &[u8]) {
                match self {
                    $(Hasher::$variant(hasher) => Digest::update(hasher, bytes)),+
                }
            }

            fn finish(self) -> Vec<u8> {
                match self {
                    $(Hasher::$variant(hasher) => hasher.finalize().to_vec()),+
                }
            }
        }
    };
}

algorithms! {
    "MD5" Md5,
    "SHA1" Sha1,
    "SHA224" Sha224,
    "SHA256" Sha256,
    "SHA384" Sha384,
    "SHA512" Sha512,
}

/// How many bytes are counted as one step.
const BYTES_PER_STEP: usize = 64;

fn hasher(interp: &mut Interp<'_>, name: &Val) -> R<Hasher> {
    let name = interp.arg_name(name)?;
    match Hasher::named(&name) {
        Some(hasher) => Ok(hasher),
        None => Err(interp.argument_error(format!("unsupported algorithm ({name})"))),
    }
}

/// The bytes of an argument. Their number is checked and counted.
pub(super) fn bytes_of(interp: &mut Interp<'_>, value: &Val) -> R<Vec<u8>> {
    let bytes = match value {
        Val::Str(text) => text.to_bytes(),
        other => return Err(interp.no_conversion(other, "String")),
    };
    interp.check_size(bytes.len())?;
    interp.charge((bytes.len() / BYTES_PER_STEP) as u64)?;
    Ok(bytes)
}

fn compute(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let mut hasher = hasher(interp, &args.get(0))?;
    let bytes = bytes_of(interp, &args.get(1))?;
    hasher.update(&bytes);
    Ok(Val::bytes(&hasher.finish()))
}

/// `hmac(algorithm, key, text)`: a digest with a key.
fn hmac(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let name = interp.arg_name(&args.get(0))?;
    let hasher = hasher(interp, &args.get(0))?;
    let mut key = bytes_of(interp, &args.get(1))?;
    let text = bytes_of(interp, &args.get(2))?;
    let block = if matches!(name.as_str(), "SHA384" | "SHA512") { 128 } else { 64 };
    let digest = |parts: [&[u8]; 2]| {
        let mut hasher = hasher.clone();
        parts.iter().for_each(|part| hasher.update(part));
        hasher.finish()
    };
    if key.len() > block {
        key = digest([&key, &[]]);
    }
    key.resize(block, 0);
    let padded = |byte: u8| key.iter().map(|each| each ^ byte).collect::<Vec<u8>>();
    let inner = digest([&padded(0x36), &text]);
    Ok(Val::bytes(&digest([&padded(0x5c), &inner])))
}

fn state(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let hasher = hasher(interp, &args.get(0))?;
    Ok(object(interp, hasher))
}

fn object(interp: &mut Interp<'_>, hasher: Hasher) -> Val {
    let class = interp.class_named(STATE.name).unwrap_or_else(|| Rc::clone(&interp.state.known.object));
    let data = Data::Rust(RefCell::new(Some(Box::new(hasher))));
    Val::Object(Rc::new(RObject::with_data(class, data)))
}

fn with<T>(interp: &mut Interp<'_>, this: &Val, work: impl FnOnce(&mut Hasher) -> T) -> R<T> {
    if let Val::Object(object) = this
        && let Data::Rust(place) = &object.data
        && let Some(kept) = place.borrow_mut().as_mut()
        && let Some(hasher) = kept.downcast_mut::<Hasher>()
    {
        return Ok(work(hasher));
    }
    Err(interp.type_error("uninitialized digest"))
}

fn update(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let bytes = bytes_of(interp, &args.get(0))?;
    with(interp, this, |hasher| hasher.update(&bytes))?;
    Ok(this.clone())
}

fn result(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let hasher = with(interp, this, |hasher| hasher.clone())?;
    Ok(Val::bytes(&hasher.finish()))
}

fn copy(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let hasher = with(interp, this, |hasher| hasher.clone())?;
    Ok(object(interp, hasher))
}
