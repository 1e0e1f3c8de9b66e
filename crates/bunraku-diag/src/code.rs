//! The stable names of all diagnostics, each with its page.
//!
//! A code is declared here once; its page is `codes/NAME.md` next to the sources. `bunraku explain NAME` prints the
//! page, the reference in `docs/` contains it, and its example is a test.

/// The stable name of a kind of diagnostic. Names are never changed or reused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code {
    name: &'static str,
    page: &'static str,
}

impl Code {
    /// A code that is declared elsewhere: a rule of a linter, which has its own page.
    pub const fn new(name: &'static str, page: &'static str) -> Code {
        Code { name, page }
    }

    /// The name, in kebab case.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The page that explains it, in Markdown.
    pub fn page(self) -> &'static str {
        self.page
    }

    /// The summary from its page: the first line that is not a heading.
    pub fn summary(self) -> &'static str {
        self.page()
            .lines()
            .map(str::trim)
            .find(|line| !line.is_empty() && !line.starts_with('#'))
            .unwrap_or("")
    }

    /// Every code that is declared here, in alphabetical order.
    pub fn all() -> &'static [Code] {
        codes::ALL
    }

    /// Finds a code that is declared here by name.
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

            $(pub const $constant: Code =
                Code::new($name, include_str!(concat!("../codes/", $name, ".md")));)*

            pub(super) const ALL: &[Code] = &[$($constant),*];
        }
    };
}

declare! {
    APPEND_ASSIGNMENT = "append-assignment",
    ARGUMENT_MISMATCH = "argument-mismatch",
    ARGUMENTS_WITHOUT_CALL = "arguments-without-call",
    ASSIGNMENT_IN_DEFAULT = "assignment-in-default",
    BYTE_ORDER_MARK = "byte-order-mark",
    CANCELLED = "cancelled",
    COMPUTED_PARAMETER_TYPE = "computed-parameter-type",
    CYCLIC_INHERITANCE = "cyclic-inheritance",
    DATA_RECURSION = "data-recursion",
    DEPENDENCY_CYCLE = "dependency-cycle",
    DEPRECATED = "deprecated",
    DIVISION_BY_ZERO = "division-by-zero",
    DUPLICATE_ATTRIBUTE = "duplicate-attribute",
    DUPLICATE_DEFAULT = "duplicate-default",
    DUPLICATE_DEFINITION = "duplicate-definition",
    DUPLICATE_KEY = "duplicate-key",
    DUPLICATE_PARAMETER = "duplicate-parameter",
    DUPLICATE_RESOURCE = "duplicate-resource",
    DUPLICATE_SPLAT = "duplicate-splat",
    EMPTY_ENVIRONMENT = "empty-environment",
    FILE_TOO_LARGE = "file-too-large",
    FORBIDDEN_OVERRIDE = "forbidden-override",
    FOREIGN_FUNCTION = "foreign-function",
    FOREIGN_TYPE = "foreign-type",
    FORMATTER_FAILED = "formatter-failed",
    FUNCTION_FAILED = "function-failed",
    FUTURE_RESERVED_WORD = "future-reserved-word",
    HIDDEN_FACT = "hidden-fact",
    INCOMPLETE_DOCUMENTATION = "incomplete-documentation",
    INTEGER_OUT_OF_RANGE = "integer-out-of-range",
    INTERNAL_ERROR = "internal-error",
    INVALID_ACCESS = "invalid-access",
    INVALID_ASSIGNMENT = "invalid-assignment",
    INVALID_ATTRIBUTE_APPEND = "invalid-attribute-append",
    INVALID_CALL = "invalid-call",
    INVALID_COLLECTOR = "invalid-collector",
    INVALID_DATA = "invalid-data",
    INVALID_DEFINITION_NAME = "invalid-definition-name",
    INVALID_HEREDOC_TAG = "invalid-heredoc-tag",
    INVALID_HEREDOC_TEXT = "invalid-heredoc-text",
    INVALID_HIERA_CONFIG = "invalid-hiera-config",
    INVALID_HOST_NAME = "invalid-host-name",
    INVALID_METADATA = "invalid-metadata",
    INVALID_NAME = "invalid-name",
    INVALID_NODE_DATA = "invalid-node-data",
    INVALID_NUMBER = "invalid-number",
    INVALID_OPERAND = "invalid-operand",
    INVALID_PARAMETER_NAME = "invalid-parameter-name",
    INVALID_QUERY = "invalid-query",
    INVALID_REFERENCE = "invalid-reference",
    INVALID_REGEXP = "invalid-regexp",
    INVALID_RESOURCE_TYPE = "invalid-resource-type",
    INVALID_SETTING = "invalid-setting",
    INVALID_TAG = "invalid-tag",
    INVALID_TITLE = "invalid-title",
    INVALID_TYPE_ALIAS = "invalid-type-alias",
    INVALID_TYPE_PARAMETERS = "invalid-type-parameters",
    INVALID_UNICODE_ESCAPE = "invalid-unicode-escape",
    INVALID_UTF8 = "invalid-utf8",
    INVALID_VARIABLE_NAME = "invalid-variable-name",
    LOOKUP_FAILED = "lookup-failed",
    METAPARAMETER = "metaparameter",
    MISPLACED_DEFINITION = "misplaced-definition",
    MISSING_RESOURCE = "missing-resource",
    MISSING_TEMPLATE = "missing-template",
    NESTED_TOO_DEEPLY = "nested-too-deeply",
    NO_EFFECT = "no-effect",
    NO_NODE = "no-node",
    NO_OPTION = "no-option",
    NO_STORE = "no-store",
    NODE_INHERITANCE = "node-inheritance",
    NOT_A_VALUE = "not-a-value",
    NOT_ALLOWED = "not-allowed",
    NOT_FORMATTED = "not-formatted",
    NOT_IN_PLAN = "not-in-plan",
    NOT_SUPPORTED = "not-supported",
    NOT_VIRTUALIZABLE = "not-virtualizable",
    REASSIGNMENT = "reassignment",
    REFUSED_VALUE = "refused-value",
    REGEXP_LIMIT = "regexp-limit",
    REGEXP_MODIFIER = "regexp-modifier",
    RESERVED_PARAMETER = "reserved-parameter",
    RESERVED_TYPE_NAME = "reserved-type-name",
    RESERVED_WORD = "reserved-word",
    RESOURCE_WITHOUT_TITLE = "resource-without-title",
    REST_PARAMETER = "rest-parameter",
    RETURN_MISMATCH = "return-mismatch",
    RUBY_ERROR = "ruby-error",
    RUBY_REFUSED = "ruby-refused",
    STORE_FAILED = "store-failed",
    SYNTAX_ERROR = "syntax-error",
    TOO_DEEP = "too-deep",
    TOO_LARGE = "too-large",
    TOO_MANY_STEPS = "too-many-steps",
    TOO_MUCH_MEMORY = "too-much-memory",
    TOO_MUCH_OUTPUT = "too-much-output",
    TOO_SLOW = "too-slow",
    UNCLOSED_COMMENT = "unclosed-comment",
    UNCLOSED_HEREDOC = "unclosed-heredoc",
    UNCLOSED_INTERPOLATION = "unclosed-interpolation",
    UNCLOSED_STRING = "unclosed-string",
    UNCLOSED_TEMPLATE_TAG = "unclosed-template-tag",
    UNCONTAINED_CLASS = "uncontained-class",
    UNKNOWN_ATTRIBUTE = "unknown-attribute",
    UNKNOWN_CHARACTER = "unknown-character",
    UNKNOWN_CLASS = "unknown-class",
    UNKNOWN_ESCAPE = "unknown-escape",
    UNKNOWN_FUNCTION = "unknown-function",
    UNKNOWN_RESOURCE_TYPE = "unknown-resource-type",
    UNKNOWN_STAGE = "unknown-stage",
    UNKNOWN_TYPE = "unknown-type",
    UNKNOWN_VARIABLE = "unknown-variable",
    UNREADABLE_FILE = "unreadable-file",
    UNSET_PARAMETER = "unset-parameter",
    UNSUPPORTED_TYPE_DEFINITION = "unsupported-type-definition",
    UNWRITABLE_FILE = "unwritable-file",
    VALUE_TOO_DEEP = "value-too-deep",
    VIRTUAL_NON_RESOURCE = "virtual-non-resource",
    WRONG_USE = "wrong-use",
}
