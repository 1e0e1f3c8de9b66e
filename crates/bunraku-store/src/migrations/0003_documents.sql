-- The hash of the resources and edges of a catalog as they were sent: what is sent again in the same words needs no reading.
alter table node add column catalog_document text;
