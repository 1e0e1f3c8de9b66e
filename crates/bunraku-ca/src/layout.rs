//! Where the files of an authority and of its machine are.

use std::path::PathBuf;

/// The paths of an authority's and its machine's files, in Puppet's layout.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    pub cadir: PathBuf,
    pub ssldir: PathBuf,
}

impl Layout {
    pub fn ca_certificate(&self) -> PathBuf {
        self.cadir.join("ca_crt.pem")
    }

    pub fn ca_key(&self) -> PathBuf {
        self.cadir.join("ca_key.pem")
    }

    /// The key of the root above the authority, unless its operator has moved it away.
    pub fn root_key(&self) -> PathBuf {
        self.cadir.join("root_key.pem")
    }

    pub fn ca_public_key(&self) -> PathBuf {
        self.cadir.join("ca_pub.pem")
    }

    pub fn ca_crl(&self) -> PathBuf {
        self.cadir.join("ca_crl.pem")
    }

    pub fn serial(&self) -> PathBuf {
        self.cadir.join("serial")
    }

    pub fn inventory(&self) -> PathBuf {
        self.cadir.join("inventory.txt")
    }

    pub fn signed(&self) -> PathBuf {
        self.cadir.join("signed")
    }

    pub fn requests(&self) -> PathBuf {
        self.cadir.join("requests")
    }

    pub fn certificate(&self, certname: &str) -> PathBuf {
        self.signed().join(format!("{certname}.pem"))
    }

    pub fn request(&self, certname: &str) -> PathBuf {
        self.requests().join(format!("{certname}.pem"))
    }

    /// The names of machines whose revocation all agents must know about.
    pub fn infra_inventory(&self) -> PathBuf {
        self.cadir.join("infra_inventory.txt")
    }

    pub fn infra_serials(&self) -> PathBuf {
        self.cadir.join("infra_serials")
    }

    pub fn infra_crl(&self) -> PathBuf {
        self.cadir.join("infra_crl.pem")
    }

    /// The marker that exists while a new authority is being created.
    pub fn unfinished_setup(&self) -> PathBuf {
        self.cadir.join(".setup-unfinished")
    }

    pub fn host_certificate(&self, certname: &str) -> PathBuf {
        self.ssldir.join("certs").join(format!("{certname}.pem"))
    }

    pub fn host_key(&self, certname: &str) -> PathBuf {
        self.ssldir.join("private_keys").join(format!("{certname}.pem"))
    }

    pub fn host_public_key(&self, certname: &str) -> PathBuf {
        self.ssldir.join("public_keys").join(format!("{certname}.pem"))
    }

    pub fn local_ca(&self) -> PathBuf {
        self.ssldir.join("certs/ca.pem")
    }

    pub fn local_crl(&self) -> PathBuf {
        self.ssldir.join("crl.pem")
    }

    /// The folders to which files are written.
    pub fn folders(&self) -> [PathBuf; 7] {
        [
            self.cadir.clone(),
            self.signed(),
            self.requests(),
            self.ssldir.clone(),
            self.ssldir.join("certs"),
            self.ssldir.join("private_keys"),
            self.ssldir.join("public_keys"),
        ]
    }
}
