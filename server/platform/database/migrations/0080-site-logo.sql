-- With the site, not among people's files: it outlives whoever has chosen it.
create table site_logo (
  version uuid primary key default gen_random_uuid(),
  content_type text not null,
  bytes bytea not null
);
