//! `template` and `inline_template`: ERB templates, which are Ruby.

use bunraku_eval::Dispatch;

use crate::compiler::CatalogFunction;
use crate::ruby::{inline_template, template};

pub(crate) static TEMPLATE: CatalogFunction = CatalogFunction::new(
    "template",
    "Renders ERB templates of modules and joins their texts: `module/path` is below the `templates` folder of a module, and
an absolute path is itself.

The Ruby code in a template sees the variables of the code that calls `template` as `@name`, and others through
`scope['class::name']`; a variable that is not set is `nil`. `scope.call_function('name', [arguments])` calls a function.
The code runs in a sandbox: it starts no commands, opens no connections, and reads only files of the environment.

```cases
notice(template('profile/motd.erb'))
>> error 1
```

```cases
template()
>> error 1
```
",
    &[Dispatch { signature: "Any $path, Any *$paths, Optional[Callable] &$block", run: template }],
)
.reads_variables()
.legacy();

pub(crate) static INLINE_TEMPLATE: CatalogFunction = CatalogFunction::new(
    "inline_template",
    "Renders texts as ERB templates and joins what they give. See `template` for what the Ruby code in them sees.

```cases
$ports = [80, 443]
notice(inline_template('<% @ports.each do |port| %>listen <%= port %>; <% end %>', 'from <%= @nothing.inspect %>'))
>> notice \"listen 80; listen 443; from nil\"
```

```cases
notice(inline_template('<%= nosuch %>'))
>> error 1
```

```cases
inline_template()
>> error 1
```
",
    &[Dispatch { signature: "Any $text, Any *$texts, Optional[Callable] &$block", run: inline_template }],
)
.reads_variables()
.legacy();
