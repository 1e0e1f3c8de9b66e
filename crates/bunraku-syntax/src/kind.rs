//! The kinds of nodes. The enum and the views of the tree are generated from one list.

/// Calls a macro with the documented list of all kinds.
macro_rules! with_node_kinds {
    ($then:ident) => {
        $then! {
            /// The whole file: statements; in a template, an `EppParameters` may come first.
            Root,
            /// `{ ... }` with statements.
            Block,

            /// A lowercase name as a value: `apache::port`.
            Name,
            /// A bare word that is not a name, or `type` and `function` as strings in arrays and hashes.
            Word,
            /// A type name: `Foo::Bar`.
            TypeName,
            /// `$x`; in `${x}` and `${x[1]}` without the `$`.
            Variable,
            /// A number.
            Number,
            /// `true` or `false`.
            Boolean,
            /// `undef`.
            Undef,
            /// `default`.
            Default,
            /// A string of a single token.
            String,
            /// A double-quoted string with interpolation: `StringText`, `Interpolation` and `Variable` nodes.
            InterpolatedString,
            /// Plain text in an interpolated string or a heredoc.
            StringText,
            /// `${...}`: one expression.
            Interpolation,
            /// A regular expression.
            Regexp,
            /// `@(TAG)`: a `HeredocText`.
            Heredoc,
            /// The text of a heredoc on the lines below its tag, with children as in an `InterpolatedString`.
            HeredocText,
            /// `[ ... ]`: elements.
            Array,
            /// `{ ... }`: `HashEntry` nodes.
            Hash,
            /// `key => value`.
            HashEntry,
            /// `attr` or `private`, which are reserved.
            ReservedWord,

            /// `( ... )`: one expression.
            Parenthesized,
            /// `! x`.
            Not,
            /// `- x`.
            Negate,
            /// `* x`.
            Splat,
            /// A binary operator; the operator is a token.
            Binary,
            /// `x = y`, `x += y`, `x -= y`.
            Assignment,
            /// Two or more operands with `->`, `~>`, `<-` or `<~` between them, from left to right.
            Relationship,
            /// `x[ ... ]`: the expression, then the keys.
            Access,
            /// `f( ... )`: the callee, `Arguments`, and optionally a `Lambda`.
            Call,
            /// `x.f( ... )`: the receiver, a `Name`, and optionally `Arguments` and a `Lambda`.
            MethodCall,
            /// `notice x, y`: a `Name` and its arguments.
            StatementCall,
            /// `apply( ... ) { ... }` in a plan: `Arguments`, then a `Block`.
            Apply,
            /// `( ... )` of a call.
            Arguments,
            /// `|$x| { ... }`: `Parameters`, optionally a `ReturnType`, and a `Block`.
            Lambda,
            /// The parameters of a class, defined type, function, lambda or template.
            Parameters,
            /// A parameter: optionally its type, then optionally a `ParameterDefault`.
            Parameter,
            /// `= x` of a parameter.
            ParameterDefault,
            /// `>> T`: a type.
            ReturnType,

            /// `if`: the condition, a `Block`, then `Elsif` nodes and optionally an `Else`.
            If,
            /// `elsif`: the condition and a `Block`.
            Elsif,
            /// `else`: a `Block`.
            Else,
            /// `unless`: the condition, a `Block`, and optionally an `Else`.
            Unless,
            /// `case`: the value, then `CaseOption` nodes.
            Case,
            /// Values, then a `Block`.
            CaseOption,
            /// `x ? { ... }`: the value, then `SelectorEntry` nodes.
            Selector,
            /// `option => value`.
            SelectorEntry,

            /// `class`: optionally `Parameters` and a `ClassParent`, then a `Block`. Its name is a token.
            Class,
            /// `inherits x`.
            ClassParent,
            /// `define`: optionally `Parameters`, then a `Block`. Its name is a token.
            Define,
            /// `function`: optionally `Parameters` and a `ReturnType`, then a `Block`. Its name is a token.
            Function,
            /// `plan`: optionally `Parameters`, then a `Block`. Its name is a token.
            Plan,
            /// `node`: a `HostNames`, optionally a `NodeParent`, then a `Block`.
            NodeDefinition,
            /// The names and patterns of a node definition.
            HostNames,
            /// A node's name without quotes: `web01.example.com`.
            HostName,
            /// `inherits x` of a node, which is no longer allowed.
            NodeParent,
            /// `type X = ...`: the type on the left, then the right side.
            TypeAlias,
            /// `Parent { ... }` on the right of a type alias: a `TypeName` and a `Hash`.
            ObjectBody,
            /// `type X { ... }`, which Puppet parses and then rejects: a `Block`. Its name is a token.
            TypeDefinition,

            /// `type { title: ... }`: the type, then `ResourceBody` nodes.
            Resource,
            /// A title, then `Attribute` and `AttributeSplat` nodes.
            ResourceBody,
            /// `Type { ... }`: the type, then attributes.
            ResourceDefaults,
            /// `Type['title'] { ... }`: the reference, then attributes.
            ResourceOverride,
            /// `name { a => 1 }`: a name and a hash of attributes without a title.
            UntitledResource,
            /// `@` or `@@` before a resource.
            Virtual,
            /// `name => value` or `name +> value`: the value. Its name is a token.
            Attribute,
            /// `* => value`.
            AttributeSplat,
            /// `Type <| ... |>`: the type, a `Query`, then attributes.
            Collector,
            /// `<| ... |>` or `<<| ... |>>`: optionally an expression.
            Query,

            /// `|...|` at the start of a template.
            EppParameters,
            /// Text of a template.
            RenderText,
            /// `<%= ... %>`: an expression or a `Block`.
            Render,

            /// A missing expression.
            Missing,
            /// Tokens that do not fit anywhere.
            Error,
        }
    };
}

macro_rules! declare_kinds {
    ($($(#[doc = $doc:literal])* $kind:ident,)*) => {
        /// The kind of a node.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum NodeKind {
            $($(#[doc = $doc])* $kind,)*
        }

        impl NodeKind {
            /// The name of the kind.
            pub fn name(self) -> &'static str {
                match self {
                    $(NodeKind::$kind => stringify!($kind),)*
                }
            }
        }
    };
}

with_node_kinds!(declare_kinds);

pub(crate) use with_node_kinds;
