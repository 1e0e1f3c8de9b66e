//! The questions about how expressions are evaluated.

/// The answers of one edition to every question about evaluation.
#[derive(Debug, Clone, Copy)]
pub struct EvalRules {
    /// Whether `''` counts as true in conditions and logical operators.
    pub empty_string: EmptyString,
    /// What a string operand of an arithmetic operator is.
    pub string_operand: StringOperand,
    /// What a hash on the right of `array -` deletes.
    pub hash_to_delete: HashToDelete,
    /// Which elements `array -` deletes.
    pub element_to_delete: ElementToDelete,
    /// Whether a float may be shifted or be the count of a shift.
    pub float_shift: FloatShift,
    /// What a negative integer shifted to the right is.
    pub negative_shift: NegativeShift,
    /// What the second key of `[a, b]` on arrays and strings is.
    pub second_key: SecondKey,
    /// Which keys arrays, strings and references take.
    pub access_keys: AccessKeys,
    /// When `default` of a selector is tried.
    pub selector_default: SelectorDefault,
    /// What a selector without a match gives.
    pub selector_without_match: SelectorWithoutMatch,
    /// How an option of `case` or a selector matches.
    pub option_match: OptionMatch,
    /// Whether `in` with a regular expression on its left sets `$0` and so on.
    pub in_sets_match: InSetsMatch,
    /// What a collector is as a value.
    pub collector_value: CollectorValue,
}

impl EvalRules {
    /// The answers of Puppet 8.
    pub const PUPPET8: EvalRules = EvalRules {
        empty_string: EmptyString::True,
        string_operand: StringOperand::ByStrict,
        hash_to_delete: HashToDelete::Pairs,
        element_to_delete: ElementToDelete::SameValue,
        float_shift: FloatShift::Truncated,
        negative_shift: NegativeShift::Arithmetic,
        second_key: SecondKey::Length,
        access_keys: AccessKeys::Flattened,
        selector_default: SelectorDefault::Last,
        selector_without_match: SelectorWithoutMatch::Error,
        option_match: OptionMatch::Pattern,
        in_sets_match: InSetsMatch::Yes,
        collector_value: CollectorValue::Collector,
    };

    /// The answers of the specification documents.
    pub const SPEC: EvalRules = EvalRules {
        empty_string: EmptyString::False,
        string_operand: StringOperand::Number,
        hash_to_delete: HashToDelete::KeysAndValues,
        element_to_delete: ElementToDelete::Equal,
        float_shift: FloatShift::Error,
        negative_shift: NegativeShift::Zero,
        second_key: SecondKey::LastIndex,
        access_keys: AccessKeys::AsGiven,
        selector_default: SelectorDefault::InPlace,
        selector_without_match: SelectorWithoutMatch::Undef,
        option_match: OptionMatch::Equality,
        in_sets_match: InSetsMatch::No,
        collector_value: CollectorValue::Undef,
    };
}

/// The truth of `''`.
#[derive(Debug, Clone, Copy)]
pub enum EmptyString {
    /// It is true (Puppet 8).
    True,
    /// It is false (types, Boolean Conversion).
    False,
}

/// A string where a number is needed.
#[derive(Debug, Clone, Copy)]
pub enum StringOperand {
    /// The setting `strict` decides: an error, a warning, or silence (Puppet 8).
    ByStrict,
    /// It is the number it spells (expressions, operators).
    Number,
}

/// A hash on the right of `array -`.
#[derive(Debug, Clone, Copy)]
pub enum HashToDelete {
    /// Its entries are taken as pairs (Puppet 8).
    Pairs,
    /// Its keys and its values are deleted (expressions, Delete).
    KeysAndValues,
}

/// Which elements `array -` deletes.
#[derive(Debug, Clone, Copy)]
pub enum ElementToDelete {
    /// Those that are the same: strings in their own case, numbers by value (Puppet 8).
    SameValue,
    /// Those that are equal by `==` (expressions, Delete).
    Equal,
}

/// A float on either side of a shift.
#[derive(Debug, Clone, Copy)]
pub enum FloatShift {
    /// A count is cut to an integer; a float cannot be shifted (Puppet 8).
    Truncated,
    /// An error on either side (expressions, << and >>).
    Error,
}

/// A negative integer shifted to the right.
#[derive(Debug, Clone, Copy)]
pub enum NegativeShift {
    /// It keeps its sign (Puppet 8).
    Arithmetic,
    /// It is 0: a value below 0 is never produced (expressions, >>).
    Zero,
}

/// The second key of `[a, b]` on an array or a string.
#[derive(Debug, Clone, Copy)]
pub enum SecondKey {
    /// A length; a negative one is an index from the end (Puppet 8).
    Length,
    /// The index of the last element (expressions, Array [] and String []).
    LastIndex,
}

/// The keys of arrays, strings, classes and resources.
#[derive(Debug, Clone, Copy)]
pub enum AccessKeys {
    /// Arrays of keys are flattened, and numbers in strings index strings (Puppet 8).
    Flattened,
    /// A key is what it must be: an Integer, or a String (expressions, Access Operator).
    AsGiven,
}

/// The `default` of a selector.
#[derive(Debug, Clone, Copy)]
pub enum SelectorDefault {
    /// It is tried last, wherever it stands (Puppet 8).
    Last,
    /// It matches where it stands (expressions, selector).
    InPlace,
}

/// A selector in which nothing matches.
#[derive(Debug, Clone, Copy)]
pub enum SelectorWithoutMatch {
    /// It fails (Puppet 8).
    Error,
    /// It is `undef` (expressions, selector).
    Undef,
}

/// How an option of `case` or a selector matches.
#[derive(Debug, Clone, Copy)]
pub enum OptionMatch {
    /// Types match instances, regular expressions strings, arrays and hashes element by element (Puppet 8).
    Pattern,
    /// By `==`, except that regular expressions match strings, and types match instances unless the value is a
    /// type itself (expressions, case).
    Equality,
}

/// `in` with a regular expression on its left.
#[derive(Debug, Clone, Copy)]
pub enum InSetsMatch {
    /// It sets `$0` and so on (Puppet 8).
    Yes,
    /// It leaves them alone (expressions, in).
    No,
}

/// A collector as a value. In a chain of arrows it always stands for what it finds.
#[derive(Debug, Clone, Copy)]
pub enum CollectorValue {
    /// A value of its own (Puppet 8).
    Collector,
    /// `undef` (expressions, Non-Value).
    Undef,
}
