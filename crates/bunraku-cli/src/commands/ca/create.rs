//! `bunraku ca setup` and `bunraku ca import`: create an authority and the certificate of its server.

use std::fs;
use std::path::Path;

use bunraku_ca::{Authority, Import};

use super::Done;
use crate::args::{CaImport, CaSetup, NewCertificate};
use crate::authority::Installation;
use crate::files::reason;

/// Creates a root and an intermediate authority.
pub fn set_up(mut installation: Installation, args: &CaSetup) -> Result<Done, String> {
    if let Some(certname) = &args.certname {
        installation.authority.ca_name = format!("Puppet CA: {certname}");
        certname.clone_into(&mut installation.certname);
    }
    if let Some(name) = &args.ca_name {
        name.clone_into(&mut installation.authority.ca_name);
    }
    let root =
        args.root_ca_name.clone().unwrap_or_else(|| format!("Puppet Root CA: {}", installation.certname));
    installation.authority.key = args.new.key_type;
    let authority =
        Authority::set_up(installation.authority.clone(), &root).map_err(|failure| failure.to_string())?;
    finish(&authority, &installation, &args.new, "Generation")
}

/// Creates an authority from existing keys and certificates.
pub fn import(mut installation: Installation, args: &CaImport) -> Result<Done, String> {
    if let Some(certname) = &args.certname {
        certname.clone_into(&mut installation.certname);
    }
    let (private_key, cert_bundle, crl_chain) =
        (read(&args.private_key)?, read(&args.cert_bundle)?, read(&args.crl_chain)?);
    let import = Import { private_key: &private_key, cert_bundle: &cert_bundle, crl_chain: &crl_chain };
    let authority =
        Authority::import(installation.authority.clone(), import).map_err(|failure| failure.to_string())?;
    finish(&authority, &installation, &args.new, "Import")
}

fn finish(
    authority: &Authority,
    installation: &Installation,
    new: &NewCertificate,
    what: &str,
) -> Result<Done, String> {
    let names =
        [&new.subject_alt_names, &installation.dns_alt_names].into_iter().find(|names| !names.is_empty());
    let names = names.map(Vec::as_slice).unwrap_or_default();
    authority.ensure_host(&installation.certname, names, new.key_type).map_err(|refusal| refusal.message)?;
    let mut done = Done::default();
    done.line(format!("{what} succeeded. Find your files in {}", authority.settings().cadir.display()));
    Ok(done)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read `{}`: {}", path.display(), reason(&error)))
}
