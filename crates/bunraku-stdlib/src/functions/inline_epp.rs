//! `inline_epp`: renders a template that is given as a string.

use bunraku_diag::Source;
use bunraku_eval::TemplateScope;

use crate::prelude::*;

pub(crate) static INLINE_EPP: Builtin = Builtin::new(
    "inline_epp",
    r##"Renders an EPP template given as a string.

A template is text with tags: `<% code %>` runs code, `<%= expression %>` inserts a value, `<%# comment %>` is a
comment, and `<%%` and `%%>` are literal. A dash in `<%-` removes the white space before the tag, a dash in `-%>` the
line break after it.

The template sees all variables of the calling code, and those passed in a hash. If it starts with parameters, as in
`<%- | String $name, Integer $n = 3 | -%>`, the hash must match them. If a tag inserts a `Sensitive` value, the result
is `Sensitive`.

```cases
$list = ['a', 'b']
notice(inline_epp('<% $list.each |$x| { %>[<%= $x %>]<% } %>'))
notice(inline_epp('<%- | String $name, Integer $n = 3 | -%><%= $name %> <%= $n %>', { 'name' => 'bob' }))
notice(inline_epp("a <%= 1 -%>\nb <%# not shown %>c"))
>> notice "[a][b]"
>> notice "bob 3"
>> notice "a 1b c"
```

```cases
notice(inline_epp("fine\n<%= \$nothing_here %>"))
>> error 2
```
"##,
    &[Dispatch {
        signature: r"String $template, Hash[Pattern[/^\w+$/], Any] $parameters = undef >> Variant[String, Sensitive[String]]",
        run: inline_epp,
    }],
)
.reads_variables();

fn inline_epp(call: &mut Call<'_>) -> Eval<Value> {
    let source = Source::new("inline_epp", call.arg(0).as_str().unwrap_or_default());
    let parameters = match call.arg(1) {
        Value::Hash(parameters) => Some(parameters.clone()),
        _ => None,
    };
    let template = call.read_template(source)?;
    call.render(&template, parameters.as_ref(), TemplateScope::Caller)
}
