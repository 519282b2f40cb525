-- The checkout that somebody has open for a learner. Until it is paid or has expired, nobody else opens one.
create table open_checkouts (
  learner_id uuid primary key references users (id) on delete cascade,
  payer_id uuid not null references users (id) on delete cascade,
  -- Null while the payment service is asked for it.
  session_id text unique,
  expires_at timestamptz not null
);
create index open_checkouts_of_payer on open_checkouts (payer_id);
