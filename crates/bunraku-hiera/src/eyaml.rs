//! `eyaml_lookup_key`: YAML with encrypted blocks `ENC[PKCS7,...]` inside of texts, as hiera-eyaml makes them.

mod lookup;
mod pkcs7;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bunraku_pcore::values::Binary;
use bunraku_pcore::{Hash, Value};
use bunraku_world::World;
use hashbrown::HashMap;

use crate::error::{ErrorKind, LookupError};
use pkcs7::PrivateKey;

/// The name of the function.
pub(crate) const FUNCTION: &str = "eyaml_lookup_key";

/// The keys that were read, by where they come from: a key is needed for every block, and costs time to read.
#[derive(Default)]
pub(crate) struct Keys {
    read: Mutex<HashMap<KeyPlace, Result<Arc<PrivateKey>, LookupError>>>,
}

/// Where a key is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum KeyPlace {
    File(PathBuf),
    Variable { name: String, base64: bool },
}

/// A text with its blocks decrypted; `None` if there is no block in it.
pub(crate) fn decrypt(
    files: &dyn World,
    keys: &Keys,
    options: &Hash,
    text: &str,
) -> Result<Option<String>, LookupError> {
    if !has_block_in_a_line(text) {
        return Ok(None);
    }
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, block, after)) = next_block(rest) {
        result.push_str(before);
        result.push_str(&decrypt_block(files, keys, options, &block)?);
        rest = after;
    }
    result.push_str(rest);
    // What Ruby's `chomp` takes away.
    let kept = ["\r\n", "\n", "\r"].iter().find_map(|end| result.strip_suffix(end)).unwrap_or(&result).len();
    result.truncate(kept);
    Ok(Some(result))
}

/// An encrypted block.
#[derive(Debug, PartialEq, Eq)]
struct Block {
    /// How it is encrypted; nothing is the same as `PKCS7`.
    method: Option<String>,
    /// Its content in base 64, without blanks.
    content: String,
}

/// Whether `ENC[` and a `]` stand in one line: all else is not looked at. So a block written with `|` in YAML, which
/// keeps the line ends, stays as it is.
fn has_block_in_a_line(text: &str) -> bool {
    text.lines().any(|line| line.split_once("ENC[").is_some_and(|(_, after)| after.contains(']')))
}

/// The first block of a text, with what is before and after it.
fn next_block(text: &str) -> Option<(&str, Block, &str)> {
    let mut from = 0;
    loop {
        let start = from + text.get(from..)?.find("ENC[")?;
        let inside = text.get(start + 4..)?;
        if let Some((content, after)) = inside.split_once(']')
            && let Some(block) = block(content)
        {
            return Some((text.get(..start)?, block, after));
        }
        from = start + 4;
    }
}

fn block(content: &str) -> Option<Block> {
    let is_word = |char: char| char.is_ascii_alphanumeric() || char == '_';
    let (method, encoded) = match content.split_once(',') {
        Some((method, encoded)) if !method.is_empty() && method.chars().all(is_word) => {
            (Some(method.to_owned()), encoded)
        }
        _ => (None, content),
    };
    let allowed = |char: char| char.is_ascii_alphanumeric() || "+/ =\n".contains(char);
    if encoded.is_empty() || !encoded.chars().all(allowed) {
        return None;
    }
    Some(Block { method, content: encoded.chars().filter(|char| !char.is_whitespace()).collect() })
}

fn decrypt_block(
    files: &dyn World,
    keys: &Keys,
    options: &Hash,
    block: &Block,
) -> Result<String, LookupError> {
    if let Some(method) = &block.method
        && !method.eq_ignore_ascii_case("pkcs7")
    {
        return Err(fail(format!("a value is encrypted with `{method}`, and only `PKCS7` is supported"))
            .with_help("encrypt it again with `eyaml recrypt --change-encryption=pkcs7`"));
    }
    let key = keys.get(files, options)?;
    let bytes = Binary::from_base64(&block.content);
    let plain = key
        .decrypt(bytes.as_bytes())
        .map_err(|reason| fail(format!("an encrypted value cannot be decrypted: {reason}")))?;
    String::from_utf8(plain).map_err(|_| fail("an encrypted value is not text in UTF-8"))
}

impl Keys {
    fn get(&self, files: &dyn World, options: &Hash) -> Result<Arc<PrivateKey>, LookupError> {
        let place = key_place(options)?;
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.entry(place.clone()).or_insert_with(|| read_key(files, &place)).clone()
    }
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

fn key_place(options: &Hash) -> Result<KeyPlace, LookupError> {
    let text = |name: &str| options.get_str(name).and_then(Value::as_str).map(str::to_owned);
    if let Some(name) = text("pkcs7_private_key_env_var") {
        return Ok(KeyPlace::Variable { name, base64: false });
    }
    if let Some(name) = text("pkcs7_b64_private_key_env_var") {
        return Ok(KeyPlace::Variable { name, base64: true });
    }
    match text("pkcs7_private_key") {
        Some(path) => Ok(KeyPlace::File(path.into())),
        None => Err(LookupError::new(
            ErrorKind::InvalidConfig,
            "the level does not say where the key for its encrypted values is",
        )
        .with_help("give it `options: {pkcs7_private_key: PATH}`")),
    }
}

fn read_key(files: &dyn World, place: &KeyPlace) -> Result<Arc<PrivateKey>, LookupError> {
    let shown = match place {
        KeyPlace::File(path) => path.display().to_string(),
        KeyPlace::Variable { name, .. } => format!("${name}"),
    };
    let unusable = |reason: String| fail(format!("the private key `{shown}` cannot be used: {reason}"));
    let bytes = match place {
        KeyPlace::File(path) => read_file(files, path).map_err(unusable)?,
        KeyPlace::Variable { name, base64 } => {
            let text = files.variable(name).map_err(|refused| unusable(refused.to_string()))?;
            let text = text.ok_or_else(|| unusable("there is no such environment variable".to_owned()))?;
            if *base64 { Binary::from_base64(&text).as_bytes().to_vec() } else { text.into_bytes() }
        }
    };
    let text = String::from_utf8(bytes).map_err(|_| unusable("it is not text in PEM format".to_owned()))?;
    PrivateKey::from_pem(&text).map(Arc::new).map_err(|reason| unusable(reason.to_owned()))
}

fn read_file(files: &dyn World, path: &Path) -> Result<Vec<u8>, String> {
    files.read(path).map_err(|error| error.to_string())
}

fn fail(message: impl Into<String>) -> LookupError {
    LookupError::new(ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_inside_of_texts() {
        let block = |method: &str, content: &str| Block {
            method: Some(method.to_owned()).filter(|method| !method.is_empty()),
            content: content.to_owned(),
        };
        assert_eq!(next_block("a ENC[PKCS7,TU lJ\n=] b"), Some(("a ", block("PKCS7", "TUlJ="), " b")));
        assert_eq!(next_block("ENC[TUlJ]"), Some(("", block("", "TUlJ"), "")));
        assert_eq!(next_block("ENC[a-b] ENC[x]"), Some(("ENC[a-b] ", block("", "x"), "")));
        assert_eq!(next_block("ENC[] ENC[a,b,c] ENC["), None);
        assert!(has_block_in_a_line("x\nENC[a]\n") && !has_block_in_a_line("ENC[a\nb]"));
    }
}
