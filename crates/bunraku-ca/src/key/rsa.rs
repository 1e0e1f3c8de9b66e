//! RSA keys of the sizes that authorities use.
//!
//! They are generated and used with the crate `rsa`, since `ring` neither generates such keys nor signs with more than
//! 4096 bits. An authority signs a few times a day, so its speed does not matter; connections are signed by rustls.

use der::Decode;
use ring::digest;
use rsa::pkcs1::DecodeRsaPrivateKey;
use rsa::pkcs8::{DecodePrivateKey, EncodePrivateKey, EncodePublicKey};
use rsa::rand_core::OsRng;
use rsa::traits::PublicKeyParts;
use rsa::{Pkcs1v15Sign, RsaPrivateKey};
use x509_cert::spki::SubjectPublicKeyInfoOwned;

use super::BROKEN;

/// The accepted sizes, in bits.
const SIZES: std::ops::RangeInclusive<usize> = 2048..=8192;

/// The prefix of a signed SHA-256 digest: the algorithm and the length, in DER (RFC 8017, 9.2).
const SHA256_PREFIX: [u8; 19] = [
    0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00,
    0x04, 0x20,
];

pub(crate) struct RsaKey(Box<RsaPrivateKey>);

impl RsaKey {
    pub fn generate(bits: usize) -> Result<RsaKey, String> {
        RsaPrivateKey::new(&mut OsRng, bits).map(|key| RsaKey(Box::new(key))).map_err(|_| BROKEN.to_owned())
    }

    /// Parses the form that begins with `BEGIN RSA PRIVATE KEY`.
    pub fn from_pkcs1(der: &[u8]) -> Option<RsaKey> {
        accept(RsaPrivateKey::from_pkcs1_der(der).ok()?)
    }

    pub fn from_pkcs8(der: &[u8]) -> Option<RsaKey> {
        accept(RsaPrivateKey::from_pkcs8_der(der).ok()?)
    }

    pub fn to_pkcs8(&self) -> Result<Vec<u8>, String> {
        self.0.to_pkcs8_der().map(|der| der.as_bytes().to_vec()).map_err(|_| BROKEN.to_owned())
    }

    pub fn public_key(&self) -> Result<SubjectPublicKeyInfoOwned, String> {
        let der = self.0.to_public_key().to_public_key_der().map_err(|_| BROKEN.to_owned())?;
        SubjectPublicKeyInfoOwned::from_der(der.as_bytes()).map_err(|_| BROKEN.to_owned())
    }

    /// Signs the SHA-256 of a message. Blinding protects the key against timing attacks.
    pub fn sign(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        let digest = digest::digest(&digest::SHA256, message);
        let padding = Pkcs1v15Sign { hash_len: Some(digest.as_ref().len()), prefix: Box::new(SHA256_PREFIX) };
        self.0.sign_with_rng(&mut OsRng, padding, digest.as_ref()).map_err(|_| BROKEN.to_owned())
    }
}

fn accept(key: RsaPrivateKey) -> Option<RsaKey> {
    SIZES.contains(&key.n().bits()).then(|| RsaKey(Box::new(key)))
}
