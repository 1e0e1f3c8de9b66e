//! `puppetdb_query`: queries the store that keeps the facts and catalogs of all nodes.

use std::sync::Arc;

use bunraku_diag::codes;
use bunraku_eval::{Dispatch, Eval};
use bunraku_pcore::Value;

use crate::{
    compiler::{CatalogCall, CatalogFunction},
    declare::with_help,
};

pub(crate) static PUPPETDB_QUERY: CatalogFunction = CatalogFunction::new(
    "puppetdb_query",
    "Queries the store with the facts, catalogs and reports of all nodes, and returns the rows it finds as hashes.

The query is a string in PQL, such as `nodes[certname] { certname ~ 'web' }`, or an array with the query's AST. This
needs a store: `bunraku compile --store FILE`. If the store does not respond, the compilation fails.

```cases
if false { notice(puppetdb_query('nodes[certname] { certname ~ \"web\" }')) }
>> ok
```

```cases
puppetdb_query(['from', 'nodes', ['extract', ['certname']]])
>> error 1
```
",
    &[Dispatch { signature: "Any $query", run: puppetdb_query }],
);

fn puppetdb_query(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let (body, range) = (call.body, call.range);
    let query = call.arg(0).clone();
    if !matches!(query, Value::Str(_) | Value::Array(_)) {
        let found = call.cx.kind_of(&query);
        let message = format!("expected a query as a String in PQL or an Array, got {found}");
        return Err(call.cx.error(codes::ARGUMENT_MISMATCH, body, range, message));
    }
    let world = Arc::clone(&call.cx.world);
    let Some(store) = world.store() else {
        let message = "no resource store is configured: `puppetdb_query` has nothing to query";
        let error = call.cx.error(codes::NO_STORE, body, range, message);
        return Err(with_help(error, "pass one with `--store`"));
    };
    let place = call.cx.span(body, range);
    store.query(&query).map_err(|error| call.cx.no_answer(&error, place))
}
