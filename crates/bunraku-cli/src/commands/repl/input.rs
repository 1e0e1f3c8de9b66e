//! Decides when an input is complete: not while a bracket, a string or a heredoc is open, or an operand is missing.

use bunraku::diag::codes;
use bunraku::edition::SyntaxRules;
use bunraku::syntax::SourceKind;

use super::command::Command;

/// Whether more lines are needed to parse the input.
pub fn is_incomplete(text: &str, rules: &SyntaxRules) -> bool {
    let code = Command::code(text).unwrap_or(text);
    let tree = bunraku::syntax::parse(code, SourceKind::Manifest, rules);
    let end = code.trim_end().len();
    // Only the first error counts, since the others may be its consequences.
    tree.errors().first().is_some_and(|error| {
        let unclosed = [
            codes::UNCLOSED_STRING,
            codes::UNCLOSED_HEREDOC,
            codes::UNCLOSED_COMMENT,
            codes::UNCLOSED_INTERPOLATION,
        ];
        unclosed.contains(&error.code)
            || error.code == codes::SYNTAX_ERROR && error.range.start as usize >= end
    })
}

#[cfg(test)]
mod tests {
    use bunraku::edition::PUPPET8;

    use super::is_incomplete;

    #[test]
    fn open_ends() {
        let open = [
            "[1,",
            "{",
            "$x =",
            "1 +",
            "notice(",
            "notice('a",
            "\"a${b",
            "class a {",
            "class a {\n  notice(1)\n",
            "@(END)",
            "@(END)\ntext\n",
            "/* a",
            "if true {\n  1",
            "case 1 {",
            "file { '/a':",
            "[1, 2].map |$x|",
            "$x ? {",
            "define a(",
            ":type [1,",
            ":ast 1 +",
            "foo( # more",
            "@(\"A\"/L) + [",
        ];
        for string in open {
            assert!(is_incomplete(string, &PUPPET8.syntax), "{string}");
        }
    }

    #[test]
    fn whole_inputs() {
        let whole = [
            "",
            "1",
            "notice(1)",
            "[1, 2]",
            "class a { }",
            "1)",
            "]",
            "@(END)\ntext\nEND\n",
            "'a'",
            "x y z",
            "# a",
            ":type 1",
            ":facts",
            ":load [",
            ":nonsense (",
            "if true { 1 }",
            "$x = = 1",
            "1 + )",
        ];
        for string in whole {
            assert!(!is_incomplete(string, &PUPPET8.syntax), "{string}");
        }
    }
}
