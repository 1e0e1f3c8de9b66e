//! Locates the certificate authority of an installation and reads its settings.

use std::fs;
use std::path::{Path, PathBuf};

use bunraku::loader::PuppetSettings;

use crate::args::CaFolders;
use crate::files::MACHINE;

/// Where Puppet's own packages keep their settings.
const PACKAGED: &str = "/etc/puppetlabs/puppet";

/// The settings of an installation that concern certificates.
pub struct Installation {
    /// The settings of the authority.
    pub authority: bunraku_ca::CaSettings,
    /// The name on the server's own certificate.
    pub certname: String,
    /// Alternative names of the server.
    pub dns_alt_names: Vec<String>,
    /// Warnings about the settings, one sentence each.
    pub notes: Vec<String>,
}

impl Installation {
    /// Reads `puppet.conf` and `ca.conf`, with overrides from the command line.
    pub fn read(folders: &CaFolders) -> Result<Installation, String> {
        let confdir = confdir(folders)?;
        let mut notes = Vec::new();
        let settings =
            PuppetSettings::read(&*MACHINE, &confdir, &mut notes).map_err(|error| error.message)?;
        let mut notes: Vec<String> = notes.into_iter().map(|note| note.message).collect();
        let ssldir = folders.ssldir.clone().unwrap_or_else(|| path(&settings, "ssldir"));
        let cadir = folders.cadir.clone().unwrap_or_else(|| cadir(&settings, &confdir, &ssldir));
        let certname = settings.given("certname").unwrap_or_else(machine_name);
        let mut authority = bunraku_ca::CaSettings::new(cadir, ssldir);
        authority.ca_name = format!("Puppet CA: {certname}");
        let told = |name: &str| match name {
            // The default is derived from the host name.
            "ca_name" => settings.given(name),
            _ => settings.get(name),
        };
        authority.read_puppet(&told).map_err(|failure| format!("puppet.conf: {failure}"))?;
        notes.extend(authority.read_ca_conf(&confdir).map_err(|failure| failure.to_string())?);
        let dns_alt_names = settings.get("dns_alt_names").unwrap_or_default();
        let dns_alt_names = dns_alt_names.split(',').map(str::trim).filter(|name| !name.is_empty());
        Ok(Installation {
            dns_alt_names: dns_alt_names.map(str::to_owned).collect(),
            authority,
            certname,
            notes,
        })
    }
}

fn confdir(folders: &CaFolders) -> Result<PathBuf, String> {
    let given = match (&folders.confdir, &folders.config) {
        (Some(folder), _) => folder.clone(),
        (None, Some(file))
            if file.file_name().is_some_and(|name| name == "puppet.conf") && file.is_file() =>
        {
            file.parent().map(Path::to_owned).unwrap_or_default()
        }
        (None, Some(file)) => {
            return Err(format!("expected the path of a `puppet.conf`, got `{}`", file.display()));
        }
        (None, None) => {
            let here = ["puppet.conf", "ca/ca_crt.pem", "ssl/ca/ca_crt.pem"];
            let here = here.iter().any(|name| Path::new(name).exists());
            PathBuf::from(if !here && Path::new(PACKAGED).is_dir() { PACKAGED } else { "." })
        }
    };
    let folder = if given.as_os_str().is_empty() { Path::new(".") } else { &given };
    if !folder.is_dir() {
        return Err(format!("folder `{}` not found", folder.display()));
    }
    Ok(std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()))
}

/// The folder of the authority. Puppet's packages use a separate one, old installations one below the `ssldir`.
fn cadir(settings: &PuppetSettings, confdir: &Path, ssldir: &Path) -> PathBuf {
    if let Some(given) = settings.given("cadir") {
        return PathBuf::from(given);
    }
    let old = ssldir.join("ca");
    if old.is_dir() {
        old
    } else if confdir == Path::new(PACKAGED) {
        path(settings, "cadir")
    } else {
        confdir.join("ca")
    }
}

fn path(settings: &PuppetSettings, name: &str) -> PathBuf {
    PathBuf::from(settings.get(name).unwrap_or_default())
}

/// The host name, which is the default of the setting `certname`.
fn machine_name() -> String {
    let files = ["/proc/sys/kernel/hostname", "/etc/hostname"];
    let mut names = files.iter().filter_map(|file| fs::read_to_string(file).ok());
    let name = names.find_map(|name| Some(name.trim().to_lowercase()).filter(|name| !name.is_empty()));
    name.unwrap_or_else(|| "localhost".to_owned())
}
