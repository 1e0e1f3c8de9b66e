//! What a rule is: its name and page, how bad its findings are, and the function that looks for them.

use bunraku_diag::{Applicability, Code, Diagnostic, Edit, Fix, Severity, Span, TextRange};

use crate::word::Word;
use crate::{File, FileKind};

/// A rule: what it is called, what it looks for, and why.
pub struct Rule {
    /// Its name and its page.
    pub code: Code,
    /// How bad its findings are, but for a few that say otherwise.
    pub severity: Severity,
    /// Whether it is looked for unless somebody turns it off.
    pub enabled: bool,
    /// Where it comes from.
    pub set: Set,
    /// How what it finds is fixed.
    pub repair: Repair,
    /// A program that it has something to say about.
    pub wrong: &'static str,
    /// The same without the mistake; where the rule can fix, this is what it makes of the wrong one.
    pub right: &'static str,
    /// The kinds of files that it looks at.
    pub kinds: &'static [FileKind],
    /// The file that its programs are, from the folder of a module.
    pub example: &'static str,
    /// Looks for it.
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

/// Where a rule comes from; presets are made of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Set {
    /// puppet-lint itself.
    Core,
    /// The plugins that all modules of Vox Pupuli use.
    Vox,
    /// Other plugins.
    Other,
    /// Rules about what code means, which no token tells.
    Semantic,
}

/// How what a rule finds is fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// By hand.
    None,
    /// By edits that leave the tree what it is: white space, comments, quotes.
    SameTree,
    /// By edits that change the tree, but not what the program does.
    SameMeaning,
    /// By edits that a person should look at.
    Unsafe,
}

/// Declares the rule of a file, with the page that `bunraku explain` prints.
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
    (@kinds) => { &[$crate::FileKind::Manifest] };
    (@kinds $($kind:ident),+) => { &[$($crate::FileKind::$kind),+] };
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

/// How many findings of a file are kept: nobody reads more, and a file of a megabyte can have many millions.
const MAX_FINDINGS: usize = 100_000;

/// What the rules have found in a file.
pub struct Findings<'r, 'f> {
    /// The file.
    pub file: &'r File<'f>,
    pub(crate) rule: &'static Rule,
    pub(crate) found: Vec<Diagnostic>,
}

impl<'f> Findings<'_, 'f> {
    /// Reports something at a place, as bad as the rule is.
    pub fn report(&mut self, place: impl Ranged, message: impl Into<String>) -> Reported<'_> {
        self.report_as(self.rule.severity, place, message)
    }

    /// Reports something that is more or less bad than what the rule usually finds.
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

    /// Whether there are so many findings that no more are kept.
    pub fn is_full(&self) -> bool {
        self.found.len() >= MAX_FINDINGS
    }

    /// The words of the file.
    pub fn words(&self) -> &'f crate::Words<'f> {
        self.file.words
    }
}

/// A finding that may get a fix.
pub struct Reported<'r> {
    finding: Option<&'r mut Diagnostic>,
    repair: Repair,
}

impl Reported<'_> {
    /// Adds the edits that fix it, as the rule promises to fix.
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

    /// Adds edits that are safer or less safe than what the rule promises.
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

/// Something that a finding can be about.
pub trait Ranged {
    /// Its bytes.
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
