//! Rules: their names, pages, severities and check functions.

use bunraku_diag::{Applicability, Code, Diagnostic, Edit, Fix, Severity, Span, TextRange};

use crate::word::Word;
use crate::{File, FileFormat};

/// A rule of the linter.
pub struct Rule {
    /// Its name and its page.
    pub code: Code,
    /// The severity of its findings, unless a finding has another one.
    pub severity: Severity,
    /// Whether it is enabled by default.
    pub enabled: bool,
    /// The origin of the rule.
    pub set: Set,
    /// How its findings are fixed.
    pub repair: Repair,
    /// A program with a finding.
    pub wrong: &'static str,
    /// The same program without the mistake; if the rule has a fix, the result of fixing the wrong one.
    pub right: &'static str,
    /// The kinds of files that it checks.
    pub kinds: &'static [FileFormat],
    /// The path of its programs, relative to the folder of a module.
    pub example: &'static str,
    /// Checks a file.
    pub(crate) check: fn(&mut Findings<'_, '_>),
}

impl Rule {
    /// The name.
    pub fn name(&self) -> &'static str {
        self.code.name()
    }
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The origin of a rule; presets consist of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Set {
    /// puppet-lint itself.
    Core,
    /// The plugins that all modules of Vox Pupuli use.
    Vox,
    /// Other plugins.
    Other,
    /// Semantic rules, which need more than tokens.
    Semantic,
}

/// How findings of a rule are fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// Manually.
    None,
    /// By edits that do not change the tree: whitespace, comments, quotes.
    SameTree,
    /// By edits that change the tree, but not the behaviour of the program.
    SameMeaning,
    /// By edits that need a review.
    Unsafe,
}

/// Declares the rule of a file, with the page for `bunraku explain`.
macro_rules! rule {
    (
        name: $name:literal,
        severity: $severity:ident,
        enabled: $enabled:literal,
        set: $set:ident,
        repair: $repair:ident,
        reports: $reports:literal,
        why: $why:literal,
        wrong: $wrong:literal,
        right: $right:literal,
        $(options: $options:literal,)?
        $(on: [$($kind:ident),+],)?
        $(example: $example:tt,)?
    ) => {
        pub(crate) static RULE: $crate::rule::Rule = $crate::rule::Rule {
            code: bunraku_diag::Code::new(
                $name,
                concat!(
                    "# ", $name, "\n\n", $reports, "\n\n", $why, "\n", $("\n", $options, "\n",)?
                    "\n## Wrong\n\n```", $crate::rule::rule!(@language $($example)?), "\n", $wrong,
                    "```\n\n## Right\n\n```", $crate::rule::rule!(@language $($example)?), "\n", $right, "```\n",
                ),
            ),
            severity: bunraku_diag::Severity::$severity,
            enabled: $enabled,
            set: $crate::rule::Set::$set,
            repair: $crate::rule::Repair::$repair,
            wrong: $wrong,
            right: $right,
            kinds: $crate::rule::rule!(@kinds $($($kind),+)?),
            example: $crate::rule::rule!(@example $($example)?),
            check,
        };
    };
    (@kinds) => { &[$crate::FileFormat::Manifest] };
    (@kinds $($kind:ident),+) => { &[$($crate::FileFormat::$kind),+] };
    (@language "/data/common.yaml") => { "yaml" };
    (@language "data/common.yaml") => { "yaml" };
    (@language "/hiera.yaml") => { "yaml" };
    (@language "metadata.json") => { "json" };
    (@language "/Puppetfile") => { "ruby" };
    (@language "/environment.conf") => { "ini" };
    (@language "templates/forgotten.epp") => { "epp" };
    (@language $($other:tt)?) => { "puppet" };
    (@example) => { "manifests/init.pp" };
    (@example $example:tt) => { $example };
}

pub(crate) use rule;

/// The maximum number of findings per file: nobody reads more, and a file of a megabyte can have many millions.
const MAX_FINDINGS: usize = 100_000;

/// Collects the findings in a file.
pub struct Findings<'r, 'f> {
    /// The file.
    pub file: &'r File<'f>,
    pub(crate) rule: &'static Rule,
    pub(crate) found: Vec<Diagnostic>,
}

/// How many findings of a rule in one file come with a suggestion. Each asks for all names: where all of very many are wrong,
/// that would never end.
const MOST_SUGGESTIONS: usize = 200;

impl<'f> Findings<'_, 'f> {
    /// `; did you mean ...?` if one of the names is near.
    pub(crate) fn suggestion<'a>(&self, name: &str, names: impl IntoIterator<Item = &'a str>) -> String {
        if self.found.len() >= MOST_SUGGESTIONS {
            return String::new();
        }
        // Of equally near names the first is suggested, and names of modules are in no order.
        let mut names: Vec<&str> = names.into_iter().collect();
        names.sort_unstable();
        let near = bunraku_diag::nearest(name, names);
        near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
    }

    /// Reports something at a place, as bad as the rule is.
    pub fn report(&mut self, place: impl Ranged, message: impl Into<String>) -> Reported<'_> {
        self.report_as(self.rule.severity, place, message)
    }

    /// Reports a finding with a different severity.
    pub fn report_as(
        &mut self,
        severity: Severity,
        place: impl Ranged,
        message: impl Into<String>,
    ) -> Reported<'_> {
        if self.is_full() {
            return Reported { finding: None, repair: self.rule.repair };
        }
        let span = Span { file: self.file.source.id(), range: place.range() };
        let diagnostic = Diagnostic { severity, ..Diagnostic::warning(self.rule.code, message) };
        self.found.push(diagnostic.at(span, ""));
        Reported { finding: self.found.last_mut(), repair: self.rule.repair }
    }

    /// Whether the maximum number of findings is reached.
    pub fn is_full(&self) -> bool {
        self.found.len() >= MAX_FINDINGS
    }

    /// The words of the file.
    pub fn words(&self) -> &'f crate::Words<'f> {
        self.file.words
    }
}

/// A finding to which a fix can be added.
pub struct Reported<'r> {
    finding: Option<&'r mut Diagnostic>,
    repair: Repair,
}

impl Reported<'_> {
    /// Adds the edits that fix it, with the applicability that the rule declares.
    pub fn fix<S: Into<String>>(
        self,
        title: impl Into<String>,
        edits: impl IntoIterator<Item = (TextRange, S)>,
    ) {
        let applicability = match self.repair {
            Repair::SameTree | Repair::SameMeaning => Applicability::Safe,
            Repair::Unsafe | Repair::None => Applicability::Unsafe,
        };
        self.fix_as(applicability, title, edits);
    }

    /// Adds edits with a different applicability.
    pub fn fix_as<S: Into<String>>(
        self,
        applicability: Applicability,
        title: impl Into<String>,
        edits: impl IntoIterator<Item = (TextRange, S)>,
    ) {
        let Some(finding) = self.finding else { return };
        let Some(file) = finding.primary.as_ref().map(|label| label.span.file) else { return };
        let edit =
            |(range, text): (TextRange, S)| Edit { span: Span { file, range }, replacement: text.into() };
        let edits: Vec<Edit> = edits.into_iter().map(edit).collect();
        if !edits.is_empty() {
            finding.fixes.push(Fix { title: title.into(), edits, applicability });
        }
    }
}

/// Something with a place, for findings.
pub trait Ranged {
    /// The byte range.
    fn range(&self) -> TextRange;
}

impl Ranged for Word<'_> {
    fn range(&self) -> TextRange {
        Word::range(*self)
    }
}

impl Ranged for bunraku_syntax::Syntax<'_> {
    fn range(&self) -> TextRange {
        bunraku_syntax::Syntax::range(*self)
    }
}

impl Ranged for TextRange {
    fn range(&self) -> TextRange {
        *self
    }
}
