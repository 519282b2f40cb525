-- Accounts of the school's identity provider, by what never changes there: issuer and subject, not an address.
create table school_accounts (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  linked_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- The address that the school's roster has for a person, lower-case. Only an import writes it: it links an account of the
-- school's provider at its first sign-in.
alter table users add column school_email text unique check (school_email = lower(school_email));
