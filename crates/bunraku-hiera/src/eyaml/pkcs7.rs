//! PKCS #7 enveloped data: a content key encrypted with RSA, and the content encrypted with that key.

use aes::cipher::{BlockDecryptMut, KeyIvInit, block_padding::Pkcs7};
use cms::cert::x509::der::oid::ObjectIdentifier;
use cms::cert::x509::der::{Any, Decode, asn1::OctetString};
use cms::content_info::ContentInfo;
use cms::enveloped_data::{EnvelopedData, RecipientInfo};
use rsa::pkcs1::DecodeRsaPrivateKey;
use rsa::pkcs8::DecodePrivateKey;
use rsa::{Pkcs1v15Encrypt, RsaPrivateKey};

const ENVELOPED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.3");
const AES_128_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.2");
const AES_192_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.22");
const AES_256_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.42");
const DES_EDE3_CBC: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.3.7");

/// The error if the content was not encrypted for this key, or was changed.
const WRONG_KEY: &str = "it was encrypted for another key, or is damaged";

/// A private key.
pub(super) struct PrivateKey(RsaPrivateKey);

impl PrivateKey {
    /// Parses a key in PEM format. The error says what is wrong with it.
    pub(super) fn from_pem(text: &str) -> Result<PrivateKey, &'static str> {
        if text.contains("ENCRYPTED") {
            return Err("it is protected by a password; `openssl rsa -in KEY -out NEW` removes it");
        }
        let start = text.find("-----BEGIN").ok_or("it is not in PEM format")?;
        let text = text.get(start..).unwrap_or(text);
        let key = if text.starts_with("-----BEGIN RSA PRIVATE KEY-----") {
            RsaPrivateKey::from_pkcs1_pem(text).ok()
        } else if text.starts_with("-----BEGIN PRIVATE KEY-----") {
            RsaPrivateKey::from_pkcs8_pem(text).ok()
        } else {
            return Err("it has no private RSA key");
        };
        key.map(PrivateKey).ok_or("it is damaged, or not for RSA")
    }

    /// Decrypts enveloped data. The error says why that is not possible.
    pub(super) fn decrypt(&self, der: &[u8]) -> Result<Vec<u8>, &'static str> {
        let envelope = read(der).ok_or("it is not in PKCS #7 format")?;
        let info = envelope.encrypted_content;
        let content = info.encrypted_content.as_ref().ok_or("it has no content")?.as_bytes();
        let iv = info
            .content_enc_alg
            .parameters
            .as_ref()
            .and_then(octets)
            .ok_or("it has no initialization vector")?;
        // There may be several recipients. Without its certificate, this key cannot be matched to one of them.
        let keys = envelope.recip_infos.0.iter().filter_map(|recipient| match recipient {
            RecipientInfo::Ktri(recipient) => {
                self.0.decrypt(Pkcs1v15Encrypt, recipient.enc_key.as_bytes()).ok()
            }
            _ => None,
        });
        for key in keys {
            let plain = match info.content_enc_alg.oid {
                AES_128_CBC => plain::<cbc::Decryptor<aes::Aes128>>(&key, &iv, content),
                AES_192_CBC => plain::<cbc::Decryptor<aes::Aes192>>(&key, &iv, content),
                AES_256_CBC => plain::<cbc::Decryptor<aes::Aes256>>(&key, &iv, content),
                DES_EDE3_CBC => plain::<cbc::Decryptor<des::TdesEde3>>(&key, &iv, content),
                _ => return Err("its cipher is neither AES-CBC nor 3DES-CBC"),
            };
            if let Some(plain) = plain {
                return Ok(plain);
            }
        }
        Err(WRONG_KEY)
    }
}

fn read(der: &[u8]) -> Option<EnvelopedData> {
    let info = ContentInfo::from_der(der).ok()?;
    if info.content_type != ENVELOPED_DATA {
        return None;
    }
    info.content.decode_as().ok()
}

fn octets(parameters: &Any) -> Option<Vec<u8>> {
    parameters.decode_as::<OctetString>().ok().map(|octets| octets.as_bytes().to_vec())
}

fn plain<C: BlockDecryptMut + KeyIvInit>(key: &[u8], iv: &[u8], content: &[u8]) -> Option<Vec<u8>> {
    C::new_from_slices(key, iv).ok()?.decrypt_padded_vec_mut::<Pkcs7>(content).ok()
}
