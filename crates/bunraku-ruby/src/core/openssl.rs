//! What the library `openssl` computes in Rust: keys derived from passwords, and ciphers.

use aes::cipher::{Block, BlockDecrypt, BlockEncrypt, KeyInit};
use aes::{Aes128, Aes192, Aes256};
use des::TdesEde3;
use md5::Md5;
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

use super::digest::bytes_of;
use crate::{
    Args, Interp, R,
    class::{NativeClass, method},
    value::Val,
};

pub(super) static NATIVE: NativeClass = NativeClass::module(
    "OpenSSLCode",
    &[],
    &[method("pbkdf2", 5, 5, pbkdf2), method("blocks", 4, 4, blocks)],
);

/// `pbkdf2(algorithm, password, salt, rounds, length)`.
fn pbkdf2(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let name = interp.arg_name(&args.get(0))?;
    let password = bytes_of(interp, &args.get(1))?;
    let salt = bytes_of(interp, &args.get(2))?;
    let (rounds, length) = (interp.arg_int(&args.get(3))?, interp.arg_int(&args.get(4))?);
    let (Ok(rounds), Ok(length)) = (u32::try_from(rounds.max(1)), usize::try_from(length)) else {
        return Err(interp.argument_error("the number of rounds or the length is out of range"));
    };
    interp.check_size(length)?;
    // Each block of the result takes as many digests as there are rounds. The smallest digest has 16 bytes.
    let blocks = (length / 16 + 1) as u64;
    interp.charge(blocks.saturating_mul(u64::from(rounds)))?;
    let mut key = vec![0; length];
    match name.as_str() {
        "MD5" => pbkdf2::pbkdf2_hmac::<Md5>(&password, &salt, rounds, &mut key),
        "SHA1" => pbkdf2::pbkdf2_hmac::<Sha1>(&password, &salt, rounds, &mut key),
        "SHA224" => pbkdf2::pbkdf2_hmac::<Sha224>(&password, &salt, rounds, &mut key),
        "SHA256" => pbkdf2::pbkdf2_hmac::<Sha256>(&password, &salt, rounds, &mut key),
        "SHA384" => pbkdf2::pbkdf2_hmac::<Sha384>(&password, &salt, rounds, &mut key),
        "SHA512" => pbkdf2::pbkdf2_hmac::<Sha512>(&password, &salt, rounds, &mut key),
        _ => return Err(interp.argument_error(format!("unsupported algorithm ({name})"))),
    }
    Ok(Val::bytes(&key))
}

/// `blocks(cipher, encrypt, key, data)`: each block of the data by itself. The modes of ciphers are written in Ruby.
fn blocks(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let name = interp.arg_name(&args.get(0))?;
    let encrypt = args.get(1).truthy();
    let key = bytes_of(interp, &args.get(2))?;
    let data = bytes_of(interp, &args.get(3))?;
    let done = match name.as_str() {
        "AES-128" => each_block::<Aes128>(encrypt, &key, data),
        "AES-192" => each_block::<Aes192>(encrypt, &key, data),
        "AES-256" => each_block::<Aes256>(encrypt, &key, data),
        "DES-EDE3" => each_block::<TdesEde3>(encrypt, &key, data),
        _ => return Err(interp.argument_error(format!("unsupported cipher algorithm ({name})"))),
    };
    match done {
        Some(done) => Ok(Val::bytes(&done)),
        None => Err(interp.argument_error("wrong final block length")),
    }
}

/// `None` if the length of the key or of the data is wrong.
fn each_block<C: KeyInit + BlockEncrypt + BlockDecrypt>(
    encrypt: bool,
    key: &[u8],
    mut data: Vec<u8>,
) -> Option<Vec<u8>> {
    let cipher = C::new_from_slice(key).ok()?;
    let size = C::block_size();
    if !data.len().is_multiple_of(size) {
        return None;
    }
    for chunk in data.chunks_exact_mut(size) {
        let block = Block::<C>::from_mut_slice(chunk);
        if encrypt {
            cipher.encrypt_block(block);
        } else {
            cipher.decrypt_block(block);
        }
    }
    Some(data)
}
