-- What the status page knows: incidents of the last months, and the time of the latest check. No data about people.
create table status_incidents (
  id bigint generated always as identity primary key,
  service text not null,
  state text not null,
  began_at timestamptz not null,
  ended_at timestamptz
);
create unique index on status_incidents (service) where ended_at is null;

-- One row. A gap between two checks is an incident too: the site was stopped, or its database was away.
create table status_checks (
  one boolean primary key default true check (one),
  checked_at timestamptz not null
);
