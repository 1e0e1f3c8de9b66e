//! What puppetserver's rules allow and reject, with its messages.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "tests look at the files of the authority, run programs to compare with, and fail by a panic"
)]

mod common;

use std::time::{Duration, SystemTime};

use bunraku_ca::{
    Authority, Autosign, CaSettings, Certificate, Clock, Generated, KeyKind, NewRequest, Refusal, State,
    Submitted,
};
use common::{Folder, request};

const DAY: Duration = Duration::from_secs(86_400);

fn refused<T: std::fmt::Debug>(result: Result<T, Refusal>) -> (u16, String) {
    let refusal = result.unwrap_err();
    (refusal.status, refusal.message)
}

fn with(folder: &Folder, change: impl FnOnce(&mut CaSettings)) -> Authority {
    let mut settings = folder.settings();
    change(&mut settings);
    Authority::open_or_create(settings).unwrap()
}

#[test]
fn a_request_waits_is_signed_and_cannot_come_again() {
    let folder = Folder::new();
    let ca = folder.authority();
    let csr = request("web01").csr;
    assert_eq!(refused(ca.certificate("web01")), (404, "Could not find certificate web01".to_owned()));
    assert_eq!(
        refused(ca.certificate_request("web01")),
        (404, "Could not find certificate_request web01".to_owned())
    );
    assert_eq!(ca.is_known("web01"), Ok(false));
    assert_eq!(ca.submit("web01", &csr), Ok(Submitted::Pending));
    assert_eq!(ca.is_known("web01"), Ok(true));
    assert_eq!(ca.certificate_request("web01").unwrap(), csr);
    assert_eq!(ca.status("web01").unwrap().state, State::Requested);
    let again = "web01 already has a requested certificate; ignoring certificate request";
    assert_eq!(refused(ca.submit("web01", &csr)), (400, again.to_owned()));

    let signed = ca.sign("web01", None).unwrap();
    assert_eq!(ca.certificate("web01").unwrap().pem, signed.to_pem());
    assert_eq!(signed.certname().as_deref(), Some("web01"));
    assert!(signed.is_issued_by(ca.issuing_certificate()));
    let status = ca.status("web01").unwrap();
    assert_eq!(status.state, State::Signed);
    assert_eq!(status.dns_alt_names, ["DNS:web01"]);
    assert!(!folder.path("ca/requests/web01.pem").exists());
    let again = "web01 already has a signed certificate; ignoring certificate request";
    assert_eq!(refused(ca.submit("web01", &csr)), (400, again.to_owned()));

    ca.revoke(&["web01".to_owned()]).unwrap();
    assert_eq!(ca.status("web01").unwrap().state, State::Revoked);
    assert!(ca.is_revoked(&signed.serial()).unwrap());
    let again = "web01 already has a revoked certificate; ignoring certificate request";
    assert_eq!(refused(ca.submit("web01", &csr)), (400, again.to_owned()));

    let cleaned =
        ca.clean(&["web01".to_owned(), "b".to_owned(), "c".to_owned(), "web01".to_owned()]).unwrap();
    assert_eq!(cleaned.message(), "The following certs do not exist and cannot be revoked: [\"b\" \"c\"]");
    assert_eq!(refused(ca.status("web01")).0, 404);
    assert_eq!(ca.submit("web01", &csr), Ok(Submitted::Pending));
    assert_eq!(ca.clean(&["web01".to_owned()]).unwrap().message(), "Successfully cleaned all certs.");
}

#[test]
fn what_may_not_be_signed_stays_pending() {
    let plain = NewRequest::new("web01");
    let sentence = |what: &str| {
        let setting =
            if what.contains("authorization") { "authorization-extensions" } else { "subject-alt-names" };
        let words = if what.contains("authorization") {
            "authorization extensions"
        } else {
            "subject alternative names"
        };
        format!(
            "CSR 'web01' contains {what}. To allow {words}, set allow-{setting} to true in your ca.conf file. Then restart \
             the puppetserver and try signing this certificate again."
        )
    };
    let names = |names: &[&str]| NewRequest {
        alt_names: names.iter().map(|name| (*name).to_owned()).collect(),
        ..plain.clone()
    };
    let extension =
        |name: &str| NewRequest { extensions: vec![(name.to_owned(), "true".to_owned())], ..plain.clone() };
    let extra = "extra subject alternative names";
    let authorization = "an authorization extension, which is disallowed";
    let strict: fn(&mut CaSettings) = |_| {};
    let lax: fn(&mut CaSettings) = |settings| {
        settings.allow_subject_alt_names = true;
        settings.allow_authorization_extensions = true;
    };
    for (rules, request, expected) in [
        (strict, plain.clone(), Ok(())),
        (strict, names(&["web01"]), Ok(())),
        (strict, names(&["www"]), Err(sentence(&format!("{extra} (DNS:www), which are disallowed")))),
        (
            strict,
            names(&["IP:10.0.0.1", "www"]),
            Err(sentence(&format!("{extra} (IP:10.0.0.1, DNS:www), which are disallowed"))),
        ),
        (lax, names(&["IP:10.0.0.1", "www"]), Ok(())),
        (strict, extension("pp_role"), Ok(())),
        (strict, extension("1.3.6.1.4.1.34380.1.2.1"), Ok(())),
        (strict, extension("pp_auth_role"), Err(sentence(authorization))),
        (strict, extension("pp_cli_auth"), Err(sentence(authorization))),
        (lax, extension("pp_auth_role"), Ok(())),
        (
            lax,
            extension("pp_cli_auth"),
            Err("Found extensions that are not permitted: 1.3.6.1.4.1.34380.1.3.39".to_owned()),
        ),
        // A request must not ask to be an authority.
        (lax, extension("2.5.29.19"), Err("Found extensions that are not permitted: 2.5.29.19".to_owned())),
        (
            strict,
            NewRequest {
                extensions: vec![
                    ("pp_role".to_owned(), "a".to_owned()),
                    ("pp_role".to_owned(), "b".to_owned()),
                ],
                ..plain.clone()
            },
            Err("Found extensions that are not permitted: 1.3.6.1.4.1.34380.1.1.13".to_owned()),
        ),
    ] {
        let folder = Folder::new();
        let csr = request.generate().unwrap().csr;
        let ca = with(&folder, |settings| {
            rules(settings);
            settings.autosign = Autosign::On;
        });
        match expected {
            Ok(()) => {
                assert_eq!(ca.submit("web01", &csr), Ok(Submitted::Signed), "{request:?}");
                let certificate = Certificate::from_pem(&ca.certificate("web01").unwrap().pem).unwrap();
                let extensions: Vec<(String, String)> = request
                    .extensions
                    .iter()
                    .map(|(name, value)| (bunraku_ca::oid_of(name).unwrap_or(name.clone()), value.clone()))
                    .collect();
                assert_eq!(certificate.puppet_extensions(), extensions);
                assert!(!certificate.is_authority());
            }
            Err(message) => {
                assert_eq!(refused(ca.submit("web01", &csr)), (400, message.clone()), "{request:?}");
                assert_eq!(ca.status("web01").unwrap().state, State::Requested);
                assert_eq!(refused(ca.sign("web01", None)), (409, message.clone()));
                let bulk = ca.sign_all().unwrap();
                assert_eq!(bulk.signing_errors, [("web01".to_owned(), message)]);
                assert_eq!(refused(ca.certificate("web01")).0, 404);
            }
        }
    }
}

#[test]
fn the_signature_of_a_request_must_be_that_of_its_key() {
    let folder = Folder::new();
    let ca = with(&folder, |settings| settings.autosign = Autosign::On);
    let csr = request("web01").csr;
    let mut base64: Vec<String> = csr.lines().map(str::to_owned).collect();
    let last = base64.len() - 2;
    let changed: String = base64[last]
        .chars()
        .enumerate()
        .map(|(at, c)| if at == 3 { if c == 'A' { 'B' } else { 'A' } } else { c })
        .collect();
    base64[last] = changed;
    let forged = base64.join("\n");
    assert_eq!(
        refused(ca.submit("web01", &forged)),
        (400, "CSR contains a public key that does not correspond to the signing key".to_owned())
    );
}

#[test]
fn junk_is_refused() {
    let folder = Folder::new();
    let ca = folder.authority();
    let before = folder.snapshot();
    let request = request("web01").csr;
    let cut: String = request.lines().filter(|line| !line.contains("END")).collect();
    let large = "a".repeat(100_000);
    for junk in [
        &*large,
        "",
        "junk",
        "\0\0",
        &cut,
        "-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n",
    ] {
        let (status, message) = refused(ca.submit("web01", junk));
        assert_eq!(status, 400);
        assert!(message.starts_with("Invalid CSR: "), "{message}");
    }
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn no_bytes_make_it_fall_over() {
    let folder = Folder::new();
    let mut settings = folder.settings();
    settings.autosign = Autosign::On;
    settings.allow_duplicate_certs = true;
    let ca = Authority::create(settings).unwrap();
    let csr = NewRequest {
        alt_names: vec!["www".to_owned(), "IP:10.0.0.1".to_owned()],
        extensions: vec![("pp_role".to_owned(), "web".to_owned())],
        attributes: vec![("1.3.6.1.4.1.34380.1.3.2".to_owned(), "true".to_owned())],
        ..NewRequest::new("web01")
    };
    let (csr, list) = (csr.generate().unwrap().csr, ca.crl().unwrap().pem);
    let certificate = ca.issuing_certificate().der().to_vec();
    let changed = |text: &str, at: usize, by: u8| -> String {
        let mut bytes = text.as_bytes().to_vec();
        if let Some(byte) = bytes.get_mut(at).filter(|byte| byte.is_ascii_alphanumeric()) {
            *byte = b'A' + (*byte).wrapping_add(by) % 26;
        }
        String::from_utf8(bytes).unwrap()
    };
    for at in 0..csr.len().max(list.len()).max(certificate.len()) {
        for by in [1, 7, 13] {
            // The result does not matter: nothing panics, and nothing forged gets a certificate.
            let mutated = changed(&csr, at, by);
            let answer = ca.submit("web01", &mutated);
            assert!(answer != Ok(Submitted::Signed) || mutated == csr, "{mutated}");
            let _ = ca.update_crls(&changed(&list, at, by));
            let mut der = certificate.clone();
            if let Some(byte) = der.get_mut(at) {
                *byte = byte.wrapping_add(by);
            }
            assert!(ca.renew(Some(&der)).is_err());
            assert!(ca.renew(der.get(..at)).is_err());
        }
    }
}

#[test]
fn names_that_are_paths_touch_no_file() {
    let folder = Folder::new();
    let ca = folder.authority();
    let before = folder.snapshot();
    let long = "a".repeat(300);
    for name in
        ["..", ".", "", "../ca_key", "ca/../../x", "/etc/passwd", "a/b", "a\\b", "a\0b", "Web01", "*", &long]
    {
        let (status, _) = refused(ca.submit(name, &request(name).csr));
        assert_eq!(status, 400, "{name:?}");
        assert_eq!(refused(ca.submit(name, &request("web01").csr)).0, 400, "{name:?}");
        assert_eq!(refused(ca.submit("web01", &request(name).csr)).0, 400, "{name:?}");
        assert_eq!(refused(ca.certificate(name)).0, 404, "{name:?}");
        assert_eq!(refused(ca.certificate_request(name)).0, 404, "{name:?}");
        assert_eq!(refused(ca.status(name)).0, 404, "{name:?}");
        assert_eq!(refused(ca.sign(name, None)).0, 409, "{name:?}");
        assert_eq!(refused(ca.revoke(&[name.to_owned()])).0, 409, "{name:?}");
        assert_eq!(ca.clean(&[name.to_owned()]).unwrap().missing, [name.to_owned()]);
        assert_eq!(ca.delete(name), Ok(false), "{name:?}");
        assert_eq!(refused(ca.delete_request(name)).0, 404, "{name:?}");
        assert_eq!(refused(ca.generate(name, &[], false, KeyKind::P256, None)).0, 400, "{name:?}");
        assert_eq!(ca.sign_all_of(&[name.to_owned()]).unwrap().no_csr, [name.to_owned()]);
    }
    assert_eq!(folder.snapshot(), before);
}

#[test]
fn agents_that_renew_get_short_certificates() {
    let folder = Folder::new();
    // Certificates have a resolution of seconds.
    let now = SystemTime::now() - Duration::from_secs(60);
    let ca = with(&folder, |settings| settings.autosign = Autosign::On);
    let renewing = NewRequest {
        attributes: vec![("1.3.6.1.4.1.34380.1.3.2".to_owned(), "true".to_owned())],
        extensions: vec![("pp_role".to_owned(), "web".to_owned())],
        ..NewRequest::new("agent8")
    };
    ca.submit("agent8", &renewing.generate().unwrap().csr).unwrap();
    ca.submit("agent7", &request("agent7").csr).unwrap();
    let read = |name: &str| Certificate::from_pem(&ca.certificate(name).unwrap().pem).unwrap();
    let days = |certificate: &Certificate| {
        certificate.not_after().duration_since(now).unwrap().as_secs() / DAY.as_secs()
    };
    let (old, other) = (read("agent8"), read("agent7"));
    assert_eq!((days(&old), days(&other)), (90, 5 * 365));

    let renewed = ca.renew(Some(old.der())).unwrap();
    assert_eq!(renewed.certname(), old.certname());
    assert_eq!(renewed.puppet_extensions(), old.puppet_extensions());
    assert_ne!(renewed.serial(), old.serial());
    assert!(!ca.is_revoked(&old.serial()).unwrap());
    assert_eq!(read("agent8"), renewed);

    let missing = (400, "No valid certificate found in renewal request".to_owned());
    let foreign = (403, "Certificate present, but does not match signature".to_owned());
    assert_eq!(refused(ca.renew(None)), missing);
    assert_eq!(refused(ca.renew(Some(b"junk"))), missing);
    assert_eq!(refused(ca.renew(Some(ca.issuing_certificate().der()))), foreign);
    let elsewhere = Folder::new();
    let Generated { certificate, .. } =
        elsewhere.authority().generate("agent8", &[], false, KeyKind::P256, None).unwrap();
    assert_eq!(refused(ca.renew(Some(Certificate::from_pem(&certificate).unwrap().der()))), foreign);
    // All valid certificates of a name are revoked, not only the last one.
    ca.revoke(&["agent8".to_owned()]).unwrap();
    assert!(ca.is_revoked(&old.serial()).unwrap() && ca.is_revoked(&renewed.serial()).unwrap());
    assert_eq!(refused(ca.renew(Some(renewed.der()))), missing);

    let off = with(&folder, |settings| settings.allow_auto_renewal = false);
    assert_eq!(refused(off.renew(Some(other.der()))), (404, "Not Found".to_owned()));
}

#[test]
fn times_to_live_are_bounded() {
    let folder = Folder::new();
    let ca = folder.authority();
    ca.submit("web01", &request("web01").csr).unwrap();
    let (status, message) = refused(ca.sign("web01", Some(Duration::from_secs(51 * 365 * 86_400))));
    assert_eq!(
        (status, &*message),
        (400, "expected a time to live of at most 50 years, got 1608336000 seconds")
    );
    let certificate = ca.sign("web01", Some(DAY)).unwrap();
    assert!(certificate.not_after() < SystemTime::now() + 2 * DAY);
    let endless = CaSettings { ca_ttl: Duration::from_secs(51 * 365 * 86_400), ..Folder::new().settings() };
    let failure = Authority::create(endless).unwrap_err();
    assert_eq!(failure.to_string(), "Config setting ca_ttl must have a value below 1576800000");
}

#[test]
fn an_expired_authority_says_so_and_can_be_renewed() {
    let folder = Folder::new();
    folder.authority();
    let later = SystemTime::now() + 6 * 365 * DAY;
    let ca = with(&folder, |settings| settings.clock = Clock::new(move || later));
    assert_eq!(ca.submit("web01", &request("web01").csr), Ok(Submitted::Pending));
    let (status, message) = refused(ca.sign("web01", None));
    assert_eq!(status, 500);
    assert!(message.starts_with("the certificate of the authority expired at 20"), "{message}");
    assert!(message.contains("run `bunraku ca renew --ca`"), "{message}");
    let warnings = ca.warnings().unwrap();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(
        warnings[0].contains("the certificate of the authority `Puppet CA` expired at 20"),
        "{warnings:?}"
    );
    assert!(warnings[1].contains("the revocation list of `Puppet CA` expired at 20"), "{warnings:?}");

    ca.renew_ca(365 * DAY).unwrap();
    assert_eq!(ca.renew_crls_if_needed(), Ok(true));
    assert_eq!(ca.renew_crls_if_needed(), Ok(false));
    let ca = with(&folder, |settings| settings.clock = Clock::new(move || later));
    assert_eq!(ca.warnings().unwrap(), Vec::<String>::new());
    assert!(ca.sign("web01", None).unwrap().is_issued_by(ca.issuing_certificate()));
}

#[test]
fn a_renewed_list_forgets_what_has_expired() {
    let folder = Folder::new();
    let ca = folder.authority();
    for (name, ttl) in [("short", DAY), ("long", 1000 * DAY)] {
        ca.generate(name, &[], false, KeyKind::P256, Some(ttl)).unwrap();
    }
    let serial = |name: &str| ca.status(name).unwrap().certificate.unwrap().serial_number;
    let (short, long) = (serial("short"), serial("long"));
    ca.revoke(&["short".to_owned(), "long".to_owned()]).unwrap();
    let before = ca.crl().unwrap().pem;
    ca.revoke(&["short".to_owned()]).unwrap();
    assert_eq!(ca.crl().unwrap().pem, before, "what is revoked already changes nothing");
    let later = SystemTime::now() + 10 * DAY;
    let ca = with(&folder, |settings| settings.clock = Clock::new(move || later));
    ca.renew_crls().unwrap();
    assert!(!ca.is_revoked(&short).unwrap());
    assert!(ca.is_revoked(&long).unwrap());
}

#[test]
fn a_change_by_another_program_is_seen() {
    let folder = Folder::new();
    let (one, other) = (folder.authority(), with(&folder, |_| {}));
    let generated = one.generate("web01", &[], false, KeyKind::P256, None).unwrap();
    let serial = Certificate::from_pem(&generated.certificate).unwrap().serial();
    assert!(!one.is_revoked(&serial).unwrap());
    other.revoke(&["web01".to_owned()]).unwrap();
    assert!(one.is_revoked(&serial).unwrap());
    let next = one.generate("web02", &[], false, KeyKind::P256, None).unwrap();
    let next = Certificate::from_pem(&next.certificate).unwrap().serial();
    let last = other.generate("web03", &[], false, KeyKind::P256, None).unwrap();
    assert_ne!(next, Certificate::from_pem(&last.certificate).unwrap().serial());
}

#[test]
fn only_machines_of_the_infrastructure_get_on_the_short_list() {
    let folder = Folder::new();
    let ca = with(&folder, |settings| settings.enable_infra_crl = true);
    folder.write("ca/infra_inventory.txt", "puppet\n");
    for name in ["puppet", "web01"] {
        ca.generate(name, &[], false, KeyKind::P256, None).unwrap();
    }
    assert_eq!(folder.read("ca/infra_serials"), "2\n");
    let before = ca.crl().unwrap();
    ca.revoke(&["web01".to_owned()]).unwrap();
    assert_eq!(ca.crl().unwrap().pem, before.pem);
    ca.revoke(&["puppet".to_owned()]).unwrap();
    assert_ne!(ca.crl().unwrap().pem, before.pem);
    assert_eq!(ca.statuses(Some(State::Revoked)).unwrap().len(), 2);
}
