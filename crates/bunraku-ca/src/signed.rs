//! What certificates, requests and revocation lists have in common: something signed, by whom it says, and how.

use der::asn1::{AnyRef, BitString};
use der::{Decode, Encode, Reader, SliceReader};
use x509_cert::spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfoOwned};

use crate::key::{PrivateKey, verifies};

/// Whether the signature of a certificate, request or revocation list is that of a key. What is checked are the bytes as
/// they came.
pub(crate) fn is_signed_by(der: &[u8], key: &SubjectPublicKeyInfoOwned) -> bool {
    let parts = || -> der::Result<_> {
        let mut reader = SliceReader::new(der)?;
        let parts = reader.sequence(|reader| {
            let content = AnyRef::decode(reader)?.to_der()?;
            Ok((content, AlgorithmIdentifierOwned::decode(reader)?, BitString::decode(reader)?))
        })?;
        reader.finish(parts)
    };
    let Ok((content, algorithm, signature)) = parts() else { return false };
    signature.as_bytes().is_some_and(|signature| verifies(key, &algorithm, &content, signature))
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
