# The types of expressions and definitions, by their names in Puppet's model of code.

type Puppet::AST::PopsObject = Object[{}]
type Puppet::AST::Locator = Object[{
  attributes => {
    string => String,
    file => String,
    line_index => {type => Optional[Array[Integer]], value => undef},
  },
}]
type Puppet::AST::Positioned = Object[{
  parent => Puppet::AST::PopsObject,
  attributes => {
    locator => {type => Puppet::AST::Locator, kind => reference},
    offset => Integer,
    length => Integer,
    file => {type => String, kind => derived},
    line => {type => Integer, kind => derived},
    pos => {type => Integer, kind => derived},
  },
  equality => [],
}]
type Puppet::AST::AbstractAttributeOperation = Object[{ parent => Puppet::AST::Positioned }]
type Puppet::AST::Expression = Object[{ parent => Puppet::AST::Positioned }]
type Puppet::AST::AbstractResource = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    form => {type => Enum['exported', 'regular', 'virtual'], value => 'regular'},
    virtual => {type => Boolean, kind => derived},
    exported => {type => Boolean, kind => derived},
  },
}]
type Puppet::AST::AccessExpression = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    left_expr => Puppet::AST::Expression,
    keys => {type => Array[Puppet::AST::Expression], value => []},
  },
}]
type Puppet::AST::BinaryExpression = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    left_expr => Puppet::AST::Expression,
    right_expr => Puppet::AST::Expression,
  },
}]
type Puppet::AST::BooleanExpression = Object[{ parent => Puppet::AST::BinaryExpression }]
type Puppet::AST::AndExpression = Object[{ parent => Puppet::AST::BooleanExpression }]
type Puppet::AST::BlockExpression = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    statements => {type => Array[Puppet::AST::Expression], value => []},
  },
}]
type Puppet::AST::ApplyBlockExpression = Object[{ parent => Puppet::AST::BlockExpression }]
type Puppet::AST::ApplyExpression = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    arguments => {type => Array[Puppet::AST::Expression], value => []},
    body => {type => Optional[Puppet::AST::Expression], value => undef},
  },
}]
type Puppet::AST::ArithmeticExpression = Object[{
  parent => Puppet::AST::BinaryExpression,
  attributes => {
    operator => Enum['%', '*', '+', '-', '/', '<<', '>>'],
  },
}]
type Puppet::AST::AssignmentExpression = Object[{
  parent => Puppet::AST::BinaryExpression,
  attributes => {
    operator => Enum['+=', '-=', '='],
  },
}]
type Puppet::AST::AttributeOperation = Object[{
  parent => Puppet::AST::AbstractAttributeOperation,
  attributes => {
    attribute_name => String,
    operator => Enum['+>', '=>'],
    value_expr => Puppet::AST::Expression,
  },
}]
type Puppet::AST::AttributesOperation = Object[{
  parent => Puppet::AST::AbstractAttributeOperation,
  attributes => {
    expr => Puppet::AST::Expression,
  },
}]
type Puppet::AST::CallExpression = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    rval_required => {type => Boolean, value => false},
    functor_expr => Puppet::AST::Expression,
    arguments => {type => Array[Puppet::AST::Expression], value => []},
    lambda => {type => Optional[Puppet::AST::Expression], value => undef},
  },
}]
type Puppet::AST::CallFunctionExpression = Object[{ parent => Puppet::AST::CallExpression }]
type Puppet::AST::CallMethodExpression = Object[{ parent => Puppet::AST::CallExpression }]
type Puppet::AST::CallNamedFunctionExpression = Object[{ parent => Puppet::AST::CallExpression }]
type Puppet::AST::CaseOption = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    values => Array[Puppet::AST::Expression, 1],
    then_expr => {type => Optional[Puppet::AST::Expression], value => undef},
  },
}]
type Puppet::AST::CaseExpression = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    test => Puppet::AST::Expression,
    options => {type => Array[Puppet::AST::CaseOption], value => []},
  },
}]
type Puppet::AST::QueryExpression = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    expr => {type => Optional[Puppet::AST::Expression], value => undef},
  },
}]
type Puppet::AST::CollectExpression = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    type_expr => Puppet::AST::Expression,
    query => Puppet::AST::QueryExpression,
    operations => {type => Array[Puppet::AST::AbstractAttributeOperation], value => []},
  },
}]
type Puppet::AST::ComparisonExpression = Object[{
  parent => Puppet::AST::BinaryExpression,
  attributes => {
    operator => Enum['!=', '<', '<=', '==', '>', '>='],
  },
}]
type Puppet::AST::ConcatenatedString = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    segments => {type => Array[Puppet::AST::Expression], value => []},
  },
}]
type Puppet::AST::Definition = Object[{ parent => Puppet::AST::Expression }]
type Puppet::AST::EppExpression = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    parameters_specified => {type => Optional[Boolean], value => undef},
    body => {type => Optional[Puppet::AST::Expression], value => undef},
  },
}]
type Puppet::AST::ExportedQuery = Object[{ parent => Puppet::AST::QueryExpression }]
type Puppet::AST::Parameter = Object[{
  parent => Puppet::AST::Positioned,
  attributes => {
    name => String,
    value => {type => Optional[Puppet::AST::Expression], value => undef},
    type_expr => {type => Optional[Puppet::AST::Expression], value => undef},
    captures_rest => {type => Optional[Boolean], value => undef},
  },
}]
type Puppet::AST::NamedDefinition = Object[{
  parent => Puppet::AST::Definition,
  attributes => {
    name => String,
    parameters => {type => Array[Puppet::AST::Parameter], value => []},
    body => {type => Optional[Puppet::AST::Expression], value => undef},
  },
}]
type Puppet::AST::FunctionDefinition = Object[{
  parent => Puppet::AST::NamedDefinition,
  attributes => {
    return_type => {type => Optional[Puppet::AST::Expression], value => undef},
  },
}]
type Puppet::AST::HeredocExpression = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    syntax => {type => Optional[String], value => undef},
    text_expr => Puppet::AST::Expression,
  },
}]
type Puppet::AST::HostClassDefinition = Object[{
  parent => Puppet::AST::NamedDefinition,
  attributes => {
    parent_class => {type => Optional[String], value => undef},
  },
}]
type Puppet::AST::IfExpression = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    test => Puppet::AST::Expression,
    then_expr => {type => Optional[Puppet::AST::Expression], value => undef},
    else_expr => {type => Optional[Puppet::AST::Expression], value => undef},
  },
}]
type Puppet::AST::InExpression = Object[{ parent => Puppet::AST::BinaryExpression }]
type Puppet::AST::KeyedEntry = Object[{
  parent => Puppet::AST::Positioned,
  attributes => {
    key => Puppet::AST::Expression,
    value => Puppet::AST::Expression,
  },
}]
type Puppet::AST::LambdaExpression = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    parameters => {type => Array[Puppet::AST::Parameter], value => []},
    body => {type => Optional[Puppet::AST::Expression], value => undef},
    return_type => {type => Optional[Puppet::AST::Expression], value => undef},
  },
}]
type Puppet::AST::Literal = Object[{ parent => Puppet::AST::Expression }]
type Puppet::AST::LiteralValue = Object[{ parent => Puppet::AST::Literal }]
type Puppet::AST::LiteralBoolean = Object[{
  parent => Puppet::AST::LiteralValue,
  attributes => {
    value => Boolean,
  },
}]
type Puppet::AST::LiteralDefault = Object[{ parent => Puppet::AST::Literal }]
type Puppet::AST::LiteralNumber = Object[{ parent => Puppet::AST::LiteralValue }]
type Puppet::AST::LiteralFloat = Object[{
  parent => Puppet::AST::LiteralNumber,
  attributes => {
    value => Float,
  },
}]
type Puppet::AST::LiteralHash = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    entries => {type => Array[Puppet::AST::KeyedEntry], value => []},
  },
}]
type Puppet::AST::LiteralInteger = Object[{
  parent => Puppet::AST::LiteralNumber,
  attributes => {
    radix => {type => Integer, value => 10},
    value => Integer,
  },
}]
type Puppet::AST::LiteralList = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    values => {type => Array[Puppet::AST::Expression], value => []},
  },
}]
type Puppet::AST::LiteralRegularExpression = Object[{
  parent => Puppet::AST::LiteralValue,
  attributes => {
    value => Any,
    pattern => String,
  },
}]
type Puppet::AST::LiteralString = Object[{
  parent => Puppet::AST::LiteralValue,
  attributes => {
    value => String,
  },
}]
type Puppet::AST::LiteralUndef = Object[{ parent => Puppet::AST::Literal }]
type Puppet::AST::MatchExpression = Object[{
  parent => Puppet::AST::BinaryExpression,
  attributes => {
    operator => Enum['!~', '=~'],
  },
}]
type Puppet::AST::NamedAccessExpression = Object[{ parent => Puppet::AST::BinaryExpression }]
type Puppet::AST::NodeDefinition = Object[{
  parent => Puppet::AST::Definition,
  attributes => {
    parent => {type => Optional[Puppet::AST::Expression], value => undef},
    host_matches => Array[Puppet::AST::Expression, 1],
    body => {type => Optional[Puppet::AST::Expression], value => undef},
  },
}]
type Puppet::AST::Nop = Object[{ parent => Puppet::AST::Expression }]
type Puppet::AST::UnaryExpression = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    expr => Puppet::AST::Expression,
  },
}]
type Puppet::AST::NotExpression = Object[{ parent => Puppet::AST::UnaryExpression }]
type Puppet::AST::OrExpression = Object[{ parent => Puppet::AST::BooleanExpression }]
type Puppet::AST::ParenthesizedExpression = Object[{ parent => Puppet::AST::UnaryExpression }]
type Puppet::AST::PlanDefinition = Object[{ parent => Puppet::AST::FunctionDefinition }]
type Puppet::AST::Program = Object[{
  parent => Puppet::AST::PopsObject,
  attributes => {
    body => {type => Optional[Puppet::AST::Expression], value => undef},
    definitions => {type => Array[Puppet::AST::Definition], kind => reference, value => []},
    source_text => {type => String, kind => derived},
    source_ref => {type => String, kind => derived},
    line_offsets => {type => Array[Integer], kind => derived},
    locator => Puppet::AST::Locator,
  },
}]
type Puppet::AST::QRefDefinition = Object[{
  parent => Puppet::AST::Definition,
  attributes => {
    name => String,
  },
}]
type Puppet::AST::QualifiedName = Object[{
  parent => Puppet::AST::LiteralValue,
  attributes => {
    value => String,
  },
}]
type Puppet::AST::QualifiedReference = Object[{
  parent => Puppet::AST::LiteralValue,
  attributes => {
    cased_value => String,
    value => {type => String, kind => derived},
  },
}]
type Puppet::AST::RelationshipExpression = Object[{
  parent => Puppet::AST::BinaryExpression,
  attributes => {
    operator => Enum['->', '<-', '<~', '~>'],
  },
}]
type Puppet::AST::RenderExpression = Object[{ parent => Puppet::AST::UnaryExpression }]
type Puppet::AST::RenderStringExpression = Object[{ parent => Puppet::AST::LiteralString }]
type Puppet::AST::ReservedWord = Object[{
  parent => Puppet::AST::LiteralValue,
  attributes => {
    word => String,
    future => {type => Optional[Boolean], value => undef},
  },
}]
type Puppet::AST::ResourceBody = Object[{
  parent => Puppet::AST::Positioned,
  attributes => {
    title => {type => Optional[Puppet::AST::Expression], value => undef},
    operations => {type => Array[Puppet::AST::AbstractAttributeOperation], value => []},
  },
}]
type Puppet::AST::ResourceDefaultsExpression = Object[{
  parent => Puppet::AST::AbstractResource,
  attributes => {
    type_ref => {type => Optional[Puppet::AST::Expression], value => undef},
    operations => {type => Array[Puppet::AST::AbstractAttributeOperation], value => []},
  },
}]
type Puppet::AST::ResourceExpression = Object[{
  parent => Puppet::AST::AbstractResource,
  attributes => {
    type_name => Puppet::AST::Expression,
    bodies => {type => Array[Puppet::AST::ResourceBody], value => []},
  },
}]
type Puppet::AST::ResourceOverrideExpression = Object[{
  parent => Puppet::AST::AbstractResource,
  attributes => {
    resources => Puppet::AST::Expression,
    operations => {type => Array[Puppet::AST::AbstractAttributeOperation], value => []},
  },
}]
type Puppet::AST::ResourceTypeDefinition = Object[{ parent => Puppet::AST::NamedDefinition }]
type Puppet::AST::SelectorEntry = Object[{
  parent => Puppet::AST::Positioned,
  attributes => {
    matching_expr => Puppet::AST::Expression,
    value_expr => Puppet::AST::Expression,
  },
}]
type Puppet::AST::SelectorExpression = Object[{
  parent => Puppet::AST::Expression,
  attributes => {
    left_expr => Puppet::AST::Expression,
    selectors => {type => Array[Puppet::AST::SelectorEntry], value => []},
  },
}]
type Puppet::AST::TextExpression = Object[{ parent => Puppet::AST::UnaryExpression }]
type Puppet::AST::TypeAlias = Object[{
  parent => Puppet::AST::QRefDefinition,
  attributes => {
    type_expr => {type => Optional[Puppet::AST::Expression], value => undef},
  },
}]
type Puppet::AST::TypeDefinition = Object[{
  parent => Puppet::AST::QRefDefinition,
  attributes => {
    parent => {type => Optional[String], value => undef},
    body => {type => Optional[Puppet::AST::Expression], value => undef},
  },
}]
type Puppet::AST::TypeMapping = Object[{
  parent => Puppet::AST::Definition,
  attributes => {
    type_expr => {type => Optional[Puppet::AST::Expression], value => undef},
    mapping_expr => {type => Optional[Puppet::AST::Expression], value => undef},
  },
}]
type Puppet::AST::UnaryMinusExpression = Object[{ parent => Puppet::AST::UnaryExpression }]
type Puppet::AST::UnfoldExpression = Object[{ parent => Puppet::AST::UnaryExpression }]
type Puppet::AST::UnlessExpression = Object[{ parent => Puppet::AST::IfExpression }]
type Puppet::AST::VariableExpression = Object[{ parent => Puppet::AST::UnaryExpression }]
type Puppet::AST::VirtualQuery = Object[{ parent => Puppet::AST::QueryExpression }]
