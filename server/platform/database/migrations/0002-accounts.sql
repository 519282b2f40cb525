create table settings (
  name text primary key,
  value jsonb not null
);

create table users (
  id uuid primary key default gen_random_uuid(),
  first_name text not null,
  last_name text not null,
  -- Stored lower-cased: addresses are compared without case.
  email text not null unique check (email = lower(email)),
  email_verified_at timestamptz,
  password_hash text not null,
  role text not null default 'student'
    check (role in ('student', 'parent', 'advisor', 'educator', 'admin', 'observer')),
  subscription_tier text not null default 'free'
    check (subscription_tier in ('free', 'explorer', 'creator', 'enterprise')),
  status text not null default 'active'
    check (status in ('active', 'pending_consent', 'suspended', 'closing')),
  date_of_birth date,
  parent_email text,
  phone_number text,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  postal_code text,
  country text,
  avatar_file_id uuid,
  portfolio_slug text unique,
  portfolio_published_at timestamptz,
  legal_version text not null,
  legal_accepted_at timestamptz not null default now(),
  deletion_due_at timestamptz,
  created_at timestamptz not null default now()
);

create index users_waiting_for_consent on users (created_at) where status = 'pending_consent';
create index users_by_guardian_address on users (lower(parent_email)) where parent_email is not null;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- Refresh token number `generation` is HMAC(secret, id, seed, generation): the row alone is worth nothing to a thief,
  -- and parallel refreshes arrive at the same successor.
  seed bytea not null,
  generation int not null default 0,
  rotated_at timestamptz not null default now(),
  device text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);

create index sessions_of_user on sessions (user_id) where ended_at is null;

-- One-time links from mails: only the hash is kept.
create table mailed_tokens (
  hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'consent')),
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index mailed_tokens_of_user on mailed_tokens (user_id, purpose);

create table consents (
  id uuid primary key default gen_random_uuid(),
  child_id uuid not null references users (id) on delete cascade,
  guardian_name text not null,
  guardian_email text not null,
  scopes text[] not null,
  policy_version text not null,
  method text not null,
  code_hash bytea,
  code_expires_at timestamptz,
  code_attempts int not null default 0,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  revoked_at timestamptz
);

create index consents_of_child on consents (child_id);

create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);

-- The layout is rate-limiter-flexible's; losing it in a crash costs nothing.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);

-- Letters that no mail server took, because none is configured.
create table mailbox (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  subject text not null,
  html text not null,
  body text not null,
  created_at timestamptz not null default now()
);

create index mailbox_by_age on mailbox (created_at desc);

create table audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  subject_id uuid,
  action text not null,
  detail jsonb not null default '{}',
  address text,
  created_at timestamptz not null default now()
);

create index audit_log_of_subject on audit_log (subject_id, created_at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only ever added', tg_table_name;
end $$;

create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change();

-- Nodes cache who is signed in; any change that matters tells them, whoever makes it.
create function tell_account_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changed', coalesce(new.id, old.id)::text);
  return null;
end $$;

create trigger users_tell_change after delete or update of role, subscription_tier, status, email_verified_at on users
  for each row execute function tell_account_change();

create function tell_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changed', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;

create trigger sessions_tell_end after delete or update of ended_at on sessions
  for each row execute function tell_session_change();
