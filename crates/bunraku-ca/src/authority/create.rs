//! Creates authorities: on first start, with a separate root, or by import.

use super::{Authority, broken, internal, layout};
use crate::certificate::Certificate;
use crate::crl::RevocationList;
use crate::files::{self, Lock, Mode};
use crate::inventory::Entry;
use crate::issue::{Draft, Issuer};
use crate::key::{PrivateKey, public_pem};
use crate::layout::Layout;
use crate::{CaSettings, Failure, LONGEST_TTL, Serial, extension, name, time};

/// An existing authority to be imported, in PEM.
#[derive(Debug, Clone, Copy)]
pub struct Import<'i> {
    /// The private key of the issuing certificate.
    pub private_key: &'i str,
    /// The issuing certificate, and its ancestors up to the root.
    pub cert_bundle: &'i str,
    /// A revocation list for each of them.
    pub crl_chain: &'i str,
}

/// The parts of a new authority.
struct Fresh {
    issuer: Issuer,
    /// The certificates, issuing one first.
    bundle: Vec<Certificate>,
    lists: Vec<RevocationList>,
    /// The certificates whose serial numbers come from the new counter.
    counted: Vec<Certificate>,
    /// The text of the key, if it was imported.
    key: Option<String>,
    root_key: Option<PrivateKey>,
}

impl Authority {
    /// Creates a self-signed authority, as puppetserver does on its first start.
    pub fn create(settings: CaSettings) -> Result<Authority, Failure> {
        refuse_existing(&settings)?;
        let root = root(&settings, &settings.ca_name, 1)?;
        let list = RevocationList::empty(&root, settings.clock.now()).map_err(internal)?;
        let bundle = vec![root.certificate.clone()];
        let fresh = Fresh {
            counted: bundle.clone(),
            bundle,
            issuer: root,
            lists: vec![list],
            key: None,
            root_key: None,
        };
        fresh.write(settings)
    }

    /// Creates a root and an authority below it, like `puppetserver ca setup`. The key of the root is `root_key.pem`;
    /// it may be moved away until the root's own certificate or list must be renewed.
    pub fn set_up(settings: CaSettings, root_name: &str) -> Result<Authority, Failure> {
        refuse_existing(&settings)?;
        let now = settings.clock.now();
        let root = root(&settings, root_name, 1)?;
        let key = PrivateKey::generate(settings.key).map_err(internal)?;
        let public = key.public_key().map_err(internal)?;
        let extensions = extension::of_authority(root.certificate.public_key(), &public).map_err(internal)?;
        let draft = Draft {
            serial: &Serial::from(2),
            subject: name::subject(&settings.ca_name).map_err(internal)?,
            key: public,
            validity: time::validity(now, settings.ca_ttl).map_err(internal)?,
            extensions,
        };
        let issuer = Issuer { certificate: root.issue(draft).map_err(internal)?, key };
        let lists = vec![
            RevocationList::empty(&issuer, now).map_err(internal)?,
            RevocationList::empty(&root, now).map_err(internal)?,
        ];
        let bundle = vec![issuer.certificate.clone(), root.certificate.clone()];
        let counted = vec![root.certificate, issuer.certificate.clone()];
        Fresh { issuer, bundle, lists, counted, key: None, root_key: Some(root.key) }.write(settings)
    }

    /// Imports an existing authority, like `puppetserver ca import`.
    pub fn import(settings: CaSettings, import: Import<'_>) -> Result<Authority, Failure> {
        refuse_existing(&settings)?;
        let wrong = |what: &str, reason: &str| Failure::new(format!("{what}: {reason}"));
        let key =
            PrivateKey::from_pem(import.private_key).map_err(|reason| wrong("the private key", &reason))?;
        let bundle = Certificate::all_from_pem(import.cert_bundle)
            .map_err(|reason| wrong("the certificate bundle", &reason))?;
        let lists = RevocationList::all_from_pem(import.crl_chain)
            .map_err(|reason| wrong("the CRL chain", &reason))?;
        let first = bundle
            .first()
            .ok_or_else(|| wrong("the certificate bundle", "expected certificates, found none"))?;
        let public = key.public_key().map_err(internal)?;
        if !first.has_key(&public) {
            return Err(wrong("the private key", "it does not match the first certificate of the bundle"));
        }
        check_chain(&bundle, &lists, settings.clock.now())?;
        let issuer = Issuer { certificate: first.clone(), key };
        let key = Some(import.private_key.to_owned());
        Fresh { issuer, bundle, lists, counted: Vec::new(), key, root_key: None }.write(settings)
    }
}

/// Checks that each certificate is signed by the next, and that each has a revocation list.
fn check_chain(
    bundle: &[Certificate],
    lists: &[RevocationList],
    now: std::time::SystemTime,
) -> Result<(), Failure> {
    for (at, certificate) in bundle.iter().enumerate() {
        let name = certificate.certname().unwrap_or_default();
        if !certificate.is_authority() {
            return Err(Failure::new(format!("the certificate `{name}` is not a CA certificate")));
        }
        if certificate.not_after() < now {
            let end = certificate.not_after_text();
            return Err(Failure::new(format!("the certificate of the authority `{name}` expired at {end}")));
        }
        let is_issued = match bundle.get(at + 1) {
            Some(issuer) => certificate.is_issued_by(issuer),
            None => certificate.is_root(),
        };
        if !is_issued {
            let expected = name::common_name(&certificate.parsed().issuer).unwrap_or_default();
            return Err(Failure::new(format!(
                "expected the certificate of `{expected}`, which issued `{name}`, as the next one in the bundle"
            )));
        }
        let list = lists.iter().find(|list| list.is_of(certificate));
        let list = list.ok_or_else(|| {
            Failure::new(format!("the CRL chain has no revocation list for the authority `{name}`"))
        })?;
        if !list.is_signed_by(certificate) {
            return Err(Failure::new(format!("the revocation list of `{name}` is not signed by its key")));
        }
    }
    Ok(())
}

fn refuse_existing(settings: &CaSettings) -> Result<(), Failure> {
    if settings.ca_ttl > LONGEST_TTL {
        let most = LONGEST_TTL.as_secs();
        return Err(Failure::new(format!("Config setting ca_ttl must have a value below {most}")));
    }
    if Authority::exists(settings)? {
        return Err(Failure::new(format!(
            "`{}` already contains a certificate authority; creating another one would invalidate all certificates \
             it has issued. Remove the folder if you want that",
            settings.cadir.display()
        )));
    }
    Ok(())
}

fn root(settings: &CaSettings, name: &str, serial: u64) -> Result<Issuer, Failure> {
    let key = PrivateKey::generate(settings.key).map_err(internal)?;
    let validity = time::validity(settings.clock.now(), settings.ca_ttl).map_err(internal)?;
    let subject = name::subject(name).map_err(internal)?;
    Issuer::self_signed(key, subject, &Serial::from(serial), validity).map_err(internal)
}

impl Fresh {
    /// Writes all files. Meanwhile there is a marker in the folder: after a crash, everything is created again.
    fn write(self, settings: CaSettings) -> Result<Authority, Failure> {
        let layout = layout(&settings);
        files::make_folder(&layout.cadir, Mode::Secret)?;
        let lock = Lock::wait(&layout.cadir)?;
        // Another program may have created one while this one generated keys.
        refuse_existing(&settings)?;
        files::write(&layout.unfinished_setup(), b"", Mode::Public)?;
        self.write_files(&layout)?;
        files::remove(&layout.unfinished_setup())?;
        drop(lock);
        Authority::open(settings)
    }

    fn write_files(&self, layout: &Layout) -> Result<(), Failure> {
        files::make_folder(&layout.signed(), Mode::Public)?;
        files::make_folder(&layout.requests(), Mode::Public)?;
        let key = match &self.key {
            Some(key) => key.clone(),
            None => self.issuer.key.to_pem().map_err(internal)?,
        };
        if let Some(root_key) = &self.root_key {
            let pem = root_key.to_pem().map_err(internal)?;
            files::write(&layout.root_key(), pem.as_bytes(), Mode::Secret)?;
        }
        let public = public_pem(self.issuer.certificate.public_key()).map_err(internal)?;
        let inventory: String =
            self.counted.iter().map(|certificate| format!("{}\n", Entry::line(certificate))).collect();
        let next = Serial::from(self.counted.len() as u64 + 1).to_hex();
        let bundle: String = self.bundle.iter().map(Certificate::to_pem).collect();
        let lists = RevocationList::to_pem(&self.lists);
        for (path, content, mode) in [
            (layout.ca_key(), &key, Mode::Secret),
            (layout.ca_public_key(), &public, Mode::Public),
            (layout.ca_certificate(), &bundle, Mode::Public),
            (layout.ca_crl(), &lists, Mode::Public),
            (layout.infra_crl(), &lists, Mode::Public),
            (layout.infra_inventory(), &String::new(), Mode::Public),
            (layout.infra_serials(), &String::new(), Mode::Public),
            (layout.inventory(), &inventory, Mode::Public),
            (layout.serial(), &next, Mode::Public),
        ] {
            files::write(&path, content.as_bytes(), mode)
                .map_err(|failure| broken(&path, &failure.to_string()))?;
        }
        Ok(())
    }
}
