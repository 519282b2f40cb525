-- Codes of an authenticator app. The secret is encrypted with the site's, so that a copy of the database makes no codes.
create table totp_factors (
  user_id uuid primary key references users on delete cascade,
  sealed_secret text not null,
  -- The time step of the newest code that was accepted: no code counts twice.
  last_step bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

create table recovery_codes (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index recovery_codes_of_user on recovery_codes (user_id);

-- What was proved or asked for on the way into an account, by the hash of a token or of a challenge. A row is taken once.
create table sign_in_steps (
  hash bytea primary key,
  purpose text not null check (purpose in ('second_factor', 'second_passkey', 'passkey', 'new_passkey')),
  user_id uuid references users on delete cascade,
  session_id uuid references sessions on delete cascade,
  expires_at timestamptz not null
);
create index sign_in_steps_of_user on sign_in_steps (user_id);

create trigger totp_factors_tell_change after insert or delete on totp_factors
  for each row execute function tell_session_change();
create trigger passkeys_tell_change after insert or delete on passkeys
  for each row execute function tell_session_change();
