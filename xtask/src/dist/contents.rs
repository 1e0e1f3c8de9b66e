//! The contents of packages and their paths.

use clap_complete::Shell;

use super::archive::gzip;
use super::build::Target;
use super::manual::{self, Page};
use super::source::Source;
use super::tree::Tree;

/// What all packages have in common.
pub struct Contents {
    /// The executable.
    pub program: Vec<u8>,
    /// The manual pages.
    pub pages: Vec<Page>,
    /// The completion scripts.
    pub completions: Vec<(Shell, String)>,
    /// The licences of third-party code.
    pub third_party: String,
    /// The software bill of materials.
    pub sbom: String,
}

impl Contents {
    /// Generates everything that is not built: the manual and the scripts.
    pub fn new(
        source: &Source,
        program: Vec<u8>,
        third_party: String,
        sbom: String,
    ) -> Result<Contents, String> {
        let shells = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell];
        let completions = shells.into_iter().map(|shell| {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut bunraku_cli::command(), "bunraku", &mut script);
            (shell, String::from_utf8_lossy(&script).into_owned())
        });
        let pages = manual::pages(source.version, &source.date())?;
        Ok(Contents { program, pages, completions: completions.collect(), third_party, sbom })
    }

    /// The archive for any platform, to be unpacked anywhere.
    pub fn portable(&self, source: &Source, target: &Target) -> Result<Tree, String> {
        let mut tree = Tree::default();
        tree.program(target.program(), &*self.program);
        for name in ["README.md", "CHANGELOG.md", "LICENSE"] {
            tree.file(name, source.read(name)?);
        }
        tree.file("THIRD-PARTY.txt", &*self.third_party);
        tree.file("sbom.cdx.json", &*self.sbom);
        for page in &self.pages {
            tree.file(format!("man/{}", page.name), &*page.text);
        }
        for (shell, script) in &self.completions {
            tree.file(format!("completions/{}", script_name(*shell)), &**script);
        }
        Ok(tree)
    }

    /// The files that packages of Linux distributions install: the command, and a server with its systemd units.
    /// `units` is the folder of the units, which differs between distributions.
    pub fn installed(&self, source: &Source, units: &str) -> Result<Tree, String> {
        let mut tree = Tree::default();
        tree.program("usr/bin/bunraku", &*self.program);
        for page in &self.pages {
            let section = page.name.rsplit('.').next().unwrap_or("1");
            tree.file(format!("usr/share/man/man{section}/{}.gz", page.name), gzip(page.text.as_bytes())?);
        }
        tree.file("usr/share/doc/bunraku/README.md", source.read("README.md")?);
        tree.file("usr/share/doc/bunraku/THIRD-PARTY.txt.gz", gzip(self.third_party.as_bytes())?);
        tree.file("usr/share/doc/bunraku/sbom.cdx.json.gz", gzip(self.sbom.as_bytes())?);
        for unit in source.list("packaging/systemd")? {
            tree.file(format!("{units}/{unit}"), source.read(&format!("packaging/systemd/{unit}"))?);
        }
        for file in SERVER_SETTINGS {
            tree.file(format!("etc/bunraku/{file}"), source.read(&format!("packaging/etc/{file}"))?);
        }
        Ok(tree)
    }

    /// The script for a shell.
    pub fn completion(&self, wanted: Shell) -> &str {
        let script = self.completions.iter().find(|(shell, _)| *shell == wanted);
        script.map_or("", |(_, script)| script)
    }
}

/// The server's configuration files below `etc/bunraku`, which belong to the administrator once installed.
pub const SERVER_SETTINGS: [&str; 3] =
    ["code/environments/production/manifests/site.pp", "puppet.conf", "server.env"];

fn script_name(shell: Shell) -> &'static str {
    match shell {
        Shell::Zsh => "_bunraku",
        Shell::Fish => "bunraku.fish",
        Shell::PowerShell => "_bunraku.ps1",
        _ => "bunraku.bash",
    }
}
