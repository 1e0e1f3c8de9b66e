//! Literals: names, numbers, strings, heredocs, arrays and hashes.

use bunraku_diag::Applicability;
use bunraku_edition::{InterpolatedKeyword, InterpolatedName, LoneComma};

use super::{Parser, recover::starts_statement};
use crate::{
    kind::NodeKind,
    token::TokenKind::{self, *},
};

/// Where the words `type` and `function` are allowed as strings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keywords {
    /// Before `=>` only.
    Keys,
    /// Also as an element of an array.
    Elements,
    /// As a key or a value of a hash.
    Entries,
}

impl Parser<'_> {
    /// An expression without operators. Returns `false` and consumes nothing if there is none.
    pub(super) fn primary(&mut self) -> bool {
        let kind = self.kind();
        if self.variable_at == self.pos && self.variable_at != usize::MAX {
            self.leaf(NodeKind::Variable);
            return true;
        }
        match kind {
            Name => self.leaf(NodeKind::Name),
            Variable => self.leaf(NodeKind::Variable),
            SingleQuoted | DoubleQuoted => self.leaf(NodeKind::String),
            Ref => self.leaf(NodeKind::TypeName),
            Number => self.leaf(NodeKind::Number),
            True | False => self.leaf(NodeKind::Boolean),
            Undef => self.leaf(NodeKind::Undef),
            Default => self.leaf(NodeKind::Default),
            Word => self.leaf(NodeKind::Word),
            Regexp => self.leaf(NodeKind::Regexp),
            QuoteOpen => self.interpolated_string(),
            HeredocTag => self.heredoc(),
            LBracket | ListStart => self.array(),
            LBrace => self.hash(),
            LParen | LineLParen => self.parenthesized(),
            If => self.if_expression(),
            Unless => self.unless_expression(),
            Case => self.case_expression(),
            Class => self.class_definition(),
            Define => self.define(),
            Function => self.function(),
            Plan => self.plan(),
            Apply => self.apply(),
            Node => self.node_definition(),
            Type if self.peek(1) == LParen => self.leaf(NodeKind::Name),
            Type => self.type_definition(),
            Attr | Private => self.leaf(NodeKind::ReservedWord),
            EppText | EppComment => self.render_text(),
            EppRender => self.render(),
            _ => return false,
        }
        true
    }

    /// `"characters ${expression} $variable"`.
    fn interpolated_string(&mut self) {
        let mark = self.start();
        self.bump();
        self.pieces(QuoteClose);
        self.finish(mark, NodeKind::InterpolatedString);
    }

    /// `@(TAG)` and its text, which follows directly in the order of tokens.
    fn heredoc(&mut self) {
        let mark = self.start();
        self.bump();
        // The node ends with its tag: its text is elsewhere, with other tokens in between.
        let end_token = self.end_token;
        if matches!(self.kind(), HeredocText | HeredocEnd | StringVariable | InterpolationOpen) {
            let text = self.start();
            let tag = self.token_range(mark.token).start;
            let first_error = self.errors.len();
            self.pieces(HeredocEnd);
            self.finish(text, NodeKind::HeredocText);
            // The grammar sees the text before what follows the tag on its line.
            for error in self.errors.iter_mut().skip(first_error) {
                error.rank = error.rank.min(tag);
            }
        }
        self.end_token = end_token;
        self.finish(mark, NodeKind::Heredoc);
    }

    /// Text, variables and interpolations up to and including `end`.
    fn pieces(&mut self, end: TokenKind) {
        loop {
            match self.kind() {
                StringText | HeredocText => self.leaf(NodeKind::StringText),
                StringVariable => self.leaf(NodeKind::Variable),
                InterpolationOpen => self.interpolation(),
                _ => break,
            }
        }
        // The lexer has closed everything that it opened.
        self.eat(end);
    }

    /// `${expression}`.
    fn interpolation(&mut self) {
        let mark = self.start();
        let open = self.range();
        self.bump();
        if self.is_bare_variable() {
            self.variable_at = self.pos;
        }
        if self.at(InterpolationClose) {
            self.expected_with("an expression in `${}`", |error| {
                error.help(
                    "put a variable or expression in it, as in `${x}`, or write `\\${}` for the characters \
                 themselves",
                )
            });
            self.missing();
        } else {
            self.assignment();
        }
        self.variable_at = usize::MAX;
        self.close_pair(|kind| kind == InterpolationClose, open, "an operator or `}`");
        self.finish(mark, NodeKind::Interpolation);
    }

    /// Whether the word after `${` is a variable without `$`: it is alone, or followed by `[` or `.`.
    fn is_bare_variable(&self) -> bool {
        let kind = self.kind();
        // Puppet does not treat the keywords of plans specially here: `${plan}` begins a plan.
        if kind.is_plan_keyword() {
            return false;
        }
        let word = matches!(kind, Name | Word | Number) || kind.is_keyword();
        match self.peek(1) {
            InterpolationClose => word,
            Dot | LBracket if kind.is_keyword() => {
                matches!(self.rules.interpolated_keyword, InterpolatedKeyword::Variable)
            }
            Dot | LBracket => {
                word && match self.rules.interpolated_name {
                    InterpolatedName::Variable => true,
                    InterpolatedName::Word => self.is_only_accessed(),
                }
            }
            _ => false,
        }
    }

    /// Whether only accesses and calls follow the word after `${` until the `}`.
    fn is_only_accessed(&self) -> bool {
        // Anything may occur inside brackets and in the parameters of a lambda.
        let (mut depth, mut in_parameters, mut ahead) = (0usize, false, 1);
        loop {
            match self.peek(ahead) {
                Eof => return false,
                InterpolationClose if depth == 0 => return true,
                LParen | LBracket | LBrace | InterpolationOpen => depth += 1,
                LineLParen | ListStart | SelectorBrace if depth > 0 || in_parameters => depth += 1,
                RParen | RBracket | RBrace | InterpolationClose => depth = depth.saturating_sub(1),
                Pipe if depth == 0 => in_parameters = !in_parameters,
                Dot | Name if depth == 0 => {}
                kind if depth == 0 && !in_parameters && !kind.is_keyword() => return false,
                _ => {}
            }
            ahead += 1;
        }
    }

    /// `[element, ...]`.
    fn array(&mut self) {
        let mark = self.start();
        let open = self.range();
        self.bump();
        if !self.lone_comma(RBracket) {
            self.elements(RBracket, "an element", Keywords::Elements);
        }
        self.close(RBracket, open, "`,` or `]`");
        self.finish(mark, NodeKind::Array);
    }

    /// Elements or arguments separated by commas, up to `close`. A trailing comma is allowed.
    pub(super) fn elements(&mut self, close: TokenKind, what: &str, keywords: Keywords) {
        while !self.at(close) {
            if !starts_statement(self.kind()) {
                return self.expected(what);
            }
            self.entry(keywords);
            if self.eat(Comma) {
                continue;
            }
            if starts_statement(self.kind()) && !self.at(LBrace) && !self.starts_other_statement() {
                let what = format!("`,` or {} after this value", close.shown());
                self.missing_comma(&what, "separate the values with commas");
                continue;
            }
            return;
        }
    }

    /// `{key => value, ...}`.
    fn hash(&mut self) {
        let mark = self.start();
        let open = self.range();
        self.bump();
        if !self.lone_comma(RBrace) {
            self.hash_entries();
        }
        self.close(RBrace, open, "`,` or `}`");
        self.finish(mark, NodeKind::Hash);
    }

    fn hash_entries(&mut self) {
        while !self.at(RBrace) {
            if !starts_statement(self.kind()) {
                return self.expected("a key or `}`");
            }
            let mark = self.start();
            self.keyword_or_assignment(Keywords::Entries);
            if self.at(Colon) || self.at(Assign) {
                let sign = self.range();
                self.expected_with("`=>`", |error| {
                    error.help("the keys of a hash are followed by `=>`: `{'a' => 1}`").fix(
                        Applicability::Safe,
                        "write `=>`",
                        [(sign, "=>")],
                    )
                });
                self.bump();
            } else if !self.expect(FatArrow, "`=>` after the key of a hash") {
                self.missing();
                self.finish(mark, NodeKind::HashEntry);
                return;
            }
            self.keyword_or_assignment(Keywords::Entries);
            self.finish(mark, NodeKind::HashEntry);
            if self.eat(Comma) {
                continue;
            }
            if starts_statement(self.kind()) && !self.at(LBrace) && !self.starts_other_statement() {
                self.missing_comma("`,` or `}` after this entry", "separate the entries with commas");
                continue;
            }
            return;
        }
    }

    /// A value, or a pair `key => value` without braces: adjacent pairs in a list form one hash.
    pub(super) fn entry(&mut self, keywords: Keywords) {
        let mark = self.start();
        self.keyword_or_assignment(keywords);
        if self.eat(FatArrow) {
            self.keyword_or_assignment(Keywords::Entries);
            self.finish(mark, NodeKind::HashEntry);
        }
    }

    fn keyword_or_assignment(&mut self, keywords: Keywords) {
        if matches!(self.kind(), Type | Function) {
            let fits = match self.peek(1) {
                FatArrow => true,
                Comma => keywords != Keywords::Keys,
                RBracket => keywords == Keywords::Elements,
                // As the value of a pair among elements or arguments, it is followed by the end of the list.
                RBrace | RParen => keywords == Keywords::Entries,
                _ => false,
            };
            if fits || keywords == Keywords::Entries && self.peek(1) == RBracket {
                return self.leaf(NodeKind::Word);
            }
        }
        self.assignment();
    }

    fn lone_comma(&mut self, close: TokenKind) -> bool {
        let empty =
            matches!(self.rules.lone_comma, LoneComma::Empty) && self.at(Comma) && self.peek(1) == close;
        if empty {
            self.bump();
        }
        empty
    }

    /// Text of a template, with the comments inside it.
    fn render_text(&mut self) {
        let mark = self.start();
        while matches!(self.kind(), EppText | EppComment) && self.end_of_previous(mark.token) {
            self.bump();
        }
        self.finish(mark, NodeKind::RenderText);
    }

    /// Whether the current token directly follows the previous one: text after a tag is a separate text.
    fn end_of_previous(&self, first: u32) -> bool {
        self.token() == first || self.token() == self.end_token
    }

    /// `<%= expression %>` or `<%= { statements } %>`.
    fn render(&mut self) {
        let mark = self.start();
        let open = self.range();
        self.bump();
        if self.at(LBrace) && !self.looks_like_hash() {
            self.block("`<%=`");
        } else {
            self.expression();
        }
        self.close_pair(|kind| matches!(kind, EppRenderClose | EppRenderCloseTrim), open, "`%>`");
        self.finish(mark, NodeKind::Render);
    }

    /// Whether the braces at the current position contain entries: they are empty, or have a `=>` that does not belong
    /// to a selector.
    fn looks_like_hash(&self) -> bool {
        let mut depth = 0u32;
        for ahead in 0.. {
            match self.peek(ahead) {
                Eof | EppRenderClose | EppRenderCloseTrim => return false,
                LParen | LineLParen | LBracket | ListStart | LBrace | SelectorBrace => depth += 1,
                RParen | RBracket | RBrace => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return ahead == 1;
                    }
                }
                FatArrow if depth == 1 => return true,
                Question | Semicolon if depth == 1 => return false,
                _ => {}
            }
        }
        false
    }
}
