//! PEM: labelled blocks of Base64.

use base64ct::{Base64, Encoding};

/// One block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The label, such as `CERTIFICATE`.
    pub label: String,
    /// The decoded content.
    pub der: Vec<u8>,
}

/// The length of a Base64 line.
const LINE: usize = 64;

/// Writes a block.
pub fn encode(label: &str, der: &[u8]) -> String {
    let base64 = Base64::encode_string(der);
    let mut pem = format!("-----BEGIN {label}-----\n");
    for line in base64.as_bytes().chunks(LINE) {
        pem.extend(line.iter().map(|byte| char::from(*byte)));
        pem.push('\n');
    }
    pem.push_str("-----END ");
    pem.push_str(label);
    pem.push_str("-----\n");
    pem
}

/// Parses all blocks; like OpenSSL, it ignores what is between them.
pub fn decode(text: &str) -> Result<Vec<Block>, String> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(label) = boundary(line, "BEGIN ") else { continue };
        let mut base64 = String::new();
        loop {
            let Some(line) = lines.next() else {
                return Err(format!("the PEM block `{label}` is not closed"));
            };
            if let Some(end) = boundary(line, "END ") {
                if end != label {
                    return Err(format!("the PEM block `{label}` is closed with `{end}`"));
                }
                break;
            }
            // A header, such as that of an encrypted key.
            if line.contains(':') {
                return Err(format!("the PEM block `{label}` has headers; encrypted keys are not supported"));
            }
            base64.extend(line.chars().filter(|character| !character.is_whitespace()));
        }
        let der = Base64::decode_vec(&base64);
        let der = der.map_err(|_| format!("the PEM block `{label}` is not valid base64"))?;
        blocks.push(Block { label: label.to_owned(), der });
    }
    Ok(blocks)
}

/// The contents of the blocks with one of these labels.
pub fn decode_all(text: &str, labels: &[&str]) -> Result<Vec<Vec<u8>>, String> {
    let wanted = |block: &Block| labels.contains(&&*block.label);
    Ok(decode(text)?.into_iter().filter(wanted).map(|block| block.der).collect())
}

fn boundary<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    line.trim_end().strip_prefix("-----")?.strip_prefix(word)?.strip_suffix("-----")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read_as_they_are_written() {
        for length in [0, 1, 47, 48, 49, 96, 1000] {
            let der: Vec<u8> = (0..length).map(|byte| byte as u8).collect();
            let pem = encode("CERTIFICATE", &der);
            assert!(pem.lines().all(|line| line.len() <= LINE));
            let text = format!("subject: x\n{pem}\r\nbetween\n{}", pem.replace('\n', "\r\n"));
            assert_eq!(decode_all(&text, &["CERTIFICATE"]), Ok(vec![der.clone(), der]));
        }
    }

    #[test]
    fn broken_blocks_are_refused() {
        for (text, reason) in [
            ("-----BEGIN X-----\nAAAA\n", "the PEM block `X` is not closed"),
            ("-----BEGIN X-----\nAAAA\n-----END Y-----\n", "the PEM block `X` is closed with `Y`"),
            ("-----BEGIN X-----\nA*AA\n-----END X-----\n", "the PEM block `X` is not valid base64"),
            (
                "-----BEGIN X-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END X-----\n",
                "the PEM block `X` has headers; encrypted keys are not supported",
            ),
        ] {
            assert_eq!(decode(text), Err(reason.to_owned()));
        }
        assert_eq!(decode("nothing here"), Ok(Vec::new()));
    }
}
