//! The kinds of nodes, listed once: the enum and the views of the tree are made of the same list.

/// Calls a macro with the documented list of all kinds.
macro_rules! with_node_kinds {
    ($then:ident) => {
        $then! {
            /// The whole text: statements; in a template first an `EppParameters`, if there is one.
            Root,
            /// `{ ... }` with statements.
            Block,

            /// A lower case name as a value: `apache::port`.
            Name,
            /// A bare word that is not a name, or `type` and `function` as values in arrays and hashes: a string.
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
            /// A double quoted string with interpolation: `StringText`, `Interpolation` and `Variable` nodes.
            InterpolatedString,
            /// Plain text in an interpolated string or a heredoc.
            StringText,
            /// `${...}`: one expression.
            Interpolation,
            /// A regular expression.
            Regexp,
            /// `@(TAG)`: a `HeredocText`.
            Heredoc,
            /// The text of a heredoc on the lines below its tag: as in an `InterpolatedString`.
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
            /// An operator between two expressions; the operator is its token.
            Binary,
            /// `x = y`, `x += y`, `x -= y`.
            Assignment,
            /// Two or more operands with `->`, `~>`, `<-` or `<~` between them, from left to right.
            Relationship,
            /// `x[ ... ]`: the expression, then the keys.
            Access,
            /// `f( ... )`: what is called, `Arguments`, and perhaps a `Lambda`.
            Call,
            /// `x.f( ... )`: the receiver, a `Name`, perhaps `Arguments`, and perhaps a `Lambda`.
            MethodCall,
            /// `notice x, y`: a `Name` and its arguments.
            StatementCall,
            /// `apply( ... ) { ... }` of a plan: `Arguments`, then a `Block`.
            Apply,
            /// `( ... )` of a call.
            Arguments,
            /// `|$x| { ... }`: `Parameters`, perhaps a `ReturnType`, and a `Block`.
            Lambda,
            /// The parameters of a class, define, function, lambda or template.
            Parameters,
            /// A parameter: perhaps its type, then perhaps a `ParameterDefault`.
            Parameter,
            /// `= x` of a parameter.
            ParameterDefault,
            /// `>> T`: a type.
            ReturnType,

            /// `if`: test, `Block`, then `Elsif` nodes and perhaps an `Else`.
            If,
            /// `elsif`: test, `Block`.
            Elsif,
            /// `else`: `Block`.
            Else,
            /// `unless`: test, `Block`, and perhaps an `Else`.
            Unless,
            /// `case`: the value, then `CaseOption` nodes.
            Case,
            /// Values, then a `Block`.
            CaseOption,
            /// `x ? { ... }`: the value, then `SelectorEntry` nodes.
            Selector,
            /// `option => value`.
            SelectorEntry,

            /// `class`: perhaps `Parameters`, perhaps a `ClassParent`, then a `Block`. Its name is a token.
            Class,
            /// `inherits x`.
            ClassParent,
            /// `define`: perhaps `Parameters`, then a `Block`. Its name is a token.
            Define,
            /// `function`: perhaps `Parameters`, perhaps a `ReturnType`, then a `Block`. Its name is a token.
            Function,
            /// `plan`: perhaps `Parameters`, then a `Block`. Its name is a token.
            Plan,
            /// `node`: a `HostNames`, perhaps a `NodeParent`, then a `Block`.
            NodeDefinition,
            /// The matchers of a node.
            HostNames,
            /// A node's name without quotes: `web01.example.com`.
            HostName,
            /// `inherits x` of a node, which is not allowed any more.
            NodeParent,
            /// `type X = ...`: the type on the left, then what it stands for.
            TypeAlias,
            /// `Parent { ... }` on the right of a type alias: a `TypeName` and a `Hash`.
            ObjectBody,
            /// `type X { ... }`, which Puppet reads and then refuses: a `Block`. Its name is a token.
            TypeDefinition,

            /// `type { title: ... }`: the type, then `ResourceBody` nodes.
            Resource,
            /// A title, then `Attribute` and `AttributeSplat` nodes.
            ResourceBody,
            /// `Type { ... }`: the type, then attributes.
            ResourceDefaults,
            /// `Type['title'] { ... }`: the reference, then attributes.
            ResourceOverride,
            /// `name { a => 1 }`: a name and, as it turns out, a hash of attributes without a title.
            UntitledResource,
            /// `@` or `@@` before a resource.
            Virtual,
            /// `name => value` or `name +> value`: the value. Its name is a token.
            Attribute,
            /// `* => value`.
            AttributeSplat,
            /// `Type <| ... |>`: the type, a `Query`, then attributes.
            Collector,
            /// `<| ... |>` or `<<| ... |>>`: perhaps an expression.
            Query,

            /// `|...|` at the start of a template.
            EppParameters,
            /// Text of a template.
            RenderText,
            /// `<%= ... %>`: an expression or a `Block`.
            Render,

            /// An expression should stand here.
            Missing,
            /// Tokens that fit nowhere.
            Error,
        }
    };
}

macro_rules! declare_kinds {
    ($($(#[doc = $doc:literal])* $kind:ident,)*) => {
        /// What a node is.
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
