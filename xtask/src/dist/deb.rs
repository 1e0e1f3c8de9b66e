//! The package for Debian and its derivatives: two `tar` archives in an `ar` archive.

use clap_complete::Shell;

use super::archive::{ar, gzip, tar};
use super::build::Target;
use super::contents::{Contents, SERVER_SETTINGS};
use super::digest;
use super::needs;
use super::source::Source;
use super::tree::Tree;

/// The maintainer of the package.
const MAINTAINER: &str = "bunraku developers <bunraku@users.noreply.github.com>";

/// Builds the package and returns its file name and content; `None` if Debian does not support the architecture.
pub fn package(
    source: &Source,
    target: &Target,
    contents: &Contents,
) -> Result<Option<(String, Vec<u8>)>, String> {
    let Some(architecture) = target.debian_architecture() else { return Ok(None) };
    let data = data(source, contents)?;
    let control = control(source, architecture, contents, &data)?;
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", gzip(&tar(&control, "./", source.time)?)?),
        ("data.tar.gz", gzip(&tar(&data, "./", source.time)?)?),
    ];
    let name = format!("bunraku_{}-1_{architecture}.deb", source.version);
    Ok(Some((name, ar(&members, source.time))))
}

/// The installed files, at Debian's paths.
fn data(source: &Source, contents: &Contents) -> Result<Tree, String> {
    let mut tree = contents.installed(source, "lib/systemd/system")?;
    tree.file("usr/share/bash-completion/completions/bunraku", contents.completion(Shell::Bash));
    tree.file("usr/share/zsh/vendor-completions/_bunraku", contents.completion(Shell::Zsh));
    tree.file("usr/share/fish/vendor_completions.d/bunraku.fish", contents.completion(Shell::Fish));
    let doc = "usr/share/doc/bunraku";
    tree.file(format!("{doc}/copyright"), source.read("packaging/deb/copyright")?);
    tree.file(format!("{doc}/changelog.gz"), gzip(source.read("CHANGELOG.md")?.as_bytes())?);
    tree.file(format!("{doc}/changelog.Debian.gz"), gzip(changelog(source).as_bytes())?);
    tree.file("usr/share/lintian/overrides/bunraku", source.read("packaging/deb/lintian-overrides")?);
    Ok(tree)
}

/// Debian's changelog is about the package. Changes of the program are in the upstream changelog.
fn changelog(source: &Source) -> String {
    format!(
        "bunraku ({}-1) unstable; urgency=medium\n\n  * New version; what it changes is in changelog.gz.\n\n -- {MAINTAINER}  {}\n",
        source.version,
        source.mail_date()
    )
}

/// The control files for `dpkg`: metadata, configuration files, checksums and scripts.
fn control(source: &Source, architecture: &str, contents: &Contents, data: &Tree) -> Result<Tree, String> {
    let mut tree = Tree::default();
    let kilobytes: usize = data.files().map(|(_, content)| content.len().div_ceil(1024)).sum();
    let mut depends = vec!["adduser".to_owned()];
    if let Some(version) = needs::glibc(&contents.program) {
        depends.push(format!("libc6 (>= {version})"));
    }
    if needs::names(&contents.program, "libgcc_s.so.1") {
        depends.push("libgcc-s1".to_owned());
    }
    depends.sort();
    tree.file(
        "control",
        format!(
            "Package: bunraku\nVersion: {}-1\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\n\
             Installed-Size: {kilobytes}\nDepends: {}\nSection: admin\nPriority: optional\n\
             Homepage: https://github.com/bunraku/bunraku\n\
             Description: Puppet language: check, compile and serve\n \
             A compiler of the Puppet language without Ruby or a JVM: it checks, formats\n \
             and lints manifests, compiles and compares catalogs, runs the test suites\n \
             of modules, and serves agents.\n",
            source.version,
            depends.join(", "),
        ),
    );
    let conffiles: String = SERVER_SETTINGS.iter().map(|file| format!("/etc/bunraku/{file}\n")).collect();
    tree.file("conffiles", conffiles);
    let sums = data.files().filter(|(path, _)| !path.starts_with("etc/"));
    let sums: String = sums.map(|(path, content)| format!("{}  {path}\n", digest::md5(content))).collect();
    tree.file("md5sums", sums);
    for script in ["postinst", "prerm", "postrm"] {
        tree.program(script, source.read(&format!("packaging/deb/{script}"))?);
    }
    Ok(tree)
}
