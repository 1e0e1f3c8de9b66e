//! The stable names of all diagnostics, each with its page.
//!
//! A code is declared here once; its page is `codes/NAME.md` beside the sources. The page is what
//! `bunraku explain NAME` prints, it feeds the reference in `docs/`, and its example is a test.

/// The stable name of a kind of diagnostic. Names are never changed or used again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code {
    name: &'static str,
}

impl Code {
    /// The name, in kebab case.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The page that explains it, as Markdown.
    pub fn page(self) -> &'static str {
        codes::page(self)
    }

    /// The first sentence or so of its page: the first line that is not a heading.
    pub fn summary(self) -> &'static str {
        self.page()
            .lines()
            .map(str::trim)
            .find(|line| !line.is_empty() && !line.starts_with('#'))
            .unwrap_or("")
    }

    /// Every code, in alphabetical order.
    pub fn all() -> &'static [Code] {
        codes::ALL
    }

    /// The code of that name.
    pub fn find(name: &str) -> Option<Code> {
        Code::all().iter().copied().find(|code| code.name == name)
    }
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

macro_rules! declare {
    ($($constant:ident = $name:literal,)*) => {
        /// Every code as a constant.
        #[allow(missing_docs, reason = "the page of each code is its documentation")]
        pub mod codes {
            use super::Code;

            $(pub const $constant: Code = Code { name: $name };)*

            pub(super) const ALL: &[Code] = &[$($constant),*];

            pub(super) fn page(code: Code) -> &'static str {
                match code.name {
                    $($name => include_str!(concat!("../codes/", $name, ".md")),)*
                    _ => "",
                }
            }
        }
    };
}

declare! {
    ARGUMENTS_WITHOUT_CALL = "arguments-without-call",
    BYTE_ORDER_MARK = "byte-order-mark",
    FILE_TOO_LARGE = "file-too-large",
    INVALID_HEREDOC_TAG = "invalid-heredoc-tag",
    INVALID_NAME = "invalid-name",
    INVALID_NUMBER = "invalid-number",
    INVALID_UNICODE_ESCAPE = "invalid-unicode-escape",
    INVALID_UTF8 = "invalid-utf8",
    NESTED_TOO_DEEPLY = "nested-too-deeply",
    REGEXP_MODIFIER = "regexp-modifier",
    SYNTAX_ERROR = "syntax-error",
    UNCLOSED_COMMENT = "unclosed-comment",
    UNCLOSED_HEREDOC = "unclosed-heredoc",
    UNCLOSED_INTERPOLATION = "unclosed-interpolation",
    UNCLOSED_STRING = "unclosed-string",
    UNCLOSED_TEMPLATE_TAG = "unclosed-template-tag",
    UNKNOWN_CHARACTER = "unknown-character",
    UNREADABLE_FILE = "unreadable-file",
    VIRTUAL_NON_RESOURCE = "virtual-non-resource",
    WRONG_USE = "wrong-use",
}
