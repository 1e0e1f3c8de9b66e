//! Levels of a hierarchy without a file.

use std::path::Path;

use bunraku_pcore::Value;

use super::data;
use crate::rule::{Findings, rule};

rule! {
    name: "missing_level_file",
    severity: Warning,
    enabled: false,
    set: Semantic,
    repair: None,
    reports: "A level of `hiera.yaml` has a path without interpolation that does not exist.",
    why: "The level has no effect.",
    wrong: "\
{ version: 5, hierarchy: [{ name: all, path: comon.yaml }] }
",
    right: "\
{ version: 5, hierarchy: [{ name: all, path: common.yaml }] }
",
    on: [Yaml],
    example: "/hiera.yaml",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    if Path::new(file.path).file_name().is_none_or(|name| name != "hiera.yaml") {
        return;
    }
    let (Some(project), Some(document), Some(root)) =
        (file.project, file.data(), Path::new(file.path).parent())
    else {
        return;
    };
    let Value::Hash(config) = &document.value else { return };
    let datadir = |level: Option<&Value>| match level {
        Some(Value::Hash(level)) => level.get_str("datadir").and_then(Value::as_str).map(str::to_owned),
        _ => None,
    };
    let usual = datadir(config.get_str("defaults")).unwrap_or_else(|| "data".to_owned());
    let Some(Value::Array(levels)) = config.get_str("hierarchy") else { return };
    for (index, level) in levels.as_slice().iter().enumerate() {
        let folder = datadir(Some(level)).unwrap_or_else(|| usual.clone());
        let Value::Hash(level) = level else { continue };
        let one = level
            .get_str("path")
            .and_then(Value::as_str)
            .map(|path| (format!("hierarchy.{index}.path"), path));
        let several = match level.get_str("paths") {
            Some(Value::Array(paths)) => paths
                .as_slice()
                .iter()
                .enumerate()
                .filter_map(|(at, path)| Some((format!("hierarchy.{index}.paths.{at}"), path.as_str()?)))
                .collect(),
            _ => Vec::new(),
        };
        for (place, path) in one.into_iter().chain(several) {
            // What is outside the folder is different on each machine.
            let is_elsewhere = Path::new(path).is_absolute() || Path::new(&folder).is_absolute();
            if path.contains("%{")
                || folder.contains("%{")
                || is_elsewhere
                || project.world.is_file(&root.join(&folder).join(path))
            {
                continue;
            }
            let range = document.paths.get(&place).map_or_else(
                || bunraku_diag::TextRange::at(0),
                |position| data::range(file, *position, path),
            );
            findings.report(range, format!("file `{folder}/{path}` does not exist"));
        }
    }
}
