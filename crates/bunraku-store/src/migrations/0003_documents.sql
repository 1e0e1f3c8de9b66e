-- The hash of the resources and edges of a catalog as they were sent: what is sent again in the same words needs no reading.
alter table node add column catalog_document text;

-- With the node, so that resources of a type are counted without looking at them.
drop index resource_type;
create index resource_type on resource (type, title, node);
