//! `eyaml_lookup_key`: YAML with encrypted blocks `ENC[PKCS7,...]` inside strings, as written by hiera-eyaml.

#[cfg_attr(not(feature = "eyaml"), path = "eyaml/no_keys.rs")]
mod keys;
mod lookup;
#[cfg(feature = "eyaml")]
mod pkcs7;

use bunraku_pcore::Hash;
use bunraku_world::World;

use crate::error::{ErrorKind, LookupError};

pub(crate) use keys::Keys;

/// The name of the data function.
pub(crate) const FUNCTION: &str = "eyaml_lookup_key";

/// Decrypts the blocks in a string; `None` if there are none.
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
    // Like Ruby's `chomp`.
    let kept = ["\r\n", "\n", "\r"].iter().find_map(|end| result.strip_suffix(end)).unwrap_or(&result).len();
    result.truncate(kept);
    Ok(Some(result))
}

/// An encrypted block.
#[derive(Debug, PartialEq, Eq)]
struct Block {
    /// The encryption method; `None` means `PKCS7`.
    method: Option<String>,
    /// The content in Base64, without whitespace.
    content: String,
}

/// Whether `ENC[` and `]` are on the same line; hiera-eyaml ignores all other strings. So a block written with `|` in
/// YAML, which keeps line breaks, stays encrypted.
fn has_block_in_a_line(text: &str) -> bool {
    text.lines().any(|line| line.split_once("ENC[").is_some_and(|(_, after)| after.contains(']')))
}

/// The first block of a string, with what precedes and follows it.
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
        return Err(fail(format!("a value is encrypted with `{method}`, but only `PKCS7` is supported"))
            .with_help("encrypt it again with `eyaml recrypt --change-encryption=pkcs7`"));
    }
    let plain = keys.decrypt(files, options, &block.content)?;
    String::from_utf8(plain).map_err(|_| fail("an encrypted value is not valid UTF-8"))
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
