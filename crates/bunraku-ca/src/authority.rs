//! The authority: its files, exclusive access for changes, and queries that only read.

mod create;
mod crls;
mod renew;
mod sign;
mod status;

use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::time::SystemTime;

use crate::certificate::Certificate;
use crate::files::{self, Lock, Mode, Stamp};
use crate::inventory::Inventory;
use crate::issue::Issuer;
use crate::key::PrivateKey;
use crate::layout::Layout;
use crate::{CaSettings, Failure, Refusal, Serial, name};

pub use create::Import;
pub use crls::Cleaned;
use crls::KnownLists;
pub(crate) use crls::RENEWAL;
pub use sign::{Generated, Submitted};

/// A certificate authority on its files.
///
/// All methods may be called from several threads, and several programs may use the same folder at the same time:
/// writers hold a lock of the folder. What a method has acknowledged survives a crash at any moment, and no serial
/// number is ever used twice.
#[derive(Debug)]
pub struct Authority {
    settings: CaSettings,
    layout: Layout,
    issuer: Issuer,
    /// The certificates in `ca_crt.pem`, including the issuing one.
    bundle: Vec<Certificate>,
    inventory: Mutex<Inventory>,
    lists: RwLock<Option<KnownLists>>,
}

/// A file to be served, with its modification time for `If-Modified-Since`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served {
    /// The content, in PEM.
    pub pem: String,
    /// When the file was last modified.
    pub modified: SystemTime,
}

impl Authority {
    /// Whether the folder contains an authority. An incomplete one is an error that names what is missing.
    pub fn exists(settings: &CaSettings) -> Result<bool, Failure> {
        let layout = layout(settings);
        if layout.unfinished_setup().exists() {
            return Ok(false);
        }
        let required =
            [layout.ca_certificate(), layout.ca_crl(), layout.ca_key(), layout.inventory(), layout.serial()];
        let (found, missing): (Vec<_>, Vec<_>) = required.into_iter().partition(|path| path.exists());
        if !found.is_empty() && !missing.is_empty() {
            let list = |paths: Vec<std::path::PathBuf>| -> String {
                paths.iter().map(|path| format!("\n{}", path.display())).collect()
            };
            return Err(Failure::new(format!(
                "Cannot initialize CA with partial state; need all files or none.\nFound:{}\nMissing:{}",
                list(found),
                list(missing)
            )));
        }
        Ok(missing.is_empty())
    }

    /// Opens the authority in a folder. Changes nothing except leftovers of a killed program.
    pub fn open(settings: CaSettings) -> Result<Authority, Failure> {
        if !Authority::exists(&settings)? {
            let folder = settings.cadir.display();
            return Err(Failure::new(format!(
                "`{folder}` has no certificate authority: run `bunraku ca setup`"
            )));
        }
        let layout = layout(&settings);
        let (issuer, bundle) = load(&layout)?;
        let authority = Authority {
            settings,
            layout,
            issuer,
            bundle,
            inventory: Mutex::new(Inventory::default()),
            lists: RwLock::new(None),
        };
        authority.lists()?;
        authority.read_serial()?;
        // With read-only access to the folder, the authority can still be inspected.
        if let Ok(lock) = Lock::wait(&authority.layout.cadir) {
            authority.layout.folders().iter().for_each(|folder| files::remove_unfinished(folder));
            drop(lock);
        }
        Ok(authority)
    }

    /// Opens the authority in a folder, or creates one: what a server does when it starts.
    pub fn open_or_create(settings: CaSettings) -> Result<Authority, Failure> {
        if Authority::exists(&settings)? {
            return Authority::open(settings);
        }
        match Authority::create(settings.clone()) {
            // Another program was faster.
            Err(_) if Authority::exists(&settings)? => Authority::open(settings),
            created => created,
        }
    }

    /// The settings that the authority was opened with.
    pub fn settings(&self) -> &CaSettings {
        &self.settings
    }

    /// The certificates of the authority: the issuing one, and its ancestors.
    pub fn bundle(&self) -> &[Certificate] {
        &self.bundle
    }

    /// The issuing certificate.
    pub fn issuing_certificate(&self) -> &Certificate {
        &self.issuer.certificate
    }

    /// `ca_crt.pem`, byte for byte: agents compare its digest with `ca_fingerprint`.
    pub fn ca_certificate(&self) -> Result<Served, Refusal> {
        Ok(serve(&self.layout.ca_certificate())?)
    }

    /// The certificate of a name; `ca` is the authority's own.
    pub fn certificate(&self, certname: &str) -> Result<Served, Refusal> {
        let missing = || Refusal::missing(format!("Could not find certificate {certname}"));
        if certname == "ca" {
            return self.ca_certificate();
        }
        let path = self.layout.certificate(file_name(certname).ok_or_else(missing)?);
        if !path.exists() {
            return Err(missing());
        }
        Ok(serve(&path)?)
    }

    /// The pending request of a name, in PEM.
    pub fn certificate_request(&self, certname: &str) -> Result<String, Refusal> {
        let missing = || Refusal::missing(format!("Could not find certificate_request {certname}"));
        let path = self.layout.request(file_name(certname).ok_or_else(missing)?);
        files::read_if_any(&path)?.ok_or_else(missing)
    }

    /// Whether a name has, or once had, a request or certificate. For others, a server answers 404 with "Invalid
    /// certificate subject." when asked to sign or revoke.
    pub fn is_known(&self, certname: &str) -> Result<bool, Failure> {
        let writing = self.begin()?;
        Ok(self.has_request(certname) || self.was_issued(certname, &writing))
    }

    /// Whether a serial number is on the revocation list, which is read again if another program has changed it.
    pub fn is_revoked(&self, serial: &Serial) -> Result<bool, Failure> {
        Ok(self.lists()?.revoked.contains(serial))
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(crate) fn now(&self) -> SystemTime {
        self.settings.clock.now()
    }

    /// Acquires exclusive access for writing, and updates the inventory from disk.
    fn begin(&self) -> Result<Writing<'_>, Failure> {
        // A thread that panicked has written either whole files or nothing.
        let mut inventory = self.inventory.lock().unwrap_or_else(PoisonError::into_inner);
        let lock = Lock::wait(&self.layout.cadir)?;
        inventory.refresh(&self.layout.inventory())?;
        Ok(Writing { authority: self, inventory, _lock: lock })
    }

    fn read_serial(&self) -> Result<u64, Failure> {
        let path = self.layout.serial();
        let text = files::read(&path)?;
        u64::from_str_radix(text.trim(), 16).map_err(|_| {
            Failure::new(format!(
                "expected the next serial number in `{}`, hexadecimal, got `{}`",
                path.display(),
                text.trim()
            ))
        })
    }

    /// The parsed certificate of a name.
    fn stored_certificate(&self, certname: &str) -> Result<Option<Certificate>, Failure> {
        let Some(certname) = file_name(certname) else { return Ok(None) };
        let path = self.layout.certificate(certname);
        let Some(pem) = files::read_if_any(&path)? else { return Ok(None) };
        Certificate::from_pem(&pem).map(Some).map_err(|reason| broken(&path, &reason))
    }

    /// Whether a name has, or once had, a certificate.
    fn was_issued(&self, certname: &str, writing: &Writing<'_>) -> bool {
        let Some(name) = file_name(certname) else { return false };
        self.layout.certificate(name).exists() || !writing.inventory.of(certname).is_empty()
    }
}

/// Exclusive access for writing to the folder.
struct Writing<'a> {
    authority: &'a Authority,
    inventory: MutexGuard<'a, Inventory>,
    _lock: Lock,
}

impl Writing<'_> {
    /// Takes the next serial number. It is marked as used before anything is signed with it, so that neither a crash
    /// nor a lost file makes it reappear.
    fn next_serial(&mut self) -> Result<Serial, Failure> {
        let authority = self.authority;
        let mut number = authority.read_serial()?;
        // A folder restored from a backup may have an older counter than its inventory.
        let path = authority.layout.serial();
        let last =
            || Failure::new(format!("`{}` contains the largest possible serial number", path.display()));
        while self.inventory.has_serial(&Serial::from(number)) {
            number = number.checked_add(1).ok_or_else(last)?;
        }
        let next = number.checked_add(1).ok_or_else(last)?;
        files::write(&path, Serial::from(next).to_hex().as_bytes(), Mode::Public)?;
        Ok(Serial::from(number))
    }

    /// Stores a new certificate: in the inventory first, so that no certificate exists that cannot be revoked.
    fn keep(&mut self, certname: &str, certificate: &Certificate) -> Result<(), Failure> {
        let layout = &self.authority.layout;
        self.inventory.add(&layout.inventory(), certificate)?;
        self.note_infrastructure(certname, certificate)?;
        files::make_folder(&layout.signed(), Mode::Public)?;
        files::write(&layout.certificate(certname), certificate.to_pem().as_bytes(), Mode::Public)
    }

    /// Records the serial numbers of machines in `infra_inventory.txt`, for the short revocation list.
    fn note_infrastructure(&self, certname: &str, certificate: &Certificate) -> Result<(), Failure> {
        let layout = &self.authority.layout;
        let names = files::read_if_any(&layout.infra_inventory())?.unwrap_or_default();
        if !names.lines().any(|name| name == certname) {
            return Ok(());
        }
        let mut serials = files::read_if_any(&layout.infra_serials())?.unwrap_or_default();
        if !serials.is_empty() && !serials.ends_with('\n') {
            serials.push('\n');
        }
        serials.push_str(&format!("{}\n", certificate.serial()));
        files::write(&layout.infra_serials(), serials.as_bytes(), Mode::Public)
    }
}

fn layout(settings: &CaSettings) -> Layout {
    Layout { cadir: settings.cadir.clone(), ssldir: settings.ssldir.clone() }
}

/// Reads the key and the bundle, and finds the certificate of the key.
fn load(layout: &Layout) -> Result<(Issuer, Vec<Certificate>), Failure> {
    let (key_path, path) = (layout.ca_key(), layout.ca_certificate());
    let key = PrivateKey::from_pem(&files::read(&key_path)?).map_err(|reason| broken(&key_path, &reason))?;
    let bundle = Certificate::all_from_pem(&files::read(&path)?).map_err(|reason| broken(&path, &reason))?;
    let public = key.public_key().map_err(|reason| broken(&key_path, &reason))?;
    let issuing = bundle.iter().find(|certificate| certificate.has_key(&public));
    let Some(issuing) = issuing.cloned() else {
        return Err(Failure::new(format!(
            "no certificate in `{}` matches the key in `{}`",
            path.display(),
            key_path.display()
        )));
    };
    Ok((Issuer { certificate: issuing, key }, bundle))
}

fn serve(path: &std::path::Path) -> Result<Served, Failure> {
    let modified = Stamp::of(path)?.modified();
    Ok(Served { pem: files::read(path)?, modified })
}

fn file_name(certname: &str) -> Option<&str> {
    name::is_file_name(certname).then_some(certname)
}

fn broken(path: &std::path::Path, reason: &str) -> Failure {
    Failure::new(format!("`{}`: {reason}", path.display()))
}

/// An error that should never happen, but is not worth a crash.
fn internal(reason: String) -> Failure {
    Failure::new(format!("cannot create a certificate: {reason}"))
}
