//! `validate_x509_rsa_key_pair`: whether an RSA key has signed a certificate.

use bunraku_pcore::values::Binary;
use md5::{Digest, Md5};
use num_bigint::BigUint;
use sha1::Sha1;
use sha2::{Sha224, Sha256, Sha384, Sha512};

use super::{
    der::{Der, Element},
    ruby::*,
};

pub(crate) static VALIDATE_X509_RSA_KEY_PAIR: Builtin = Builtin::new(
    "validate_x509_rsa_key_pair",
    r##"Fails unless an RSA key has signed a certificate: the first argument is an X.509 certificate, the second the key,
both as PEM. A certificate that an authority has signed belongs to the key of the authority.

```cases
validate_x509_rsa_key_pair('no certificate', 'no key')
>> error 1
```

```cases
validate_x509_rsa_key_pair('-----BEGIN CERTIFICATE-----')
>> error 1
```
"##,
    legacy!(2..=2, validate_x509_rsa_key_pair),
);

fn validate_x509_rsa_key_pair(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    if let Some(other) = args.iter().find(|argument| argument.as_str().is_none()) {
        return expected(call, "a certificate and a key as Strings", Some(other));
    }
    let text = |index: usize| args.get(index).and_then(Value::as_str).unwrap_or("");
    let Some(certificate) = certificate(text(0)) else {
        return Err(call.fail("the first argument is no X.509 certificate as PEM"));
    };
    let Some(key) = pem(text(1), &KEYS).as_deref().and_then(key) else {
        return Err(call.fail("the second argument is no RSA key as PEM without a password"));
    };
    let Some(expected) = certificate.digest_info() else {
        let message = "the certificate is not signed with RSA and a digest of the MD5, SHA-1 or SHA-2 family";
        return Err(call.fail(message));
    };
    if !key.has_signed(&certificate.signature, &expected) {
        return Err(call.fail("the key has not signed the certificate"));
    }
    Ok(Value::Undef)
}

/// The labels of PEM blocks that hold a certificate.
const CERTIFICATES: [&str; 3] = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"];

/// The labels of PEM blocks that hold a key.
const KEYS: [&str; 4] = ["RSA PRIVATE KEY", "PRIVATE KEY", "RSA PUBLIC KEY", "PUBLIC KEY"];

/// The parts of a certificate that are needed to verify its signature.
struct Certificate {
    signed: Vec<u8>,
    algorithm: Vec<u8>,
    signature: Vec<u8>,
}

/// The public part of a key.
struct Key {
    modulus: BigUint,
    exponent: BigUint,
}

/// Decodes the first PEM block that has one of the given labels.
fn pem(text: &str, names: &[&str]) -> Option<Vec<u8>> {
    let blocks = text.split("-----BEGIN ").skip(1);
    let block = |block: &str| {
        let (name, rest) = block.split_once("-----")?;
        let (content, _) = rest.split_once(&format!("-----END {name}-----"))?;
        // A block with headers is encrypted.
        (names.contains(&name) && !content.contains(':')).then_some(())?;
        let content: String = content.split_ascii_whitespace().collect();
        Some(Binary::from_base64_strict(&content)?.as_bytes().to_vec())
    };
    blocks.into_iter().find_map(block)
}

fn certificate(text: &str) -> Option<Certificate> {
    let bytes = pem(text, &CERTIFICATES)?;
    let mut parts = Der::new(&bytes).sequence()?;
    let signed = parts.element()?;
    let mut algorithm = parts.sequence()?;
    let algorithm = algorithm.object_identifier()?.to_vec();
    let signature = parts.element()?.bits()?.to_vec();
    (signed.tag == Der::SEQUENCE && looks_like_certificate(signed.content)).then_some(())?;
    Some(Certificate { signed: signed.whole.to_vec(), algorithm, signature })
}

/// Whether the signed part starts like that of a certificate: serial number, algorithm, issuer, validity, subject and
/// public key.
fn looks_like_certificate(content: &[u8]) -> bool {
    let mut parts = Der::new(content);
    let tags = std::iter::from_fn(|| parts.element().map(|element| element.tag));
    // An explicit version, which is missing in certificates of version 1, comes first.
    let tags: Vec<u8> = tags.skip_while(|tag| *tag == 0xa0).take(6).collect();
    tags == [Der::INTEGER, Der::SEQUENCE, Der::SEQUENCE, Der::SEQUENCE, Der::SEQUENCE, Der::SEQUENCE]
}

impl Certificate {
    /// The content of a valid signature: the `DigestInfo`, which holds the digest of the signed part and the name of
    /// the algorithm.
    fn digest_info(&self) -> Option<Vec<u8>> {
        const SHA2: [u8; 8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02];
        let signed = &self.signed;
        let sha2 = |number: u8, digest: Vec<u8>| (SHA2.into_iter().chain([number]).collect(), digest);
        // 1.2.840.113549.1.1 is the arc of the RSA algorithms.
        let [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, algorithm] = self.algorithm.as_slice() else {
            return None;
        };
        let (name, digest): (Vec<u8>, Vec<u8>) = match algorithm {
            4 => (vec![0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05], Md5::digest(signed).to_vec()),
            5 => (vec![0x2b, 0x0e, 0x03, 0x02, 0x1a], Sha1::digest(signed).to_vec()),
            11 => sha2(1, Sha256::digest(signed).to_vec()),
            12 => sha2(2, Sha384::digest(signed).to_vec()),
            13 => sha2(3, Sha512::digest(signed).to_vec()),
            14 => sha2(4, Sha224::digest(signed).to_vec()),
            _ => return None,
        };
        let nothing = [0x05, 0x00];
        let name =
            Der::write(Der::SEQUENCE, &[Der::write(Der::OBJECT_IDENTIFIER, &name), nothing.into()].concat());
        Some(Der::write(Der::SEQUENCE, &[name, Der::write(Der::OCTET_STRING, &digest)].concat()))
    }
}

/// Reads a private or public key, either bare (PKCS #1) or wrapped in a structure that names the algorithm (PKCS #8
/// and X.509).
fn key(bytes: &[u8]) -> Option<Key> {
    const RSA: [u8; 9] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
    let mut parts = Der::new(bytes).sequence()?;
    let parts: Vec<Element<'_>> = std::iter::from_fn(|| parts.element()).collect();
    let is_rsa = |kind: &Element<'_>| Der::new(kind.content).object_identifier() == Some(&RSA);
    match parts.as_slice() {
        [modulus, exponent] if modulus.tag == Der::INTEGER => Key::new(modulus, exponent),
        [_, modulus, exponent, _, ..] if modulus.tag == Der::INTEGER => Key::new(modulus, exponent),
        [kind, inner] if is_rsa(kind) && inner.tag == Der::BIT_STRING => key(inner.bits()?),
        [_, kind, inner, ..] if is_rsa(kind) && inner.tag == Der::OCTET_STRING => key(inner.content),
        _ => None,
    }
}

impl Key {
    fn new(modulus: &Element<'_>, exponent: &Element<'_>) -> Option<Key> {
        (modulus.tag == Der::INTEGER && exponent.tag == Der::INTEGER).then_some(())?;
        let number = |element: &Element<'_>| BigUint::from_bytes_be(element.content);
        let key = Key { modulus: number(modulus), exponent: number(exponent) };
        // Longer keys are not in use, and checking a signature with one would take too long.
        (key.modulus.bit(0) && key.modulus.bits() <= 16_384 && key.exponent.bits() <= 64).then_some(key)
    }

    /// Whether a signature with PKCS #1 v1.5 padding is valid.
    fn has_signed(&self, signature: &[u8], expected: &[u8]) -> bool {
        let length = self.modulus.bits().div_ceil(8) as usize;
        let Some(padding) = length.checked_sub(expected.len() + 3).filter(|padding| *padding >= 8) else {
            return false;
        };
        let padded = [&[1], vec![0xff; padding].as_slice(), &[0], expected].concat();
        let opened = BigUint::from_bytes_be(signature).modpow(&self.exponent, &self.modulus);
        signature.len() == length && opened == BigUint::from_bytes_be(&padded)
    }
}
