//! The system requirements of a program, found by searching its file for the names and versions of libraries.

/// The lowest version of the GNU C library with everything the program uses; `None` if it does not link to it.
pub fn glibc(program: &[u8]) -> Option<String> {
    const NAME: &[u8] = b"GLIBC_2.";
    if !names(program, "libc.so.6") {
        return None;
    }
    let starts = program.windows(NAME.len()).enumerate().filter(|(_, window)| *window == NAME);
    let minors = starts.filter_map(|(at, _)| {
        let digits = program.get(at + NAME.len()..)?.iter().take_while(|byte| byte.is_ascii_digit());
        digits.map(|byte| char::from(*byte)).collect::<String>().parse::<u32>().ok()
    });
    minors.max().map(|minor| format!("2.{minor}"))
}

/// Whether the program links to a library.
pub fn names(program: &[u8], library: &str) -> bool {
    let name: Vec<u8> = [b"\0", library.as_bytes(), b"\0"].concat();
    program.windows(name.len()).any(|window| window == name)
}

#[cfg(test)]
mod tests {
    use super::{glibc, names};

    #[test]
    fn the_newest_symbol_counts() {
        let program = b"\0libc.so.6\0GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.17\0GLIBC_PRIVATE\0";
        assert_eq!(glibc(program).as_deref(), Some("2.34"));
        assert!(!names(program, "libgcc_s.so.1"));
        assert_eq!(glibc(b"GLIBC_2.34 in a sentence"), None);
    }
}
