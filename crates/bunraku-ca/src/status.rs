//! The status of a name: its request or certificate, as in `certificate_status`.

use std::fmt::Write;

use bunraku_diag::json::quote;

use crate::Serial;

/// The state of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    /// A pending request.
    Requested,
    /// A valid certificate.
    Signed,
    /// A certificate on the revocation list.
    Revoked,
}

impl State {
    /// The name in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            State::Requested => "requested",
            State::Signed => "signed",
            State::Revoked => "revoked",
        }
    }

    /// Parses the name in the protocol.
    pub fn parse(name: &str) -> Option<State> {
        [State::Requested, State::Signed, State::Revoked].into_iter().find(|state| state.name() == name)
    }
}

/// The response of `certificate_status`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// The certname.
    pub name: String,
    /// Whether the name has a request or a certificate.
    pub state: State,
    /// The digests of the request or certificate, in hexadecimal with colons.
    pub fingerprints: Fingerprints,
    /// The DNS names, as `DNS:name`.
    pub dns_alt_names: Vec<String>,
    /// The IP and DNS names, as `IP:address` and `DNS:name`.
    pub subject_alt_names: Vec<String>,
    /// The authorization extensions, by short name or object identifier.
    pub authorization_extensions: Vec<(String, String)>,
    /// The details that only a certificate has.
    pub certificate: Option<CertificateDetails>,
}

/// The details that only a certificate has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertificateDetails {
    /// The serial number.
    pub serial_number: Serial,
    /// The start of the validity, as `2026-11-14T09:36:56UTC`.
    pub not_before: String,
    /// The end of the validity, in the same format.
    pub not_after: String,
}

/// Digests by algorithm, in hexadecimal with colons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprints {
    /// SHA-1, for old tools.
    pub sha1: String,
    /// SHA-256, which people compare.
    pub sha256: String,
    /// SHA-512.
    pub sha512: String,
}

impl Status {
    /// The JSON object of the protocol.
    pub fn to_json(&self) -> String {
        let mut out = String::from("{");
        text("name", &self.name, &mut out);
        text("state", self.state.name(), &mut out);
        text("fingerprint", &self.fingerprints.sha256, &mut out);
        out.push_str("\"fingerprints\":{");
        text("SHA1", &self.fingerprints.sha1, &mut out);
        text("SHA256", &self.fingerprints.sha256, &mut out);
        text("SHA512", &self.fingerprints.sha512, &mut out);
        text("default", &self.fingerprints.sha256, &mut out);
        close(&mut out, "},");
        list("dns_alt_names", &self.dns_alt_names, &mut out);
        list("subject_alt_names", &self.subject_alt_names, &mut out);
        out.push_str("\"authorization_extensions\":{");
        for (name, value) in &self.authorization_extensions {
            text(name, value, &mut out);
        }
        close(&mut out, "},");
        if let Some(certificate) = &self.certificate {
            // Writing to a string cannot fail.
            let _ = write!(out, "\"serial_number\":{},", certificate.serial_number);
            text("not_before", &certificate.not_before, &mut out);
            text("not_after", &certificate.not_after, &mut out);
        }
        close(&mut out, "}");
        out
    }

    /// The JSON array of the protocol.
    pub fn list_to_json(statuses: &[Status]) -> String {
        let objects: Vec<String> = statuses.iter().map(Status::to_json).collect();
        format!("[{}]", objects.join(","))
    }
}

/// The result of signing several names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BulkSigned {
    /// The names that have a certificate now.
    pub signed: Vec<String>,
    /// The names without a request.
    pub no_csr: Vec<String>,
    /// The names whose requests violate a rule, with the messages.
    pub signing_errors: Vec<(String, String)>,
}

impl BulkSigned {
    /// The JSON object of the protocol, which does not contain the messages.
    pub fn to_json(&self) -> String {
        let errors: Vec<String> = self.signing_errors.iter().map(|(name, _)| name.clone()).collect();
        let mut out = String::from("{");
        list("signed", &self.signed, &mut out);
        list("no-csr", &self.no_csr, &mut out);
        list("signing-errors", &errors, &mut out);
        close(&mut out, "}");
        out
    }
}

/// The expiry of the authority's certificates and revocation lists, by common name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Expirations {
    /// The certificates of the bundle.
    pub ca_certs: Vec<(String, String)>,
    /// The revocation lists.
    pub crls: Vec<(String, String)>,
}

impl Expirations {
    /// The JSON object of the protocol.
    pub fn to_json(&self) -> String {
        let mut out = String::from("{");
        for (kind, dates) in [("ca-certs", &self.ca_certs), ("crls", &self.crls)] {
            quote(kind, &mut out);
            out.push_str(":{");
            for (name, date) in dates {
                text(name, date, &mut out);
            }
            close(&mut out, "},");
        }
        close(&mut out, "}");
        out
    }
}

fn text(key: &str, value: &str, out: &mut String) {
    quote(key, out);
    out.push(':');
    quote(value, out);
    out.push(',');
}

fn list(key: &str, values: &[String], out: &mut String) {
    quote(key, out);
    out.push_str(":[");
    for value in values {
        quote(value, out);
        out.push(',');
    }
    close(out, "],");
}

/// Ends an object or list, replacing the last comma.
fn close(out: &mut String, end: &str) {
    if out.ends_with(',') {
        out.pop();
    }
    out.push_str(end);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_written_as_puppetserver_writes_it() {
        let status = Status {
            name: "web01".to_owned(),
            state: State::Signed,
            fingerprints: Fingerprints {
                sha1: "A".to_owned(),
                sha256: "B".to_owned(),
                sha512: "C".to_owned(),
            },
            dns_alt_names: vec!["DNS:web01".to_owned()],
            subject_alt_names: vec!["IP:10.0.0.1".to_owned(), "DNS:web01".to_owned()],
            authorization_extensions: vec![("pp_cli_auth".to_owned(), "true".to_owned())],
            certificate: Some(CertificateDetails {
                serial_number: Serial::from(3),
                not_before: "2026-11-14T09:36:56UTC".to_owned(),
                not_after: "2031-11-14T09:36:56UTC".to_owned(),
            }),
        };
        assert_eq!(
            status.to_json(),
            r#"{"name":"web01","state":"signed","fingerprint":"B","fingerprints":{"SHA1":"A","SHA256":"B","SHA512":"C","default":"B"},"dns_alt_names":["DNS:web01"],"subject_alt_names":["IP:10.0.0.1","DNS:web01"],"authorization_extensions":{"pp_cli_auth":"true"},"serial_number":3,"not_before":"2026-11-14T09:36:56UTC","not_after":"2031-11-14T09:36:56UTC"}"#
        );
        let request =
            Status { state: State::Requested, certificate: None, authorization_extensions: vec![], ..status };
        assert!(request.to_json().ends_with(r#""authorization_extensions":{}}"#));
        assert_eq!(BulkSigned::default().to_json(), r#"{"signed":[],"no-csr":[],"signing-errors":[]}"#);
        assert_eq!(Expirations::default().to_json(), r#"{"ca-certs":{},"crls":{}}"#);
    }
}
