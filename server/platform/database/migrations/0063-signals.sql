-- What people are to look at again: for a moment, until every node has told the browsers that are open.
create table signals (
  id bigint generated always as identity primary key,
  -- Which transaction wrote it: nodes read what has become visible since they looked last, in whatever order it committed.
  transaction xid8 not null default pg_current_xact_id(),
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  -- What has changed; nothing that needs permission to be known by somebody who took part.
  about uuid not null,
  created_at timestamptz not null default now()
);

create index signals_by_transaction on signals (transaction);
create index signals_of_user on signals (user_id, transaction);
