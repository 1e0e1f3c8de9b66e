//! What a server needs for TLS: its own key and certificate, trusted authorities, and revocations. Opens no sockets.

use std::fmt::{self, Debug, Formatter};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::authority::{Authority, RENEWAL};
use crate::certificate::Certificate;
use crate::crl::RevocationList;
use crate::files::{self, Mode};
use crate::key::{PrivateKey, public_pem};
use crate::layout::Layout;
use crate::{Failure, KeyKind, Refusal, name, pem};

/// The certificate files of a machine, in the same places as for an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostFiles {
    /// The certificate of the machine.
    pub certificate: PathBuf,
    /// Its private key.
    pub private_key: PathBuf,
    /// The certificates of the authority.
    pub ca_bundle: PathBuf,
    /// The revocation lists of the authority.
    pub crl: PathBuf,
}

impl HostFiles {
    /// The files of a machine below its `ssldir`.
    pub fn below(ssldir: &Path, certname: &str) -> HostFiles {
        HostFiles::of(&Layout { cadir: PathBuf::new(), ssldir: ssldir.to_owned() }, certname)
    }

    fn of(layout: &Layout, certname: &str) -> HostFiles {
        HostFiles {
            certificate: layout.host_certificate(certname),
            private_key: layout.host_key(certname),
            ca_bundle: layout.local_ca(),
            crl: layout.local_crl(),
        }
    }

    /// Reads the files.
    pub fn load(&self) -> Result<Identity, Failure> {
        let wrong = |path: &Path, reason: String| Failure::new(format!("`{}`: {reason}", path.display()));
        let certificates = Certificate::all_from_pem(&files::read(&self.certificate)?)
            .map_err(|reason| wrong(&self.certificate, reason))?;
        let certificate = certificates.first().cloned();
        let certificate = certificate.ok_or_else(|| {
            wrong(&self.certificate, "expected a certificate in PEM format, found none".to_owned())
        })?;
        let text = files::read(&self.private_key)?;
        let key = PrivateKey::from_pem(&text).map_err(|reason| wrong(&self.private_key, reason))?;
        let public = key.public_key().map_err(|reason| wrong(&self.private_key, reason))?;
        if !certificate.has_key(&public) {
            let reason = format!("it does not match the certificate in `{}`", self.certificate.display());
            return Err(wrong(&self.private_key, reason));
        }
        let key = pem::decode(&text).map_err(|reason| wrong(&self.private_key, reason))?;
        let key = key.into_iter().find(|block| block.label.ends_with("PRIVATE KEY")).map(|block| block.der);
        let trusted = Certificate::all_from_pem(&files::read(&self.ca_bundle)?)
            .map_err(|reason| wrong(&self.ca_bundle, reason))?;
        let lists = match files::read_if_any(&self.crl)? {
            Some(text) => RevocationList::all_from_pem(&text).map_err(|reason| wrong(&self.crl, reason))?,
            None => Vec::new(),
        };
        let chain = chain(&certificates, &trusted);
        Ok(Identity {
            chain: chain.iter().map(|one| one.der().to_vec()).collect(),
            private_key: key.unwrap_or_default(),
            trusted: trusted.iter().map(|one| one.der().to_vec()).collect(),
            crls: lists.iter().map(|list| list.der().to_vec()).collect(),
            not_after: certificate.not_after(),
        })
    }
}

/// The inputs for configuring rustls, all in DER.
///
/// All certificates of the bundle are trusted, so that clients below an intermediate authority that send only their own
/// are accepted: rustls must check the revocation of the end entity only.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    /// The certificate and its intermediate ancestors, without the root.
    pub chain: Vec<Vec<u8>>,
    /// The private key, as PKCS #8, PKCS #1 or SEC 1.
    pub private_key: Vec<u8>,
    /// The certificates of the authority.
    pub trusted: Vec<Vec<u8>>,
    /// The revocation lists.
    pub crls: Vec<Vec<u8>>,
    /// The end of the certificate's validity.
    pub not_after: SystemTime,
}

impl Debug for Identity {
    /// The key is not shown.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({} certificates, {} lists)", self.chain.len(), self.crls.len())
    }
}

/// The certificates that a server sends: clients that only know the root need the intermediate ones.
fn chain(own: &[Certificate], trusted: &[Certificate]) -> Vec<Certificate> {
    let mut chain: Vec<Certificate> = own.to_vec();
    while let Some(last) = chain.last() {
        let above = trusted.iter().find(|one| last.is_issued_by(one) && !chain.contains(one));
        match above {
            // Clients already have the root.
            Some(above) if !above.is_root() => chain.push(above.clone()),
            _ => break,
        }
    }
    chain
}

impl Authority {
    /// Ensures that this machine has a key and a certificate for the server, and copies of the authority's certificate
    /// and lists, as puppetserver does when it starts. Existing files are kept.
    ///
    /// The certificate authorizes use of the authority's own routes. Without names it also has `puppet`, the default
    /// server name of agents.
    pub fn ensure_host(
        &self,
        certname: &str,
        dns_alt_names: &[String],
        key: KeyKind,
    ) -> Result<HostFiles, Refusal> {
        name::check(certname, certname)?;
        let files = HostFiles::of(self.layout(), certname);
        self.ensure_host_certificate(certname, dns_alt_names, key, &files)?;
        if !files.ca_bundle.exists() {
            self.copy(self.ca_certificate()?.pem, &files.ca_bundle)?;
        }
        self.refresh_host_crl(&files)?;
        Ok(files)
    }

    /// Generates a key and a certificate for a name and writes them below the `ssldir`, where an agent expects them.
    /// Existing files are not replaced.
    pub fn generate_files(
        &self,
        certname: &str,
        alt_names: &[String],
        ca_client: bool,
        key: KeyKind,
        ttl: Option<Duration>,
    ) -> Result<HostFiles, Refusal> {
        name::check(certname, certname)?;
        let host = HostFiles::of(self.layout(), certname);
        let public_key = self.layout().host_public_key(certname);
        for path in [&host.private_key, &public_key, &host.certificate] {
            if path.exists() {
                let message = format!(
                    "`{}` exists: remove it if you want a new certificate for {certname}",
                    path.display()
                );
                return Err(Refusal::conflict(message));
            }
        }
        self.make_host_folders()?;
        let generated = self.generate(certname, alt_names, ca_client, key, ttl)?;
        files::write(&host.private_key, generated.private_key.as_bytes(), Mode::Secret)?;
        files::write(&public_key, generated.public_key.as_bytes(), Mode::Public)?;
        files::write(&host.certificate, generated.certificate.as_bytes(), Mode::Public)?;
        Ok(host)
    }

    fn make_host_folders(&self) -> Result<(), Failure> {
        let ssldir = &self.layout().ssldir;
        files::make_folder(ssldir, Mode::Public)?;
        files::make_folder(&ssldir.join("certs"), Mode::Public)?;
        files::make_folder(&ssldir.join("public_keys"), Mode::Public)?;
        files::make_folder(&ssldir.join("private_keys"), Mode::Secret)
    }

    /// Copies the revocation lists to where the machine's own agent expects them; a server calls it after changes.
    pub fn refresh_host_crl(&self, files: &HostFiles) -> Result<(), Refusal> {
        let lists = files::read(&self.layout().ca_crl())?;
        if files::read_if_any(&files.crl)?.as_deref() != Some(&lists) {
            self.copy(lists, &files.crl)?;
        }
        Ok(())
    }

    /// Renews the certificate of this machine, with the same key, if it expires within 30 days. A server calls this
    /// when it starts and once a day. Returns whether it was renewed. Certificates of other authorities are not
    /// touched.
    pub fn renew_host_if_needed(&self, certname: &str, files: &HostFiles) -> Result<bool, Refusal> {
        let own = Certificate::from_pem(&files::read(&files.certificate)?)
            .map_err(|reason| Failure::new(format!("`{}`: {reason}", files.certificate.display())))?;
        let is_ours = own.is_issued_by(self.issuing_certificate());
        if !is_ours || own.not_after() > self.now() + RENEWAL {
            return Ok(false);
        }
        let renewed = self.reissue_host(certname, &own)?;
        self.copy(renewed.to_pem(), &files.certificate)?;
        Ok(true)
    }

    fn copy(&self, content: String, path: &Path) -> Result<(), Failure> {
        if let Some(folder) = path.parent() {
            files::make_folder(folder, Mode::Public)?;
        }
        files::write(path, content.as_bytes(), Mode::Public)
    }

    fn ensure_host_certificate(
        &self,
        certname: &str,
        dns_alt_names: &[String],
        kind: KeyKind,
        host: &HostFiles,
    ) -> Result<(), Refusal> {
        match (host.certificate.exists(), host.private_key.exists()) {
            (true, true) => return Ok(()),
            (true, false) => {
                return Err(Refusal::from(Failure::new(format!(
                    "Found master cert '{}' but master private key '{}' is missing",
                    host.certificate.display(),
                    host.private_key.display()
                ))));
            }
            _ => {}
        }
        let failed = |reason: String| Failure::new(format!("cannot create the server's key: {reason}"));
        let layout = self.layout();
        self.make_host_folders()?;
        // A key without a certificate was left by a killed program, or put there on purpose.
        let key = match files::read_if_any(&host.private_key)? {
            Some(pem) => PrivateKey::from_pem(&pem).map_err(failed)?,
            None => {
                let key = PrivateKey::generate(kind).map_err(failed)?;
                files::write(&host.private_key, key.to_pem().map_err(failed)?.as_bytes(), Mode::Secret)?;
                key
            }
        };
        let public = public_pem(&key.public_key().map_err(failed)?).map_err(failed)?;
        files::write(&layout.host_public_key(certname), public.as_bytes(), Mode::Public)?;
        let certificate = self.issue_for_host(certname, dns_alt_names, &key)?;
        files::write(&host.certificate, certificate.to_pem().as_bytes(), Mode::Public)?;
        Ok(())
    }
}
