//! Where the editions evaluate expressions differently.

/// The rules of one edition for evaluation.
#[derive(Debug, Clone, Copy)]
pub struct EvalRules {
    /// Whether `''` counts as true in conditions and logical operators.
    pub empty_string: EmptyString,
    /// How a string operand of an arithmetic operator is treated.
    pub string_operand: StringOperand,
    /// What is deleted from an array if the right side of `-` is a hash.
    pub hash_to_delete: HashToDelete,
    /// Which equality `-` uses to find the elements to delete from an array.
    pub element_to_delete: ElementToDelete,
    /// Whether a float may be shifted or be the count of a shift.
    pub float_shift: FloatShift,
    /// The result of shifting a negative integer to the right.
    pub negative_shift: NegativeShift,
    /// Whether `::notify` names the built-in type `notify`.
    pub absolute_type: AbsoluteType,
    /// What the second key in `$array[a, b]` and `$string[a, b]` means.
    pub second_key: SecondKey,
    /// Which keys the access operator accepts on arrays, strings and references.
    pub access_keys: AccessKeys,
    /// When the `default` option of a selector is tried.
    pub selector_default: SelectorDefault,
    /// The result of a selector in which no option matches.
    pub selector_without_match: SelectorWithoutMatch,
    /// How an option of `case` or a selector matches.
    pub option_match: OptionMatch,
    /// Whether `in` with a regular expression on its left sets the match variables (`$0`, `$1` and so on).
    pub in_sets_match: InSetsMatch,
    /// The value that a collector expression produces.
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
        absolute_type: AbsoluteType::Defined,
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
        absolute_type: AbsoluteType::Any,
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

/// A hash on the right of `-`, where an array is on the left.
#[derive(Debug, Clone, Copy)]
pub enum HashToDelete {
    /// The hash becomes an array of `[key, value]` pairs, and elements that are such a pair are deleted (Puppet 8).
    Pairs,
    /// Its keys and its values are deleted (expressions, Delete).
    KeysAndValues,
}

/// Which elements `-` deletes from an array.
#[derive(Debug, Clone, Copy)]
pub enum ElementToDelete {
    /// Those with the same value: strings only if their case agrees, integers and floats by value, so that
    /// `[1, 1.0, 'A'] - [1, 'a']` leaves `['A']` (Puppet 8).
    SameValue,
    /// Those that are equal by the operator `==`, which ignores case (expressions, Delete).
    Equal,
}

/// A float on either side of a shift.
#[derive(Debug, Clone, Copy)]
pub enum FloatShift {
    /// A float as the count is truncated to an integer; a float on the left is an error (Puppet 8).
    Truncated,
    /// An error on either side (expressions, << and >>).
    Error,
}

/// What a resource type that starts with `::` names.
#[derive(Debug, Clone, Copy)]
pub enum AbsoluteType {
    /// Only a defined type: types that are built in have no namespace, and are not found by such a name (Puppet 8).
    Defined,
    /// Any type: the name without `::` (lexical structure, NAME).
    Any,
}

/// A negative integer shifted to the right.
#[derive(Debug, Clone, Copy)]
pub enum NegativeShift {
    /// The result keeps the sign: `-8 >> 1` is `-4` (Puppet 8).
    Arithmetic,
    /// The result is 0, because the operator never produces a value below 0 (expressions, >>).
    Zero,
}

/// The second key of `[a, b]` on an array or a string.
#[derive(Debug, Clone, Copy)]
pub enum SecondKey {
    /// It is a length. A negative one is an index that counts from the end instead (Puppet 8).
    Length,
    /// It is the index of the last element (expressions, Array [] and String []).
    LastIndex,
}

/// The keys of arrays, strings, classes and resources.
#[derive(Debug, Clone, Copy)]
pub enum AccessKeys {
    /// Arrays of keys are flattened, and numbers in strings index strings (Puppet 8).
    Flattened,
    /// A key must have its own type: Integer for arrays and strings, String for references (expressions, Access
    /// Operator).
    AsGiven,
}

/// The `default` of a selector.
#[derive(Debug, Clone, Copy)]
pub enum SelectorDefault {
    /// It is tried last, wherever it is written (Puppet 8).
    Last,
    /// It matches where it is written, and options after it are never tried (expressions, selector).
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
    /// A type matches its instances, a regular expression matches strings, an array or hash matches element by element,
    /// with patterns allowed inside (Puppet 8).
    Pattern,
    /// By `==`, except that regular expressions match strings, and types match instances unless the value is a
    /// type itself (expressions, case).
    Equality,
}

/// `in` with a regular expression on its left.
#[derive(Debug, Clone, Copy)]
pub enum InSetsMatch {
    /// It sets the match variables (Puppet 8).
    Yes,
    /// It leaves them unchanged (expressions, in).
    No,
}

/// A collector as a value.
///
/// Only the value differs. In a chain of arrows a collector stands for the resources it finds in both editions.
#[derive(Debug, Clone, Copy)]
pub enum CollectorValue {
    /// A value that is not `undef` (Puppet 8).
    Collector,
    /// `undef` (expressions, Non-Value).
    Undef,
}
