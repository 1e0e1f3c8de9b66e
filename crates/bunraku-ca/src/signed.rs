//! What certificates, requests and revocation lists have in common: something signed, by whom it says, and how.

use der::asn1::{AnyRef, BitString, ObjectIdentifier};
use der::{Decode, Encode, Reader, SliceReader};
use x509_cert::spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfoOwned};

use crate::key::{PrivateKey, verifies};

/// What a signature proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signature {
    /// It is that of the key.
    Valid,
    /// It is not.
    Wrong,
    /// It is of a kind that proves nothing any more, such as SHA-1, or that nobody knows.
    Unknown(ObjectIdentifier),
}

/// Checks the signature of a certificate, request or revocation list, over the bytes as they came.
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

/// Signs what has been written and puts the parts together.
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
