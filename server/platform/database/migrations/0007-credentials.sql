-- Keys that sign what leaves the house. A retired key signs nothing more and stays published, so that what it signed
-- can still be checked.
create table issuer_keys (
  id text primary key,
  public_jwk jsonb not null,
  -- Encrypted with the site's secret (JWE, compact).
  private_jwk text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

create unique index issuer_keys_one_active on issuer_keys ((true)) where retired_at is null;

-- Everything that strangers can verify: badges, transcripts, diplomas. The row comes in the transaction that earns it;
-- it is signed when it is first asked for, since that needs nothing but what is fixed by then.
create table credentials (
  id uuid primary key default gen_random_uuid(),
  -- The last part of /verify/{code}: cannot be guessed, can be typed.
  code text not null unique,
  kind text not null check (kind in ('badge', 'transcript', 'diploma')),
  learner_id uuid not null references users (id) on delete cascade,
  -- Position in the status list; never given twice.
  status_index bigint generated always as identity unique,
  issued_at timestamptz not null,
  expires_at timestamptz,
  revoked_because text,
  key_id text references issuer_keys (id),
  -- All three come when it is signed, and never change.
  jwt text,
  title text,
  check (num_nulls(key_id, jwt, title) in (0, 3))
);

create index credentials_of_learner on credentials (learner_id, kind);

-- Beside the credentials, because a revocation must outlive the account that it was about.
create table revocations (
  status_index bigint primary key,
  revoked_at timestamptz not null
);
