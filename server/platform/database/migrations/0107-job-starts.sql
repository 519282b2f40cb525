-- Long jobs that have begun and not ended. One whose program has ended twice in the meantime is not begun again by itself.
create table job_starts (
  job_id uuid primary key,
  -- The running program that began it last.
  node_id uuid not null,
  starts int not null,
  started_at timestamptz not null default now()
);
