//! The folders outside its own that an environment takes code and data from.

use std::path::{Path, PathBuf};

use bunraku::loader::Environment;

use crate::args::Diff;
use crate::files;

/// The files and folders outside an environment that its configuration names, in order. `None` if it is not known which
/// they are: a path may depend on facts, or lead out of a folder step by step.
pub fn outside(args: &Diff, environment: &Environment) -> Option<Vec<PathBuf>> {
    let folder = environment.folder.as_deref()?;
    let mut found: Vec<PathBuf> =
        environment.modulepath.iter().chain(&environment.manifests).cloned().collect();
    if let Some(config) = &args.site.hiera_config {
        let config = std::path::absolute(config).ok()?;
        found.extend(of_data(&config)?);
        found.push(config.parent()?.to_owned());
    }
    found.extend(of_data(&folder.join("hiera.yaml"))?);
    found.retain(|path| !path.starts_with(folder));
    Some(found)
}

/// The absolute paths in a `hiera.yaml`.
fn of_data(config: &Path) -> Option<Vec<PathBuf>> {
    let bytes = files::bytes_of(config).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
        // An address is not a path, and what it leads to is not known.
        if line.contains("://") {
            return None;
        }
        let line = plain(line);
        let is_end = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '[' | ']' | '{' | '}' | ',');
        for word in line.split(is_end) {
            if word.split('/').any(|part| part == "..") {
                return None;
            }
            if word.starts_with('/') {
                (!word.contains('%')).then_some(())?;
                found.push(PathBuf::from(word));
            }
        }
    }
    Some(found)
}

/// The line with `%` in place of each interpolation.
fn plain(line: &str) -> String {
    let mut parts = line.split("%{");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, part| before + "%" + part.split_once('}').map_or("", |(_, after)| after))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn paths_of_data_outside() -> std::io::Result<()> {
        let scratch = Scratch::new("outside")?;
        let config = scratch.path().join("hiera.yaml");
        let found = |text: &str| {
            fs::write(&config, format!("version: 5\n{text}\n"))?;
            std::io::Result::Ok(of_data(&config))
        };
        let some = |paths: &[&str]| Some(paths.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(found("hierarchy:\n  - path: nodes/%{facts.fqdn}.yaml\n# not /this")?, some(&[]));
        assert_eq!(found("hierarchy:\n  - path: os/%{facts.os.name}/%{facts.os.family}.yaml")?, some(&[]));
        assert_eq!(found("defaults:\n  datadir: '/srv/data'")?, some(&["/srv/data"]));
        assert_eq!(found("defaults: {datadir: /srv/data}")?, some(&["/srv/data"]));
        assert_eq!(found("defaults: {datadir: ../data}")?, None);
        assert_eq!(found("defaults: {datadir: '/srv/%{environment}/data'}")?, None);
        assert_eq!(found("hierarchy: [{name: v, uri: 'https://vault/v1'}]")?, None);
        assert_eq!(of_data(Path::new("/does/not/exist")), some(&[]));
        Ok(())
    }
}
