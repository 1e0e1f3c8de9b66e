//! What certificates, requests and revocation lists have in common: signed content and its signature.

use der::asn1::{AnyRef, BitString, ObjectIdentifier};
use der::{Decode, Encode, Reader, SliceReader};
use x509_cert::spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfoOwned};

use crate::key::{PrivateKey, verifies};

/// The result of checking a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signature {
    /// It is valid for the key.
    Valid,
    /// It is invalid.
    Wrong,
    /// It is of a kind that is no longer secure, such as SHA-1, or unknown.
    Unknown(ObjectIdentifier),
}

/// Checks the signature of a certificate, request or revocation list over its original bytes.
pub(crate) fn check(der: &[u8], key: &SubjectPublicKeyInfoOwned) -> Signature {
    let parts = || -> der::Result<_> {
        let mut reader = SliceReader::new(der)?;
        let parts = reader.sequence(|reader| {
            let content = AnyRef::decode(reader)?.to_der()?;
            Ok((content, AlgorithmIdentifierOwned::decode(reader)?, BitString::decode(reader)?))
        })?;
        reader.finish(parts)
    };
    let Ok((content, algorithm, signature)) = parts() else { return Signature::Wrong };
    match verifies(key, &algorithm, &content, signature.raw_bytes()) {
        Some(true) => Signature::Valid,
        Some(false) => Signature::Wrong,
        None => Signature::Unknown(algorithm.oid),
    }
}

/// Signs encoded content and assembles the result.
pub(crate) fn sign(content: &[u8], key: &PrivateKey) -> Result<Vec<u8>, String> {
    let signature = key.sign(content)?;
    let signature = BitString::from_bytes(&signature).map_err(|error| error.to_string())?;
    let whole = || -> der::Result<Vec<u8>> {
        let mut parts = content.to_vec();
        parts.extend(key.algorithm().to_der()?);
        parts.extend(signature.to_der()?);
        AnyRef::new(der::Tag::Sequence, &parts)?.to_der()
    };
    whole().map_err(|error| error.to_string())
}
