//! Words and signs of other languages for which Puppet has something else.

use bunraku_diag::codes;

use super::{BLOCK, Code, definition, resource, start, unquoted};
use crate::{
    SourceKind, SyntaxError,
    token::TokenKind::{self, *},
};

/// Adds help to syntax errors without one, based on the surrounding tokens.
pub(super) fn explain(code: &Code<'_>, kind: SourceKind, errors: &mut [SyntaxError]) {
    let vague = |error: &&mut SyntaxError| {
        error.code == codes::SYNTAX_ERROR && error.help.as_deref().is_none_or(|help| help == BLOCK)
    };
    for error in errors.iter_mut() {
        let at = code.token_at(error.range.start);
        // These are unambiguous and override the parser's suggestions.
        let help = match error.code {
            codes::SYNTAX_ERROR => {
                let start = start::help(code, at, &error.message);
                let other = || definition::help(code, at).or_else(|| unquoted::help(code, at));
                let body = || resource::certain(code, at, error);
                start.or_else(|| foreign(code, at)).or_else(body).or_else(other)
            }
            codes::VIRTUAL_NON_RESOURCE => unquoted::help(code, at),
            _ => None,
        };
        if let Some(help) = help {
            instruct(error, help);
        }
    }
    for error in errors.iter_mut().filter(vague) {
        let at = code.token_at(error.range.start);
        if let Some(help) = around(code, kind, at).or_else(|| resource::help(code, at, &error.message)) {
            instruct(error, help);
        }
    }
}

/// Replaces what the parser would insert by better help.
fn instruct(error: &mut SyntaxError, help: String) {
    error.labels.retain(|(_, label)| !label.ends_with("is missing after this"));
    error.help = Some(help);
}

fn around(code: &Code<'_>, kind: SourceKind, at: usize) -> Option<String> {
    let text = |index: usize| code.range(index).of(code.text);
    let here = code.tokens.get(at)?.kind;
    let (before_at, before) = code.before(at).next()?;
    let adjacent = code.range(before_at).end == code.range(at).start;
    let (after_at, after) = code.after(at).next().unwrap_or((at, Eof));
    let help = match (before, here) {
        (Less, Greater) if adjacent => "write `!=` for \"not equal\"".to_owned(),
        (Ref, LParen) if adjacent && in_parameters(code, at) => {
            format!("the parameters of a type are written in brackets: `{}[...]`", text(before_at))
        }
        (Ref, Question) if in_parameters(code, at) => {
            format!("a type that allows `undef` is written `Optional[{}]`", text(before_at))
        }
        (Ref, Pipe) if after == Ref && in_parameters(code, at) => {
            format!("one of several types is written `Variant[{}, {}]`", text(before_at), text(after_at))
        }
        (_, Comma) if grouped(code, at) => "an array is written in brackets: `[...]`".to_owned(),
        (_, FatArrow) if grouped(code, at) => "a hash is written in braces: `{ ... }`".to_owned(),
        (_, Star) if code.first_on_line(at) == Some(Node) => {
            "write a regular expression to match several names: `node /^web/ { ... }`".to_owned()
        }
        (_, Eof) if let Some(word) = condition_at_end(code, at) => {
            format!("the condition comes first: `{word} ... {{ ... }}`")
        }
        (Name, Name) if after == FatArrow && code.open_bracket(at) == Some(LBrace) => {
            format!("quote a key of several words: `'{} {}'`", text(before_at), text(at))
        }
        (_, Name) if text(at) == "is" && tests(code, at) => "write `==` or `!=` to compare".to_owned(),
        (Pipe, Pipe) if adjacent => "write `or` for the logical operator".to_owned(),
        (_, Pipe) if after == Pipe && assigns(code, at) => {
            "`or` always returns a Boolean: for a default value, use `pick` from stdlib, or `if` and `else`"
                .to_owned()
        }
        (_, Pipe) if after == Pipe => "write `or` for the logical operator".to_owned(),
        (LBrace, Pipe) => "the parameters of a lambda come before its braces: `|$x| { ... }`".to_owned(),
        (_, FatArrow) if tests(code, at) => "write `>=` to compare".to_owned(),
        (_, Comma) if in_collector(code, at) => "combine conditions with `and` or `or`".to_owned(),
        (InEdge | InEdgeSub | OutEdge | OutEdgeSub, Eof | RBrace) => {
            format!("add a resource after `{}`, or remove the arrow", text(before_at))
        }
        (EppText | EppComment, Pipe) if kind == SourceKind::Template => {
            "the parameters of a template must come first, before any text".to_owned()
        }
        (_, Pipe) if matches!(code.first_on_line(at), Some(If | Unless | Elsif)) => {
            "write `or` for the logical operator".to_owned()
        }
        (_, ShiftLeft) if matches!(after, Name | Word | Ref) => {
            format!("a heredoc is written `@({0})` and ends with a line `| {0}`", text(after_at))
        }
        (_, Tilde) => "write `~>` to notify a resource".to_owned(),
        (_, Semicolon) if matches!(code.open_bracket(at), Some(SelectorBrace | LBracket)) => {
            "write a comma instead of the semicolon".to_owned()
        }
        (_, EppClose | EppCloseTrim | EppText) if before == Pipe || opens_block(code, at) => {
            "open the block inside the tag, with `{ -%>`, and close it with `<% } -%>`".to_owned()
        }
        (Slash, Slash) if adjacent => "a comment starts with `#`".to_owned(),
        (Comma, Comma) => "remove the extra comma".to_owned(),
        (Name, Pipe) if text(before_at) == "do" => {
            "a lambda is written without `do` and `end`: `.each |$x| { ... }`".to_owned()
        }
        (Regexp, Name | Word) if adjacent && is_matched(code, before_at) => {
            let (pattern, modifiers) = (text(before_at).trim_matches('/'), text(at));
            format!("modifiers are written inside the pattern: `/(?{modifiers}:{pattern})/`")
        }
        (Regexp, Name | Word) if adjacent => {
            let path = format!("{}{}", text(before_at), text(at));
            format!("quote the path: `'{path}'`")
        }
        (Class, Colon) => "`class` is a keyword: quote it to use it as a title, as in `'class':`".to_owned(),
        (_, At) if after == Name && kind == SourceKind::Template => {
            let name = text(after_at);
            format!("`@{name}` is for ERB templates: in EPP, write `${name}`")
        }
        (_, RBrace) if lambda_without_bars(code, at) => {
            "the parameters of a lambda are written between bars: `|$x| { ... }`".to_owned()
        }
        (_, LBrace) if case_option(code, before_at, before) => {
            format!("write `:` between the option and its block: `{}: {{ ... }}`", text(before_at))
        }
        (_, RBrace) if let Some(name) = braced_variable(code, at) => {
            format!("`${{...}}` is only for strings: write `${name}`")
        }
        (_, RBrace) if loop_word(code, at) == Some("try") => {
            "errors cannot be caught: test the value before it is used, with `if`".to_owned()
        }
        (_, RBrace) if loop_word(code, at) == Some("def") => {
            "a function is defined with `function`: `function module::name($x) { ... }`".to_owned()
        }
        (_, RBrace) if let Some(word) = loop_word(code, at) => {
            format!("there is no `{word}`: iterate with a lambda, as in `$list.each |$item| {{ ... }}`")
        }
        (Else, If) => "`unless` has no `elsif`: write `if !(...)` instead".to_owned(),
        (Bang, _) if calls_with_bang(code, before_at) => {
            "remove the `!`: functions never change a value, they return a new one".to_owned()
        }
        (_, Assign) if in_collector(code, at) => "write `==` to compare".to_owned(),
        (_, RCollect) if collector(code, at) == Some(LLCollect) => "write `|>>` to close `<<|`".to_owned(),
        (_, RRCollect) if collector(code, at) == Some(LCollect) => "write `|>` to close `<|`".to_owned(),
        (_, RParen | RBracket) if let Some(open) = unopened(code, at, here) => {
            format!("this `{}` has no matching `{open}`: remove it", text(at))
        }
        (Greater, _) if let Some(name) = collector_without_bars(code, before_at) => {
            format!("a collector is written `{name} <| ... |>`")
        }
        (Comma, RBrace) if let Some((open, LParen | LBracket)) = code.opening(at) => {
            let (bracket, close) = if text(open) == "(" { ("(", ")") } else { ("[", "]") };
            let line = code.line(code.range(open).start);
            format!("add the missing `{close}`: the `{bracket}` on line {line} is never closed")
        }
        (Comma, Eof | RBrace) => "remove the comma, or add what should follow it".to_owned(),
        _ => return None,
    };
    Some(help)
}

/// Constructs of other languages that cannot mean anything else.
fn foreign(code: &Code<'_>, at: usize) -> Option<String> {
    let text = |index: usize| code.range(index).of(code.text);
    let here = code.tokens.get(at)?.kind;
    let (before_at, before) = code.before(at).next()?;
    let adjacent = code.range(before_at).end == code.range(at).start;
    let (after_at, after) = code.after(at).next().unwrap_or((at, Eof));
    let help = match (before, here) {
        (Variable, Colon) if after == Assign && code.range(at).end == code.range(after_at).start => {
            "write `=` to assign a variable".to_owned()
        }
        (Variable, FatArrow) if is_parameter(code, before_at) => {
            format!("write `=` before a default: `{} = ...`", text(before_at))
        }
        (FatArrow, RBrace | RBracket | RParen | Comma | Semicolon) => "write a value after `=>`".to_owned(),
        (Match | NoMatch, Slash) => "close the regular expression with `/`".to_owned(),
        (_, Comma) if matches!(after, And | Or) => "remove the comma".to_owned(),
        (Class, Variable | QuoteOpen) => "the name of a class cannot be computed: write it out".to_owned(),
        (Question, Question) if adjacent => {
            "for a default value, write `$value.lest || { 'default' }`, or use `if` and `else`".to_owned()
        }
        (NotEqual, Assign) if adjacent => "write `!=` for \"not equal\"".to_owned(),
        (Assign, Pipe) if after == Variable => {
            "a lambda can only be passed to a function: define a function instead".to_owned()
        }
        (ListStart | LBracket | LParen | Comma, Dot) if after == Dot => {
            "to insert the elements of an array, write `*$list`".to_owned()
        }
        (_, Dot) if after == Number && before != Dot && !adjacent_value(code, before_at, adjacent) => {
            format!("a number starts with a digit: `0.{}`", text(after_at))
        }
        (Name, Ref | SingleQuoted | DoubleQuoted | QuoteOpen | Variable)
            if !adjacent && !matches!(text(before_at), "not" | "when" | "is") && in_test(code, before_at) =>
        {
            let name = text(before_at);
            format!("if `{name}` is a function, call it with parentheses: `{name}(...)`")
        }
        (Number | Variable, Colon) if let Some(list) = sliced(code, at) => {
            format!("a slice is written as the first index and the number of elements: `{list}[0, 2]`")
        }
        (Dot, Dot) if let Some(list) = sliced(code, at).filter(|_| adjacent) => {
            format!("a slice is written as the first index and the number of elements: `{list}[0, 2]`")
        }
        (Greater, Eof) if collector(code, before_at) == Some(LCollect) => {
            "write `|>` to close `<|`".to_owned()
        }
        (Dot, Dot) if adjacent => {
            let first = code.before(before_at).next().filter(|(_, kind)| *kind == Number);
            let first = first.map_or("1", |(first, _)| text(first));
            let last = if after == Number { text(after_at) } else { "3" };
            format!("write `Integer[{first}, {last}]` for a range of numbers")
        }
        (Name, SingleQuoted | DoubleQuoted | QuoteOpen) if adjacent && text(before_at).len() == 1 => {
            let prefix = text(before_at);
            format!("strings have no prefixes: remove the `{prefix}`; variables are written `${{name}}`")
        }
        (Name, FatArrow) if code.before(before_at).next().is_some_and(|(_, kind)| kind == Semicolon) => {
            "a `;` ends the attributes of a resource: write `,` between them".to_owned()
        }
        (_, Assign) if after == Less && code.range(at).end == code.range(after_at).start => {
            "write `<=` to compare".to_owned()
        }
        (_, FatArrow) if starts_lambda(code, before_at) => format!(
            "to return a hash, write its braces inside those of the lambda: `{{ {{ {} => ... }} }}`",
            text(before_at)
        ),
        (_, Name) if text(at) == "then" => "remove `then`".to_owned(),
        (_, Name) if text(at) == "not" && after == In => {
            "to negate `in`, put it in parentheses: `!($x in $list)`".to_owned()
        }
        (_, Name) if text(at) == "is" && after == Ref => {
            format!("write `=~` to test the type of a value: `=~ {}`", text(after_at))
        }
        (RBrace, Elsif) if ends_else(code, before_at) => {
            "`else` comes last: move its block after this one".to_owned()
        }
        (Name, LBracket | ListStart | SingleQuoted | DoubleQuoted | QuoteOpen | Variable)
            if !adjacent
                && !matches!(text(before_at), "not" | "when")
                && code.open_bracket(at) == Some(LParen) =>
        {
            let name = text(before_at);
            format!("if `{name}` is a function, call it with parentheses: `{name}(...)`")
        }
        (Name, Variable | LParen) if text(before_at) == "not" => "write `!` to negate a value".to_owned(),
        (Name, SingleQuoted | DoubleQuoted | Name) if text(before_at) == "when" => {
            format!("options of `case` have no `when`: write `{}: {{ ... }}`", text(at))
        }
        (Dot, Number) if let Some(start) = version(code, before_at) => {
            let version = code.text.get(start..code.range(at).end as usize).unwrap_or_default();
            format!("quote it: `'{version}'`")
        }
        (Dot, SingleQuoted | DoubleQuoted | QuoteOpen) => {
            "to join strings, use interpolation: `\"${one}${other}\"`".to_owned()
        }
        (_, Percent) if after == LBrace && code.range(at).end == code.range(after_at).start => {
            "`%{...}` is for Hiera data: in a manifest, write a variable, such as `$name`".to_owned()
        }
        (Ref, Less) if adjacent => {
            format!("the parameters of a type are written in brackets: `{}[...]`", text(before_at))
        }
        (RBracket, FatArrow) if after == Ref => "write `->` to put one resource before another".to_owned(),
        (Variable, Colon) if is_parameter(code, before_at) && after == Ref => {
            format!("the type comes before the name: `{} {}`", text(after_at), text(before_at))
        }
        (Variable, Colon) if is_parameter(code, before_at) => {
            format!("write `=` before a default: `{} = ...`", text(before_at))
        }
        (Colon | Comma, Variable) if matches!(after, Assign | FatArrow) => {
            let name = text(at).trim_start_matches('$');
            format!("attributes are written without `$`: `{name} => ...`")
        }
        (Comma, SingleQuoted | DoubleQuoted) if after == Colon => {
            "resources with different titles are separated with `;`".to_owned()
        }
        _ => return None,
    };
    Some(help)
}

/// Whether the token at an index is inside the parentheses of a definition's parameters.
fn in_parameters(code: &Code<'_>, at: usize) -> bool {
    let Some((open, LParen)) = code.opening(at) else { return false };
    let mut before = code.before(open).map(|(_, kind)| kind);
    matches!(before.next(), Some(Name | Word)) && matches!(before.next(), Some(Class | Define | Function))
}

/// Whether the innermost open bracket is a parenthesis that groups: it does not belong to a call or a definition.
fn grouped(code: &Code<'_>, at: usize) -> bool {
    let Some((open, LParen)) = code.opening(at) else { return false };
    let before = code.before(open).next().map(|(_, kind)| kind);
    matches!(before, None | Some(Assign | LBrace | FatArrow | Comma | ListStart | LBracket | Plus))
}

/// The `if` or `unless` after a statement on its line, if the code ends where its block should begin.
fn condition_at_end<'t>(code: &Code<'t>, at: usize) -> Option<&'t str> {
    let (word, kind) = code.before(at).find(|(_, kind)| matches!(kind, If | Unless | LBrace | RBrace))?;
    let first = code.first_on_line(word)?;
    (matches!(kind, If | Unless) && !matches!(first, Else)).then(|| code.range(word).of(code.text))
}

/// The variable whose elements are read by the brackets around the token at an index.
fn sliced<'t>(code: &Code<'t>, at: usize) -> Option<&'t str> {
    let (open, _) = code.opening(at).filter(|(_, bracket)| *bracket == LBracket)?;
    let (list, kind) = code.before(open).next()?;
    (kind == Variable).then(|| code.range(list).of(code.text))
}

/// Whether a dot directly follows the token at an index, which ends a value.
fn adjacent_value(code: &Code<'_>, before_at: usize, adjacent: bool) -> bool {
    let ends_value = |kind| {
        matches!(
            kind,
            Name | Word | Ref | Number | Variable | RParen | RBracket | RBrace | SingleQuoted | DoubleQuoted
        )
    };
    adjacent && code.tokens.get(before_at).is_some_and(|token| ends_value(token.kind))
}

/// Whether the token at an index starts the condition of an `if`, `elsif` or `unless`, perhaps negated or in parentheses.
fn in_test(code: &Code<'_>, at: usize) -> bool {
    let mut before = code.before(at).map(|(_, kind)| kind);
    let first = before.find(|kind| !matches!(kind, Bang | LParen | And | Or));
    matches!(first, Some(If | Elsif | Unless))
}

/// Whether the token at an index is inside the value of an assignment.
fn assigns(code: &Code<'_>, at: usize) -> bool {
    let line = code.line_start(code.range(at).start);
    let on_line = code.before(at).take_while(|(before, _)| code.range(*before).start as usize >= line);
    on_line.into_iter().any(|(_, kind)| kind == Assign)
}

/// Whether the token at an index belongs to the condition of an `if`, `elsif` or `unless`.
fn tests(code: &Code<'_>, at: usize) -> bool {
    let mut before = code.before(at).map(|(_, kind)| kind);
    let first = before.find(|kind| matches!(kind, If | Elsif | Unless | LBrace | RBrace | Semicolon));
    matches!(first, Some(If | Elsif | Unless))
}

/// Whether a tag of a template starts a statement that has a block.
fn opens_block(code: &Code<'_>, at: usize) -> bool {
    let mut before = code.before(at).map(|(_, kind)| kind);
    let first =
        before.find(|kind| matches!(kind, If | Elsif | Else | Unless | Case | LBrace | RBrace | EppText));
    matches!(first, Some(If | Elsif | Else | Unless | Case))
}

/// Whether the token at an index is the first in the block of a lambda.
fn starts_lambda(code: &Code<'_>, at: usize) -> bool {
    let mut before = code.before(at).map(|(_, kind)| kind);
    before.next() == Some(LBrace) && before.next() == Some(Pipe)
}

/// Whether the brace at an index closes the block of an `else`.
fn ends_else(code: &Code<'_>, at: usize) -> bool {
    let open = opening_brace(code, at);
    open.and_then(|open| code.before(open).next()).is_some_and(|(_, kind)| kind == Else)
}

/// Whether the variable at an index is a parameter of a definition: the first of a list, or after a comma or a type.
fn is_parameter(code: &Code<'_>, at: usize) -> bool {
    code.before(at).next().is_some_and(|(_, kind)| matches!(kind, LParen | Comma | Ref | RBracket))
}

/// Where a version without quotes starts, if the dot at an index directly follows a number: `1.2.3`.
fn version(code: &Code<'_>, dot: usize) -> Option<usize> {
    let (number, kind) = code.before(dot).next()?;
    let range = code.range(number);
    (kind == Number && range.end == code.range(dot).start).then_some(range.start as usize)
}

/// The bracket that is missing before a closing one, if none of its kind is open.
fn unopened(code: &Code<'_>, at: usize, close: TokenKind) -> Option<&'static str> {
    let (open, shown) = if close == RParen { (LParen, "(") } else { (LBracket, "[") };
    let mut closed = 0usize;
    for (_, kind) in code.before(at) {
        if kind == close {
            closed += 1;
        } else if kind == open {
            closed = closed.checked_sub(1)?;
        }
    }
    Some(shown)
}

/// The type of a collector that is written without bars, `User < ... >`, if its `>` is at an index.
fn collector_without_bars<'t>(code: &Code<'t>, at: usize) -> Option<&'t str> {
    let line = code.line_start(code.range(at).start);
    let on_line = code.before(at).take_while(|(before, _)| code.range(*before).start as usize >= line);
    let tokens: Vec<(usize, TokenKind)> = on_line.collect();
    match tokens.as_slice() {
        [.., (_, Less), (name, Ref)] => Some(code.range(*name).of(code.text)),
        _ => None,
    }
}

/// Whether the block that ends here was opened after a variable that follows a call: `.each $x { ... }`.
fn lambda_without_bars(code: &Code<'_>, at: usize) -> bool {
    let Some(open) = opening_brace(code, at) else { return false };
    let mut before = code.before(open);
    before.next().is_some_and(|(_, kind)| kind == Variable)
        && before.next().is_some_and(|(_, kind)| matches!(kind, Name | RParen))
}

/// The keyword of another language's loop, if the block that ends here belongs to one: `for $x in $list { ... }`.
fn loop_word<'t>(code: &Code<'t>, at: usize) -> Option<&'t str> {
    let open = opening_brace(code, at)?;
    let line = code.line_start(code.range(open).start);
    let on_line = code.before(open).take_while(|(before, _)| code.range(*before).start as usize >= line);
    let (first, kind) = on_line.last()?;
    let word = code.range(first).of(code.text);
    (kind == Name && matches!(word, "for" | "foreach" | "while" | "until" | "def" | "try")).then_some(word)
}

/// The name in `${name}`, written outside of a string, whose brace ends here.
fn braced_variable<'t>(code: &Code<'t>, at: usize) -> Option<&'t str> {
    let (open, LBrace) = code.opening(at)? else { return None };
    let (open, close) = (code.range(open), code.range(at));
    let name = code.text.get(open.end as usize..close.start as usize)?;
    let is_name =
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'));
    let follows = code.text.get(..open.start as usize)?.ends_with('$');
    (is_name && follows).then_some(name)
}

/// The brace that opened the block that ends here.
fn opening_brace(code: &Code<'_>, at: usize) -> Option<usize> {
    let mut depth = 0usize;
    let opened = code.before(at).find(|(_, kind)| match kind {
        RBrace => {
            depth += 1;
            false
        }
        LBrace if depth > 0 => {
            depth -= 1;
            false
        }
        LBrace => true,
        _ => false,
    });
    opened.map(|(open, _)| open)
}

/// Whether a string is matched against the regular expression at an index.
fn is_matched(code: &Code<'_>, at: usize) -> bool {
    code.before(at).next().is_some_and(|(_, kind)| matches!(kind, Match | NoMatch))
}

/// Whether the `!` at an index directly follows the name of a function, as in Ruby's `name.upcase!`.
fn calls_with_bang(code: &Code<'_>, at: usize) -> bool {
    let mut before = code.before(at);
    let adjacent = |index: usize| code.range(index).end == code.range(at).start;
    before.next().is_some_and(|(index, kind)| kind == Name && adjacent(index))
        && before.next().is_some_and(|(_, kind)| kind == Dot)
}

/// Whether an option of a `case` precedes a block: a literal that cannot have a block of its own.
fn case_option(code: &Code<'_>, at: usize, kind: TokenKind) -> bool {
    matches!(kind, Number | SingleQuoted | DoubleQuoted | Default | Regexp | True | False)
        && code.before(at).next().is_some_and(|(_, kind)| matches!(kind, LBrace | RBrace | Comma))
}

/// Whether `<|` or `<<|` is open here.
fn in_collector(code: &Code<'_>, at: usize) -> bool {
    collector(code, at).is_some()
}

/// The `<|` or `<<|` that is open here.
fn collector(code: &Code<'_>, at: usize) -> Option<TokenKind> {
    let kinds = code.before(at).map(|(_, kind)| kind);
    kinds
        .take(12)
        .find(|kind| matches!(kind, LCollect | LLCollect | RCollect | RRCollect | LBrace | RBrace))
        .filter(|kind| matches!(kind, LCollect | LLCollect))
}
