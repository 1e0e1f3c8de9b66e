//! Renewing and revoking certificates.

use std::fs;

use crate::stage::{Stage, write};

const SITE: &str = "environments/production/manifests/site.pp";

#[test]
fn renewed_certificates_are_accepted_and_revoked_ones_are_not() {
    let Some(stage) = Stage::new("certificates", &[(SITE, "notify { 'hello': }\n")], &[]) else { return };
    let (status, said) = stage.agent(&[]);
    assert_eq!(status, 2, "{said}");

    // From version 8 on, agents renew a certificate on their own before it expires.
    let issued = || {
        let inventory = fs::read_to_string(stage.folder.join("server/ca/inventory.txt")).unwrap();
        inventory.lines().filter(|line| line.ends_with("/CN=node.test")).count()
    };
    assert_eq!(issued(), 1);
    let renews = stage.version() >= (8, 0);
    let soon: &[&str] = if renews { &["--hostcert_renewal_interval", "10y"] } else { &[] };
    let (status, said) = stage.agent(soon);
    assert_eq!((status, issued()), (2, 1 + usize::from(renews)), "{said}");

    let files = stage.agent_files();
    let old = fs::read_to_string(&files.certificate).unwrap();
    let answer = stage.ask(&files, "POST", "/puppet-ca/v1/certificate_renewal", "text/plain", b"");
    assert_eq!(answer.status, 200, "{}", answer.summary());
    let new = String::from_utf8(answer.body).unwrap();
    assert_ne!(old, new);
    write(&files.certificate, &new);
    let (status, said) = stage.agent(&[]);
    assert_eq!(status, 2, "the renewed certificate is accepted\n{said}");

    let revoke = br#"{"desired_state":"revoked"}"#;
    let path = "/puppet-ca/v1/certificate_status/node.test";
    let answer = stage.ask(&stage.server_files(), "PUT", path, "application/json", revoke);
    assert_eq!(answer.status, 204, "{}", answer.summary());
    let reports = stage.reports().len();
    let (status, said) = stage.agent(&[]);
    assert_eq!(status, 1, "{said}");
    assert!(said.to_lowercase().contains("revoked"), "{said}");
    assert_eq!(stage.reports().len(), reports, "nobody has listened");
}
