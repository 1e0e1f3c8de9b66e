//! Moving a store: commands of PuppetDB as JSON, one on each line, with the newest facts and catalog of each node and all
//! reports.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use bunraku::diag::{Diagnostic, codes};
use bunraku::formats::json::{read_value, to_json};
use bunraku::pcore::{Hash, Value};
use bunraku_store::{Command, ErrorKind};

use super::{Done, about};
use crate::args::StoreFile;
use crate::files::reason;
use crate::output;
use crate::store::{failed, open};

/// What is exported: the entity, the command that keeps it, and its version.
const PARTS: [(&str, &str, i64); 3] =
    [("factsets", "replace facts", 5), ("catalogs", "replace catalog", 9), ("reports", "store report", 8)];

/// Writes all that a store keeps.
pub(super) fn export(file: &StoreFile, path: &Path) -> Done {
    let opened = open(&file.store, false, file.confdir.as_deref())?;
    let mut text = String::new();
    let any = Value::array([Value::str("="), Value::str("node_state"), Value::str("any")]);
    let names = about(
        &*opened.store,
        "nodes",
        &Value::array([Value::str("extract"), Value::str("certname"), any.clone()]),
    )?;
    let mut count = 0;
    // One node after the other: all of them together may be more than the memory.
    for name in names.iter().filter_map(|row| row.get_str("certname")) {
        let own = Value::array([Value::str("="), Value::str("certname"), name.clone()]);
        let query = Value::array([Value::str("and"), own, any.clone()]);
        for (entity, command, version) in PARTS {
            for row in about(&*opened.store, entity, &query)? {
                let line = Value::hash([
                    (Value::str("command"), Value::str(command)),
                    (Value::str("version"), Value::Int(version)),
                    (Value::str("certname"), name.clone()),
                    (Value::str("payload"), Value::Hash(row)),
                ]);
                text.push_str(&to_json(&line));
                text.push('\n');
                count += 1;
            }
        }
    }
    if path.as_os_str() == "-" {
        return Ok(text);
    }
    output::save(path, &text)?;
    Ok(format!("wrote {count} commands to {}\n", path.display()))
}

/// Reads commands into a store, which is made if it does not exist.
pub(super) fn import(file: &StoreFile, path: &Path) -> Done {
    let opened = open(&file.store, true, file.confdir.as_deref())?;
    let text = read(path)?;
    let mut count = 0;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |problem: String| {
            let message = format!("line {number} of `{}`: {problem}", path.display());
            Box::new(Diagnostic::error(codes::INVALID_DATA, message))
        };
        let Ok(Value::Hash(line)) = read_value(line) else {
            return Err(wrong("expected a command as a JSON object".to_owned()));
        };
        let name = line.get_str("command").and_then(Value::as_str).unwrap_or_default();
        let Some(command) = Command::named(name) else {
            return Err(wrong(format!("`{name}` is not a command that can be kept")));
        };
        let payload = line.get_str("payload").cloned().unwrap_or_else(|| Value::Hash(Hash::new()));
        let certname = line.get_str("certname").and_then(Value::as_str);
        let Some(certname) = certname else {
            return Err(wrong("expected the name of a node as `certname`, got nothing".to_owned()));
        };
        opened.store.submit(command, certname, &to_json(&payload)).map_err(|error| match error.kind {
            ErrorKind::Invalid => wrong(error.message),
            _ => failed(&error),
        })?;
        count += 1;
    }
    Ok(format!("read {count} commands into {}\n", file.store))
}

fn read(path: &Path) -> Result<String, Box<Diagnostic>> {
    let text = match path.as_os_str() == "-" {
        true => {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).map(|_| text)
        }
        false => fs::read_to_string(path),
    };
    text.map_err(|error| {
        let message = format!("cannot read `{}`: {}", path.display(), reason(&error));
        Box::new(Diagnostic::error(codes::UNREADABLE_FILE, message))
    })
}
