//! Where the editions differ on values and types: equality, order, instance tests, and parameters and notation of types.

/// The rules of one edition for values and types.
#[derive(Debug, Clone, Copy)]
pub struct TypeRules {
    /// Which types have `undef` as an instance.
    pub undef_instance: UndefInstance,
    /// The element types of `Array` and `Hash` without parameters.
    pub bare_collection: BareCollection,
    /// Which scalars and keys belong to `Data`.
    pub data_content: DataContent,
    /// The names of the types that the documents name differently.
    pub type_names: TypeNames,
    /// Whether the first bound of a range may be greater than the second.
    pub descending_range: DescendingRange,
    /// Which bound the parameter of `Integer[n]` is.
    pub single_bound: SingleBound,
    /// What a third parameter of `Integer` means.
    pub integer_step: IntegerStep,
    /// What `Pattern` is a type of.
    pub pattern_type: PatternType,
    /// What `Hash[T]` with a single type means.
    pub single_hash_parameter: SingleHashParameter,
    /// Whether `Array` and `Hash` take a size as a parameter.
    pub collection_size: CollectionSize,
    /// Whether `\A`, `\Z` and `\z` are anchors in regular expressions.
    pub text_anchors: TextAnchors,
    /// How a regular expression is converted to a string.
    pub regexp_text: RegexpText,
    /// Whether a string that spells a number is compared as that number.
    pub numeric_strings: NumericStrings,
    /// How `in` finds a string in an array.
    pub string_in_array: StringInArray,
    /// Whether a type can be `in` a string.
    pub type_in_string: TypeInString,
    /// Whether integers are limited to 64 bits.
    pub integer_size: IntegerSize,
    /// The result of `<`, `<=`, `>` and `>=` for a type and a value that is not a type.
    pub type_with_value: TypeWithValue,
}

impl TypeRules {
    /// The answers of Puppet 8.
    pub const PUPPET8: TypeRules = TypeRules {
        undef_instance: UndefInstance::UndefTypes,
        bare_collection: BareCollection::Any,
        data_content: DataContent::StringKeys,
        type_names: TypeNames::Puppet,
        descending_range: DescendingRange::Error,
        single_bound: SingleBound::Lower,
        integer_step: IntegerStep::Error,
        pattern_type: PatternType::Strings,
        single_hash_parameter: SingleHashParameter::Error,
        collection_size: CollectionSize::Allowed,
        text_anchors: TextAnchors::Kept,
        regexp_text: RegexpText::Slashes,
        numeric_strings: NumericStrings::Text,
        string_in_array: StringInArray::Matched,
        type_in_string: TypeInString::Never,
        integer_size: IntegerSize::Signed64,
        type_with_value: TypeWithValue::False,
    };

    /// The answers of the specification documents.
    pub const SPEC: TypeRules = TypeRules {
        undef_instance: UndefInstance::EveryType,
        bare_collection: BareCollection::Data,
        data_content: DataContent::LiteralKeys,
        type_names: TypeNames::Documents,
        descending_range: DescendingRange::Allowed,
        single_bound: SingleBound::Both,
        integer_step: IntegerStep::Array,
        pattern_type: PatternType::Regexps,
        single_hash_parameter: SingleHashParameter::Value,
        collection_size: CollectionSize::Error,
        text_anchors: TextAnchors::Removed,
        regexp_text: RegexpText::Pattern,
        numeric_strings: NumericStrings::Numbers,
        string_in_array: StringInArray::Equal,
        type_in_string: TypeInString::StringTypes,
        integer_size: IntegerSize::Unlimited,
        type_with_value: TypeWithValue::Error,
    };
}

/// The types that have `undef` as an instance.
#[derive(Debug, Clone, Copy)]
pub enum UndefInstance {
    /// Only types that include it, such as `Undef`, `Optional` and `Any` (Puppet 8).
    UndefTypes,
    /// Every type except `NotUndef` (types, Undef).
    EveryType,
}

/// The elements of `Array` and `Hash` without parameters.
#[derive(Debug, Clone, Copy)]
pub enum BareCollection {
    /// `Array[Any]` and `Hash[Any, Any]` (Puppet 8).
    Any,
    /// `Array[Data]` and `Hash[Literal, Data]` (types, The Type System).
    Data,
}

/// The scalars and the keys that belong to `Data`.
#[derive(Debug, Clone, Copy)]
pub enum DataContent {
    /// Numbers, strings, booleans and `undef`, with strings as keys (Puppet 8).
    StringKeys,
    /// Any `Literal`, which includes regular expressions, also as keys (types, Data).
    LiteralKeys,
}

/// The names of the types that the documents name differently.
#[derive(Debug, Clone, Copy)]
pub enum TypeNames {
    /// `Scalar`, `Any` and `Runtime[ruby, 'x']`. `Object` is the type of objects (Puppet 8).
    Puppet,
    /// `Literal`, `Object` and `Ruby['x']`. Puppet's names are accepted as well, but never shown (types, Literal, Object,
    /// Ruby).
    Documents,
}

/// A range whose first bound is greater than its second.
#[derive(Debug, Clone, Copy)]
pub enum DescendingRange {
    /// It is an error (Puppet 8).
    Error,
    /// It has the same instances as the ascending range, and iterating over it counts down (types, Integer).
    Allowed,
}

/// The only parameter of `Integer[n]`.
#[derive(Debug, Clone, Copy)]
pub enum SingleBound {
    /// The lower bound; the upper one is open (Puppet 8).
    Lower,
    /// Both bounds, so that `n` is the only instance (types, Integer).
    Both,
}

/// A third parameter of `Integer`.
#[derive(Debug, Clone, Copy)]
pub enum IntegerStep {
    /// It is an error (Puppet 8).
    Error,
    /// It is a step, and `Integer[1, 6, 2]` is the array `[1, 3, 5]` (expressions, Integer Type).
    Array,
}

/// The meaning of `Pattern`.
#[derive(Debug, Clone, Copy)]
pub enum PatternType {
    /// The type of the strings that match one of its regular expressions (Puppet 8).
    Strings,
    /// The type of regular expressions. `Pattern['s']` is not a type but the regular expression `/s/` (types, Pattern).
    Regexps,
}

/// `Hash[T]` with a single type.
#[derive(Debug, Clone, Copy)]
pub enum SingleHashParameter {
    /// It is an error (Puppet 8).
    Error,
    /// `T` is the type of the values, and the keys are `Literal` (expressions, Hash Type).
    Value,
}

/// A size as a parameter of `Array` and `Hash`.
#[derive(Debug, Clone, Copy)]
pub enum CollectionSize {
    /// The types may be followed by a minimum and a maximum (Puppet 8).
    Allowed,
    /// It is an error (expressions, Array Type and Hash Type).
    Error,
}

/// `\A`, `\Z` and `\z` in regular expressions, literal or made from a string.
#[derive(Debug, Clone, Copy)]
pub enum TextAnchors {
    /// They are anchors (Puppet 8).
    Kept,
    /// They are removed, so `'xabc' =~ /\Aabc/` matches (types, Pattern; lexical structure, Regular Expressions).
    Removed,
}

/// A regular expression converted to a string.
#[derive(Debug, Clone, Copy)]
pub enum RegexpText {
    /// The source between slashes: `/a.b/` (Puppet 8).
    Slashes,
    /// A pattern that can be made into the same regular expression again: `(?-mix:a.b)` (expressions, String Conversion).
    Pattern,
}

/// Strings that spell numbers, as operands of `==`, `<` and the like, and `in`.
#[derive(Debug, Clone, Copy)]
pub enum NumericStrings {
    /// They are strings like any other: never equal to a number, and an error if compared with one (Puppet 8).
    Text,
    /// They are compared as numbers. A string that does not spell a number is greater than every number (expressions,
    /// == and comparison).
    Numbers,
}

/// A string on the left of `in`, an array on the right.
#[derive(Debug, Clone, Copy)]
pub enum StringInArray {
    /// An element may also be a regular expression or a type that the string matches (Puppet 8).
    Matched,
    /// An element must be equal to the string (expressions, in).
    Equal,
}

/// A type on the left of `in`, a string on the right.
#[derive(Debug, Clone, Copy)]
pub enum TypeInString {
    /// The result is always false (Puppet 8).
    Never,
    /// `String`, `Data` and `Object` are in every string, other types are not (expressions, in).
    StringTypes,
}

/// The size of integers, in results as well as in literals.
#[derive(Debug, Clone, Copy)]
pub enum IntegerSize {
    /// They are signed 64-bit numbers, and a result outside that range is an error (Puppet 8).
    Signed64,
    /// They have no limit (types, Integer).
    Unlimited,
}

/// A type on the left of `<` and the like, something else on the right.
#[derive(Debug, Clone, Copy)]
pub enum TypeWithValue {
    /// The result is false (Puppet 8).
    False,
    /// Types compare with types only, and anything else is an error (expressions, comparison; types, Integer).
    Error,
}
