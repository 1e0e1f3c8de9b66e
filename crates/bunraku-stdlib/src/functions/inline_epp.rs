//! `inline_epp`: renders a template that is given as a string.

use bunraku_diag::Source;
use bunraku_eval::TemplateScope;

use crate::prelude::*;

pub(crate) static INLINE_EPP: Builtin = Builtin::new(
    "inline_epp",
    r##"Evaluates a template that is given as a string.

A template is text with tags: `<% code %>` runs code, `<%= expression %>` puts in a value, `<%# comment %>` nothing, `<%%`
and `%%>` stand for themselves. A dash as in `<%-` takes the blanks before the tag away, one as in `-%>` the line break
after it.

The template sees all variables that the call sees. A hash gives it more. Where it begins with parameters, as in
`<%- | String $name, Integer $n = 3 | -%>`, the hash must fit them. A `Sensitive` value in a tag makes the result
`Sensitive`.

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
