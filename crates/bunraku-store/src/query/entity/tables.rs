//! The table of all entities.

use super::{Activity, Entity, Field, Kind, Sql};

/// All entities.
pub(super) static ALL: &[&Entity] = &[
    &CATALOGS,
    &EDGES,
    &ENVIRONMENTS,
    &EVENTS,
    &FACT_CONTENTS,
    &FACT_NAMES,
    &FACTS,
    &FACTSETS,
    &INVENTORY,
    &NODES,
    &PRODUCERS,
    &REPORTS,
    &RESOURCES,
];

const fn text(name: &'static str, sql: &'static str) -> Field {
    Field { name, sql: Sql::All(sql), kind: Kind::Text, shown: true }
}

const fn number(name: &'static str, sql: &'static str) -> Field {
    Field { name, sql: Sql::All(sql), kind: Kind::Number, shown: true }
}

const fn flag(name: &'static str, sql: &'static str) -> Field {
    Field { name, sql: Sql::All(sql), kind: Kind::Bool, shown: true }
}

const fn time(name: &'static str, sql: &'static str) -> Field {
    Field { name, sql: Sql::All(sql), kind: Kind::Time, shown: true }
}

const fn json(name: &'static str, sql: &'static str) -> Field {
    Field { name, sql: Sql::All(sql), kind: Kind::Json, shown: true }
}

const fn asked(name: &'static str, sql: &'static str, kind: Kind) -> Field {
    Field { name, sql: Sql::All(sql), kind, shown: false }
}

/// A field with different SQL for each database.
const fn own(name: &'static str, kind: Kind, sqlite: &'static str, postgres: &'static str) -> Field {
    Field { name, sql: Sql::Each { sqlite, postgres }, kind, shown: true }
}

const STATE: Field = asked("node_state", "(n.deactivated is null and n.expired is null)", Kind::State);

static NODES: Entity = Entity {
    name: "nodes",
    from: Sql::All("node n left join report r on r.id = n.latest_report"),
    only: None,
    activity: Activity::Always,
    fields: &[
        time("deactivated", "n.deactivated"),
        text("latest_report_hash", "r.hash"),
        text("facts_environment", "n.facts_environment"),
        text("cached_catalog_status", "r.cached_catalog_status"),
        text("report_environment", "r.environment"),
        flag("latest_report_corrective_change", "r.corrective_change"),
        text("catalog_environment", "n.catalog_environment"),
        time("facts_timestamp", "n.facts_time"),
        flag("latest_report_noop", "r.noop"),
        time("expired", "n.expired"),
        flag("latest_report_noop_pending", "r.noop_pending"),
        time("report_timestamp", "r.end_time"),
        text("certname", "n.certname"),
        time("catalog_timestamp", "n.catalog_time"),
        text("latest_report_job_id", "r.job_id"),
        text("latest_report_status", "r.status"),
        STATE,
    ],
    order: &[Sql::All("n.certname")],
};

static FACTS: Entity = Entity {
    name: "facts",
    from: Sql::All("fact f join node n on n.id = f.node"),
    only: None,
    activity: Activity::Always,
    fields: &[
        text("certname", "n.certname"),
        text("environment", "n.facts_environment"),
        text("name", "f.name"),
        json("value", "f.value"),
        STATE,
    ],
    order: &[Sql::All("n.certname"), Sql::All("f.name")],
};

static FACT_NAMES: Entity = Entity {
    name: "fact_names",
    from: Sql::All("(select distinct name from fact where value not in ('{}', '[]')) f"),
    only: None,
    activity: Activity::Never,
    fields: &[text("name", "f.name")],
    order: &[Sql::All("f.name")],
};

static FACT_CONTENTS: Entity = Entity {
    name: "fact_contents",
    from: Sql::Each {
        sqlite: "fact f join node n on n.id = f.node join json_tree(f.value) t",
        postgres: "fact f join node n on n.id = f.node cross join lateral (with recursive tree (path, value) as \
             (select jsonb_build_array(f.name), f.value::jsonb union all \
             select tree.path || part.key, part.value from tree cross join lateral \
             (select to_jsonb(key) as key, value \
             from jsonb_each(case jsonb_typeof(tree.value) when 'object' then tree.value else '{}' end) \
             union all select to_jsonb(place - 1), value from jsonb_array_elements(\
             case jsonb_typeof(tree.value) when 'array' then tree.value else '[]' end) \
             with ordinality as element (value, place)) part) select path, value from tree) t",
    },
    only: Some(Sql::Each {
        sqlite: "t.type not in ('array', 'object')",
        postgres: "jsonb_typeof(t.value) not in ('array', 'object')",
    }),
    activity: Activity::Always,
    fields: &[
        text("certname", "n.certname"),
        text("environment", "n.facts_environment"),
        text("name", "f.name"),
        own("path", Kind::Json, "fact_path(f.name, t.fullkey)", "t.path::text"),
        own(
            "value",
            Kind::Json,
            "(case t.type when 'true' then 'true' when 'false' then 'false' when 'null' then 'null' \
             else json_quote(t.atom) end)",
            "t.value::text",
        ),
        STATE,
    ],
    order: &[
        Sql::All("n.certname"),
        Sql::All("f.name"),
        Sql::Each { sqlite: "t.fullkey", postgres: "t.path::text" },
    ],
};

static FACTSETS: Entity = Entity {
    name: "factsets",
    from: Sql::All("node n"),
    only: Some(Sql::All("n.facts_time is not null")),
    activity: Activity::Always,
    fields: &[
        time("timestamp", "n.facts_time"),
        text("hash", "n.facts_hash"),
        text("certname", "n.certname"),
        text("environment", "n.facts_environment"),
        text("producer", "n.facts_producer"),
        time("producer_timestamp", "n.facts_producer_time"),
        own(
            "facts",
            Kind::Json,
            "json_object('href', '/pdb/query/v4/factsets/' || n.certname || '/facts', 'data', \
             json((select json_group_array(json_object('name', name, 'value', json(value))) from fact \
             where node = n.id)))",
            "json_build_object('href', '/pdb/query/v4/factsets/' || n.certname || '/facts', 'data', \
             (select coalesce(json_agg(json_build_object('name', name, 'value', value::json)), '[]') from fact \
             where node = n.id))::text",
        ),
        STATE,
    ],
    order: &[Sql::All("n.certname")],
};

static INVENTORY: Entity = Entity {
    name: "inventory",
    from: Sql::All("node n"),
    only: Some(Sql::All("n.facts_time is not null")),
    activity: Activity::Always,
    fields: &[
        text("certname", "n.certname"),
        time("timestamp", "n.facts_producer_time"),
        text("environment", "n.facts_environment"),
        own(
            "facts",
            Kind::Facts,
            "(select json_group_object(name, json(value)) from fact where node = n.id)",
            "(select coalesce(json_object_agg(name, value::json), '{}')::text from fact where node = n.id)",
        ),
        json("trusted", "coalesce((select value from fact where node = n.id and name = 'trusted'), '{}')"),
        STATE,
    ],
    order: &[Sql::All("n.certname")],
};

static RESOURCES: Entity = Entity {
    name: "resources",
    from: Sql::All("resource s join node n on n.id = s.node"),
    only: None,
    activity: Activity::Always,
    fields: &[
        json("tags", "s.tags"),
        text("file", "s.file"),
        text("type", "s.type"),
        text("title", "s.title"),
        number("line", "s.line"),
        text("resource", "s.hash"),
        text("environment", "n.catalog_environment"),
        text("certname", "n.certname"),
        json("parameters", "s.parameters"),
        flag("exported", "s.exported"),
        asked("tag", "s.tags", Kind::Tag),
        STATE,
    ],
    order: &[Sql::All("n.certname"), Sql::All("s.type"), Sql::All("s.title")],
};

static CATALOGS: Entity = Entity {
    name: "catalogs",
    from: Sql::All("node n"),
    only: Some(Sql::All("n.catalog_time is not null")),
    activity: Activity::InFrom,
    fields: &[
        text("catalog_uuid", "n.catalog_uuid"),
        text("producer", "n.catalog_producer"),
        text("hash", "n.catalog_hash"),
        text("transaction_uuid", "n.catalog_transaction"),
        time("producer_timestamp", "n.catalog_producer_time"),
        text("environment", "n.catalog_environment"),
        text("code_id", "n.catalog_code_id"),
        text("version", "n.catalog_version"),
        own(
            "resources",
            Kind::Json,
            "json_object('data', json((select json_group_array(json_object('resource', hash, 'type', type, 'title', title, \
             'tags', json(tags), 'exported', json(iif(exported, 'true', 'false')), 'file', file, 'line', line, \
             'parameters', json(parameters))) from (select * from resource where node = n.id order by type, title))), \
             'href', '/pdb/query/v4/catalogs/' || n.certname || '/resources')",
            "json_build_object('data', (select coalesce(json_agg(json_build_object('resource', hash, 'type', type, \
             'title', title, 'tags', tags::json, 'exported', exported = 1, 'file', file, 'line', line, \
             'parameters', parameters::json) order by type, title), '[]') from resource where node = n.id), \
             'href', '/pdb/query/v4/catalogs/' || n.certname || '/resources')::text",
        ),
        text("certname", "n.certname"),
        own(
            "edges",
            Kind::Json,
            "json_object('data', json(coalesce((select edges from catalog_edges where node = n.id), '[]')), \
             'href', '/pdb/query/v4/catalogs/' || n.certname || '/edges')",
            "json_build_object('data', coalesce((select edges from catalog_edges where node = n.id), '[]')::json, \
             'href', '/pdb/query/v4/catalogs/' || n.certname || '/edges')::text",
        ),
        text("job_id", "n.catalog_job_id"),
        STATE,
    ],
    order: &[Sql::All("n.certname")],
};

static EDGES: Entity = Entity {
    name: "edges",
    from: Sql::Each {
        sqlite: "catalog_edges e join node n on n.id = e.node join json_each(e.edges) j",
        postgres: "catalog_edges e join node n on n.id = e.node cross join lateral \
             jsonb_array_elements(e.edges::jsonb) with ordinality as j (value, key)",
    },
    only: None,
    activity: Activity::Always,
    fields: &[
        text("certname", "n.certname"),
        own("relationship", Kind::Text, "(j.value ->> '$.relationship')", "(j.value ->> 'relationship')"),
        own("source_type", Kind::Text, "(j.value ->> '$.source_type')", "(j.value ->> 'source_type')"),
        own("source_title", Kind::Text, "(j.value ->> '$.source_title')", "(j.value ->> 'source_title')"),
        own("target_type", Kind::Text, "(j.value ->> '$.target_type')", "(j.value ->> 'target_type')"),
        own("target_title", Kind::Text, "(j.value ->> '$.target_title')", "(j.value ->> 'target_title')"),
        STATE,
    ],
    order: &[Sql::All("n.certname"), Sql::All("j.key")],
};

static REPORTS: Entity = Entity {
    name: "reports",
    from: Sql::All("report r join node n on n.id = r.node"),
    only: None,
    activity: Activity::InFrom,
    fields: &[
        text("catalog_uuid", "r.catalog_uuid"),
        time("receive_time", "r.receive_time"),
        text("producer", "r.producer"),
        text("hash", "r.hash"),
        text("transaction_uuid", "r.transaction_uuid"),
        text("puppet_version", "r.puppet_version"),
        flag("noop", "r.noop"),
        flag("corrective_change", "r.corrective_change"),
        own(
            "logs",
            Kind::Json,
            "json_object('data', json(r.logs), 'href', '/pdb/query/v4/reports/' || r.hash || '/logs')",
            "json_build_object('data', r.logs::json, 'href', '/pdb/query/v4/reports/' || r.hash || '/logs')::text",
        ),
        number("report_format", "r.report_format"),
        time("start_time", "r.start_time"),
        time("producer_timestamp", "r.producer_time"),
        text("type", "r.type"),
        text("cached_catalog_status", "r.cached_catalog_status"),
        time("end_time", "r.end_time"),
        own(
            "resource_events",
            Kind::Json,
            "json_object('data', json((select iif(count(*) = 0, 'null', json_group_array(json_object('status', status, 'timestamp', \
             show_offset_time(time), 'resource_type', resource_type, 'resource_title', \
             resource_title, 'property', property, 'corrective_change', \
             json(case corrective_change when 1 then 'true' when 0 then 'false' else 'null' end), 'new_value', \
             new_value, 'old_value', old_value, 'message', message, 'file', file, 'line', line, \
             'containment_path', json(containment_path), 'containing_class', containing_class, 'name', name))) \
             from event where report = r.id)), 'href', '/pdb/query/v4/reports/' || r.hash || '/events')",
            "json_build_object('data', (select json_agg(json_build_object('status', status, 'timestamp', \
             rtrim(rtrim(to_char(to_timestamp(time / 1000.0) at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS'), \
             '0'), '.') || '+00:00', 'resource_type', resource_type, 'resource_title', resource_title, 'property', \
             property, 'corrective_change', corrective_change = 1, 'new_value', new_value, 'old_value', old_value, \
             'message', message, 'file', file, 'line', line, 'containment_path', containment_path::json, \
             'containing_class', containing_class, 'name', name) order by number) \
             from event where report = r.id), 'href', '/pdb/query/v4/reports/' || r.hash || '/events')::text",
        ),
        text("status", "r.status"),
        text("configuration_version", "r.configuration_version"),
        text("environment", "r.environment"),
        text("code_id", "r.code_id"),
        flag("noop_pending", "r.noop_pending"),
        text("certname", "n.certname"),
        own(
            "metrics",
            Kind::Json,
            "json_object('data', json(r.metrics), 'href', '/pdb/query/v4/reports/' || r.hash || '/metrics')",
            "json_build_object('data', r.metrics::json, 'href', '/pdb/query/v4/reports/' || r.hash || '/metrics')::text",
        ),
        text("job_id", "r.job_id"),
        asked("latest_report?", "(case when n.latest_report = r.id then 1 else 0 end)", Kind::Bool),
        STATE,
    ],
    order: &[Sql::All("r.producer_time desc"), Sql::All("r.id desc")],
};

static EVENTS: Entity = Entity {
    name: "events",
    from: Sql::All("event v join report r on r.id = v.report join node n on n.id = r.node"),
    only: None,
    activity: Activity::InFrom,
    fields: &[
        text("new_value", "v.new_value"),
        text("report", "r.hash"),
        flag("corrective_change", "v.corrective_change"),
        time("run_start_time", "r.start_time"),
        text("property", "v.property"),
        text("name", "v.name"),
        text("file", "v.file"),
        text("old_value", "v.old_value"),
        text("containing_class", "v.containing_class"),
        number("line", "v.line"),
        text("resource_type", "v.resource_type"),
        text("status", "v.status"),
        text("configuration_version", "r.configuration_version"),
        text("resource_title", "v.resource_title"),
        text("environment", "r.environment"),
        time("timestamp", "v.time"),
        time("run_end_time", "r.end_time"),
        time("report_receive_time", "r.receive_time"),
        json("containment_path", "v.containment_path"),
        text("certname", "n.certname"),
        text("message", "v.message"),
        asked("latest_report?", "(case when n.latest_report = r.id then 1 else 0 end)", Kind::Bool),
        STATE,
    ],
    order: &[Sql::All("n.certname"), Sql::All("r.producer_time"), Sql::All("r.id"), Sql::All("v.number")],
};

static ENVIRONMENTS: Entity = Entity {
    name: "environments",
    from: Sql::All(
        "(select facts_environment as name from node union select catalog_environment from node \
           union select environment from report) e",
    ),
    only: Some(Sql::All("e.name is not null")),
    activity: Activity::Never,
    fields: &[text("name", "e.name")],
    order: &[Sql::All("e.name")],
};

static PRODUCERS: Entity = Entity {
    name: "producers",
    from: Sql::All(
        "(select facts_producer as name from node union select catalog_producer from node \
           union select producer from report) p",
    ),
    only: Some(Sql::All("p.name is not null")),
    activity: Activity::Never,
    fields: &[text("name", "p.name")],
    order: &[Sql::All("p.name")],
};
