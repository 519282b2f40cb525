-- The academy's agreements, which are signed on paper: what staff put on record about each.

-- The exact texts that were ever put before somebody, by the hash of their bytes. Nothing here changes or goes.
create table agreement_texts (
  sha256 text primary key,
  version text not null,
  title text not null,
  text text not null,
  kept_at timestamptz not null
);

create table agreements (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  text_sha256 text not null references agreement_texts (sha256),
  state text not null check (state in ('draft', 'scheduled', 'signed', 'countersigned', 'superseded', 'void')),
  -- When and where it is to be signed.
  scheduled_at timestamptz,
  place text not null default '',
  -- [{ role: 'learner' | 'guardian' | 'school', name }]
  signers jsonb not null default '[]',
  signed_on date,
  recorded_by uuid references users (id) on delete set null,
  signed_by uuid references users (id) on delete set null,
  countersigned_by uuid references users (id) on delete set null,
  countersigned_at timestamptz,
  ended_by uuid references users (id) on delete set null,
  ended_at timestamptz,
  -- Why it is void.
  reason text not null default '',
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- Whoever puts signatures on record does not confirm their own record.
  check (countersigned_by <> signed_by),
  check (state not in ('signed', 'countersigned') or (signed_on is not null and place <> '')),
  check (state <> 'countersigned' or countersigned_at is not null)
);

create index agreements_of_learner on agreements (learner_id, created_at);
-- One is in force, and one is on its way.
create unique index agreements_one_in_force on agreements (learner_id) where state = 'countersigned';
create unique index agreements_one_open on agreements (learner_id) where state in ('draft', 'scheduled', 'signed');

create table agreement_scans (
  agreement_id uuid not null references agreements (id) on delete cascade,
  file_id uuid not null references files (id),
  position integer not null,
  primary key (agreement_id, file_id)
);

create index agreement_scans_of_file on agreement_scans (file_id);

-- The diploma page shows it.
create trigger renew_revision after insert or update or delete on agreements
  for each row execute function renew_revision('learner_id');
