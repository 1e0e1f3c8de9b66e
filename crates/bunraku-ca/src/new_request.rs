//! Creates requests: for a server whose certificate comes from another authority, and for tools.

use der::asn1::{Any, ObjectIdentifier, SetOfVec, Utf8StringRef};
use der::{Encode, Tag};
use x509_cert::attr::{Attribute, Attributes};
use x509_cert::ext::Extension;
use x509_cert::request::{CertReqInfo, ExtensionReq, Version};

use crate::key::{PrivateKey, public_pem};
use crate::{Failure, KeyKind, extension, name, oid, pem, signed};

/// The contents of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRequest {
    /// The name for the certificate.
    pub certname: String,
    /// Alternative names: DNS names, and addresses written `IP:10.0.0.1`. If there are any, the certname is added to
    /// them.
    pub alt_names: Vec<String>,
    /// Extensions of the certificate: short names or object identifiers, with string values.
    pub extensions: Vec<(String, String)>,
    /// Attributes of the request, which do not become part of the certificate: object identifiers with string values.
    pub attributes: Vec<(String, String)>,
    /// The kind of the new key.
    pub key: KeyKind,
}

/// A key and a request for its certificate, in PEM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedRequest {
    /// The private key.
    pub private_key: String,
    /// The public key.
    pub public_key: String,
    /// The certificate signing request.
    pub csr: String,
}

impl NewRequest {
    /// A request for a name only, with a P-256 key.
    pub fn new(certname: impl Into<String>) -> NewRequest {
        NewRequest {
            certname: certname.into(),
            alt_names: Vec::new(),
            extensions: Vec::new(),
            attributes: Vec::new(),
            key: KeyKind::P256,
        }
    }

    /// Generates a key and the request.
    pub fn generate(&self) -> Result<GeneratedRequest, Failure> {
        let key = PrivateKey::generate(self.key).map_err(failed)?;
        self.sign(&key).map_err(failed)
    }

    fn sign(&self, key: &PrivateKey) -> Result<GeneratedRequest, String> {
        let text = |error: der::Error| error.to_string();
        let public = key.public_key()?;
        let info = CertReqInfo {
            version: Version::V1,
            subject: name::subject(&self.certname)?,
            public_key: public.clone(),
            attributes: self.all_attributes()?,
        };
        let der = signed::sign(&info.to_der().map_err(text)?, key)?;
        Ok(GeneratedRequest {
            private_key: key.to_pem()?,
            public_key: public_pem(&public)?,
            csr: pem::encode("CERTIFICATE REQUEST", &der),
        })
    }

    fn all_attributes(&self) -> Result<Attributes, String> {
        let text = |error: der::Error| error.to_string();
        let mut attributes = Attributes::new();
        for (oid, value) in &self.attributes {
            let values = vec![Any::new(Tag::Utf8String, value.as_bytes()).map_err(text)?];
            let values = SetOfVec::try_from(values).map_err(text)?;
            attributes.insert(Attribute { oid: identifier(oid)?, values }).map_err(text)?;
        }
        let mut extensions: Vec<Extension> = Vec::new();
        if !self.alt_names.is_empty() {
            let names = self.alt_names.iter().map(String::as_str).chain([&*self.certname]);
            extensions.push(extension::subject_alt_name(&extension::alt_names(names)?)?);
        }
        for (oid, value) in &self.extensions {
            let value = Utf8StringRef::new(value).map_err(text)?;
            extensions.push(extension::new(identifier(oid)?, false, &value)?);
        }
        if !extensions.is_empty() {
            attributes.insert(Attribute::try_from(ExtensionReq(extensions)).map_err(text)?).map_err(text)?;
        }
        Ok(attributes)
    }
}

fn identifier(name: &str) -> Result<ObjectIdentifier, String> {
    let oid = oid::oid_of(name).unwrap_or_else(|| name.to_owned());
    ObjectIdentifier::new(&oid)
        .map_err(|_| format!("expected one of Puppet's short names or an object identifier, got `{name}`"))
}

fn failed(reason: String) -> Failure {
    Failure::new(format!("cannot create a certificate request: {reason}"))
}
