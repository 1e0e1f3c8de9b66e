//! The questions about values and types: equality, order, instance tests, parameters and text of types.

/// The answers of one edition to every question about values and types.
#[derive(Debug, Clone, Copy)]
pub struct TypeRules {
    /// Which types have `undef` as an instance.
    pub undef_instance: UndefInstance,
    /// What the elements of a bare `Array` and a bare `Hash` are.
    pub bare_collection: BareCollection,
    /// What `Data` holds.
    pub data_content: DataContent,
    /// Under which names the types of the documents are known and shown.
    pub type_names: TypeNames,
    /// Whether a range may descend.
    pub descending_range: DescendingRange,
    /// What the only parameter of `Integer[n]` is.
    pub single_bound: SingleBound,
    /// What a third parameter of `Integer` is.
    pub integer_step: IntegerStep,
    /// What `Pattern` stands for.
    pub pattern_type: PatternType,
    /// What `Hash[T]` with a single type is.
    pub single_hash_parameter: SingleHashParameter,
    /// Whether `Array` and `Hash` take a size.
    pub collection_size: CollectionSize,
    /// What becomes of `\A`, `\Z` and `\z` in patterns.
    pub text_anchors: TextAnchors,
    /// How a regular expression looks in a string.
    pub regexp_text: RegexpText,
    /// Whether numbers in strings are equal to, and ordered with, numbers.
    pub numeric_strings: NumericStrings,
    /// What an element of the array on the right of `in` may be for a string on the left.
    pub string_in_array: StringInArray,
    /// Which types are `in` a string.
    pub type_in_string: TypeInString,
    /// Whether integers end at 64 bits.
    pub integer_size: IntegerSize,
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
    };
}

/// The types that have `undef` as an instance.
#[derive(Debug, Clone, Copy)]
pub enum UndefInstance {
    /// `Undef`, `Optional`, `Any` and the like (Puppet 8).
    UndefTypes,
    /// Every type but `NotUndef` (types, Undef).
    EveryType,
}

/// The elements of a bare `Array` and a bare `Hash`.
#[derive(Debug, Clone, Copy)]
pub enum BareCollection {
    /// `Array[Any]` and `Hash[Any, Any]` (Puppet 8).
    Any,
    /// `Array[Data]` and `Hash[Literal, Data]` (types, The Type System).
    Data,
}

/// The content of `Data`.
#[derive(Debug, Clone, Copy)]
pub enum DataContent {
    /// Numbers, strings, booleans and undef; keys are strings (Puppet 8).
    StringKeys,
    /// Any literal, regular expressions too; keys are literals (types, Data).
    LiteralKeys,
}

/// The names of types that the documents call differently.
#[derive(Debug, Clone, Copy)]
pub enum TypeNames {
    /// `Scalar`, `Any`, `Runtime[ruby, 'x']`; `Object` is the type of objects (Puppet 8).
    Puppet,
    /// `Literal`, `Object`, `Ruby['x']`; the names of Puppet are accepted, too (types, Literal, Object, Ruby).
    Documents,
}

/// A range whose first bound is the greater one.
#[derive(Debug, Clone, Copy)]
pub enum DescendingRange {
    /// An error (Puppet 8).
    Error,
    /// The same set, iterated downwards (types, Integer).
    Allowed,
}

/// The only parameter of `Integer[n]`.
#[derive(Debug, Clone, Copy)]
pub enum SingleBound {
    /// The lower end (Puppet 8).
    Lower,
    /// Both ends (types, Integer).
    Both,
}

/// A third parameter of `Integer`.
#[derive(Debug, Clone, Copy)]
pub enum IntegerStep {
    /// An error (Puppet 8).
    Error,
    /// A step; the result is an array of integers (expressions, Integer Type).
    Array,
}

/// The meaning of `Pattern`.
#[derive(Debug, Clone, Copy)]
pub enum PatternType {
    /// A type of the strings that match one of its patterns (Puppet 8).
    Strings,
    /// The type of regular expressions; `Pattern['s']` is a regular expression (types, Pattern).
    Regexps,
}

/// `Hash[T]` with a single type.
#[derive(Debug, Clone, Copy)]
pub enum SingleHashParameter {
    /// An error (Puppet 8).
    Error,
    /// The type of the values; keys are literals (expressions, Hash Type).
    Value,
}

/// A size as a parameter of `Array` and `Hash`.
#[derive(Debug, Clone, Copy)]
pub enum CollectionSize {
    /// One or two parameters after the types (Puppet 8).
    Allowed,
    /// An error (expressions, Array Type and Hash Type).
    Error,
}

/// `\A`, `\Z` and `\z` in patterns.
#[derive(Debug, Clone, Copy)]
pub enum TextAnchors {
    /// Anchors (Puppet 8).
    Kept,
    /// Removed (types, Pattern; lexical structure, Regular Expressions).
    Removed,
}

/// A regular expression in a string.
#[derive(Debug, Clone, Copy)]
pub enum RegexpText {
    /// Between slashes: `/a.b/` (Puppet 8).
    Slashes,
    /// A text that makes the same regular expression: `(?-mix:a.b)` (expressions, String Conversion).
    Pattern,
}

/// Numbers in strings in `==`, in comparisons and in `in`.
#[derive(Debug, Clone, Copy)]
pub enum NumericStrings {
    /// They are text: never equal to a number, not comparable with one (Puppet 8).
    Text,
    /// They are numbers; a string that is none is greater than every number (expressions, == and comparison).
    Numbers,
}

/// A string on the left of `in`, an array on the right.
#[derive(Debug, Clone, Copy)]
pub enum StringInArray {
    /// An element may be a pattern or a type that the string matches (Puppet 8).
    Matched,
    /// An element must be equal (expressions, in).
    Equal,
}

/// A type on the left of `in`, a string on the right.
#[derive(Debug, Clone, Copy)]
pub enum TypeInString {
    /// Never in it (Puppet 8).
    Never,
    /// `String`, `Data` and `Object` are in every string (expressions, in).
    StringTypes,
}

/// The size of integers.
#[derive(Debug, Clone, Copy)]
pub enum IntegerSize {
    /// 64 bits with a sign (Puppet 8).
    Signed64,
    /// Without limits (types, Integer).
    Unlimited,
}
