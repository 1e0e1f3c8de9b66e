//! What is known about a file without evaluating it.

use std::sync::{Arc, OnceLock};

use bunraku_check::{CheckSettings, check_in};
use bunraku_diag::{Diagnostic, Severity, Source, codes};
use bunraku_edition::Edition;
use bunraku_ir::{Module, lower_watched};
use bunraku_pcore::watch::{self, Ended};
use bunraku_syntax::{Outlined, SourceKind, Tree, outline, parse, parse_while};

use crate::with_stack;

/// Enough for the deepest tree that the parser creates, even in an unoptimized build.
const STACK: usize = 64 << 20;

/// How a file is parsed, checked and lowered.
#[derive(Debug, Clone, Copy)]
pub struct Language {
    /// The edition of the language.
    pub edition: &'static Edition,
    /// The settings of the checks.
    pub settings: CheckSettings,
    /// Whether a function is known not to read the variables of its caller by name. Code that calls any other function
    /// keeps the values of all its variables; otherwise, the last read of a variable moves its value.
    pub harmless: fn(&str) -> bool,
}

impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        // A function may have several addresses: then two equal languages seem to differ, and a file is analysed twice.
        // Functions that share an address have the same code and therefore the same results.
        std::ptr::eq(self.edition, other.edition)
            && self.settings == other.settings
            && std::ptr::fn_addr_eq(self.harmless, other.harmless)
    }
}

/// What is known about a file without evaluating it.
#[derive(Debug)]
pub struct Analysis {
    /// The file. If its bytes are not valid, this is the part that can be shown.
    pub source: Arc<Source>,
    /// The syntax tree, which exists even if there are errors.
    pub tree: Tree,
    /// The errors and warnings. The first error is the one that Puppet reports; if a step finds errors, later steps do
    /// not run.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a [watch](bunraku_pcore::watch) ended it early: the next caller may have more time.
    pub(crate) cut_short: bool,
    language: Language,
    code: OnceLock<Arc<Module>>,
}

impl Analysis {
    /// Decodes, parses and checks a file.
    ///
    /// A file of a module has a namespace, which follows from its path: it contains only definitions at the top level,
    /// and the names of its classes, defined types and functions begin with the namespace.
    pub fn of_bytes(
        name: &str,
        bytes: &[u8],
        kind: SourceKind,
        namespace: Option<&str>,
        language: &Language,
    ) -> Analysis {
        match decode_code(name, bytes) {
            Ok(source) => Analysis::new(source, kind, namespace, language),
            Err(unreadable) => Analysis::unreadable(unreadable, kind, language),
        }
    }

    /// Parses and checks a file that is already decoded. If a [watch](bunraku_pcore::watch) ends that, the result
    /// consists of an error that says so.
    pub fn new(
        source: impl Into<Arc<Source>>,
        kind: SourceKind,
        namespace: Option<&str>,
        language: &Language,
    ) -> Analysis {
        let source = source.into();
        let rules = &language.edition.syntax;
        let (text, file) = (source.text(), source.id());
        let go_on = || watch::ended(0).is_none();
        let analysed = with_stack(STACK, || {
            let tree = parse_while(text, kind, rules, &go_on)?;
            let mut diagnostics: Vec<Diagnostic> =
                tree.errors().iter().map(|error| error.to_diagnostic(file)).collect();
            diagnostics.extend(check_in(&tree, text, file, rules, &language.settings, namespace, &go_on)?);
            Some((tree, diagnostics))
        });
        let (cut_short, code) = (analysed.is_none(), OnceLock::new());
        let (tree, diagnostics) = analysed.unwrap_or_else(|| {
            let why = watch::ended(0).unwrap_or(Ended::Time);
            (parse("", kind, rules), vec![ended_early(source.name(), why)])
        });
        Analysis { source, tree, diagnostics, cut_short, language: *language, code }
    }

    /// The analysis of a file that is not valid UTF-8: the tree is that of the repaired text.
    pub(crate) fn unreadable(unreadable: Unreadable, kind: SourceKind, language: &Language) -> Analysis {
        let Unreadable { source, diagnostic } = unreadable;
        let tree = with_stack(STACK, || parse(source.text(), kind, &language.edition.syntax));
        Analysis {
            source: Arc::new(source),
            tree,
            diagnostics: vec![*diagnostic],
            cut_short: false,
            language: *language,
            code: OnceLock::new(),
        }
    }

    /// Whether it contains errors and cannot be evaluated.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The definitions in the file, even if it is broken.
    pub fn outline(&self) -> Vec<Outlined<'_>> {
        outline(&self.tree, self.source.text())
    }

    /// The code, lowered on first use: many files are only checked.
    ///
    /// # Errors
    /// The errors in the file, or an error that no time or memory is left for lowering, if a
    /// [watch](bunraku_pcore::watch) says so.
    pub fn code(&self) -> Result<&Arc<Module>, Vec<Diagnostic>> {
        if self.has_errors() {
            return Err(self.diagnostics.clone());
        }
        if let Some(code) = self.code.get() {
            return Ok(code);
        }
        let Language { edition, harmless, .. } = self.language;
        let code = with_stack(STACK, || lower_watched(&self.tree, &self.source, edition, harmless));
        let code = code.map_err(|why| vec![ended_early(self.source.name(), why)])?;
        Ok(self.code.get_or_init(|| Arc::new(code)))
    }
}

/// Above this number of bytes, the limits are checked before a file is analysed.
const LARGE: u64 = 1 << 20;

/// How many bytes the tree and the code may take per byte of the file.
const TREE: u64 = 60;

/// Why a file of this size must not be analysed, if so.
fn ended(size: u64) -> Option<Ended> {
    if size < LARGE { None } else { watch::ended(size.saturating_mul(TREE)) }
}

/// Why a file cannot be decoded.
#[derive(Debug)]
pub struct Unreadable {
    /// The part of the file that can be shown.
    pub source: Source,
    /// What is wrong with it.
    pub diagnostic: Box<Diagnostic>,
}

/// Decodes a file: UTF-8 without a byte order mark.
pub fn decode(name: &str, bytes: &[u8]) -> Result<Source, Unreadable> {
    match bunraku_syntax::decode(bytes) {
        Ok(text) => Ok(Source::new(name, text)),
        Err(error) => {
            // Up to the first invalid byte the repaired text is the same, so the place is still right. For a file that
            // is too large for places, nothing is shown.
            let shown = if u32::try_from(bytes.len()).is_ok() { bytes } else { &[] };
            let source = Source::new(name, String::from_utf8_lossy(shown));
            let diagnostic = Box::new(error.to_diagnostic(source.id()));
            Err(Unreadable { source, diagnostic })
        }
    }
}

/// Decodes a file of code, unless its tree would exceed what a [watch](bunraku_pcore::watch) allows.
pub(crate) fn decode_code(name: &str, bytes: &[u8]) -> Result<Source, Unreadable> {
    if let Some(ended) = ended(bytes.len() as u64) {
        let diagnostic = Box::new(ended_early(name, ended));
        return Err(Unreadable { source: Source::new(name, ""), diagnostic });
    }
    decode(name, bytes)
}

fn ended_early(name: &str, why: Ended) -> Diagnostic {
    let (code, what) = match why {
        Ended::Time => (codes::TOO_SLOW, "takes longer than the time limit"),
        Ended::Cancelled => (codes::CANCELLED, "was cancelled"),
        Ended::Memory => (codes::FILE_TOO_LARGE, "takes more memory than the limit"),
    };
    Diagnostic::error(code, format!("cannot read `{name}`: analyzing it {what}"))
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, rc::Rc};

    use bunraku_edition::PUPPET8;

    use super::*;

    fn analysis(bytes: &[u8]) -> Analysis {
        let language = Language { edition: &PUPPET8, settings: CheckSettings::default(), harmless: |_| true };
        Analysis::of_bytes("a.pp", bytes, SourceKind::Manifest, None, &language)
    }

    fn codes(analysis: &Analysis) -> Vec<&'static str> {
        analysis.diagnostics.iter().map(|diagnostic| diagnostic.code.name()).collect()
    }

    #[test]
    fn code_of_a_file_without_errors_is_lowered_once() {
        let analysis = analysis(b"class a { }");
        assert_eq!(codes(&analysis), Vec::<&str>::new());
        let (first, again) = (analysis.code(), analysis.code());
        let (first, again) = (first.unwrap(), again.unwrap());
        assert_eq!(first.definitions.len(), 1);
        assert!(Arc::ptr_eq(first, again));
    }

    /// A watch that ends the work when it is asked for the nth time.
    fn ends_at(question: usize) -> (watch::Watch, Rc<Cell<usize>>) {
        let asked = Rc::new(Cell::new(0));
        let count = Rc::clone(&asked);
        let watch = watch::Watch::new(move |_| {
            count.set(count.get() + 1);
            (count.get() >= question).then_some(Ended::Time)
        });
        (watch, asked)
    }

    #[test]
    fn an_analysis_ends_soon_after_it_is_told_to_wherever_it_is() {
        let shapes = [
            ("elements", format!("$x = [{}]", "1, ".repeat(100_000))),
            ("statements", "notify { a: }\n".repeat(30_000)),
            ("comments", "# a\n".repeat(100_000)),
            ("interpolations", format!("$x = \"{}\"", "${a}".repeat(50_000))),
            ("heredoc", format!("$x = @(\"E\")\n{}E\n", "${a}\n".repeat(50_000))),
            ("mistakes", "$x = = )\n".repeat(50_000)),
        ];
        for (name, text) in shapes {
            let (watch, asked) = ends_at(usize::MAX);
            let _ = analysis(text.as_bytes()).code();
            drop(watch);
            let all = asked.get();
            assert!(all >= 4, "{name}: {all} questions");
            for question in (1..=all).step_by(1 + all / 8).chain([all]) {
                let (_watch, asked) = ends_at(question);
                let analysis = analysis(text.as_bytes());
                let ended = analysis.code().map_or_else(|errors| errors, |_| Vec::new());
                let ended: Vec<&str> = ended.iter().map(|error| error.code.name()).collect();
                assert_eq!(ended, ["too-slow"], "{name}, question {question} of {all}");
                // The watch is asked once more for the reason, for the message.
                assert!(asked.get() <= question + 2, "{name}: goes on after question {question}");
            }
        }
    }

    #[test]
    fn a_file_with_an_error_has_a_tree_and_no_code() {
        for (string, code) in [
            ("class a { $x = }", "syntax-error"),
            ("class a { }\n$a::b = 1", "invalid-assignment"),
            ("\u{feff}class a { }", "byte-order-mark"),
        ] {
            let analysis = analysis(string.as_bytes());
            assert_eq!(codes(&analysis).first(), Some(&code), "{string}");
            assert!(analysis.code().is_err());
            assert!(analysis.tree.root(analysis.source.text()).children().next().is_some());
            let places = analysis.diagnostics.iter().filter_map(|diagnostic| diagnostic.primary.as_ref());
            assert!(places.map(|label| label.span.file).all(|file| file == analysis.source.id()));
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_repaired_for_the_message() {
        let analysis = analysis(b"notice('\xff')");
        assert_eq!(codes(&analysis), ["invalid-utf8"]);
        assert_eq!(analysis.source.text(), "notice('\u{fffd}')");
        assert!(analysis.code().is_err());
    }
}
