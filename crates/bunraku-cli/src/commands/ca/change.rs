//! The commands that change something: sign, revoke, clean, generate, renew, delete.

use std::time::SystemTime;

use bunraku_ca::{Authority, Certificate, State};

use super::Done;
use crate::args::{CaDelete, CaGenerate, CaNames, CaRenew, CaSign};

/// Signs requests. A failure does not stop the others.
pub fn sign(authority: &Authority, args: &CaSign) -> Result<Done, String> {
    let mut done = Done::default();
    let certnames = if args.all {
        let pending = authority.statuses(Some(State::Requested)).map_err(|refusal| refusal.message)?;
        pending.into_iter().map(|status| status.name).collect()
    } else {
        args.certname.clone()
    };
    if certnames.is_empty() {
        done.problem("No waiting certificate requests to sign");
    }
    for certname in certnames {
        match authority.sign(&certname, args.ttl) {
            Ok(_) => done.line(format!("Successfully signed certificate request for {certname}")),
            Err(refusal) => done.problem(refusal.message),
        }
    }
    Ok(done)
}

/// Revokes certificates. A failure does not stop the others.
pub fn revoke(authority: &Authority, args: &CaNames) -> Done {
    let mut done = Done::default();
    for certname in &args.certname {
        match authority.revoke(std::slice::from_ref(certname)) {
            Ok(()) => done.line(format!("Certificate for {certname} has been revoked")),
            Err(refusal) if refusal.status == 409 => {
                done.problem(format!("Could not find certificate for {certname}"));
            }
            Err(refusal) => done.problem(refusal.message),
        }
    }
    done
}

/// Revokes certificates and removes their files.
pub fn clean(authority: &Authority, args: &CaNames) -> Result<Done, String> {
    let mut done = Done::default();
    let cleaned = authority.clean(&args.certname).map_err(|refusal| refusal.message)?;
    for certname in &cleaned.cleaned {
        done.line(format!("Cleaned files related to {certname}"));
    }
    for certname in &cleaned.missing {
        // A request that was never signed is removed too.
        match authority.delete(certname) {
            Ok(true) => done.line(format!("Cleaned files related to {certname}")),
            Ok(false) => done.problem(format!("Could not find files to clean for {certname}")),
            Err(refusal) => done.problem(refusal.message),
        }
    }
    Ok(done)
}

/// Generates keys and certificates.
pub fn generate(authority: &Authority, args: &CaGenerate) -> Done {
    let mut done = Done::default();
    for certname in &args.certname {
        let names = &args.new.subject_alt_names;
        match authority.generate_files(certname, names, args.ca_client, args.new.key_type, args.ttl) {
            Ok(files) => {
                let (key, certificate) = (files.private_key.display(), files.certificate.display());
                done.line(format!("Successfully saved private key for {certname} to {key}"));
                done.line(format!("Successfully saved certificate for {certname} to {certificate}"));
            }
            Err(refusal) => done.problem(refusal.message),
        }
    }
    done
}

/// Renews certificates, the authority or its revocation list.
pub fn renew(authority: &Authority, args: &CaRenew) -> Result<Done, String> {
    let mut done = Done::default();
    if args.crl {
        authority.renew_crls().map_err(|failure| failure.to_string())?;
        done.line("Renewed the revocation list");
    }
    if args.ca {
        let ttl = args.ttl.unwrap_or(authority.settings().ca_ttl);
        authority.renew_ca(ttl).map_err(|failure| failure.to_string())?;
        done.line("Renewed the authority's certificate: distribute the new `ca_crt.pem` to all agents");
    }
    for certname in &args.certname {
        match authority.renew_certificate(certname, args.ttl) {
            Ok(_) => done.line(format!("Renewed the certificate of {certname}")),
            Err(refusal) => done.problem(refusal.message),
        }
    }
    Ok(done)
}

/// Removes certificates.
pub fn delete(authority: &Authority, args: &CaDelete) -> Result<Done, String> {
    let mut done = Done::default();
    let mut certnames = args.certname.clone();
    for certname in authority.signed_names().map_err(|failure| failure.to_string())? {
        let wanted = args.all
            || args.revoked && authority.status(&certname).is_ok_and(|status| status.state == State::Revoked)
            || args.expired && has_expired(authority, &certname);
        if wanted && !certnames.contains(&certname) {
            certnames.push(certname);
        }
    }
    let mut count = 0;
    for certname in &certnames {
        match authority.delete(certname) {
            Ok(true) => count += 1,
            Ok(false) => done.problem(format!("Could not find certificate {certname}")),
            Err(refusal) => done.problem(refusal.message),
        }
    }
    done.line(format!("{count} certificate{} deleted.", if count == 1 { "" } else { "s" }));
    Ok(done)
}

fn has_expired(authority: &Authority, certname: &str) -> bool {
    let certificate =
        authority.certificate(certname).ok().and_then(|served| Certificate::from_pem(&served.pem).ok());
    certificate.is_some_and(|certificate| certificate.not_after() < SystemTime::now())
}
