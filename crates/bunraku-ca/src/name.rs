//! Certnames: which ones are valid, which are safe in a path, and how to find them in a subject.

use der::asn1::{Any, Ia5StringRef, PrintableStringRef, SetOfVec, TeletexStringRef, Utf8StringRef};
use der::{Tag, Tagged};
use x509_cert::attr::AttributeTypeAndValue;
use x509_cert::name::{Name, RdnSequence, RelativeDistinguishedName};

use crate::{Refusal, oid};

/// The longest name whose file, with its extension, file systems support.
const LONGEST: usize = 251;

/// Whether a name is a single file name: not a path and not a hidden file.
pub(crate) fn is_file_name(certname: &str) -> bool {
    let plain = |c: char| !c.is_control() && c != '/' && c != '\\';
    !certname.is_empty()
        && certname.len() <= LONGEST
        && !certname.starts_with('.')
        && certname.chars().all(plain)
}

/// puppetserver's rules for the subject of a request, in its order and wording.
pub(crate) fn check(certname: &str, subject: &str) -> Result<(), Refusal> {
    if certname != subject {
        let message = format!("Instance name \"{subject}\" does not match requested key \"{certname}\"");
        return Err(Refusal::bad(message));
    }
    if subject.chars().any(char::is_uppercase) {
        return Err(Refusal::bad("Certificate names must be lower case."));
    }
    if subject.contains('*') {
        let message = format!("Subject contains a wildcard, which is not allowed: {subject}");
        return Err(Refusal::bad(message));
    }
    if subject.len() > LONGEST {
        let message = format!("Subject has {} characters, but at most {LONGEST} are allowed", subject.len());
        return Err(Refusal::bad(message));
    }
    let inner = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let segment =
        |segment: &str| !segment.is_empty() && segment.chars().all(inner) && !segment.ends_with('-');
    // A trailing dot is allowed, because of how Java splits strings.
    let segments = subject.trim_end_matches('.');
    if !segments.split('.').all(segment) || subject.starts_with('-') || subject.ends_with('-') {
        return Err(Refusal::bad("Subject hostname format is invalid"));
    }
    Ok(())
}

/// The common name of a subject, unless it has none or several.
pub(crate) fn common_name(name: &Name) -> Option<String> {
    let all = name.0.iter().flat_map(|part| part.0.iter());
    let mut common = all.filter(|attribute| attribute.oid == oid::COMMON_NAME);
    let first = common.next()?;
    if common.next().is_some() {
        return None;
    }
    text(&first.value)
}

/// A subject that consists of a common name only.
pub(crate) fn subject(common_name: &str) -> Result<Name, String> {
    let failed = |error: der::Error| error.to_string();
    let value = Any::new(Tag::Utf8String, common_name.as_bytes()).map_err(failed)?;
    let attribute = AttributeTypeAndValue { oid: oid::COMMON_NAME, value };
    let part = SetOfVec::try_from(vec![attribute]).map_err(failed)?;
    Ok(RdnSequence(vec![RelativeDistinguishedName(part)]))
}

/// The content of an ASN.1 string of any kind.
pub(crate) fn text(value: &Any) -> Option<String> {
    let text = match value.tag() {
        Tag::Utf8String => Utf8StringRef::try_from(value).ok()?.as_str().to_owned(),
        Tag::PrintableString => PrintableStringRef::try_from(value).ok()?.as_str().to_owned(),
        Tag::Ia5String => Ia5StringRef::try_from(value).ok()?.as_str().to_owned(),
        Tag::TeletexString => TeletexStringRef::try_from(value).ok()?.as_str().to_owned(),
        _ => return None,
    };
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_puppetserver_takes() {
        let long = "a".repeat(LONGEST);
        for name in ["web01", "web01.example.com", "a_b-c.d", "_x", "1.2.3", "web.", &long] {
            assert_eq!(check(name, name), Ok(()), "{name}");
        }
        let invalid = "Subject hostname format is invalid";
        for (name, message) in [
            ("", invalid),
            (".", invalid),
            ("..", invalid),
            ("../ca_key", invalid),
            ("a/b", invalid),
            ("a\\b", invalid),
            ("a\0b", invalid),
            ("a b", invalid),
            ("a\nb", invalid),
            (".hidden", invalid),
            ("a..b", invalid),
            ("-a", invalid),
            ("a-", invalid),
            ("a-.b", invalid),
            ("ünï", invalid),
            ("Web01", "Certificate names must be lower case."),
            ("Ünï", "Certificate names must be lower case."),
            ("*.example.com", "Subject contains a wildcard, which is not allowed: *.example.com"),
            (&"a".repeat(300), "Subject has 300 characters, but at most 251 are allowed"),
        ] {
            assert_eq!(check(name, name), Err(Refusal::bad(message)), "{name}");
        }
        assert_eq!(
            check("a", "b"),
            Err(Refusal::bad("Instance name \"b\" does not match requested key \"a\""))
        );
    }

    #[test]
    fn only_plain_names_become_files() {
        for name in ["web01", "Web01", "a-", "web01.example.com"] {
            assert!(is_file_name(name), "{name}");
        }
        for name in ["", ".", "..", "../x", "a/b", "/etc/passwd", "a\\b", "a\0", ".x", &"a".repeat(252)] {
            assert!(!is_file_name(name), "{name}");
        }
    }
}
