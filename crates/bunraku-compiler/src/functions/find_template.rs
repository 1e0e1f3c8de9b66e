//! `find_template`: the path of the first template that exists.

use bunraku_eval::{Dispatch, Eval};
use bunraku_pcore::Value;

use super::find_file::first_file;

use crate::compiler::{CatalogCall, CatalogFunction};

pub(crate) static FIND_TEMPLATE: CatalogFunction = CatalogFunction::new(
    "find_template",
    "Returns the path of the first template that exists, or `undef`. `module/path` is in the `templates` folder of
a module; an absolute path is used as it is.

```cases
notice(find_template('nosuch/a.epp') =~ Undef)
notice(find_template(['nosuch/a.epp', 'nosuch/b.epp']) =~ Undef)
>> notice \"true\"
>> notice \"true\"
```
",
    &[
        Dispatch { signature: "String *$paths", run: find_template },
        Dispatch { signature: "Array[String] *$paths", run: find_template },
    ],
);

fn find_template(call: &mut CatalogCall<'_>) -> Eval<Value> {
    first_file(call, "templates")
}
