//! Keys: made, read, and used to sign and to check signatures.

mod curve;
mod rsa;

use std::fmt::{self, Debug, Formatter};

use der::Encode;
use der::asn1::{Any, Null, ObjectIdentifier};
use ring::signature::{self, UnparsedPublicKey, VerificationAlgorithm};
use x509_cert::spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfoOwned};

use self::curve::{Curve, CurveKey};
use self::rsa::RsaKey;
use crate::{oid, pem};

/// The kinds of keys that are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    /// The curve P-256: made at once, small, fast for servers.
    P256,
    /// The curve P-384.
    P384,
    /// RSA with 2048 bits.
    Rsa2048,
    /// RSA with 3072 bits.
    Rsa3072,
    /// RSA with 4096 bits, as puppetserver makes them; takes about a second.
    Rsa4096,
}

impl KeyKind {
    /// All kinds, with the names of the command line.
    pub const ALL: [(&'static str, KeyKind); 5] = [
        ("p256", KeyKind::P256),
        ("p384", KeyKind::P384),
        ("rsa2048", KeyKind::Rsa2048),
        ("rsa3072", KeyKind::Rsa3072),
        ("rsa4096", KeyKind::Rsa4096),
    ];

    /// The kind of that name.
    pub fn parse(name: &str) -> Option<KeyKind> {
        KeyKind::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, kind)| kind)
    }
}

/// A private key.
pub(crate) enum PrivateKey {
    Rsa(RsaKey),
    Curve(CurveKey),
}

impl Debug for PrivateKey {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("PrivateKey")
    }
}

/// Why a private key cannot be used.
const NOT_A_KEY: &str = "expected a private key: RSA with 2048 to 8192 bits, P-256 or P-384";

impl PrivateKey {
    /// Makes a key.
    pub fn generate(kind: KeyKind) -> Result<PrivateKey, String> {
        let bits = match kind {
            KeyKind::P256 => return CurveKey::generate(Curve::P256).map(PrivateKey::Curve),
            KeyKind::P384 => return CurveKey::generate(Curve::P384).map(PrivateKey::Curve),
            KeyKind::Rsa2048 => 2048,
            KeyKind::Rsa3072 => 3072,
            KeyKind::Rsa4096 => 4096,
        };
        RsaKey::generate(bits).map(PrivateKey::Rsa)
    }

    /// Reads a key in PEM, in any of the forms that OpenSSL and Puppet write.
    pub fn from_pem(text: &str) -> Result<PrivateKey, String> {
        let blocks = pem::decode(text)?;
        if blocks.iter().any(|block| block.label == "ENCRYPTED PRIVATE KEY") {
            return Err("the private key is encrypted; expected one without a password".to_owned());
        }
        let key = blocks.iter().find(|block| block.label.ends_with("PRIVATE KEY"));
        let key = key.ok_or("expected a private key in PEM, found none")?;
        let read = match &*key.label {
            "RSA PRIVATE KEY" => RsaKey::from_pkcs1(&key.der).map(PrivateKey::Rsa),
            "EC PRIVATE KEY" => CurveKey::from_sec1(&key.der).map(PrivateKey::Curve),
            _ => RsaKey::from_pkcs8(&key.der)
                .map(PrivateKey::Rsa)
                .or_else(|| CurveKey::from_pkcs8(&key.der).map(PrivateKey::Curve)),
        };
        read.ok_or_else(|| NOT_A_KEY.to_owned())
    }

    /// The key in PEM, as PKCS #8.
    pub fn to_pem(&self) -> Result<String, String> {
        let der = match self {
            PrivateKey::Rsa(key) => &key.to_pkcs8()?,
            PrivateKey::Curve(key) => key.pkcs8(),
        };
        Ok(pem::encode("PRIVATE KEY", der))
    }

    /// The public key, as certificates have it.
    pub fn public_key(&self) -> Result<SubjectPublicKeyInfoOwned, String> {
        match self {
            PrivateKey::Rsa(key) => key.public_key(),
            PrivateKey::Curve(key) => key.public_key(),
        }
    }

    /// The name of the algorithm by which this key signs.
    pub fn algorithm(&self) -> AlgorithmIdentifierOwned {
        match self {
            PrivateKey::Rsa(_) => {
                AlgorithmIdentifierOwned { oid: oid::SHA256_WITH_RSA, parameters: Some(Any::from(Null)) }
            }
            PrivateKey::Curve(key) => {
                AlgorithmIdentifierOwned { oid: key.curve().signature(), parameters: None }
            }
        }
    }

    /// Signs a message.
    pub fn sign(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        match self {
            PrivateKey::Rsa(key) => key.sign(message),
            PrivateKey::Curve(key) => key.sign(message),
        }
    }
}

/// Why a key cannot be made, written or used, which only a broken source of random numbers brings about.
const BROKEN: &str = "the private key cannot be used";

/// A public key in PEM.
pub(crate) fn public_pem(key: &SubjectPublicKeyInfoOwned) -> Result<String, String> {
    let der = key.to_der().map_err(|error| error.to_string())?;
    Ok(pem::encode("PUBLIC KEY", &der))
}

/// Whether a signature of a message is that of the key, unless the kind of the signature is not accepted, such as SHA-1.
/// RSA below 2048 bits does not count.
pub(crate) fn verifies(
    key: &SubjectPublicKeyInfoOwned,
    algorithm: &AlgorithmIdentifierOwned,
    message: &[u8],
    signature: &[u8],
) -> Option<bool> {
    let verification = verification(key, algorithm)?;
    let key = UnparsedPublicKey::new(verification, key.subject_public_key.raw_bytes());
    Some(key.verify(message, signature).is_ok())
}

fn verification(
    key: &SubjectPublicKeyInfoOwned,
    algorithm: &AlgorithmIdentifierOwned,
) -> Option<&'static dyn VerificationAlgorithm> {
    let curve = || key.algorithm.parameters.as_ref()?.decode_as::<ObjectIdentifier>().ok();
    Some(match (key.algorithm.oid, algorithm.oid) {
        (oid::RSA, oid::SHA256_WITH_RSA) => &signature::RSA_PKCS1_2048_8192_SHA256,
        (oid::RSA, oid::SHA384_WITH_RSA) => &signature::RSA_PKCS1_2048_8192_SHA384,
        (oid::RSA, oid::SHA512_WITH_RSA) => &signature::RSA_PKCS1_2048_8192_SHA512,
        (oid::EC, signed) => match (curve()?, signed) {
            (oid::P256, oid::ECDSA_WITH_SHA256) => &signature::ECDSA_P256_SHA256_ASN1,
            (oid::P256, oid::ECDSA_WITH_SHA384) => &signature::ECDSA_P256_SHA384_ASN1,
            (oid::P384, oid::ECDSA_WITH_SHA256) => &signature::ECDSA_P384_SHA256_ASN1,
            (oid::P384, oid::ECDSA_WITH_SHA384) => &signature::ECDSA_P384_SHA384_ASN1,
            _ => return None,
        },
        (oid::ED25519, oid::ED25519) => &signature::ED25519,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_sign_what_their_public_keys_verify() {
        for kind in [KeyKind::P256, KeyKind::P384, KeyKind::Rsa2048] {
            let key = PrivateKey::generate(kind).unwrap();
            let again = PrivateKey::from_pem(&key.to_pem().unwrap()).unwrap();
            let public = key.public_key().unwrap();
            assert_eq!(public, again.public_key().unwrap());
            let signature = again.sign(b"message").unwrap();
            assert_eq!(verifies(&public, &key.algorithm(), b"message", &signature), Some(true), "{kind:?}");
            assert_eq!(verifies(&public, &key.algorithm(), b"massage", &signature), Some(false), "{kind:?}");
            let other = PrivateKey::generate(kind).unwrap().public_key().unwrap();
            assert_eq!(verifies(&other, &key.algorithm(), b"message", &signature), Some(false));
            let sha1 = AlgorithmIdentifierOwned {
                oid: ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.5"),
                parameters: None,
            };
            assert_eq!(verifies(&public, &sha1, b"message", &signature), None);
        }
    }

    #[test]
    fn what_is_not_a_key_is_refused() {
        let refused = |text: &str| PrivateKey::from_pem(text).unwrap_err();
        assert_eq!(refused("nothing"), "expected a private key in PEM, found none");
        assert_eq!(refused(&pem::encode("PRIVATE KEY", b"junk")), NOT_A_KEY);
        assert_eq!(refused(&pem::encode("RSA PRIVATE KEY", b"junk")), NOT_A_KEY);
        assert_eq!(
            refused(&pem::encode("ENCRYPTED PRIVATE KEY", b"junk")),
            "the private key is encrypted; expected one without a password"
        );
    }
}
