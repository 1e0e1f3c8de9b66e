-- Times are milliseconds since the beginning of 1970; documents are JSON.
create table node (
    id integer primary key,
    certname text not null unique,
    deactivated integer,
    expired integer,
    facts_time integer,
    facts_environment text,
    facts_producer text,
    facts_producer_time integer,
    facts_hash text,
    catalog_time integer,
    catalog_environment text,
    catalog_producer text,
    catalog_producer_time integer,
    catalog_hash text,
    catalog_version text,
    catalog_uuid text,
    catalog_transaction text,
    catalog_code_id text,
    catalog_job_id text,
    latest_report integer
);

create table fact (
    node integer not null references node (id) on delete cascade,
    name text not null,
    value text not null,
    primary key (node, name)
) without rowid;
create index fact_name on fact (name);

create table resource (
    id integer primary key,
    node integer not null references node (id) on delete cascade,
    type text not null,
    title text not null,
    exported integer not null,
    file text,
    line integer,
    parameters text not null,
    tags text not null,
    hash text not null,
    whole text not null
);
create unique index resource_key on resource (node, type, title);
create index resource_type on resource (type, title);
create index resource_exported on resource (type, node) where exported = 1;

-- The tags of exported resources: what collectors ask for.
create table exported_tag (
    tag text not null,
    resource integer not null references resource (id) on delete cascade,
    primary key (tag, resource)
) without rowid;
create index exported_tag_resource on exported_tag (resource);

create table catalog_edges (
    node integer primary key references node (id) on delete cascade,
    edges text not null
);
