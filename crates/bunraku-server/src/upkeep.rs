//! What a running server does from time to time: looks for changes, renews certificates, removes old files.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use crate::notices::TRUSTED_FOR;
use crate::server::{DAY, Server};
use crate::static_catalog::Versions;
use crate::tls;

impl Server {
    /// Loads the environments, and checks files for changes from time to time.
    pub(crate) fn watch(self: Arc<Server>) -> io::Result<(mpsc::Sender<()>, JoinHandle<()>)> {
        let (stop, stopped) = mpsc::channel();
        let work = move || {
            self.environments.load_all();
            self.manager.ready(&self.status());
            let mut stamp = tls::stamp(&self.host_files);
            let mut day = Instant::now();
            let mut pause = self.limits.look;
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let begun = Instant::now();
                self.environments.look_for_changes();
                self.copy_revocations();
                if day.elapsed() > DAY {
                    day = Instant::now();
                    self.renew();
                    self.sweep();
                }
                let now = tls::stamp(&self.host_files);
                if now != stamp {
                    stamp = now;
                    self.reload_tls();
                }
                // Checking uses a three-hundredth of the time, unless changes would have to wait too long.
                pause = self.limits.look.max((begun.elapsed() * 300).min(TRUSTED_FOR));
            }
        };
        let thread = thread::Builder::new().name("watcher".to_owned()).spawn(work)?;
        Ok((stop, thread))
    }

    /// Renews what is about to expire, or logs it.
    fn renew(&self) {
        if let Some(authority) = &self.authority
            && let Err(error) = authority.renew_crls_if_needed()
        {
            self.log.error(format_args!("cannot renew the revocation lists: {error}"));
        }
        if let Some(authority) = &self.authority
            && let Err(error) = authority.renew_host_if_needed(&self.certname, &self.host_files)
        {
            self.log.error(format_args!("cannot renew the server's certificate: {error}"));
        }
        if self.authority.is_none()
            && let Some(warning) = crate::config::host_warning(&self.host_files)
        {
            self.log.warning(warning);
        }
    }

    fn sweep(&self) {
        if let Versions::Kept(contents) = &self.versions
            && let Err(error) = contents.sweep()
        {
            self.log.error(format_args!("cannot remove old files of static catalogs: {error}"));
        }
    }

    /// Reloads the certificates and revocations. Invalid ones are reported and ignored.
    pub fn reload_tls(&self) {
        match tls::load(&self.host_files) {
            Ok(config) => {
                self.tls.store(Arc::new(config));
                self.log.info("reloaded the certificates");
            }
            Err(error) => self.log.error(format_args!("still using the previous certificates: {error}")),
        }
    }

    /// Applies what the authority has just revoked.
    pub fn apply_revocations(&self) {
        self.copy_revocations();
        self.reload_tls();
    }

    fn copy_revocations(&self) {
        if let Some(authority) = &self.authority
            && let Err(error) = authority.refresh_host_crl(&self.host_files)
        {
            self.log.error(format_args!("cannot copy the revocation lists: {error}"));
        }
    }
}
