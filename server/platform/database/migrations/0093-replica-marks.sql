-- What each node has last written to see that the replica has it (decisions/0062): nothing of anybody.
create table replica_marks (
  node uuid primary key,
  number integer not null,
  marked_at timestamptz not null default now()
);
