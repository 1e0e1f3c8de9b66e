//! Revocation: the lists, their entries, and their renewal.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, SystemTime};

use super::{Authority, Served, Writing, broken, internal};
use crate::crl::RevocationList;
use crate::files::{self, Mode, Stamp};
use crate::{Failure, Refusal, Serial};

/// A list that expires within this time is renewed.
pub(crate) const RENEWAL: Duration = Duration::from_secs(30 * 86_400);

/// The lists in `ca_crl.pem` as last read.
#[derive(Debug, Clone)]
pub(super) struct KnownLists {
    stamp: Stamp,
    pub lists: Arc<Vec<RevocationList>>,
    /// The index of the authority's own list.
    own: usize,
    pub revoked: Arc<HashSet<Serial>>,
}

impl Authority {
    /// The revocation lists for agents: `ca_crl.pem`, or the short one with `enable_infra_crl`.
    pub fn crl(&self) -> Result<Served, Refusal> {
        Ok(super::serve(&self.served_crl())?)
    }

    fn served_crl(&self) -> PathBuf {
        if self.settings.enable_infra_crl { self.layout.infra_crl() } else { self.layout.ca_crl() }
    }

    /// Revokes all valid certificates of names; those already revoked stay so. If one of the names never had a
    /// certificate, none is revoked.
    pub fn revoke(&self, certnames: &[String]) -> Result<(), Refusal> {
        let mut writing = self.begin()?;
        for certname in certnames {
            if !self.was_issued(certname, &writing) {
                let message =
                    format!("Cannot revoke certificate for host {certname} without a signed certificate");
                return Err(Refusal::conflict(message));
            }
        }
        Ok(self.revoke_issued(&mut writing, certnames)?)
    }

    /// Revokes the certificates of names and removes them. Names that never had one do not prevent the others.
    pub fn clean(&self, certnames: &[String]) -> Result<Cleaned, Refusal> {
        let mut writing = self.begin()?;
        let mut unique: Vec<String> = Vec::new();
        for certname in certnames {
            if !unique.contains(certname) {
                unique.push(certname.clone());
            }
        }
        let (cleaned, missing): (Vec<String>, Vec<String>) =
            unique.into_iter().partition(|certname| self.was_issued(certname, &writing));
        self.revoke_issued(&mut writing, &cleaned)?;
        for certname in &cleaned {
            files::remove(&self.layout.certificate(certname))?;
        }
        Ok(Cleaned { cleaned, missing })
    }

    /// Removes the certificate of a name without revoking it, and its request. Returns whether there was any.
    pub fn delete(&self, certname: &str) -> Result<bool, Refusal> {
        let Some(certname) = super::file_name(certname) else { return Ok(false) };
        let _writing = self.begin()?;
        let certificate = files::remove(&self.layout.certificate(certname))?;
        Ok(files::remove(&self.layout.request(certname))? || certificate)
    }

    /// Removes the request of a name.
    pub fn delete_request(&self, certname: &str) -> Result<(), Refusal> {
        let path = super::file_name(certname).map(|name| self.layout.request(name));
        let _writing = self.begin()?;
        if let Some(path) = &path
            && files::remove(path)?
        {
            return Ok(());
        }
        let shown = path.unwrap_or_else(|| self.layout.requests());
        Err(Refusal::missing(format!(
            "No certificate request for {certname} at expected path {}",
            shown.display()
        )))
    }

    /// Renews the authority's lists if they expire within 30 days, and removes expired certificates from them. A server
    /// calls this once a day. Returns whether a list was renewed.
    pub fn renew_crls_if_needed(&self) -> Result<bool, Failure> {
        let soon = self.now() + RENEWAL;
        self.renew_lists(|list| list.next_update().is_none_or(|next| next < soon))
    }

    /// Renews the authority's lists now.
    pub fn renew_crls(&self) -> Result<(), Failure> {
        self.renew_lists(|_| true).map(drop)
    }

    fn own_crl_paths(&self) -> Vec<PathBuf> {
        let infra =
            Some(self.layout.infra_crl()).filter(|path| self.settings.enable_infra_crl && path.exists());
        [self.layout.ca_crl()].into_iter().chain(infra).collect()
    }

    /// Renews the own list, and the root's if its key is available, if a condition holds.
    fn renew_lists(&self, must_be: impl Fn(&RevocationList) -> bool) -> Result<bool, Failure> {
        let writing = self.begin()?;
        let expired = writing.inventory.expired(self.now());
        let root = self.root()?;
        let mut renewed = false;
        for path in self.own_crl_paths() {
            let known = self.read_lists(&path)?;
            let mut lists = known.lists.to_vec();
            for (at, list) in lists.iter_mut().enumerate() {
                let of_root = root.as_ref().filter(|root| list.is_of(&root.certificate));
                let Some(issuer) = Some(&self.issuer).filter(|_| at == known.own).or(of_root) else {
                    continue;
                };
                if must_be(list) {
                    *list = list.next(issuer, &[], &expired, self.now()).map_err(internal)?;
                    self.settings.log.info(format!("Renewed a revocation list in `{}`", path.display()));
                }
            }
            if lists != *known.lists {
                files::write(&path, RevocationList::to_pem(&lists).as_bytes(), Mode::Public)?;
                renewed = true;
            }
        }
        Ok(renewed)
    }

    /// Accepts lists of other authorities in the bundle, in PEM. The newest of each counts, and the own list is never
    /// replaced.
    pub fn update_crls(&self, pem: &str) -> Result<&'static str, Refusal> {
        let incoming = RevocationList::all_from_pem(pem).map_err(Refusal::bad)?;
        if incoming.is_empty() {
            return Err(Refusal::bad("No valid CRLs submitted."));
        }
        for list in &incoming {
            if list.is_delta() {
                return Err(Refusal::bad("Cannot support delta CRL."));
            }
            if list.authority_key_id().is_none() {
                let message = "One or more submitted CRLs do not have an authority key identifier.";
                return Err(Refusal::bad(message));
            }
        }
        let _writing = self.begin()?;
        for path in self.own_crl_paths() {
            let known = self.read_lists(&path)?;
            let mut lists = known.lists.to_vec();
            for (at, list) in lists.iter_mut().enumerate() {
                if at != known.own {
                    self.take_newer(list, &incoming)?;
                }
            }
            files::write(&path, RevocationList::to_pem(&lists).as_bytes(), Mode::Public)?;
        }
        self.settings.log.info("Updated the revocation lists of other authorities");
        Ok("Successfully updated CRLs.")
    }

    /// Replaces a list of another authority if a newer one was received.
    fn take_newer(&self, list: &mut RevocationList, incoming: &[RevocationList]) -> Result<(), Refusal> {
        let order = |list: &RevocationList| {
            let number = list.number().unwrap_or_default();
            (number.len(), number)
        };
        let same = incoming.iter().filter(|other| other.authority_key_id() == list.authority_key_id());
        let Some(newest) = same.max_by_key(|other| order(other)) else { return Ok(()) };
        if order(newest) <= order(list) {
            return Ok(());
        }
        let invalid = |reason: &str| Refusal::bad(format!("Invalid certs and/or CRLs: {reason}"));
        let issuer = self.bundle.iter().find(|certificate| newest.is_of(certificate));
        let issuer = issuer.ok_or_else(|| invalid("the issuer of a CRL is not in the CA bundle"))?;
        if !newest.is_signed_by(issuer) {
            return Err(invalid("a CRL is not signed by its issuer"));
        }
        if newest.next_update().is_some_and(|next| next < self.now()) {
            return Err(invalid("a CRL has expired"));
        }
        let revoked = newest.serials();
        let chain = self.bundle.iter().filter(|certificate| certificate.is_issued_by(issuer));
        if chain.into_iter().any(|certificate| revoked.contains(&certificate.serial())) {
            return Err(invalid("a certificate of the CA bundle is revoked"));
        }
        *list = newest.clone();
        Ok(())
    }

    fn revoke_issued(&self, writing: &mut Writing<'_>, certnames: &[String]) -> Result<(), Failure> {
        let mut serials: Vec<Serial> = Vec::new();
        for certname in certnames {
            let valid = writing.inventory.of(certname).iter().filter(|entry| entry.not_after >= self.now());
            serials.extend(valid.map(|entry| entry.serial.clone()));
            serials.extend(self.stored_certificate(certname)?.map(|certificate| certificate.serial()));
        }
        let revoked = self.lists()?.revoked;
        serials.retain(|serial| !revoked.contains(serial));
        serials.sort_unstable();
        serials.dedup();
        if serials.is_empty() {
            return Ok(());
        }
        self.add_to_own_list(&self.layout.ca_crl(), &serials)?;
        self.revoke_infrastructure(&serials)?;
        self.settings.log.info(format!("Revoked the certificates of {}", certnames.join(", ")));
        Ok(())
    }

    fn revoke_infrastructure(&self, serials: &[Serial]) -> Result<(), Failure> {
        if !self.settings.enable_infra_crl {
            return Ok(());
        }
        let numbers = files::read_if_any(&self.layout.infra_serials())?.unwrap_or_default();
        let path = self.layout.infra_crl();
        let known = self.read_lists(&path)?;
        let concerned = |serial: &&Serial| {
            let number = serial.to_string();
            !known.revoked.contains(serial) && numbers.lines().any(|line| line.trim() == number)
        };
        let concerned: Vec<Serial> = serials.iter().filter(concerned).cloned().collect();
        if concerned.is_empty() {
            return Ok(());
        }
        self.add_to_own_list(&path, &concerned)
    }

    /// Writes the next version of the own list; those of others stay unchanged.
    fn add_to_own_list(&self, path: &Path, revoked: &[Serial]) -> Result<(), Failure> {
        let known = self.read_lists(path)?;
        let mut lists = known.lists.to_vec();
        if let Some(own) = lists.get_mut(known.own) {
            *own = own.next(&self.issuer, revoked, &HashSet::new(), self.now()).map_err(internal)?;
        }
        files::write(path, RevocationList::to_pem(&lists).as_bytes(), Mode::Public)
    }

    /// The lists in `ca_crl.pem`, read again if another program has changed them.
    pub(super) fn lists(&self) -> Result<KnownLists, Failure> {
        let path = self.layout.ca_crl();
        let stamp = Stamp::of(&path)?;
        let known = self.lists.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known.filter(|known| known.stamp == stamp) {
            return Ok(known);
        }
        let known = self.read_lists(&path)?;
        *self.lists.write().unwrap_or_else(PoisonError::into_inner) = Some(known.clone());
        Ok(known)
    }

    fn read_lists(&self, path: &Path) -> Result<KnownLists, Failure> {
        // The stamp first: a file that is replaced in the meantime is read again the next time.
        let stamp = Stamp::of(path)?;
        let lists =
            RevocationList::all_from_pem(&files::read(path)?).map_err(|reason| broken(path, &reason))?;
        let own = lists.iter().position(|list| list.is_of(&self.issuer.certificate));
        let own =
            own.ok_or_else(|| broken(path, "expected a revocation list of the authority, found none"))?;
        let revoked = lists.get(own).map(RevocationList::serials).unwrap_or_default();
        Ok(KnownLists { stamp, lists: Arc::new(lists), own, revoked: Arc::new(revoked) })
    }

    /// Problems with the validity of the authority's certificates and lists, one sentence each, for the log of a server
    /// and for `bunraku ca list`.
    pub fn warnings(&self) -> Result<Vec<String>, Failure> {
        let now = self.now();
        let soon = now + RENEWAL;
        let mut warnings = Vec::new();
        let mut look = |what: String, end: Option<SystemTime>, shown: String, help: &str| match end {
            Some(end) if end < now => warnings.push(format!("{what} expired at {shown}: {help}")),
            Some(end) if end < soon => warnings.push(format!("{what} expires at {shown}: {help}")),
            _ => {}
        };
        for certificate in &self.bundle {
            let name = certificate.certname().unwrap_or_default();
            let what = format!("the certificate of the authority `{name}`");
            let help = "run `bunraku ca renew --ca`, then distribute the new `ca_crt.pem` to all agents";
            look(what, Some(certificate.not_after()), certificate.not_after_text(), help);
        }
        let known = self.lists()?;
        for (at, list) in known.lists.iter().enumerate() {
            let what = format!("the revocation list of `{}`", list.issuer_name().unwrap_or_default());
            let help = if at == known.own {
                "run `bunraku ca renew --crl`"
            } else {
                "get a new one from that authority and send it to `certificate_revocation_list`"
            };
            look(what, list.next_update(), list.next_update_text().unwrap_or_default(), help);
        }
        Ok(warnings)
    }
}

/// The result of cleaning names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned {
    /// The names whose certificates were revoked and removed.
    pub cleaned: Vec<String>,
    /// The names that never had a certificate.
    pub missing: Vec<String>,
}

impl Cleaned {
    /// The body of puppetserver's response.
    pub fn message(&self) -> String {
        if self.missing.is_empty() {
            return "Successfully cleaned all certs.".to_owned();
        }
        let mut names = String::new();
        for name in &self.missing {
            names.push_str(if names.is_empty() { "" } else { " " });
            bunraku_diag::json::quote(name, &mut names);
        }
        format!("The following certs do not exist and cannot be revoked: [{names}]")
    }
}
