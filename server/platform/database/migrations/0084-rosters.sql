-- What a school's own system knows of its people, brought in as files and checked before anything changes (decisions/0054).
create table roster_imports (
  id uuid primary key default gen_random_uuid(),
  made_by uuid references users (id) on delete set null,
  format text not null check (format in ('oneroster', 'simple')),
  file_name text not null,
  state text not null default 'reading'
    check (state in ('reading', 'ready', 'applying', 'applied', 'refused')),
  -- Why it cannot be read at all, or was not applied.
  problem text,
  -- Bulk: the files hold everybody. Delta: what has changed.
  is_delta boolean not null default false,
  -- What is read or applied of what there is to read (bytes) or to apply (people).
  done bigint not null default 0,
  total bigint not null,
  -- Of what was decided for each person; applying something else than was shown is refused.
  fingerprint text,
  suspend_missing boolean not null default false,
  created_at timestamptz not null,
  applied_at timestamptz
);

create index roster_imports_by_age on roster_imports (created_at desc);

-- The rows of an import's files as they were read.
create table roster_staged (
  import_id uuid not null references roster_imports (id) on delete cascade,
  file text not null,
  line int not null,
  sourced_id text not null,
  cells jsonb not null,
  primary key (import_id, file, line)
);

create index roster_staged_by_source on roster_staged (import_id, file, sourced_id);

create table roster_files (
  import_id uuid not null references roster_imports (id) on delete cascade,
  file text not null,
  columns text[] not null,
  primary key (import_id, file)
);

create table roster_problems (
  id bigint generated always as identity primary key,
  import_id uuid not null references roster_imports (id) on delete cascade,
  file text not null,
  line int not null,
  -- Empty where it is about the whole row.
  "column" text not null default '',
  message text not null,
  -- The row is left out; else it is only to be known.
  is_error boolean not null,
  -- What a row says by itself; else what it says beside the others and what is here, which may be another tomorrow.
  is_own boolean not null
);

create index roster_problems_of_row on roster_problems (import_id, file, line);

-- What an import does with each person.
create table roster_decisions (
  import_id uuid not null references roster_imports (id) on delete cascade,
  sourced_id text not null,
  line int not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  role text not null,
  date_of_birth date,
  user_id uuid references users (id) on delete cascade,
  outcome text not null check (outcome in
    ('create', 'join', 'change', 'same', 'suspend', 'restore', 'missing', 'skip', 'refuse')),
  -- Field, to what it becomes.
  changes jsonb not null default '{}',
  primary key (import_id, sourced_id)
);

create index roster_decisions_by_outcome on roster_decisions (import_id, outcome, sourced_id);

-- Who of the roster has which account here. Without one, the account was erased, and no import brings it back.
create table roster_people (
  sourced_id text primary key,
  user_id uuid unique references users (id) on delete set null,
  -- What the roster said last: a field that differs from it here was changed by hand, and stays.
  given jsonb not null,
  suspended_at timestamptz,
  -- A link to choose a password was mailed.
  invited_at timestamptz
);

-- The applied rows of a roster, so that it leaves as it came. What Lodestar has no use for is not among them.
create table roster_rows (
  file text not null,
  sourced_id text not null,
  line int not null,
  cells jsonb not null,
  -- Whom a row is about.
  user_id uuid references users (id) on delete cascade,
  primary key (file, sourced_id)
);

create index roster_rows_in_order on roster_rows (file, line);
create index roster_rows_of_class on roster_rows ((cells ->> 'classSourcedId')) where file = 'enrollments';
create index roster_rows_of_user on roster_rows (user_id) where user_id is not null;

create table roster_columns (
  file text primary key,
  columns text[] not null
);

-- The account that is erased takes with it what the roster said of it.
create function forget_roster_person() returns trigger language plpgsql as $$
begin
  update roster_people set given = '{}' where user_id = old.id;
  return old;
end $$;

create trigger forget_roster_person before delete on users
  for each row execute function forget_roster_person();

alter table mailed_tokens drop constraint mailed_tokens_purpose_check;
alter table mailed_tokens add constraint mailed_tokens_purpose_check
  check (purpose in ('verify_email', 'reset_password', 'choose_password', 'consent'));
