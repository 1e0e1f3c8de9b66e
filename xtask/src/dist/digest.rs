//! Digests in hexadecimal.

use bunraku_pcore::text::hexadecimal;
use sha2::Digest;

/// The checksum of downloads.
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&sha2::Sha256::digest(bytes))
}

/// The checksum that `dpkg` uses for installed files.
pub fn md5(bytes: &[u8]) -> String {
    hexadecimal(&md5::Md5::digest(bytes))
}

#[cfg(test)]
mod tests {
    #[test]
    fn digests_of_nothing() {
        assert_eq!(super::md5(b""), "d41d8cd98f00b204e9800998ecf8427e");
        assert!(super::sha256(b"").starts_with("e3b0c44298fc1c14"));
    }
}
