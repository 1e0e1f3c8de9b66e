//! Keys on elliptic curves.

use der::Encode;
use der::asn1::{Any, BitString, ObjectIdentifier};
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1_SIGNING, ECDSA_P384_SHA384_ASN1_SIGNING, EcdsaKeyPair, EcdsaSigningAlgorithm,
    KeyPair,
};
use rsa::pkcs8::{AlgorithmIdentifierRef, PrivateKeyInfo};
use x509_cert::spki::{AlgorithmIdentifierOwned, SubjectPublicKeyInfoOwned};

use super::BROKEN;
use crate::oid;

/// The curves of keys that can sign.
#[derive(Clone, Copy)]
pub(crate) enum Curve {
    P256,
    P384,
}

impl Curve {
    const ALL: [Curve; 2] = [Curve::P256, Curve::P384];

    fn oid(self) -> ObjectIdentifier {
        match self {
            Curve::P256 => oid::P256,
            Curve::P384 => oid::P384,
        }
    }

    /// The signature algorithm of keys on this curve.
    pub fn signature(self) -> ObjectIdentifier {
        match self {
            Curve::P256 => oid::ECDSA_WITH_SHA256,
            Curve::P384 => oid::ECDSA_WITH_SHA384,
        }
    }

    fn signing(self) -> &'static EcdsaSigningAlgorithm {
        match self {
            Curve::P256 => &ECDSA_P256_SHA256_ASN1_SIGNING,
            Curve::P384 => &ECDSA_P384_SHA384_ASN1_SIGNING,
        }
    }
}

pub(crate) struct CurveKey {
    curve: Curve,
    pair: Box<EcdsaKeyPair>,
    /// The key as written to files.
    pkcs8: Vec<u8>,
}

impl CurveKey {
    pub fn generate(curve: Curve) -> Result<CurveKey, String> {
        let der = EcdsaKeyPair::generate_pkcs8(curve.signing(), &SystemRandom::new()).map_err(|_| BROKEN)?;
        Ok(CurveKey::on(curve, der.as_ref()).ok_or(BROKEN)?)
    }

    pub fn from_pkcs8(der: &[u8]) -> Option<CurveKey> {
        Curve::ALL.into_iter().find_map(|curve| CurveKey::on(curve, der))
    }

    /// Parses the form that begins with `BEGIN EC PRIVATE KEY`, which PKCS #8 wraps. It need not name its curve.
    pub fn from_sec1(der: &[u8]) -> Option<CurveKey> {
        Curve::ALL.into_iter().find_map(|curve| {
            let name = curve.oid();
            let algorithm = AlgorithmIdentifierRef { oid: oid::EC, parameters: Some((&name).into()) };
            CurveKey::on(curve, &PrivateKeyInfo::new(algorithm, der).to_der().ok()?)
        })
    }

    fn on(curve: Curve, der: &[u8]) -> Option<CurveKey> {
        let pair = EcdsaKeyPair::from_pkcs8(curve.signing(), der, &SystemRandom::new()).ok()?;
        Some(CurveKey { curve, pair: Box::new(pair), pkcs8: der.to_vec() })
    }

    pub fn curve(&self) -> Curve {
        self.curve
    }

    pub fn pkcs8(&self) -> &[u8] {
        &self.pkcs8
    }

    pub fn public_key(&self) -> Result<SubjectPublicKeyInfoOwned, String> {
        let algorithm =
            AlgorithmIdentifierOwned { oid: oid::EC, parameters: Some(Any::from(&self.curve.oid())) };
        let point = BitString::from_bytes(self.pair.public_key().as_ref()).map_err(|_| BROKEN.to_owned())?;
        Ok(SubjectPublicKeyInfoOwned { algorithm, subject_public_key: point })
    }

    pub fn sign(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        let signature = self.pair.sign(&SystemRandom::new(), message).map_err(|_| BROKEN)?;
        Ok(signature.as_ref().to_vec())
    }
}
